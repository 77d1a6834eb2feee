#!/bin/sh
# Packs the crates for a registry, in a copy of the repository: the build scripts of some read the rules, and the sources of others, so
# that these crates have copies of them.
#
#   src/packaging/crates.sh               packs them
#   src/packaging/crates.sh --verify      and compiles each as it is packed, without a network
#
# `cargo publish --workspace` in the copy, `target/crates`, would publish them in their order.
set -eu
cd "$(dirname "$0")/../.."
root=$(pwd)
copy=$root/target/crates
verify=--no-verify
[ "${1:-}" = --verify ] && verify=

rm -rf "$copy"
mkdir -p "$copy"
git ls-files --cached --others --exclude-standard -z | tar --create --null --files-from=- | tar --extract --directory "$copy"

# Copies folders into that of a crate, without manifests: with one, a folder would be a package of its own.
give() {
    crate=$1
    shift
    find "$@" -name '*.rs' -o -name '*.dl' -o -name '*.txt' | tar --create --files-from=- | tar --extract --directory "$copy/$crate"
}
builtins="src/types src/engine/builtins"
give src/types rules
give src/engine/builtins rules
give src/engine/interpreter rules $builtins
give src/engine/answers rules $builtins
give src/engine/compiled/conversion rules $builtins
give src/engine/compiled/terraform rules $builtins
give src/engine/compiled/types rules $builtins
give src/engine/compiled/programs rules $builtins
give src/engine/compiled/pulumi rules $builtins

cd "$copy"
cargo package --workspace --exclude typelog-page --exclude typelog-python $verify --offline --allow-dirty --quiet --target-dir "$copy/target"
ls target/package/*.crate
