#!/bin/sh
# setup.sh NEED... - sees to it that the tools and libraries named are there.
#
# Prints nothing and runs nothing if all of them are. Otherwise installs the missing ones with apt-get, as root or
# through sudo without a password; where that cannot be, or with SETUP=no, prints the command and ends with 1.
# NEED: libc flex bison edit jansson cmocka clang sanitizers clang-format
set -u
cc=${CC:-cc}

header() {
    printf '#include <stdio.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <%s>\n' "$1" |
        $cc -E -o /dev/null - 2>/dev/null
}

tool() {
    command -v "$1" >/dev/null 2>&1
}

packages=
for need in "$@"; do
    case $need in
    libc) header stdlib.h || packages="$packages libc6-dev" ;;
    flex) tool flex || packages="$packages flex" ;;
    bison) tool bison || packages="$packages bison" ;;
    edit) header histedit.h || packages="$packages libedit-dev" ;;
    jansson) header jansson.h || packages="$packages libjansson-dev" ;;
    cmocka) header cmocka.h || packages="$packages libcmocka-dev" ;;
    pkg-config) tool pkg-config || packages="$packages pkg-config" ;;
    clang) tool clang || packages="$packages clang" ;;
    clang-format) tool clang-format || packages="$packages clang-format" ;;
    sanitizers)
        # The runtime of clang is a package of its own.
        if ! tool clang || ! ls "$(clang -print-resource-dir)"/lib/*/*asan* >/dev/null 2>&1; then
            version=$(clang -dumpversion 2>/dev/null | cut -d. -f1)
            packages="$packages libclang-rt-${version:-14}-dev"
        fi
        ;;
    *) echo "setup.sh: what is '$need'?" >&2 && exit 2 ;;
    esac
done
[ -n "$packages" ] || exit 0

command="apt-get install -y --no-install-recommends$packages"
as=
if ! tool apt-get; then
    echo "Crosscut needs these Debian packages, or what your system calls them:$packages" >&2
    exit 1
elif [ "${SETUP:-yes}" = no ]; then
    echo "Crosscut needs something more. As root: $command" >&2
    exit 1
elif [ "$(id -u)" -ne 0 ]; then
    if tool sudo && sudo -n true 2>/dev/null; then
        as="sudo -n"
    else
        echo "Crosscut needs something more. As root: $command" >&2
        exit 1
    fi
fi
echo "Installing:$packages"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A fresh machine may have no package lists, or old ones.
if $as $command >"$log" 2>&1 || { $as apt-get update >>"$log" 2>&1 && $as $command >>"$log" 2>&1; }; then
    exit 0
fi
tail -n 20 "$log" >&2
echo "Could not install them. As root: $command" >&2
exit 1
