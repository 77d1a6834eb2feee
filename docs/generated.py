"""The pages of the site that are made from the command's own answers: commands, options, codes, settings, relations, rules, builtins.

Each function returns chapters, in the order of the table of contents.
"""

import dataclasses
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]


@dataclasses.dataclass
class Chapter:
    """A page of the site."""

    title: str
    # Its path in the site.
    path: str
    text: str
    # The file of the repository that it shows. Links to the file lead to the page.
    source: pathlib.Path | None = None
    below: "list[Chapter]" = dataclasses.field(default_factory=list)


class Command:
    """The command whose answers the pages show."""

    def __init__(self, binary: pathlib.Path) -> None:
        self.binary = binary

    def __call__(self, *arguments: str) -> str:
        run = subprocess.run([self.binary, *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
        return run.stdout


def fenced(text: str, language: str = "text") -> str:
    """A block of code. Its fence is longer than those within it."""
    longest = max([2, *(len(marks) for marks in re.findall(r"^`{3,}", text, re.MULTILINE))])
    marks = "`" * (longest + 1)
    return f"{marks}{language}\n{text.strip(chr(10))}\n{marks}\n"


def cell(text: str) -> str:
    """A text in a table."""
    return " ".join(text.split()).replace("|", "\\|")


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


# Commands.

OPTION = re.compile(r"^ {2,6}(?:-\w, )?(--[a-z][\w-]*)", re.MULTILINE)


def subcommands(help_text: str) -> list[str]:
    listed = re.search(r"^Commands:\n((?:  .*\n)+)", help_text, re.MULTILINE)
    return re.findall(r"^  (\S+)", listed[1], re.MULTILINE) if listed else []


def all_commands(ask: Command) -> dict[str, str]:
    """The help of each command, by its name: `type convert`."""
    found: dict[str, str] = {}
    waiting = subcommands(ask("help"))
    while waiting:
        name = waiting.pop(0)
        found[name] = ask("help", *name.split())
        waiting = [f"{name} {below}" for below in subcommands(found[name])] + waiting
    return found


def command_path(name: str) -> str:
    return f"commands/{name.replace(' ', '-')}.md"


def commands(ask: Command) -> list[Chapter]:
    helps = all_commands(ask)
    rows = [[f"[`typelog {name}`]({command_path(name).removeprefix('commands/')})", cell(text.split("\n\n")[0])] for name, text in helps.items()]
    pages = [Chapter(name, command_path(name), f"# `typelog {name}`\n\n{fenced(text)}") for name, text in helps.items()]
    topics = [
        Chapter("Options", "commands/options.md", options_page(helps)),
        Chapter("Options of limits", "commands/limits.md", f"# `typelog help limits`\n\n{fenced(ask('help', 'limits'))}"),
    ]
    index = "# Every command\n\nThe help of each command, as `typelog help COMMAND` prints it. All [options](options.md) are listed on one page.\n\n"
    return [Chapter("Every command", "commands/index.md", index + table(["command", "purpose"], rows), below=topics + pages)]


def options_page(helps: dict[str, str]) -> str:
    takers: dict[str, list[str]] = {}
    for name, text in helps.items():
        for option in dict.fromkeys(OPTION.findall(text)):
            takers.setdefault(option, []).append(name)
    page = "# Options\n\nEach option with the commands that take it. `--book` and `--help` belong to all.\n\n"
    for option in sorted(takers.keys() - {"--book", "--help"}):
        links = ", ".join(f"[`{name}`]({command_path(name).removeprefix('commands/')})" for name in takers[option])
        page += f"## `{option}`\n\n{links}\n\n"
    return page


# Codes of diagnostics.


def codes(ask: Command) -> list[Chapter]:
    pages, rows = [], []
    for code in ask("explain", "--list").split():
        source = ROOT / "src/diagnostics/pages" / f"{code}.md"
        text = ask("explain", code)
        pages.append(Chapter(code, f"codes/{code}.md", text, source))
        sentence = re.split(r"(?<=\.)\s", text.split("\n\n")[1])[0]
        rows.append([f"[`{code}`]({code}.md)", cell(sentence)])
    index = "# Codes\n\nA page for each code of a diagnostic, as `typelog explain CODE` prints it.\n\n"
    return [Chapter("Codes", "codes/index.md", index + table(["code", "meaning"], rows), below=pages)]


# Settings.


def type_in_words(schema: dict, definitions: dict) -> str:
    if "$ref" in schema:
        of = definitions[schema["$ref"].rsplit("/", 1)[-1]]
        return " or ".join(f"`\"{one['const']}\"`" for one in of["oneOf"])
    if "anyOf" in schema:
        return " or ".join(type_in_words(one, definitions) for one in schema["anyOf"] if one.get("type") != "null")
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    name = next(name for name in names if name != "null")
    if name == "array":
        return f"a list, of which each is {type_in_words(schema['items'], definitions)}"
    if name == "object":
        return f"a table, of which each value is {type_in_words(schema['additionalProperties'], definitions)}"
    return {"boolean": "`true` or `false`", "integer": "a number", "string": "a text"}[name]


def settings(ask: Command) -> list[Chapter]:
    source = ROOT / "examples/editors/typelog.schema.json"
    schema = json.loads(source.read_text())
    page = (
        "# Settings\n\nThe keys of `typelog.toml`, from its [JSON Schema](../examples/editors/typelog.schema.json). "
        "[Diagnostics](diagnostics.md#settings) says which file is taken.\n\n"
    )
    for key, of in schema["properties"].items():
        page += f"## `{key}`\n\n{of['description']}\n\nValue: {type_in_words(of, schema['$defs'])}.\n\n"
    return [Chapter("Settings", "settings.md", page)]


# Relations.


def relations(ask: Command) -> list[Chapter]:
    page = (
        "# Relations\n\nThe relations of a program, as `typelog facts PROGRAM` lists them. A column with `*` is part of the key. "
        "Extensional relations are read off the program, the others are derived by rules.\n\n"
    )
    entries = re.findall(r"^(\w+)\((.*)\)\n    (\w+), \d+ rows?\. (.*)$", ask("facts", "examples/tour"), re.MULTILINE)
    if len(entries) < 30:
        raise SystemExit(f"docs: only {len(entries)} relations are found")
    for name, columns, kind, meaning in entries:
        page += f"## {name}\n\n{meaning} ({kind})\n\n{fenced(f'{name}({columns})')}\n"
    return [Chapter("Relations", "relations.md", page)]


# Rules.


def rules(ask: Command) -> list[Chapter]:
    """A page for each file of rules, with its relations and the drawings of its rules, and an index."""
    by_file: dict[str, list[dict]] = {}
    for rule in json.loads(ask("rules", "--format", "json")):
        by_file.setdefault(rule["file"], []).append(rule)
    for rule in json.loads(ask("rules", "--book", "pulumi", "--format", "json")):
        if rule["file"].startswith("rules/pulumi/"):
            by_file.setdefault(rule["file"], []).append(rule)
    pages = [rule_page(file, by_file[file]) for file in sorted(by_file)]
    rows = sorted(
        [f"[{rule['name']}]({page.path.removeprefix('rules/')}#{rule['name'].lower()})", cell(rule["sentence"])]
        for page in pages
        for rule in by_file[str(page.source.relative_to(ROOT))]
    )
    index = (
        f"# The rules, drawn\n\nAll {len(rows)} named rules. [The book of rules](index.md) says how to read them, and "
        "[builtins](builtins.md) are the functions that they call.\n\n"
    )
    builtins = f"# Builtins\n\nThe functions and values that rules may use, as `typelog book builtins` lists them.\n\n{fenced(ask('book', 'builtins'))}"
    below = [Chapter("Builtins", "rules/builtins.md", builtins), *pages]
    return [Chapter("The rules, drawn", "rules/drawn.md", index + table(["rule", "sentence"], rows), below=below)]


def rule_page(file: str, named: list[dict]) -> Chapter:
    source = ROOT / file
    text = source.read_text()
    intro = "\n".join(line.removeprefix("//!").removeprefix(" ") for line in text.splitlines() if line.startswith("//!"))
    title, rest = intro.split("\n", 1)
    folder, name = file.removeprefix("rules/").removesuffix(".dl").split("/")
    page = f"# {title.rstrip('.')}\n{rest}\n\nThe file: [`{file}`](raw:{file})\n\n"
    declared = relations_of(text)
    if declared:
        page += "## Relations\n\n" + "".join(f"- `{name}`: {doc}\n" for name, doc in declared) + "\n"
    for rule in named:
        sentence = rule["sentence"][0].upper() + rule["sentence"][1:]
        page += f"## {rule['name']}\n\n{sentence}\n\n{fenced(rule['drawing'])}\n{fenced(rule['code'])}\n"
    return Chapter(f"{folder}/{name}", f"rules/{folder}/{name}.md", page, source)


def relations_of(text: str) -> list[tuple[str, str]]:
    """The relations that a file declares, with their documentation."""
    found, doc = [], []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("///"):
            doc.append(line.removeprefix("///").strip())
        elif declared := re.match(r"(?:@\w+(?:\(.*\))? )*relation (\w+)", line):
            found.append((declared[1], " ".join(doc)))
            doc = []
        elif not line.startswith("@"):
            doc = []
    return found


# The book of tests.


def book(ask: Command) -> list[Chapter]:
    folder = ROOT / "tests/book"
    pages = sorted(path for path in folder.rglob("*.md") if path.name != "README.md" and "conformance" not in path.parts)
    chapters = []
    for path in pages:
        text = path.read_text()
        title = re.search(r"^# (.*)$", text, re.MULTILINE)
        chapters.append(Chapter(title[1] if title else path.stem, str(path.relative_to(ROOT)), text, path))
    return chapters


GENERATED = {of.__name__: of for of in (commands, codes, settings, relations, rules, book)}
