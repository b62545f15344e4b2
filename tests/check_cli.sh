#!/bin/bash
# check_cli.sh PROGRAM - the verbs of the command line: what they print, where, and how they end.
set -u
program=$1
wrong=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# expect EXIT-CODE PATTERN-OF-STDOUT PATTERN-OF-STDERR ARGUMENT...    (`-` as a pattern: nothing at all; `*`: anything)
expect() {
    local code=$1 out=$2 err=$3 got
    shift 3
    "$program" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    [ $got -eq "$code" ] || complain "ends with $got, not $code" "$@"
    matches "$out" "$work/out" || complain "stdout should have '$out'" "$@"
    matches "$err" "$work/err" || complain "stderr should have '$err'" "$@"
}

matches() {
    case $1 in
    -) [ ! -s "$2" ] ;;
    '*') true ;;
    *) grep -qE -- "$1" "$2" ;;
    esac
}

complain() {
    wrong=$((wrong + 1))
    local what=$1
    shift
    echo "crosscut $*: $what"
    head -n 5 "$work/out" "$work/err"
}

expect 0 '^crosscut [0-9]+\.[0-9]+\.[0-9]+$' - --version
expect 0 'crosscut perft' - --help
expect 0 'depth|DEPTH' - help perft
expect 2 - 'verb' nonsense
expect 2 - '.' perft crossway
expect 2 - '.' perft crossway many
expect 2 - '.' moves crossway --nonsense

for file in rulesets/*.cut stdlib/*.cut examples/*.cut; do
    name=$(basename "$file" .cut)
    expect 0 ': fine$' '*' check "$file"
    ! grep -qE ': (error|warning):' "$work/err" || complain "complains about a file of ours" check "$file"
    "$program" show "$name" | cmp -s - "$file" || complain "is not the file" show "$name"
done
for file in rulesets/*.cut examples/*.cut; do
    expect 0 "^$(basename "$file" .cut) " - list
done

expect 0 '^3 13800$' - perft crossway 3 --set size=5 --no-swap
expect 0 '^2 625$' - perft crossway 2 --set size=5
expect 0 '^3 269278$' - perft crossings 3
expect 0 '^a1-a3$' - moves crossings
expect 0 '"a1-a3"' - moves crossings --json
expect 1 'checkerboard' - explain crossway b4 --position '.WBBB/W.W.W/BBB.W/BW.WB/W.B.W B'
expect 1 - '.' moves nowhere
expect 1 - '.' moves crossway --set size=1
expect 0 '"playouts":20,' - playouts crosswind --set size=5 -n 20 --seed 7 --json
cp "$work/out" "$work/first"
expect 0 '"playouts":20,' - playouts crosswind --set size=5 -n 20 --seed 7 --json
strip() { sed 's/"cpu_seconds.*//' "$1"; }
[ "$(strip "$work/first")" = "$(strip "$work/out")" ] || complain "the same seed, other games" playouts crosswind

cat >"$work/bad.cut" <<'END'
game "Bad"
board square(3)
players Black, White
turn { choose here in emty  write here  put mine on here }
win when some lines(mine, 3, compass)
stuck draws
END
expect 1 'bad\.cut: 1 error$' 'bad\.cut:4:[0-9]+: error: .*emty' check "$work/bad.cut"
sed 's/emty/empty/' "$work/bad.cut" >"$work/good.cut"
expect 0 ': fine$' - check "$work/good.cut"
expect 0 '^2 72$' - perft "$work/good.cut" 2
expect 1 'good\.cut: fine$' 'bad\.cut' check "$work/good.cut" "$work/bad.cut"
expect 1 - '.' check "$work/missing.cut"
cat >>"$work/good.cut" <<'END'
example "false" {
    Black to move
    illegal a1
}
END
expect 1 'false|1' 'false|' test "$work/good.cut"
expect 0 '.' - test crossway

# A session from a pipe.
printf 'a1\nb2\nboard\nquit\n' | "$program" play crossway --set size=5 >"$work/out" 2>"$work/err" ||
    complain 'fails' play crossway
grep -q 'W' "$work/out" || complain 'shows no board' play crossway

# Nobody reads the output: no complaint, no endless work.
"$program" moves crossway 2>"$work/err" | head -n 1 >/dev/null
[ ! -s "$work/err" ] || complain 'complains about a closed pipe' moves crossway

[ $wrong -eq 0 ] && echo "the command line is as it should be"
[ $wrong -eq 0 ]
