#!/bin/sh
# Asks `typelog lsp` about a module of Terraform in the real Neovim, with the settings in `neovim.lua`. Needs Neovim 0.11 or later
# (NVIM names it), and takes the path of `typelog`, which is the debug build by default.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
typelog=$(realpath "${1:-$here/../../target/debug/typelog}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$typelog" "$work/bin/typelog"
cp -r "$here/../../tests/editors/network" "$work/network"
export PATH="$work/bin:$PATH" XDG_STATE_HOME="$work/state" XDG_DATA_HOME="$work/data" XDG_CONFIG_HOME="$work/config"
cd "$work/network"
"${NVIM:-nvim}" --headless -n -u "$here/neovim.lua" -S "$here/try-neovim.lua"
