"""The job: runs shards on the executors, merges their summaries, and runs again those that do not fit together."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial, reduce
from pathlib import Path

from pyspark import SparkContext, SparkFiles, StorageLevel
from pyspark.sql import DataFrame, SparkSession

from arbiter_spark import binary as arbiter
from arbiter_spark.rows import OFFSETS, numbered
from arbiter_spark.worker import SCHEMA, tasks


@dataclass(frozen=True)
class Report:
    """The report of one process over everything, its last sentence and the errors, and the exit status."""

    text: str
    errors: str
    status: int


@dataclass
class Job:
    """Some shards of which the results are known: rows and summaries, kept on the disks of the executors."""

    spark: SparkSession
    binary: str
    rows: str
    checks: list[str]
    shards: list[str] = field(default_factory=list)
    replaced: set[int] = field(default_factory=set)
    results: list[DataFrame] = field(default_factory=list)

    def run(self, shards: list[str]) -> None:
        """Runs shards, one in each task. Those that they cover no longer count."""
        first = len(self.shards)
        self.replaced |= {
            number
            for number, known in enumerate(self.shards)
            if any(covers(json.loads(shard), json.loads(known)) for shard in shards)
        }
        self.shards += shards
        numbers = list(range(first, len(self.shards)))
        sent = self.spark.sparkContext.broadcast(shards)
        function = tasks(sent, numbers, os.path.basename(self.binary), self.rows, self.checks)
        indexes = self.spark.range(0, len(shards), 1, len(shards))
        self.results.append(indexes.mapInArrow(function, SCHEMA).persist(StorageLevel.DISK_ONLY))

    def found(self) -> DataFrame:
        """The rows and summaries that count."""
        found = reduce(DataFrame.union, self.results)
        return found.where(~found.shard.isin(self.replaced)) if self.replaced else found

    def summary(self) -> str:
        """The summaries of all shards as one, merged in a tree on the executors."""
        summaries = self.found().where("summary is not null").select("summary")
        name = os.path.basename(self.binary)
        return summaries.rdd.map(lambda row: str(row.summary)).treeReduce(
            partial(merge_on_executor, name)
        )

    def complete(self) -> str:
        """Runs neighbours that disagree as one shard until all agree; returns the summary of everything."""
        while True:
            summary = self.summary()
            merged = arbiter.merge(self.binary, [summary])
            if merged.returncode != 1:
                return summary
            reruns = [json.loads(line)["rerun"] for line in merged.stdout.splitlines()]
            self.run([json.dumps(shard) for shard in reruns])

    def report(self, summary: str, *flags: str) -> Report:
        """What one process would print. A shard without a summary is an error."""
        with tempfile.NamedTemporaryFile("w", suffix=".plan") as plan:
            plan.write("\n".join(self.shards))
            plan.flush()
            merged = arbiter.merge(self.binary, [summary], "--plan", plan.name, *flags)
        return Report(merged.stdout, merged.stderr, merged.returncode)

    def write(self, summary: str, directory: str, partitions: list[str]) -> None:
        """Writes all rows as Parquet, in directories by the values of some columns."""
        lines = arbiter.merge(self.binary, [summary], "--offsets").stdout.splitlines()
        numbers = {key(json.loads(shard)): number for number, shard in enumerate(self.shards)}
        offsets = [
            (numbers[key(line["shard"])], line["games"], line["lines"], line["bytes"])
            for line in map(json.loads, lines)
        ]
        rows = numbered(self.found(), self.spark.createDataFrame(offsets, OFFSETS), self.rows)
        rows.write.partitionBy(*partitions).parquet(directory, compression="zstd")


def merge_on_executor(name: str, one: str, other: str) -> str:
    """Merges two summaries with the binary that was sent to the executors under this name."""
    return arbiter.merge_partly(SparkFiles.get(name), one, other)


def key(shard: dict[str, object]) -> tuple[object, ...]:
    """What distinguishes a shard from others, and from those it replaces."""
    return shard["path"], shard["start"], shard["end"], shard.get("rerun", 0)


def covers(shard: dict[str, int], known: dict[str, int]) -> bool:
    """Whether a shard that is run again replaces a known one."""
    is_inside = shard["start"] <= known["start"] and known["end"] <= shard["end"]
    return shard["path"] == known["path"] and is_inside


@contextmanager
def shipped_package(context: SparkContext) -> Iterator[None]:
    """Sends this package to all executors, also to those that start later; once for a context."""
    package = Path(__file__).parent
    with tempfile.TemporaryDirectory() as room:
        archive = str(Path(room, package.name))
        context.addPyFile(shutil.make_archive(archive, "zip", package.parent, package.name))
        yield
