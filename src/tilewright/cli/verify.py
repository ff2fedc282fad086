"""``tilewright verify``: verify certificates, tilings and tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from tilewright.cli.answers import print_json, say
from tilewright.cli.limits import PATIENCE, TimeLimit, TimeUp
from tilewright.cli.options import BoardWord, Positive, Show, Timeout
from tilewright.cli.tilings import is_table, open_table, read_records, read_tilings
from tilewright.errors import FormatError, RequestError, TimeLimitError
from tilewright.problem import Problem
from tilewright.reading import parse_tilings
from tilewright.text import STANDARD_INPUT, read_text
from tilewright.tiling import Tiling

__all__ = ["verify"]

#: Endings of files that are not text; of pictures, which cannot be read, for their error.
_BINARY = (".npy", ".svg", ".png", ".pdf", ".gif")
#: Bytes of a file of certificates.
_LONGEST = 1 << 30
#: Faulty tilings that are printed.
_PRINTED = 20


def verify(
    file: BoardWord,
    /,
    *,
    max_states: Positive | None = None,
    timeout: Timeout = None,
    show: Show = Show(),
) -> int:
    """Verify a certificate, a tiling or a table of tilings.

    FILE is what plane or rectangles wrote (-o FILE.jsonl or --json), a file of
    tilings in any form, a table (.parquet), or the folder of a run. Certificates are
    verified without the code that found them. Exits with 1 if anything is wrong.

    For example:

      tilewright verify primes.jsonl
      tilewright verify verdicts.jsonl -v
      tilewright verify tiling.txt
      tilewright verify tilings.parquet

    Parameters
    ----------
    file
        The file to verify, the folder of a run, or - for standard input.
    max_states
        For rectangles: skip claims about strips with more states than this. [default: 200000]
    """
    with TimeLimit(timeout, PATIENCE) as limit:
        if is_table(file) and "#" not in file:
            table = open_table(file)
            return _tilings(iter(table), table.problem, show)
        if is_table(file) or file.lower().endswith(_BINARY):
            return _tilings(read_tilings(file), None, show)
        text = read_text(
            sys.stdin if file == "-" else file, _LONGEST, FormatError, "a certificate or a tiling"
        )
        where = STANDARD_INPUT if file == "-" else file
        first = _first(text)
        if "claim" in first:
            return _claims(text, where, max_states, show, limit)
        if max_states is not None:
            raise RequestError(
                "this limit is for certificates of rectangles, and the file has none", where="--max-states"
            )
        if "verdict" in first:
            return _records(read_records(text, where), show)
        return _tilings(parse_tilings(text, where), None, show)


def _first(text: str) -> dict[str, Any]:
    """Return the first JSON object of a text, empty if it does not begin with one."""
    text = text.lstrip()
    if not text.startswith("{"):
        return {}
    try:
        found, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _records(records: Iterator[tuple[str, dict[str, Any]]], show: Show) -> int:
    """Verify what `plane` wrote; return 1 if anything is wrong, else 3 if a proof was left out."""
    from tilewright.tessellation import ClaimError, Unchecked, check

    good = 0
    faults: list[dict[str, Any]] = []
    unproven: list[dict[str, Any]] = []
    for place, record in records:
        try:
            shown = check(record)
        except ClaimError as error:
            listed = unproven if isinstance(error, Unchecked) else faults
            listed.append({"where": place, "fault": str(error)})
            continue
        good += 1
        if show.verbose and not show.json:
            print(f"{record.get('piece')}: {shown}")
    if show.json:
        counts = {"good": str(good), "faulty": str(len(faults)), "unproven": str(len(unproven))}
        print_json({**counts, "faults": faults + unproven})
    else:
        for fault in faults + unproven:
            print(f"{fault['where']}: {fault['fault']}")
        print(
            f"{good} good, {len(faults)} faulty" + (f", {len(unproven)} without a proof" if unproven else "")
        )
    if faults:
        return 1
    return 3 if unproven else 0


def _claims(text: str, where: str, max_states: int | None, show: Show, limit: TimeLimit) -> int:
    """Verify what `rectangles` wrote; return 1 if a claim is wrong, else 3 if one was not verified."""
    from tilewright.rectification import CheckedClaim, check_certificate

    most = {} if max_states is None else {"most_states": max_states}
    verdicts: list[CheckedClaim] = []
    stopped = ""
    try:
        for verdict in check_certificate(text.splitlines(), **most):
            verdicts.append(verdict)
        limit.end()
    except (KeyboardInterrupt, TimeLimitError) as error:
        limit.end()
        late = isinstance(error, TimeUp | TimeLimitError)
        stopped = limit.error().message if late else "interrupted"
    wrong = [verdict for verdict in verdicts if verdict.holds is False]
    unknown = [verdict for verdict in verdicts if verdict.holds is None]
    if show.json:
        listed = [
            {
                "line": verdict.line,
                "piece": verdict.piece,
                "claim": verdict.claim,
                "holds": verdict.holds,
                "why": verdict.why or None,
            }
            for verdict in verdicts
        ]
        counts = {"wrong": len(wrong), "unchecked": len(unknown)}
        print_json({"claims": listed, **counts, "stopped": stopped or None})
    else:
        for verdict in verdicts if show.verbose else [*wrong, *unknown]:
            word = {True: "holds", False: "WRONG", None: "not checked"}[verdict.holds]
            why = f": {verdict.why}" if verdict.why else ""
            print(f"line {verdict.line}: {verdict.piece}: {verdict.claim}: {word}{why}")
        print(
            f"{len(verdicts)} claims, {len(verdicts) - len(wrong) - len(unknown)} hold, {len(wrong)} are wrong, "
            f"{len(unknown)} were not checked"
        )
        if any(verdict.states for verdict in unknown):
            say("a higher --max-states verifies claims with more states")
    if stopped:
        after = verdicts[-1].line if verdicts else 0
        say(f"stopped: {stopped}; the claims after line {after} were not verified")
    if stopped == "interrupted":
        return 130
    return 1 if wrong else 3 if unknown or stopped else 0


def _tilings(tilings: Iterable[Tiling], problem: Problem | None, show: Show) -> int:
    """Verify tilings, against their problem if the file says it; return 1 if one has a fault."""
    total = faulty = 0
    listed: list[dict[str, Any]] = []
    for number, tiling in enumerate(tilings):
        total += 1
        found = tiling.faults(problem)
        faulty += bool(found)
        if len(listed) < _PRINTED:
            listed += [{"where": f"tiling {number}", "fault": fault} for fault in found]
    if not total:
        raise FormatError("there is no tiling in the file")
    if show.json:
        board = None if problem is None else problem.board.name
        print_json({"board": board, "tilings": str(total), "faulty": str(faulty), "faults": listed})
    else:
        for fault in listed:
            print(f"{fault['where']}: {fault['fault']}")
        of = "" if problem is None else f" of {problem.board.name}"
        what = f"{total:,} tiling{'' if total == 1 else 's'}{of}"
        print(f"{what}: {f'{faulty:,} faulty' if faulty else 'no faults'}")
    return 1 if faulty else 0
