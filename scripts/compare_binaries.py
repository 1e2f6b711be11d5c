#!/usr/bin/env python3
"""Compares what two builds of `arbiter validate` say about the same files.

    scripts/compare_binaries.py OLD NEW [--mutations N] [--seed S] [--ignore-text] PATH...

Every file below the paths is validated by both builds, in all profiles and formats, and so are N mutated copies of
pieces of them. Prints each difference and ends with 1 if there was any. `--ignore-text` compares JSON without the
sentences, for changes that only word them differently.
"""

import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

PROFILES = ["read", "import", "export", "pedantic"]
FORMATS = ["json", "text", "line", "csv"]
WORDS = ["message", "help", "reason"]
PIECES = [b"(", b")", b"{", b"}", b";", b"[", b"]", b'"', b"\n\n", b"\n", b"$1", b"$", b"1.", b"12...", b"...", b"1-0", b"1/2-1/2",
          b"*", b"e4", b"Nf3", b"O-O", b"--", b"+", b"#", b"=Q", b"!?", b"%", b"\r", b"\xff", b"\xc2\xa0", b"{[%clk 0:01:00]}", b"[Event \"x\"]\n"]


def run(binary, profile, form, path):
    command = [binary, "validate", "--profile", profile, "--format", form, "-j", "1", path]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def without_text(output):
    rows = []
    for line in output.splitlines():
        row = json.loads(line)
        rows.append({key: value for key, value in row.items() if key not in WORDS})
    return rows


def difference(old, new, profile, form, path, ignore_text):
    one, other = run(old, profile, form, path), run(new, profile, form, path)
    if ignore_text:
        same = one[0] == other[0] and without_text(one[1]) == without_text(other[1])
    else:
        same = one == other
    if same:
        return None
    lines = [pair for pair in zip(one[1].splitlines(), other[1].splitlines()) if pair[0] != pair[1]]
    if ignore_text:
        lines = [pair for pair in lines if without_text(pair[0]) != without_text(pair[1])]
    shown = "".join("\n  - %r\n  + %r" % (a[:600], b[:600]) for a, b in lines[:3])
    return "%s %s %s: exit %d, %d; %d and %d lines%s" % (
        path, profile, form, one[0], other[0], len(one[1].splitlines()), len(other[1].splitlines()), shown)


def mutated(data, rng):
    start = rng.randrange(max(1, len(data) - 3000))
    text = bytearray(data[start:start + rng.randrange(200, 3000)])
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(4):
            case 0:
                del text[at:at + rng.randrange(1, 8)]
            case 1:
                text[at:at] = rng.choice(PIECES)
            case 2:
                text[at:at + 1] = rng.choice(PIECES)
            case _:
                other = rng.randrange(len(text) + 1)
                text[at:at] = text[other:other + rng.randrange(1, 40)]
    return bytes(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--mutations", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ignore-text", action="store_true")
    args = parser.parse_args()
    files = []
    for path in map(Path, args.paths):
        files += sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    formats = ["json"] if args.ignore_text else FORMATS
    jobs = [(str(file), profile, form) for file in files for profile in PROFILES for form in formats]
    rng = random.Random(args.seed)
    found = 0
    with tempfile.TemporaryDirectory() as home:
        contents = [data for data in (file.read_bytes() for file in files) if data]
        for number in range(args.mutations):
            file = os.path.join(home, "%06d.pgn" % number)
            Path(file).write_bytes(mutated(rng.choice(contents), rng))
            jobs.append((file, rng.choice(PROFILES), rng.choice(formats)))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            work = [pool.submit(difference, args.old, args.new, profile, form, file, args.ignore_text)
                    for file, profile, form in jobs]
            for done in work:
                if done.result() is not None:
                    found += 1
                    print(done.result())
    print("%d runs of each build, %d differ" % (len(jobs), found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
