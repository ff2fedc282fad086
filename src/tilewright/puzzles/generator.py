"""The public function `generate`, and the loop that searches for the requested level."""

from __future__ import annotations

import datetime
import functools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tilewright.errors import FormatError, RequestError, TimeLimitError
from tilewright.model.answer import Answer
from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.piece import Piece, PieceLike, listed_pieces, parse_pieces, shortest_words
from tilewright.model.problem import Problem
from tilewright.model.puzzle import (
    CALENDARS,
    KINDS,
    LEVELS,
    Kind,
    Level,
    Puzzle,
    find_calendar,
)
from tilewright.model.puzzle.calendar import remember
from tilewright.model.puzzle.ids import Recipe, short_id, whole_id
from tilewright.model.puzzle.record import id_of, marks_shown, puzzle_json
from tilewright.model.space.lattice import Turn, check_turn
from tilewright.model.space.surface import check_flat_squares
from tilewright.model.tiling import Tiling
from tilewright.puzzles.deduction import LARGEST, Grade, grade
from tilewright.puzzles.kinds.dots import any_number
from tilewright.puzzles.making.clues import (
    PROVING,
    GenerationError,
    NoPuzzleError,
    all_solutions,
    count_completions,
    only_solution,
    solutions,
)
from tilewright.puzzles.making.maker import VERSION, Order, create_maker, make_attempt
from tilewright.puzzles.making.rules import rules
from tilewright.system.values.arguments import check_integer, check_seed, format_value
from tilewright.system.values.svg_repr import picture_of
from tilewright.system.work.deadline import Deadline, check_time
from tilewright.system.work.progress import Progress, shown_in_notebook

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.system.values.arguments import SeedLike


#: The largest board, in cells.
LARGEST_AREA = 400
#: Most guesses in a grade. One guess makes a puzzle expert; more only raise the score.
_GUESSES = 1
#: Most images of a solution, if the board is turned or flipped.
_TURNED = 48


@dataclass(frozen=True, slots=True)
class Generated(Answer):
    """A puzzle with exactly one solution.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle. The name of a generated puzzle is its ID, and its level is the level of the
        grade.
    solution : Tiling
    grade : Grade
        The difficulty for a human solver.
    seed : int
        The seed that produced the puzzle.
    """

    puzzle: Puzzle
    solution: Tiling
    grade: Grade
    seed: int

    def __repr__(self) -> str:
        return f"<Generated {self}>"

    @property
    def id(self) -> str:
        """The ID of the puzzle, from which the library and the page can recreate the puzzle; empty
        if the puzzle is too large for an ID.
        """
        return id_of(self.puzzle)

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as JSON values, with the solution and grade."""
        puzzle = self.puzzle
        return {
            **puzzle_json(puzzle),
            "whole_id": whole_id(puzzle),
            "seed": self.seed,
            "board": puzzle.board.text(),
            "empty": list(puzzle.empty),
            "shows": marks_shown(puzzle.problem()),
            "solutions": "1",
            "instructions": rules(puzzle),
            "score": self.grade.score,
            "steps": dict(self.grade.counts),
            "solution": self.solution.to_json(),
        }

    def text(self) -> str:
        """Return the title, level, seed and pieces of the puzzle as text."""
        return (
            f"{self.puzzle.title}, {self.grade.level}, seed {self.seed}: "
            f"{' '.join(self.puzzle.pieces)}"
        )


def generate(
    kind: Kind,
    board: Board | str | None = None,
    *pieces: PieceLike,
    turn: Turn | None = None,
    seed: SeedLike = None,
    level: Level | None = None,
    minimal: bool = False,
    date: datetime.date | str | None = None,
    timeout: float | None = 60.0,
    max_memory: int | str | None = None,
    attempts: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Generated:
    """Return a new puzzle with exactly one solution.

    In all kinds of puzzles, solutions that differ only by a rotation or reflection of the whole
    board count as one solution. If pieces cannot be flipped, neither can the board, so a mirror
    image is a different solution.

    Parameters
    ----------
    kind : str
        The kind of puzzle, such as *dots* or *pentominous*. The kind must be a key of
        `tilewright.model.puzzle.KINDS`.
    board : Board or str
        The board. Omit the board for calendar puzzles, which have their own board.
    *pieces : Piece, str, array or list
        The pieces; by default, the pieces that `default_pieces` returns. Calendar puzzles have
        their own pieces. Puzzles of the kinds *dots* and *sigil* use each piece any number of
        times, so numbers of copies (``L3=2``) are not allowed. Puzzles of the kind *given* use
        exactly the listed pieces. If the numbers of copies can vary, the finished puzzle states
        which pieces are used. Puzzles of the kind *hole* use exactly the listed pieces if numbers
        of copies are given, or if the pieces together cover all cells but one. All other *hole*
        puzzles have dots. Puzzles of the kind *dominosa* use exactly the listed pieces, which must
        have marks. Puzzles of the kind *shikaku* use rectangles that show their area in one cell.
        Marks on the pieces are kept. If the kind of puzzle needs dots, a dot is added in the middle
        of each piece without marks (see `default_marks`).
    turn : {"free", "one-sided", "half-turn", "fixed"}, optional
        How pieces may be turned. By default, pieces can be rotated and flipped; in a *sigil* or on
        cubes, they can only be rotated (see `default_turn`).
    seed : int or numpy.random.Generator, optional
        The same request with the same seed always gives the same puzzle. By default, the seed is
        random; `Generated.seed` contains the seed that was used.
    level : {"easy", "medium", "hard", "expert"}, optional
        The required level; by default, any level is accepted.
    minimal : bool
        Whether every dot and placed piece must be necessary: removing any one of them would allow
        another solution.
    date : date, optional
        The date of a calendar puzzle; by default, the seed determines the date.
    timeout : float, optional
        Stop after this many seconds. If `timeout` is None, there is no time limit. Without a time
        limit, the search may never end, because the board may have no puzzle of the required level.
    max_memory : int or str, optional
        The memory limit in bytes, or as text such as ``"2G"``; by default, 80% of the free memory.
    attempts : int, optional
        The maximum number of puzzles to try for the required level.
    progress : callable, optional
        A callback that receives a `Progress` object after each attempt. By default, a notebook
        shows the progress below the running cell.
    stop : callable
        A function that is called regularly; if it returns True, `GenerationError` is raised.

    Raises
    ------
    RequestError
        If the board, a piece or the level is invalid.
    NoPuzzleError
        If it is proven that the requested puzzle does not exist: the board has no tiling, no tiling
        leads to a puzzle with exactly one solution, or no puzzle has the requested level.
    GenerationError
        If no suitable puzzle is found within the limits. The error message lists the levels of all
        puzzles found.
    MemoryLimitError
        If the memory limit is reached.
    """
    if not isinstance(kind, str) or kind not in KINDS:
        raise RequestError(f"`kind` must be one of {', '.join(KINDS)}, got '{kind}'", where="kind")
    if level is not None and level not in LEVELS:
        raise RequestError(
            f"`level` must be one of {', '.join(LEVELS)}, got '{level}'", where="level"
        )
    seed = check_seed(seed)
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    if attempts is not None:
        check_integer(attempts, "attempts", 1)
    deadline = Deadline(timeout, stop=stop, memory=max_memory)
    tried = 0
    levels: Counter[str] = Counter()
    report = progress or shown_in_notebook()
    try:
        with deadline.holds():
            order = _read_order(kind, board, listed_pieces(pieces), turn, seed, date)
            _refuse_impossible(order)
            for attempt, candidate in create_maker(order).candidates(seed, level, minimal):
                tried += 1
                if candidate is not None:
                    puzzle, solution = candidate
                    cover = _gradable_cover(puzzle)
                    difficulty = grade(cover, guesses=_GUESSES)
                    levels[difficulty.level] += 1
                    if level in (None, difficulty.level) and _prove_unique(puzzle, solution, cover):
                        if attempt is not None and order.has_short_id:
                            puzzle = _named(
                                puzzle, order.recipe(level, minimal, seed, attempt), order
                            )
                        graded = replace(puzzle, level=difficulty.level)
                        return Generated(graded, solution, difficulty, seed)
                if report is not None:
                    report(
                        Progress(phase="puzzles", unit="puzzle", done=tried, total=attempts or 0)
                    )
                if tried == attempts:
                    break
                check_time()
            advice, where = (
                "Try",
                (
                    f"in {tried} attempts"
                    if tried == attempts
                    else "among the lists of at most three kinds of pieces"
                ),
            )
    except TimeLimitError:
        stopped = stop()
        if timeout is None and not stopped:
            # The caller's own limit was reached.
            check_time()
        given = stopped or timeout is None
        advice = "Allow more time, or try"
        where = "within " + ("the given time" if given else f"the limit of {timeout:g} seconds")
    raise GenerationError(_failure_text(kind, level, where, advice, levels))


def _failure_text(
    kind: Kind, level: Level | None, where: str, advice: str, levels: Counter[str]
) -> str:
    """Return the message that no puzzle was found, with the results that were found instead."""
    # The page's name of the kind, which players know.
    puzzle = f"puzzle of the kind '{KINDS[kind].title}'"
    wanted = f"no {level} {puzzle}" if level else f"no {puzzle}"
    if not levels:
        return (
            f"{wanted} was found {where}, nor any puzzle of another level. {advice} another board "
            "or other pieces."
        )
    rank = LEVELS.index(level) if level in LEVELS else 0
    nearest = min(levels, key=lambda name: abs(LEVELS.index(name) - rank))
    total = sum(levels.values())
    numbers = ", ".join(f"{levels[name]} {name}" for name in LEVELS if levels[name])
    return (
        f"{wanted} was found {where}; the nearest level was {nearest} ({total} made: {numbers}). "
        f"{advice} another level, another board or other pieces."
    )


@functools.lru_cache(maxsize=256)
def make_again(recipe: Recipe) -> Puzzle:
    """Generate the puzzle of a short ID again, by repeating the attempt that made it.

    The result depends only on the recipe, which names the version of the generator, and not on
    time, threads or memory.
    """
    if recipe.version != VERSION:
        newer = (
            "Update tilewright, or open the puzzle file instead."
            if recipe.version > VERSION
            else ""
        )
        raise FormatError(
            f"this ID needs version {recipe.version} of the puzzle generator, but this tilewright "
            f"has version {VERSION}. {newer}".rstrip()
        )
    date = None if recipe.date is None else datetime.date(2000, *recipe.date)
    board = None if recipe.shape is None else Board.rectangle(*recipe.shape)
    order = _read_order(recipe.kind, board, recipe.pieces, recipe.turn, recipe.seed, date)
    candidate = make_attempt(order, recipe.seed, recipe.attempt, recipe.level, recipe.minimal)
    if candidate is None:
        raise FormatError("invalid ID: the seed does not produce a puzzle")
    return _named(candidate[0], recipe, order)


def _named(puzzle: Puzzle, recipe: Recipe, order: Order) -> Puzzle:
    """Return a puzzle named by its short ID, if it has one."""
    code = short_id(recipe, order.pieces)
    return puzzle if code is None else replace(puzzle, name=f"id:{code}")


def _read_order(
    kind: Kind,
    board: Board | str | None,
    words: Sequence[Piece | str],
    turn: Turn | None,
    seed: int,
    date: datetime.date | str | None,
) -> Order:
    """Parse a request, and raise an error if it is invalid."""
    about = KINDS[kind]
    title = ""
    calendar = None
    if about.own_board:
        calendar = find_calendar(board) if isinstance(board, str) else None
        if words or (board is not None and calendar is None):
            raise RequestError(
                "unexpected board or pieces: a calendar puzzle includes them, or reads them "
                "from a calendar file",
                where="BOARD",
            )
        edition = remember(calendar or CALENDARS[about.calendar])
        if isinstance(date, str):
            date = edition.read_date(date)
        elif date is not None and not isinstance(date, datetime.date):
            raise RequestError(
                f"`date` must be a datetime.date, got {format_value(date)}", where="date"
            )
        day = date or datetime.date(2024, 1, 1) + datetime.timedelta(days=seed % 366)
        dated = edition.puzzle(day.month, day.day, day.weekday() if edition.weekdays else None)
        field, words = Board(dated.board.mask), dated.pieces
        title, turn = dated.title, turn or dated.turn
    elif date is not None:
        raise RequestError(
            f"unexpected `date`: only calendar puzzles have a date, got kind '{kind}'", where="date"
        )
    elif board is None:
        raise RequestError("the board is missing. Specify a board, such as 6x6.", where="BOARD")
    elif isinstance(board, Board | str):
        field = Board.parse(board) if isinstance(board, str) else board
    else:
        raise RequestError(
            f"`board` must be a Board or a string such as '6x10', got {format_value(board)}",
            where="board",
        )
    if field.area > LARGEST_AREA:
        raise RequestError(
            f"the board of a new puzzle must have at most {LARGEST_AREA} cells, got {field.area}"
        )
    if field.marks.any() or field.optional.any():
        raise RequestError(
            "the board of a new puzzle must have only plain cells, without marks or optional cells"
        )
    if about.outlines:
        check_flat_squares(field, f"puzzles of {kind}")
    usual: Turn = default_turn(kind, field) if turn is None else check_turn(turn)
    pieces = _read_pieces(words or default_pieces(kind, field), usual, field)
    turns = {piece.turn for piece in pieces}
    if len(turns) == 1 and None not in turns:
        # If all pieces turn in the same way, that is the rule of the puzzle.
        usual = next(filter(None, turns))
        pieces = tuple(replace(piece, turn=None) for piece in pieces)
    is_list = bool(about.of_list) and (
        not about.of_any or _is_list(pieces, field.area - about.empty)
    )
    if not is_list and about.empty:
        check_flat_squares(field, "puzzles of dots")
    if not is_list:
        _refuse_numbers(pieces)
    day_of_year = None if date is None else (date.month, date.day)
    return Order(
        kind,
        field,
        pieces,
        usual,
        is_list,
        title,
        day_of_year,
        calendar is not None,
    )


def _read_pieces(words: Sequence[Piece | str], turn: Turn, board: Board) -> tuple[Piece, ...]:
    """Return the pieces of a request, with the names from the request."""
    problem = Problem(board, *words, turn=turn)
    if problem.rules:
        raise RequestError(
            "puzzles do not support alternatives such as T4|P5; list the shapes as separate pieces",
            where="pieces",
        )
    pieces = problem.pieces
    if all(isinstance(word, str) for word in words):
        return pieces
    # Puzzles are written as words, so pieces with other names are renamed.
    return tuple(
        parsed for piece in pieces for parsed in parse_pieces(piece.word(), turn, board.lattice)
    )


def _refuse_numbers(pieces: tuple[Piece, ...]) -> None:
    """Raise an error for numbers of copies if a puzzle may use any number of each piece."""
    for piece in pieces:
        if (piece.least, piece.most) not in ((1, 1), (0, None)):
            raise RequestError(
                f"this kind of puzzle uses any number of each piece. Write {piece.base()} "
                f"instead of {piece.word()}.",
                where="pieces",
            )


def _is_list(pieces: tuple[Piece, ...], area: int) -> bool:
    """Return whether the pieces cover the area once, or have numbers of copies."""
    if any(piece.most is None or piece.marks for piece in pieces):
        return False
    total = sum(len(piece.polyomino) * piece.least for piece in pieces)
    return total == area or any(piece.most != 1 for piece in pieces)


def _refuse_impossible(order: Order) -> None:
    """Raise an error if the board has no tiling at all."""
    from tilewright.solving.proofs import explain

    pieces = order.bare if order.is_list else any_number(order.pieces, order.turn)
    problem = order.problem(pieces, rules=order.about.conditions)
    problem.check()
    reasons = explain(problem)
    if not reasons and not solutions(problem, 1):
        reasons = ["a search showed that these pieces do not fit on the board"]
    if not reasons and not compile_cover(problem).size:
        raise NoPuzzleError(
            "there is no puzzle: no piece fits on the board", where=str(order.board)
        )
    if reasons:
        raise NoPuzzleError(
            f"there is no puzzle, because the board has no tiling: {reasons[0]} (pieces: "
            f"{' '.join(shortest_words(order.pieces) if order.is_list else problem.words())})",
            where=str(order.board),
        )


def _gradable_cover(puzzle: Puzzle) -> Cover:
    """Return the cover of a puzzle, or raise an error if it is too large to be graded."""
    cover = compile_cover(puzzle.problem())
    if cover.size > LARGEST:
        raise RequestError(
            f"a puzzle must have at most {LARGEST} placements to be graded, got {cover.size}. Use "
            "a smaller board or "
            "fewer pieces."
        )
    return cover


def _prove_unique(puzzle: Puzzle, solution: Tiling, cover: Cover) -> bool:
    """Verify with two engines that the finished puzzle has this solution and no other. Return False
    if the second engine takes too long.

    If there are rules, *scan* detects dead ends late. In this case, the search that evaluates
    positions of a game is used instead.
    """
    faults = solution.faults(cover.problem)
    engines = PROVING
    if cover.problem.rules:
        engines = PROVING[-1:]
        known = all_solutions(cover, _TURNED, None, engine=engines[0])
        again = count_completions(cover, _TURNED + 1)
        if again is None:
            return False
        if known is None or again != len(known):
            raise AssertionError(f"{replace(puzzle, title='')}: two searches disagree")
    for engine in engines:
        tiling = only_solution(cover, engine=engine)
        if faults or tiling is None:
            raise AssertionError(
                f"the generated solution is not the only solution of {replace(puzzle, title='')} "
                f"({engine}): {faults}"
            )
    return True


def default_turn(kind: Kind, board: Board) -> Turn:
    """Return how pieces may be turned by default in a kind of puzzle on a board.

    Polycubes cannot be mirrored. On surfaces that mirror pieces, pieces may be flipped.

    >>> [default_turn("given", Board.parse(word)) for word in ("6x10", "cube:3x3x3")]
    ['free', 'one-sided']
    >>> [default_turn("sigil", Board.parse(word)) for word in ("4x5", "torus:4x5", "klein:4x5")]
    ['one-sided', 'one-sided', 'free']
    """
    if board.surface.glide is not None:
        return "free"
    kind_turn = KINDS[kind].turn
    return board.lattice.turn if kind_turn == "free" else kind_turn


def default_pieces(kind: Kind, board: Board) -> tuple[str, ...]:
    """Return the default pieces of a kind of puzzle on a board, as strings.

    The first list for the lattice whose pieces can cover the area is used.

    >>> default_pieces("sigil", Board.parse("4x5"))
    ('tetrominoes',)
    >>> [default_pieces("given", Board.parse(word))[0] for word in ("cube:3x3x3", "cube:3x4x5", "hex:4x7")]
    ['soma=0..1', 'pentominoes=0..1', 'tetrahexes=0..1']
    """  # noqa: E501
    from tilewright.puzzles.kinds.dots import any_number
    from tilewright.solving.proofs import area_reason

    about = KINDS[kind]
    offer = about.offer(board.lattice.name, joined=board.surface.joined)
    if offer is None:
        raise RequestError(
            f"the pieces are missing; puzzles of kind '{kind}' on {board.lattice.cells} have no "
            "default pieces",
            where="PIECES",
        )
    turn = default_turn(kind, board)
    for words in offer.pieces:
        pieces = Problem(board, *words, turn=turn).pieces
        drawn = (
            pieces
            if not about.of_any or any(piece.least != piece.most for piece in pieces)
            else any_number(pieces, turn)
        )
        if not area_reason(Problem(board, *drawn, turn=turn, empty=(about.empty, about.empty))):
            return words
    return offer.pieces[0]


@picture_of.register(Generated)
def _draw(generated: Generated, **options: Any) -> Picture:
    from tilewright.drawing import draw_problem

    return draw_problem(generated.puzzle.problem(), **options)
