"""What is said about several puzzles at once: their title, how hard they are, their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilewright.printing.sheets import PrintedPuzzle

__all__ = ["in_common", "levels", "numbered_caption", "rules_of_all"]


def in_common(sheets: Sequence[PrintedPuzzle], *, numbered: bool = True) -> str:
    """Return what puzzles have in common: their title, or else the first part of it; and how many they are."""
    titles = {sheet.puzzle.title for sheet in sheets}
    beginnings = {title.partition(",")[0] for title in titles}
    common = min(titles) if len(titles) == 1 else min(beginnings) if len(beginnings) == 1 else ""
    if len(sheets) == 1 or not numbered:
        return common or "Puzzles"
    return f"{common}: {len(sheets)} puzzles" if common else f"{len(sheets)} puzzles"


def levels(sheets: Sequence[PrintedPuzzle]) -> str:
    """Say how hard puzzles are, and how many are so hard."""
    counts = Counter(sheet.level for sheet in sheets if sheet.level is not None)
    if len(counts) == 1 and counts.total() == len(sheets):
        return next(iter(counts))
    return ", ".join(f"{number} {level}" for level, number in counts.items())


def numbered_caption(sheet: PrintedPuzzle, sheets: Sequence[PrintedPuzzle]) -> str:
    """Return what stands next to a puzzle's number: the date of a calendar, or its title, and the level."""
    titles = {other.puzzle.title for other in sheets}
    same = len({title.partition(",")[0] for title in titles}) == 1
    title = sheet.puzzle.title
    own = "" if len(titles) == 1 else title.rpartition(", ")[2] if same else title
    return ", ".join(filter(None, [own, sheet.level]))


def rules_of_all(sheets: Sequence[PrintedPuzzle]) -> str:
    """Return the rules of several puzzles: each that there is once, with the numbers of its puzzles if they differ.

    Of puzzles of one kind with the same pieces, those of the puzzle that has the most to say hold for all.
    """
    kinds = {
        (sheet.puzzle.kind, sheet.puzzle.pieces, sheet.puzzle.turn, sheet.one_solution) for sheet in sheets
    }
    if len({kind for kind, *_ in kinds}) == 1 and all(sheet.made for sheet in sheets):
        return max((sheet.rules for sheet in sheets), key=len)
    numbers: dict[str, list[int]] = {}
    for number, sheet in enumerate(sheets, start=1):
        numbers.setdefault(sheet.rules, []).append(number)
    if len(numbers) == 1:
        return next(iter(numbers))
    return "\n".join(f"{_listed(found)}: {words}" for words, found in numbers.items())


def _listed(numbers: Sequence[int]) -> str:
    """Write ascending numbers, those that follow each other as a range: ``1 to 3, 5``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]}" if len(run) == 1 else f"{run[0]} to {run[-1]}" if len(run) > 2 else f"{run[0]}, {run[1]}"
        for run in runs
    )
