"""Validate PGN archives with the `arbiter` binary on Apache Spark.

`plan` cuts the inputs on the driver, `worker` runs one shard on an executor, `binary` merges summaries, `rows` gives the rows
their columns and numbers, `job` puts these together, and `cli` is the command `arbiter-spark`.
"""
