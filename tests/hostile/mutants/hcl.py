"""A parser of HCL's native syntax that keeps the places of all parts: enough of it for the mutations in `mutate.py`."""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"(?P<space>[ \t\r]+)|(?P<comment>\#[^\n]*|//[^\n]*|/\*.*?\*/)|(?P<newline>\n)|(?P<heredoc><<-?\w+\n)"
    r"|(?P<name>[^\W\d][\w-]*)|(?P<number>\d+(\.\d+)?([eE][+-]?\d+)?)|(?P<quote>\")"
    r"|(?P<mark>\.\.\.|==|!=|<=|>=|&&|\|\||=>|::|[-+*/%<>!?:.,=(){}\[\]])",
    re.DOTALL,
)


@dataclass
class Token:
    kind: str
    start: int
    end: int
    text: str
    parts: list = field(default_factory=list)


@dataclass
class Node:
    """An expression: its kind, its place, its parts, and for some kinds a name with its place."""

    kind: str
    start: int
    end: int
    parts: list = field(default_factory=list)
    name: str = ""
    names: list = field(default_factory=list)


@dataclass
class Attribute:
    name: Token
    value: Node
    start: int
    end: int


@dataclass
class Block:
    kind: Token
    labels: list
    body: list
    start: int
    end: int
    open: int


def tokens(text, at, end_mark=None):
    """Returns the tokens from `at` up to the mark that closes an interpolation, or the end, and where they end."""
    found, depth = [], 0
    while at < len(text):
        at += end_mark is not None and depth == 0 and text.startswith("~" + end_mark, at)
        match = TOKEN.match(text, at)
        if not match:
            raise SyntaxError(f"{text[at:at + 20]!r}")
        kind = next(k for k in ("space", "comment", "newline", "heredoc", "name", "number", "quote", "mark") if match.group(k))
        piece, start, at = match.group(), at, match.end()
        if kind == "quote":
            parts, at = template(text, at, lambda t, i: t[i] == '"')
            found.append(Token("string", start, at + 1, text[start : at + 1], parts))
            at += 1
        elif kind == "heredoc":
            word = piece.strip().lstrip("<-")
            close = re.compile(r"[ \t]*" + word + r"\b")
            parts, at = template(text, at, lambda t, i: t[i - 1] == "\n" and close.match(t, i) is not None)
            at = close.match(text, at).end()
            found.append(Token("heredoc", start, at, text[start:at], parts))
        elif kind == "mark" and piece in "{[(":
            depth += 1
            found.append(Token(kind, start, at, piece))
        elif kind == "mark" and piece in "}])":
            if depth == 0 and piece == end_mark:
                return found, start
            depth -= 1
            found.append(Token(kind, start, at, piece))
        elif kind not in ("space", "comment"):
            found.append(Token(kind, start, at, piece))
    return found, at


def template(text, at, ends):
    """Returns the interpolations and directives of a template, as lists of tokens, and where it ends."""
    parts = []
    while not ends(text, at):
        if text[at : at + 3] in ("$${", "%%{"):
            at += 3
        elif text[at : at + 2] in ("${", "%{"):
            kind, start = text[at], at
            inner_at = at + 2 + (text[at + 2] == "~")
            inner, at = tokens(text, inner_at, "}")
            parts.append((kind, start, inner))
            at += 1
        elif text[at] == "\\":
            at += 2
        else:
            at += 1
    return parts, at


class Parser:
    """A parser of one list of tokens."""

    PRECEDENCE = [["||"], ["&&"], ["==", "!="], ["<", ">", "<=", ">="], ["+", "-"], ["*", "/", "%"]]

    def __init__(self, toks, lines):
        self.toks, self.at, self.lines = toks, 0, lines

    def peek(self, skip=False):
        while (skip or not self.lines) and self.at < len(self.toks) and self.toks[self.at].kind == "newline":
            self.at += 1
        return self.toks[self.at] if self.at < len(self.toks) else Token("end", self.end(), self.end(), "")

    def end(self):
        return self.toks[-1].end if self.toks else 0

    def take(self, text=None):
        token = self.peek()
        if text is not None and token.text != text:
            raise SyntaxError(f"expected {text!r} at {token.start}, found {token.text!r}")
        self.at += 1
        return token

    def body(self):
        items = []
        while self.peek(True).text not in ("}", ""):
            name = self.take()
            if self.peek().text == "=":
                self.take("=")
                value = self.expression()
                items.append(Attribute(name, value, name.start, value.end))
                continue
            labels = []
            while self.peek().text != "{":
                labels.append(self.take())
            opening = self.take("{")
            body = self.body()
            closing = self.take("}")
            items.append(Block(name, labels, body, name.start, closing.end, opening.end))
        return items

    def expression(self):
        condition = self.binary(0)
        if self.peek().text != "?":
            return condition
        self.take("?")
        first = self.expression()
        self.peek()
        self.take(":")
        second = self.expression()
        return Node("conditional", condition.start, second.end, [condition, first, second])

    def binary(self, level):
        if level == len(self.PRECEDENCE):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek().text in self.PRECEDENCE[level] and self.peek().kind == "mark":
            operator = self.take()
            right = self.binary(level + 1)
            left = Node("operation", left.start, right.end, [left, right], operator.text, [operator])
        return left

    def unary(self):
        if self.peek().text in ("!", "-"):
            operator = self.take()
            operand = self.unary()
            return Node("negation", operator.start, operand.end, [operand], operator.text, [operator])
        return self.postfix(self.primary())

    def inside(self, closing, parse):
        """Parses the inside of brackets, where newlines mean nothing."""
        lines, self.lines = self.lines, False
        result = parse()
        self.peek()
        self.lines = lines
        return result, self.take(closing)

    def postfix(self, node):
        while self.peek().text in (".", "["):
            if self.take().text == ".":
                step = self.take()
                node = Node("step", node.start, step.end, [node], step.text, [step])
            elif self.peek().text == "*":
                self.take()
                node = Node("splat", node.start, self.take("]").end, [node])
            else:
                key, closing = self.inside("]", self.expression)
                node = Node("index", node.start, closing.end, [node, key])
        return node

    def primary(self):
        token = self.peek()
        if token.kind in ("string", "heredoc"):
            return self.text(self.take())
        if token.kind == "number":
            self.take()
            return Node("number", token.start, token.end, name=token.text)
        if token.text == "(":
            self.take()
            inner, closing = self.inside(")", self.expression)
            return Node("group", token.start, closing.end, [inner])
        if token.text == "[":
            self.take()
            return self.tuple(token)
        if token.text == "{":
            self.take()
            return self.object(token)
        return self.named(self.take())

    def named(self, token):
        if token.kind != "name":
            raise SyntaxError(f"no expression at {token.start}: {token.text!r}")
        name = token.text
        end = token.end
        while self.peek().text == "::":
            self.take()
            end = self.take().end
        if self.peek().text != "(":
            kind = "word" if name in ("true", "false", "null") else "root"
            return Node(kind, token.start, token.end, name=name, names=[token])
        self.take("(")
        arguments, closing = self.inside(")", self.arguments)
        return Node("call", token.start, closing.end, arguments, name, [token])

    def arguments(self):
        found = []
        while self.peek().text not in (")", "]"):
            found.append(self.expression())
            if self.peek().text == "...":
                self.take()
            if self.peek().text == ",":
                self.take()
        return found

    def tuple(self, opening):
        def parse():
            return self.loop() if self.peek().text == "for" else self.arguments()

        found, closing = self.inside("]", parse)
        if isinstance(found, Node):
            return Node("loop", opening.start, closing.end, found.parts, "[", found.names)
        return Node("tuple", opening.start, closing.end, found)

    def object(self, opening):
        def items():
            found = []
            while self.peek().text != "}":
                key = self.expression()
                self.take()
                value = self.expression()
                found.append(Node("item", key.start, value.end, [key, value]))
                if self.peek().text == ",":
                    self.take()
            return found

        def parse():
            return self.loop() if self.peek().text == "for" else None

        at, lines = self.at, self.lines
        self.lines = False
        loop = parse()
        if loop is None:
            # Items end at the end of a line.
            self.at = at
            found, closing = self.items()
            self.lines = lines
            return Node("object", opening.start, closing.end, found)
        self.peek()
        self.lines = lines
        return Node("loop", opening.start, self.take("}").end, loop.parts, "{", loop.names)

    def items(self):
        found, self.lines = [], True
        while self.peek(True).text != "}":
            key = self.expression()
            self.take()
            self.peek(True)
            value = self.expression()
            found.append(Node("item", key.start, value.end, [key, value]))
            if self.peek(True).text == ",":
                self.take()
        return found, self.take("}")

    def loop(self):
        names, start = [], self.take("for").start
        while self.peek().text != "in":
            if self.peek().text != ",":
                names.append(self.peek())
            self.take()
        self.take("in")
        parts = [self.expression()]
        self.peek()
        self.take(":")
        parts.append(self.expression())
        if self.peek().text == "=>":
            self.take()
            parts.append(self.expression())
        if self.peek().text == "...":
            self.take()
        if self.peek().text == "if":
            self.take()
            parts.append(self.expression())
        return Node("loop", start, parts[-1].end, parts, "", names)

    def text(self, token):
        parts = []
        for kind, _, inner in token.parts:
            if kind == "$":
                parts.append(Parser(inner, False).expression())
            elif inner and inner[0].text == "for":
                at = next(i for i, t in enumerate(inner) if t.text == "in")
                parts.append(Parser(inner[at + 1 :], False).expression())
            elif inner and inner[0].text == "if":
                parts.append(Parser(inner[1:], False).expression())
        return Node(token.kind, token.start, token.end, parts, token.text)


def parse(text):
    """Returns the attributes and blocks of a file."""
    toks, _ = tokens(text, 0)
    parser = Parser(toks, True)
    items = parser.body()
    if parser.peek(True).kind != "end":
        raise SyntaxError(f"text remains at {parser.peek().start}")
    return items


def within(node):
    """Yields an expression and all expressions in it."""
    yield node
    for part in node.parts:
        yield from within(part)


def blocks(items, path=()):
    """Yields the blocks in a body, with the blocks around each."""
    for item in items:
        if isinstance(item, Block):
            yield item, path
            yield from blocks(item.body, (*path, item))


def attributes(items, path=()):
    """Yields the attributes in a body and its blocks, with the blocks around each."""
    for item in items:
        if isinstance(item, Attribute):
            yield item, path
        else:
            yield from attributes(item.body, (*path, item))
