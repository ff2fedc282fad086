"""``tilewright count`` on boards with an N in them: strips and squares."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.cli.limits import Limits, show_count
from tilewright.cli.output import digits, print_json, say
from tilewright.cli.progress import ProgressLine, duration
from tilewright.cli.request import Rules, Show
from tilewright.errors import LimitError, OutputError, RequestError
from tilewright.problem import Problem
from tilewright.symmetry import Turn, check_turn

if TYPE_CHECKING:
    from tilewright.cli.count import Kinds, Lengths
    from tilewright.counting import Strip

__all__ = ["count_squares", "count_strip"]

#: Terms shown when no number of them is asked for.
_TERMS = 12
#: Coefficients that are printed; longer recurrences are only in the JSON.
_PRINTED = 60


def count_strip(
    width: int,
    along_rows: bool,
    pieces: tuple[str, ...],
    kinds: Kinds,
    lengths: Lengths,
    limits: Limits,
    rules: Rules,
    show: Show,
) -> int:
    """Count on all boards of one width: `width` x N, or, along the rows, N x `width`."""
    from tilewright import counting

    turn, empty = _rules(pieces, rules)
    if kinds.unique:
        raise RequestError("--unique is about one board, not about all lengths", where="--unique")
    if width < 1:
        raise RequestError(f"a strip is at least 1 cell wide, not {width}", where="BOARD")
    began = time.perf_counter()
    strip = counting.strip(
        width,
        *pieces,
        turn=turn,
        along="rows" if along_rows else "columns",
        empty=empty,
        max_memory=limits.memory(),
    )
    head: dict[str, Any] = {
        "board": f"Nx{width}" if along_rows else f"{width}xN",
        "pieces": [piece.word() for piece in strip.pieces],
        "turn": turn,
        "method": "frontier",
    }
    if lengths.at is not None:
        value = strip.term(lengths.at, _modulus(kinds))
        if show.json:
            print_json(head | {"at": str(lengths.at), "count": digits(value), "seconds": _seconds(began)})
        else:
            print(digits(value))
        return 0
    if lengths.upto is not None or lengths.bfile is not None:
        upto = lengths.upto if lengths.upto is not None else 100
        values = strip.terms(_checked(upto) + 1)
        return _print_terms(head, list(enumerate(values)), kinds, lengths.bfile, show, began)
    return _print_strip(strip, head, show, began)


def _print_strip(strip: Strip, head: dict[str, Any], show: Show, began: float) -> int:
    values = strip.terms(_TERMS * strip.period + 1 if strip.period > 1 else _TERMS + 1)
    shown = [(n, value) for n, value in enumerate(values) if n % strip.period == 0]
    fraction = strip.generating_function()
    recurrence = strip.recurrence
    if show.json:
        head["degree"] = strip.degree
        head["states"] = strip.states
        head["proven"] = recurrence is not None
        if recurrence is not None and fraction is not None:
            head["recurrence"] = [str(c) for c in recurrence]
            head["holds_from"] = strip.holds_from
            head["numerator"] = [str(c) for c in fraction[0]]
            head["denominator"] = [str(c) for c in fraction[1]]
        head["terms"] = [digits(value) for value in values]
        print_json(head | {"seconds": _seconds(began)})
        return 0
    if recurrence is not None and fraction is not None and len([c for c in recurrence if c]) <= _PRINTED:
        print(f"a(n) = {_combination(recurrence)}    for n >= {max(strip.holds_from, len(recurrence))}")
        print(f"generating function: ({_polynomial(fraction[0])}) / ({_polynomial(fraction[1])})")
        say(
            f"order {strip.degree}, the least there is; proven: there are {strip.states * strip.period} states at most"
        )
    else:
        why = "" if recurrence is not None else ", found modulo primes"
        print(
            f"a linear recurrence of order {strip.degree}{why}; --at N gives single numbers, --json all there is"
        )
    if strip.period > 1:
        say(f"the area allows only multiples of {strip.period}")
    for n, value in shown:
        print(f"a({n}) = {value}")
    if show.verbose:
        say(
            f"{strip.states} states between lines, {strip.graph.edges} edges, {duration(time.perf_counter() - began)}"
        )
    return 0


def count_squares(
    pieces: tuple[str, ...], kinds: Kinds, lengths: Lengths, limits: Limits, rules: Rules, show: Show
) -> int:
    """Count on the squares 1x1, 2x2, …, up to a size."""
    from tilewright import counting

    turn, empty = _rules(pieces, rules)
    first, last = (lengths.at, lengths.at) if lengths.at is not None else (1, lengths.upto or 8)
    began = time.perf_counter()
    memory, threads = limits.memory(), limits.checked_threads()
    found: list[tuple[int, int]] = []
    line = ProgressLine(not show.json)
    stopped: LimitError | None = None
    with line:
        for n in range(_checked(first), _checked(last) + 1):
            problem = Problem(f"{n}x{n}", *pieces, turn=turn, empty=n * n if empty else 0)
            problem.check()
            tell = lambda progress: show_count(line, progress)  # noqa: E731
            try:
                if kinds.unique:
                    value = counting.count_up_to_symmetry(
                        problem, threads=threads, max_memory=memory, progress=tell
                    ).value
                else:
                    value = counting.count(
                        problem, modulus=_modulus(kinds), threads=threads, max_memory=memory, progress=tell
                    )
            except LimitError as error:
                stopped = error
                break
            found.append((n, value))
    words = [piece.word() for piece in Problem("1x1", *pieces, turn=turn).pieces]
    head = {"board": "NxN", "pieces": words, "turn": turn, "method": "frontier"}
    _print_terms(head, found, kinds, lengths.bfile, show, began)
    if stopped is not None:
        raise stopped
    return 0


def _print_terms(
    head: dict[str, Any],
    terms: list[tuple[int, int]],
    kinds: Kinds,
    bfile: Path | None,
    show: Show,
    began: float,
) -> int:
    modulus = _modulus(kinds)
    if modulus:
        terms = [(n, value % modulus) for n, value in terms]
    if bfile is not None:
        _write_bfile(bfile, terms)
    if show.json:
        listed = [{"n": n, "count": digits(value)} for n, value in terms]
        print_json(head | {"terms": listed, "seconds": _seconds(began)})
    elif bfile is None:
        for n, value in terms:
            print(f"{n} {digits(value)}")
    else:
        say(
            f"{bfile} has the numbers for n = {terms[0][0]} to {terms[-1][0]}"
            if terms
            else f"{bfile} is empty"
        )
    return 0


def _write_bfile(path: Path, terms: list[tuple[int, int]]) -> None:
    """Write ``n a(n)`` lines, whole or not at all: the b-file format of the OEIS."""
    text = "".join(f"{n} {digits(value)}\n" for n, value in terms)
    if str(path) == "-":
        sys.stdout.write(text)
        return
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(text, encoding="ascii")
        beside.replace(path)
    except OSError as error:
        raise OutputError(f"cannot write the file: {error.strerror}", where=str(path)) from None


def _rules(pieces: tuple[str, ...], rules: Rules) -> tuple[Turn, bool]:
    if not pieces:
        raise RequestError(
            "which pieces? Name at least one after the board, such as trominoes+", where="PIECES"
        )
    if rules.place:
        raise RequestError(
            "pieces already placed are about one board, not about all lengths", where="--place"
        )
    if rules.empty not in ("0", "all"):
        raise RequestError("on a board with an N, --empty is 0 or all", where="--empty")
    return check_turn(rules.turn or "free"), rules.empty == "all"


def _modulus(kinds: Kinds) -> int:
    if kinds.modulo is not None and kinds.modulo < 1:
        raise RequestError(f"a modulus is at least 1, not {kinds.modulo}", where="--mod")
    return kinds.modulo or 0


def _checked(n: int) -> int:
    if n < 0:
        raise RequestError(f"N is at least 0, not {n}")
    return n


def _seconds(began: float) -> float:
    return round(time.perf_counter() - began, 6)


def _combination(coefficients: tuple[int, ...]) -> str:
    """Write c_1 a(n-1) + c_2 a(n-2) and so on."""
    text = ""
    for k, c in enumerate(coefficients, start=1):
        if c:
            factor = "" if abs(c) == 1 else f"{abs(c)} "
            text += f"{_sign(c, text)}{factor}a(n-{k})"
    return text or "0"


def _polynomial(coefficients: list[int]) -> str:
    """Write a polynomial in x, constant term first."""
    text = ""
    for k, c in enumerate(coefficients):
        if c:
            power = "" if k == 0 else "x" if k == 1 else f"x^{k}"
            factor = str(abs(c)) if abs(c) != 1 or not power else ""
            text += f"{_sign(c, text)}{factor}{'*' if factor and power else ''}{power}"
    return text or "0"


def _sign(c: int, before: str) -> str:
    if not before:
        return "-" if c < 0 else ""
    return " - " if c < 0 else " + "
