#!/bin/sh
# Installs Capicú @VERSION@ for the current user, or removes it.
set -eu

version=@VERSION@
address=@URL@
prefix=${HOME:-}/.local
action=install

usage() {
    cat <<END
Installs Capicú $version for the current user. It needs no root.

Usage: sh install.sh [--prefix FOLDER] [--from ADDRESS] [--uninstall]

Options:
  --prefix FOLDER   Where to install (~/.local)
  --from ADDRESS    Folder or address with the files of the release
  --uninstall       Remove the files that this script installed; data folders stay
END
}

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    case $1 in
    --prefix | --from)
        [ $# -gt 1 ] || fail "\`$1\` needs a value; see --help"
        if [ "$1" = --prefix ]; then prefix=$2; else address=$2; fi
        shift
        ;;
    --uninstall) action=uninstall ;;
    --help | -h)
        usage
        exit
        ;;
    *) fail "unexpected argument \`$1\`; see --help" ;;
    esac
    shift
done

case $prefix in
/.local) fail "HOME is not set; use --prefix FOLDER" ;;
/*) ;;
*) prefix=$PWD/$prefix ;;
esac
list=$prefix/share/doc/capicu/installed-files

if [ "$action" = uninstall ]; then
    [ -f "$list" ] || fail "nothing installed in $prefix; use --prefix FOLDER for another folder"
    while IFS= read -r file; do
        rm -f "$prefix/$file" || fail "cannot remove $prefix/$file; run this as the user who installed it"
    done <"$list"
    rm -f "$list"
    rmdir "$prefix/share/doc/capicu" 2>/dev/null || true
    echo "Removed Capicú from $prefix. Data folders stay."
    exit
fi

[ "$(uname -s)" = Linux ] || fail "this installs on Linux only; build from source on $(uname -s)"
case $(uname -m) in
x86_64 | amd64) machine=x86_64 ;;
aarch64 | arm64) machine=aarch64 ;;
*) fail "there is no program for $(uname -m); build from source" ;;
esac
name=capicu-$version-$machine-linux

work=$(mktemp -d) || fail "cannot make a temporary folder; set TMPDIR"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fetch() {
    case $address in
    http://* | https://*)
        if command -v curl >/dev/null; then
            curl -fsSL -o "$work/$1" "$address/$1"
        elif command -v wget >/dev/null; then
            wget -q -O "$work/$1" "$address/$1"
        else
            fail "curl or wget is needed"
        fi
        ;;
    *) cp "$address/$1" "$work/$1" ;;
    esac || fail "cannot download $address/$1; check the address and the network"
}

echo "Downloading $address/$name.tar.gz"
fetch "$name.tar.gz"
fetch SHA256SUMS
grep "  $name.tar.gz\$" "$work/SHA256SUMS" >"$work/sum" || fail "SHA256SUMS does not name $name.tar.gz; nothing was installed"
(cd "$work" && sha256sum -c sum >/dev/null 2>&1) || fail "the download is damaged: its checksum differs; nothing was installed. Try again"
echo "The checksum is right."

mkdir "$work/new"
tar -xzf "$work/$name.tar.gz" -C "$work/new" || fail "cannot unpack the download; nothing was installed"
"$work/new/$name/bin/capicu" -V >/dev/null || fail "the program does not start here; nothing was installed"
(cd "$work/new/$name" && find . -type f | sed 's|^\./||' | sort) >"$work/files"

mkdir -p "$prefix" 2>/dev/null || fail "cannot write to $prefix; use --prefix FOLDER"
[ -w "$prefix" ] || fail "cannot write to $prefix; use --prefix FOLDER"
while IFS= read -r file; do
    mkdir -p "$prefix/$(dirname "$file")" || fail "cannot write to $prefix; use --prefix FOLDER"
    # A running server keeps its old file until it stops.
    cp -p "$work/new/$name/$file" "$prefix/$file.new" || fail "cannot write to $prefix; use --prefix FOLDER"
    mv -f "$prefix/$file.new" "$prefix/$file"
done <"$work/files"
# What an older version installed and this one lacks.
if [ -f "$list" ]; then
    grep -vxFf "$work/files" "$list" >"$work/old" || true
    while IFS= read -r file; do
        rm -f "$prefix/$file"
    done <"$work/old"
fi
cp "$work/files" "$list"

echo "Installed Capicú $version in $prefix; remove it with: sh install.sh --uninstall${prefix:+ --prefix $prefix}"
case :$PATH: in
*:"$prefix/bin":*) echo "Start it with: capicu serve" ;;
*) echo "Start it with: $prefix/bin/capicu serve" ;;
esac
