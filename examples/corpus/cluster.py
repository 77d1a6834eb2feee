#!/usr/bin/env python3
"""Makes one dataset of the programs below some directories, on all machines of a Ray cluster, or on this one.

    pip install ray
    cluster.py DATASET PARTS DIR... [-- OPTIONS OF typelog corpus]

All machines see the directories and the directory of DATASET, under the same paths. Each task makes the dataset of one part
of the programs; their files are the shards of the whole.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import ray


@ray.remote(num_cpus=1)
def make_part(number: int, parts: int, out: str, directories: list[str], options: list[str]) -> str:
    """Runs `typelog corpus` for a part of the programs. A part that is interrupted goes on where it stopped."""
    command = ["typelog", "corpus", *directories, "--out", out, "--part", f"{number}/{parts}", "--jobs", "1"]
    subprocess.run([*command, "--progress", "never", *options], check=True)
    return out


def merge(parts: list[Path], dataset: Path) -> None:
    """Moves the files of the parts into one dataset: `RELATION/NUMBER.parquet`."""
    manifests = [json.loads((part / "relations.json").read_text()) for part in parts]
    dataset.mkdir(parents=True)
    for at, relation in enumerate(manifests[0]):
        name = relation["name"]
        if any(column["name"] == "program" for column in relation["columns"]):
            relation["rows"] = sum(manifest[at]["rows"] for manifest in manifests)
            (dataset / name).mkdir()
            for number, part in enumerate(parts):
                shutil.move(part / f"{name}.parquet", dataset / name / f"{number:04}.parquet")
        else:
            # The same in all parts.
            shutil.move(parts[0] / f"{name}.parquet", dataset / f"{name}.parquet")
    (dataset / "relations.json").write_text(json.dumps(manifests[0], indent=2) + "\n")
    citation = json.loads((parts[0] / "citation.json").read_text())
    part = citation["command"].index("--part")
    del citation["command"][part : part + 2]
    (dataset / "citation.json").write_text(json.dumps(citation, indent=2) + "\n")
    for part in parts:
        shutil.rmtree(part)


def main() -> None:
    arguments = sys.argv[1:]
    own, options = arguments, []
    if "--" in arguments:
        at = arguments.index("--")
        own, options = arguments[:at], arguments[at + 1 :]
    dataset, count, directories = Path(own[0]).absolute(), int(own[1]), [str(Path(path).absolute()) for path in own[2:]]
    if dataset.exists():
        sys.exit(f"{dataset}: there is something already")
    ray.init()
    outs = [str(dataset.with_name(f"{dataset.name}.{number}")) for number in range(1, count + 1)]
    tasks = [make_part.remote(at, count, out, directories, options) for at, out in enumerate(outs, start=1)]
    merge([Path(part) for part in ray.get(tasks)], dataset)


if __name__ == "__main__":
    main()
