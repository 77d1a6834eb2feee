"""The bill of materials of the command: all crates that it is built of for some targets, as CycloneDX 1.5.

    python3 src/packaging/sbom.py TARGET...

It is made of `cargo metadata` and `Cargo.lock`, and is the same whenever these are the same. Crates that only tests or
other members of the workspace use are left out.
"""

import json
import pathlib
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def metadata(target: str) -> dict:
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)


def checksums() -> dict[tuple[str, str], str]:
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    return {(of["name"], of["version"]): of["checksum"] for of in lock["package"] if "checksum" in of}


def used(resolve: dict, root: str) -> dict[str, set[str]]:
    """The packages below one, each with those that it needs itself to be built and to run."""
    nodes = {node["id"]: node for node in resolve["nodes"]}
    found: dict[str, set[str]] = {}
    waiting = [root]
    while waiting:
        package = waiting.pop()
        if package in found:
            continue
        needs = [of for of in nodes[package]["deps"] if any(kind["kind"] != "dev" for kind in of["dep_kinds"])]
        found[package] = {of["pkg"] for of in needs}
        waiting.extend(found[package])
    return found


def purl(package: dict) -> str:
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package: dict, hashes: dict[tuple[str, str], str]) -> dict:
    known = {
        "type": "library",
        "bom-ref": purl(package),
        "name": package["name"],
        "version": package["version"],
        "purl": purl(package),
    }
    if package.get("description"):
        known["description"] = " ".join(package["description"].split())
    if package.get("license"):
        known["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    checksum = hashes.get((package["name"], package["version"]))
    if checksum:
        known["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    if package.get("repository"):
        known["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return known


def main(targets: list[str]) -> None:
    packages: dict[str, dict] = {}
    needs: dict[str, set[str]] = {}
    root = ""
    for target in targets:
        found = metadata(target)
        packages.update({package["id"]: package for package in found["packages"]})
        root = next(of["id"] for of in found["packages"] if of["name"] == "typelog")
        for package, own in used(found["resolve"], root).items():
            needs.setdefault(package, set()).update(own)
    hashes = checksums()
    ordered = sorted(needs, key=lambda of: purl(packages[of]))
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(packages[root], hashes) | {"type": "application"}},
        "components": [component(packages[of], hashes) for of in ordered if of != root],
        "dependencies": [
            {"ref": purl(packages[of]), "dependsOn": sorted(purl(packages[need]) for need in needs[of])}
            for of in ordered
        ],
    }
    print(json.dumps(bill, indent=2))


if __name__ == "__main__":
    main(sys.argv[1:])
