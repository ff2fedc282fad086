"""``tilewright make``: make puzzles with exactly one solution, print and write them."""

from __future__ import annotations

import datetime
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tilewright.cli.answers import check_out, print_json, print_picture, say
from tilewright.cli.limits import PATIENCE, ProgressLine, TimeLimit, announce_compiling
from tilewright.cli.options import OutPath, Seed, Show, Timeout, TurnWord, Whole, between
from tilewright.cli.panels import OUTPUT
from tilewright.cli.runs import Runs, work_through
from tilewright.drawing import draw_legend, save, sheet, terminal
from tilewright.drawing.output import write
from tilewright.errors import LimitError, OutputError, RequestError, quoted
from tilewright.generation.rules import rules
from tilewright.printing import (
    PrintedPuzzle,
    answer_picture,
    booklet_of,
    in_common,
    numbered_caption,
    puzzle_picture,
    rules_of_all,
)
from tilewright.puzzle import CALENDARS, KIND_OF, Kind, Level, puzzle_text
from tilewright.reading import read_board

if TYPE_CHECKING:
    from tilewright.cluster import PuzzlesWork
    from tilewright.drawing import Picture, ThemeName
    from tilewright.generation import Generated

__all__ = ["make", "save_puzzles"]

#: Seconds for one puzzle by default.
_TIMEOUT = 60.0
#: Seeds to try for each puzzle of a booklet.
_SEEDS = 4
_ENDINGS = (".svg", ".png", ".pdf", ".txt")


def make(
    kind: Kind,
    board: Annotated[str, Parameter(allow_leading_hyphen=True)] = "",
    /,
    *,
    pieces: Annotated[tuple[str, ...], Parameter(consume_multiple=True, metavar="PIECE...")] = (),
    turn: TurnWord = None,
    level: Level | None = None,
    minimal: bool = False,
    seed: Seed = None,
    number: Annotated[Whole, Parameter(name=["--number", "-n"], show_default=True), between(1, 1000)] = 1,
    date: Annotated[str, Parameter(metavar="DATE")] = "",
    answer: Annotated[bool, Parameter(group=OUTPUT)] = False,
    timeout: Timeout = None,
    out: OutPath = None,
    runs: Runs = Runs(),
    show: Show = Show(),
) -> int:
    """Make puzzles that have exactly one solution.

    Two search engines prove that there is no other solution. The same seed makes
    the same puzzle. Every puzzle has an ID that recreates it anywhere; commands
    accept the ID as BOARD. With -q, prints only the IDs.

    For example:

      tilewright make dots 6x6
      tilewright make dots 6x6 --pieces trominoes --seed 7 -o puzzle.svg
      tilewright make sigil 4x6 --level hard -n 4 --seed 1 -o booklet.pdf
      tilewright make calendar --date 2026-10-06 --seed 1
      tilewright make weekday --date today --seed 1
      tilewright make hole 7x7 --minimal --seed 3 -o puzzle.txt
      tilewright make sigil 4x5 -n 3 --seed 1 --run runs/sigils

    Parameters
    ----------
    kind
        The kind of puzzle: dots (draw the outlines), sigil (fit a list of pieces), given (some pieces are placed), hole (one cell stays empty), calendar (month and day stay empty) or weekday (the weekday, too).
    board
        The board: rows x columns, a drawing, a file or -. Calendars have their own board.
    pieces
        The pieces, including their marks, such as trominoes or '#o#'. [default: dots trominoes, sigil tetrominoes, hole L3, given pentominoes at most once each]
    level
        How hard the puzzle is for a person.
    minimal
        Keep only dots and placed pieces that are necessary.
    number
        How many different puzzles to make.
    date
        The date for a calendar puzzle: YYYY-MM-DD, MM-DD, today or tomorrow; weekday also accepts MM-DD-tue.
    answer
        Also print the solution.
    timeout
        Stop after this many seconds for each puzzle. [default: 60]
    out
        Save a sheet (.svg .png), a booklet with answers (.pdf), or a puzzle file (.txt). The answer to FILE.svg is saved as FILE-answer.svg.
    """
    runs.check()
    day = _day(kind, board, pieces, date)
    _check(kind, board, number, out, show)
    # A given limit includes everything that the first puzzle needs.
    begun, seconds = TimeLimit(timeout), timeout or _TIMEOUT
    asked: dict[str, Any] = {
        "turn": turn,
        "level": level,
        "minimal": minimal,
        "date": day,
        "timeout": seconds,
    }
    if runs.run is not None:
        from tilewright.cluster import PuzzlesWork

        field = read_board(board) if board else None
        work = PuzzlesWork.of(kind, field, *pieces, count=number, seed=_seed(runs.run, seed), **asked)
        return _in_run(work, seed is None, answer, out, runs, show)
    first = random.SystemRandom().randrange(1_000_000) if seed is None else seed

    def generated(seed: int, stop: Callable[[], bool]) -> Generated:
        from tilewright.generation import generate

        return generate(kind, field, *pieces, seed=seed, stop=stop, **asked)

    shown = not show.json and not show.quiet
    with begun:
        field = read_board(board) if board else None
        if announce_compiling("search", "deductions", quiet=not shown):
            from tilewright.generation import warm_up

            warm_up()
    made: list[Generated] = []
    interrupted = False
    try:
        with ProgressLine(shown) as line:
            _different(made, generated, first, number, line, seconds, begun)
    except KeyboardInterrupt:
        if not made:
            raise
        interrupted = True
    _say_made(made, number, first, interrupted, drawn=seed is None, show=show)
    _give(made, kind, first, answer, out, show)
    return 130 if interrupted else 0


def _seed(folder: Path, seed: int | None) -> int:
    """Return the given seed, the one of the run, or a random one."""
    from tilewright.cluster import Report, is_run

    if seed is None and is_run(folder):
        kept = Report.of(folder).description.get("seed")
        if isinstance(kept, int):
            return kept
    return random.SystemRandom().randrange(1_000_000) if seed is None else seed


def _in_run(work: PuzzlesWork, drawn: bool, answer: bool, out: Path | None, runs: Runs, show: Show) -> int:
    """Make puzzles in a run, one task for each seed, and return the exit code."""
    from tilewright.cluster import Run

    assert runs.run is not None
    said = work.description
    with Run(runs.run, work) as run:
        head = {"kind": said["puzzle"], "seed": said["seed"], "complete": False}
        code = work_through(run, runs, show, lambda: {**head, "seeds": str(run.count)}, out)
        if code is not None:
            return code
        made = work.made(run.answers())
    _say_made(made, said["count"], said["seed"], False, drawn=drawn, show=show)
    _give(made, said["puzzle"], said["seed"], answer, out, show)
    return 0


def _say_made(
    made: list[Generated], count: int, first: int, interrupted: bool, *, drawn: bool, show: Show
) -> None:
    """Print the random seed, and whether fewer puzzles were made than asked for."""
    if drawn and not show.quiet:
        say(f"seed {first}")
    if interrupted:
        say(f"tilewright: interrupted after {len(made)} of {count} puzzles")
    elif len(made) < count:
        say(f"made only {len(made)} of {count} puzzles; no others were found")


def _give(made: list[Generated], kind: Kind, first: int, answer: bool, out: Path | None, show: Show) -> None:
    """Write puzzles to files, or print them."""
    if out is not None:
        for written in save_puzzles(made, out, show.theme):
            if not show.quiet:
                say(written)
    if show.json:
        print_json({"kind": kind, "seed": first, "puzzles": [_json(each) for each in made]})
    elif not show.quiet and out is None:
        from tilewright.printing import PrintedPuzzle, answer_picture, puzzle_picture

        for number, each in enumerate(map(PrintedPuzzle.of, made)):
            if number:
                print()
            print_picture(puzzle_picture(each), show.color)
            if answer:
                print()
                print_picture(answer_picture(each), show.color)
    elif show.quiet and out is None:
        print("\n".join(each.puzzle.name for each in made))


def _different(
    made: list[Generated],
    generated: Callable[[int, Callable[[], bool]], Generated],
    first: int,
    count: int,
    line: ProgressLine,
    seconds: float,
    begun: TimeLimit,
) -> None:
    """Make `count` different puzzles from a seed on, and collect them in `made`.

    Some more seeds are tried, as two can give the same puzzle and one can give none. `seconds` is for each puzzle.
    """
    failed: LimitError | None = None
    for number in range(_SEEDS * count if count > 1 else 1):
        if len(made) == count:
            break
        begin = time.monotonic()

        def stop(begin: float = begin) -> bool:
            line.show(f"puzzle {len(made) + 1} of {count}, {time.monotonic() - begin:.0f} s")
            return False

        line.show(f"puzzle {len(made) + 1} of {count}")
        try:
            # The generator watches the time itself; other work is interrupted.
            asked = number == 0 and begun.deadline.seconds is not None
            with begun.rest(PATIENCE) if asked else TimeLimit(seconds, PATIENCE):
                found = generated(first + number, stop)
        except LimitError as error:
            if failed is not None or not made:
                # After two failures a third try is unlikely to succeed.
                failed = error
                break
            failed = error
            continue
        # Two seeds can give the same puzzle with different IDs.
        if all(replace(found.puzzle, name="") != replace(each.puzzle, name="") for each in made):
            made.append(found)
    if not made and failed is not None:
        raise type(failed)(failed.message, where="--timeout") from None


def _day(kind: Kind, board: str, pieces: tuple[str, ...], date: str) -> datetime.date | None:
    """Return the date, and reject options that only calendars have, or do not have."""
    if KIND_OF[kind].own_board:
        for given, where in ((board, "BOARD"), (" ".join(pieces), "--pieces")):
            if given:
                raise RequestError(
                    f"a calendar has its own board and pieces; leave {quoted(given)} out, and give a date with --date",
                    where=where,
                )
    elif date:
        raise RequestError("only calendars have a date; leave it out", where="--date")
    return CALENDARS[KIND_OF[kind].calendar].read_date(date) if date else None


def _check(kind: Kind, board: str, count: int, out: Path | None, show: Show) -> None:
    """Check a request before the work."""
    if not board and not KIND_OF[kind].own_board:
        raise RequestError(f"name a board after the kind: tilewright make {kind} 6x6", where="BOARD")
    check_out(out, show)
    if out is None or out == Path("-"):
        return
    if out.suffix.lower() not in _ENDINGS:
        raise OutputError(
            f"cannot write {quoted(out.suffix)} files. Supported: {', '.join(_ENDINGS)}",
            where=str(out),
        )
    if out.suffix.lower() == ".txt" and count > 1:
        raise OutputError(
            "a puzzle file (.txt) holds one puzzle; leave -n out, or save a .pdf", where=str(out)
        )


def _json(made: Generated) -> dict[str, Any]:
    from tilewright.generation.rules import rules

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
        "solutions": "1",
        "rules": rules(puzzle),
        "level": made.grade.level,
        "score": made.grade.score,
        "steps": dict(made.grade.counts),
        "solution": made.solution.to_json(),
    }


def save_puzzles(generated: list[Generated], out: Path, theme: ThemeName = "light") -> list[str]:
    """Save puzzles and their answers; return what was saved, line by line."""
    made = [PrintedPuzzle.of(each) for each in generated]
    ending = out.suffix.lower()
    beside = out.with_name(f"{out.stem}-answer{out.suffix}") if out.name != "-" else out
    if ending == ".pdf":
        write(booklet_of(made), out)
        said = [f"{out}: {_called(made)}, with the answer{'' if len(made) == 1 else 's'} at the back"]
    elif ending == ".txt":
        (each,) = made
        write(puzzle_text(each.puzzle, level=each.level, rules=rules(each.puzzle)) + "\n", out)
        # Only the drawing, so that every command can read it as a tiling.
        write(terminal(answer_picture(each).without_words(), color="none", width=1 << 16) + "\n", beside)
        said = [f"{out}: {_called(made)}", f"{beside}: the answer"]
    else:
        save(_sheet(made), out, theme=theme)
        if out == beside:
            return []
        answers = [answer_picture(each) for each in made]
        save(
            answers[0]
            if len(made) == 1
            else _numbered(made, answers, f"{in_common(made, numbered=False)}: the answers"),
            beside,
            theme=theme,
        )
        said = [f"{out}: {_called(made)}", f"{beside}: the answer{'' if len(made) == 1 else 's'}"]
    return said + [f"{number}: {each.level}, {each.puzzle.name}" for number, each in _listed(made)]


def _listed(made: list[PrintedPuzzle]) -> list[tuple[int, PrintedPuzzle]]:
    return list(enumerate(made, start=1)) if len(made) > 1 else []


def _called(made: list[PrintedPuzzle]) -> str:
    if len(made) > 1:
        return in_common(made)
    return f"{made[0].puzzle.title}, {made[0].level}, {made[0].puzzle.name}"


def _legend(made: list[PrintedPuzzle], under: int = 0) -> Picture | None:
    """Return the pieces and marks that all puzzles share."""
    return draw_legend(made[0].puzzle.problem(), 30, under=under)


def _sheet(made: list[PrintedPuzzle]) -> Picture:
    if len(made) == 1:
        return puzzle_picture(made[0])
    separate = _legend(made) is None
    pictures = [puzzle_picture(each, supply=separate) for each in made]
    whole = _numbered(made, pictures, in_common(made))
    if (legend := _legend(made, under=whole.shape[1])) is not None:
        words = (whole.heading, whole.fine)
        whole = replace(sheet([whole.without_words(), legend], columns=1), heading=words[0], fine=words[1])
    return replace(whole, lead=rules_of_all(made))


def _numbered(made: list[PrintedPuzzle], pictures: list[Picture], title: str) -> Picture:
    """Return pictures on one sheet, numbered, with a title and the IDs below."""
    captions = [f"{number}: {numbered_caption(each, made)}" for number, each in _listed(made)]
    whole = sheet(
        replace(picture.without_words(), caption=caption)
        for picture, caption in zip(pictures, captions, strict=True)
    )
    fine = "\n".join(f"{number}: {each.puzzle.name}" for number, each in _listed(made))
    return replace(whole, heading=title, title=title, fine=fine, description=fine)
