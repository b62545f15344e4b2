#!/bin/bash
# bench.sh BUILD-FOLDER - plies per second of random games on one processor, five runs for each game. If the folder
# YARDSTICK is there (hand-written programs for the same games), the two take turns and the ratio is shown.
set -u
program=$1/crosscut
yardstick=
runs=${RUNS:-5}

if [ -f "${YARDSTICK:-}/yardstick.c" ]; then
    yardstick=$PWD/build/yardstick
    make -s -f "$YARDSTICK/Makefile" OUT="$yardstick" || exit 1
fi

rate() { # the member plies_per_second of one line of JSON
    sed -n 's/.*"plies_per_s[a-z]*": *\([0-9.eE+]*\).*/\1/p' | head -n 1
}

spread() { # smallest, median and largest of the lines
    sort -g | awk '{ v[NR] = $1 } END { if (NR) print v[1], v[int((NR + 1) / 2)], v[NR] }'
}

printf '%-16s %12s %12s   %s\n' game 'plies/s' yardstick 'ratio: min median max'
for entry in crossway:5 crossway:9 crossway:13 crossway:19 crosswind:5 crosswind:9 crosswind:13 \
    crisscross:5 crisscross:11 crossings:8 hex:11; do
    game=${entry%:*} size=${entry#*:}
    set=(--set "size=$size")
    [ "$game" = crossings ] && set=() # its board is fixed
    ours=() theirs=() ratios=()
    for ((run = 0; run < runs; run++)); do
        if ! line=$("$program" playouts "$game" "${set[@]}" --seconds 1 --json); then
            echo "bench: $game does not run" >&2
            exit 1
        fi
        ours+=("$(echo "$line" | rate)")
        [ -n "$yardstick" ] || continue
        theirs+=("$("$yardstick" "$game" "$size" 1 | rate)")
        ratios+=("$(awk -v a="${ours[-1]}" -v b="${theirs[-1]}" 'BEGIN { printf "%.4f", (b > 0 ? a / b : 0) }')")
    done
    median=$(printf '%s\n' "${ours[@]}" | spread | cut -d' ' -f2)
    if [ -n "$yardstick" ]; then
        other=$(printf '%s\n' "${theirs[@]}" | spread | cut -d' ' -f2)
        printf '%-16s %12.0f %12.0f   %s\n' "$game $size" "$median" "$other" "$(printf '%s\n' "${ratios[@]}" | spread)"
    else
        printf '%-16s %12.0f\n' "$game $size" "$median"
    fi
done
