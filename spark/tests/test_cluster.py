"""A cluster gives what one process gives, byte for byte, whatever happens to it."""

import itertools
import json
import subprocess
import sys
import time
from pathlib import Path

import archives
import pytest
from pyspark.sql import SparkSession

from arbiter_spark.cli import arguments, run
from arbiter_spark.job import Report
from arbiter_spark.plan import plan


def on_cluster(
    spark: SparkSession, binary: str, source: Path | str, out: Path, *flags: str
) -> Report:
    """Runs the command in the session of the tests."""
    return run(arguments([str(source), "--out", str(out), *flags]), spark, binary)


def test_the_cluster_has_two_executors(spark: SparkSession) -> None:
    context = spark.sparkContext._jsc.sc()
    until = time.monotonic() + 60
    while context.getExecutorMemoryStatus().size() < 3 and time.monotonic() < until:
        time.sleep(0.1)
    assert context.getExecutorMemoryStatus().size() == 3, "a driver and two executors"


@pytest.mark.parametrize(
    ("kind", "rows"),
    [(kind, "games") for kind in archives.KINDS] + [("plain", "findings"), ("hostile", "findings")],
)
def test_every_kind_gives_what_one_process_gives(
    spark: SparkSession, binary: str, tmp_path: Path, kind: str, rows: str
) -> None:
    make, target = archives.KINDS[kind]
    path = make(tmp_path)
    if kind in ("plain", "pzstd", "directory", "hostile"):
        assert len(plan(binary, [str(path)], target).shards) > 4
    out = tmp_path / "rows"
    report = on_cluster(spark, binary, path, out, "--rows", rows, "--target", target)
    expected, expected_rows = archives.alone(binary, path, rows)
    assert (report.status, report.text) == (0, expected), report.errors
    assert expected_rows
    assert archives.parquet(out, rows) == expected_rows


@pytest.mark.parametrize("kind", ["plain", "pzstd", "directory"])
def test_urls_are_streamed(spark: SparkSession, binary: str, tmp_path: Path, kind: str) -> None:
    make, target = archives.KINDS[kind]
    path = make(tmp_path)
    out, flags = tmp_path / "rows", ["--rows", "findings", "--target", target]
    report = on_cluster(spark, binary, path.as_uri(), out, *flags, "--profile", "pedantic")
    expected, rows = archives.alone(binary, path, "findings", "--profile", "pedantic")
    assert (report.status, report.text) == (0, expected), report.errors
    named = [row.replace(f'"file": "{path}', f'"file": "{path.as_uri()}') for row in rows]
    assert archives.parquet(out, "findings") == sorted(named)


def test_rows_are_partitioned_and_never_overwritten(
    spark: SparkSession, binary: str, tmp_path: Path
) -> None:
    path, out = archives.plain(tmp_path), tmp_path / "rows"
    flags = ["--rows", "findings", "--partition-by", "code", "--format", "json"]
    report = on_cluster(spark, binary, path, out, *flags)
    codes = json.loads(report.text)["codes"]
    assert {f"code={code}" for code in codes} == {one.name for one in out.glob("code=*")}
    again = on_cluster(spark, binary, path, out)
    assert (again.status, again.text) == (2, "")


def wrapped(tmp_path: Path, name: str, binary: str, body: str) -> str:
    """A program that does something before it becomes the real one; its name is its own, as executors keep programs by name."""
    path = tmp_path / name
    path.write_text(f'#!/bin/sh\n{body}\nexec "{binary}" "$@"\n')
    path.chmod(0o755)
    return str(path)


def test_a_killed_executor_changes_nothing(
    spark: SparkSession, binary: str, tmp_path: Path
) -> None:
    # The first run of a shard in the middle writes some of its rows, and then its executor dies.
    kill = f"""case "$2 $4" in run*'"start": 16000'*)
    if mkdir "{tmp_path}/killed"; then
        "{binary}" "$@" | head -3
        pid=$$
        while [ "$(cat /proc/$pid/comm)" != java ]; do pid=$(cut -d ' ' -f 4 /proc/$pid/stat); done
        echo $pid > "{tmp_path}/killed/pid"
        kill -KILL $pid
        exit 1
    fi
    esac"""
    killer = wrapped(tmp_path, "arbiter-killer", binary, kill)
    path = archives.plain(tmp_path)
    out, flags = tmp_path / "rows", ["--rows", "findings", "--target", "4000"]
    report = on_cluster(spark, killer, path, out, *flags)
    executor = int((tmp_path / "killed" / "pid").read_text())
    assert not Path(f"/proc/{executor}").exists(), "the executor is dead"
    expected, rows = archives.alone(binary, path, "findings")
    assert (report.status, report.text) == (0, expected), report.errors
    assert archives.parquet(out, "findings") == rows


def test_a_damaged_shard_is_named_and_the_others_count(
    spark: SparkSession, binary: str, tmp_path: Path
) -> None:
    text = archives.games(400)
    # Each frame begins in the last line of a game.
    starts = [text.index(f'[Event "{number}"]') - 10 for number in range(100, 400, 100)]
    starts = [0, *starts, len(text)]
    pieces = [text[a:b].encode() for a, b in itertools.pairwise(starts)]
    path = tmp_path / "damaged.pgn.zst"
    path.write_bytes(archives.framed(pieces))
    shards = [json.loads(shard) for shard in plan(binary, [str(path)], "1").shards]
    assert len(shards) == 4
    with path.open("r+b") as file:
        file.seek(shards[2]["start"] + 12)
        file.write(bytes(4))
    logged = wrapped(
        tmp_path, "arbiter-logged", binary, f'[ "$2" = run ] && echo "$4" >> "{tmp_path}/runs"'
    )
    out, flags = tmp_path / "rows", ["--target", "1", "--format", "json"]
    report = on_cluster(spark, logged, path, out, *flags)
    assert report.status == 2
    assert f"cannot read '{path}': the zstd data is damaged" in report.errors
    assert f"(shard {shards[2]['start']} to {shards[2]['end']})" in report.errors
    assert json.loads(report.text)["games"] == 300
    assert len(archives.parquet(out, "games")) == 300
    runs = (tmp_path / "runs").read_text().splitlines()
    assert len(runs) == 4, "what will fail again is not tried again"


def test_games_without_findings_are_written(
    spark: SparkSession, binary: str, tmp_path: Path
) -> None:
    path, out = tmp_path / "clean.pgn", tmp_path / "rows"
    tags = "".join(f'[{name} "?"]\n' for name in ["Event", "Site", "Date", "Round"])
    path.write_text(f'{tags}[White "w"]\n[Black "b"]\n[Result "*"]\n\n1. e4 e5 *\n\n' * 40)
    report = on_cluster(spark, binary, path, out, "--target", "1000")
    expected, rows = archives.alone(binary, path, "games")
    assert (report.status, report.text, expected) == (0, "", ""), report.errors
    assert len(rows) == 40
    assert archives.parquet(out, "games") == rows


def test_a_job_that_cannot_end_says_why(spark: SparkSession, binary: str, tmp_path: Path) -> None:
    lost = 'if [ "$2" = run ]; then echo "error: the connection is lost" >&2; exit 2; fi'
    lost = wrapped(tmp_path, "arbiter-lost", binary, f"{lost}\n")
    path, out = archives.plain(tmp_path), tmp_path / "rows"
    report = on_cluster(spark, lost, path, out)
    assert (report.status, report.text) == (2, "")
    assert report.errors.endswith("exit status 2: error: the connection is lost\n")
    assert not out.exists()


MEASURE = """
import resource, sys
from pathlib import Path
from arbiter_spark.worker import run_shard
rows = child = 0
for shard in sys.argv[2:]:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for batch in run_shard(0, shard, sys.argv[1], "games", []):
        rows += len(batch)
        for process in Path("/proc/thread-self/children").read_text().split():
            status = Path(f"/proc/{process}/status").read_text()
            peaks = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
            child = max(child, *map(int, peaks), 0)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(rows, grown, child)
"""


def test_a_worker_needs_a_few_blocks_of_memory(binary: str, tmp_path: Path) -> None:
    small, large = tmp_path / "small.pgn", tmp_path / "large.pgn"
    game = '[Event "w, é"]\n\n1. e4 e5 ' + "2. Nf3 Nf6 3. Ng1 Ng8 " * 8 + "*\n\n"
    small.write_text(game * 17_000)
    large.write_text(game * 170_000)
    assert large.stat().st_size > 32 << 20
    shards = plan(binary, [small.as_uri(), large.as_uri()], "1GiB").shards
    command = [sys.executable, "-c", MEASURE, binary, *shards]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows, python, child = (int(number) for number in output.split())
    print(f"{large.stat().st_size >> 20} MiB: Python {python} KiB more, arbiter {child} KiB")
    assert rows == 187_000 + 2
    assert python < 8 << 10, "ten times as much needs hardly more"
    assert 0 < child < 24 << 10


def test_the_command_needs_no_session(binary: str, tmp_path: Path) -> None:
    path, report = archives.plain(tmp_path), tmp_path / "report.txt"
    command = [sys.executable, "-c", "from arbiter_spark.cli import main; raise SystemExit(main())"]
    flags = ["--binary", binary, "--master", "local[2]", "--report", str(report)]
    done = subprocess.run(
        [*command, str(path), *flags], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert report.read_text() == archives.alone(binary, path, "games")[0]
    assert "400 games: " in done.stderr
