"""The claims of answers about rectangles and boxes: certificates, and the other fields."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from typing import Any

from tilewright.model.claims import Claim, ClaimError, check_fields, check_stated, judge
from tilewright.shapes.rectangles.checker import MOST_STATES, check_certificate
from tilewright.shapes.rectangles.lengths import Lengths

#: The fields that an answer about one piece has, about a set, and about boxes.
_COMMON = ("turn", "rectifiable", "primes", "unproven", "complete", "because", "stopped", "claims")
_ORDERS = ("piece", "name", "order", "odd_order")
_FLAT = ("weakly_prime", "pairs", "half_strip", "bent_strip", "quadrant", "no_odd_order")
_FIELDS = {
    "piece": (*_COMMON, *_ORDERS, *_FLAT, "order_rectangle", "odd_rectangle", "widths", "strips"),
    "set": (*_COMMON, "pieces", "names", "smallest", "any_primes", "widths", "strips"),
    "boxes": (*_COMMON, *_ORDERS, "order_box", "odd_box", "sides", "face", "bars"),
}
#: The fields that follow from no claim of the certificate: how the answer was found, in words, and
#: what else is said about the list.
_UNREAD = (
    *("because", "stopped", "unproven", "weakly_prime", "pairs", "half_strip", "bent_strip"),
    *("quadrant", "odd_rectangle", "odd_box", "face", "found", "states", "seconds", "bytes"),
)


def certificate_claims(lines: Iterable[str], max_states: int | None = None) -> Iterator[Claim]:
    """Verify the lines of a certificate."""
    yield from check_certificate(lines, most_states=max_states or MOST_STATES)


def prime_claims(record: dict[str, Any], max_states: int | None = None) -> Iterator[Claim]:
    """Verify rectangles or boxes by their certificate, and that the record agrees with it."""
    if not isinstance(record.get("claims"), list):
        yield Claim(
            "the list of prime rectangles or boxes is correct",
            None,
            "the certificate of the answer is missing ('claims')",
        )
        return
    yield from certificate_claims(map(json.dumps, record["claims"]), max_states)
    parts = {name for strip in record["bars" if "bars" in record else "strips"] for name in strip}
    unread = tuple(name for name in _UNREAD if name in record or name in parts)
    claim = "the record matches its certificate"
    yield judge(claim, lambda: _compare(record, record["claims"]), not_checked=unread)


def filling_claims(record: dict[str, Any], max_states: int | None = None) -> Iterator[Claim]:
    """Verify the tilings of boxes in the atlas."""
    about = {name: record[name] for name in ("piece", "name", "turn")}
    claims = [
        {"claim": "piece", **about, "lattice": "cube"},
        *({"claim": "filling", **tiling} for tiling in record["tilings"]),
    ]
    yield from certificate_claims(map(json.dumps, claims), max_states)
    drawn = [tiling["box"] for tiling in record["tilings"]]
    stated = ("order", "odd_order", "complete", "because", "sides")
    yield Claim(
        "each prime box has a valid tiling",
        sorted(drawn) == sorted(record["primes"]),
        not_checked=tuple(name for name in stated if record[name]),
    )


def _compare(record: dict[str, Any], claims: list[dict[str, Any]]) -> None:
    about, last, primes = claims[0], claims[-1], record["primes"]
    solid, joint = about.get("lattice") == "cube", about["claim"] == "set"
    kind = "boxes" if solid else "set" if joint else "piece"
    known = _FIELDS[kind]
    check_fields(record, known, "a `rectangles` answer", known)
    if last["claim"] != ("boxes" if solid else "primes") or bool(last.get("every")) != joint:
        raise ClaimError("the certificate does not end with a list of prime rectangles or boxes")
    field = "boxes" if solid else "rectangles"
    proven = {**about, **last, "primes": last[field]}
    proven["rectifiable"] = True if primes else False if last["complete"] else None
    if joint:
        proven["any_primes"] = next(
            claim["rectangles"] for claim in claims if claim["claim"] == "primes"
        )
        proven["smallest"] = min(primes, key=lambda sides: (math.prod(sides), sides), default=None)
    else:
        word = "order_box" if solid else "order_rectangle"
        named, order = record[word], record["order"]
        cells = about["piece"].count("#")
        if (named is None) != (order is None) or (
            named is not None and (named not in primes or math.prod(named) != int(order) * cells)
        ):
            raise ClaimError(f"'{word}' and 'order' contradict each other")
    check_stated(record, {name: proven[name] for name in known if name in proven})
    word, section = ("bars", "section") if solid else ("strips", "width")
    lengths = {
        (json.dumps(claim[section]), bool(claim.get("every"))): claim["lengths"]
        for claim in claims
        if section in claim and "lengths" in claim
    }
    stated = sorted(json.dumps(strip[section]) for strip in record[word])
    if stated != sorted({key for key, _ in lengths}):
        raise ClaimError(f"the {word} of the answer does not match the {word} of the certificate")
    for strip in record[word]:
        key = json.dumps(strip[section])
        about = {"generators": lengths[key, joint]}
        if joint:
            about["any_generators"] = lengths[key, False]
        else:
            about = Lengths(tuple(strip["generators"])).to_json() | about
        check_fields(strip, (section, *about, *_UNREAD), f"one of the {word}", about)
        check_stated(strip, about)
