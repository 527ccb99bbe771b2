"""Decisions as Arrow tables, for Parquet files and data frames. Needs pyarrow (the extra `arrow`)."""

from importlib import import_module
from typing import Any

INTEGERS = ("round", "turn", "seat", "side", "opener", "boneyard", "round_result", "match_result")
TEXTS = ("bot", "action")
LISTS_OF_INTEGERS = ("scores", "held", "ends", "move_seats", "round_points")


def table(columns: dict[str, list[Any]]) -> Any:
    """Makes a pyarrow.Table of the columns of `capicu.simulate`, with the types of docs/data.md."""
    pyarrow = import_module("pyarrow")

    def kind(name: str) -> Any:
        if name == "match":
            return pyarrow.int64()
        if name in INTEGERS:
            return pyarrow.int32()
        if name in TEXTS:
            return pyarrow.string()
        each = pyarrow.int32() if name in LISTS_OF_INTEGERS else pyarrow.string()
        return pyarrow.list_(each)

    arrays = {name: pyarrow.array(values, kind(name)) for name, values in columns.items()}
    return pyarrow.table(arrays)
