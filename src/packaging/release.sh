#!/bin/sh
# Builds what is to be given away: for each target an archive with the command, its manual pages and completions, and for all
# of them the packages for npm, a bill of materials, and checksums. Each package has the notices of third parties.
#
#   src/packaging/release.sh                                   a static binary for Linux on x86-64
#   src/packaging/release.sh TARGET...                         for others, as `rustup target list` names them
#   src/packaging/release.sh --debug x86_64-unknown-linux-gnu  as `cargo build` builds it, for tests
#
# Binaries for other systems than this one are linked by zig, which pip installs. The same sources give the same archives.
set -eu
cd "$(dirname "$0")/../.."
root=$(pwd)
out=$root/target/packages
tools=$root/target/packaging-tools
profile=release
if [ "${1:-}" = --debug ]; then
    profile=dev
    shift
fi
[ $# -gt 0 ] || set -- x86_64-unknown-linux-musl
version=$(cargo pkgid -p typelog | sed 's/.*[#@]//')
host=$(rustc -vV | sed -n 's/^host: //p')
folder=$([ "$profile" = dev ] && echo debug || echo release)
# All files bear the time of the last commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH

# The name of a target in npm: PLATFORM-ARCHITECTURE.
node_name() {
    case $1 in
    x86_64-*-linux-*) echo linux-x64 ;;
    aarch64-*-linux-*) echo linux-arm64 ;;
    x86_64-*-windows-*) echo win32-x64 ;;
    x86_64-apple-*) echo darwin-x64 ;;
    aarch64-apple-*) echo darwin-arm64 ;;
    *) echo "$1" ;;
    esac
}

# The linker for other systems, in an environment of its own.
install_zig() {
    [ -x "$tools/bin/cargo-zigbuild" ] && return
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check cargo-zigbuild ziglang
}

# Builds the command for a target; sets `binary`.
build() {
    target=$1
    if [ "$target" = "$host" ]; then
        cargo build --quiet --locked --profile "$profile" --bin typelog
        binary=target/$folder/typelog
        return
    fi
    rustup target add "$target" >/dev/null 2>&1 || { echo "release.sh: rustup has no $target here" >&2; exit 1; }
    install_zig
    PATH=$tools/bin:$PATH CARGO_ZIGBUILD_ZIG_PATH="$tools/bin/python -m ziglang" \
        cargo zigbuild --quiet --locked --profile "$profile" --bin typelog --target "$target"
    binary=target/$target/$folder/typelog
    [ -f "$binary" ] || binary=$binary.exe
}

rm -rf "$out"
mkdir -p "$out/npm"
notices=$out/THIRD-PARTY-NOTICES.txt
python3 src/packaging/notices.py "$@" >"$notices"
pages=
for wanted in "$@"; do
    build "$wanted"
    case $wanted in
    *-musl)
        if readelf --dynamic "$binary" | grep -q NEEDED; then
            echo "release.sh: $binary is not static" >&2
            exit 1
        fi
        ;;
    esac
    name=typelog-$version-$wanted
    mkdir -p "$out/$name"
    if [ "$profile" = dev ]; then
        # Without what debuggers need, which is most of it.
        strip -o "$out/typelog" "$binary" && binary=target/packages/typelog
    fi
    cp "$binary" LICENSE README.md "$notices" "$out/$name/"
    # The first binary that runs here writes the pages for all.
    if [ -z "$pages" ] && "./$binary" --version >/dev/null 2>&1; then
        pages=$out/pages
        "./$binary" man "$pages/man/man1"
        mkdir -p "$pages/completions"
        for shell in bash elvish fish powershell zsh; do
            "./$binary" completions $shell >"$pages/completions/typelog.$shell"
        done
    fi
    [ -z "$pages" ] || cp -R "$pages/." "$out/$name/"
    node_folder=$out/npm/binaries/$(node_name "$wanted")
    mkdir -p "$node_folder"
    cp "$binary" "$node_folder/"
    find "$out/$name" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    tar --create --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w --directory "$out" "$name" |
        gzip --no-name --best >"$out/$name.tar.gz"
    rm -rf "${out:?}/$name"
done
rm -rf "$out/pages" "$out/typelog"

# The bill of materials.
python3 src/packaging/sbom.py "$@" >"$out/typelog-$version.cdx.json"

cp src/packaging/npm/typelog.js LICENSE "$notices" "$out/npm/"
cp src/packaging/npm/README.md "$out/npm/README.md"
sed "s/\"0.0.0\"/\"$version\"/" src/packaging/npm/package.json >"$out/npm/package.json"
if command -v npm >/dev/null; then
    (cd "$out/npm" && npm pack --silent --pack-destination "$out" >/dev/null)
else
    echo "release.sh: there is no npm, and no package for it" >&2
fi
rm -rf "$out/npm" "$notices"

(cd "$out" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
