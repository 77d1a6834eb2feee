"""Builds the site: the documents that SUMMARY.md lists, and pages that are made from the command's own answers.

    python3 docs/build.py            the sources, with their links checked, and the site, if mdbook is installed
    python3 docs/build.py --install  likewise, after `cargo install mdbook` into target/site-tools

The sources are written to target/site/src, and the site to target/site/book. Links between documents lead to pages, and links
to other files of the repository to copies of them. A link to a file or a heading that is not there is an error.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser

from generated import GENERATED, ROOT, Chapter, Command
from pictures import pictures

DOCS = ROOT / "docs"
OUT = ROOT / "target/site"
SOURCES = OUT / "src"
TOOLS = ROOT / "target/site-tools"
MDBOOK = "0.5.3"

ITEM = re.compile(r"^(?P<indent> *)(?P<mark>- )?\[(?P<title>[^]]*)\]\((?P<target>[^)]*)\)$")
LINK = re.compile(r"(\]\()([^()\s]+)(\))")
# Files that browsers show by themselves. Others are copied as plain text.
SHOWN = {".html", ".json", ".pdf", ".png", ".svg"}


class Site:
    """The chapters, where each file of the repository is shown, and the faults that are found."""

    def __init__(self, ask: Command) -> None:
        self.ask = ask
        self.lines: list[str] = []
        self.chapters: list[Chapter] = []
        self.faults: list[str] = []
        self.copies: dict[str, pathlib.Path] = {}
        for line in (DOCS / "SUMMARY.md").read_text().splitlines():
            self.read(line)
        self.places = {of.source: of.path for of in self.chapters if of.source}
        # The contents stand beside every page.
        self.places[DOCS / "SUMMARY.md"] = "index.md"
        self.headings = {of.path: headings(of.text) for of in self.chapters}

    def read(self, line: str) -> None:
        item = ITEM.match(line)
        if not item:
            self.lines.append(line)
            return
        indent, mark, target = item["indent"], item["mark"] or "", item["target"]
        if target.startswith("generated:"):
            for chapter in GENERATED[target.removeprefix("generated:")](self.ask):
                self.add(chapter, indent, mark)
            return
        source = (DOCS / target).resolve()
        self.add(Chapter(item["title"], site_path(source), source.read_text(), source), indent, mark)

    def add(self, chapter: Chapter, indent: str, mark: str) -> None:
        self.chapters.append(chapter)
        self.lines.append(f"{indent}{mark}[{chapter.title}]({chapter.path})")
        for below in chapter.below:
            self.add(below, indent + "  ", mark)

    def write(self) -> None:
        shutil.rmtree(OUT, ignore_errors=True)
        SOURCES.mkdir(parents=True)
        shutil.copy(DOCS / "book.toml", OUT)
        (SOURCES / "SUMMARY.md").write_text("\n".join(self.lines) + "\n")
        for chapter in self.chapters:
            path = SOURCES / chapter.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(outside_of_code(chapter.text, lambda prose: self.linked(prose, chapter)))
        for path, source in self.copies.items():
            (SOURCES / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, SOURCES / path)

    def linked(self, prose: str, chapter: Chapter) -> str:
        return LINK.sub(lambda link: link[1] + self.target(link[2], chapter) + link[3], prose)

    def target(self, link: str, chapter: Chapter) -> str:
        """The target of a link, seen from the chapter's page."""
        if re.match(r"(https?|mailto):", link):
            return link
        path, _, anchor = link.partition("#")
        place = self.place(path, chapter) if path else chapter.path
        if place is None or (anchor and anchor not in self.headings.get(place, {anchor})):
            self.faults.append(f"{chapter.source.relative_to(ROOT) if chapter.source else chapter.path}: {link}")
            return link
        relative = os.path.relpath(place, os.path.dirname(chapter.path)) if path else ""
        return relative + (f"#{anchor}" if anchor else "")

    def place(self, path: str, chapter: Chapter) -> str | None:
        """The place in the site that a path in a chapter leads to."""
        if path.startswith("raw:"):
            return self.copy(ROOT / path.removeprefix("raw:"))
        if chapter.source is None:
            generated = os.path.normpath(os.path.join(os.path.dirname(chapter.path), path))
            if generated in self.headings:
                return generated
            return self.copy((DOCS / chapter.path).parent.joinpath(path).resolve())
        target = (chapter.source.parent / path).resolve()
        if target in self.places:
            return self.places[target]
        generated = os.path.relpath(target, DOCS)
        if generated in self.headings:
            return generated
        if target.is_dir() and target / "README.md" in self.places:
            return self.places[target / "README.md"]
        return self.listing(target) if target.is_dir() else self.copy(target)

    def copy(self, source: pathlib.Path) -> str | None:
        if not source.is_file() or not source.is_relative_to(ROOT):
            return None
        path = f"files/{source.relative_to(ROOT)}"
        path += "" if source.suffix in SHOWN else ".txt"
        self.copies[path] = source
        return path

    def listing(self, folder: pathlib.Path) -> str:
        """A page that lists the files of a folder."""
        name = folder.relative_to(ROOT)
        path = f"files/{name}/index.html"
        listed = subprocess.run(["git", "ls-files", "--", str(name)], cwd=ROOT, check=True, capture_output=True, text=True)
        links = [self.copy(ROOT / file) for file in listed.stdout.splitlines()]
        items = "".join(f'<li><a href="{os.path.relpath(link, f"files/{name}")}">{link.removeprefix("files/").removesuffix(".txt")}</a></li>\n' for link in links if link)
        page = OUT / "listings" / path
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{name}</title>\n<h1>{name}</h1>\n<ul>\n{items}</ul>\n')
        self.copies[path] = page
        return path


def site_path(source: pathlib.Path) -> str:
    """The path of a document in the site: that below docs/, or below the root."""
    below = source.relative_to(DOCS) if source.is_relative_to(DOCS) else source.relative_to(ROOT)
    return str(below.with_name("index.md") if below.name == "README.md" else below)


def outside_of_code(text: str, change) -> str:
    """The text, with `change` applied to what is neither in a block nor in a span of code."""
    blocks = re.split(r"(^(`{3,})[^\n]*\n.*?^\2 *$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(outside_of_spans(part, change) if at % 3 == 0 else part if at % 3 == 1 else "" for at, part in enumerate(blocks))


def outside_of_spans(text: str, change) -> str:
    spans: list[str] = []

    def keep(span: re.Match[str]) -> str:
        spans.append(span[0])
        return f"\0{len(spans) - 1}\0"

    changed = change(re.sub(r"(?<!`)(`+)(?!`)(?:(?!\n\n).)+?(?<!`)\1(?!`)", keep, text, flags=re.DOTALL))
    return re.sub(r"\0(\d+)\0", lambda number: spans[int(number[1])], changed)


def headings(text: str) -> set[str]:
    """The anchors of the headings of a page."""
    found: dict[str, int] = {}
    anchors = set()
    outside = re.sub(r"^(`{3,})[^\n]*\n.*?^\1 *$", "", text, flags=re.MULTILINE | re.DOTALL)
    for title in re.findall(r"^#+ (.*)$", outside, re.MULTILINE):
        title = re.sub(r"\]\([^)]*\)", "", title).lower().strip()
        anchor = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title))
        number = found.get(anchor, 0)
        found[anchor] = number + 1
        anchors.add(f"{anchor}-{number}" if number else anchor)
    return anchors


class Links(HTMLParser):
    """The links and anchors of a built page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif (tag, name) in (("a", "href"), ("img", "src")) and value:
                self.links.append(value)


def faults_of_built(book: pathlib.Path) -> list[str]:
    """The links of the built pages that lead nowhere."""
    pages = {}
    for path in book.rglob("*.html"):
        page = Links()
        page.feed(path.read_text(errors="replace"))
        pages[path] = page
    faults = []
    for path, page in pages.items():
        if path.name in ("print.html", "404.html", "toc.html"):
            continue
        for link in page.links:
            target, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            place = (path.parent / target).resolve() if target else path
            is_there = place.is_file() and (not anchor or place not in pages or anchor in pages[place].anchors)
            if not is_there:
                faults.append(f"{path.relative_to(book)}: {link}")
    return faults


def binary() -> pathlib.Path:
    if given := os.environ.get("TYPELOG"):
        return pathlib.Path(given).resolve()
    subprocess.run(["cargo", "build", "--quiet", "--bin", "typelog"], cwd=ROOT, check=True)
    return ROOT / "target/debug/typelog"


def mdbook(install: bool) -> str | None:
    own = TOOLS / "bin/mdbook"
    if install and not own.is_file():
        # A small binary matters less than the time to build it.
        profile = os.environ | {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "1", "CARGO_PROFILE_RELEASE_LTO": "off"}
        command = ["cargo", "install", "--quiet", "--locked", "--no-default-features", "--features", "search", "--root", TOOLS, f"mdbook@{MDBOOK}"]
        subprocess.run(command, check=True, env=profile)
    return str(own) if own.is_file() else shutil.which("mdbook")


def end_with(faults: list[str], sentence: str) -> None:
    if faults:
        raise SystemExit("\n".join([sentence, *(f"  {fault}" for fault in faults)]))


def main() -> None:
    site = Site(Command(binary()))
    listed = {of.source for of in site.chapters}
    end_with([str(path) for path in sorted(DOCS.rglob("*.md")) if path not in listed and path.name != "SUMMARY.md"], "not in docs/SUMMARY.md:")
    site.write()
    end_with(site.faults, "links that lead nowhere:")
    old = [str(path) for path, picture in pictures(site.ask.binary).items() if path.read_text() != picture]
    end_with(old, "not what the commands print (python3 docs/pictures.py draws it):")
    print(f"{len(site.chapters)} pages, {len(site.copies)} files, all links hold")
    builder = mdbook("--install" in sys.argv)
    if builder is None:
        print("docs/build.py: mdbook is not installed: target/site/src is not rendered (--install installs it)")
        return
    subprocess.run([builder, "build", OUT], check=True)
    page = ROOT / "examples/page/dist"
    if page.is_dir():
        shutil.copytree(page, OUT / "book/page", dirs_exist_ok=True)
    end_with(faults_of_built(OUT / "book"), "links of the built site that lead nowhere:")
    print("target/site/book/index.html")


if __name__ == "__main__":
    main()
