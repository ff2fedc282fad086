"""``tilewright sample``, ``nth`` and ``rank``: tilings of a huge set, by number or at random."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.cli.limits import Limits, announce_counting, show_count
from tilewright.cli.output import picture_text, print_json, say
from tilewright.cli.progress import ProgressLine
from tilewright.cli.request import BoardWord, OutPath, Rules, Show, read_problem
from tilewright.errors import RequestError, TilingError
from tilewright.problem import Problem
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.counting import Ranking

__all__ = ["nth", "rank", "sample"]


def sample(
    board: BoardWord,
    /,
    *pieces: str,
    number: Annotated[int, Parameter(name=["--number", "-n"])] = 1,
    seed: Annotated[int | None, Parameter(show_default=False)] = None,
    out: OutPath = None,
    limits: Limits | None = None,
    rules: Rules | None = None,
    show: Show | None = None,
) -> int:
    """Draw tilings at random, each of all tilings equally likely.

    For example:

      tilewright sample 8x8 dominoes+ -n 3 --seed 1
      tilewright sample 12x12 trominoes+ -o tiling.svg

    Parameters
    ----------
    board
        The board, or a named puzzle, which brings its pieces.
    pieces
        The pieces; see tilewright --help.
    number
        How many tilings.
    seed
        Makes the choice the same each time.
    out
        Save a picture (.svg .png .pdf .txt).
    """
    show = show or Show()
    if number < 1:
        raise RequestError(f"at least 1 tiling is drawn, not {number}", where="-n")
    problem = read_problem(board, pieces, rules or Rules())
    ranking = _ranking(problem, limits or Limits(), show)
    if not ranking.total:
        return _none(problem, show)
    tilings = ranking.sample(number, seed)
    return _give(problem, ranking, tilings, out, show)


def nth(
    board: BoardWord,
    /,
    *pieces: str,
    out: OutPath = None,
    limits: Limits | None = None,
    rules: Rules | None = None,
    show: Show | None = None,
) -> int:
    """Show the tiling with a number, the last word; the first tiling is number 0.

    The order: cells are taken row by row if the board has at least as many rows as
    columns, else column by column; tilings are compared at the first cell that they
    cover differently, by the orientation of the piece there.

    For example:

      tilewright nth 9x12 trominoes+ 12345678901234567

    Parameters
    ----------
    board
        The board, or a named puzzle, which brings its pieces.
    pieces
        The pieces, then the number.
    out
        Save a picture (.svg .png .pdf .txt).
    """
    show = show or Show()
    if not pieces or not pieces[-1].isdecimal():
        raise RequestError("the last word is the number of the tiling, 0 for the first", where="K")
    problem = read_problem(board, pieces[:-1], rules or Rules())
    ranking = _ranking(problem, limits or Limits(), show)
    if not ranking.total:
        return _none(problem, show)
    return _give(problem, ranking, [ranking.nth(int(pieces[-1]))], out, show)


def rank(
    board: BoardWord,
    /,
    *pieces: str,
    tiling: Annotated[Path, Parameter(alias="-t", allow_leading_hyphen=True)] = Path("-"),
    limits: Limits | None = None,
    rules: Rules | None = None,
    show: Show | None = None,
) -> int:
    """Tell the number of a tiling in the order of `nth`.

    For example:

      tilewright nth 9x12 trominoes+ 7 --json | tilewright rank 9x12 trominoes+

    Parameters
    ----------
    board
        The board, or a named puzzle, which brings its pieces.
    pieces
        The pieces; see tilewright --help.
    tiling
        A file with the tiling, as text (a character for each cell) or JSON; - is standard input.
    """
    show = show or Show()
    problem = read_problem(board, pieces, rules or Rules())
    given = _read_tiling(tiling)
    ranking = _ranking(problem, limits or Limits(), show)
    number = ranking.rank(given)
    if show.json:
        print_json({**_head(problem), "number": str(number), "count": str(ranking.total)})
    else:
        print(number)
    return 0


def _ranking(problem: Problem, limits: Limits, show: Show) -> Ranking:
    from tilewright.counting import Ranking

    announce_counting()
    with ProgressLine(not show.json) as line:
        ranking = Ranking(
            problem, max_memory=limits.memory(), progress=lambda progress: show_count(line, progress)
        )
    if show.verbose:
        say(f"{ranking.total} tilings")
    return ranking


def _head(problem: Problem) -> dict[str, object]:
    return {"board": problem.board.name, "pieces": problem.words(), "turn": problem.turn}


def _none(problem: Problem, show: Show) -> int:
    if show.json:
        print_json({**_head(problem), "count": "0", "tilings": []})
    else:
        print("There is no tiling.")
    return 1


def _give(problem: Problem, ranking: Ranking, tilings: list[Tiling], out: Path | None, show: Show) -> int:
    from tilewright.drawing import draw, save

    if show.json:
        listed = [{**tiling.to_json(), "number": str(ranking.rank(tiling))} for tiling in tilings]
        print_json({**_head(problem), "count": str(ranking.total), "tilings": listed})
    if out is not None:
        save([draw(tiling) for tiling in tilings], out)
    elif not show.json and not show.quiet:
        print("\n".join(picture_text(draw(tiling), show.color) for tiling in tilings))
    return 0


def _read_tiling(path: Path) -> Tiling:
    """Read a tiling: the JSON of `nth` or of one tiling, or a text.

    Raises
    ------
    TilingError
        If there is none.
    """
    if str(path) == "-":
        text = sys.stdin.read()
    else:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise TilingError(f"cannot read the tiling: {error}", where=str(path)) from None
    if not text.lstrip().startswith("{"):
        return Tiling.from_text(text)
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise TilingError(f"this is not JSON: {error}", where=str(path)) from None
    listed = data.get("tilings", [data])
    if len(listed) != 1:
        raise TilingError(f"one tiling is ranked at a time, this has {len(listed)}", where=str(path))
    return Tiling.from_json(listed[0])
