"""`tilewright.verify`: the entry point to the independent checkers of tilings, colorings, tables
and certificates, which are in the packages of their subjects.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Unpack

import numpy as np

from tilewright.errors import (
    FormatError,
    MemoryLimitError,
    RequestError,
)
from tilewright.formats.native import parse_tilings, tiling_values
from tilewright.formats.request import is_table, labels_tiling, read, read_tilings
from tilewright.formats.tables import TilingSequence
from tilewright.model.answer import Answer, Form, Proof, check_tiling, form_of, tiling_claims
from tilewright.model.claims import Claim, judge
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle
from tilewright.model.space.line_drawing import is_drawing
from tilewright.model.tiling import Tiling
from tilewright.system.runs import is_run
from tilewright.system.values.arguments import check_integer, format_value
from tilewright.system.values.text import STANDARD_INPUT, read_text
from tilewright.system.work.deadline import check_time
from tilewright.system.work.limits import Limits, limited
from tilewright.system.work.question import work_on

#: Endings of files that are not text; of pictures, which cannot be read, for their error.
_BINARY = (".npy", ".svg", ".png", ".pdf", ".gif")
#: The maximum number of characters of a file of certificates.
_LONGEST = 1 << 30
#: Claims that are listed in one line.
_LISTED = 3
#: The form of tilings, which are compared with a problem.
_TILINGS = Form("tilings", "labels", "", "problem")


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a file or an answer. ``bool(verification)`` is True if the
    verification finished and every claim holds.

    Attributes
    ----------
    what : str
        The kind of answer: ``tilings``, ``answer`` (of `solve --json`), ``packing``, ``plane``,
        ``rectangles``, ``atlas``, ``coloring``, ``trominoes``, ``weighting``, ``bound``,
        ``barrier``, ``figures``, ``fewest`` or ``puzzle``.
    source : str
        The name of the verified file; empty if an answer was verified.
    claims : tuple of Claim
        The verified claims, in the order of the file.
    stopped : str
        The reason why the verification stopped early; empty if it finished.
    """

    what: str
    source: str
    claims: tuple[Claim, ...]
    stopped: str = ""

    @property
    def wrong(self) -> tuple[Claim, ...]:
        """The claims that do not hold."""
        return tuple(claim for claim in self.claims if claim.holds is False)

    @property
    def unverified(self) -> tuple[Claim, ...]:
        """The claims that were not verified."""
        return tuple(claim for claim in self.claims if claim.holds is None)

    def __bool__(self) -> bool:
        return not self.stopped and all(claim.holds for claim in self.claims)

    def __str__(self) -> str:
        wrong, open_, total = self.wrong, self.unverified, len(self.claims)
        if total == 1 and not self.stopped:
            return f"{self.source or self.what}: {self.claims[0]}"
        hold = total - len(wrong) - len(open_)
        counts = [f"all {total} claims hold" if total == hold else f"{hold} of {total} claims hold"]
        counts += [f"{len(wrong)} {'is' if len(wrong) == 1 else 'are'} wrong"] if wrong else []
        counts += [f"{len(open_)} not verified"] if open_ else []
        counts += [f"stopped: {self.stopped}"] if self.stopped else []
        faults = [str(claim) for claim in (*wrong, *open_)[:_LISTED]]
        summary = ", ".join(counts) + (f" ({'; '.join(faults)})" if faults else "")
        return f"{self.source or self.what}: {summary}"

    def __repr__(self) -> str:
        return f"<Verification of {self}>"

    def to_json(self) -> dict[str, Any]:
        """Return the claims as JSON values, including the numbers of wrong and unverified
        claims.
        """
        return {
            "what": self.what,
            "claims": [claim.to_json() for claim in self.claims],
            "total": len(self.claims),
            "wrong": len(self.wrong),
            "unchecked": len(self.unverified),
            "stopped": self.stopped or None,
        }


@limited
def verify(
    answer: Any,
    problem: Problem | Puzzle | str | None = None,
    *,
    max_states: int | None = None,
    **limits: Unpack[Limits],
) -> Verification:
    """Verify an answer, or a file of certificates or tilings, with code that is independent of the
    engines.

    Parameters
    ----------
    answer : path, Tiling, list of Tiling, or an answer such as Coloring, Plane or Rectangles
        The answer to verify. An array of integers or a list of rows is verified as a tiling with
        these labels. A path can name a file of certificates for the plane or for rectangles
        (.jsonl, .json), a file of tilings (.txt, .json, .jsonl, .npy), a table of tilings
        (.parquet), or the folder of a run. Files of figures (.json) and of atlas records (.jsonl)
        also contain certificates.
    problem : Problem, Puzzle or str, optional
        The problem that the tilings should solve, in any form that `tilewright.read` accepts. By
        default, tilings are compared with the problem in their file, or with the shapes that the
        names of their pieces denote. Tilings that cannot be compared with anything are not
        verified.
    max_states : int, optional
        Skip claims about rectangles that require a strip with more states than this; the default is
        200,000.
    timeout, max_memory
        See `tilewright.system.work.limits`. If a limit is reached, the claims verified so far are
        returned.

    Returns
    -------
    Verification
        The result; ``bool(result)`` is True if every claim was verified and holds. Use ``print``
        to show a one-line summary.

    Raises
    ------
    RequestError
        If there is nothing to verify, or if the file cannot be read.
    TimeLimitError, MemoryLimitError
        If a limit is reached before the claims are known, or if the memory limit is reached before
        the first claim is verified.

    Examples
    --------
    >>> import tilewright as tw
    >>> print(verify(tw.solve("6x10 pentominoes"), "6x10 pentominoes"))
    tilings: tiling 1 is a tiling of 6x10: holds
    >>> print(verify(tw.rectangles("L4")))
    rectangles: all 12 claims hold
    >>> bool(verify(tw.plane("Y5"))), bool(verify([[0, 0, 1], [0, 1, 1]], "2x3 L3+"))
    (True, True)
    """
    what, source, claims = open_claims(answer, problem, max_states=max_states)
    verifying = _Verifying(claims)
    try:
        stopped = work_on(verifying)
    except MemoryLimitError as error:
        if not verifying.claims:
            raise
        stopped = error.message
    results = verifying.answer()
    if not results and not stopped:
        raise FormatError("there are no claims to verify", where=source or None)
    return Verification(what, source, results, stopped)


class _Verifying:
    """The question whether claims hold. Claims are verified while they are iterated."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        self._claims, self.claims = claims, list[Claim]()

    def run(self) -> None:
        for claim in self._claims:
            self.claims.append(claim)
            check_time()

    def answer(self, stopped: str = "") -> tuple[Claim, ...]:
        return tuple(self.claims)


def open_claims(
    answer: Any, problem: Problem | Puzzle | str | None = None, *, max_states: int | None = None
) -> tuple[str, str, Iterator[Claim]]:
    """Return the kind of answer, the file, and the claims, which are verified while they are
    iterated.
    """
    if max_states is not None:
        max_states = check_integer(max_states, "max_states", 1)
    given = {"max_states": max_states, "problem": None if problem is None else read(problem)}
    if isinstance(answer, str | os.PathLike):
        path = os.fspath(answer)
        where = STANDARD_INPUT if path == "-" else path
        form, claims = _claims_of_file(path, where, given)
        return form.kind, path, _located(claims, where)
    form, claims = _claims(answer, given)
    return form.kind, "", iter(claims)


_Claims = tuple[Form, Iterable[Claim]]


def _claims(answer: Any, given: dict[str, Any]) -> _Claims:
    """Return the form of an answer in memory, and the claims of its JSON."""
    if isinstance(answer, Proof):
        proof = Form(answer.kind, "", "", "problem")
        proof.check(given)
        # Verified where the limits hold.
        return proof, map(answer.claim, [given["problem"]])
    if _is_labels(answer):
        answer = labels_tiling(np.asarray(answer), given["problem"] and given["problem"].board)
    value = answer.to_json() if isinstance(answer, Answer) else answer
    if (form := form_of(value)) is not None and "lines" not in form.takes:
        return form, form.claims(value, given)
    tilings = [answer] if isinstance(answer, Tiling) else answer
    if isinstance(tilings, Iterable) and not isinstance(tilings, Mapping):
        about = answer.problem if isinstance(answer, TilingSequence) else None
        return _tilings(tilings, given, about)
    raise RequestError(
        f"cannot verify {format_value(answer)}; pass a file, a tiling or another answer",
        where="answer",
    )


def _is_labels(answer: Any) -> bool:
    """Whether a value is a label array or a list of rows."""
    if isinstance(answer, np.ndarray):
        return answer.ndim > 1 and answer.dtype.kind in "iu"
    if not (isinstance(answer, list | tuple) and answer):
        return False
    return all(
        isinstance(row, list | tuple)
        and 0 < len(row) == len(answer[0])
        and all(type(label) is int for label in row)
        for row in answer
    )


def _tilings(tilings: Iterable[Any], given: dict[str, Any], about: Problem | None) -> _Claims:
    """Return the claims about tilings, and about their problem if it is known."""
    _TILINGS.check(given)
    return _TILINGS, tiling_claims(tilings, given["problem"] or about)


def _claims_of_file(path: str, where: str, given: dict[str, Any]) -> _Claims:
    """Return the form and the claims of a file. The first record determines the form."""
    name = path.lower()
    if is_run(path):
        from tilewright.solving.search.recorded import RunTable

        run = RunTable(path)
        return _tilings(run, given, run.problem)
    if name.endswith(".parquet"):
        from tilewright.formats.tables import TilingTable

        table = TilingTable(path)
        return _tilings(table, given, table.problem)
    problem: Problem | None = given["problem"]
    board = None if problem is None else problem.board
    if is_table(path) or name.endswith(_BINARY):
        return _tilings(read_tilings(path, board), given, None)
    text = read_text(
        sys.stdin if path == "-" else path, _LONGEST, FormatError, "a certificate or a tiling"
    )
    if name.endswith((".json", ".jsonl")) and not text.lstrip().startswith(("{", "[")):
        raise FormatError("invalid JSON", where=where)
    first = next(_records(text), (1, None))[1]
    form = form_of(first)
    if form is None and isinstance(first, dict) and "labels" not in first:
        raise FormatError(
            "nothing to verify: this file contains no tiling, proof or certificate",
            where=where,
        )
    if form is None:
        _TILINGS.check(given)
        return _TILINGS, _drawn_claims(text, where, problem)
    if "lines" in form.takes:
        return form, form.claims(text.splitlines(), given)
    form.check(given)
    return form, _saved_claims(text, form, given)


def _saved_claims(text: str, form: Form, given: dict[str, Any]) -> Iterator[Claim]:
    """Verify the records of a file, which all have the same kind."""
    for number, record in _records(text):
        own = form_of(record)
        if own is None or own.kind != form.kind:
            raise FormatError(
                f"expected another answer of the kind '{form.kind}'", where=f"line {number}"
            )
        for claim in own.claims(record, given):
            yield replace(claim, line=number) if "numbered" in own.takes else claim


def _records(text: str) -> Iterator[tuple[int, Any]]:
    """Yield the records of a text with their numbers. The text is one value, a list, or one value
    per line.
    """
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                try:
                    yield number, json.loads(line)
                except (ValueError, RecursionError):
                    yield number, None
        return
    yield from enumerate(filter(None, whole) if isinstance(whole, list) else [whole], start=1)


def _drawn_claims(text: str, where: str, problem: Problem | None) -> Iterator[Claim]:
    """Verify the tilings in a text, which are JSON values or drawings."""
    tilings = parse_tilings(text, where, None if problem is None else problem.board)
    if problem is not None and is_drawing(text):
        for piece in problem.pieces:
            if not piece.polyomino.is_connected():
                raise FormatError(
                    f"a drawing does not show which cells belong to one {piece.name}, because "
                    "the cells of this piece are not connected; -o FILE.txt and -o FILE.jsonl "
                    "save tilings that can be read back",
                    where=where,
                )
    if text.lstrip().startswith(("{", "[")):
        for number, value in enumerate(tiling_values(text), start=1):
            form = judge(f"tiling {number} is well formed", partial(check_tiling, value, problem))
            if not form.holds:
                yield form
    yield from tiling_claims(tilings, problem)


def _located(claims: Iterable[Claim], where: str) -> Iterator[Claim]:
    """Yield claims. An error about the form of the file names the file."""
    try:
        yield from claims
    except FormatError as error:
        if error.where is not None and error.where.startswith(where):
            raise
        at = where if error.where is None else f"{where}, {error.where}"
        raise FormatError(error.message, where=at) from None
