"""``tilewright count``: the exact number of tilings, also by piece, weighted, cheapest, and as a
heat map.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.apps.command.answers import (
    Json,
    TilingPictures,
    check_out,
    digits,
    note,
    picture_text,
    print_json,
    reason_text,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.count.request import (
    VARIABLE,
    BoardLengths,
    CountAnswer,
    CountingOptions,
    CountRequest,
    Kinds,
    count_pieces,
    heat_answer,
    number_answer,
    weighed_answer,
)
from tilewright.apps.command.mistakes import copies_hint
from tilewright.apps.command.options import LimitOptions, OutPath, Rules, Show, Word, refuse
from tilewright.apps.command.reading import assignments, rates, read_problem
from tilewright.apps.command.runs import Runs
from tilewright.errors import (
    MemoryLimitError,
    NoTilingError,
    OutputError,
    RequestError,
)
from tilewright.formats.request import request_words
from tilewright.model.answer import problem_json
from tilewright.model.problem import Problem
from tilewright.system.files.safe_write import check_place, held
from tilewright.system.values.arguments import duration
from tilewright.system.work.question import OUT_OF_TIME

if TYPE_CHECKING:
    from tilewright.apps.command.count.growing import Growing
    from tilewright.counting import Cheapest


def cheapest_answer(problem: Problem, best: Cheapest, show: Show, out: Path | None) -> CountAnswer:
    """Return the least cost, how many tilings have it, and a picture of the first."""
    keys = {
        "cost": str(best.cost),
        "cheapest": digits(best.count),
        "tiling": best.tiling.to_json(),
    }
    tilings = "tiling has" if best.count == 1 else "tilings have"
    picture = TilingPictures(out, show).of(problem)(
        best.tiling, out is None or out.suffix.lower() == ".txt"
    )
    lines = [] if show.quiet else [picture_text(picture)]
    lines.append(f"{digits(best.count)} {tilings} the least cost, {best.cost}")
    return CountAnswer(best.count, lines, keys, "graph", picture=picture)


def count(
    board: Word,
    /,
    *pieces: str,
    kinds: Kinds = Kinds(),
    lengths: BoardLengths = BoardLengths(),
    ways: CountingOptions = CountingOptions(),
    out: OutPath = None,
    limits: LimitOptions = LimitOptions(),
    rules: Rules = Rules(),
    runs: Runs = Runs(),
    show: Show = Show(),
) -> int:
    """Count the tilings exactly.

    Prints the number of tilings. Exits with 1 if there are none. For boards of all lengths, such as
    4xN or cube:3x3xN, prints the recurrence, the generating function and the first numbers, which
    can be counted up to symmetry (--unique) or with weights (--weight). For NxN, 2Nx2N,
    tri:hexagonN and other boards with an N, prints one number for each N; NxM prints a table of all
    rectangles. In JSON, counts are strings of digits.

    For example:

      tilewright count 9x12 trominoes+              # 20574308184277971
      tilewright count 6x10 pentominoes --unique    # 2339
      tilewright count 8x8 I3+ L3+ monomino=0..4 --by-piece
      tilewright count 4xN trominoes+
      tilewright count 9xN trominoes+ --at 1000000000000 --mod 1000000007
      tilewright count NxN L3+ --upto 15 --bfile b.txt
      tilewright count NxN L3+ --upto 16 --run runs/l3@2

    Parameters
    ----------
    board
        The board, or a named puzzle, which includes its pieces. An N in the board stands for any
        length (4xN, N+1x2N).
    pieces
        The pieces. trominoes+ means any number of each tromino; `tilewright --help` shows how to
        write pieces. If the board contains an N, N-ominoes+ means all pieces of N cells, and IN+
        means the straight piece of N cells.
    out
        Save the picture of --heat or --cost (.svg .png .pdf .txt).
    """
    board, pieces = request_words(board, *pieces)
    runs.check()
    request = CountRequest(board, pieces, kinds, lengths, ways, limits, rules, runs, show)
    if "n" in board.lower():
        # Other boards do not need these modules.
        from tilewright.apps.command.count.growing import TABLE, Growing
        from tilewright.apps.command.count.strips import count_growing, count_table

        growing, table = Growing.read(board), TABLE.fullmatch(board)
        _check_options(request, out, growing, table is not None)
        if growing is not None:
            return count_growing(request, growing)
        if table is not None:
            return count_table(request, table["on"])
    else:
        _check_options(request, out)
    if lengths != BoardLengths():
        raise RequestError(
            "--at, --upto, --bfile and --against need a board with an N, such as 4xN", where=board
        )
    return _count_board(request, out)


def _count_board(request: CountRequest, out: Path | None) -> int:
    """Count on one board, and return the exit code."""
    from tilewright.counting.resources import explanations

    checkpoint, rules = request.ways.checkpoint, request.rules
    head: Json = {
        "board": request.board,
        "pieces": list(request.pieces),
        "turn": rules.turn or "free",
    }
    plain = not (request.show.json or request.show.quiet)
    work = request.work(checkpoint, plain=plain)
    try:
        with work, work.until_stopped(), explanations(request.show.verbose) as said:
            problem = read_problem(
                request.board, request.pieces, rules, distinct_pieces=request.kinds.distinct_pieces
            )
            head = problem_json(problem)
            weights = assignments(problem, request.kinds.weight, "--weight")
            costs = assignments(problem, request.kinds.cost, "--cost")
            _check_checkpoint(checkpoint)
            work.start()
            with held(checkpoint):
                answer = _count_problem(problem, request, weights, costs, work, out)
                quiet = request.show.json or request.show.quiet or answer.value
                hint = (
                    None if quiet else copies_hint(problem, "count", request.board, request.pieces)
                )
                if hint:
                    note(hint)
    except MemoryLimitError as error:
        if checkpoint is None or not checkpoint.exists():
            raise
        more = f"; run the same command with more memory to resume from {checkpoint}"
        raise MemoryLimitError(error.message + more, where=error.where) from None
    if work.stopped:
        return _report_stop(head, work, request)
    head |= {
        "complete": True,
        "count": digits(answer.value),
        "method": answer.method,
        **work.seconds_json(),
    }
    code = answer.deliver(
        head, request.show, out, 0 if answer.value or "modulus" in answer.keys else 1
    )
    if request.show.verbose:
        if answer.explanation:
            note(answer.explanation)
        for line in said:
            if line not in answer.explanation:
                note(line)
        note(f"counted in {duration(work.seconds)}")
    if code == 1 and plain:
        sys.stdout.flush()
        if why := reason_text(problem):
            note(why)
    return code


def _check_options(
    request: CountRequest, out: Path | None, growing: Growing | None = None, table: bool = False
) -> None:
    """Check before the work that the options go together and that the picture can be written."""
    kinds = request.kinds
    names = [word for word in kinds.weight if VARIABLE.fullmatch(word.rpartition("=")[2])]
    alone = kinds.weight and not kinds.by_piece
    refuse(
        (
            kinds.mod is not None and kinds.weight and growing is None,
            "with --weight, this option requires a board with an N",
            "--mod",
        ),
        (
            kinds.distinct_pieces and (growing is not None or table),
            "this option requires a board of fixed size",
            "--distinct-pieces",
        ),
        (
            alone and names,
            f"the variable '{names[0] if names else ''}' requires --by-piece",
            "--weight",
        ),
        (
            request.runs.run is not None and (growing is None or not growing.square),
            "a run counts a table of squares (NxN PIECES --upto N --run FOLDER), not a single "
            "board; use --checkpoint instead",
            "--run",
        ),
    )
    check_out(out, request.show)


def _check_checkpoint(checkpoint: Path | None) -> None:
    """Check before the work that a checkpoint can be written."""
    if checkpoint is None:
        return
    check_place(checkpoint)
    folder = checkpoint.parent
    if not os.access(folder, os.W_OK):
        raise OutputError(f"the folder {folder} is not writable", where=str(checkpoint))


def _count_problem(
    problem: Problem,
    request: CountRequest,
    weights: dict[str, str],
    costs: dict[str, str],
    work: CommandWork,
    out: Path | None,
) -> CountAnswer:
    """Count the tilings as requested."""
    from tilewright import counting

    kinds, ways, show = request.kinds, request.ways, request.show
    usual: dict[str, Any] = {"progress": work.report}
    if kinds.by_piece:
        return count_pieces(problem, weights, work, checkpoint=ways.checkpoint).answer()
    if weights:
        exact = rates(weights, "--weight")
        total = counting.weighted_count(problem, exact, **usual)
        if total and not show.json:
            # Only the JSON has the number of tilings; a total of not 0 shows that there is one.
            return weighed_answer(total, 1)
        number = counting.count_details(problem, **usual)
        return replace(weighed_answer(total, number.value), method=number.method)
    try:
        if kinds.cost:
            return cheapest_answer(
                problem, counting.cheapest(problem, rates(costs, "--cost"), **usual), show, out
            )
        if kinds.heat:
            return heat_answer(problem, counting.heat(problem, **usual), show)
    except NoTilingError:
        return CountAnswer(0, ["There is no tiling."], {})
    return number_answer(problem, request, work)


def _report_stop(head: Json, work: CommandWork, request: CountRequest) -> int:
    """Report how far a stopped count came, and what is saved."""
    checkpoint = request.ways.checkpoint
    saved = checkpoint is not None and checkpoint.exists()
    if request.show.json:
        far: Any = work.last
        print_json(
            {
                **head,
                "complete": False,
                "stopped_by": "timeout" if work.stopped == OUT_OF_TIME else "interrupt",
                "count": None,
                "phase": far.phase if far else None,
                "unit": far.unit if far else None,
                "done": far.done if far else 0,
                "total": far.total or None if far else None,
                "states": far.states if far else None,
                **({"part": far.part} if far and far.part else {}),
                "checkpoint": str(checkpoint) if saved else None,
                **work.seconds_json(),
            }
        )
        return work.code
    on = f"; run the same command again to resume from {checkpoint}" if saved else ""
    note(f"tilewright: {work.why}{on}")
    return work.code
