#!/bin/sh
# Builds the wheel, with the licence and the notices of third parties.
#
#   src/python/wheel.sh OUT --release     with maturin, which is on the path or named by MATURIN, and its further options
set -eu
out=$1
shift
cd "$(dirname "$0")/../.."
host=$(rustc -vV | sed -n 's/^host: //p')
mkdir -p src/python/licenses
cp LICENSE src/python/licenses/
python3 src/packaging/notices.py --package typelog-python "$host" >src/python/licenses/THIRD-PARTY-NOTICES.txt
"${MATURIN:-maturin}" build --strip --quiet --manifest-path src/python/Cargo.toml --out "$out" "$@"
