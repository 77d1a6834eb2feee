#!/bin/sh
# Builds the wheel, installs it into an empty environment, and runs the command, the tests, the check of the stubs, and the
# notebook. Without Python, or without a registry to install from, it says so and ends well.
#
#   src/python/test.sh              the wheel as tests need it: built like `cargo build`
#   src/python/test.sh --release    the wheel for others; it stays in target/wheels
set -eu
cd "$(dirname "$0")/../.."
root=$(pwd)
work=$root/target/python
profile=${1:---profile=dev}

skip() {
    echo "src/python/test.sh: skipped: $1"
    exit 0
}

command -v python3 >/dev/null || skip "there is no python3"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "python3 is older than 3.10"
rm -rf "$work"
mkdir -p "$work"
python3 -m venv "$work/tools" >/dev/null || skip "python3 makes no environments (python3-venv)"
"$work/tools/bin/pip" install --quiet --disable-pip-version-check maturin >/dev/null 2>&1 || skip "maturin cannot be installed"

MATURIN=$work/tools/bin/maturin src/python/wheel.sh "$work/wheels" "$profile"
wheel=$(ls "$work"/wheels/typelog-*.whl)

# An empty environment: the wheel needs nothing else.
python3 -m venv "$work/empty"
"$work/empty/bin/pip" install --quiet --disable-pip-version-check --no-index "$wheel"
"$work/empty/bin/typelog" --version
"$work/empty/bin/typelog" check --schemas examples/schemas examples/pcl/network
"$work/empty/bin/python" -c 'import typelog; assert typelog.check(text="a = 1").ok'
# What the index shows of it, and its licences.
"$work/empty/bin/python" - <<'END'
from importlib.metadata import distribution
typelog = distribution("typelog")
shown = typelog.metadata
assert shown["License-Expression"] == "Apache-2.0" and shown["Author"] and shown.get_all("Classifier") and shown["Keywords"]
assert sorted(shown.get_all("License-File")) == ["licenses/LICENSE", "licenses/THIRD-PARTY-NOTICES.txt"]
assert shown.get_payload().startswith("# typelog in Python") and "```python" in shown.get_payload()
(notices,) = [path for path in typelog.files if path.name == "THIRD-PARTY-NOTICES.txt"]
text = notices.read_text()
assert all(f"\n{crate} " in text for crate in ("pyo3", "arrow-array", "ascent", "serde"))
assert "\nthe standard library of Rust\n" in text
print("the wheel has its notices")
END

"$work/empty/bin/pip" install --quiet --disable-pip-version-check \
    duckdb ipykernel mypy nbclient nbformat pandas polars pyarrow pytest typing_extensions
TYPELOG_EXAMPLES=$root/examples "$work/empty/bin/python" -m pytest --quiet -p no:cacheprovider src/python/tests
(
    # Away from the sources, so that the wheel is looked at.
    cd "$work"
    empty/bin/python -m mypy --strict --no-error-summary -p typelog
    empty/bin/python -m mypy.stubtest typelog
)
"$work/empty/bin/python" examples/notebook/test.py
if [ "$profile" = --release ]; then
    mkdir -p target/wheels && cp "$wheel" target/wheels/
fi
rm -rf "$work"
