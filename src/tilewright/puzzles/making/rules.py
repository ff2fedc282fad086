"""The rules of a puzzle in one or two sentences, as printed above the board."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece
from tilewright.model.problem import EMPTY_MARK, Problem
from tilewright.model.puzzle import KINDS, Puzzle, PuzzleKind
from tilewright.model.rules.rule_types import (
    ANY,
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
from tilewright.model.space.catalog import POLYFORMS
from tilewright.model.space.lattice import Turn
from tilewright.system.values.arguments import counted

#: How pieces may turn, as a sentence: on paper, of solid pieces, and of some pieces alone. The page
#: says it in the same words.
_TURNS: dict[Turn, str] = {
    "free": "You may turn and flip the pieces.",
    "one-sided": "You may turn the pieces, but not flip them.",
    "fixed": "Do not turn or flip the pieces.",
}
_SOLID = "You may turn the pieces in any direction."
_OF_SOME: dict[Turn, str] = {
    "free": "You may also flip {}.",
    "one-sided": "You may turn {}, but not flip it.",
    "fixed": "Do not turn or flip {}.",
}


def rules(puzzle: Puzzle, *, one_solution: bool = True, conditions: Sequence[str] = ()) -> str:
    """Return the rules of a puzzle, including conditions of other puzzles that share the text.

    >>> from tilewright.model.puzzle import find_puzzle
    >>> print(rules(find_puzzle("talos:hub-gates-1")))
    Fit all the tetrominoes on the board. You may turn the pieces, but not flip them. There is one \
    solution; turning the whole board does not make another one.
    """
    problem = puzzle.problem()
    text = _task_words(puzzle, problem, conditions)
    return f"{text} {one_solution_words(problem)}" if one_solution else text


def one_solution_words(problem: Problem) -> str:
    """Return the sentence that there is one solution, not counting rotations of the board.

    >>> print(one_solution_words(Problem("3x3", "I3=3")))
    There is one solution; turning or flipping the whole board does not make another one.
    """
    turnings = compile_cover(problem).turnings()
    if len(turnings) == 1:
        return "There is one solution."
    mirrored = any(turning.element >= problem.board.lattice.mirror for turning in turnings)
    moved = "turning or flipping" if mirrored else "turning"
    return f"There is one solution; {moved} the whole board does not make another one."


def _task_words(puzzle: Puzzle, problem: Problem, conditions: Sequence[str]) -> str:
    turn = _turn_words(problem, puzzle.turn)
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
        text += " Each letter of a piece must cover the same letter on the board."
    words = dict.fromkeys((*puzzle.conditions, *conditions))
    others = [parse_rule(word) for word in words if word not in kind.conditions]
    also = dict.fromkeys(_rule_words(rule, kind) for rule in others)
    regions = _region_words([rule for rule in others if isinstance(rule, CellRule)])
    return " ".join([text + _agreeing_words(problem) + stay, *filter(None, [*also, regions])])


def _region_words(rules: Sequence[CellRule]) -> str:
    """Return a sentence about the marks of regions; empty if there are no regions.

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
    """Return a sentence about a rule; empty if the rules of the kind contain it.

    >>> _rule_words(parse_rule("tiles 5..7"), KINDS["sigil"])
    'Use 5 to 7 pieces.'
    """
    if isinstance(rule, Tiles):
        least, most = rule.least, rule.most
        number = counted(most, "piece")
        if rule.pieces:
            bounds = f"{least}" if least == most else f"{least} to {most}"
            return f"In total, use {bounds} of the pieces {' and '.join(rule.pieces)}."
        return f"Use {number}." if least == most else f"Use {least} to {number}."
    if isinstance(rule, FaultFree):
        lines = f" between {rule.axis}" if rule.axis else ""
        return f"At least one piece crosses each straight line{lines} through the board."
    if isinstance(rule, NoCrossroads):
        return "No four pieces meet at a corner."
    if isinstance(rule, Apart):
        return "Two pieces that share a side have different shapes, even when turned or flipped."
    if not isinstance(rule, Clues):
        return ""
    sentences = []
    if not kind.explains_clues:
        sentences.append(
            "A letter names the piece that covers its cell, and a number gives the size of that "
            "piece."
        )
        if rule.one_each:
            sentences.append("Each piece covers exactly one clue.")
    if ANY in rule.at.values():
        sentences.append("A question mark stands for an unknown clue.")
    return " ".join(sentences)


def _fitting_words(problem: Problem, turn: str) -> str:
    """Return the task for a list of pieces: fit all of them, or cover the board with as many as
    their numbers allow.

    >>> _fitting_words(Problem("3x3", "dominoes+"), "You may turn them.")
    'Cover the whole board with dominoes. Use as many as you need. You may turn them.'
    >>> _fitting_words(Problem("3x3", "I3=3"), "You may turn them.")
    'Fit all the I trominoes on the board. You may turn them.'
    """
    pieces, least, most = problem.pieces, problem.empty_least, problem.empty_most
    fixed = all(piece.least == piece.most for piece in pieces)
    number = sum(piece.least for piece in pieces)
    left = problem.board.area - sum(piece.least * len(piece.polyomino) for piece in pieces)
    names = plural(pieces)
    if fixed and least <= left <= most:
        if number == 1:
            return f"Fit the piece on the board. {turn}"
        return f"Fit all the {names or 'pieces'} on the board. {turn}"
    if most == 0:
        cover = "Cover the whole board"
    elif least == most:
        cover = f"Cover all of the board but {counted(most, 'cell')}"
    else:
        bounds = f"{'up' if least == 0 else least} to {counted(most, 'cell')}"
        cover = f"Cover the board with {names or 'the pieces'}; {bounds} may stay empty"
    if " with " not in cover:
        cover += f" with {names or 'the pieces'}"
    if fixed:
        return f"{cover}. Use all the pieces. {turn}"
    if all(piece.least == 0 and piece.most is None for piece in pieces):
        which = "as many" if len(pieces) == 1 else "as many of each"
        return f"{cover}. Use {which} as you need. {turn}"
    if all(piece.least == 0 and piece.most == 1 for piece in pieces):
        return f"{cover}. Use each piece at most once. {turn}"
    return f"{cover}. Use each piece the stated number of times. {turn}"


def plural(pieces: Sequence[Piece]) -> str:
    """Return a common name for pieces, based on their number of cells and, for a single piece, its
    letter; empty if there is none.

    >>> plural(Problem("4x4", "tetrominoes+").pieces), plural(Problem("4x4", "T4+").pieces)
    ('tetrominoes', 'T tetrominoes')
    """
    sizes = {len(piece.polyomino) for piece in pieces}
    family = POLYFORMS.get(pieces[0].lattice, {}).get(min(sizes))
    if (
        len(sizes) > 1
        or family is None
        or not all(piece.polyomino.is_connected() for piece in pieces)
    ):
        return ""
    letter, size = pieces[0].name[:1], pieces[0].name[1:]
    alone = len(pieces) == 1 and letter.isalpha() and size == str(*sizes)
    return f"{letter} {family[1]}" if alone else family[1]


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


def _turn_words(problem: Problem, turn: Turn) -> str:
    """Return how the pieces may be turned, with exceptions, in sentences."""
    others: dict[Turn, list[str]] = {}
    for piece in problem.pieces:
        if piece.turn not in (None, turn):
            assert piece.turn is not None
            others.setdefault(piece.turn, []).append(piece.name)
    solid = turn == "one-sided" and problem.board.lattice.dimension > 2
    exceptions = [_OF_SOME[way].format(" and ".join(names)) for way, names in others.items()]
    return " ".join([_SOLID if solid else _TURNS[turn], *exceptions])


def _marked_words(pieces: tuple[Piece, ...], turn: str, cover: str) -> str:
    letters = {mark for piece in pieces for mark in piece.marks if mark}
    several = any(sum(map(bool, piece.marks)) > 1 for piece in pieces)
    sign = ("dot" if len(letters) == 1 else "letter") + ("s" if several else "")
    carries = f"Each has its {sign} where shown"
    marked = {piece.polyomino.canonical("free") for piece in pieces if piece.marks}
    if not all(piece.polyomino.canonical("free") in marked for piece in pieces):
        carries += f". A piece that shows no {sign} has none"
    elif not all(piece.marks for piece in pieces):
        signs = sign if several else f"{sign}s"
        carries = f"Each has its {sign} where shown, but some {signs} are missing from the board"
    names = plural(pieces)
    shown = f"{names} like those shown" if names else "pieces like those shown"
    return (
        f"Cover {cover} with {shown}, and draw their outlines. Use as many of each as you need. "
        f"{turn} {carries}."
    )
