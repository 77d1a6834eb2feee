"""Draws pictures of a terminal from what the commands print.

    python3 docs/pictures.py     writes docs/pictures/*.svg; docs/build.py compares them
"""

import html
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs/pictures"

# The commands of each picture, and how many lines of each are shown.
PICTURES = {
    "terminal": [
        ("typelog check examples/tour", 23),
        ("typelog explain examples/tour/main.hcl mixed", 10),
    ],
}

WIDTH, LINE, MARGIN, LETTER = 100, 19, 16, 7.83
GROUND, INK, PROMPT = "#16181d", "#d7dae0", "#7f8794"
NO_BREAK = "\N{NO-BREAK SPACE}"
LEVELS = [0, 95, 135, 175, 215, 255]


def colour(number: int) -> str:
    """A colour of a terminal. On the dark ground of the pictures they are lighter."""
    if number >= 232:
        parts = [8 + 10 * (number - 232)] * 3
    else:
        parts = [LEVELS[(number - 16) // size % 6] for size in (36, 6, 1)]
    return "#" + "".join(f"{part + (255 - part) * 2 // 5:02x}" for part in parts)


def printed(command: str, most: int, binary: pathlib.Path) -> list[str]:
    words = [str(binary), *command.split()[1:], "--color", "always"]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, env=os.environ | {"COLUMNS": "100"})
    lines = run.stdout.rstrip("\n").split("\n")
    return lines[:most] + ([] if len(lines) <= most else ["..."])


def spans(line: str) -> str:
    """A line with its colours, at most as wide as the picture."""
    pieces, left = [], WIDTH
    for at, piece in enumerate(line.split("\x1b[")):
        escape, text = piece.split("m", 1) if at else ("0", piece)
        text, left = text[:left], left - len(text[:left])
        number = re.match(r"38;5;(\d+)$", escape)
        fill = f' fill="{colour(int(number[1]))}"' if number else ""
        if text:
            # Renderers differ in how they keep spaces.
            pieces.append(f"<tspan{fill}>{html.escape(text, quote=False).replace(' ', NO_BREAK)}</tspan>")
    return "".join(pieces)


def drawn(commands: list[tuple[str, int]], binary: pathlib.Path) -> str:
    lines = []
    for command, most in commands:
        lines += [f'<tspan fill="{PROMPT}">$ </tspan><tspan font-weight="bold">{html.escape(command)}</tspan>']
        lines += [spans(line) for line in printed(command, most, binary)] + [""]
    lines.pop()
    width, height = round(WIDTH * LETTER + 2 * MARGIN), len(lines) * LINE + 2 * MARGIN
    texts = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + 14 + at * LINE}">{line}</text>\n' for at, line in enumerate(lines) if line
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>\n'
        f'<g fill="{INK}" font-size="13" '
        "font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\">\n"
        f"{texts}</g>\n</svg>\n"
    )


def pictures(binary: pathlib.Path) -> dict[pathlib.Path, str]:
    return {FOLDER / f"{name}.svg": drawn(commands, binary) for name, commands in PICTURES.items()}


if __name__ == "__main__":
    for path, picture in pictures(pathlib.Path(os.environ.get("TYPELOG", ROOT / "target/debug/typelog"))).items():
        path.write_text(picture)
