"""A real cluster on one machine: a master, two workers, and two executors in processes of their own."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from arbiter_spark.job import shipped_package

#: For all sessions of the tests. The machine may be busy with something else: nothing that is slow is lost. A virtual machine
#: that lives for a minute need not compile its code twice.
DEFAULTS = """
spark.ui.enabled false
spark.ui.showConsoleProgress false
spark.sql.shuffle.partitions 2
spark.sql.broadcastTimeout 1200
spark.network.timeout 1200s
spark.worker.timeout 1200
spark.python.authenticate.socketTimeout 1200s
spark.driver.extraJavaOptions {java}
spark.executor.extraJavaOptions {java}
"""
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Djava.io.tmpdir={room}"


@pytest.fixture(scope="session")
def binary() -> str:
    """The program under test."""
    path = os.environ.get("ARBITER", "target/debug/arbiter")
    assert os.access(path, os.X_OK), f"no program '{path}': build it, or set ARBITER"
    return str(Path(path).resolve())


@pytest.fixture(scope="session", autouse=True)
def defaults(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The settings of Spark, and one directory for all that it leaves behind: killed processes remove nothing."""
    room = tmp_path_factory.mktemp("spark")
    settings = DEFAULTS.format(java=JAVA.format(room=room))
    Path(room, "spark-defaults.conf").write_text(settings)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("SPARK_CONF_DIR", str(room))
        environment.setenv("SPARK_LOCAL_DIRS", str(room))
        environment.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        environment.setenv("PYSPARK_PYTHON", sys.executable)
        environment.setenv("TMPDIR", str(room))
        yield
    shutil.rmtree(room, ignore_errors=True)


@pytest.fixture(scope="session")
def spark(defaults: None) -> Iterator[SparkSession]:
    """The session of all tests: a start takes longer than a test."""
    session = SparkSession.builder.master("local-cluster[2,1,1024]").getOrCreate()
    context = session.sparkContext
    assert context._jvm is not None
    work = Path(context._jvm.System.getenv("SPARK_HOME") or ".", "work", context.applicationId)
    with shipped_package(context):
        yield session
        session.stop()
    shutil.rmtree(work, ignore_errors=True)
