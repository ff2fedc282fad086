"""Weightings: numbers in the cells that prove that there is no tiling."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from tilewright.model.answer import Proof
from tilewright.model.claims import ClaimError, check_fields, check_stated
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.model.space.catalog import FAMILIES
from tilewright.model.space.lattice import SQUARES
from tilewright.solving.proofs.relations import Copies, Pattern, count_copies, patterns
from tilewright.system.values.arguments import format_value
from tilewright.system.values.arrays import grid_text

#: The fields of its JSON.
_FIELDS = ("rule", "modulus", "weights", "values", "covered", "total")
#: The singular and plural of each family.
_FAMILY = {names[0]: names for names in FAMILIES.values()}


@dataclass(frozen=True, eq=False)
class CellNumbers(Proof):
    """A proof by an integer for each cell of a board, which is 0 for cells outside the board."""

    problem: Problem
    weights: NDArray[np.object_] = field(repr=False)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.problem.board}: {self.text()}>"

    @abstractmethod
    def text(self) -> str:
        """Return the proof as a sentence without a final period."""

    @property
    def marks(self) -> bool:
        """Whether all numbers are 0 or 1, so that each cell is light or dark, and some cells are
        dark.
        """
        return bool(self.weights.any()) and set(self.weights.ravel().tolist()) <= {0, 1}

    def table(self) -> str:
        """Return the numbers as text, with ``.`` outside the board and blank lines between layers
        of cubes.
        """
        words = np.where(self.problem.board.mask, self.weights.astype(str), ".")
        return grid_text(np.char.rjust(words, np.char.str_len(words).max()), " ")

    def _check_same(self, computed: Self, *names: str) -> None:
        """Raise `ClaimError` if a value differs from the computed one."""
        for name in names:
            said, known = getattr(self, name), getattr(computed, name)
            if said != known:
                raise ClaimError(f"'{name}' must be {known}, got {said}")


@dataclass(frozen=True, eq=False, repr=False)
class Weighting(CellNumbers):
    """Numbers assigned to the cells of a board, chosen so that each piece covers the same sum in
    every position.

    The sum that all pieces cover together is therefore known in advance. If this sum differs from
    the sum over the whole board, no tiling exists. Every coloring argument has this form, and can
    be verified by hand.

    Attributes
    ----------
    problem : Problem
    weights : (rows, columns) object
        An integer of any size for each cell, or 0 for cells outside the board.
    modulus : int
        The modulus for comparing sums; 0 if the sums are compared as integers.
    values : tuple of int
        For each piece, the sum that every placement covers.
    copies : tuple of int
        The number of copies of each piece, or -1 if the number varies or only the total of several
        pieces is known.
    known : int or None
        The number of pieces in every tiling, or None if the number varies.
    covered, total : int
        The sum that all pieces and empty cells must cover, and the sum over all cells of the board.
    pattern : Pattern or None
        The repeating pattern of the numbers, or None.
    """

    modulus: int
    values: tuple[int, ...]
    copies: tuple[int, ...]
    known: int | None
    covered: int
    total: int
    pattern: Pattern | None
    kind: ClassVar[str] = "weighting"

    @classmethod
    def of(
        cls,
        cover: Cover,
        copies: Copies,
        weights: NDArray[np.object_],
        values: Sequence[int],
        modulus: int,
        pattern: Pattern | None,
    ) -> Weighting:
        """Return the weighting with the given numbers (one for each cell) and the given values (one
        for each group of pieces).
        """
        board = numbers_on_board(cover, weights.tolist())
        covered = sum(value * number for value, number in zip(values, copies.number, strict=True))
        total = sum(weights.tolist())
        group = copies.group.tolist()
        alone = [g >= 0 and group.count(g) == 1 for g in group]
        return cls(
            cover.problem,
            board,
            modulus,
            tuple(values[g] if g >= 0 else 0 for g in group),
            tuple(copies.number[g] if one else -1 for g, one in zip(group, alone, strict=True)),
            copies.pieces if min(group) >= 0 else None,
            covered % modulus if modulus else covered,
            total % modulus if modulus else total,
            pattern,
        )

    @classmethod
    def from_json(cls, problem: Problem, data: Any) -> Weighting:
        """Return the weighting saved by `to_json`.

        The sum that the pieces cover is computed again and compared with the stated sum.

        Raises
        ------
        ClaimError
            If the data are not a weighting of this problem, or a stated value does not follow from
            the numbers.
        """
        check_fields(data, _FIELDS, "a weighting", ("weights", "modulus"))
        cover = compile_cover(problem)
        weights, modulus = integer_weights(data["weights"], problem), data["modulus"]
        pattern, rule = None, data.get("rule")
        if rule is not None:
            known = patterns(problem.board.lattice.dimension)
            pattern = next((pattern for pattern in known if pattern.text() == rule), None)
            if pattern is None:
                raise ClaimError(f"unknown rule {format_value(rule)}")
        stated = data.get("values", {})
        if not isinstance(stated, Mapping):
            raise ClaimError("'values' must be an object with an integer for each piece")
        weighting = cls._from_numbers(
            cover, weights, modulus, pattern, [stated.get(name) for name in problem.names]
        )
        check_stated(data, weighting.to_json())
        return weighting

    @classmethod
    def _from_numbers(
        cls,
        cover: Cover,
        weights: NDArray[np.object_],
        modulus: int,
        pattern: Pattern | None,
        stated: Sequence[Any],
    ) -> Weighting:
        """Compute a weighting from its numbers. `stated` contains the values of pieces that fit
        nowhere.
        """
        if type(modulus) is not int or modulus < 0:
            raise ClaimError("the modulus must be a nonnegative integer")
        numbers = weights[tuple(cover.cells.T)]
        if pattern is not None:
            classes = pattern.classes_of(*cover.cells.T.astype(np.int64))
            if len(set(zip(classes.tolist(), numbers.tolist(), strict=True))) > len(
                np.unique(classes)
            ):
                raise ClaimError("the numbers in the cells do not follow the stated rule")
        copies = count_copies(cover)
        values = _values(cover, copies, numbers, modulus, stated)
        return cls.of(cover, copies, numbers, values, modulus, pattern)

    def check(self) -> None:
        """Verify the proof like `holds`, but raise an error if the proof is wrong.

        Raises
        ------
        ClaimError
            If the proof is wrong. The message explains the error.
        """
        cover = compile_cover(self.problem)
        weights = integer_weights(self.weights, self.problem)
        if len(self.values) != len(self.problem.names):
            raise ClaimError("a weighting must contain a value for each piece")
        computed = self._from_numbers(cover, weights, self.modulus, self.pattern, self.values)
        self._check_same(computed, "values", "copies", "known", "covered", "total")
        if self.covered == self.total:
            raise ClaimError("the numbers do not rule out a tiling")

    def text(self, *, shown: bool = False) -> str:
        """Return the proof as a sentence without a final period.

        Parameters
        ----------
        shown : bool
            Whether a picture already shows which cells of the chessboard are dark. If the dark
            cells are already shown, the sentence does not describe them.

        Examples
        --------
        >>> from tilewright.solving.proofs import weighting
        >>> print(weighting("10x10", "I4+").text())
        color the cells dark where (row + column) mod 4 is 2 or 3: each I4 covers 2 dark cells, so 25 pieces need 50 dark cells, but there are only 49
        """  # noqa: E501
        verb = "need" if self._too_few else "cover"
        rule = "color the board like a chessboard" if shown and self._chessboard else self._rule()
        return (
            f"{rule}: {self._values()}, so {self._pieces()} {verb} {self._together()}, but "
            f"{self._board()}"
        )

    @property
    def needs_table(self) -> bool:
        """Whether a drawing is needed because the sentence from ``text`` does not list the numbers
        in the cells.
        """
        return self.pattern is None

    def to_json(self) -> dict[str, Any]:
        """Return the weighting as JSON values."""
        return {
            "rule": None if self.pattern is None else self.pattern.text(),
            "modulus": self.modulus,
            "weights": self.weights.tolist(),
            "values": dict(zip(self.problem.names, self.values, strict=True)),
            "covered": self.covered,
            "total": self.total,
        }

    @property
    def _too_few(self) -> bool:
        return self.marks and not self.modulus and self.covered > self.total

    @property
    def _chessboard(self) -> bool:
        """Whether the dark cells are those of a chessboard."""
        pattern = self.pattern
        if pattern is None or not self.marks or self.problem.board.lattice != SQUARES:
            return False
        return (pattern.down, pattern.across, pattern.modulus) == (1, 1, 2)

    def _rule(self) -> str:
        """Return a phrase for the numbers in the cells, or for the dark cells."""
        if self.pattern is None:
            number = int(np.count_nonzero(self.weights))
            shown = "1 cell" if number == 1 else f"{number} cells"
            return f"color {shown} dark, as shown" if self.marks else "use the numbers shown"
        cells = np.argwhere(self.problem.board.mask)
        _, first = np.unique(self.pattern.classes_of(*cells.T), return_index=True)
        by_class = self.weights[tuple(cells[first].T)].tolist()
        if not self.pattern.modulus:
            width = self.pattern.columns
            rows = [by_class[i : i + width] for i in range(0, len(by_class), width)]
            if self.marks:
                block = "/".join("".join(map(str, row)) for row in rows)
                return f"repeat the block {block} over the board and color the cells with a 1 dark"
            return (
                f"repeat the numbers {'/'.join(' '.join(map(str, row)) for row in rows)} over the "
                "board"
            )
        formula = self.pattern.text()
        classes = range(len(by_class))
        if self.marks:
            dark = [one for one in classes if by_class[one]]
            return (
                self._stripes(dark)
                or f"color the cells dark where {formula} is {_join_alternatives(dark)}"
            )
        if by_class == [*classes]:
            return f"write {formula} in each cell"
        return (
            f"write {', '.join(map(str, by_class))} in the cells where {formula} is "
            f"{', '.join(map(str, classes))}"
        )

    def _stripes(self, dark: list[int]) -> str:
        """Return a phrase for a chessboard or stripes of squares; empty if it is neither."""
        pattern = self.pattern
        if pattern is None or self.problem.board.lattice != SQUARES or len(dark) > 1:
            return ""
        steps, first = (pattern.down, pattern.across), dark[0]
        if steps == (1, 1) and pattern.modulus == 2:
            return (
                "color the board like a chessboard, dark where row + column is "
                f"{'odd' if first else 'even'}"
            )
        if 0 not in steps:
            return ""
        line = "row" if steps[0] else "column"
        if pattern.modulus == 2:
            return f"color every other {line} dark, starting with {line} {first}"
        return (
            f"color the {line}s {', '.join(str(first + i * pattern.modulus) for i in range(3))}, "
            "… dark"
        )

    def _pieces(self) -> str:
        """Return "25 pieces", or "31 dominoes" if a family name fits."""
        if self.known is None:
            return "the pieces"
        used = [
            name for name, copies in zip(self.problem.names, self.copies, strict=True) if copies
        ]
        one, many = _FAMILY.get(used[0] if len(used) == 1 else "", ("piece", "pieces"))
        return f"{self.known:,} {one if self.known == 1 else many}"

    def _values(self) -> str:
        """Return a phrase for the sum that each piece covers."""
        kinds: dict[int, list[str]] = {}
        for name, value, copies in zip(self.problem.names, self.values, self.copies, strict=True):
            if copies:
                kinds.setdefault(value, []).append(name)
        if len(kinds) == 1:
            ((value, same),) = kinds.items()
            return (
                f"each {same[0] if len(same) == 1 else 'piece'} covers "
                f"{self._amount(value, full=True)}"
            )
        *ordered, (last, _) = sorted(kinds.items(), key=lambda pair: len(pair[1]))
        clauses = [
            f"{_join_names(same)} {'covers' if len(same) == 1 else 'cover'} "
            f"{self._amount(value, full=not number)}"
            for number, (value, same) in enumerate(ordered)
        ]
        return f"{', '.join(clauses)} and every other piece {self._amount(last)}"

    def _amount(self, value: int, *, full: bool = False) -> str:
        """Return a phrase for the number of covered dark cells, or the covered sum. `full` names
        the dark cells.
        """
        dark = self.marks and full
        if self.modulus == 2:
            parity = f"an {'odd' if value else 'even'}"
            return (
                f"{parity} sum"
                if not self.marks
                else f"{parity} number{' of dark cells' if dark else ''}"
            )
        if not self.marks:
            return f"a sum of {'the form ' if self.modulus else ''}{self._number(value)}"
        if self.modulus:
            return f"{self._number(value)}{' dark cells' if dark else ''}"
        if not dark:
            return f"{value:,}" if value else "none"
        return {0: "no dark cell", 1: "one dark cell"}.get(value, f"{value:,} dark cells")

    def _together(self) -> str:
        """Return a phrase for the sum that all pieces cover together."""
        total = " in total" if self.marks and self.modulus else ""
        return f"{self._amount(self.covered, full=True)}{total}"

    def _number(self, value: int) -> str:
        """Return a number, or the form of all numbers with its remainder, such as ``3k + 1``."""
        if not self.modulus:
            return f"{value:,}"
        return f"{self.modulus}k{f' + {value}' if value else ''}"

    def _board(self) -> str:
        """Return a phrase for the sum of the board."""
        number = sum(self.weights.ravel().tolist())
        more = f", which has the form {self._number(self.total)}" if self.modulus > 2 else ""
        if self.marks:
            return (
                f"there {'is' if number == 1 else 'are'} "
                f"{'only ' if self._too_few else ''}{number:,}{more}"
            )
        return f"the sum over the whole board is {number:,}{more}"


def numbers_on_board(cover: Cover, numbers: Sequence[int]) -> NDArray[np.object_]:
    """Return a number for each cell of a board in its shape, with 0 outside the board."""
    board = np.zeros(cover.number.shape, dtype=object)
    board[tuple(cover.cells.T)] = numbers
    return board


def integer_weights(weights: Any, problem: Problem) -> NDArray[np.object_]:
    """Return weights as an array, or raise `ClaimError` unless they are integers for the cells of
    the board.
    """
    try:
        array = np.array(weights, dtype=object)
    except ValueError:
        array = np.zeros(0, dtype=object)
    mask = problem.board.mask
    if array.shape != mask.shape or any(
        type(number) is not int for number in array.ravel().tolist()
    ):
        raise ClaimError("the weights must contain an integer for each cell of the board")
    if array[~mask].any():
        raise ClaimError("the weights must be 0 outside the board")
    return array


def _values(
    cover: Cover, copies: Copies, numbers: NDArray[np.object_], modulus: int, stated: Sequence[Any]
) -> list[int]:
    """Return the sum that each group of copies covers, or raise `ClaimError` if placements of a
    group differ.

    Pieces whose number of copies varies must cover 0. A group without placements may have any
    value. `stated` contains the value for each piece.
    """
    sums = (
        np.add.reduceat(numbers[cover.item], cover.start[:-1])
        if cover.size
        else np.zeros(0, object)
    )
    groups = copies.group[cover.placement_piece]
    covered = list(zip(groups.tolist(), sums.tolist(), strict=True))
    if cover.empty_most:
        covered += [(copies.empties, number) for number in numbers[cover.optional].tolist()]
    values: dict[int, int] = {}
    for group, value in covered:
        expected = values.setdefault(group, value) if group >= 0 else 0
        if (value - expected) % modulus if modulus else value != expected:
            raise ClaimError(
                f"copies of a piece, or empty cells, cover different sums: {value} and {expected}"
            )
    for piece, value in enumerate(stated):
        group = int(copies.group[piece])
        if group >= 0 and type(value) is int:
            values.setdefault(group, value)
    results = [values.get(group, 0) for group in range(len(copies.number))]
    return [value % modulus for value in results] if modulus else results


def _join_names(words: list[str]) -> str:
    """Join the names of pieces: ``hexominoes 3, 6 and 13``."""
    families = {word.rpartition(":")[0] for word in words}
    if len(families) == 1 and (names := _FAMILY.get(families.pop())):
        words = [word.rpartition(":")[2] for word in words]
        words[0] = f"{names[0] if len(words) == 1 else names[1]} {words[0]}"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _join_alternatives(numbers: list[int]) -> str:
    return " or ".join(map(str, numbers))
