"""``tilewright count`` on boards with an N: strips with their recurrences, and what goes with an N
at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tilewright.apps.command.answers import Json, note, print_json
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.count.families import (
    advice,
    count_family,
    count_rectangles,
    count_squares_in_run,
)
from tilewright.apps.command.count.growing import Growing, GrowingSide, grows, pieces_at
from tilewright.apps.command.count.request import (
    BoardLengths,
    CountRequest,
    fraction_digits,
    number_term,
    print_term,
    print_terms,
)
from tilewright.apps.command.options import refuse
from tilewright.apps.command.reading import assignments, rates
from tilewright.errors import EngineError, RequestError
from tilewright.formats.bfile import read_bfile
from tilewright.model.board import LARGEST_AREA, Board
from tilewright.model.problem import Problem
from tilewright.model.rules.rule_types import FaultFree, parse_rule
from tilewright.system.values.arguments import duration

if TYPE_CHECKING:
    from tilewright.counting import LinearSequence, Strip
    from tilewright.counting.strips.boards import Along

#: Terms shown by default.
_TERMS = 12
#: Coefficients printed at most; longer recurrences are only in the JSON.
_PRINTED = 60
#: BoardLengths written to a file by default.
_FILED = 100


def count_table(request: CountRequest, on: str) -> int:
    """Count on all rectangles; `on` is the prefix of the shape."""
    _check_lengths(request, f"{on}NxM", strip=False)
    Board.parse(f"{on}1x2")
    return count_rectangles(request, on)


def count_growing(request: CountRequest, growing: Growing) -> int:
    """Count on all boards with an N in them: along a strip, or one by one."""
    strip = growing.axis is not None and not grows(request.pieces)
    _check_lengths(request, growing.word, strip=strip)
    fixed = [side.plus for side in growing.sides if not side.times]
    if min(fixed, default=1) < 1:
        raise RequestError(f"a strip must be at least 1 cell wide, got {min(fixed)}", where="BOARD")
    # The first board with cells says what is wrong with a lattice or a surface.
    Board.parse(growing.board(growing.begin))
    if grows(request.pieces):
        pieces_at(request.pieces, max(1, request.lengths.at or 0))
    if growing.square and request.runs.run is not None:
        return count_squares_in_run(request, growing.on)
    if strip and not request.kinds.by_piece and not (request.kinds.classes and request.ways.check):
        try:
            return _count_strip(request, growing)
        except _NoStripError as error:
            if request.lengths == BoardLengths() or request.rules.words():
                advice = (
                    "" if request.rules.words() else ". Add --upto N to count boards one by one"
                )
                raise EngineError(f"{error}{advice}") from None
    return count_family(request, growing)


class _NoStripError(Exception):
    """The boards of these lengths do not continue each other."""


def _check_lengths(request: CountRequest, board: str, *, strip: bool) -> None:
    """Check before the work that the options fit a board with an N."""
    kinds, lengths, ways, rules = request.kinds, request.lengths, request.ways, request.rules
    largest = math.isqrt(LARGEST_AREA)
    # Terms are counted in order, so nobody would live to see larger ones.
    far = f"must be at most {largest}, because a board has at most {LARGEST_AREA} cells"
    refuse(
        (
            kinds.cost or kinds.heat or ways.checkpoint is not None,
            "--cost, --heat and --checkpoint need a board of fixed size, such as 4x6",
            board,
        ),
        (not strip and (lengths.at or 0) > largest, far, "--at"),
        (not strip and (lengths.upto or 0) > largest, far, "--upto"),
        (
            request.modulus and strip and lengths == BoardLengths(),
            "a recurrence has integer coefficients; add --at N or --upto N to count modulo a "
            "number",
            "--mod",
        ),
        (rules.by_wrap, "by-wrap requires a board of fixed size, without N", "--rule"),
        (rules.placed, "this option requires a board of fixed size, without N", "--placed"),
        (
            rules.words()
            and not (
                strip
                and len(rules.words()) == 1
                and isinstance(parse_rule(rules.words()[0]), FaultFree)
            ),
            "rules require a board of fixed size, without N; only a strip, such as 4xN, supports "
            "one rule, fault-free",
            "--rule",
        ),
        (
            rules.words() and (kinds.classes or kinds.by_piece or kinds.weight or ways.check),
            "--unique, --by-piece, --weight and --check do not support rules if a side is N",
            "--rule",
        ),
        (
            rules.empty not in (None, "0", "all"),
            "must be 0 or all if a side of the board is N",
            "--empty",
        ),
        (
            not request.pieces,
            "give at least one piece after the board, such as trominoes+",
            "PIECES",
        ),
    )
    if lengths.against is not None:
        read_bfile(lengths.against)
    if lengths.bfile is not None:
        from tilewright.drawing import check_path

        check_path(lengths.bfile, ending=".txt")
        if request.show.json and str(lengths.bfile) == "-":
            raise RequestError(
                "cannot write both the b-file and the JSON to standard output", where="--bfile"
            )


def _count_strip(request: CountRequest, growing: Growing) -> int:
    """Count on all boards of a strip."""
    from tilewright import counting

    axis, sides = growing.axis, growing.sides
    assert axis is not None
    section = [side.plus for side in sides if not side.times]
    along: Along = (("rows", "columns") if len(sides) == 2 else ("layers", "rows", "columns"))[axis]
    with request.work() as work:
        weights = _weights(request, growing)
        try:
            strip = counting.strip(
                section[0] if len(section) == 1 else section,
                *request.pieces,
                turn=request.rules.turn,
                along=along,
                empty=request.rules.empty == "all",
                weight=weights,
                on=growing.on,
                progress=work.report,
            )
        except EngineError as error:
            # The sides are closed, or the pieces are limited.
            if error.where is None:
                raise _NoStripError(error.message) from None
            raise
        head: Json = {
            "board": strip.name if sides[axis].word == "N" else growing.word,
            "pieces": [piece.word() for piece in strip.pieces],
            "turn": strip.turn,
        }
        if request.kinds.classes:
            head["unique"] = request.kinds.classes
        if request.rules.words():
            head["rules"] = list(request.rules.words())
        return _StripCount(strip, head, request, work, growing).print()


def _weights(request: CountRequest, growing: Growing) -> dict[str, Fraction | int]:
    """Return the weights by piece."""
    if not request.kinds.weight:
        return {}
    probe = Problem(growing.board(growing.begin), *request.pieces, turn=request.rules.turn)
    return rates(assignments(probe, request.kinds.weight, "--weight"), "--weight")


@dataclass(frozen=True)
class _StripCount:
    """All boards of a strip, and what is asked about them."""

    strip: Strip
    head: Json
    request: CountRequest
    work: CommandWork
    growing: Growing

    @property
    def side(self) -> GrowingSide:
        """The side that grows."""
        return self.growing.sides[self.growing.axis or 0]

    def print(self) -> int:
        """Print the number of one board, those of some, or the recurrence of all."""
        lengths, side, growing, request = (
            self.request.lengths,
            self.side,
            self.growing,
            self.request,
        )
        classes = request.kinds.classes
        source = self.strip.up_to_symmetry(classes) if classes else self.strip
        rules = [parse_rule(word) for word in request.rules.words()]
        if rules and isinstance(rules[0], FaultFree):
            source = self.strip.fault_free(rules[0].axis)
        if lengths.at is not None:
            n = side.at(lengths.at)
            if n < 0:
                raise RequestError(
                    f"there is no board {growing.word} for N below {growing.first}", where="--at"
                )
            value = source.term(n, request.modulus)
            checked = self._check([(n, value)])
            term = number_term(lengths.at, value, request)
            return print_term(self.head | self._method_json(), term, request, self.work, checked)
        if lengths != BoardLengths():
            upto = _FILED if lengths.upto is None else lengths.upto
            if lengths.against is not None and lengths.upto is None:
                upto = min(upto, max(read_bfile(lengths.against)))
            values = source.terms(max(0, side.at(upto) + 1)) if upto >= growing.first else []
            known = [(n, side.at(n)) for n in range(growing.first, upto + 1)]
            checked = self._check([(length, values[length]) for _, length in known])
            terms = [number_term(n, values[length], request) for n, length in known]
            return print_terms(
                self.head | self._method_json() | checked,
                terms,
                request,
                self.work,
                advise=lambda file: advice(request, growing, terms, file),
            )
        if side.word == "N":
            return self._print_recurrence(source)
        if (
            classes
            or rules
            or any(Fraction(weight).denominator > 1 for weight in self.strip.weights.values())
        ):
            raise RequestError(
                "recurrences up to symmetry, with a rule or with fractions are supported only on "
                f"{growing.strip}; use this board, or add --upto N or --at N",
                where=growing.word,
            )
        return self._print_recurrence(
            self.strip.every(side.times, side.at(growing.first)), growing.first
        )

    def _check(self, values: list[tuple[int, Any]]) -> dict[str, str]:
        """Count again if that was asked, and return its JSON; say with -v how terms were found."""
        request, strip, work = self.request, self.strip, self.work
        how = ""
        if values and request.ways.check:
            how = strip.check(values, request.modulus if request.lengths.at is not None else 0)
        work.line.wipe()
        if work.show.verbose:
            taken = duration(work.seconds)
            if strip.has_graph:
                note(
                    f"the state graph of the strip has {strip.states:,} states and "
                    f"{strip.graph.edges:,} edges: {taken}"
                )
            else:
                note(
                    "each length was counted as a separate board, which is faster than finding "
                    f"all states of the strip: {taken}"
                )
        return {"checked": how} if how else {}

    def _method_json(self) -> dict[str, str]:
        """Return what JSON says about how terms were found."""
        return {"method": "rows" if self.strip.has_graph else "boards"}

    def _print_recurrence(self, source: Strip | LinearSequence, first: int = 0) -> int:
        """Print the recurrence, the generating function and the terms from a(first) on."""
        strip, request, period = self.strip, self.request, source.period
        values = source.terms(_TERMS * period + 1 if period > 1 else _TERMS + 1)
        shown = [(n, value) for n, value in enumerate(values) if n % period == 0]
        recurrence, degree = source.recurrence, source.degree
        series = source.generating_function()
        fraction: tuple[list[Any], list[Any]] | None = None
        if series is not None:
            fraction = [*[0] * first, *series[0]], [*series[1]]
        checked = self._check(shown)
        terms = [number_term(first + n, value, request) for n, value in enumerate(values)]
        if request.show.json:
            head = dict(self.head)
            head["degree"] = degree
            head["states"] = strip.states if strip.has_graph else 0
            head["proven"] = recurrence is not None
            if recurrence is not None and fraction is not None:
                head["recurrence"] = [fraction_digits(c) for c in recurrence]
                head["holds_from"] = first + source.holds_from
                head["numerator"] = [fraction_digits(c) for c in fraction[0]]
                head["denominator"] = [fraction_digits(c) for c in fraction[1]]
            head["terms"] = [term.to_json() for term in terms]
            print_json(head | self._method_json() | checked | self.work.seconds_json())
            return 0
        if (
            recurrence is not None
            and fraction is not None
            and len([c for c in recurrence if c]) <= _PRINTED
        ):
            begin = first + max(source.holds_from, len(recurrence))
            print(f"a(n) = {_combination(recurrence)}    for n >= {begin}")
            print(
                f"generating function: ({_polynomial(fraction[0])}) / ({_polynomial(fraction[1])})"
            )
            if source is strip:
                most = f"{strip.states * period} (the number of states)"
            else:
                most = str((getattr(source, "bound", 0) or 0) * period)
            note(
                f"order {degree}; proven to be the shortest recurrence, because the order is at "
                f"most {most}"
            )
        elif source is not strip and recurrence is None:
            print(
                "the recurrence was not computed, because it may be long; use --upto N for more "
                "numbers, or --at N for a single number"
            )
        else:
            why = "" if recurrence is not None else ", found modulo primes"
            print(
                f"a linear recurrence of order {degree}{why}; use --at N for a single number, or "
                "--json for the whole recurrence"
            )
        if period > 1:
            note(f"because of the area, n must be a multiple of {period}")
        for term in terms[::period]:
            print(f"a({term.n}) = {term.text}")
        for how in checked.values():
            note(f"checked: {how}")
        return 0


def _combination(coefficients: Sequence[int | Fraction]) -> str:
    """Write c_1 a(n-1) + c_2 a(n-2) and so on."""
    text = ""
    for k, c in enumerate(coefficients, start=1):
        if c:
            factor = "" if abs(c) == 1 else f"{_size(c)} "
            text += f"{_sign(c, text)}{factor}a(n-{k})"
    return text or "0"


def _polynomial(coefficients: Sequence[int | Fraction]) -> str:
    """Write a polynomial in x, constant term first."""
    text = ""
    for k, c in enumerate(coefficients):
        if c:
            power = "" if k == 0 else "x" if k == 1 else f"x^{k}"
            factor = _size(c) if abs(c) != 1 or not power else ""
            text += f"{_sign(c, text)}{factor}{'*' if factor and power else ''}{power}"
    return text or "0"


def _size(c: int | Fraction) -> str:
    word = fraction_digits(-c if c < 0 else c)
    return f"({word})" if "/" in word else word


def _sign(c: int | Fraction, before: str) -> str:
    if not before:
        return "-" if c < 0 else ""
    return " - " if c < 0 else " + "
