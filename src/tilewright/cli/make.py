"""``tilewright make``: make puzzles with exactly one solution."""

from __future__ import annotations

import datetime
import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.cli.output import print_json, print_picture, say
from tilewright.cli.progress import ProgressLine
from tilewright.cli.request import OutPath, Show
from tilewright.errors import LimitError, OutputError, RequestError
from tilewright.puzzlefile import puzzle_text
from tilewright.symmetry import check_turn

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.generation import Generated

__all__ = ["make"]

_PIECES = {"dots": ("trominoes",), "sigil": ("tetrominoes",), "given": ("pentominoes",), "hole": ("L3",)}
_INSTRUCTIONS = {
    "dots": "Draw the outlines of the pieces. Each carries its dot in the cell that is nearest to all its others.",
    "sigil": "Fit the pieces on the board. Turning the whole board does not make another solution.",
    "given": "Fit the missing pieces on the board.",
    "hole": "Draw the outlines of the pieces. One cell stays empty: find it.",
    "calendar": "Cover everything but the month and the day.",
}


#: Seeds to try for each puzzle of a booklet.
_SEEDS = 4


def make(
    kind: Literal["dots", "sigil", "given", "hole", "calendar"],
    board: Annotated[str, Parameter(show_default=False)] = "",
    *,
    pieces: Annotated[
        tuple[str, ...], Parameter(consume_multiple=True, negative="", show_default=False)
    ] = (),
    turn: Annotated[Literal["free", "one-sided", "fixed"] | None, Parameter(show_default=False)] = None,
    level: Annotated[
        Literal["easy", "medium", "hard", "expert"] | None, Parameter(show_default=False)
    ] = None,
    minimal: Annotated[bool, Parameter(negative="")] = False,
    seed: Annotated[int | None, Parameter(show_default=False)] = None,
    count: int = 1,
    date: Annotated[str, Parameter(show_default=False)] = "",
    answer: Annotated[bool, Parameter(negative="")] = False,
    out: OutPath = None,
    show: Show | None = None,
) -> int:
    """Make puzzles with exactly one solution.

    That there is one, and no other, is proved by the search engine. The same seed makes the same puzzle.
    Every puzzle has an ID that recreates it anywhere: it stands where BOARD stands.

    For example:

      tilewright make dots 6x6 --pieces trominoes --seed 7 -o puzzle.svg
      tilewright make sigil 4x6 --level hard --count 4 --seed 1 -o booklet.pdf
      tilewright make calendar --date 2026-10-06 --seed 1
      tilewright make hole 7x7 --minimal --seed 3 -o puzzle.txt

    Parameters
    ----------
    kind
        dots (draw the outlines), sigil (fit a list of pieces), given (some are placed), hole (one cell
        stays empty), calendar.
    board
        The board; not for a calendar.
    pieces
        What it is made of: words of the grammar, marks included (trominoes, '#o#', …).
    turn
        How pieces turn: free (the default; one-sided for a sigil), one-sided or fixed.
    level
        How hard it is for a person.
    minimal
        No dot and no placed piece can be left out.
    seed
        Which puzzle; drawn and printed if not given.
    count
        How many different puzzles, from this seed on.
    date
        The date of a calendar, YYYY-MM-DD.
    answer
        Print the solution as well.
    out
        .svg and .png: the answer goes beside it, as NAME-answer; .pdf: a booklet with the answers at the
        back; .txt: a file that solve and play take.
    """
    from tilewright.generation import generate

    show = show or Show()
    if count < 1 or count > 1000:
        raise RequestError(f"a booklet has 1 to 1000 puzzles, not {count}", where="--count")
    if not board and kind != "calendar":
        raise RequestError(
            "which board? Name one after the kind, such as 'tilewright make dots 6x6'", where="BOARD"
        )
    if out is not None and out.suffix.lower() not in {".svg", ".png", ".pdf", ".txt"}:
        raise OutputError(
            f"puzzles are written as .svg, .png, .pdf or .txt, not '{out.suffix}'", where=str(out)
        )
    first = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    if first < 0:
        raise RequestError(f"a seed is 0 or more, not {first}", where="--seed")
    if seed is None and not show.quiet:
        say(f"seed {first}")
    day = _date(date)
    made: list[Generated] = []
    stopped: LimitError | None = None
    with ProgressLine(not show.json and not show.quiet) as line:
        # Two seeds may come to the same puzzle, and a seed to none, so there are some more.
        for number in range(_SEEDS * count if count > 1 else 1):
            if len(made) == count:
                break
            line.show(f"puzzle {len(made) + 1} of {count}")
            try:
                found = generate(
                    kind,
                    board or None,
                    *(pieces or _PIECES.get(kind, ())),
                    turn=check_turn(turn or ("one-sided" if kind == "sigil" else "free")),
                    seed=first + number,
                    level=level,
                    minimal=minimal,
                    date=day,
                )
            except LimitError as error:
                stopped = error
                continue
            if found.puzzle.name not in {each.puzzle.name for each in made}:
                made.append(found)
    if not made and stopped is not None:
        raise stopped
    if len(made) < count:
        say(f"{len(made)} different puzzles came of {_SEEDS * count} seeds, not {count}")
    if out is not None:
        _save(made, kind, out, level)
    if show.json:
        print_json({"kind": kind, "seed": first, "puzzles": [_json(each) for each in made]})
    elif not show.quiet:
        for each in made if out is None else ():
            print_picture(_picture(each), show.color)
            if answer:
                print_picture(_answer(each), show.color)
            print(f"{each.puzzle.title}, {each.grade.level}: {each.puzzle.name}")
    return 0


def _date(word: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(word) if word else None
    except ValueError:
        raise RequestError(f"'{word}' is not a date; it is YYYY-MM-DD", where="--date") from None


def _picture(made: Generated) -> Picture:
    from tilewright.drawing import draw_board, draw_problem

    problem = made.puzzle.problem()
    caption = made.grade.level
    if made.puzzle.kind in {"dots", "hole"} and problem.board.marks.any():
        return draw_board(problem.board).with_caption(caption)
    return draw_problem(problem).with_caption(caption)


def _answer(made: Generated) -> Picture:
    from tilewright.drawing import draw

    return replace(draw(made.solution, marks=made.puzzle.board), caption="")


def _save(made: list[Generated], kind: str, out: Path, level: str | None) -> None:
    from tilewright.drawing import booklet, save
    from tilewright.drawing.output import write

    ending = out.suffix.lower()
    if ending == ".txt":
        text = "\n\n".join(puzzle_text(each.puzzle) for each in made) + "\n"
        if len(made) > 1:
            raise OutputError(
                "a puzzle file holds one puzzle; leave --count out, or write a .pdf", where=str(out)
            )
        write(text, out)
    elif ending == ".pdf":
        title = f"{len(made)} puzzles" if len(made) > 1 else made[0].puzzle.title
        pages = booklet(
            [_picture(each) for each in made],
            [_answer(each) for each in made],
            title=title,
            subtitle=" ".join(filter(None, [kind, level])),
            instructions=_INSTRUCTIONS[kind],
        )
        write(pages, out)
    else:
        save([_picture(each) for each in made] if len(made) > 1 else _picture(made[0]), out)
        beside = out.with_name(f"{out.stem}-answer{out.suffix}")
        save([_answer(each) for each in made] if len(made) > 1 else _answer(made[0]), beside)


def _json(made: Generated) -> dict[str, Any]:
    puzzle = made.puzzle
    return {
        "id": puzzle.name,
        "title": puzzle.title,
        "seed": made.seed,
        "board": puzzle.board.text(),
        "pieces": list(puzzle.pieces),
        "turn": puzzle.turn,
        "placed": list(puzzle.placed),
        "empty": list(puzzle.empty),
        "level": made.grade.level,
        "score": made.grade.score,
        "steps": dict(made.grade.counts),
        "solution": made.solution.to_json(),
    }
