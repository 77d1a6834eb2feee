#!/usr/bin/env python3
"""Records what `terraform validate` says about mutants of the modules beside this file.

    record.py [--count N] [--to DIR] [--seed TEXT] [--insertions] [MODULE...]

needs Terraform, and for the modules `aws-*` its provider (name a mirror in `TF_CLI_CONFIG_FILE`). The verdicts go to
`verdicts/MODULE.jsonl`, a mutant a line: the kind of its mutation, the place in a file, the text there and what replaces it, and the
errors that Terraform reports, each with its file, line and summary. Where it reports none, the verdict says whether a plan fails, if
the module itself can be planned: without a provider, and without the state of another program. Mutants that need another provider,
module or version than those at hand are left out.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import insertions
import mutate

HERE = pathlib.Path(__file__).parent
# The errors about what is installed.
OF_INSTALLATION = {
    "Missing required provider",
    "Module not installed",
    "Module source has changed",
    "Unsupported Terraform Core version",
    "Missing required provisioner plugin",
}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=70)
    arguments.add_argument("--to", type=pathlib.Path, default=HERE / "verdicts")
    arguments.add_argument("--seed", default="")
    arguments.add_argument("--insertions", action="store_true", help="the mutations of insertions.py")
    arguments.add_argument("modules", nargs="*")
    arguments = arguments.parse_args()
    arguments.to.mkdir(exist_ok=True)
    for module in arguments.modules or sorted(path.name for path in (HERE / "modules").iterdir()):
        record(module, arguments)


def record(module, arguments):
    source = HERE / "modules" / module
    files = {str(path.relative_to(source)): path.read_text() for path in sorted([*source.rglob("*.tf"), *source.rglob("*.tf.json")])}
    kinds = insertions if arguments.insertions else mutate
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory) / "module"
        shutil.copytree(source, work)
        subprocess.run(["terraform", "init", "-input=false"], cwd=work, check=True, capture_output=True)
        if errors(work):
            raise SystemExit(f"{module} is not valid: {errors(work)}")
        has_plan = not module.startswith("aws-") and not plan_fails(work)
        with open(arguments.to / f"{module}.jsonl", "w") as out:
            for mutant in kinds.mutants(files, arguments.count, module + arguments.seed):
                text = files[mutant["file"]]
                end = mutant["at"] + len(mutant["old"])
                (work / mutant["file"]).write_text(text[: mutant["at"]] + mutant["new"] + text[end:])
                verdict = {**mutant, "errors": errors(work)}
                if any(error[2] in OF_INSTALLATION for error in verdict["errors"]):
                    (work / mutant["file"]).write_text(text)
                    continue
                if has_plan and not verdict["errors"]:
                    verdict["plan_fails"] = plan_fails(work)
                print(json.dumps(verdict), file=out, flush=True)
                (work / mutant["file"]).write_text(text)


def errors(work):
    """Returns the errors that Terraform reports, each as file, line and summary."""
    run = subprocess.run(["terraform", "validate", "-json"], cwd=work, capture_output=True, text=True)
    if not run.stdout:
        return [["", 0, "Terraform crashed"]]
    found = [d for d in json.loads(run.stdout)["diagnostics"] if d["severity"] == "error"]
    places = [d.get("range") or {"filename": "", "start": {"line": 0}} for d in found]
    return [[place["filename"], place["start"]["line"], d["summary"]] for d, place in zip(found, places)]


def plan_fails(work):
    """Whether there is no plan for the module, with the defaults of its variables."""
    variables = {**os.environ, "TF_VAR_environment": "dev"}
    run = subprocess.run(["terraform", "plan", "-input=false"], cwd=work, env=variables, capture_output=True)
    return run.returncode != 0


if __name__ == "__main__":
    main()
