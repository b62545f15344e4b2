#!/bin/bash
# run.sh BUILD-FOLDER PROGRAM... - runs the test programs and the scripts tests/check_*.sh, two at a time, then shows
# what each printed and one summary. Ends with 1 if anything failed.
set -u
build=$1
shift
logs=$build/log
rm -rf "$logs"
mkdir -p "$logs"

run_one() {
    local name start=$SECONDS
    name=$(basename "$1" .sh)
    timeout "${CUT_TIMEOUT:-1800}" "$@" >"$logs/$name.log" 2>&1
    echo $? >"$logs/$name.rc"
    echo $((SECONDS - start)) >"$logs/$name.time"
}
export -f run_one
export logs
{
    # The longest first.
    for name in test_lockstep test_perft test_laws test_memory; do
        for program in "$@"; do
            [ "$(basename "$program")" = $name ] && printf '%s\0\0' "$program"
        done
    done
    for program in "$@"; do
        case $(basename "$program") in
        test_lockstep | test_perft | test_laws | test_memory) ;;
        *) printf '%s\0\0' "$program" ;;
        esac
    done
    for script in tests/check_*.sh; do
        [ -e "$script" ] && printf '%s\0%s\0' "$script" "$build/crosscut"
    done
} | xargs -0 -n 2 -P "${JOBS:-$(nproc)}" bash -c 'if [ -n "$1" ]; then run_one "$0" "$1"; else run_one "$0"; fi'

passed=0 failed=0 programs=0 broken=
for rc in "$logs"/*.rc; do
    [ -e "$rc" ] || continue
    name=$(basename "$rc" .rc)
    log=$logs/$name.log
    programs=$((programs + 1))
    echo "---- $name ($(cat "$logs/$name.time") s)"
    grep -v -e '^\[ RUN' -e '^\[       OK' -e '^\[==========\] Running' "$log" | cut -c1-300 | head -n 150
    ok=$(grep -c '^\[       OK' "$log")
    bad=$(grep '^\[  FAILED  \] [a-z_0-9]*$' "$log" | sort -u | wc -l)
    [ "$(cat "$rc")" -eq 0 ] || { broken="$broken $name"; [ "$bad" -gt 0 ] || bad=1; }
    # A script is one test.
    case $name in check_*) [ "$bad" -gt 0 ] || ok=1 ;; esac
    passed=$((passed + ok))
    failed=$((failed + bad))
done
if [ "$programs" -eq 0 ]; then
    echo "crosscut: no tests were run"
    exit 1
fi
[ -z "$broken" ] || echo "failed:$broken"
echo "crosscut: $programs test programs, $passed tests passed, $failed failed"
[ -z "$broken" ]
