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
counted='crossway:19:3 crosswind:13:3 crisscross:11:4 crossings:8:4'
started='crossway crosswind crisscross crossings chess'
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

seconds() { # of processor time, user and system, and wall time, of a command whose output goes to $out
    local TIMEFORMAT='%U %S %R'
    { time "$@" >"$out" 2>/dev/null; } 2>&1 | awk '{ print $1 + $2, $3 }'
}

count() { # GAME SIZE DEPTH
    local game=$1 size=$2 depth=$3 set ours=() theirs=() ratios=() nodes
    set=$(settings "$game" "$size")
    for ((run = 0; run < runs; run++)); do
        # shellcheck disable=SC2086
        ours+=("$(seconds "$program" perft "$game" "$depth" --no-swap $set | cut -d' ' -f1)")
        nodes=$(tail -n 1 "$out")
        [ -n "$yardstick" ] || continue
        theirs+=("$(seconds "$yardstick" perft "$game" "$size" "$depth" | cut -d' ' -f1)")
        [ "$nodes" = "$(tail -n 1 "$out")" ] || echo "bench: $game: $nodes here, $(tail -n 1 "$out") there" >&2
        ratios+=("$(awk -v a="${ours[-1]}" -v b="${theirs[-1]}" 'BEGIN { printf "%.2f", (b > 0) ? a / b : 0 }')")
    done
    printf '%-16s %12s %12s   %s\n' "$game $size $depth" "$(median "${ours[@]}")" \
        "${yardstick:+$(median "${theirs[@]}")}" "${yardstick:+$(printf '%s\n' "${ratios[@]}" | spread)}"
}

share() { # GAME: how much sooner two threads have done the same games
    local game=$1 one two alone ratios=()
    for ((run = 0; run < runs; run++)); do
        one=$(seconds "$program" playouts "$game" -n 200000 --seed 1 | cut -d' ' -f2)
        alone=$(grep -v speed "$out")
        two=$(seconds "$program" playouts "$game" -n 200000 --seed 1 --threads 2 | cut -d' ' -f2)
        [ "$alone" = "$(grep -v speed "$out")" ] || echo "bench: $game: other games with two threads" >&2
        ratios+=("$(awk -v a="$one" -v b="$two" 'BEGIN { printf "%.2f", a / b }')")
    done
    printf '%-16s %12s %12s   %s\n' "$game" "$one" "$two" "$(printf '%s\n' "${ratios[@]}" | spread)"
}

start() { # GAME: milliseconds of a process that plays one game
    local game=$1 times=()
    for ((run = 0; run < 4 * runs; run++)); do
        times+=("$(seconds "$program" playouts "$game" -n 1 --seed "$run" | awk '{ print $2 * 1000 }')")
    done
    printf '%-16s %s\n' "$game" "$(printf '%s\n' "${times[@]}" | spread)"
}

out=$(mktemp)
trap 'rm -f "$out"' EXIT
printf '\n%-16s %12s %12s   %s\n' 'perft' 'seconds' "${yardstick:+yardstick}" "${yardstick:+ratio: min median max}"
for entry in $counted; do
    IFS=: read -r game size depth <<<"$entry"
    count "$game" "$size" "$depth"
done
printf '\n%-16s %12s %12s   %s\n' 'threads' 'one' 'two' 'ratio: min median max'
for game in crossway crossings; do
    share "$game"
done
printf '\n%-16s %s\n' 'one game' 'milliseconds: min median max'
for game in $started; do
    start "$game"
done
