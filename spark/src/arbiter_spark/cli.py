"""The command `arbiter-spark`."""

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from arbiter_spark.binary import ArbiterError
from arbiter_spark.job import Job, Report, shipped_package
from arbiter_spark.plan import plan


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The flags."""
    parser = argparse.ArgumentParser("arbiter-spark", description="Validate PGN archives on Spark")
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="file, directory or fsspec URL")
    parser.add_argument("--binary", default="arbiter", help="program to send to the executors")
    parser.add_argument("--master", help="local[2], spark://..., yarn; else as spark-submit says")
    parser.add_argument("--rows", choices=["games", "findings"], default="games")
    parser.add_argument("--out", metavar="DIR", help="write the rows as Parquet to this directory")
    parser.add_argument(
        "--partition-by", default="", metavar="COLUMNS", help="columns of the rows, such as file"
    )
    parser.add_argument("--report", metavar="FILE", help="write the report to this file")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="of the report")
    parser.add_argument("--target", default="256MiB", metavar="SIZE", help="size of a shard")
    for flag in ["--profile", "--select", "--ignore"]:
        parser.add_argument(flag, help="as for arbiter validate")
    return parser.parse_args(argv)


def checks(options: argparse.Namespace) -> list[str]:
    """The flags that the binary gets as they are."""
    given = {"--profile": options.profile, "--select": options.select, "--ignore": options.ignore}
    return [word for flag, value in given.items() if value for word in (flag, value)]


def exists(spark: SparkSession, directory: str) -> bool:
    """Whether the directory for the rows is there already, on whatever file system Spark writes to."""
    java = spark.sparkContext._jvm
    assert java is not None
    path = java.org.apache.hadoop.fs.Path(directory)
    return bool(
        path.getFileSystem(spark._jsparkSession.sessionState().newHadoopConf()).exists(path)
    )


def run(options: argparse.Namespace, spark: SparkSession, binary: str) -> Report:
    """Plans, runs, merges and writes."""
    planned = plan(binary, options.inputs, options.target)
    if not planned.shards:
        return Report("", planned.errors, 2)
    if options.out and exists(spark, options.out):
        return Report("", f"error: '{options.out}' exists already\n", 2)
    spark.sparkContext.addFile(binary)
    job = Job(spark, binary, options.rows if options.out else "none", checks(options))
    try:
        job.run(planned.shards)
        summary = job.complete()
        report = job.report(summary, "--format", options.format)
        if options.out:
            partitions = [name for name in options.partition_by.split(",") if name]
            job.write(summary, options.out, partitions)
    except (ArbiterError, Py4JError, PySparkException) as error:
        return Report("", f"{planned.errors}error: {cause(error)}\n", 2)
    status = max(planned.status, report.status)
    return Report(report.text, planned.errors + report.errors, status)


def cause(error: Exception) -> str:
    """What the binary said on an executor, without the traces of Java around it; or everything."""
    said = re.search(r"ArbiterError: (.+)", str(error))
    return said[1] if said else str(error)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; returns 0, or 2 if an input or a shard could not be read."""
    options = arguments(argv)
    binary = shutil.which(options.binary)
    if binary is None:
        print(f"error: no program '{options.binary}'", file=sys.stderr)
        return 2
    builder = SparkSession.builder.appName("arbiter-spark")
    spark = (builder.master(options.master) if options.master else builder).getOrCreate()
    try:
        with shipped_package(spark.sparkContext):
            report = run(options, spark, binary)
    finally:
        spark.stop()
    if options.report:
        Path(options.report).write_text(report.text)
    else:
        sys.stdout.write(report.text)
    sys.stderr.write(report.errors)
    return report.status
