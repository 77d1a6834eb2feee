"""The mutations of a module: each is a kind, a place in a file, and the text that replaces what is there."""

import random
import zlib

import hcl

# Functions that take other types, or return another type, than the one that they replace.
OTHER_FUNCTIONS = ["length", "upper", "keys", "sum", "jsondecode", "toset", "tobool", "flatten", "abs", "merge"]
# Literals of every kind, as replacements of values.
LITERALS = {"string": '"other"', "number": "17", "bool": "true", "list": '["a"]', "object": "{ a = 1 }", "null": "null"}
TYPES = ["string", "number", "bool", "list(string)", "map(number)", "set(bool)", "object({ x = string })", "strin", '"text"']


class Mutations:
    """The mutations of one file."""

    def __init__(self, file, text):
        self.file, self.text, self.found = file, text, []
        self.items = hcl.parse(text)
        self.attributes = list(hcl.attributes(self.items))
        self.blocks = list(hcl.blocks(self.items))
        self.values = [(a.value, path) for a, path in self.attributes]
        self.nodes = [(node, path) for value, path in self.values for node in hcl.within(value)]

    def all(self):
        for mutate in [m for name, m in sorted(vars(Mutations).items()) if name.startswith("mutate_")]:
            mutate(self)
        seen, unique = set(), []
        for kind, start, end, new in self.found:
            if self.text[start:end] != new and (start, end, new) not in seen:
                seen.add((start, end, new))
                unique.append({"kind": kind, "file": self.file, "at": start, "old": self.text[start:end], "new": new})
        return unique

    def add(self, kind, start, end, new):
        self.found.append((kind, start, end, new))

    def source(self, node):
        return self.text[node.start : node.end]

    # Names

    def mutate_misspelt_names(self):
        for attribute, _ in self.attributes:
            self.misspell("misspelt attribute", attribute.name)
        for block, path in self.blocks:
            self.misspell("misspelt block", block.kind)
            for label in block.labels:
                self.misspell("misspelt label", label)
        for node, _ in self.nodes:
            if node.kind == "call":
                self.misspell("misspelt function", node.names[0])
            elif node.kind == "root":
                self.misspell("misspelt root", node.names[0])
            elif node.kind == "step" and node.names[0].kind == "name":
                self.misspell("misspelt step", node.names[0])
            elif node.kind == "loop":
                self.misspell("misspelt iterator", node.names[-1])

    def misspell(self, kind, token):
        name = token.text
        quoted = name.startswith('"')
        inner = name.strip('"')
        for bad in (inner + inner[-1], inner[:-1] if len(inner) > 3 else inner + "s", inner[1:] if len(inner) > 4 else "x" + inner, inner.upper()):
            self.add(kind, token.start, token.end, f'"{bad}"' if quoted else bad)

    def mutate_renamed_references(self):
        """Each reference names another thing that exists."""
        chains = {}
        for node, _ in self.nodes:
            if node.kind == "step" and node.parts[0].kind == "root":
                chains.setdefault(node.parts[0].name, []).append(node)
        for root, found in sorted(chains.items()):
            names = sorted({node.name for node in found})
            for node in found:
                for other in names:
                    if other != node.name:
                        token = node.names[0]
                        self.add("renamed reference", token.start, token.end, other)
        roots = sorted({n.name for n, _ in self.nodes if n.kind == "root"} | {"var", "local", "each", "count", "self", "path", "module", "data"})
        for node, _ in self.nodes:
            if node.kind == "root":
                for other in roots:
                    if other != node.name:
                        self.add("another root", node.start, node.end, other)

    def mutate_other_steps(self):
        """Each last step is another one that occurs in the file."""
        steps = sorted({n.name for n, _ in self.nodes if n.kind == "step" and n.parts[0].kind != "root" and n.names[0].kind == "name"})
        for node, _ in self.nodes:
            if node.kind == "step" and node.parts[0].kind != "root":
                for other in steps:
                    if other != node.name:
                        self.add("another attribute", node.names[0].start, node.end, other)

    # Whole parts

    def mutate_drops(self):
        for attribute, _ in self.attributes:
            self.add("dropped attribute", *self.lines(attribute), "")
        for block, _ in self.blocks:
            self.add("dropped block", *self.lines(block), "")
            body_end = self.text.rindex("}", block.open, block.end)
            self.add("emptied block", block.open, body_end, "\n")
        at = 0
        for line in self.text.splitlines(keepends=True):
            if line.strip():
                self.add("dropped line", at, at + len(line), "")
            at += len(line)

    def lines(self, part):
        start = self.text.rindex("\n", 0, part.start) + 1 if "\n" in self.text[: part.start] else 0
        end = self.text.find("\n", part.end)
        return start, (len(self.text) if end < 0 else end + 1)

    def mutate_additions(self):
        for block, _ in self.blocks:
            for new in ("surplus = 1", "surplus {}", 'name = ["a"]', "count = 1", "for_each = {}", "lifecycle {}", "depends_on = [nothing.here]"):
                if self.text[block.open : block.open + 1] == "\n":
                    self.add("surplus argument", block.open, block.open, "\n  " + new)
        for attribute, path in self.attributes:
            start, end = self.lines(attribute)
            self.add("duplicate attribute", end, end, self.text[start:end])
            if len(path) > 0:
                self.add("repeated word", attribute.name.start, attribute.name.start, "also ")

    def mutate_duplicate_blocks(self):
        for block, _ in self.blocks:
            start, end = self.lines(block)
            self.add("duplicate block", end, end, "\n" + self.text[start:end])

    def mutate_block_types(self):
        tops = ["variable", "locals", "output", "resource", "data", "module", "provider", "terraform", "check", "moved"]
        nested = sorted({b.kind.text for b, path in self.blocks if path})
        for block, path in self.blocks:
            for other in nested if path else tops:
                if other != block.kind.text:
                    self.add("changed block type", block.kind.start, block.kind.end, other)

    def mutate_labels(self):
        labels = sorted({label.text for b, _ in self.blocks for label in b.labels})
        for block, _ in self.blocks:
            for label in block.labels:
                self.add("dropped label", label.start - 1, label.end, "")
                for other in labels:
                    if other != label.text:
                        self.add("another label", label.start, label.end, other)
            self.add("surplus label", block.kind.end, block.kind.end, ' "surplus"')

    def mutate_forms(self):
        """Attributes become blocks, and blocks attributes."""
        for attribute, _ in self.attributes:
            if attribute.value.kind == "object":
                self.add("attribute as block", attribute.name.start, attribute.value.start, attribute.name.text + " ")
            else:
                self.add("attribute as block", attribute.start, attribute.end, attribute.name.text + " {}")
        for block, _ in self.blocks:
            head = self.text[block.start : block.open]
            self.add("block as attribute", block.start, block.open, head[:-1].rstrip() + " = {")
            if not block.labels:
                self.add("block as attribute", block.start, block.end, f"{block.kind.text} = []")

    # Values

    def mutate_literals(self):
        for node, path in self.nodes:
            if node.kind in ("string", "number", "word", "tuple", "object", "heredoc"):
                self.replace("another literal", node)
            if node.kind == "string" and not node.parts:
                inner = self.source(node)[1:-1]
                self.add("bare word", node.start, node.end, inner if inner else "empty")
                self.add("quoted reference", node.start, node.end, '"${%s}"' % (inner or "empty"))
        for attribute, _ in self.attributes:
            self.replace("another value", attribute.value)

    def replace(self, kind, node):
        for new in LITERALS.values():
            self.add(kind, node.start, node.end, new)

    def mutate_types(self):
        for attribute, path in self.attributes:
            if attribute.name.text == "type" and path and path[-1].kind.text == "variable":
                for node in hcl.within(attribute.value):
                    if node.kind in ("root", "call"):
                        for new in TYPES:
                            self.add("another type", node.start, node.end, new)

    def mutate_conditionals(self):
        for node, _ in self.nodes:
            if node.kind == "conditional":
                condition, first, second = node.parts
                swapped = f"{self.source(condition)} ? {self.source(second)} : {self.source(first)}"
                self.add("swapped branches", node.start, node.end, swapped)
                for part, kind in ((condition, "another condition"), (first, "another branch"), (second, "another branch")):
                    self.replace(kind, part)

    def mutate_operations(self):
        for node, _ in self.nodes:
            if node.kind == "operation":
                operator = node.names[0]
                for other in ("+", "&&", "==", "<", "%"):
                    self.add("another operator", operator.start, operator.end, other)
                for part in node.parts:
                    self.replace("another operand", part)
            elif node.kind == "negation":
                self.add("dropped operator", node.start, node.parts[0].start, "")

    def mutate_calls(self):
        for node, _ in self.nodes:
            if node.kind != "call":
                continue
            name, parts = node.names[0], node.parts
            for other in OTHER_FUNCTIONS:
                self.add("another function", name.start, name.end, other)
            for i, part in enumerate(parts):
                start = part.start if i == 0 else parts[i - 1].end
                end = parts[i + 1].start if i == 0 and len(parts) > 1 else part.end
                self.add("dropped argument", start, end, "")
                self.replace("another argument", part)
            for new in (', "surplus"', ", 1", ", []"):
                at = parts[-1].end if parts else node.end - 1
                self.add("surplus argument of a call", at, at, new if parts else new[2:])
            if len(parts) == 2:
                first, second = parts
                self.add("swapped arguments", first.start, second.end, f"{self.source(second)}, {self.source(first)}")

    def mutate_indices(self):
        for node, _ in self.nodes:
            if node.kind == "index":
                key = node.parts[1]
                for new in ('"a"', "0", "7", "-1", "true", "null", "[]", "1.5"):
                    self.add("another index", key.start, key.end, new)
                self.add("dropped index", node.parts[0].end, node.end, "")
                self.add("splat for an index", node.parts[0].end, node.end, "[*]")
            elif node.kind == "splat":
                self.add("index for a splat", node.parts[0].end, node.end, "[0]")
                self.add("dropped splat", node.parts[0].end, node.end, "")
            elif node.kind in ("step", "root"):
                self.add("surplus index", node.end, node.end, "[0]")
                self.add("surplus index", node.end, node.end, '["a"]')
                self.add("surplus splat", node.end, node.end, "[*]")
                self.add("surplus step", node.end, node.end, ".typo")
            if node.kind == "step":
                self.add("dropped step", node.parts[0].end, node.end, "")

    def mutate_loops(self):
        for node, _ in self.nodes:
            if node.kind == "loop":
                self.replace("another collection", node.parts[0])
                name = node.names[-1]
                self.add("renamed iterator", name.start, name.end, "renamed")
                if len(node.names) == 2:
                    self.add("dropped iterator", node.names[0].start, name.start, "")
                    self.add("swapped iterators", node.names[0].start, name.end, f"{name.text}, {node.names[0].text}")
                opening, closing = ("[", "]") if node.name == "{" else ("{", "}")
                self.add("other brackets", node.start, node.end, opening + self.text[node.start + 1 : node.end - 1] + closing)
                if node.name == "{":
                    self.add("dropped key", node.parts[1].start, node.parts[2].start, "")
            elif node.kind == "item":
                key, value = node.parts
                self.add("dropped item", node.start, node.end, "")
                self.add("misspelt item", key.start, key.end, self.source(key).replace(self.source(key).strip('"'), self.source(key).strip('"') + "s"))
                self.replace("another item", value)

    def mutate_swapped_values(self):
        for block, _ in self.blocks:
            own = [item for item in block.body if isinstance(item, hcl.Attribute)]
            for first, second in zip(own, own[1:]):
                between = self.text[first.value.end : second.value.start]
                new = self.source(second.value) + between + self.source(first.value)
                self.add("swapped values", first.value.start, second.value.end, new)

    # Text

    def mutate_text(self):
        for i, character in enumerate(self.text):
            if character in '{}[]()",=:':
                self.add("dropped mark", i, i + 1, "")
                if character != '"':
                    self.add("doubled mark", i, i + 1, character * 2)


def mutants(files, count, seed):
    """Returns `count` mutants of a module, spread over all kinds."""
    found = {}
    for file, text in sorted(files.items()):
        for mutation in Mutations(file, text).all() if file.endswith(".tf") else []:
            found.setdefault(mutation["kind"], []).append(mutation)
    choice = random.Random(zlib.crc32(seed.encode()))
    for mutations in found.values():
        choice.shuffle(mutations)
    chosen, kinds = [], sorted(found)
    choice.shuffle(kinds)
    while len(chosen) < count and kinds:
        for kind in list(kinds):
            if found[kind]:
                chosen.append(found[kind].pop())
            else:
                kinds.remove(kind)
            if len(chosen) == count:
                break
    return chosen
