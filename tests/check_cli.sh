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

# doc and new, in a folder of their own.
expect 0 'movement: Lines of stones' - doc
expect 0 '^rule seize' - doc movement
expect 0 'a longer line takes the first stone' - doc march
expect 0 '^reach\(from, within, directions\): a function' - doc reach
expect 0 '^choose x in L' - doc choose
expect 0 'stdlib/lines.cut' - doc lines
expect 1 - 'did you mean `fewest`' doc fewets
expect 2 - 'one word too many' doc march seize
fresh=$work/fresh
mkdir "$fresh"
expect 0 "crosscut check $fresh/my_game.cut" - new "$fresh/my_game"
expect 0 ': fine$' - check "$fresh/my_game.cut"
expect 0 '^[1-9][0-9]* passed, 0 failed$' - test "$fresh/my_game.cut"
cp "$fresh/my_game.cut" "$work/kept"
expect 1 - 'already there' new "$fresh/my_game.cut"
cmp -s "$work/kept" "$fresh/my_game.cut" || complain 'writes over a file' new "$fresh/my_game.cut"
expect 2 - 'no name for a rule file' new "$fresh/my game"
expect 2 - 'no name for a rule file' new "$fresh/"
expect 2 - 'missing' new
expect 1 - 'cannot be written' new "$fresh/no/such/folder"
expect 1 - 'There is no game' new "$fresh/none" --extends nonsense
[ ! -e "$fresh/none.cut" ] || complain 'writes all the same' new "$fresh/none"
for base in crossway chess go "$fresh/my_game.cut"; do
    rm -f "$fresh/variant.cut"
    expect 0 'crosscut play' - new "$fresh/variant" --extends "$base"
    expect 0 ': fine$' - check "$fresh/variant.cut"
    expect 0 '^1 passed, 0 failed$' - test "$fresh/variant.cut"
done
! grep -q 'built in' "$work/out" || complain 'finds a namesake' new "$fresh/variant"
expect 0 "still means that one,$" - new "$fresh/hex"
grep -q "play $fresh/hex.cut. the new one" "$work/out" || complain 'does not name the new file' new "$fresh/hex"
cp tests/repl/straight.cut "$fresh"
expect 0 '.' - new "$fresh/heir" --extends "$fresh/straight.cut"
grep -q -- '--   checkerboard (from crossway)' "$fresh/heir.cut" || complain 'does not list what is inherited' new heir
mkdir "$fresh/below"
expect 0 '.' - new "$fresh/below/variant" --extends "$fresh/my_game.cut"
expect 0 ': fine$' - check "$fresh/below/variant.cut"

expect 0 '^3 13800$' - perft crossway 3 --set size=5 --no-swap
expect 0 '^2 625$' - perft crossway 2 --set size=5
expect 0 '^3 269278$' - perft crossings 3
expect 0 '^3 269278$' - perft crossings 3 --without march
expect 0 '^2 3600$' - perft crossings 2 --without march --without code
expect 0 '^5 0$' 'No line of play is longer than 4 plies: deeper counts are 0, too\.$' perft domineering 100 --set size=3
! grep -q '^6' "$work/out" || complain 'goes on after the last depth' perft domineering 100 --set size=3
expect 0 '^5 0$' - perft domineering 5 --set size=3
expect 0 '^1 0$' 'There is no move here' perft crossway 2 --position 'B1/B1 W'
expect 0 '^paths: placement flank march code$' - code crossings
expect 0 'by the path .march.; without it, by this code:$' - code crossings
expect 0 'played by this code:$' - code draughts
expect 0 'by the plain evaluator$' - code draughts --without code
"$program" code chess >"$work/first"
expect 0 '^ *[0-9]+ PICK' - code chess
cmp -s "$work/first" "$work/out" || complain 'the same rules, other code' code chess
for pass in $("$program" code crossings | sed -n 's/^passes: //p; s/^paths: //p'); do
    grep -qE "^\| .*\`$pass\`.* \|" interp/README.md || complain "interp/README.md does not name it" code, pass "$pass"
done
expect 2 - 'There is no pass .plain.\. There are' perft crossings 2 --without plain
expect 0 '^a1-a3$' - moves crossings
expect 0 '"a1-a3"' - moves crossings --json
expect 1 'checkerboard' - explain crossway b4 --position '.WBBB/W.W.W/BBB.W/BW.WB/W.B.W B'
expect 1 '^k20: there is no site k20 on this board$' - explain crossway k20 --set size=9
expect 1 - '.' moves nowhere
expect 1 - '.' moves crossway --set size=1
expect 0 '"playouts":20,' - playouts crosswind --set size=5 -n 20 --seed 7 --json
cp "$work/out" "$work/first"
expect 0 '"playouts":20,' - playouts crosswind --set size=5 -n 20 --seed 7 --json
strip() { sed 's/"cpu_seconds.*//' "$1"; }
[ "$(strip "$work/first")" = "$(strip "$work/out")" ] || complain "the same seed, other games" playouts crosswind
expect 0 '"playouts":[1-9]' - playouts crosswind --set size=5 -n 10000000000 --seconds 0.02 --threads 2 --json
for number in '-n 9007199254740993' '--max-plies 2147483648' '--threads 257' '--seed 18446744073709551616'; do
    # shellcheck disable=SC2086
    expect 2 - 'wants a whole number from [01] to [0-9]+, and' playouts crosswind $number
done
expect 2 - 'above 0, at most 1000000000' playouts crosswind --seconds 1e400
expect 2 - 'has too many digits' playouts crosswind --set size=99999999999999999999
expect 1 - 'The ply is a number from 1 to 2147483647' moves crosswind --position '3/3/3 B 2147483648'

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
echo 'game "None" board square(2) players A, B turn { choose s in empty write s put mine on s } stuck draws' >"$work/none.cut"
expect 0 'none\.cut has no examples; [0-9]+ random games found nothing wrong\.$' - test "$work/none.cut"
expect 0 '^0 passed, 0 failed$' - test "$work/none.cut"
echo 'def ours = mine' >"$work/library.cut"
expect 0 'library\.cut has no examples\.$' - test "$work/library.cut"
expect 0 '^[1-9][0-9]* passed, 0 failed$' - test
! grep -q 'no examples' "$work/out" || complain 'a file of ours has no examples' test

# Rules that prove faulty in play.
cat >"$work/faulty.cut" <<'END'
game "Faulty"
board square(3)
players Black, White
turn { choose here in empty  if here != b2 { write here }  put mine on here }
stuck draws
END
expect 1 '^c3$' 'A mistake in the rules: .*writes nothing.*faulty\.cut:4\)\.$' moves "$work/faulty.cut"
expect 1 '"c3"' 'A mistake in the rules' moves "$work/faulty.cut" --json
expect 1 '^2 56$' 'A mistake in the rules' perft "$work/faulty.cut" 2
expect 1 '^draws +4' 'A mistake in the rules' playouts "$work/faulty.cut" -n 4
expect 1 'b2' 'A mistake in the rules' explain "$work/faulty.cut" b2
expect 0 'legal' 'A mistake in the rules' explain "$work/faulty.cut" c3
sed 's/choose here/choose x in subsets(everywhere, 9) deep(0) choose here/' "$work/faulty.cut" >"$work/deep.cut"
echo 'rule deep(n) { if n >= 0 { deep(n + 1) } }' >>"$work/deep.cut"
expect 1 - 'crosscut: .*limit.*deep\.cut:[0-9]+\)\.$' playouts "$work/deep.cut" -n 4
# The limits of a turn are those of the plain evaluator.
head='board square(13) players White, Black stuck draws'
echo "game \"w\" $head state a = 999999999999999 turn { choose s in empty write s put mine on s set a = a * 9000 }
lose when a < 0" >"$work/wrap.cut"
echo "game \"t\" $head turn { choose a in empty choose b in empty - a write a put mine on a | b }" >"$work/twice.cut"
echo "game \"r\" $head turn { choose a in empty choose b in empty choose c in empty choose e in empty choose g in empty
require count(next(a | b | c | e | g, N)) > 99 write a, b, c, e, g put mine on a | b }" >"$work/many.cut"
echo "game \"d\" $head rule go(n) { if n > 0 { go(n - 1) } } turn { choose s in empty write s put mine on s go(1500) }" >"$work/depth.cut"
expect 1 - 'This number is too large .*wrap\.cut:1' playouts "$work/wrap.cut" -n 4
expect 1 '^2 28223$' 'two different ways' perft "$work/twice.cut" 2
expect 1 - 'more than 50000000 steps' playouts "$work/many.cut" -n 1
expect 1 - 'more than 1000 rules in one another' playouts "$work/depth.cut" -n 1
expect 1 - 'more than 1000 rules in one another' perft "$work/depth.cut" 2
expect 0 - 'is over\. .*\.cut:[0-9]+\)\.$' moves crossway --position 'B1/B1 W'

# A session from a pipe.
printf 'a1\nb2\nboard\nquit\n' | "$program" play crossway --set size=5 >"$work/out" 2>"$work/err" ||
    complain 'fails' play crossway
grep -q 'W' "$work/out" || complain 'shows no board' play crossway

# What cannot be written is said by all verbs alike.
for verb in 'play crossway' 'list' 'show chess' 'perft crossway 2' 'moves crossway' 'test crossway' 'help' \
    'playouts crossway -n 1' 'playouts crossway -n 1 --json' 'code chess' 'doc' 'check crossway'; do
    # shellcheck disable=SC2086
    "$program" $verb >/dev/full 2>"$work/err" </dev/null && complain 'ends with 0' $verb '>/dev/full'
    grep -qx 'crosscut: the results cannot be written: No space left on device\.' "$work/err" ||
        complain 'does not say that the device is full' $verb '>/dev/full'
done

# Nobody reads the output: no complaint, no endless work.
"$program" moves crossway 2>"$work/err" | head -n 1 >/dev/null
[ ! -s "$work/err" ] || complain 'complains about a closed pipe' moves crossway

[ $wrong -eq 0 ] && echo "the command line is as it should be"
[ $wrong -eq 0 ]
