#!/usr/bin/env python3
"""Records what a plan of Terraform says about the expressions on standard input, one a line, with the variables of `main.tf`.

Each line of the output has the expression, and the summary of an error or the type of the value. A value that is null, or has null
in it, has no certain type. Needs Terraform, and no provider.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def terraform(work, *arguments):
    return subprocess.run(["terraform", *arguments], cwd=work, capture_output=True, text=True).stdout


def errors(work, expressions, numbers):
    outputs = (f'output "o{i}" {{\n  sensitive = true\n  value = {expressions[i]}\n}}\n' for i in numbers)
    (work / "out.tf").write_text("".join(outputs))
    found = {}
    for line in terraform(work, "plan", "-json", "-input=false", "-out=p").splitlines():
        diagnostic = json.loads(line).get("diagnostic", {})
        place = diagnostic.get("range", {})
        if diagnostic.get("severity") == "error" and place.get("filename") == "out.tf":
            found.setdefault(numbers[(place["start"]["line"] - 1) // 4], diagnostic["summary"])
    return found


def has_null(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return value is None or any(map(has_null, inner))


def main():
    expressions = sys.stdin.read().splitlines()
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        shutil.copy(HERE / "main.tf", work)
        terraform(work, "init")
        wrong, left = {}, list(range(len(expressions)))
        # An error may hide others.
        while found := errors(work, expressions, left):
            wrong.update(found)
            left = [i for i in left if i not in found]
        outputs = json.loads(terraform(work, "show", "-json", "p"))["planned_values"].get("outputs", {})
    for i, text in enumerate(expressions):
        output = outputs.get(f"o{i}", {})
        known = None if has_null(output.get("value")) else output.get("type")
        print(json.dumps({"text": text, "error": wrong[i]} if i in wrong else {"text": text, "type": known}))


if __name__ == "__main__":
    main()
