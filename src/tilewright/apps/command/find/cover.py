"""``tilewright cover``: any exact cover problem, in Knuth's text format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import Json, note, print_json, print_json_stream
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.make.convert import FormatRead
from tilewright.apps.command.options import LIMITS, Limit, Seed, ShowText, Timeout, Word
from tilewright.errors import RequestError
from tilewright.formats.exactcover import ExactCover
from tilewright.formats.registry import read_entries, the_problem
from tilewright.model.cover import compile_cover
from tilewright.system.work.question import OUT_OF_TIME

if TYPE_CHECKING:
    from tilewright.solving.search import ExactSearch


def cover(
    file: Word,
    /,
    *,
    from_: FormatRead = None,
    all: bool = False,
    cheapest: bool = False,
    seed: Seed = None,
    limit: Limit = None,
    timeout: Timeout = None,
    engine: Annotated[Literal["auto", "sat", "dance"], Parameter(group=LIMITS)] = "auto",
    show: ShowText = ShowText(),
) -> int:
    """Solve any exact cover problem.

    FILE is in the text format of Knuth's programs (DLX1, DLX2, DLX3, DLX5, SSXCC):
    a line of items, then one line for each option. Colors, multiplicities and costs
    are supported. It can also be a puzzle in any format that `convert` reads. Prints
    each solution as Knuth's programs do, one option per line. Exits with 1 if there
    is no solution.

    For example:

      tilewright convert 5x8 tetrominoes=2 --to dlx | tilewright cover - --all -q

    Parameters
    ----------
    file
        The file, or - for standard input. FILE#2 is the second problem in it. The content and the
        extension determine the format. By default, it is Knuth's.
    all
        Find every solution, not just one.
    limit
        Stop after this many solutions.
    cheapest
        Find a solution with the lowest total cost (an option with |$7 costs 7).
    engine
        The engine for --cheapest: sat (OR-Tools), or dance, which tries all solutions. [default:
        sat if installed]
    """
    with CommandWork(show, timeout) as work:
        file_format, entries = read_entries(file, format=from_, cover=True)
        problem = entries[0].cover if len(entries) == 1 else None
        if problem is None and not entries[0].all_pieces() and entries[0].kind != "problem":
            raise RequestError(
                f"this file ({file_format.title}) contains no exact cover problem", where=file
            )
        if problem is None:
            from tilewright.formats.exactcover import as_exact_cover

            tiling_problem = the_problem(file_format, entries, file)
            tiling_problem.check()
            problem = as_exact_cover(compile_cover(tiling_problem))
        for words in entries[0].lost:
            note(f"tilewright: {file}: ignored: {words}")
        if cheapest:
            return _cheapest(problem, work, engine)
        many = all or limit is not None
        return _search(problem, limit if many else 1, many, seed, work)


def _search(
    problem: ExactCover,
    limit: int | None,
    many: bool,
    seed: int | None,
    work: CommandWork,
) -> int:
    """Find solutions, print them, and return the exit code."""
    from tilewright.solving.search import ExactSearch

    search = ExactSearch(problem, limit=limit, timeout=work.left, seed=seed, progress=work.report)

    quiet = work.show.quiet
    solutions: Iterator[Any] = (
        work.taken(search.batches())
        if quiet
        else ([problem.option(option) for option in chosen] for chosen in work.taken(search))
    )

    def tail() -> Iterator[Json]:
        yield {"count": str(search.found), "complete": search.complete}

    if work.show.json:
        head = {"items": len(problem.items), "options": problem.size}
        print_json_stream(head, None if quiet else "solutions", solutions, tail())
    else:
        for number, options in enumerate(solutions, start=1):
            if not quiet:
                work.line.wipe()
                print("\n".join([f"{number}:", *(" " + " ".join(option) for option in options)]))
        _print_end(search, many, quiet, work)
    if work.stopped:
        return work.code
    if search.complete:
        return 0 if search.found else 1
    return 3 if many or search.stopped_by == "timeout" else 0


def _print_end(search: ExactSearch, many: bool, quiet: bool, work: CommandWork) -> None:
    if quiet:
        print(search.found)
    elif search.complete and not search.found:
        print("There is no solution.")
    if not search.complete and (many or not search.found):
        why = "--limit was reached" if search.stopped_by == "limit" else work.stopped or OUT_OF_TIME
        note(f"{search.found:,} found so far; there may be more: {why}")


def _cheapest(problem: ExactCover, work: CommandWork, engine: str) -> int:
    """Find a solution of least cost, print it, and return the exit code."""
    from tilewright.solving.search import cheapest_cover

    best, complete = cheapest_cover(problem, timeout=work.left, engine=engine)
    work.release()
    options = [] if best is None else [problem.option(option) for option in best.options]
    if work.show.json:
        answer: Json = {"count": str(len(options) and 1), "complete": complete}
        answer["cost"] = None if best is None else str(best.cost)
        print_json(
            answer
            if work.show.quiet
            else answer | {"solutions": [options] if best is not None else []}
        )
    elif best is None:
        print("There is no solution." if complete else "No solution was found.")
    else:
        if not work.show.quiet:
            print("\n".join(" " + " ".join(option) for option in options))
        print(best.cost if work.show.quiet else f"cost {best.cost}")
    if not complete:
        if not work.show.json:
            note(f"not proven to be the cheapest: {OUT_OF_TIME}")
        return 3
    return 1 if best is None else 0
