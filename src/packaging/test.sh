#!/bin/sh
# Makes packages of the command as `cargo build` builds it, or with `--release` of the static one, installs each into an empty
# environment, and runs it there. What is not at hand (npm, GNU tar, python3 3.11) is left out, with a message.
set -eu
cd "$(dirname "$0")/../.."
root=$(pwd)
work=$root/target/packages-test
host=$(rustc -vV | sed -n 's/^host: //p')

skip() {
    echo "src/packaging/test.sh: skipped: $1"
    exit 0
}

command -v python3 >/dev/null && python3 -c 'import tomllib' 2>/dev/null || skip "there is no python3 3.11"
tar --version 2>/dev/null | grep -q GNU || skip "there is no GNU tar"
# The crates can be packed for a registry: each dependency has a version, and each crate the rules that its build reads.
src/packaging/crates.sh >/dev/null
for crate in types builtins interpreter answers conversion-rules terraform-rules type-rules program-rules pulumi-rules; do
    tar --list --gzip --file target/crates/target/package/typelog-$crate-*.crate | grep -q '^[^/]*/rules/types/judgments.dl$' ||
        { echo "the crate typelog-$crate has no rules" >&2; exit 1; }
done

case ${1:-} in
--release)
    target=x86_64-unknown-linux-musl
    src/packaging/release.sh $target
    ;;
*)
    target=$host
    src/packaging/release.sh --debug $target
    ;;
esac

# The notices name the crates in the bill of materials, and parts that are no crates.
has_notices() {
    python3 - "$1" "$root"/target/packages/typelog-*.cdx.json <<'END'
import json, sys
notices = open(sys.argv[1]).read()
own = {"typelog"} | {of["name"] for of in json.load(open(sys.argv[2]))["components"] if of["name"].startswith("typelog-")}
crates = [of for of in json.load(open(sys.argv[2]))["components"] if of["name"] not in own]
missing = [of["name"] for of in crates if f"\n{of['name']} {of['version']} (" not in notices]
assert len(crates) > 50 and not missing, f"no notice for {missing}"
assert all(part in notices for part in ("the standard library of Rust", "Permission is hereby granted", "Apache License"))
print(f"{sys.argv[1]}: notices of {len(crates)} crates")
END
}

rm -rf "$work"
mkdir -p "$work/archive" "$work/npm"
cd "$root/target/packages"
sha256sum --check --quiet SHA256SUMS
tar --extract --gzip --file typelog-*-$target.tar.gz --directory "$work/archive"

# The archive, without any environment.
cd "$work"/archive/typelog-*
env -i ./typelog --version
env -i ./typelog check --schemas "$root/examples/schemas" "$root/examples/pcl/network"
for page in typelog typelog-check typelog-type-convert; do
    grep -q '^\.SH NAME' "man/man1/$page.1" || { echo "$page.1 is no manual page" >&2; exit 1; }
done
bash -n completions/typelog.bash
bash -c '. completions/typelog.bash; complete -p typelog' >/dev/null
has_notices THIRD-PARTY-NOTICES.txt

# What pipelines run.
if python3 -m venv "$work/tools" && "$work/tools/bin/pip" install --quiet --disable-pip-version-check pre-commit PyYAML >/dev/null 2>&1; then
    "$work/tools/bin/python" "$root/src/packaging/pipelines.py" "$root"/target/packages/typelog-*-$target.tar.gz
else
    echo "src/packaging/test.sh: pre-commit cannot be installed: the hook, the action and the container are not tested"
fi

# The bill of materials.
python3 - "$root"/target/packages/typelog-*.cdx.json <<'END'
import json, sys
bill = json.load(open(sys.argv[1]))
refs = {of["bom-ref"] for of in bill["components"]} | {bill["metadata"]["component"]["bom-ref"]}
assert bill["bomFormat"] == "CycloneDX" and len(refs) == len(bill["components"]) + 1 > 50
assert all(need in refs for of in bill["dependencies"] for need in of["dependsOn"])
assert all("licenses" in of for of in bill["components"]), "a component has no licence"
assert not any(of["name"] in ("proptest", "pyo3", "wasm-bindgen") for of in bill["components"])
print(f"the bill of materials has {len(bill['components'])} components")
END

# The package for npm.
if command -v npm >/dev/null; then
    cd "$work/npm"
    npm init --yes >/dev/null
    npm install --offline --no-audit --no-fund --silent "$root"/target/packages/typelog-*.tgz
    npx --no-install typelog --version
    has_notices node_modules/typelog/THIRD-PARTY-NOTICES.txt
    npx --no-install typelog check --schemas "$root/examples/schemas" "$root/examples/pcl/network"
    status=0
    echo 'a = missing' | npx --no-install typelog check - >/dev/null || status=$?
    [ "$status" = 1 ] || { echo "the package gives the status $status, not 1" >&2; exit 1; }
else
    echo "src/packaging/test.sh: there is no npm: its package is not tested"
fi

# The extension for VS Code with the server in it.
cd "$root/examples/editors/vscode"
if npm ci --no-audit --no-fund --silent >/dev/null 2>&1; then
    TYPELOG=$(echo "$work"/archive/typelog-*/typelog) npm run --silent package:server
    python3 - typelog-*.vsix "$work/extension" <<'END'
import os, sys, zipfile
package, folder = zipfile.ZipFile(sys.argv[1]), sys.argv[2]
package.extractall(folder)
server = package.getinfo("extension/server/typelog")
assert server.external_attr >> 16 & 0o111, "the server in the extension cannot be run"
os.chmod(f"{folder}/{server.filename}", 0o755)
notices = package.read("extension/THIRD-PARTY-NOTICES.txt").decode()
assert "\nvscode-languageclient 9." in notices, "the scripts of the extension have no notices"
END
    has_notices "$work/extension/extension/THIRD-PARTY-NOTICES.txt"
    env -i "$work/extension/extension/server/typelog" --version
else
    echo "src/packaging/test.sh: the packages of the extension cannot be installed: it is not tested"
fi
rm -rf "$work"
