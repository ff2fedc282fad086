"""``tilewright color``: the fewest colors of one tiling, or of all tilings of a problem."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.cli.color.options import Output, Question, Selection, colored_picture
from tilewright.cli.color.table import judge_all, judge_in_run, judge_table
from tilewright.cli.input.request import BoardWord, Rules, Show, is_file, read_board, read_problem
from tilewright.cli.input.runs import Runs
from tilewright.cli.input.tilings import is_table, read_tilings
from tilewright.cli.output.answers import (
    check_out,
    print_json,
    print_picture,
    say,
    say_unwritten,
    terminal_color,
)
from tilewright.cli.output.limits import PATIENCE, TimeLimit, TimeUp
from tilewright.cli.output.progress import ProgressLine, announce_compiling
from tilewright.cli.output.reasons import say_none
from tilewright.errors import ColoringError, RequestError, TilingError, TimeLimitError, quoted
from tilewright.exchange.formats import is_exchange_file
from tilewright.files.replacing import replacing
from tilewright.lattices.surface import check_flat_squares, is_flat_squares
from tilewright.problem import Problem
from tilewright.puzzle import is_puzzle_file, is_puzzle_name
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.coloring import Coloring, Touch

__all__ = ["color"]

#: Cells of a tiling that is still drawn in the terminal.
_TERMINAL = 1 << 16


def color(
    board: BoardWord,
    /,
    *pieces: str,
    modulus: str | None = None,
    question: Question | None = None,
    extent: Selection | None = None,
    output: Output | None = None,
    rules: Rules | None = None,
    runs: Runs | None = None,
    show: Show | None = None,
) -> int:
    """Color tilings with the fewest colors, and prove it.

    Color the tiling in a file (as solve prints or saves it, a character for each
    cell, or a label array in .npy), the first tiling of BOARD by PIECES, or
    with --all judge every tiling. Exits with 1 if a tiling cannot be colored with
    so many colors, and says why.

    For example:

      tilewright color tiling.txt
      tilewright color tiling.txt --strong -o colored.svg
      tilewright color 6x10 pentominoes --all --unique --strong --histogram
      tilewright color 6x10 pentominoes --all --unique --strong --colors 3
      tilewright color 6x10 pentominoes --all --unique --crossings
      tilewright color tiling.txt --colors 4 --count
      tilewright color 2^10-3,5 L3+ -o board.png
      tilewright color 8x8-0,0-7,7 --modulus 2
      tilewright color 5x12 pentominoes --all --strong --run runs/color

    Parameters
    ----------
    board
        A file with a tiling, or '-'; or a board, or a named puzzle.
    pieces
        The pieces, after a board; see tilewright --help.
    modulus
        Color the cells of a board, without pieces: (row + column) mod k, or for k,a,b (a row + b column) mod k.
    """
    question, extent, output = question or Question(), extent or Selection(), output or Output()
    rules, show = rules or Rules(), show or Show()
    _check(question, extent, output, show)
    runs = runs or Runs()
    runs.check(limit=extent.limit is not None, threads=extent.threads is not None, out=output.out is not None)
    if runs.run is not None and not (extent.all and pieces):
        raise RequestError("a run judges all tilings of BOARD by PIECES; add --all", where="--run")
    # The time runs from here on: reading what is to be colored may be what takes long.
    with TimeLimit(extent.timeout, PATIENCE) as limit:
        if modulus is not None:
            return _cells(board, pieces, modulus, output, show)
        return _tilings(board, pieces, question, extent, output, rules, runs, show, limit)


def _tilings(
    board: str,
    pieces: tuple[str, ...],
    question: Question,
    extent: Selection,
    output: Output,
    rules: Rules,
    runs: Runs,
    show: Show,
    limit: TimeLimit,
) -> int:
    """Color one tiling, or judge all; return the exit code."""
    announce_compiling("colorings")
    if extent.all and not pieces and is_table(board):
        return judge_table(board, question, extent, output, show, limit)
    if not pieces and not is_puzzle_name(board) and not is_puzzle_file(board) and not is_exchange_file(board):
        if extent.all or extent.unique:
            raise RequestError("--all is about a board and pieces, not a tiling", where=board)
        return _one(_read_tiling(board), None, question, extent, output, show, limit)
    problem = read_problem(board, pieces, rules)
    if extent.crossings:
        check_flat_squares(problem.board, "points where four tiles meet")
    if runs.run is not None:
        limit.trust()
        return judge_in_run(problem, question, extent, output, show, runs)
    if extent.all:
        return judge_all(problem, question, extent, output, show, limit)
    tiling, known = _first(problem, question)
    if tiling is None:
        say_unwritten(output.out)
        if show.json:
            print_json({"touch": question.touch, "tilings": "0"})
        else:
            say_none(problem, quiet=show.quiet)
        return 1
    return _one(tiling, known, question, extent, output, show, limit)


def _cells(board: str, pieces: tuple[str, ...], modulus: str, output: Output, show: Show) -> int:
    """Color the cells of a board in a pattern, and count them."""
    import numpy as np

    from tilewright.coloring import cell_colors
    from tilewright.drawing import draw_board, save

    if pieces:
        raise RequestError("--modulus colors the cells of a board; leave the pieces out", where=pieces[0])
    match = re.fullmatch(r"(\d{1,9})(?:,(-?\d{1,9}),(-?\d{1,9}))?", modulus)
    if match is None:
        raise RequestError(f"'{modulus}' is not a modulus k, or k,a,b", where="--modulus")
    size, down, right = int(match[1]), int(match[2] or 1), int(match[3] or 1)
    chosen = read_board(board)
    colors = cell_colors(chosen, size, down, right)
    counts = np.bincount(colors[colors >= 0], minlength=min(size, 64)).tolist()

    def picture(patterns: bool) -> Any:
        return draw_board(chosen, coloring=colors, palette=output.palette, patterns=patterns)

    if output.out is not None:
        save(picture(output.patterns), output.out)
    if show.json:
        listed = {} if show.quiet else {"cells": colors.tolist()}
        print_json({"board": chosen.name, "modulus": [size, down, right], "counts": counts, **listed})
        return 0
    if output.out is None and not show.quiet and colors.size <= _TERMINAL:
        print_picture(picture(_visible(output, show).patterns), show.color)
    output.tell(
        "\n".join(
            f"color {index}: {count} cell{'' if count == 1 else 's'}" for index, count in enumerate(counts)
        )
    )
    return 0


def _check(question: Question, extent: Selection, output: Output, show: Show) -> None:
    """Find out beforehand what makes no sense, and whether the output can be written."""
    from tilewright.coloring import check_touch
    from tilewright.coloring.least import check_colors

    check_touch(question.touch)
    if question.colors is not None:
        check_colors(question.colors)
    if question.balanced and question.colors is None:
        raise ColoringError("balanced in how many colors? Give --colors", where="--balanced")
    if extent.histogram and question.limited:
        raise RequestError("--histogram is about the least number of colors; leave --colors out")
    if (extent.histogram or extent.crossings or extent.unique) and not extent.all:
        raise RequestError("--histogram, --crossings and --unique are about all tilings; add --all")
    if extent.all and (extent.count or extent.polynomial or extent.list or output.graph):
        raise RequestError("--count, --polynomial, --list and --graph are about one tiling, not --all")
    if (extent.count or extent.polynomial or extent.list) and output.out is not None:
        raise RequestError("--count, --polynomial and --list have no picture; leave -o out", where="-o")
    if (extent.count or extent.list) and not question.limited:
        raise RequestError("with how many colors? Give --colors")
    if extent.limit is not None and extent.limit < 1:
        raise RequestError(f"the limit is at least 1, not {extent.limit}", where="--limit")
    check_out(output.out, show)
    if output.graph is not None and output.graph.suffix.lower() not in (".col", ".txt"):
        raise RequestError(
            f"a graph is saved as .col (DIMACS) or .txt (pairs), not '{output.graph.suffix}'", where="--graph"
        )


def _read_tiling(word: str) -> Tiling:
    """Return the tiling in a file, or the first of several."""
    if word != "-" and not is_file(word) and not is_table(word):
        raise TilingError(
            f"there is no file {quoted(word)}; a board needs PIECES after it, such as "
            "'tilewright color 6x10 pentominoes'"
        )
    found = read_tilings(word)
    if not found:
        raise TilingError("there is no tiling in it", where=word)
    if len(found) > 1:
        say(f"the first of {len(found)} tilings; --all is about a board and pieces")
    return found[0]


def _first(problem: Problem, question: Question) -> tuple[Tiling | None, Any]:
    """Return a tiling; by Golomb's theorem, with its coloring, where it is about that, else by search."""
    hole = _golomb_hole(problem)
    if hole is None:
        from tilewright.search import solve

        announce_compiling()
        return solve(problem), None
    from tilewright.construction import colors_of_tiles, golomb, golomb_colors

    power = problem.board.shape[0].bit_length() - 1
    tiling = golomb(power, hole)
    if question.touch not in ("edge", "strong") or question.limited:
        return tiling, None
    colors = golomb_colors(power, hole, touch="strong" if question.strong else "edge")
    return tiling, colors_of_tiles(tiling.labels, colors)


def _golomb_hole(problem: Problem) -> tuple[int, int] | None:
    """Return the hole if the problem is a 2^n x 2^n board without a cell and any number of L-trominoes."""
    if not is_flat_squares(problem.board):
        return None
    rows, columns = problem.board.shape
    area = rows * columns
    if rows != columns or rows & (rows - 1) or rows < 2 or problem.board.area != area - 1:
        return None
    if len(problem.pieces) != 1 or problem.placed or problem.optional.any() or problem.board.marks.any():
        return None
    piece = problem.pieces[0]
    enough = piece.most is None or piece.most * 3 >= area - 1
    # Every orientation must be allowed: only then is the theorem about this problem.
    if len(piece.polyomino) != 3 or len(piece.orientations(problem.turn)) != 4 or not enough:
        return None
    if piece.least * 3 > area - 1:
        return None
    row, column = divmod(int(problem.board.mask.ravel().argmin()), columns)
    return row, column


def _one(
    tiling: Tiling,
    known: Any,
    question: Question,
    extent: Selection,
    output: Output,
    show: Show,
    limit: TimeLimit,
) -> int:
    """Answer about one tiling."""
    from tilewright.coloring import color as find
    from tilewright.coloring import graph

    touch, options = question.touch, question.options()
    if output.graph is not None:
        _save_graph(output.graph, graph(tiling, touch, outside=question.outside))
    if extent.count or extent.polynomial or extent.list:
        return _colorings(tiling, touch, options, extent, show, limit)
    line = ProgressLine(not show.json and not show.quiet)
    begin = time.perf_counter()
    with line:
        answer = find(
            tiling,
            touch,
            **options,
            known=known,
            effort=question.effort,
            progress=lambda far: say(f"trying: {far.phase}") if show.verbose else line.show(far.phase),
        )
    seconds = time.perf_counter() - begin
    if show.json:
        labels = {} if show.quiet else {"labels": tiling.labels.tolist()}
        print_json({**answer.to_json(), "seconds": round(seconds, 6), **labels})
    elif show.quiet:
        output.tell(str(answer.colors if answer else 0))
    else:
        _print_one(tiling, answer, output, show)
    if answer and output.out is not None:
        from tilewright.drawing import save

        lines = output.out.suffix.lower() == ".txt"
        save(colored_picture(tiling, answer, output, lines=lines), output.out)
    elif not answer:
        say_unwritten(output.out, "the tiling cannot be colored so")
    if show.verbose:
        say(f"method: {answer.method}, {seconds:.2f} s")
    return 0 if answer else 1


def _print_one(tiling: Tiling, answer: Coloring, output: Output, show: Show) -> None:
    names = tiling.piece_names()
    reason = "" if answer.certificate is None else answer.certificate.text(names)
    if not answer:
        numbers = answer.certificate is not None and answer.certificate.kind == "exhausted"
        many = "so with" if numbers else "with"
        print(f"It cannot be colored {many} {_colors(answer.colors)}: {reason}")
        return
    if output.out is None and tiling.labels.size <= _TERMINAL:
        print_picture(colored_picture(tiling, answer, _visible(output, show), lines=True), show.color)
    used = sum(number > 0 for number in answer.numbers)
    if used <= answer.lower_bound:
        output.tell(f"{_colors(used)}, the least{f': {reason}' if used > 1 else ''}")
    else:
        output.tell(f"{_colors(used)}; at least {answer.lower_bound} are needed: {reason}")


def _visible(output: Output, show: Show) -> Output:
    """Return the output with hatching where the terminal shows no colors."""
    return replace(output, patterns=True) if terminal_color(show.color) == "none" else output


def _colors(count: int) -> str:
    return f"{count} color{'' if count == 1 else 's'}"


def _save_graph(path: Path, touching: Any) -> None:
    with replacing(path) as stream:
        for line in touching.lines("dimacs" if path.suffix.lower() == ".col" else "edges"):
            stream.write(line.encode("ascii"))


def _colorings(
    tiling: Tiling, touch: Touch, options: dict[str, Any], extent: Selection, show: Show, limit: TimeLimit
) -> int:
    """Count or list the colorings of one tiling."""
    from tilewright.coloring import chromatic_polynomial, colorings, count_colorings

    answer: dict[str, Any] = {"touch": touch, "tiles": tiling.size}
    lines: list[str] = []
    if extent.polynomial:
        coefficients = chromatic_polynomial(tiling, touch, outside=options["outside"])
        answer["polynomial"] = [str(value) for value in coefficients]
        lines.append(_polynomial_text(coefficients))
    found = 1
    if extent.count:
        found = count_colorings(tiling, touch, **options)
        classes = count_colorings(tiling, touch, **options, up_to_renaming=True)
        answer |= {"colors": options["colors"], "count": str(found), "up_to_renaming": str(classes)}
        lines.append(str(found) if show.quiet else f"{found} colorings, {classes} up to renaming of colors")
    if show.json and not extent.list:
        print_json(answer)
    elif lines:
        print("\n".join(lines))
    if not extent.list:
        return 0 if found else 1
    listed = []
    total = 0
    complete = True
    try:
        for coloring in colorings(tiling, touch, **options):
            limit.deadline.check()
            if total == extent.limit:
                say(f"the first {total}; this is not all")
                complete = False
                break
            total += 1
            if show.json:
                listed.append(coloring.tolist())
            else:
                print(" ".join(map(str, coloring.tolist())))
    except (TimeUp, TimeLimitError):
        say(f"the first {total}; this is not all: the time is up")
        complete = False
    limit.end()
    if show.json:
        print_json({**answer, "complete": complete, "colorings": listed})
    if not complete:
        return 3
    return 0 if total else 1


def _polynomial_text(coefficients: tuple[int, ...]) -> str:
    terms: list[str] = []
    for degree in range(len(coefficients) - 1, -1, -1):
        value = coefficients[degree]
        if value == 0:
            continue
        power = "" if degree == 0 else "k" if degree == 1 else f"k^{degree}"
        size = "" if abs(value) == 1 and power else str(abs(value))
        sign = ("-" if value < 0 else "") if not terms else (" - " if value < 0 else " + ")
        terms.append(f"{sign}{size}{' ' if size and power else ''}{power}")
    return "".join(terms) or "0"
