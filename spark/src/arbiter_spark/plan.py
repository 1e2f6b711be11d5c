"""Cuts the inputs into shards, on the driver.

The binary plans. It needs a file, so a file behind a URL gets an outline: a sparse local file of the same size with the same
head and, if it is a zstd file of many frames, the same skippable frames, which contain the lengths of those frames.
"""

import json
import os
import struct
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import fsspec

from arbiter_spark import binary as arbiter

HEAD = 64 << 10
SKIPPABLE = b"\x50\x2a\x4d\x18\x04\x00\x00\x00"


@dataclass(frozen=True)
class Plan:
    """The shards, what the binary said about other inputs, and its exit status: 2 if some cannot be read."""

    shards: list[str]
    errors: str
    status: int


def is_url(path: str) -> bool:
    """Whether fsspec must read a path."""
    return "://" in path


def plan(binary: str, inputs: list[str], target: str) -> Plan:
    """Cuts files, directories and URLs into shards of about `target` bytes."""
    with tempfile.TemporaryDirectory() as room:
        names: dict[str, str] = {}
        roots = [
            outline_all(one, Path(room, str(number)), names)
            if is_url(one)
            else os.path.abspath(one)
            for number, one in enumerate(inputs)
        ]
        done = arbiter.plan(binary, roots, target)
    shards = [json.loads(line) for line in done.stdout.splitlines()]
    errors = done.stderr
    for shard in shards:
        shard["path"] = names.get(shard["path"], shard["path"])
    for local, url in names.items():
        errors = errors.replace(local, url)
    return Plan([json.dumps(shard) for shard in shards], errors, done.returncode)


def outline_all(url: str, room: Path, names: dict[str, str]) -> str:
    """Outlines a file, or all files of a directory, below `room`; `names` receives the URLs of the outlines."""
    files, root = fsspec.url_to_fs(url)
    is_directory = files.isdir(root)
    for path in files.find(root) if is_directory else [root]:
        inside = os.path.relpath(path, root) if is_directory else os.path.basename(path)
        local = room / inside
        local.parent.mkdir(parents=True, exist_ok=True)
        names[str(local)] = files.unstrip_protocol(path)
        outline(files, path, local)
    return str(room if is_directory else room / os.path.basename(root))


def outline(files: Any, path: str, local: Path) -> None:
    """Writes the outline of one file."""
    size = files.size(path)
    with files.open(path, "rb", cache_type="none") as source, local.open("wb") as copy:
        copy.write(source.read(min(size, HEAD)))
        copy_frame_headers(source, copy, size)
        copy.truncate(size)


def copy_frame_headers(source: BinaryIO, copy: BinaryIO, size: int) -> None:
    """Copies the skippable frames before the frames of a zstd file, as far as there are any."""
    at = 0
    while at < size:
        source.seek(at)
        header = source.read(12)
        copy.seek(at)
        copy.write(header)
        if len(header) < 12 or not header.startswith(SKIPPABLE):
            return
        at += 12 + struct.unpack_from("<I", header, 8)[0]
