"""``tilewright solve FILE.dlx``: any exact cover problem, in Knuth's text format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tilewright.apps.command.answers import Json, note, print_json, print_json_stream
from tilewright.apps.command.ask import CommandWork
from tilewright.formats.exactcover import ExactCover
from tilewright.formats.registry import read_entries
from tilewright.system.work.question import OUT_OF_TIME

if TYPE_CHECKING:
    from tilewright.solving.search import ExactSearch


def read_cover(file: str, format: str | None = "dlx") -> ExactCover | None:
    """Return the only exact cover problem in a file; None if the file has another problem."""
    _, entries = read_entries(file, format=format)
    problem = entries[0].cover if len(entries) == 1 else None
    if problem is not None:
        for words in entries[0].lost:
            note(f"tilewright: {file}: ignored: {words}")
    return problem


def solve_cover(
    problem: ExactCover,
    work: CommandWork,
    *,
    many: bool,
    limit: int | None,
    seed: int | None,
    cheapest: bool,
    engine: str,
) -> int:
    """Solve an exact cover problem, print its solutions as Knuth's programs do, and return the exit
    code.
    """
    if work.show.verbose and not cheapest:
        note("engine: dance (an exact cover problem)")
    if cheapest:
        return _cheapest(problem, work, engine)
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
        note(f"{search.found:,} found so far; {why}, so there may be more")


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
