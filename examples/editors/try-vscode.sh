#!/bin/sh
# Asks the extension about a module of Terraform in the real VS Code: code-server, from npm, in a Chromium without a window. Takes the
# path of `typelog`, which is the debug build by default and is packed into the extension. Needs Node.js 20 with its headers, python3
# and a C++ compiler; CHROMIUM names the browser, and SCREENSHOTS a folder for pictures.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
typelog=$(realpath "${1:-$root/target/debug/typelog}")
tools=$root/target/try-vscode
version=4.100.3

failed() {
    tail -n 40 "$tools/log" >&2
    exit 1
}

# Without their scripts, which download: what is compiled is compiled here, with the headers of this Node.js.
install() {
    mkdir -p "$tools"
    [ -f "$tools/package.json" ] || echo '{ "private": true }' >"$tools/package.json"
    cd "$tools"
    npm install --ignore-scripts --no-audit --no-fund --silent "code-server@$version" playwright-core
    headers=$(dirname "$(dirname "$(realpath "$(command -v node)")")")
    (cd node_modules/argon2 && npx --no-install node-pre-gyp rebuild --build-from-source --nodedir="$headers" >"$tools/log" 2>&1) ||
        failed
    cd node_modules/code-server/lib/vscode
    npm install --ignore-scripts --omit=dev --no-audit --no-fund --silent
    # Their scripts ask npx for node-gyp, which npm installs if it is told to.
    npm_config_yes=true npm_config_nodedir=$headers npm rebuild node-pty @vscode/spdlog >"$tools/log" 2>&1 || failed
    ln -sfn node_modules node_modules.asar
    (cd extensions && npm install --ignore-scripts --omit=dev --no-audit --no-fund --silent)
    touch "$tools/installed"
}
[ -f "$tools/installed" ] || install

cd "$here/vscode"
[ -d node_modules ] || npm ci --no-audit --no-fund --silent
TYPELOG=$typelog npm run --silent package:server >/dev/null

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
cp -r "$root/tests/editors/network" "$work/network"
mkdir -p "$work/data/User"
cp "$here/try-vscode.json" "$work/data/User/settings.json"
# Nothing is asked of a network.
export HOME="$work" EXTENSIONS_GALLERY='{}'
code() { node "$tools/node_modules/code-server/out/node/entry.js" --user-data-dir "$work/data" --extensions-dir "$work/extensions" "$@"; }
code --install-extension "$here"/vscode/typelog-*.vsix >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
port=${PORT:-8123}
node "$tools/node_modules/code-server/out/node/entry.js" --user-data-dir "$work/data" --extensions-dir "$work/extensions" \
    --auth none --bind-addr "127.0.0.1:$port" --disable-telemetry --disable-update-check >"$work/log" 2>&1 &
server=$!
NODE_PATH=$tools/node_modules node "$here/try-vscode.mjs" "http://127.0.0.1:$port/" "$work/network"
