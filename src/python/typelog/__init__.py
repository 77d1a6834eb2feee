"""Datalog-driven type inference for HCL and PCL programs.

    import typelog

    program = typelog.check("infra/", schemas="schemas")
    program.diagnostics                     # what is wrong, as values
    program.types()                         # a table that pandas, Polars and DuckDB take
    program.explain("port")                 # the proof of a type
    program.query("rules.dl")               # rules of one's own

A wrong program is a value with diagnostics. Exceptions are for wrong calls: `FileNotFoundError`, and `TypelogError` for
options, rules and questions that make no sense. `TypelogFault` is a fault of typelog.
"""

from __future__ import annotations

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
    """How programs are read and checked: the options of `typelog check`, by the same names."""

    name: str
    """What the text is called: `main.pp` is PCL, `main.tf` Terraform, all else HCL."""
    schemas: Union[Path, Sequence[Path]]
    """Directories with schemas of Pulumi packages, or of Terraform's providers."""
    declare: Union[Path, Sequence[Path]]
    """Files that declare what programs may refer to."""
    dialect: Optional[str]
    """`hcl`, `pcl`, `bicep` or `terraform`."""
    lenient: bool
    """Unknown variables, properties and packages are warnings."""
    full: bool
    """Messages show types whole."""
    book: Optional[Path]
    """The book of rules: the name of an edition, or a directory."""
    select: Sequence[str]
    """Report these codes alone."""
    ignore: Sequence[str]
    """Do not report these codes."""
    severity: Optional[str]
    """Report what is at least as bad: `error`, `warning` or `note`."""
    root: Union[Path, Sequence[Path]]
    """Directories that components may lie in as well."""
    modules: Union[Path, Sequence[Path]]
    """Directories with modules of Terraform."""
    config: Optional[Path]
    """The file with settings, instead of the first `typelog.toml` around the program."""
    no_config: bool
    """Use no file with settings."""
    jobs: Optional[int]
    """How many threads work at a time."""
    limits: Mapping[str, int]
    """The limits that `typelog help limits` lists, such as `{"max-rows": 1000}`."""


class Relations(Mapping[str, Table]):
    """Tables by the names of their relations. Each is made when it is first asked for."""

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
    """What rules have derived: their relations, and what their lints find."""

    def __init__(self, of: _Answers, words: bool) -> None:
        super().__init__(of, words)
        self._answers = of

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What the lints of the rules find."""
        return self._answers.diagnostics

    def why(self, row: str, *, most: Optional[int] = None) -> list[Proof]:
        """The proofs of the rows that are like one, or of the first ones, `_` for anything: `unused("a", _)`."""
        return self._answers.why(row, most=most)

    def why_not(self, row: str) -> str:
        """Why there is no row like one: the rule that comes nearest, and where it fails."""
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
        """Its path, or the name of its first text."""
        return self._native.name

    @property
    def ok(self) -> bool:
        """Holds if there is no error."""
        return self._native.ok

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with it, in the order of places."""
        return self._native.diagnostics

    def report(self, *, color: bool = False) -> str:
        """The report that `typelog check` prints; empty if nothing is wrong."""
        return self._native.report(color=color)

    def types(self, *, all: bool = False, full: bool = False) -> Table:
        """The types of the named values; with `all`, of all expressions. Types of schemas go by their names, unless they
        are wanted in `full`."""
        return self._native.types(all=all, full=full)

    def explain(
        self,
        target: Union[str, Diagnostic],
        *,
        wider: int = 0,
        depth: Optional[int] = None,
        through: bool = False,
    ) -> Proof:
        """The proof of a type or a problem: of what stands at `FILE:LINE:COLUMN`, of the value of a name, or of a
        diagnostic. `wider` takes an expression around that at the place, `depth` cuts the proof, and `through` goes on in
        the definitions that it leads to."""
        return self._native.explain(target, wider=wider, depth=depth, through=through)

    def ask(self, question: str, *, most: Optional[int] = None) -> list[Proof]:
        """The answers to a question about the relations, `has_type(e, t), is_any(t)`, or the first ones, each with its
        proof."""
        return self._native.ask(question, most=most)

    def query(self, rules: Path, *, words: bool = True) -> Answers:
        """Runs rules over the facts: a text, or the path of a file that ends with `.dl`. Ids are shown in `words`; without,
        they are the numbers by which relations are joined with facts."""
        is_path = isinstance(rules, os.PathLike) or ("\n" not in rules and rules.endswith(".dl"))
        return Answers(self._native.query(os.fspath(rules), is_path=is_path), words)

    def facts(self, *, words: bool = False) -> Relations:
        """All that is known of the program, as tables by the names of their relations. Ids are the numbers by which they are
        joined, or shown in `words`."""
        return Relations(self._native, words)

    def __repr__(self) -> str:
        return repr(self._native)


def check(
    path: Optional[Path] = None, *, text: Optional[Text] = None, **options: Unpack[Options]
) -> Program:
    """Checks a program: the one in a file or a directory, or a text, or several texts by the names of their files."""
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
    """The proof of something in a program; without one, of a judgment about types: `converts(int, string)`."""
    if path is None and text is None:
        return why_not(target, **options)
    return check(path, text=text, **options).explain(target)


def why_not(judgment: str, **options: Unpack[Options]) -> Union[Proof, Refusal]:
    """Why a judgment about types does not hold, `converts(list(int), bool)`; or its proof, if it does."""
    return _checker(options).judge(judgment)


def query(
    rules: Path,
    path: Optional[Path] = None,
    *,
    text: Optional[Text] = None,
    words: bool = True,
    **options: Unpack[Options],
) -> Answers:
    """Runs rules of one's own over the facts about a program."""
    return check(path, text=text, **options).query(rules, words=words)


def facts(
    path: Optional[Path] = None,
    *,
    text: Optional[Text] = None,
    words: bool = False,
    **options: Unpack[Options],
) -> Relations:
    """All that is known of a program, as tables by the names of their relations."""
    return check(path, text=text, **options).facts(words=words)


_MANY = ("schemas", "declare", "select", "ignore", "root", "modules")
_ONE = ("dialect", "severity", "config")
_FLAGS = ("lenient", "full", "no_config")


def _checker(options: Options) -> _native.Checker:
    given = dict(options)
    given.pop("name", None)
    book, jobs, limits = given.pop("book", None), given.pop("jobs", None), given.pop("limits", {})
    chosen: list[tuple[str, str]] = []
    flags: list[str] = []
    for key, value in given.items():
        if key in _MANY:
            several = [value] if isinstance(value, (str, os.PathLike)) else value
            chosen.extend((key, os.fspath(one)) for one in several)  # type: ignore[attr-defined]
        elif key in _ONE:
            chosen.extend([] if value is None else [(key, os.fspath(value))])  # type: ignore[call-overload]
        elif key in _FLAGS:
            flags.extend([key.replace("_", "-")] if value else [])
        else:
            raise TypeError(f"there is no option `{key}`")
    chosen.extend((key, str(value)) for key, value in limits.items())  # type: ignore[attr-defined]
    return _native.Checker(chosen, flags, None if book is None else os.fspath(book), jobs)  # type: ignore
