"""Numbers for n = 0, 1, 2, …: printed, saved as a b-file, and compared with one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from tilewright.apps.command.answers import digits, note, print_json
from tilewright.apps.command.count.request import CountRequest, fraction_digits
from tilewright.apps.command.limits import TimeLimit
from tilewright.errors import OutputError
from tilewright.formats.bfile import bfile_text, differing, read_bfile
from tilewright.system.files.safe_write import write
from tilewright.system.values.arguments import counted

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
    keys: dict[str, Any]
    #: What is printed in place of n.
    label: str = ""


def number_term(
    n: int, value: int | Fraction, request: CountRequest, label: str = "", **more: Any
) -> ListedTerm:
    """Return a number of tilings, or a sum of weights, modulo a number if one was given."""
    if request.modulus:
        value %= request.modulus
    word = fraction_digits(value)
    name = "weighed" if request.kinds.weight else "count"
    return ListedTerm(n, value, word, {"n": n, **more, name: word}, label)


def print_terms(
    head: dict[str, Any],
    terms: Sequence[ListedTerm],
    request: CountRequest,
    limit: TimeLimit,
    compare: Callable[[dict[int, int]], tuple[int, list[int], str]] | None = None,
    advise: Callable[[dict[int, int]], str] = lambda known: "",
) -> int:
    """Print or save numbers, compare them with a b-file, and return the exit code.

    Parameters
    ----------
    compare : callable, optional
        Returns for the numbers of a b-file how many were compared, those that differ, and how they
        were read.
    advise : callable
        Returns what to type if a b-file differs; empty if nothing is known.
    """
    bfile, against = request.lengths.bfile, request.lengths.against
    notes: list[str] = []
    if request.modulus:
        head = head | {"modulus": digits(request.modulus)}
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
        print_json(head | {"terms": [term.keys for term in terms]} | limit.seconds_json())
    else:
        for term in terms if bfile is None else ():
            print(f"{term.label or term.n} {term.text}")
        for line in notes:
            note(line)
    return 1 if wrong else 0


def _integer_value(term: ListedTerm, path: Path) -> int:
    if isinstance(term.value, Fraction):
        raise OutputError(
            f"a b-file has integers, but the number for n = {term.n} is {term.text}",
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
