"""The rules of a puzzle in a sentence or two, as printed above the board."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece
from tilewright.model.problem import EMPTY_MARK, Problem
from tilewright.model.puzzle import KINDS, Puzzle, PuzzleKind
from tilewright.model.rules.rule_types import (
    Apart,
    CellRule,
    Clues,
    Equal,
    FaultFree,
    NoCrossroads,
    Rule,
    Sum,
    Tiles,
    Unequal,
    parse_rule,
)
from tilewright.model.space.lattice import Turn
from tilewright.system.values.arguments import counted

_TURNS: dict[Turn, str] = {
    "free": "turned and flipped over at will",
    "one-sided": "turned at will, but not flipped over",
    "fixed": "as they lie, neither turned nor flipped over",
}


def rules(puzzle: Puzzle, *, one_solution: bool = True, conditions: Sequence[str] = ()) -> str:
    """Return the rules of a puzzle; also of the conditions of others that share the text.

    >>> from tilewright.model.puzzle import find_puzzle
    >>> print(rules(find_puzzle("talos:hub-gates-1")))
    Fit all pieces on the board, turned at will, but not flipped over. There is one solution; turning the \
    whole board makes no other.
    """  # noqa: E501
    problem = puzzle.problem()
    text = _task_words(puzzle, problem, conditions)
    return f"{text} {one_solution_words(problem)}" if one_solution else text


def one_solution_words(problem: Problem) -> str:
    """Return a sentence that there is one solution, and that rotations of the board do not count.

    >>> print(one_solution_words(Problem("3x3", "I3=3")))
    There is one solution; turning the whole board or flipping it over makes no other.
    """
    turnings = compile_cover(problem).turnings()
    if len(turnings) == 1:
        return "There is one solution."
    flipped = (
        " or flipping it over"
        if any(turning.element >= problem.board.lattice.mirror for turning in turnings)
        else ""
    )
    return f"There is one solution; turning the whole board{flipped} makes no other."


def _task_words(puzzle: Puzzle, problem: Problem, conditions: Sequence[str]) -> str:
    turn = _turn_words(problem.pieces, puzzle.turn)
    stay = " The pieces that are already there stay." if puzzle.placed else ""
    kind = KINDS[puzzle.kind]
    marked = any(piece.marks for piece in problem.pieces)
    if (
        marked
        and kind.shows_pieces
        and not all(piece.least == piece.most for piece in problem.pieces)
    ):
        cover = "all of the board but one cell" if kind.empty else "the board"
        return _marked_words(problem.pieces, turn, cover) + _agreeing_words(problem) + stay
    text = kind.rules.format(turn=turn) if not kind.all_pieces else _fitting_words(problem, turn)
    if marked and kind.all_pieces and not problem.marks_agree:
        text += " Each letter of a piece lies on the same letter of the board."
    words = dict.fromkeys((*puzzle.conditions, *conditions))
    others = [parse_rule(word) for word in words if word not in kind.conditions]
    also = dict.fromkeys(_rule_words(rule, kind) for rule in others)
    regions = _region_words([rule for rule in others if isinstance(rule, CellRule)])
    return " ".join([text + _agreeing_words(problem) + stay, *filter(None, [*also, regions])])


def _region_words(rules: Sequence[CellRule]) -> str:
    """Return a sentence on what regions show; none if there are no regions.

    >>> _region_words([parse_rule("sum 0,0-0,1 <= 3"), parse_rule("equal 1,0-1,1")])
    'In each region, the numbers add up to less than its number (<), or are all equal (=).'
    """
    sums = {rule.badge()[0] for rule in rules if isinstance(rule, Sum)}
    to = [
        words
        for words, there in (
            ("its number", sums - {"<", ">"}),
            ("less than its number (<)", "<" in sums),
            ("more than its number (>)", ">" in sums),
        )
        if there
    ]
    are = [
        words
        for words, rule in (("equal (=)", Equal), ("different", Unequal))
        if any(isinstance(condition, rule) for condition in rules)
    ]
    demands = ([f"add up to {', or '.join(to)}"] if to else []) + (
        [f"are all {' or all '.join(are)}"] if are else []
    )
    return f"In each region, the numbers {', or '.join(demands)}." if demands else ""


def _rule_words(rule: Rule, kind: PuzzleKind) -> str:
    """Return a sentence about a rule; none if the rules of the kind have it.

    >>> _rule_words(parse_rule("tiles 5..7"), KINDS["sigil"])
    'Use 5 to 7 pieces.'
    """
    if isinstance(rule, Tiles):
        least, most = rule.least, rule.most
        number = counted(most, "piece")
        if rule.pieces:
            bounds = f"{least}" if least == most else f"{least} to {most}"
            return f"Use {bounds} of the pieces {' and '.join(rule.pieces)} together."
        return f"Use {number}." if least == most else f"Use {least} to {number}."
    if isinstance(rule, FaultFree):
        lines = f" between {rule.axis}" if rule.axis else ""
        return f"Some piece crosses each straight line{lines} through the board."
    if isinstance(rule, NoCrossroads):
        return "Nowhere do the corners of four pieces meet."
    if isinstance(rule, Apart):
        return "Two pieces with a common side differ in shape, also when turned or flipped over."
    if isinstance(rule, Clues) and not kind.conditions:
        one = " Each piece covers exactly one of them." if rule.one_each else ""
        return f"Letters say which pieces cover their cells, and numbers how large these are.{one}"
    return ""


def _fitting_words(problem: Problem, turn: str) -> str:
    """Return what to do with a list of pieces: fit all, or cover the board with as many as their
    numbers allow.

    >>> _fitting_words(Problem("3x3", "dominoes+"), "turned at will")
    'Cover the whole board. Use as many as you need, turned at will.'
    >>> _fitting_words(Problem("3x3", "I3=3"), "turned at will")
    'Fit all pieces on the board, turned at will.'
    """
    pieces, least, most = problem.pieces, problem.empty_least, problem.empty_most
    fixed = all(piece.least == piece.most for piece in pieces)
    left = problem.board.area - sum(piece.least * len(piece.polyomino) for piece in pieces)
    if fixed and least <= left <= most:
        return f"Fit all pieces on the board, {turn}."
    if most == 0:
        cover = "Cover the whole board"
    elif least == most:
        cover = f"Cover all of the board but {counted(most, 'cell')}"
    else:
        bounds = f"{'up' if least == 0 else least} to {counted(most, 'cell')}"
        cover = f"Cover the board; {bounds} may stay empty"
    if fixed:
        return f"{cover}. Use all pieces, {turn}."
    if all(piece.least == 0 and piece.most is None for piece in pieces):
        which = "as many" if len(pieces) == 1 else "as many of each piece"
        return f"{cover}. Use {which} as you need, {turn}."
    if all(piece.least == 0 and piece.most == 1 for piece in pieces):
        return f"{cover}. Use each piece at most once, {turn}."
    return f"{cover}. Use each piece as often as it says, {turn}."


def _agreeing_words(problem: Problem) -> str:
    """Return a sentence about which letters agree."""
    matches = [
        f"{_cells_with(mark)} of a piece may lie on "
        f"{' and '.join(map(_cells_with, marks)) or 'none'} of the board"
        for mark, marks in problem.marks_agree.items()
        if mark != EMPTY_MARK and not (problem.reads_marks and marks == ("",))
    ]
    may = problem.marks_agree.get(EMPTY_MARK, ()) if problem.empty_most else ()
    stay = f" Only {' and '.join(map(_cells_with, may))} may stay empty." if may else ""
    return (f" Letters match as follows: {'; '.join(matches)}." if matches else "") + stay


def _cells_with(mark: str) -> str:
    return f"cells with {mark}" if mark else "cells without a letter"


def _turn_words(pieces: tuple[Piece, ...], turn: Turn) -> str:
    """Return how the pieces may be turned, with exceptions."""
    others: dict[Turn, list[str]] = {}
    for piece in pieces:
        if piece.turn not in (None, turn):
            assert piece.turn is not None
            others.setdefault(piece.turn, []).append(piece.name)
    exceptions = [f"{', '.join(names)} {_TURNS[way]}" for way, names in others.items()]
    return _TURNS[turn] + (f" (but {'; '.join(exceptions)})" if exceptions else "")


def _marked_words(pieces: tuple[Piece, ...], turn: str, cover: str) -> str:
    letters = {mark for piece in pieces for mark in piece.marks if mark}
    several = any(sum(map(bool, piece.marks)) > 1 for piece in pieces)
    sign = ("dot" if len(letters) == 1 else "letter") + ("s" if several else "")
    carries = f"Each carries its {sign} where shown"
    marked = {piece.polyomino.canonical("free") for piece in pieces if piece.marks}
    if not all(piece.polyomino.canonical("free") in marked for piece in pieces):
        carries += f"; one that shows no {sign} has none"
    elif not all(piece.marks for piece in pieces):
        carries = f"Each carries its {sign} where shown, but some are missing from the board"
    return (
        f"Draw the outlines of pieces that cover {cover}: those shown, any number of each, "
        f"{turn}. {carries}."
    )
