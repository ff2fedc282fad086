"""Tables: how many pieces of a set tile the plane, and in which way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tilewright.tessellation.answer import Plane

__all__ = ["table"]


def table(answers: Iterable[Plane | Mapping[str, Any]]) -> dict[str, Any]:
    """Count answers about single pieces by what they say.

    Parameters
    ----------
    answers : iterable of Plane, or of what `Plane.to_json` returns

    Returns
    -------
    dict
        As ``tilewright plane --table --json`` prints it: numbers as strings. Each class is counted whether or not another
        one holds as well; ``do_not`` is without the pieces that have holes, and ``heesch`` counts these by their Heesch
        number (``?`` where it is not known).

    Examples
    --------
    >>> import tilewright as tw
    >>> counts = table(tw.plane(piece) for piece in tw.catalog.polyominoes(5))
    >>> counts["translation"], counts["half_turn"], counts["tile"]
    ('9', '12', '12')
    """
    count: Counter[str] = Counter()
    heesch: Counter[str] = Counter()
    for answer in answers:
        record = answer.to_json() if isinstance(answer, Plane) else answer
        kind, verdict = record["kind"], record["verdict"]
        hole = "hole" in record["certificate"]
        count["pieces"] += 1
        count["holes"] += hole
        count["translation"] += kind == "translation"
        count["half_turn"] += record["half_turn"]
        count["translation_or_half_turn"] += kind == "translation" or record["half_turn"]
        count["isohedral"] += kind in ("translation", "half turn", "isohedral")
        count["anisohedral"] += kind == "periodic"
        count["tile"] += verdict == "tiles"
        count["not_known"] += verdict == "not known"
        if verdict == "does not tile" and not hole:
            count["do_not"] += 1
            heesch["?" if record["heesch"] is None else str(record["heesch"])] += 1
    keys = (
        "pieces",
        "holes",
        "translation",
        "half_turn",
        "translation_or_half_turn",
        "isohedral",
        "anisohedral",
        "tile",
        "do_not",
        "not_known",
    )
    return {key: str(count[key]) for key in keys} | {
        "heesch": {key: str(heesch[key]) for key in sorted(heesch)}
    }
