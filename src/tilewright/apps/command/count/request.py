"""Options of ``tilewright count``, and a request with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np
from cyclopts import Parameter

from tilewright.apps.command.answers import Json, deliver, digits, note, picture_text, print_json
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    FIND,
    LIMITS,
    OUTPUT,
    RUNS,
    LimitOptions,
    Natural,
    Positive,
    Rules,
    Show,
    Threads,
    UniqueWord,
    classes,
    options,
)
from tilewright.apps.command.reading import read_rate
from tilewright.apps.command.runs import Runs
from tilewright.errors import OutputError, RequestError
from tilewright.formats.bfile import bfile_text, differing, read_bfile
from tilewright.model.cover import Unique, compile_cover
from tilewright.model.problem import Problem
from tilewright.model.space.surface import is_flat_squares
from tilewright.system.files.safe_write import write
from tilewright.system.values.arguments import counted, in_units
from tilewright.system.values.arrays import grid_text

if TYPE_CHECKING:
    from tilewright.counting import ByPiece, Count, Heat, UpToSymmetry
    from tilewright.drawing import Picture


#: Digits of the longest numbers that the OEIS accepts in a b-file.
_DIGITS = 1000
#: Shifts and steps of n that are tried if a b-file differs, and how many numbers have to agree
#: then.
_SHIFTS, _STEPS, _ENOUGH = range(-6, 7), (1, 2, 3, 4), 6


@dataclass(frozen=True)
class ListedTerm:
    """The number of one board: what is printed, and what JSON says."""

    n: int
    value: int | Fraction
    text: str
    keys: Json
    #: What is printed in place of n.
    label: str = ""

    def to_json(self) -> Json:
        """Return n, and what JSON says about its number."""
        return {"n": self.n, **self.keys}


def number_term(
    n: int, value: int | Fraction, request: CountRequest, label: str = "", **more: Any
) -> ListedTerm:
    """Return a number of tilings, or a sum of weights, modulo a number if one was given."""
    if request.modulus:
        value %= request.modulus
    word = fraction_digits(value)
    name = "weighed" if request.kinds.weight else "count"
    return ListedTerm(n, value, word, {**more, name: word}, label)


def print_term(
    head: Json,
    term: ListedTerm,
    request: CountRequest,
    work: CommandWork,
    checked: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """Print the number for one N, and return the exit code."""
    answer = head | {"at": digits(term.n), **term.keys} | request.modulus_json() | dict(checked)
    lines = [term.text, *([f"checked: {answer['checked']}"] if "checked" in answer else [])]
    return deliver(
        request.show,
        lambda: answer | work.seconds_json(),
        "\n".join(lines),
        code=0 if term.value or request.modulus else 1,
    )


def print_terms(
    head: Json,
    terms: Sequence[ListedTerm],
    request: CountRequest,
    work: CommandWork,
    compare: Callable[[dict[int, int]], tuple[int, list[int], str]] | None = None,
    advise: Callable[[dict[int, int]], str] = lambda known: "",
) -> int:
    """Print or save numbers, compare them with a b-file, and return the exit code.

    Parameters
    ----------
    compare : callable, optional
        Returns how many numbers of a b-file were compared, which numbers differ, and how the file
        was read.
    advise : callable
        Returns what to type instead if the numbers of a b-file differ, or an empty string.
    """
    bfile, against = request.lengths.bfile, request.lengths.against
    notes: list[str] = []
    head = head | request.modulus_json()
    if bfile is not None:
        write(bfile_text((term.n, digits(_integer_value(term, bfile))) for term in terms), bfile)
        notes.append(_file_words(terms, bfile))
    if "checked" in head:
        notes.append(f"checked: {head['checked']}")
    wrong: list[int] = []
    if against is not None:
        known = read_bfile(against)
        if compare is None:
            compared, wrong = differing([(term.n, term.value) for term in terms], known)
            how = ""
        else:
            compared, wrong, how = compare(known)
        head = head | {"against": {"file": str(against), "compared": compared, "differ": wrong}}
        if how:
            head["against"]["read"] = how
        which = f", and differ for n = {', '.join(map(str, wrong))}" if wrong else ": all agree"
        read = f", read {how}" if how else ""
        notes.append(f"{against}: {counted(compared, 'number')} compared{read}{which}")
        if wrong and (advice := advise(known)):
            notes.append(advice)
    if request.show.json:
        print_json(head | {"terms": [term.to_json() for term in terms]} | work.seconds_json())
    else:
        for term in terms if bfile is None else ():
            print(f"{term.label or term.n} {term.text}")
        for line in notes:
            note(line)
    return 1 if wrong else 0


def _integer_value(term: ListedTerm, path: Path) -> int:
    if isinstance(term.value, Fraction):
        raise OutputError(
            f"a b-file must contain integers, but the number for n = {term.n} is {term.text}",
            where=str(path),
        )
    return term.value


def _file_words(terms: Sequence[ListedTerm], bfile: Path) -> str:
    """Describe a b-file, and say from where on the OEIS would reject it."""
    if not terms:
        return f"{bfile} is empty"
    long = next((term.n for term in terms if term.value >= 10**_DIGITS), None)
    hint = f"; from n = {long} on they have more than the {_DIGITS:,} digits that the OEIS accepts"
    return (
        f"{bfile} contains the numbers for n = {terms[0].n} to "
        f"{terms[-1].n}{'' if long is None else hint}"
    )


def other_lengths(terms: Iterable[ListedTerm], known: dict[int, int]) -> tuple[int, int] | None:
    """Return (t, s) if a b-file has at n the numbers of t n + s; None if it does not."""
    values = {term.n: term.value for term in terms}
    for step in _STEPS:
        for shift in sorted(_SHIFTS, key=abs):
            pairs = [
                (values[step * n + shift], value)
                for n, value in known.items()
                if step * n + shift in values
            ]
            if (
                len(pairs) >= _ENOUGH
                and len({value for _, value in pairs}) >= _ENOUGH // 2
                and all(number == value for number, value in pairs)
            ):
                return step, shift
    return None


#: The name of a variable in the place of a weight.
VARIABLE = re.compile(r"[A-Za-z]\w*")


@dataclass
class CountAnswer:
    """An answer: the number, lines to print, keys of the JSON, the method, and a picture to
    save.
    """

    value: int
    lines: list[str]
    keys: Json
    method: str = "layers"
    explanation: str = ""
    picture: Picture | None = field(default=None, repr=False)

    def deliver(self, head: Json, show: Show, out: Path | None, code: int) -> int:
        """Print the answer, or save its picture; `head` are the first keys of the JSON."""
        picture = None if out is None else self.picture
        return deliver(
            show,
            lambda: head | self.keys,
            "\n".join(self.lines) if picture is None else "",
            picture=None if picture is None else lambda: picture,
            out=out,
            code=code,
        )


class PieceCounts(NamedTuple):
    """Numbers by piece, and the variables and the weights of the pieces that have one."""

    numbers: ByPiece
    symbols: dict[str, str]
    weights: dict[str, Fraction | int]

    def polynomial(self) -> str:
        """Return the numbers as a polynomial."""
        return self.numbers.polynomial(self.symbols, self.weights)

    def answer(self) -> CountAnswer:
        """Return the table of the numbers, the polynomial in the variables, or the sum of the
        weights.
        """
        answer = pieces_answer(self.numbers)
        if self.symbols:
            answer.keys["polynomial"] = self.polynomial()
            answer.lines = [answer.keys["polynomial"]]
        elif self.weights:
            total = weighed_answer(self.numbers.weighed(self.weights), self.numbers.total)
            answer.keys |= total.keys
            answer.lines += total.lines
        return answer


def count_pieces(
    problem: Problem, weight_words: dict[str, str], work: CommandWork, **options: Any
) -> PieceCounts:
    """Count by piece."""
    from tilewright.counting import count_by_piece

    symbols = {name: value for name, value in weight_words.items() if VARIABLE.fullmatch(value)}
    weights = {
        name: read_rate(value, "--weight")
        for name, value in weight_words.items()
        if name not in symbols
    }
    names = (*problem.names, *(["empty"] if problem.empty_most > 0 else []))
    for name in weight_words:
        if name not in names:
            raise RequestError(
                f"unknown piece '{name}'; the pieces are {', '.join(names)}", where="--weight"
            )
    # With a variable, a piece of weight 1 need not be counted.
    counted = [name for name in weight_words if weights.get(name) != 1]
    if not problem.optional.any():
        counted = [name for name in counted if name != "empty"]
    names_counted = counted if symbols else None
    counts = count_by_piece(problem, names=names_counted, progress=work.report, **options)
    weights = {name: weight for name, weight in weights.items() if name in counts.names}
    return PieceCounts(counts, symbols, weights)


def pieces_answer(numbers: ByPiece) -> CountAnswer:
    """Return numbers by piece as a table."""
    keys = {
        "by_piece": [
            {"copies": dict(zip(numbers.names, copies, strict=True)), "count": digits(number)}
            for copies, number in numbers.counts.items()
        ]
    }
    return CountAnswer(numbers.total, _table(numbers) if numbers.counts else ["0"], keys)


def weighed_answer(total: Fraction | int, number: int) -> CountAnswer:
    """Return a sum of weights over this number of tilings."""
    word = fraction_digits(total)
    return CountAnswer(number, [word], {"weighed": word})


def fraction_digits(value: Fraction | int) -> str:
    """Return an exact number in digits."""
    above, below = value.as_integer_ratio()
    return digits(above) if below == 1 else f"{digits(above)}/{digits(below)}"


def _table(numbers: ByPiece) -> list[str]:
    """Return the counts by piece as aligned columns, the number of tilings last."""
    rows = [[*numbers.names, "tilings"]]
    rows += [[*map(str, copies), digits(number)] for copies, number in numbers.counts.items()]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def heat_answer(problem: Problem, heat: Heat, show: Show) -> CountAnswer:
    """Return how often the edges around each cell are boundaries: a picture in colors, else a table
    in percent.
    """
    from tilewright.apps.command.answers import terminal_color
    from tilewright.counting.sets.usage import draw_heat

    percents = heat.percents()
    flat = is_flat_squares(problem.board)
    picture = draw_heat(heat)
    if flat:
        keys: Json = {"right": _shares(heat.right), "below": _shares(heat.below)}
    else:
        cells = compile_cover(problem).cells
        keys = {
            "edges": [
                {"cells": pair, "boundaries": digits(number) if heat.exact else number}
                for pair, number in zip(
                    cells[heat.pairs].tolist(), heat.boundaries.tolist(), strict=True
                )
            ]
        }
    if not heat.exact:
        keys |= {"exact": False, "how": heat.how}
    if show.quiet:
        lines = [digits(heat.total)]
    elif not flat or terminal_color() == "none":
        # Cubes: layer by layer, separated by an empty line.
        words = np.where(percents < 0, "  .", np.char.mod("%3d", percents))
        lines = grid_text(words, " ").split("\n")
    else:
        lines = picture_text(picture).splitlines()
    method = "graph" if heat.exact else "matching"
    return CountAnswer(
        heat.total,
        lines,
        keys,
        method,
        explanation=heat.how and f"method: {heat.how}",
        picture=picture,
    )


def _shares(counts: Any) -> list[list[str | float | None]]:
    return [
        [None if count < 0 else digits(count) if isinstance(count, int) else count for count in row]
        for row in counts.tolist()
    ]


@options(FIND)
class Kinds:
    """What to count, beside the number of tilings."""

    unique: UniqueWord = None
    """Count rotations and reflections of a tiling once; --unique rotations counts mirror images
    separately.
    """

    distinct_pieces: bool = False
    """Distinguish equal pieces that are listed several times, as in L3 L3 or in a file (but not
    copies such as L3=2).
    """

    by_piece: bool = False
    """Count the tilings separately for each number of copies of each piece."""

    weight: Annotated[tuple[str, ...], Parameter(metavar="PIECE=W")] = ()
    """Set the weights of pieces, such as I3=2 or I3=1/2, and sum the products of the weights over
    all tilings. With --by-piece, a weight can be a variable, such as I3=x. Repeat the option for
    more pieces.
    """

    cost: Annotated[tuple[str, ...], Parameter(metavar="PIECE=C")] = ()
    """Set the costs of pieces, such as I3=2, and find the least total cost and the number of
    tilings with this cost. Repeat the option for more pieces.
    """

    heat: bool = False
    """Show, in percent, how often each edge of a cell is a tile boundary."""

    mod: Positive | None = None
    """Count modulo N."""

    @property
    def classes(self) -> Unique:
        """What counts once, as the library names it."""
        return classes(self.unique)


@options(FIND)
class BoardLengths:
    """Options for boards with an N in them."""

    at: Natural | None = None
    """On a board such as 4xN: count only for this N, which may be very large."""

    upto: Natural | None = None
    """On a board such as 4xN or NxN: count for each N up to this one. [default: 8 for NxN, 100 for
    the b-file of a strip]
    """

    against: Annotated[Path | None, Parameter(metavar="FILE")] = None
    """Compare the counts with those in an OEIS b-file. Exits with 1 if any count differs."""

    bfile: Annotated[
        Path | None, Parameter(allow_leading_hyphen=True, group=OUTPUT, metavar="FILE")
    ] = None
    """Write the numbers to FILE in the b-file format of the OEIS."""


@options(LIMITS)
class CountingOptions:
    """How to count."""

    check: Annotated[bool, Parameter(group=FIND)] = False
    """Count a second time with a different method, and name that method."""

    checkpoint: Annotated[Path | None, Parameter(group=RUNS, metavar="FILE")] = None
    """Save progress to FILE, and resume from it if it exists."""

    threads: Threads = None


@dataclass(frozen=True)
class CountRequest:
    """A request of ``tilewright count``, as it was typed."""

    board: str
    pieces: tuple[str, ...]
    kinds: Kinds
    lengths: BoardLengths
    ways: CountingOptions
    limits: LimitOptions
    rules: Rules
    runs: Runs
    show: Show

    @property
    def modulus(self) -> int:
        """The modulus; 0 for none."""
        return self.kinds.mod or 0

    def modulus_json(self) -> dict[str, str]:
        """Return what JSON says about the modulus."""
        return {"modulus": digits(self.modulus)} if self.modulus else {}

    def work(self, checkpoint: Path | None = None, *, plain: bool = False) -> CommandWork:
        """Return the work, within the limits."""
        return CommandWork(
            self.show,
            **vars(self.limits),
            threads=self.ways.threads,
            checkpoint=checkpoint,
            plain=plain,
        )


# The number of tilings of one board, or up to symmetry.


def number_answer(problem: Problem, request: CountRequest, work: CommandWork) -> CountAnswer:
    """Return the number of tilings, or of those that differ by more than a symmetry."""
    from tilewright import counting

    kinds, ways, keys = request.kinds, request.ways, request.modulus_json()
    options: dict[str, Any] = {
        "checkpoint": ways.checkpoint,
        "check": ways.check,
        "progress": work.report,
    }
    details: Count | UpToSymmetry
    if kinds.classes:
        details = classes = counting.count_up_to_symmetry(problem, unique=kinds.classes, **options)
        fixed = {name: digits(number) for name, number in classes.fixed.items()}
        checked = _checked_json(details)
        answer: Json = {"unique": kinds.classes, "fixed": fixed, **checked, **keys}
        explanation = _fixed_words(classes.fixed)
    else:
        details = number = counting.count_details(
            problem,
            mod=request.modulus,
            distinct_pieces=kinds.distinct_pieces,
            **options,
        )
        merged: Json = (
            {}
            if number.merged is None
            else {"distinct_pieces": True, "merged": digits(number.merged)}
        )
        checked = _checked_json(details)
        answer = {**keys, **checked, **merged, "why": number.why}
        explanation = f"method: {_method_words(number)}; {number.why}"
    value = details.value % request.modulus if request.modulus else details.value
    lines = [digits(value), *(f"checked: {how}" for how in checked.values())]
    return CountAnswer(value, lines, answer, details.method, explanation)


def _checked_json(details: Count | UpToSymmetry) -> dict[str, str]:
    return {"checked": details.checked} if details.checked else {}


def _fixed_words(fixed: dict[str, int]) -> str:
    """Say how many tilings each symmetry fixes, with the least and the most of its translates."""
    groups: dict[str, list[int]] = {}
    for name, number in fixed.items():
        turned, moved, _ = name.partition(", moved by ")
        groups.setdefault(f"{turned} and moved" if moved else turned, []).append(number)
    words = []
    for name, numbers in groups.items():
        least, most = digits(min(numbers)), digits(max(numbers))
        many = f", {len(numbers)} ways" if len(numbers) > 1 else ""
        words.append(f"{name}{many}: {least if least == most else f'{least} to {most}'}")
    return "; ".join(words)


#: How a number was found, for methods of which there is no more to say.
_METHODS = {
    "area": "by the areas",
    "listing": "listing all tilings",
    "proof": "a proof that there is no tiling",
    "by piece": "by the number of copies of each piece",
}


def _method_words(details: Count) -> str:
    """Say how a number was found."""
    if details.method in _METHODS:
        return _METHODS[details.method]
    if details.method == "matching":
        primes = f"modulo {details.edges:,} primes" if details.edges else "empty"
        return (
            f"matching (determinants {primes}), cells ordered by {details.scan}: "
            f"{in_units(details.nbytes)}"
        )
    graph = "one state graph for all lines" if details.method == "rows" else "layer by layer"
    folded = ", mirror images as one" if details.folded else ""
    return (
        f"{details.method} ({graph}), scan by {details.scan}{folded}: {details.states:,} states, "
        f"{in_units(details.nbytes)}"
    )
