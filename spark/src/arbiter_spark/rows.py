"""The columns of rows, and their numbers in the whole file.

A shard does not know how many games, lines and bytes of text precede it. Its rows count from its beginning, and the merge of
all summaries says what must be added.
"""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

EDIT = "struct<byte:bigint,length:bigint,replacement:string,safety:string>"

#: The fields of `arbiter help formats`, without `type`.
SCHEMAS = {
    "games": (
        "file string, game bigint, line bigint, byte bigint, length bigint, tags map<string,string>, plies int, outcome string, "
        "ended_by string, claims array<struct<kind:string,ply:int>>, result string, final_fen string, checked boolean, "
        "errors int, warnings int"
    ),
    "findings": (
        "code string, severity string, file string, game bigint, line bigint, column bigint, byte bigint, length bigint, "
        "ply int, path string, message string, help string, reason struct<kind:string,squares:map<string,array<string>>>, "
        "fen string, suggestions array<struct<text:string,confidence:float,score:float>>, class string, "
        f"fix {EDIT}, edits array<{EDIT}>, assumed boolean"
    ),
}
OFFSETS = "shard bigint, games bigint, lines bigint, bytes bigint"


def numbered(found: DataFrame, offsets: DataFrame, kind: str) -> DataFrame:
    """The rows of all shards that have an offset, with the numbers of their files."""
    row = F.from_json("row", SCHEMAS[kind], {"mode": "FAILFAST"}).alias("row")
    rows = found.where("row is not null").select("shard", row)
    rows = rows.join(F.broadcast(offsets), "shard").select("row.*", "games", "lines", "bytes")
    rows = rows.withColumns(
        {
            "game": F.col("game") + F.col("games"),
            "line": F.col("line") + F.col("lines"),
            "byte": F.col("byte") + F.col("bytes"),
        }
    )
    if kind == "findings":
        edits = F.transform("edits", moved)
        rows = rows.withColumns({"fix": moved(F.col("fix")), "edits": edits})
    return rows.drop("games", "lines", "bytes")


def moved(edit: Column) -> Column:
    """An edit at its place in the whole file."""
    return edit.withField("byte", edit.getField("byte") + F.col("bytes"))
