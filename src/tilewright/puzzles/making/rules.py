"""The rules of a puzzle in one or two sentences, as printed above the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece
from tilewright.model.problem import EMPTY_MARK, Problem
from tilewright.model.puzzle import KINDS, Puzzle, PuzzleKind
from tilewright.model.rules.rule_types import (
    ANY,
    SAME_WAY,
    SIZE,
    Apart,
    CellRule,
    Clues,
    Equal,
    FaultFree,
    Maximal,
    NoCrossroads,
    Rule,
    Sum,
    Tiles,
    Unequal,
    parse_rule,
)
from tilewright.model.space.catalog import POLYFORMS
from tilewright.model.space.lattice import Turn
from tilewright.system.values.language import named, phrase, spaced

#: The texts of rules that keep pieces apart, by how touching pieces differ.
_APART = {(): "apart", SIZE: "apartSize", SAME_WAY: "apartSameWay"}
#: The texts of how pieces may turn. The page says it in the same words.
_TURNS: dict[Turn, str] = {
    "free": "Free",
    "one-sided": "OneSided",
    "half-turn": "HalfTurn",
    "fixed": "Fixed",
}
#: The texts of lines that pieces cross, by the axis.
_CROSSED = {
    "": "crossed",
    "rows": "crossedRows",
    "columns": "crossedColumns",
    "layers": "crossedLayers",
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
    return spaced([text, one_solution_words(problem)]) if one_solution else text


def one_solution_words(problem: Problem) -> str:
    """Return the sentence that there is one solution, not counting rotations of the board.

    >>> print(one_solution_words(Problem("3x3", "I3=3")))
    There is one solution; turning or flipping the whole board does not make another one.
    """
    turnings = compile_cover(problem).turnings()
    if len(turnings) == 1:
        return phrase("one")
    mirrored = any(turning.element >= problem.board.lattice.mirror for turning in turnings)
    return phrase("oneFlipped" if mirrored else "oneTurned")


def _task_words(puzzle: Puzzle, problem: Problem, conditions: Sequence[str]) -> str:
    turn = _turn_words(problem, puzzle.turn)
    stay = phrase("stay") if puzzle.placed else ""
    kind = KINDS[puzzle.kind]
    marked = any(piece.marks for piece in problem.pieces)
    if (
        marked
        and kind.shows_pieces
        and not all(piece.least == piece.most for piece in problem.pieces)
    ):
        cover = "outlineButOne" if kind.empty else "outline"
        task = _marked_words(problem.pieces, turn, cover)
        return spaced([task, *_agreeing_words(problem), stay])
    largest = max(len(piece.polyomino) for piece in problem.pieces)
    text = (
        named(kind.rules).format(turn=turn, largest=largest)
        if not kind.all_pieces
        else _fitting_words(problem, turn)
    )
    letters = marked and kind.all_pieces and not problem.marks_agree
    told = dict.fromkeys((*puzzle.conditions, *conditions))
    others = [parse_rule(word) for word in told if word not in kind.conditions]
    return spaced(
        [
            text,
            phrase("sameLetters") if letters else "",
            *_agreeing_words(problem),
            stay,
            *dict.fromkeys(_rule_words(rule, kind) for rule in others),
            _region_words([rule for rule in others if isinstance(rule, CellRule)]),
        ]
    )


def _region_words(rules: Sequence[CellRule]) -> str:
    """Return a sentence about the marks of regions; empty if there are no regions.

    >>> _region_words([parse_rule("sum 0,0-0,1 <= 3"), parse_rule("equal 1,0-1,1")])
    'In each region, the numbers add up to less than its number (<), or are all equal (=).'
    """
    sums = {rule.badge()[0] for rule in rules if isinstance(rule, Sum)}
    to = [
        phrase(name)
        for name, there in (
            ("sumIs", sums - {"<", ">"}),
            ("sumLess", "<" in sums),
            ("sumMore", ">" in sums),
        )
        if there
    ]
    kinds = {type(rule) for rule in rules} & {Equal, Unequal}
    alike = "allEither" if len(kinds) > 1 else "allEqual" if Equal in kinds else "allDifferent"
    demands = [phrase("sums", sums=phrase("or").join(to))] if to else []
    demands += [phrase(alike)] if kinds else []
    return phrase("regions", demands=phrase("or").join(demands)) if demands else ""


def _rule_words(rule: Rule, kind: PuzzleKind) -> str:
    """Return a sentence about a rule; empty if the rules of the kind contain it.

    >>> _rule_words(parse_rule("tiles 5..7"), KINDS["sigil"])
    'Use 5 to 7 pieces.'
    """
    if isinstance(rule, Tiles):
        least, most = rule.least, rule.most
        if rule.pieces:
            number = f"{least}" if least == most else phrase("from", first=least, last=most)
            return phrase("useOf", number=number, pieces=phrase("and").join(rule.pieces))
        return phrase("use" if least == most else "useFrom", least=least, most=most)
    if isinstance(rule, FaultFree):
        return phrase(_CROSSED[rule.axis])
    if isinstance(rule, NoCrossroads):
        return phrase("noFour")
    if isinstance(rule, Maximal):
        return phrase("noRoom")
    if isinstance(rule, Apart):
        touch = phrase("corners" if rule.corners else "sides")
        if rule.pieces:
            return phrase("apartPieces", pieces=phrase("and").join(rule.pieces), touch=touch)
        return phrase(_APART[rule.of], touch=touch)
    if not isinstance(rule, Clues):
        return ""
    own = not kind.explains_clues
    return spaced(
        [
            phrase("clues") if own else "",
            phrase("oneClue") if own and rule.one_each else "",
            phrase("unknownClue") if ANY in rule.at.values() else "",
        ]
    )


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
        fit = phrase("fitAll", pieces=names or phrase("anyPieces"))
        return spaced([phrase("fitPiece") if number == 1 else fit, turn])
    bounds: dict[str, Any] = {"pieces": names or phrase("thePieces"), "least": least, "most": most}
    if most == 0:
        cover = phrase("cover", **bounds)
    elif least == most:
        cover = phrase("coverBut", number=most, **bounds)
    else:
        cover = phrase("coverUpTo" if least == 0 else "coverFrom", **bounds)
    if fixed:
        use = "useAll"
    elif all(piece.least == 0 and piece.most is None for piece in pieces):
        use = "useAny" if len(pieces) == 1 else "useAnyOfEach"
    elif all(piece.least == 0 and piece.most == 1 for piece in pieces):
        use = "useOnce"
    else:
        use = "useStated"
    return spaced([cover, phrase(use), turn])


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
    many = named(family[1])
    return phrase("lettered", letter=letter, pieces=many) if alone else many


def _agreeing_words(problem: Problem) -> list[str]:
    """Return sentences about which letters agree."""
    matches = [
        phrase(
            "match",
            cells=_cells_with(mark),
            others=phrase("and").join(map(_cells_with, marks)) or phrase("noCells"),
        )
        for mark, marks in problem.marks_agree.items()
        if mark != EMPTY_MARK and not (problem.reads_marks and marks == ("",))
    ]
    may = problem.marks_agree.get(EMPTY_MARK, ()) if problem.empty_most else ()
    return [
        phrase("agree", matches=phrase("semicolon").join(matches)) if matches else "",
        phrase("mayStay", cells=phrase("and").join(map(_cells_with, may))) if may else "",
    ]


def _cells_with(mark: str) -> str:
    return phrase("cellsWith", mark=mark) if mark else phrase("cellsWithout")


def _turn_words(problem: Problem, turn: Turn) -> str:
    """Return how the pieces may be turned, with exceptions, in sentences."""
    others: dict[Turn, list[str]] = {}
    for piece in problem.pieces:
        if piece.turn not in (None, turn):
            assert piece.turn is not None
            others.setdefault(piece.turn, []).append(piece.name)
    solid = turn == "one-sided" and problem.board.lattice.dimension > 2
    exceptions = [
        phrase(f"turnSome{_TURNS[way]}", pieces=phrase("and").join(names))
        for way, names in others.items()
    ]
    return spaced([phrase("turnSolid" if solid else f"turn{_TURNS[turn]}"), *exceptions])


def _marked_words(pieces: tuple[Piece, ...], turn: str, cover: str) -> str:
    letters = {mark for piece in pieces for mark in piece.marks if mark}
    several = any(sum(map(bool, piece.marks)) > 1 for piece in pieces)
    sign = ("Dot" if len(letters) == 1 else "Letter") + ("s" if several else "")
    carry = "each"
    marked = {piece.polyomino.canonical("free") for piece in pieces if piece.marks}
    if not all(piece.polyomino.canonical("free") in marked for piece in pieces):
        carry = "some"
    elif not all(piece.marks for piece in pieces):
        carry = "missing"
    shown = plural(pieces) or phrase("anyPieces")
    return spaced([phrase(cover, pieces=shown), turn, phrase(f"{carry}{sign}")])
