#!/bin/sh
# How long it takes until a changed rule shows its effect: a row of an exported book is changed, and the examples are typed by
# it. Prints the milliseconds of the median of eleven runs. The binary is the first argument, or that of a release build.
set -eu
cd "$(dirname "$0")/../.."
typelog=${1:-target/release/typelog}
book=$(mktemp -d)
trap 'rm -rf "$book"' EXIT
"$typelog" book export "$book"
sed -i 's/^element_unification(List, Set, List)/element_unification(List, Set, Set)/' "$book/types/unification_members.dl"
for _ in 1 2 3 4 5 6 7 8 9 10 11; do
    start=$(date +%s%N)
    "$typelog" types examples/tour --book "$book" >/dev/null 2>&1 || :
    echo $((($(date +%s%N) - start) / 1000000))
done | sort -n | sed -n 6p
