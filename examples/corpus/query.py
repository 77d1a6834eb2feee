#!/usr/bin/env python3
"""Answers the queries of this directory, or some of them, over a dataset of `typelog corpus` with DuckDB.

    pip install duckdb
    query.py DATASET [NAME...]
"""

import json
import sys
from pathlib import Path

import duckdb


def open_dataset(dataset: Path) -> duckdb.DuckDBPyConnection:
    """A connection with a view for each relation of the dataset."""
    connection = duckdb.connect()
    for relation in json.loads((dataset / "relations.json").read_text()):
        name = relation["name"]
        file = dataset / f"{name}.parquet"
        source = file if file.exists() else dataset / name / "*.parquet"
        connection.execute(f"""CREATE VIEW "{name}" AS SELECT * FROM read_parquet('{source}')""")
    return connection


def main() -> None:
    dataset, names = Path(sys.argv[1]), sys.argv[2:]
    connection = open_dataset(dataset)
    for query in sorted((Path(__file__).parent / "queries").glob("*.sql")):
        if names and query.stem not in names:
            continue
        text = query.read_text()
        print(f"{query.stem}: {text.splitlines()[0].removeprefix('-- ')}")
        try:
            connection.sql(text).limit(12).show()
        except duckdb.CatalogException as missing:
            print(f"  left out: {str(missing).splitlines()[0]}\n")


if __name__ == "__main__":
    main()
