"""``tilewright cover``: any exact cover problem, in Knuth's text format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import note, print_json, print_json_stream
from tilewright.apps.command.limits import PATIENCE, ProgressLine, TimeLimit
from tilewright.apps.command.make.formats import FormatRead
from tilewright.apps.command.options import LIMITS, BoardWord, Positive, Seed, Show, Timeout
from tilewright.errors import RequestError
from tilewright.formats.exactcover import ExactCover
from tilewright.formats.registry import read_entries, the_problem
from tilewright.model.cover import compile_cover

if TYPE_CHECKING:
    from tilewright.solving.search import ExactSearch


def cover(
    file: BoardWord,
    /,
    *,
    from_: FormatRead = None,
    all: bool = False,
    cheapest: bool = False,
    seed: Seed = None,
    limit: Annotated[Positive | None, Parameter(group=LIMITS)] = None,
    timeout: Timeout = None,
    engine: Annotated[Literal["auto", "sat", "dance"], Parameter(group=LIMITS)] = "auto",
    show: Show = Show(),
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
    if cheapest and (all or limit is not None or seed is not None):
        raise RequestError("--cheapest finds one solution; leave --all, --limit and --seed out")
    if engine != "auto" and not cheapest:
        raise RequestError("needs --cheapest", where="--engine")
    with TimeLimit(timeout, PATIENCE) as time_limit:
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
            return _cheapest(problem, time_limit, engine, as_json=show.json, quiet=show.quiet)
        return _search(
            problem,
            limit if limit is not None or all else 1,
            all or limit is not None,
            time_limit,
            seed,
            show.json,
            show.quiet,
        )


def _search(
    problem: ExactCover,
    limit: int | None,
    many: bool,
    time_limit: TimeLimit,
    seed: int | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Find solutions, print them, and return the exit code."""
    from tilewright.solving.search import ExactSearch

    line = ProgressLine(not as_json)
    search = ExactSearch(
        problem,
        limit=limit,
        timeout=time_limit.left,
        seed=seed,
        progress=lambda far: line.show(f"{far.found:,} solutions · about {far.share:.1%} done"),
    )
    # From here on the search itself watches the time and keeps what it found.
    time_limit.release()
    interrupted = False

    def solutions() -> Iterator[Any]:
        nonlocal interrupted
        try:
            if quiet:
                search.count()
            else:
                yield from ([problem.option(option) for option in chosen] for chosen in search)
        except KeyboardInterrupt:
            interrupted = True

    def tail() -> Iterator[dict[str, Any]]:
        yield {"count": str(search.found), "complete": search.complete}

    with line:
        if as_json:
            head = {"items": len(problem.items), "options": problem.size}
            print_json_stream(head, None if quiet else "solutions", solutions(), tail())
        else:
            for number, options in enumerate(solutions(), start=1):
                line.wipe()
                print("\n".join([f"{number}:", *(" " + " ".join(option) for option in options)]))
    if not as_json:
        _print_end(search, many, quiet)
    if interrupted:
        return 130
    if search.complete:
        return 0 if search.found else 1
    return 3 if many or search.stopped_by == "timeout" else 0


def _print_end(search: ExactSearch, many: bool, quiet: bool) -> None:
    if quiet:
        print(search.found)
    elif search.complete and not search.found:
        print("There is no solution.")
    if not search.complete and (many or not search.found):
        why = {"timeout": "the time limit was reached", "limit": "--limit was reached"}
        note(
            f"{search.found:,} found so far; there may be more: "
            f"{why.get(search.stopped_by or '', 'interrupted')}"
        )


def _cheapest(
    problem: ExactCover, time_limit: TimeLimit, engine: str, *, as_json: bool, quiet: bool
) -> int:
    """Find a solution of least cost, print it, and return the exit code."""
    from tilewright.solving.search import cheapest_cover

    best, complete = cheapest_cover(problem, timeout=time_limit.left, engine=engine)
    time_limit.release()
    options = [] if best is None else [problem.option(option) for option in best.options]
    if as_json:
        answer: dict[str, Any] = {"count": str(len(options) and 1), "complete": complete}
        answer["cost"] = None if best is None else str(best.cost)
        print_json(
            answer if quiet else answer | {"solutions": [options] if best is not None else []}
        )
    elif best is None:
        print("There is no solution." if complete else "No solution was found.")
    else:
        if not quiet:
            print("\n".join(" " + " ".join(option) for option in options))
        print(best.cost if quiet else f"cost {best.cost}")
    if not complete:
        if not as_json:
            note("not proven to be the cheapest: the time limit was reached")
        return 3
    return 1 if best is None else 0
