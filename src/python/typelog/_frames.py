"""Tables for data frames that take rows."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Table


def named_rows(table: Table) -> Iterator[tuple[Any, ...]]:
    """The rows of a table, which know the names of their columns as named tuples do. The names may be any texts."""
    plain = {"__reduce__": lambda row: (tuple, (tuple(row),))}
    kind: Any = type("Row", (tuple,), {"__slots__": (), "_fields": tuple(table.columns), **plain})
    return map(kind, table.rows())


def pandas_frame(table: Table, numbers: list[str]) -> Any:
    """The table as a data frame of pandas. The columns of numbers are such in an empty table as well."""
    # Not every user of typelog has it, or its types.
    pandas: Any = import_module("pandas")
    frame = pandas.DataFrame(table.to_dict(), columns=table.columns)
    return frame.astype({name: "int64" for name in numbers})
