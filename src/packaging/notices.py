"""The notices of third parties: the licences of all that a package is built of, with the names of what they are for.

    python3 src/packaging/notices.py [--package NAME] TARGET...

The texts are those in the sources of the crates, which cargo has downloaded. Equal texts are printed once. Parts that are no crates
(the standard library, the C library of static binaries) have their notices as well. The text is the same whenever `Cargo.lock` and
the version of Rust are the same.
"""

import html.parser
import pathlib
import subprocess
import sys

from sbom import metadata, used

NAMES = ("LICEN", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT")
LINE = "-" * 80

# The text for crates that say they are under this licence, and have no file with it.
MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE
FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""


class Text(html.parser.HTMLParser):
    """The text of an HTML document, without its styles."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.is_hidden = False

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.is_hidden = self.is_hidden or tag in ("style", "script")

    def handle_endtag(self, tag: str) -> None:
        self.is_hidden = self.is_hidden and tag not in ("style", "script")

    def handle_data(self, data: str) -> None:
        if not self.is_hidden:
            self.pieces.append(data)


def texts(package: dict) -> list[str]:
    """The texts of a crate's licences."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name.upper().startswith(NAMES) and path.suffix != ".rs")
    found = [path.read_text(errors="replace") for path in files]
    if found:
        return found
    if "MIT" not in package["license"]:
        raise SystemExit(f"notices.py: {package['name']} has no licence text")
    return [f"Copyright (c) {', '.join(package['authors'])}\n\n{MIT}"]


def standard_library() -> str:
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], check=True, capture_output=True, text=True).stdout.strip()
    page = pathlib.Path(sysroot) / "share/doc/rust/COPYRIGHT-library.html"
    text = Text()
    text.feed(page.read_text())
    return "".join(text.pieces)


def tidy(text: str) -> str:
    lines = [line.rstrip() for line in text.replace("\f", "").splitlines()]
    # No more than one empty line in a row.
    return "\n".join(line for at, line in enumerate(lines) if line or (at and lines[at - 1])).strip("\n")


def main(arguments: list[str]) -> None:
    root = "typelog"
    if arguments[:1] == ["--package"]:
        root, arguments = arguments[1], arguments[2:]
    # The texts, without regard to how they are broken into lines, with what they are for.
    notices: dict[str, tuple[str, list[str]]] = {}

    def add(name: str, text: str) -> None:
        notices.setdefault(" ".join(text.split()), (tidy(text), []))[1].append(name)

    packages: dict[str, dict] = {}
    for target in arguments:
        found = metadata(target)
        all_of_target = {package["id"]: package for package in found["packages"]}
        own = next(of["id"] for of in found["packages"] if of["name"] == root)
        packages.update({of: all_of_target[of] for of in used(found["resolve"], own) if all_of_target[of]["source"]})
    ordered = sorted(packages.values(), key=lambda of: (of["name"], of["version"]))
    for package in ordered:
        for text in texts(package):
            add(f"{package['name']} {package['version']} ({package['license']})", text)
    add("the standard library of Rust", standard_library())
    if any("musl" in target for target in arguments):
        add("musl, the C library", f"Copyright (c) 2005-2020 Rich Felker, et al.\n\n{MIT}")
    print(f"typelog contains software of third parties: {len(ordered)} crates, and the libraries below them. Their licences follow.")
    for text, names in notices.values():
        print(f"\n{LINE}\n{chr(10).join(dict.fromkeys(names))}\n{LINE}\n\n{text}")


if __name__ == "__main__":
    main(sys.argv[1:])
