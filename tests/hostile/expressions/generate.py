#!/usr/bin/env python3
"""Prints random expressions over the variables of `main.tf`, one a line: generate.py SEED COUNT."""

import random
import sys

ATOMS = """var.s|var.n|var.b|var.ls|var.ln|var.ss|var.ms|var.mn|var.o|var.lo|var.mo|var.any|local.t|local.e|local.ob|local.nested
var.o.a|var.o.b|var.o.c|local.ob.b|local.ob.b.c|local.nul|var.lo[0]|var.mo.p|var.mo["q"].n|"x"|"5"|""|"true"|1|0|2.5|-1|true|false|null
[]|{}|["a", "b"]|{ a = 1 }|{ k = "v" }|[1, "a"]|[null]""".replace("\n", "|").split("|")
ONE = """length upper keys values tostring tonumber tobool tolist toset tomap flatten compact distinct sort reverse jsonencode jsondecode sum
max min abs ceil floor signum trimspace title lower chomp md5 urlencode base64encode yamlencode one alltrue anytrue coalesce coalescelist
merge concat transpose zipmap range setunion setintersection try can sensitive nonsensitive issensitive formatlist strrev parseint""".split()
TWO = """lookup element contains index join split merge concat format formatlist coalesce coalescelist zipmap chunklist pow log max min
substr replace setproduct setsubtract setunion setintersection try matchkeys slice startswith endswith trim trimprefix range strcontains
regexall parseint indent""".split()
THREE = "lookup substr slice replace merge concat format matchkeys max range try coalesce".split()
OPERATORS = "+ - * / % == != < > <= >= && ||".split()


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *choices):
        return self.random.choice(choices)

    def expression(self, depth):
        if depth <= 0:
            return self.pick(*ATOMS)
        part = lambda: self.expression(depth - 1)
        chance = self.random.random()
        if chance < 0.16:
            return self.pick(*ATOMS)
        if chance < 0.36:
            return f"{self.pick(*ONE)}({part()})"
        if chance < 0.52:
            return f"{self.pick(*TWO)}({part()}, {part()})"
        if chance < 0.56:
            return f"{self.pick(*THREE)}({part()}, {part()}, {part()})"
        if chance < 0.63:
            return f"({part()} {self.pick(*OPERATORS)} {part()})"
        if chance < 0.70:
            condition = self.pick("var.b", "true", "false", "var.n > 2", 'var.s == "x"', part())
            return f"({condition} ? {part()} : {part()})"
        if chance < 0.76:
            item = self.pick("v", "[v]", "v.a", "upper(v)", "v + 1", "{ x = v }", part())
            return f"[for v in {part()} : {item}{self.pick('', ' if v != null', ' if true')}]"
        if chance < 0.82:
            key, item = self.pick("k", '"x${k}"', "v"), self.pick("v", "[v]", part())
            end = self.pick("", "...", ' if k != "k"')
            return f"{{ for k, v in {part()} : {key} => {item}{end} }}"
        if chance < 0.87:
            return f"[{part()}, {part()}]"
        if chance < 0.91:
            return f"{{ a = {part()}, b = {part()} }}"
        if chance < 0.95:
            return part() + self.pick("[0]", '["a"]', ".a", ".k", "[*]", "[*].a", "[1]", ".*.n")
        if chance < 0.97:
            return f'"${{{part()}}}-x"'
        return self.pick("-", "!") + part()


def main():
    generator, found = Generator(int(sys.argv[1])), set()
    while len(found) < int(sys.argv[2]):
        text = generator.expression(generator.pick(1, 2, 2, 3))
        if text not in found and len(text) < 160:
            found.add(text)
            print(text)


if __name__ == "__main__":
    main()
