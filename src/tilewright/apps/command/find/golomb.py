"""``tilewright golomb``: boards that lack one cell, tiled with L-trominoes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import (
    Json,
    check_out,
    deliver,
    keep,
    note,
    picture_text,
    print_json,
    print_picture,
)
from tilewright.apps.command.options import (
    OutPath,
    Poster,
    Seed,
    Show,
    ShowPictures,
    Word,
    refuse,
)
from tilewright.errors import BoardError, ConstructionError, RequestError, quoted
from tilewright.system.values.arguments import counted, read_number

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.solving.theorems import Obstruction, Touch

#: The ``--hole`` option; several are accepted only for a clear error.
Holes = Annotated[tuple[str, ...], Parameter(allow_leading_hyphen=True, metavar="ROW,COLUMN")]

#: Why an option is refused for a rectangle.
_POWER = "requires a board with 2^N rows and columns"
#: The most cells of each form of an answer.
_MOST = {
    "a picture that explains why there is no tiling": 1 << 10,
    "steps": 1 << 18,
    "a drawing": 1 << 20,
    "JSON": 1 << 24,
    "a PNG": 1 << 26,
}


def _read_integers(text: str, names: str, where: str) -> tuple[int, ...]:
    """Return the integers of a text like ``3,17``, whose `names` are ``row,column``."""
    words = [word.strip() for word in text.split(",")]
    if len(words) != len(names.split(",")):
        raise RequestError(f"must be {names}, got {quoted(text)}", where=where)
    for word in words:
        if not re.fullmatch(r"-?\d{1,4000}", word, re.ASCII):
            kind = "an integer of at most 4000 digits" if len(word) > 4000 else "an integer"
            raise RequestError(f"must be {kind}, got {quoted(word)}", where=where)
    return tuple(map(read_number, words))


def _read_rectangle(board: str, holes: tuple[str, ...]) -> tuple[int, int, tuple[str, ...]]:
    """Return rows, columns and holes of a word like ``5x7``, ``2^3`` or ``5x7-0,2``."""
    size, *removed = board.split("-")
    if match := re.fullmatch(r"2\^(\d{1,2})", size):
        rows = columns = 1 << int(match[1])
    elif re.fullmatch(r"\d+[xX×]\d+", size):
        rows, columns = _read_integers(re.sub("[xX×]", ",", size), "rows,columns", "BOARD")
    else:
        raise BoardError(f"must be a rectangle, such as 5x7, got {quoted(board)}", where="BOARD")
    return rows, columns, (*removed, *holes)


def _read_power(word: str, hole: tuple[str, ...]) -> tuple[int, tuple[str, ...]] | None:
    """Return N and the holes of ``3``, ``8x8`` or ``2^3``, also with a hole such as ``8x8-3,4``;
    None for a rectangle of another size.
    """
    size, minus, cell = word.strip().partition("-")
    size = size.removeprefix("2^")
    if not size:
        return _read_integers(word, "N", "N")[0], hole
    holes = (*hole, cell) if minus else hole
    if not re.fullmatch(r"[0-9]+[xX×][0-9]+", size):
        return _read_integers(size, "N", "N")[0], holes
    rows, columns, _ = _read_rectangle(size, ())
    power = rows.bit_length() - 1
    if rows != columns or rows != 1 << power or not power:
        return None
    return power, holes


def _choose_hole(
    holes: tuple[str, ...], rows: int, columns: int, seed: int | None
) -> tuple[int, int]:
    """Return the given hole, or a random one."""
    from tilewright.solving.theorems.arguments import check_cell, random_hole

    if len(holes) > 1:
        raise ConstructionError(
            f"only one cell can be removed, got {len(holes)}: {' and '.join(holes)}", where="--hole"
        )
    if not holes:
        return random_hole(rows, columns, seed)
    if seed is not None:
        raise RequestError(
            "chooses the hole at random; remove this option or the hole", where="--seed"
        )
    return check_cell(rows, columns, _read_integers(holes[0], "row,column", "--hole"))


@dataclass(frozen=True)
class _Task:
    """A board of which a cell may be removed, and how its tiling is answered."""

    rows: int
    columns: int
    hole: tuple[int, int] | None
    out: Path | None
    show: Show

    @property
    def name(self) -> str:
        """The board in words."""
        hole = "" if self.hole is None else f" without {self.hole[0]},{self.hole[1]}"
        return f"the {self.rows} x {self.columns} board{hole}"

    def head(self) -> Json:
        """Return what JSON says about the whole board."""
        hole = None if self.hole is None else list(self.hole)
        return {"size": [self.rows, self.columns], "hole": hole}

    def forms(self) -> set[str]:
        """Return the forms in which the tiling is answered."""
        out, show = self.out, self.show
        png = out is not None and out.suffix.lower() == ".png"
        drawn = {"a PNG" if png else "a drawing"} if out or not (show.json or show.quiet) else set()
        return drawn | {"JSON"} if show.json else drawn

    def note_hole(self, holes: tuple[str, ...]) -> None:
        """Say which cell was chosen at random."""
        if not holes and self.hole is not None and not self.show.json:
            note(f"the hole is {self.hole[0]},{self.hole[1]}")

    def explain(self, reason: Obstruction) -> int:
        """Explain why there is no tiling, with a picture of the cells that show it."""
        from tilewright.drawing import draw_board, with_reason
        from tilewright.model.board import Board

        out, show = self.out, self.show
        text, picture = f"There is no tiling: {reason.reason}.", None
        small = self.rows * self.columns <= _MOST["a picture that explains why there is no tiling"]
        if small and (out is not None or reason.cells):
            drawn = draw_board(
                Board.rectangle(self.rows, self.columns),
                holes=[] if self.hole is None else [self.hole],
                highlight=[cell for cell in reason.cells if cell != self.hole],
            )
            if out is not None:
                picture = with_reason(drawn, self.name, reason.reason)
            elif not show.quiet:
                text += f"\n{picture_text(drawn)}"
        return deliver(
            show,
            lambda: {**self.head(), "labels": None, "colors": None, "reason": reason.to_json()},
            text,
            picture=None if picture is None else lambda: picture,
            out=out,
            code=1,
        )


def _check_size(cells: int, words: str, forms: Iterable[str], hint: str) -> None:
    """Check before the work that each form can show that number of cells; `hint` says what can."""
    for form in sorted(forms):
        if cells > _MOST[form]:
            raise RequestError(
                f"{words} cells are too many for {form} (at most {_MOST[form]:,}); {hint}"
            )


def _tile_rectangle(
    board: str,
    hole: tuple[str, ...],
    seed: int | None,
    out: Path | None,
    touch: Touch | None,
    show: Show,
) -> int:
    """Tile a rectangle of any size, and return the exit code; 1 if there is no tiling."""
    from tilewright.drawing import draw
    from tilewright.drawing.makers.tile_colors import tile_colors
    from tilewright.solving.theorems import deficient as construct
    from tilewright.solving.theorems import obstruction
    from tilewright.solving.theorems.arguments import check_sides

    check_out(out, show)
    rows, columns, holes = _read_rectangle(board, hole)
    check_sides(rows, columns)
    removed = _choose_hole(holes, rows, columns, seed)
    task = _Task(rows, columns, removed, out, show)
    reason = obstruction(rows, columns, removed)
    if reason is not None:
        code = task.explain(reason)
    else:
        # A PNG may have as many cells as fit into memory.
        forms = task.forms() - {"a PNG"}
        _check_size(rows * columns, f"{rows} x {columns}", forms, "use -o board.png")
        tiling = construct(rows, columns, removed)
        assert tiling is not None
        labels = tiling.labels
        code = deliver(
            show,
            # A proper coloring, as in the pictures.
            lambda: (
                task.head() | {"labels": labels.tolist(), "colors": tile_colors(labels).tolist()}
            ),
            picture=lambda: draw(
                tiling,
                outlines_only=touch is None,
                holes=[removed],
                title=f"T{task.name[1:]} by L-trominoes",
            ),
            what=f"picture of {len(tiling):,} tromino{'' if len(tiling) == 1 else 'es'}",
            out=out,
        )
    task.note_hole(holes)
    return code


def golomb(
    n: Word,
    /,
    *,
    hole: Holes = (),
    seed: Seed = None,
    tile_at: Annotated[str | None, Parameter(metavar="ROW,COLUMN")] = None,
    steps: bool = False,
    window: Annotated[str | None, Parameter(metavar="TOP,LEFT,ROWS,COLUMNS")] = None,
    out: OutPath = None,
    touch: Literal["edge", "strong"] | None = None,
    poster: Poster = Poster(),
    show: ShowPictures = ShowPictures(),
) -> int:
    """Cover all but one cell of a board with L-trominoes.

    By Golomb's theorem, a 2^N x 2^N board has a tiling no matter which cell is removed.
    A theorem also decides every other rectangle and every hole, so no search
    is needed. If there is no tiling, exits with 1 and explains why.

    For example:

      tilewright golomb 5
      tilewright golomb 5 --hole 3,17 -o board.svg
      tilewright golomb 5 --hole 3,17 --touch edge -o colored.png
      tilewright golomb 4 --hole 3,7 --steps -o proof.gif
      tilewright golomb 4 --hole 3,7 --steps --per-page 6 -o proof.pdf
      tilewright golomb 10 -o board.png
      tilewright golomb 5x8-0,2
      tilewright golomb 100x100 --hole 17,4 --touch edge -o board.png
      tilewright golomb 60 --hole 123456789,987654321 --tile-at 5,7
      tilewright golomb 60 --window 100,200,32,32 -o part.svg

    Parameters
    ----------
    n
        N for a board with 2^N rows and columns, or a board such as 2^3, 8x8-3,4, 5x7 or 5x7-0,2.
    hole
        The cell to remove. [default: random]
    touch
        Give different colors to trominoes that share an edge (edge: three colors), or an edge or a
        corner (strong: four colors).
    steps
        Show the proof step by step, in the terminal or in a file (.gif .pdf .svg .png).
    tile_at
        Print which tromino covers this cell. This works even if N is several thousand.
    window
        Show only this part of the board. This works for N up to 62.
    out
        Save a picture (.svg .png .pdf .txt), or the proof step by step (.gif).
    """
    from tilewright.solving.theorems import golomb_cell
    from tilewright.solving.theorems.arguments import check_power

    square = _read_power(n, hole)
    if square is None:
        refuse(
            (tile_at is not None, _POWER, "--tile-at"),
            (steps, _POWER, "--steps"),
            (window is not None, _POWER, "--window"),
            (touch == "strong", _POWER, "--touch"),
        )
        return _tile_rectangle(n, hole, seed, out, touch, show)
    power, holes = square
    side = 1 << check_power(power, where="N")
    removed = _choose_hole(holes, side, side, seed)
    task = _Task(side, side, removed, out, show)
    # A moving picture shows steps.
    moving = out is not None and out.suffix.lower() == ".gif"
    if tile_at is not None:
        row, column = _read_integers(tile_at, "row,column", "--tile-at")
        tile = golomb_cell(power, removed, (row, column), touch=touch or "edge")
        deliver(show, lambda: task.head() | tile.to_json(), tile.text())
    elif steps or (moving and window is None):
        _draw_steps(task, power, removed, touch, poster)
    else:
        _show_part(task, power, removed, touch, window)
    task.note_hole(holes)
    return 0


def _draw_steps(
    task: _Task, n: int, hole: tuple[int, int], touch: Touch | None, poster: Poster
) -> None:
    from tilewright.drawing import check_path, draw_frames
    from tilewright.solving.theorems import golomb_colors, golomb_steps

    out, show = task.out, task.show
    _check_size(1 << 2 * n, f"2^{n} x 2^{n}", ["steps"], "choose a smaller N")
    if show.json:
        frames = [step.tolist() for step in golomb_steps(n, hole)]
        print_json(task.head() | {"steps": frames})
        if out is None:
            return
    kind = ".txt" if out is None else check_path(out, ending=".gif" if str(out) == "-" else None)
    options: dict[str, Any] = {"holes": [hole]}
    if touch is not None:
        options["coloring"] = golomb_colors(n, hole, touch=touch)
    # All frames of an animation have one size; captions are wider than the smallest boards.
    bare = kind == ".gif" and n < 3
    # Each step divides every square into four; the new tromino covers a cell of three of them.
    pictures: Iterable[Picture] = (
        picture.with_squares(1 << (n - step)).with_caption(
            ""
            if bare
            else f"{step} of {n} levels"
            if step
            else f"{1 << n} x {1 << n}, one cell removed"
        )
        for step, picture in enumerate(draw_frames(golomb_steps(n, hole), **options))
    )
    if out is None:
        for picture in () if show.quiet else pictures:
            print_picture(picture)
        return
    title = f"Golomb's proof for the 2^{n} x 2^{n} board without {hole[0]},{hole[1]}"
    options_of: dict[str, dict[str, Any]] = {
        ".gif": {"duration": 900},
        ".pdf": {"title": title, **poster.pages(title)},
    }
    words = f"proof in {counted(n + 1, 'step')}"
    keep(out, pictures, words, show, ending=kind, **options_of.get(kind, {}))


def _show_part(
    task: _Task, n: int, hole: tuple[int, int], touch: Touch | None, given: str | None
) -> None:
    """Draw or print a part of the board, or all of it."""
    from tilewright.drawing import draw
    from tilewright.solving.theorems import colors_of_tiles, golomb, golomb_colors, golomb_window
    from tilewright.solving.theorems.arguments import check_window

    out, show = task.out, task.show
    check_out(out, show)
    window = check_window(
        1 << n,
        None if given is None else _read_integers(given, "top,left,rows,columns", "--window"),
    )
    top, left, rows, columns = window
    whole = rows == columns == 1 << n
    hint, forms = "show a part with --window TOP,LEFT,ROWS,COLUMNS", task.forms()
    if "a drawing" in forms and rows * columns <= _MOST["a PNG"]:
        hint = f"use -o board.png, or {hint}"
    words = f"2^{n} x 2^{n}" if whole else f"{rows} x {columns}"
    _check_size(rows * columns, words, forms, hint)
    if not forms:
        return
    tiling = golomb(n, hole) if whole else golomb_window(n, hole, window)
    colors = golomb_colors(n, hole, window, touch=touch or "edge")

    def said() -> Json:
        return {
            **task.head(),
            "size": [rows, columns],
            **({} if given is None else {"window": list(window)}),
            "labels": tiling.labels.tolist(),
            "touch": touch or "edge",
            "colors": colors_of_tiles(tiling.labels, colors).tolist(),
        }

    def picture() -> Picture:
        inside = top <= hole[0] < top + rows and left <= hole[1] < left + columns
        part = f", rows {top} to {top + rows - 1}, columns {left} to {left + columns - 1}"
        return draw(
            tiling,
            coloring=None if touch is None else colors,
            outlines_only=touch is None,
            holes=[(hole[0] - top, hole[1] - left)] if inside else [],
            title=f"Golomb's tiling of the 2^{n} x 2^{n} board without {hole[0]},{hole[1]}"
            + ("" if whole else part),
        )

    deliver(show, said, picture=picture, out=out)
