#!/usr/bin/env python3
"""Writes `schemas/aws.json`: the part of a provider's schema that the modules beside this file use.

    terraform providers schema -json | excerpt.py

Every type that a label of a module names stays, as resource, data source and ephemeral resource, with what decides about types: names,
types, what is required, optional, computed, sensitive or write-only, and how many blocks there may be.
"""

import json
import pathlib
import sys

import hcl

HERE = pathlib.Path(__file__).parent
SECTIONS = ["resource_schemas", "data_source_schemas", "ephemeral_resource_schemas"]
KEPT = ["type", "nested_type", "required", "optional", "computed", "sensitive", "write_only"]
PROVIDER = "registry.terraform.io/hashicorp/aws"


def main():
    whole = json.load(sys.stdin)["provider_schemas"][PROVIDER]
    labels = {label for path in HERE.glob("modules/**/*.tf") for label in labels_of(path.read_text())}
    labels |= {key for path in HERE.glob("modules/**/*.tf.json") for key in keys_of(json.loads(path.read_text()))}
    excerpt = {"provider": {"version": 0, "block": block(whole["provider"]["block"])}}
    for section in SECTIONS:
        kept = sorted(labels & set(whole.get(section, {})))
        excerpt[section] = {name: {"version": 0, "block": block(whole[section][name]["block"])} for name in kept}
    with open(HERE / "schemas/aws.json", "w") as out:
        out.write(f'{{"format_version": "1.0", "provider_schemas": {{"{PROVIDER}": {{\n')
        out.write('"provider": ' + text(excerpt["provider"]))
        for section in SECTIONS:
            entries = [f"{text(name)}: {text(schema)}" for name, schema in excerpt[section].items()]
            out.write(f',\n"{section}": {{\n' + ",\n".join(entries) + "\n}")
        out.write(',\n"functions": ' + text(whole.get("functions", {})) + "\n}}}\n")


def labels_of(source):
    return {label.text.strip('"') for block, _ in hcl.blocks(hcl.parse(source)) for label in block.labels}


def keys_of(document):
    """Yields the keys of the blocks of a file in JSON: the types of its resources among them."""
    return (key for blocks in document.values() if isinstance(blocks, dict) for key in blocks)


def text(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def block(schema):
    attributes = {name: attribute(of) for name, of in schema.get("attributes", {}).items()}
    nested = {name: {**of, "block": block(of["block"])} for name, of in schema.get("block_types", {}).items()}
    return {key: of for key, of in (("attributes", attributes), ("block_types", nested)) if of}


def attribute(schema):
    return {key: schema[key] for key in KEPT if key in schema}


if __name__ == "__main__":
    main()
