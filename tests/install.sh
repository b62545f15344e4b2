#!/bin/sh
# install.sh - installs into a folder of its own, builds examples/embed.c against that with pkg-config, runs it.
set -eu
make=${MAKE:-make}
cc=${CC:-cc}
root=$PWD/build/installed
rm -rf "$root"
$make --no-print-directory install CC="$cc" DESTDIR="$root" PREFIX=/usr >/dev/null
PKG_CONFIG_SYSROOT_DIR=$root
PKG_CONFIG_PATH=$root/usr/lib/pkgconfig
PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1
PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_PATH PKG_CONFIG_ALLOW_SYSTEM_CFLAGS PKG_CONFIG_ALLOW_SYSTEM_LIBS
$cc -std=c17 -Wall -Wextra -Wpedantic -Werror -o "$root/embed" examples/embed.c $(pkg-config --cflags --libs crosscut)
"$root/embed" >"$root/embed.out"
cat "$root/embed.out"
[ -s "$root/embed.out" ]

# The library shows the functions of crosscut.h, all of them and nothing else.
nm -g --defined-only "$root/usr/lib/libcrosscut.a" | awk 'NF == 3 { print $3 }' | sort >"$root/shown"
sort -u build/gen/public.list >"$root/declared"
if ! diff "$root/declared" "$root/shown"; then
    echo "check-install: declared in crosscut.h (<) and defined in libcrosscut.a (>) differ" >&2
    exit 1
fi
"$root/usr/bin/crosscut" --version >/dev/null
[ -s "$root/usr/share/man/man1/crosscut.1" ]

$make --no-print-directory uninstall DESTDIR="$root" PREFIX=/usr >/dev/null
if find "$root/usr" -type f | grep .; then
    echo "check-install: uninstall left the files above" >&2
    exit 1
fi
echo "check-install: passed"
