#!/usr/bin/env python3
"""Draws the pictures of the README: what a terminal shows, as SVG, and a page, as a browser shows it.

    scripts/pictures.py [--arbiter target/release/arbiter] [--chromium chromium]

Writes into docs/pictures. Needs no packages; without Chromium the picture of the page stays as it is.
"""

import argparse
import html
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

PICTURES = Path("docs/pictures")
REPORT = ["validate", "--color", "always", "fixtures/games/club-evening.pgn"]
BOARD = ["show", "--color", "always", "fixtures/games/club-evening.pgn", "--at", "end"]
PAGE = ["validate", "--format", "html", "-q", "fixtures/games", "fixtures/codes/M303", "fixtures/codes/M304"]

# The sixteen colours of a dark terminal; 16 to 255 are computed.
BASIC = ["#1d1f21", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#dcdfe4"]
BRIGHT = ["#5c6370", "#ff7b85", "#b5e890", "#ffd68a", "#7cc4ff", "#e599f7", "#6fdbe8", "#ffffff"]
GROUND, INK = "#1d1f21", "#dcdfe4"
WIDTH, HEIGHT, MARGIN = 8.4, 19, 14


def indexed(number):
    """A colour of the table of 256."""
    if number < 16:
        return (BASIC + BRIGHT)[number]
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    steps = [0, 95, 135, 175, 215, 255]
    cube = number - 16
    return "#%02x%02x%02x" % (steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6])


class Pen:
    """How the next letters look."""

    def __init__(self):
        self.ink, self.ground, self.bold = INK, None, False

    def read(self, codes):
        """Follows a `CSI … m` sequence."""
        codes = [int(code or 0) for code in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code == 1:
                self.bold = True
            elif code == 22:
                self.bold = False
            elif code in (38, 48):
                color = self.long_color(codes)
                self.ink, self.ground = (color, self.ground) if code == 38 else (self.ink, color)
            elif 30 <= code <= 37:
                self.ink = BASIC[code - 30]
            elif 90 <= code <= 97:
                self.ink = BRIGHT[code - 90]
            elif 40 <= code <= 47:
                self.ground = BASIC[code - 40]
            elif code == 39:
                self.ink = INK
            elif code == 49:
                self.ground = None

    @staticmethod
    def long_color(codes):
        """The colour after 38 or 48: `5;N` or `2;R;G;B`."""
        if codes.pop(0) == 5:
            return indexed(codes.pop(0))
        red, green, blue = codes.pop(0), codes.pop(0), codes.pop(0)
        return f"#{red:02x}{green:02x}{blue:02x}"


def drawn(command, printed):
    """A terminal after a command, as SVG."""
    lines = [f"$ {command}"] + printed.rstrip("\n").split("\n")
    pen, shapes, columns = Pen(), [], 0
    for row, line in enumerate(lines):
        column = 0
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            sequence = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
            if sequence:
                pen.read(sequence[1])
            elif part:
                shapes.append(stretch(part, row, column, pen))
                column += len(part)
        columns = max(columns, column)
    width, height = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14">\n'
        f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>\n' + "\n".join(shapes) + "\n</svg>\n"
    )


def stretch(text, row, column, pen):
    """Letters of one look."""
    x, y = MARGIN + column * WIDTH, MARGIN + row * HEIGHT
    shape = ""
    if pen.ground:
        shape = f'<rect x="{x:.1f}" y="{y}" width="{len(text) * WIDTH:.1f}" height="{HEIGHT}" fill="{pen.ground}"/>'
    weight = ' font-weight="bold"' if pen.bold else ""
    # The length keeps columns in line, whatever the font.
    return shape + (
        f'<text x="{x:.1f}" y="{y + 14}" fill="{pen.ink}"{weight} xml:space="preserve" '
        f'textLength="{len(text) * WIDTH:.1f}" lengthAdjust="spacingAndGlyphs">{html.escape(text)}</text>'
    )


def terminal(arbiter, name, arguments):
    """The picture of a command and its output, the summary of the run included."""
    ran = subprocess.run([arbiter, *arguments], capture_output=True, text=True, check=False)
    command = " ".join(["arbiter", *(word for word in arguments if word not in ("--color", "always"))])
    (PICTURES / name).write_text(drawn(command, ran.stdout + ran.stderr), encoding="utf-8")


def page(arbiter, chromium, name, arguments):
    """A page in a window."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "page.html"
        subprocess.run([arbiter, *arguments, "-o", written], check=False)
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"]
        options += ["--disable-background-networking", f"--user-data-dir={folder}/profile", "--window-size=1100,1500"]
        shot = f"--screenshot={PICTURES.resolve() / name}"
        subprocess.run([chromium, *options, shot, written.as_uri()], check=True, stderr=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--arbiter", default="target/release/arbiter")
    parser.add_argument("--chromium", default="chromium")
    options = parser.parse_args()
    os.chdir(Path(__file__).resolve().parent.parent)
    PICTURES.mkdir(parents=True, exist_ok=True)
    terminal(options.arbiter, "report.svg", REPORT)
    terminal(options.arbiter, "board.svg", BOARD)
    if shutil.which(options.chromium):
        page(options.arbiter, options.chromium, "archive.png", PAGE)


if __name__ == "__main__":
    main()
