"""Records as tables: counts of a set, and all summaries as one JSON and one Parquet file."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import Any

from tilewright.shapes.atlas.records import PieceRecord
from tilewright.version import __version__


def counts(records: Sequence[PieceRecord]) -> dict[str, int | None]:
    """Count the records of a set by what is known of them; None if that is not known of each of
    them.

    Examples
    --------
    >>> from tilewright.shapes.atlas import families
    >>> from tilewright.shapes.atlas.shape import describe
    >>> family, = families(["tetrominoes"])
    >>> found = counts([describe(family, number) for number in range(1, 6)])
    >>> found["free"], found["one-sided"], found["fixed"], found["no hole"], found["tile"]
    (5, 7, 19, 5, None)
    """
    planes = [one.facts.get("plane", {}) for one in records]
    numbers: dict[str, int | None] = {
        "free": len(records),
        "one-sided": sum(one.orientations["one-sided"] for one in records),
        "fixed": sum(one.orientations["fixed"] for one in records),
        "no hole": sum(not one.holes for one in records),
        **dict.fromkeys(
            (
                "tile",
                "do not tile",
                "do not tile, no hole",
                "translation",
                "isohedral",
                "anisohedral",
                "rectangle",
            )
        ),
    }
    if all(one.tiles is not None for one in records):
        kinds = [plane["kind"] for plane in planes]
        tile = sum(one.tiles is True for one in records)
        numbers |= {
            "tile": tile,
            "do not tile": len(records) - tile,
            "do not tile, no hole": sum(one.tiles is False and not one.holes for one in records),
            "translation": kinds.count("translation"),
            "isohedral": tile - kinds.count("periodic"),
            "anisohedral": kinds.count("periodic"),
        }
    if all(one.rectifiable is not None for one in records):
        numbers["rectangle"] = sum(one.rectifiable is True for one in records)
    return numbers


def json_text(records: Sequence[PieceRecord]) -> str:
    """Return the summaries of all records as JSON."""
    pieces = [one.summary() for one in records]
    return (
        json.dumps(
            {"format": "tilewright atlas", "version": __version__, "pieces": pieces}, indent=1
        )
        + "\n"
    )


def parquet_bytes(records: Sequence[PieceRecord]) -> bytes | None:
    """Return the same table in the Parquet format; None if pyarrow is not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        return None
    kinds: dict[str, Any] = {
        "cells": pa.int32(),
        "number": pa.int32(),
        "hull": pa.float64(),
        **dict.fromkeys(
            ("names", "primes", "strongly_prime", "weakly_prime", "puzzles"), pa.list_(pa.string())
        ),
        **dict.fromkeys(
            (
                "chiral",
                "tiles_plane",
                "half_turn",
                "isohedral_number_proven",
                "tiles_rectangle",
                "no_odd_order",
                "primes_complete",
                "no_rep_tile",
            ),
            pa.bool_(),
        ),
        **dict.fromkeys(
            (
                "one_sided",
                "fixed",
                "perimeter",
                "holes",
                "isohedral_number",
                "heesch",
                "heesch_with_holes",
                "heesch_at_least",
                "order",
                "order_at_most",
                "odd_order",
                "square_order",
                "square_order_at_most",
                "rep_tile",
                "rep_tile_at_most",
            ),
            pa.int32(),
        ),
    }
    rows = [one.summary() for one in records]
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in rows[0]])
    stream = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), stream)
    return stream.getvalue()
