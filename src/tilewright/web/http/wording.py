"""Wording: what a request has got wrong, in words for a player rather than for a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["fault_in_words"]

#: What the fields are called on the page. The others are known by their names.
_FIELDS = {
    "board": "the board",
    "empty": "the number of cells that stay empty",
    "id": "the puzzle's ID",
    "level": "the level",
    "moves": "the list of moves",
    "pieces": "the list of pieces",
    "placed": "the list of placed pieces",
    "puzzle": "the puzzle's ID",
    "seed": "the seed",
}
#: Faults by their type in pydantic, with {name} and what pydantic knows of them.
_WORDS = {
    "bool_type": "{name} is true or false",
    "extra_forbidden": "nothing here is called {name}",
    "float_type": "{name} is a number",
    "greater_than_equal": "{name} is at least {ge}",
    "int_type": "{name} is a whole number",
    "int_parsing": "{name} is a whole number",
    "json_invalid": "the request's body is no JSON",
    "less_than": "{name} is less than {lt}",
    "less_than_equal": "{name} is at most {le}",
    "literal_error": "{name} is {expected}",
    "missing": "{name} is missing",
    "string_too_long": "{name} has at most {max_length} characters",
    "string_too_short": "{name} is missing",
    "string_type": "{name} is a text",
    "too_long": "{name} has at most {max_length} entries",
    "too_short": "{name} has at least {min_length} entries",
}
_NO_PUZZLE = (
    "this link is no puzzle's ID or name: those have letters, digits and : _ . - only, at most 4096 of them"
)


def fault_in_words(fault: Mapping[str, Any]) -> tuple[str, str]:
    """Return where a fault is (`actions.0.cell`, or nothing), and what it is."""
    place = [str(part) for part in fault["loc"][1:]]
    kind, where = str(fault["type"]), ".".join(place)
    if kind == "json_invalid":
        where = ""  # pydantic gives the position in the text
    names = [part for part in place if not part.isdigit()]
    last = names[-1] if names else "the body"
    if last in {"id", "puzzle"} and kind.startswith("string"):
        return where, _NO_PUZZLE
    if kind in {"date_type", "date_parsing", "date_from_datetime_parsing", "value_error"} and last == "date":
        return where, "a date is written as year-month-day, such as 2026-11-21"
    if kind == "string_pattern_mismatch" and last in {"hole", "corner"}:
        return where, f"{last} is a row and a column, such as 5,7"
    if kind not in _WORDS:
        return where, f"{where}: {fault['msg']}" if where else str(fault["msg"])
    name = _FIELDS.get(last, last) if place and place[-1] == last else f"each of {_FIELDS.get(last, last)}"
    return where, _WORDS[kind].format(name=name, **fault.get("ctx", {}))
