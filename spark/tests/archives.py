"""Archives of every kind, and what one process says about them."""

import gzip
import json
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

Rows = list[str]


def games(count: int = 400) -> str:
    """Games of different lengths, some with an illegal move, some with a wrong sign."""
    text = ""
    for number in range(count):
        moves = "2. Nf3 Nf6 3. Ng1 Ng8 " * (number % 5)
        last = "Ke4" if number % 9 == 0 else "Qh5+ *" if number % 7 == 0 else "*"
        text += f'[Event "{number}"]\n[White "w, é"]\n\n1. e4 e5 {moves}{last}\n\n'
    return text


def plain(path: Path) -> Path:
    """A plain file."""
    path = path / "games.pgn"
    path.write_text(games())
    return path


def hostile(path: Path) -> Path:
    """Comments that look like games, what is never closed, and text in an older code page in a file of its own."""
    path.mkdir(exist_ok=True)
    comment = '[Event "b"]\n\n1. e4 {see\n\n[Event "c"]\n\n1. d4 *\n\n} e5 2. Ke3 1-0\n\n'
    unclosed = '[Event "d"]\n\n1. e4 {never closed\n\n'
    (path / "comments.pgn").write_text((comment * 4 + games(3)) * 2 + unclosed + games(3))
    (path / "page.pgn").write_bytes(
        (games(3) + '[Event "Köln"]\n\n1. e4 *\n\n').encode("cp1252") * 2
    )
    return path


def zstd(data: bytes) -> bytes:
    """A frame, made by another program."""
    return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True, check=True).stdout


def framed(pieces: list[bytes]) -> bytes:
    """A file as pzstd writes it: before each frame a skippable frame that contains its length."""
    frames = [zstd(piece) for piece in pieces]
    return b"".join(struct.pack("<III", 0x184D2A50, 4, len(frame)) + frame for frame in frames)


def pzstd(path: Path) -> Path:
    """A zstd file of many frames, which cut games anywhere."""
    path = path / "frames.pgn.zst"
    text = games().encode()
    path.write_bytes(framed([text[at : at + 2777] for at in range(0, len(text), 2777)]))
    return path


def single_frame(path: Path) -> Path:
    """A zstd file of one frame."""
    path = path / "single.pgn.zst"
    path.write_bytes(zstd(games().encode()))
    return path


def gzipped(path: Path) -> Path:
    """A gzip file."""
    path = path / "games.pgn.gz"
    path.write_bytes(gzip.compress(games().encode()))
    return path


def directory(path: Path) -> Path:
    """Many small files, in directories, and one that holds no games."""
    for number in range(12):
        file = path / "many" / str(number % 3) / f"{number}.pgn"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(games(number))
    (path / "many" / "notes.txt").write_text("no games")
    return path / "many"


#: How to make an archive of each kind, and a target size that cuts it where it can be cut.
KINDS: dict[str, tuple[Callable[[Path], Path], str]] = {
    "plain": (plain, "4000"),
    "pzstd": (pzstd, "300"),
    "single frame": (single_frame, "300"),
    "gzip": (gzipped, "300"),
    "directory": (directory, "1KiB"),
    "hostile": (hostile, "131"),
}


def in_single_precision(value: Any) -> Any:
    """The same value with the precision of a column of Parquet, and maps as objects."""
    if isinstance(value, float):
        return struct.unpack("f", struct.pack("f", value))[0]
    if isinstance(value, dict):
        return {key: in_single_precision(one) for key, one in value.items()}
    if isinstance(value, list):
        if value and all(isinstance(one, tuple) for one in value):
            return in_single_precision(dict(value))
        return [in_single_precision(one) for one in value]
    return value


def canonical(rows: list[dict[str, Any]]) -> Rows:
    """Rows as a sorted set of strings."""
    return sorted(json.dumps(in_single_precision(row), sort_keys=True) for row in rows)


def alone(binary: str, path: Path | str, kind: str, *flags: str) -> tuple[str, Rows]:
    """The report and the rows of one process."""
    validate = [binary, "validate", "--exit-zero", *flags, str(path)]

    def printed(*flags: str) -> str:
        return subprocess.run(
            [*validate, *flags], capture_output=True, text=True, check=True
        ).stdout

    report = printed("--statistics", "--max-findings", "0")
    rows = [json.loads(line) for line in printed("--format", "json").splitlines()]
    rows = [row for row in rows if row.pop("type") + "s" == kind]
    return report, canonical(rows)


def parquet(path: Path, kind: str) -> Rows:
    """The rows that Spark wrote."""
    rows = pq.read_table(path).to_pylist()
    if kind == "games":
        # An empty map and an empty list look alike.
        rows = [{**row, "tags": dict(row["tags"])} for row in rows]
    return canonical(rows)
