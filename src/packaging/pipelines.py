"""Tests what other people's pipelines run: the hook for pre-commit, the action for GitHub, and the container.

    pipelines.py ARCHIVE     in an environment with PyYAML and pre-commit

A part that the machine cannot run is left out, with a message.
"""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
RIGHT = "name = \"shop\"\n"
WRONG = "port = prot\n"


def run(*command: object, at: pathlib.Path, status: int = 0, **variables: str) -> str:
    done = subprocess.run([str(word) for word in command], cwd=at, env=os.environ | variables, capture_output=True, text=True)
    assert done.returncode == status, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def unpacked(archive: pathlib.Path, at: pathlib.Path) -> pathlib.Path:
    with tarfile.open(archive) as packed:
        packed.extractall(at, filter="data")
    (folder,) = at.iterdir()
    return folder


def hook(folder: pathlib.Path, work: pathlib.Path) -> None:
    """Runs the hook that takes the command from the path, from a clone with the files of this directory."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [one["id"] for one in hooks] == ["typelog", "typelog-build"]
    for name in ("main.hcl", "a.pp", "x/main.tf", "x/main.tofu.json", "x/a.tfvars", "typelog.toml"):
        assert re.search(hooks[0]["files"], name), name
    source, user = work / "source", work / "user"
    git = ("git", "-c", "user.name=test", "-c", "user.email=test@localhost")
    for place in (source, user):
        place.mkdir()
        run(*git, "init", "--quiet", at=place)
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", source)
    run(*git, "add", ".", at=source)
    run(*git, "commit", "--quiet", "--message", "hooks", at=source)
    found = {"PATH": f"{folder}:{os.environ['PATH']}", "PRE_COMMIT_HOME": str(work / "cache")}
    for text, status in ((RIGHT, 0), (WRONG, 1)):
        (user / "main.hcl").write_text(text)
        run(*git, "add", ".", at=user)
        command = (sys.executable, "-m", "pre_commit", "try-repo", source, "typelog", "--all-files")
        said = run(*command, at=user, status=status, **found)
        assert ("unknown-variable" in said) == (status == 1), said
    print("the hook for pre-commit finds the error")


def action(archive: pathlib.Path, work: pathlib.Path) -> None:
    """Runs the steps of the action as a runner does: inputs are variables, and lines of GITHUB_PATH are directories of the path."""
    steps = yaml.safe_load((ROOT / "src/packaging/action/action.yml").read_text())
    inputs = {name: of.get("default", "") for name, of in steps["inputs"].items()} | {"archive": str(archive)}
    sums = (archive.parent / "SHA256SUMS").read_text()
    inputs["sha256"] = re.search(rf"^(\w+)  {re.escape(archive.name)}$", sums, re.MULTILINE)[1]
    program, paths = work / "program", work / "paths"
    program.mkdir()
    for text, status in ((RIGHT, 0), (WRONG, 1)):
        (program / "main.hcl").write_text(text)
        paths.write_text("")
        for step in steps["runs"]["steps"]:
            value = lambda text: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda name: inputs[name[1]], text)
            variables = {name: value(text) for name, text in step["env"].items()}
            added = ":".join([*paths.read_text().split(), os.environ["PATH"]])
            expected = status if step["name"] == "Check" else 0
            runner = {"RUNNER_TEMP": str(work / "runner"), "GITHUB_PATH": str(paths), "PATH": added}
            (work / "runner").mkdir(exist_ok=True)
            said = run("bash", "-c", step["run"], at=program, status=expected, **variables, **runner)
        assert ("::error file=main.hcl,line=1" in said) == (status == 1), said
    inputs["sha256"] = "0" * 64
    install = steps["runs"]["steps"][0]
    run("bash", "-c", install["run"], at=program, status=1, ARCHIVE=str(archive), SHA256=inputs["sha256"], **runner)
    print("the action for GitHub annotates the error, and refuses another archive")


def container(folder: pathlib.Path, work: pathlib.Path) -> None:
    """Runs the command in a root directory with the files that the container has, and no others."""
    lines = (ROOT / "src/packaging/Containerfile").read_text().splitlines()
    instructions = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    assert instructions[0] == ["FROM", "scratch"]
    root = work / "root"
    root.mkdir()
    entry, place = [], "/"
    for word, rest in instructions[1:]:
        if word == "COPY":
            *names, target = rest.split()
            for name in names:
                shutil.copy(folder / name, root / (target.strip("/") or name))
        elif word == "WORKDIR":
            place = rest
            (root / rest.strip("/")).mkdir()
        else:
            entry += json.loads(rest)
    (root / "work/main.hcl").write_text(WRONG)
    if "musl" not in folder.name or os.geteuid() != 0 or platform.system() != "Linux":
        print("pipelines.py: skipped: a container needs the static binary, and a test of it root")
        return

    def enter() -> None:
        os.chroot(root)
        os.chdir(place)

    done = subprocess.run(entry, preexec_fn=enter, env={}, capture_output=True, text=True)
    assert done.returncode == 1 and "unknown-variable" in done.stdout, done
    print("the container finds the error")


def main() -> None:
    archive = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        for name in ("unpacked", "hook", "action", "container"):
            (work / name).mkdir()
        folder = unpacked(archive, work / "unpacked")
        hook(folder, work / "hook")
        action(archive, work / "action")
        container(folder, work / "container")


if __name__ == "__main__":
    main()
