"""Datalog-driven type inference for HCL and PCL programs.

    import typelog

    program = typelog.check("infra/", schemas="schemas")
    program.diagnostics                     # its problems, as values
    program.problems()                      # the same as a table: .df(), .pl(), .arrow()
    program.types()                         # a table that pandas, Polars and DuckDB take
    program.explain("port")                 # the proof of a type
    program.query("rules.dl")               # the rows that your own rules derive

A wrong program raises no exception: it has diagnostics. `FileNotFoundError` and `TypelogError` are raised for wrong calls,
and `TypelogFault` for an internal fault of typelog.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Optional, TypedDict, Union

from . import _native
from ._native import (
    Answers as _Answers,
    Diagnostic,
    Label,
    Program as _Program,
    Proof,
    Refusal,
    Table,
    TypelogError,
    TypelogFault,
    __version__,
    codes,
    page,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Answers",
    "Diagnostic",
    "Label",
    "Options",
    "Program",
    "Proof",
    "Refusal",
    "Relations",
    "Table",
    "TypelogError",
    "TypelogFault",
    "__version__",
    "check",
    "codes",
    "explain",
    "facts",
    "page",
    "query",
    "types",
    "why_not",
]

Path = Union[str, "os.PathLike[str]"]
Text = Union[str, Mapping[str, str]]


class Options(TypedDict, total=False):
    """The options of `typelog check`, with the same names."""

    name: str
    """The file name of the text, in reports and to determine its dialect."""
    schemas: Union[Path, Sequence[Path]]
    """Directories with schemas of Pulumi packages and of Terraform providers."""
    declare: Union[Path, Sequence[Path]]
    """Files that declare variables, functions, types and blocks."""
    dialect: Optional[str]
    """The language of the program: `hcl`, `pcl`, `bicep` or `terraform`."""
    lenient: bool
    """Report unknown variables, properties and packages as warnings."""
    full: bool
    """Show the full structure of types, not their names in schemas, and do not shorten long types in messages."""
    book: Optional[Path]
    """The book of rules: the name of a built-in book, or a directory."""
    select: Sequence[str]
    """Report only these codes."""
    ignore: Sequence[str]
    """Do not report these codes."""
    severity: Optional[str]
    """Report only diagnostics of at least this severity: `error`, `warning` or `note`."""
    root: Union[Path, Sequence[Path]]
    """Directories that may contain components, besides the program's own directory and its parent."""
    modules: Union[Path, Sequence[Path]]
    """Directories with Terraform modules from registries and repositories."""
    config: Optional[Path]
    """The settings file; by default the first `typelog.toml` in the program's directory and the directories above it."""
    no_config: bool
    """Use no settings file."""
    jobs: Optional[int]
    """The number of threads."""
    limits: Mapping[str, int]
    """The limits that `typelog help limits` lists, such as `{"max_rows": 1000}`."""


class Relations(Mapping[str, Table]):
    """Tables by the names of their relations. Each is created when it is first requested."""

    def __init__(self, of: Union[_Program, _Answers], words: bool) -> None:
        self._of, self._words = of, words
        self._names = of.relations()
        self._tables: dict[str, Table] = {}

    def __getitem__(self, name: str) -> Table:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._tables:
            self._tables[name] = self._of.relation(name, words=self._words)
        return self._tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"Relations({', '.join(self._names)})"


class Answers(Relations):
    """The relations that rules derive, and the findings of their lints."""

    def __init__(self, of: _Answers, words: bool) -> None:
        super().__init__(of, words)
        self._answers = of

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The findings of the lints among the rules."""
        return self._answers.diagnostics

    def why(self, row: str, *, most: Optional[int] = None) -> list[Proof]:
        """The proofs of the rows that match a pattern, with `_` for anything: `unused("a", _)`; at most `most` of them."""
        return self._answers.why(row, most=most)

    def why_not(self, row: str) -> str:
        """The reason why no row matches a pattern: the nearest rule, and the premise that fails."""
        return self._answers.why_not(row)

    def __repr__(self) -> str:
        return "\n".join(repr(table) for table in self.values())

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self.values())


class Program:
    """A program that has been checked."""

    def __init__(self, native: _Program) -> None:
        self._native = native

    @property
    def name(self) -> str:
        """The path of the program, or the name of its first text."""
        return self._native.name

    @property
    def ok(self) -> bool:
        """Holds if there is no error."""
        return self._native.ok

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics, in the order of places."""
        return self._native.diagnostics

    def problems(self) -> Table:
        """The diagnostics as a table."""
        return self._native.problems()

    def report(self, *, color: bool = False) -> str:
        """The report that `typelog check` prints; empty if there are no problems."""
        return self._native.report(color=color)

    def types(self, *, all: bool = False, full: bool = False) -> Table:
        """The types of the named values; with `all`, of all expressions. Types of schemas are shown by name, unless `full`
        is set."""
        return self._native.types(all=all, full=full)

    def explain(
        self,
        target: Union[str, Diagnostic],
        *,
        wider: int = 0,
        depth: Optional[int] = None,
        through: bool = False,
    ) -> Proof:
        """The proof of a type or a problem. The target is a place `FILE:LINE:COLUMN`, a name, or a diagnostic. `wider` is
        the number of levels outwards from the innermost expression at the place, `depth` is the maximum depth of the proof,
        and `through` continues in the definitions that the proof refers to."""
        return self._native.explain(target, wider=wider, depth=depth, through=through)

    def ask(self, question: str, *, most: Optional[int] = None) -> list[Proof]:
        """The answers to a question about the relations, such as `has_type(e, t), is_any(t)`, each with its proof; at most
        `most` of them."""
        return self._native.ask(question, most=most)

    def query(self, rules: Path, *, words: bool = True) -> Answers:
        """Runs rules over the facts. The rules are a text, or the path of a file that ends with `.dl`. Ids are words or,
        without `words`, numbers, by which the relations join with facts."""
        is_path = isinstance(rules, os.PathLike) or ("\n" not in rules and rules.endswith(".dl"))
        return Answers(self._native.query(os.fspath(rules), is_path=is_path), words)

    def facts(self, *, words: bool = False) -> Relations:
        """All relations of the program, as tables by name. Ids are numbers, by which the relations join, or `words`."""
        return Relations(self._native, words)

    def __repr__(self) -> str:
        return repr(self._native)


def check(
    path: Optional[Path] = None, *, text: Optional[Text] = None, **options: Unpack[Options]
) -> Program:
    """Checks a program: a file, a directory, a text, or several texts by their file names."""
    name = options.pop("name", None)
    checker = _checker(options)
    if (path is None) == (text is None):
        raise TypeError("a program is either a path or a text")
    if path is not None:
        return Program(checker.check_path(os.fspath(path)))
    if not isinstance(text, Mapping):
        endings = {"pcl": "main.pp", "terraform": "main.tf"}
        usual = endings.get(options.get("dialect") or "", "main.hcl")
        text = {name or usual: text or ""}
    return Program(checker.check_texts(list(text.items())))


def types(
    path: Optional[Path] = None,
    *,
    text: Optional[Text] = None,
    all: bool = False,
    **options: Unpack[Options],
) -> Table:
    """The types of the named values of a program; with `all`, of all its expressions."""
    return check(path, text=text, **options).types(all=all, full=options.get("full", False))


def explain(
    target: str, path: Optional[Path] = None, *, text: Optional[Text] = None, **options: Unpack[Options]
) -> Union[Proof, Refusal]:
    """The proof of a type or a problem of a program, or without a program, of a judgment: `converts(int, string)`."""
    if path is None and text is None:
        return why_not(target, **options)
    return check(path, text=text, **options).explain(target)


def why_not(judgment: str, **options: Unpack[Options]) -> Union[Proof, Refusal]:
    """The reason why a judgment such as `converts(list(int), bool)` does not hold, or its proof if it holds."""
    return _checker(options).judge(judgment)


def query(
    rules: Path,
    path: Optional[Path] = None,
    *,
    text: Optional[Text] = None,
    words: bool = True,
    **options: Unpack[Options],
) -> Answers:
    """Runs your own rules over the facts about a program."""
    return check(path, text=text, **options).query(rules, words=words)


def facts(
    path: Optional[Path] = None,
    *,
    text: Optional[Text] = None,
    words: bool = False,
    **options: Unpack[Options],
) -> Relations:
    """All relations of a program, as tables by name."""
    return check(path, text=text, **options).facts(words=words)


# The place of each option among those of the library.
_SETTINGS = ("book", "declare", "dialect", "ignore", "lenient", "limits", "schemas", "select", "severity")
_OTHERS = {"root": "roots", "modules": "modules", "full": "full", "jobs": "jobs"}
_MANY = ("schemas", "declare", "select", "ignore", "root", "modules")


def _checker(options: Options) -> _native.Checker:
    given = {key: value for key, value in options.items() if value is not None}
    given.pop("name", None)
    config, no_config = given.pop("config", None), given.pop("no_config", False)
    plain: dict[str, object] = {}
    settings: dict[str, object] = {}
    for key, value in given.items():
        if key in _MANY:
            several = [value] if isinstance(value, (str, os.PathLike)) else value
            value = [os.fspath(one) for one in several]  # type: ignore[attr-defined]
        elif isinstance(value, os.PathLike):
            value = os.fspath(value)
        if key in _SETTINGS:
            settings[key] = {name.replace("_", "-"): of for name, of in value.items()} if isinstance(value, Mapping) else value
        elif key in _OTHERS:
            plain[_OTHERS[key]] = value
        else:
            raise TypeError(f"unexpected argument `{key}`")
    if no_config:
        plain["settings-file"] = "none"
    elif config is not None:
        plain["settings-file"] = {"at": os.fspath(config)}  # type: ignore[call-overload]
    return _native.Checker(json.dumps({"settings": settings, **plain}))
