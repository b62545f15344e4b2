#!/bin/bash
# lint.sh BUILD-FOLDER - what the compiler does not check. Prints each finding; ends with 1 if there was one.
set -u
build=$1
found=0

finding() {
    echo "$1"
    found=1
}

sources() {
    find grammar interp -name '*.[chly]' -o -name '*.def' | sort
}

# ---- layers: who may include whom ----------------------------------------------------------------------------------
layer_of() {
    case $1 in
    grammar/*) echo grammar ;;
    interp/base/* | interp/board/* | interp/sema/* | interp/engine/* | interp/fast/* | interp/search/* | interp/repl/*)
        echo "$1" | cut -d/ -f2
        ;;
    interp/crosscut.h) echo public ;;
    interp/api* | interp/files.h) echo api ;;
    interp/embed.c) echo tool ;;
    *) echo unknown ;;
    esac
}

may_include() { # from-layer to-layer to-file
    case "$1>$2" in
    "$1>$1") true ;;
    'grammar>base' | 'board>base') true ;;
    'sema>grammar' | 'sema>board' | 'sema>base') true ;;
    'engine>board' | 'engine>base') true ;;
    'engine>sema' | 'fast>sema' | 'search>sema') [ "$3" = interp/sema/rules.h ] ;;
    'engine>grammar') case $3 in */intern.h | */source.h | */diag.h) true ;; *) false ;; esac ;;
    'fast>engine' | 'fast>board' | 'fast>base') true ;;
    'search>fast' | 'search>engine' | 'search>board' | 'search>base') true ;;
    'api>repl') false ;;
    'api>'*) true ;;
    'repl>public') true ;;
    *) false ;;
    esac
}

while IFS=: read -r file line text; do
    included=$(echo "$text" | sed 's/^[^"]*"\([^"]*\)".*/\1/')
    case $(basename "$included") in
    parser.h | lexer.h) target=grammar/$(basename "$included") ;; # generated
    *) target=$(realpath -m --relative-to=. "$(dirname "$file")/$included") ;;
    esac
    from=$(layer_of "$file") to=$(layer_of "$target")
    may_include "$from" "$to" "$target" || finding "$file:$line: $from may not include $target ($to)"
done < <(sources | xargs grep -n '^[[:space:]]*#[[:space:]]*include[[:space:]]*"')

# ---- no game's name in the language or the interpreter --------------------------------------------------------------
ordinary='y|go|hex'   # examples that are called like ordinary words
names=$(ls rulesets/*.cut examples/*.cut 2>/dev/null | xargs -rn1 basename | sed 's/\.cut$//' | grep -Evx "$ordinary")
if [ -n "$names" ]; then
    # A name may be written naked_only or naked-only.
    pattern=$(echo "$names" | sed 's/[_-]/[_ -]/g' | paste -sd'|')
    while IFS= read -r hit; do
        finding "$hit: names a game"
    done < <(grep -rniwoE "($pattern)" grammar interp | sort -u)
fi

# ---- sizes ----------------------------------------------------------------------------------------------------------
while IFS= read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 800 ] || finding "$file: $lines lines, more than 800"
done < <(sources; find tests -name '*.[ch]')

while read -r lines place name; do
    if [ "$lines" -gt 100 ]; then
        finding "$place: $name has $lines lines, more than 100"
    else
        echo "note: $place: $name has $lines lines, more than 80"
    fi
done < <({ sources; find tests -name '*.c'; } | grep '\.c$' | xargs awk '
    FNR == 1 { inside = 0 }
    /^[a-z_A-Z].*\(/ && !/;[ \t]*$/ { head = $0; begin = FNR }
    /^\{/ { inside = 1 }
    /^\}/ && inside {
        inside = 0
        if (FNR - begin + 1 > 80) {
            sub(/\(.*/, "", head); sub(/.*[ *]/, "", head)
            print FNR - begin + 1, FILENAME ":" begin, head
        }
    }')

# ---- blanks -----------------------------------------------------------------------------------------------------------
texts() {
    find Makefile README.md LICENSE .ci grammar interp rulesets stdlib tests examples -type f 2>/dev/null |
        grep -Ev '/(fuzz|broken)/'
}
while IFS= read -r hit; do
    finding "$hit: blanks at the end of the line"
done < <(texts | xargs grep -nE '[[:blank:]]+$' /dev/null | cut -d: -f1,2)
while IFS= read -r hit; do
    finding "$hit: a tab"
done < <(texts | grep -Ev '^Makefile$|\.tsv$' | xargs grep -nP '\t' /dev/null | cut -d: -f1,2)

# ---- no state outside of objects ------------------------------------------------------------------------------------
# Constants that hold addresses are in .data.rel.ro, which is not writable once a program runs.
while IFS= read -r symbol; do
    finding "libcrosscut.a: a variable that is not constant: $symbol"
done < <(nm -A -f sysv "$build/libinternal.a" 2>/dev/null |
    awk -F'|' '$NF ~ /^\.(data|bss|tdata|tbss)$/ || $3 ~ /^ *C *$/ { sub(/.*:/, "", $1); print $1 }' | sort -u)

# ---- the library does no input or output and never exits -------------------------------------------------------------
while IFS= read -r symbol; do
    finding "libcrosscut.a: uses $symbol"
done < <(nm -A -u "$build/libinternal.a" 2>/dev/null | sed 's/^[^:]*://; s/ *U / /' |
    grep -wE '(_?exit|abort|__assert_fail|v?f?printf|__v?f?printf_chk|f?puts|putchar|fopen|open|system|getenv|time|rand|random)$')

[ $found -eq 0 ] && echo "lint: nothing found"
exit $found
