"""Runs one shard on an executor: `arbiter shards run`, its input and its rows as streams."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import IO, Any

import fsspec
import pyarrow as pa
import pyarrow.compute as pc

from arbiter_spark.binary import ArbiterError
from arbiter_spark.plan import is_url

#: What a task returns: rows as JSON, and at the end the summary of the shard.
SCHEMA = "shard bigint, row string, summary string"
CHUNK = 1 << 20


def run_shard(
    number: int, shard: str, binary: str, rows: str, checks: list[str]
) -> Iterator[pa.RecordBatch]:
    """The rows of a shard in batches of about a megabyte, and its summary.

    Damaged data is a part of the summary. Everything else that fails may pass: the error makes Spark try again.
    """
    path, start = (json.loads(shard)[key] for key in ("path", "start"))
    with tempfile.TemporaryDirectory() as room, Path(room, "errors").open("w+") as errors:
        summary = Path(room, "summary")
        command = [binary, "shards", "run", "--shard", shard, "--rows", rows]
        command += ["--summary", str(summary), *checks, *(["--stdin"] if is_url(path) else [])]
        stdin = subprocess.PIPE if is_url(path) else subprocess.DEVNULL
        process = subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=errors)
        feeder = Feeder(path, start, process.stdin) if process.stdin else None
        with process:
            try:
                for lines in batches_of_lines(process.stdout):
                    yield batch(number, rows=lines)
                status = process.wait()
            finally:
                process.kill()
                if feeder:
                    feeder.join()
        if status not in (0, 2) or not summary.exists():
            errors.seek(0)
            lost = f"{feeder.error}" if feeder and feeder.error else ""
            raise ArbiterError(f"shard {shard}, exit status {status}: {errors.read()}{lost}")
        yield batch(number, summary=summary.read_text())


def batch(number: int, rows: pa.Array | None = None, summary: str | None = None) -> pa.RecordBatch:
    """Rows of a shard, or its summary."""
    if rows is None:
        rows = pa.nulls(1, pa.string())
    shards = pa.repeat(pa.scalar(number, pa.int64()), len(rows))
    summaries = pa.repeat(pa.scalar(summary, pa.string()), len(rows))
    return pa.RecordBatch.from_arrays([shards, rows, summaries], ["shard", "row", "summary"])


def batches_of_lines(stream: IO[bytes] | None) -> Iterator[pa.Array]:
    """The lines of a stream except the first, which names the shard; no line becomes a Python object."""
    if stream is None or not stream.readline():
        return
    begun = b""
    while chunk := stream.read(CHUNK):
        whole, end, rest = chunk.rpartition(b"\n")
        if end:
            yield pc.split_pattern(pa.array([begun + whole], pa.string()), "\n").flatten()
            begun = rest
        else:
            begun += chunk


class Feeder(Thread):
    """Copies a file behind a URL to the binary, which stops reading when its last game has ended."""

    def __init__(self, url: str, start: int, sink: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self.url, self.start_byte, self.sink = url, start, sink
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        """Copies until the binary has read enough."""
        try:
            with self.sink, fsspec.open(self.url, "rb") as source:
                source.seek(self.start_byte)
                shutil.copyfileobj(source, self.sink, CHUNK)
        except BrokenPipeError:
            pass
        except Exception as error:  # noqa: BLE001 (the task reports it, whatever a file system raises)
            self.error = error


def tasks(shards: Any, numbers: list[int], name: str, rows: str, checks: list[str]) -> Any:
    """The function for `mapInArrow` over the indexes of `numbers`; `shards` is a broadcast list of shards."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import SparkFiles

        for indexes in batches:
            for index in indexes.column(0).to_pylist():
                yield from run_shard(
                    numbers[index], shards.value[index], SparkFiles.get(name), rows, checks
                )

    return run
