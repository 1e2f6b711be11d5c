"""Calls of the `arbiter` binary that need no stream: plans and merges."""

import subprocess
from collections.abc import Iterable

STANDARD_INPUT = "/dev/stdin"


class ArbiterError(RuntimeError):
    """The binary failed; the message is what it wrote to standard error."""


def plan(binary: str, inputs: list[str], target: str) -> subprocess.CompletedProcess[str]:
    """The shards of some files, one JSON object a line. The exit status is 2 if some cannot be read."""
    command = [binary, "shards", "plan", "--target", target, "--", *inputs]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def merge(binary: str, summaries: Iterable[str], *flags: str) -> subprocess.CompletedProcess[str]:
    """Merges summaries. The exit status is 1 if shards must be run again, and 2 if some are damaged, lost or doubled."""
    command = [binary, "shards", "merge", *flags, STANDARD_INPUT]
    lines = "\n".join(summary.rstrip("\n") for summary in summaries)
    return subprocess.run(command, input=lines, capture_output=True, text=True, check=False)


def merge_partly(binary: str, one: str, other: str) -> str:
    """Two summaries as one. The operation is commutative and associative."""
    merged = merge(binary, [one, other], "--partial")
    if merged.returncode != 0:
        raise ArbiterError(merged.stderr)
    return merged.stdout
