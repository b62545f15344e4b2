#!/bin/bash
# bench.sh BUILD-FOLDER - plies per second of random games on one processor. If the folder YARDSTICK is there (hand-written
# programs for some of the games), the two take turns, and the ratio of each turn is shown: smallest, median, largest. Games
# without such a program are compared with the hand-written one for LIKE. RUNS turns of EACH seconds; GAMES picks some.
set -u
program=$1/crosscut
yardstick=
runs=${RUNS:-5}
each=${EACH:-0.5}
like='crossway 19'
written='crossway:5 crossway:9 crossway:13 crossway:19 crosswind:5 crosswind:9 crosswind:13
    crisscross:5 crisscross:11 crossings:8 hex:11'
unwritten='gomoku:15 breakthrough:8 reversi:8 draughts:8 amazons:10 connect4:7 yavalath:5 y:13'

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

median() {
    printf '%s\n' "$@" | spread | cut -d' ' -f2
}

settings() { # of a game: its size, if that is an option
    "$program" playouts "$1" --set "size=$2" -n 1 >/dev/null 2>&1 && echo "--set size=$2"
}

measure() { # GAME SIZE "GAME SIZE of the yardstick"
    local game=$1 size=$2 other=$3 set ours=() theirs=() ratios=() line
    set=$(settings "$game" "$size")
    for ((run = 0; run < runs; run++)); do
        # shellcheck disable=SC2086
        if ! line=$("$program" playouts "$game" $set --seconds "$each" --seed "$run" --json); then
            echo "bench: $game does not run" >&2
            exit 1
        fi
        ours+=("$(rate <<<"$line")")
        [ -n "$yardstick" ] || continue
        # shellcheck disable=SC2086
        theirs+=("$("$yardstick" $other "$each" | rate)")
        ratios+=("$(awk -v a="${ours[-1]}" -v b="${theirs[-1]}" 'BEGIN { printf "%.3f", (b > 0) ? a / b : 0 }')")
    done
    if [ -n "$yardstick" ]; then
        printf '%-16s %12.0f %12.0f   %s\n' "$game $size" "$(median "${ours[@]}")" "$(median "${theirs[@]}")" \
            "$(printf '%s\n' "${ratios[@]}" | spread)"
    else
        printf '%-16s %12.0f\n' "$game $size" "$(median "${ours[@]}")"
    fi
}

printf '%-16s %12s %12s   %s\n' game 'plies/s' "${yardstick:+yardstick}" "${yardstick:+ratio: min median max}"
for entry in ${GAMES:-$written}; do
    measure "${entry%:*}" "${entry#*:}" "${entry%:*} ${entry#*:}"
done
[ -n "${GAMES:-}" ] && exit
printf '\n%-16s %12s %12s   %s\n' game 'plies/s' "${yardstick:+$like}" "${yardstick:+ratio to that}"
for entry in $unwritten; do
    measure "${entry%:*}" "${entry#*:}" "$like"
done
