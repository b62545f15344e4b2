#!/bin/bash
# coverage.sh BUILD-FOLDER - lines and branches that the tests reached, by file and in all.
set -u
build=$1
top=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
find "$build/obj/grammar" "$build/obj/interp" -name '*.gcda' | while read -r data; do
    source=${data#"$build"/obj/}
    (cd "$work" && gcov -n -b -s "$top" -o "$top/$data" "$top/${source%.gcda}.c" 2>/dev/null) |
        awk -v want="${source%.gcda}.c" '
            /^File/ { mine = index($0, want) > 0 }
            mine && /^Lines executed/ { sub(/.*:/, ""); split($0, a, "% of "); lines = a[2]; hit = a[1] * a[2] / 100 }
            mine && /^Branches executed/ { next }
            mine && /^Taken at least once/ { sub(/.*:/, ""); split($0, a, "% of "); branches = a[2]; taken = a[1] * a[2] / 100 }
            END { if (lines) printf "%s %d %.0f %d %.0f\n", want, lines, hit, branches, taken }'
done | sort | awk '
    { printf "%-36s %5.1f%% of %5d lines   %5.1f%% of %5d branches\n", $1, 100 * $3 / $2, $2, $4 ? 100 * $5 / $4 : 100, $4
      l += $2; h += $3; b += $4; t += $5 }
    END { if (l) printf "%-36s %5.1f%% of %5d lines   %5.1f%% of %5d branches\n", "in all", 100 * h / l, l, b ? 100 * t / b : 100, b
          else { print "coverage: no data"; exit 1 } }'
