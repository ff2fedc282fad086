"""Draw tilings and boards, with the letters, marks, dates and holes on their cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.drawing.makers.layout import CellLayout
from tilewright.drawing.makers.tile_colors import (
    SHADES,
    ColorBy,
    FrameColors,
    height_shades,
    orientation_colors,
    parity_colors,
    piece_colors,
    tile_colors,
)
from tilewright.drawing.model.palette import (
    Palette,
    PaletteName,
    Theme,
    ThemeName,
    find_palette,
    find_theme,
    parse_color,
)
from tilewright.drawing.model.picture import Mark, Picture, Text
from tilewright.errors import RequestError, quoted
from tilewright.model.board import Board
from tilewright.model.naming import tile_signs
from tilewright.model.piece import find_name
from tilewright.model.puzzle import calendar_names
from tilewright.model.space.labels import EMPTY, OUTSIDE, UNCOVERED
from tilewright.model.space.lattice import SQUARES, Cell, Lattice, as_lattice, box_word, cell_word
from tilewright.model.space.surface import FLAT, is_flat_squares
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import check_text, counted, format_value
from tilewright.system.values.language import named

#: Names of the axes of a board, the last axis first.
_AXES = ("columns", "rows", "layers")
#: The most numbers of colors in a picture.
_NUMBERS = 32_000
#: Beyond this many tiles, tiles have no path, name or letter of their own.
INDIVIDUAL = 5_000


def draw(
    tiling: Tiling | ArrayLike,
    *,
    coloring: Any = None,
    color_by: ColorBy | None = None,
    colors: Mapping[str, str] | Sequence[str] | None = None,
    names: bool | Sequence[str] = True,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
    patterns: bool = False,
    outlines_only: bool = False,
    letters: bool = False,
    grid: bool = False,
    marks: Board | Iterable[Cell] | None = None,
    holes: bool | Iterable[Cell] = False,
    highlight: Iterable[Cell] = (),
    lattice: Lattice | str = SQUARES,
    caption: str = "",
    title: str = "",
) -> Picture:
    """Return a picture of a tiling, which may be partial.

    Triangles and hexagons are drawn as polygons. Boards of cubes are drawn twice: as layers side by
    side, and below that as a solid with separated layers. Arrows show which sides of the board are
    joined, if any. Tiles that cross a joined side are drawn with an open outline.

    Parameters
    ----------
    tiling : Tiling, or int array of shape (rows, columns); (layers, rows, columns) for cubes
        The tile of each cell, numbered from 0; -1 for cells outside the board, -2 for empty cells,
        and -3 for uncovered cells.
    coloring : int array, or an object with such a ``coloring``, optional
        The color number of each tile (shape (n,)) or of each cell. By default, adjacent tiles
        always differ in color, and each piece has its own color where possible.
    color_by : {"piece", "orientation", "parity", "height", "touch"}, optional
        The property that determines the colors if `coloring` is omitted: the piece of a tile, its
        orientation, or the tiles that it touches. ``"parity"`` combines the orientation of a tile
        with the parity of row + column of its first cell, which makes frozen regions visible.
        ``"height"`` shades dominoes or lozenges by height (see `Tiling.heights`), from dark to
        light. By default, domino tilings are colored by orientation, tilings by another single
        piece are colored so that touching tiles differ, and all other tilings are colored by piece.
    colors : mapping from str to str, or sequence of str, optional
        The colors of pieces by name, or one color for each tile: ``#rrggbb``, ``#rgb`` or a CSS
        color name. Pieces that are not listed keep their colors.
    names : bool or sequence of str
        A name for each of the n tiles. If True, the names of the tiling's pieces are used; if
        False, the tiles have no names.
    palette, theme : optional
        The palette and the theme, each given as an object or by name (see `PALETTES` and `THEMES`).
    patterns : bool
        Whether to add a different hatch pattern to each color.
    outlines_only : bool
        Whether to draw only the outlines of the tiles, without colors.
    letters : bool
        Whether to label each tile with its name, or with its number if it has no name. Tilings with
        more than 5,000 tiles are drawn without labels.
    grid : bool
        Whether to draw thin lines between the cells of a tile.
    marks : Board, or iterable of cells, optional
        The cells to draw dots on, or a board whose marks are to be drawn. By default, the marks of
        the tiling (if any) are drawn.
    holes : bool or iterable of cells
        The cells to draw as removed, or True for all cells outside the board. Removed cells can be
        drawn only on boards of squares.
    highlight : iterable of cells
        The cells to highlight with rings.
    lattice : Lattice or str
        The lattice of a label array; ignored for a `Tiling`, which specifies its own lattice.
    caption, title : str
        The text below the picture, and the title for screen readers and search engines.

    Raises
    ------
    RequestError
        If an argument is incompatible with the tiling.

    Examples
    --------
    >>> draw([[0, 0, 1], [0, 1, 1]]).fill.tolist()
    [[0, 0, 1], [0, 1, 1]]
    >>> picture = draw([[0, 0, 1], [0, 1, 1]], colors=["#d33", "steelblue"])
    >>> [picture.cell_color(number) for number in picture.fill[0].tolist()]
    ['#dd3333', '#dd3333', '#4682b4']
    """
    layout = _layout(tiling, lattice)
    labels = layout.labels
    count = int(labels.max(initial=-1)) + 1
    shown = find_palette(palette)
    piece, kinds = _pieces_of(tiling, names, count)
    fixed = tiling.colors if isinstance(tiling, Tiling) and kinds == tiling.names else ()
    if outlines_only:
        fill = np.minimum(labels, 0).astype(np.int16)
        fill[labels >= 0] = OUTSIDE
    else:
        if coloring is None and color_by == "height":
            coloring, shown = (
                height_shades(labels, layout.lattice, layout.surface),
                shown.shades(SHADES),
            )
        elif coloring is None:
            coloring = _colors_by(color_by, layout, piece, kinds, len(shown), fixed)
        fill = _fill_cells(layout, coloring, piece, kinds, len(shown), fixed)
        if colors is not None:
            overrides = _requested_colors(colors, piece, kinds, count)
            hues = tuple(dict.fromkeys(color for color in overrides if color))
            used = int(fill.max(initial=-1)) + 1
            if used + len(hues) > _NUMBERS:
                raise RequestError(
                    f"a picture can have at most {_NUMBERS:,} colors", where="colors"
                )
            shown = shown.extended(used, hues)
            number = np.array(
                [used + hues.index(color) if color else -1 for color in overrides], dtype=np.int16
            )
            chosen = np.append(number, np.int16(-1))[np.where(labels >= 0, labels, count)]
            fill = np.where(chosen >= 0, chosen, fill)
    removed = hole_marks(holes, layout)
    individual = count <= INDIVIDUAL
    words = _tile_names(piece, kinds, count) if individual else ()
    shown_marks = tiling.marks if isinstance(tiling, Tiling) else None
    signs, more = signs_of(marks if shown_marks is None else shown_marks, layout)
    texts: list[Text] = []
    if letters and individual:
        texts = letters_on(layout, tile_signs(words), count, [*signs, *more])
    return Picture(
        **layout.parts(fill, grid=grid, removed=removed),
        names=words,
        marks=(*removed, *signs, *marks_at(highlight, layout, "highlight", "ring")),
        texts=(*texts, *more, *calendar_texts(layout)),
        caption=caption,
        title=title or f"A tiling of {_board_words(layout)} by {counted(count, 'tile')}",
        description=_describe(labels, count, kinds, piece),
        palette=shown,
        theme=find_theme(theme),
        patterns=patterns and not outlines_only,
        bare=outlines_only,
    )


def draw_board(
    board: Board | str | ArrayLike,
    *,
    coloring: ArrayLike | None = None,
    modulus: int | None = None,
    words: ArrayLike | None = None,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
    patterns: bool = False,
    holes: bool | Iterable[Cell] = False,
    highlight: Iterable[Cell] = (),
    caption: str = "",
    title: str = "",
) -> Picture:
    """Return a picture of a board.

    Parameters
    ----------
    board : Board or str, or bool array of shape (rows, columns)
    coloring : int array, of the shape of the board, optional
        A color number for each cell.
    modulus : int, optional
        Use ``(row + column) % modulus`` as the color number of each cell. For cubes, the sum also
        includes the layer number. A modulus of 2 produces a chessboard.
    words : array of str, of the shape of the board, optional
        The text to draw in each cell, instead of the marks of the board. An empty string means no
        text.
    palette, theme : optional
        The palette and the theme, each given as an object or by name (see `PALETTES` and `THEMES`).
        A chessboard is gray by default.
    patterns : bool
        Whether to add a different hatch pattern to each color.
    holes : bool or iterable of cells
        The cells to draw as removed, or True for all cells outside the board. Removed cells can be
        drawn only on boards of squares.
    highlight : iterable of cells
        The cells to highlight with rings.
    caption, title : str
        The text below the picture, and the title for screen readers and search engines.

    Raises
    ------
    RequestError
        If both `coloring` and `modulus` are given, or if an array does not have the shape of the
        board.
    """
    if not isinstance(board, Board):
        board = Board.parse(board) if isinstance(board, str) else Board.from_array(board)
    mask = board.mask
    labels = np.where(mask, UNCOVERED, OUTSIDE).astype(np.int32)
    labels[board.optional] = EMPTY
    layout = CellLayout(labels, board.lattice, board.surface)
    removed = hole_marks(holes, layout)
    fill = labels.astype(np.int16)
    if coloring is not None and modulus is not None:
        raise RequestError("pass either `coloring` or `modulus`, not both", where="modulus")
    if modulus is not None:
        if modulus < 1:
            raise RequestError(f"`modulus` must be at least 1, got {modulus}")
        coloring = np.indices(mask.shape).sum(axis=0) % modulus
        if palette is None and modulus == 2:
            palette = "grays"
    if coloring is not None:
        fill[mask] = _check_shape(coloring, mask, "coloring")[mask]
    signs, texts = signs_of(board, layout)
    if words is not None:
        written = _check_shape(words, mask, "words")
        cells = np.argwhere(mask & (written != ""))
        texts = tuple(
            Text(row + 0.5, column + 0.5, str(word), 0.4, role="letter")
            for (row, column), word in zip(
                layout.place(cells), written[tuple(cells.T)].tolist(), strict=True
            )
        )
    area = board.area
    axes = [f"{size} {name}" for size, name in zip(mask.shape[::-1], _AXES, strict=False)][::-1]
    parts = layout.parts(fill, removed=removed)
    return Picture(
        **(parts | {"regions": None}),
        marks=(*removed, *signs, *marks_at(highlight, layout, "highlight", "ring")),
        texts=(*texts, *calendar_texts(layout)),
        caption=caption,
        title=title or f"The board {board}",
        description=f"{area} cells in {', '.join(axes[:-1])} and {axes[-1]}.",
        palette=find_palette(palette),
        theme=find_theme(theme),
        patterns=patterns,
    )


def _check_shape(values: ArrayLike, mask: NDArray[np.bool_], where: str) -> NDArray[Any]:
    """Return values for cells as an array, or raise an error if the shape is wrong."""
    array = np.asarray(values)
    if array.shape != mask.shape:
        raise RequestError(
            f"`{where}` must have the shape of the board, {mask.shape}, got {array.shape}",
            where=where,
        )
    return array


def draw_frames(
    frames: Iterable[Tiling | ArrayLike | Picture],
    *,
    names: Sequence[str] = (),
    **options: Any,
) -> Iterator[Picture]:
    """Return an iterator over pictures of partial tilings, for an animation.

    Each tile keeps the same color in all pictures.

    Parameters
    ----------
    frames : iterable of Tiling or int array (rows, columns)
        The tilings or label arrays; the label -3 stands for an uncovered cell. Elements that are
        already pictures are left unchanged.
    names : sequence of str
        The names of the pieces, which determine their colors. By default, the names are taken from
        the first tiling that has names.
    **options
        Options to pass to `draw`.
    """
    if isinstance(frames, Tiling | Picture) or not isinstance(frames, Iterable):
        raise RequestError(
            f"`frames` must be an iterable of tilings, got {format_value(frames)}", where="frames"
        )
    return _frames(frames, names, options)


def _frames(
    frames: Iterable[Tiling | ArrayLike | Picture], names: Sequence[str], options: dict[str, Any]
) -> Iterator[Picture]:
    size = len(find_palette(options.get("palette")))
    frame_colors: FrameColors | None = None
    for frame in frames:
        if isinstance(frame, Picture):
            yield frame
            continue
        known = frame.names if isinstance(frame, Tiling) else ()
        if frame_colors is None:
            fixed = frame.colors if isinstance(frame, Tiling) and not names else ()
            frame_colors = FrameColors(names or known, size, fixed)
        if any(options.get(name) is not None for name in ("coloring", "color_by")) or options.get(
            "outlines_only"
        ):
            yield draw(frame, **options)
            continue
        piece = frame.piece if isinstance(frame, Tiling) else None
        layout = _layout(frame, options.get("lattice", SQUARES))
        coloring = frame_colors.colors(layout.labels, piece, layout.lattice, layout.surface)
        yield draw(frame, **{**options, "coloring": coloring})


def _pieces_of(
    tiling: Tiling | ArrayLike, names: bool | Sequence[str], count: int
) -> tuple[NDArray[Any] | None, tuple[str, ...]]:
    """Return the piece of each tile and the names of the pieces, from the tiling or the caller."""
    if isinstance(names, bool):
        if not names or not isinstance(tiling, Tiling):
            return None, ()
        if tiling.piece is not None and len(tiling.piece) < count:
            raise RequestError(
                f"the tiling has {count} tiles, but names the pieces of only {len(tiling.piece)} "
                "of them",
                where="tiling",
            )
        return tiling.piece, tuple(check_text(name, "the name of a piece") for name in tiling.names)
    if not isinstance(names, Iterable) or isinstance(names, str):
        raise RequestError(
            "`names` must be True, False or a sequence with a name for each tile, got "
            f"{format_value(names)}",
            where="names",
        )
    tile_names = [check_text(name, "a name") for name in names]
    if len(tile_names) != count:
        raise RequestError(
            f"`names` must have one name for each of the {count} tiles, got {len(tile_names)}",
            where="names",
        )
    number = {kind: index for index, kind in enumerate(dict.fromkeys(tile_names))}
    return np.array([number[name] for name in tile_names], dtype=np.int32), tuple(number)


def _layout(tiling: Tiling | ArrayLike, lattice: Lattice | str) -> CellLayout:
    """Return the layout of a tiling or of a label array."""
    if isinstance(tiling, Tiling):
        return CellLayout(tiling.labels, tiling.lattice, tiling.surface)
    known = as_lattice(lattice)
    try:
        labels = np.asarray(tiling)
    except ValueError:
        raise RequestError(
            "the rows of the labels have different lengths", where="tiling"
        ) from None
    if (
        labels.ndim != known.dimension
        or not np.issubdtype(labels.dtype, np.integer)
        or not labels.size
    ):
        raise RequestError(
            f"labels must be a {known.dimension}-dimensional array of integers, got a "
            f"{labels.ndim}-dimensional "
            f"array of {labels.dtype} with {labels.size} cells",
            where="tiling",
        )
    lowest = int(labels.min())
    if lowest < UNCOVERED:
        raise RequestError(f"labels must be at least {UNCOVERED}, got {lowest}", where="tiling")
    return CellLayout(labels.astype(np.int64) if labels.dtype.kind == "u" else labels, known, FLAT)


def _board_words(layout: CellLayout) -> str:
    """Return the name of the board in a title."""
    surface = f"a {layout.surface.title} of " if layout.surface.joined else ""
    if layout.is_raster:
        rows, columns = layout.labels.shape
        return f"{surface}{rows}x{columns} squares" if surface else f"a {rows}x{columns} board"
    return f"{surface}{int((layout.labels != OUTSIDE).sum())} {layout.lattice.cells}"


def _fill_cells(
    layout: CellLayout,
    coloring: Any,
    piece: NDArray[Any] | None,
    kinds: Sequence[str],
    size: int,
    fixed: Sequence[int | None] = (),
) -> NDArray[np.int16]:
    labels = layout.labels
    count = int(labels.max(initial=-1)) + 1
    if coloring is None:
        by_tile = tile_colors(
            labels,
            piece,
            kinds,
            colors=size,
            fixed=fixed,
            lattice=layout.lattice,
            surface=layout.surface,
        )
    else:
        numbers = np.asarray(getattr(coloring, "coloring", coloring))
        if numbers.dtype.kind not in "biu":
            raise RequestError(
                f"`coloring` must contain only integers, got {format_value(coloring)}",
                where="coloring",
            )
        if (
            numbers.ndim
            and numbers.size
            and (int(numbers.min()) < OUTSIDE or int(numbers.max()) > 30_000)
        ):
            raise RequestError(
                f"color numbers must be 0 to 30000, got {numbers.min()} to {numbers.max()}",
                where="coloring",
            )
        if numbers.shape == labels.shape:
            return np.where(labels >= 0, numbers, labels).astype(np.int16)
        if numbers.ndim != 1 or len(numbers) < count:
            raise RequestError(
                f"`coloring` must have a number for each of the {count} tiles or for each cell, "
                "got shape "
                f"{numbers.shape}",
                where="coloring",
            )
        by_tile = numbers[:count].astype(np.int16)
    # Negative labels index the table from its end.
    table = np.concatenate([by_tile, np.array([UNCOVERED, EMPTY, OUTSIDE], dtype=np.int16)])
    fill: NDArray[np.int16] = table[labels]
    return fill


def _colors_by(
    color_by: ColorBy | None,
    layout: CellLayout,
    piece: NDArray[Any] | None,
    kinds: Sequence[str],
    size: int,
    fixed: Sequence[int | None] = (),
) -> NDArray[np.int16] | None:
    """Return the requested colors of tiles, or None for the default of `tile_colors`."""
    labels = layout.labels
    if color_by is None:
        count = int(labels.max(initial=-1)) + 1
        dominoes = (
            len(kinds) == 1
            and not any(fixed)
            and layout.is_raster
            and int((labels >= 0).sum()) == 2 * count
        )
        return orientation_colors(labels) if dominoes and not layout.surface.joined else None
    if color_by == "orientation":
        return orientation_colors(labels, layout.lattice)
    if color_by == "parity":
        return parity_colors(labels, layout.lattice)
    if color_by == "touch":
        return tile_colors(labels, colors=size, lattice=layout.lattice, surface=layout.surface)
    if color_by != "piece":
        raise RequestError(
            "`color_by` must be piece, orientation, parity, height or touch, got "
            f"{format_value(color_by)}",
            where="color_by",
        )
    if piece is None:
        raise RequestError(
            "the pieces of the tiles are unknown, so they cannot determine colors", where="color_by"
        )
    by_tile: NDArray[np.int16] = np.array(piece_colors(kinds, size, fixed), dtype=np.int16)[piece]
    return by_tile


def _requested_colors(
    colors: Mapping[str, str] | Sequence[str],
    piece: NDArray[Any] | None,
    kinds: Sequence[str],
    count: int,
) -> list[str]:
    """Return the color given for each tile, or an empty string for tiles that keep their color."""
    if isinstance(colors, Mapping):
        if piece is None:
            raise RequestError(
                "the pieces of the tiles are unknown; pass a list with a color for each tile",
                where="colors",
            )
        by_kind = [""] * len(kinds)
        for name, color in colors.items():
            kind = find_name(check_text(name, "the name of a piece"), kinds)
            if kind is None:
                raise RequestError(
                    f"the tiling has no piece {quoted(name)}; its pieces are {', '.join(kinds)}",
                    where="colors",
                )
            by_kind[kind] = parse_color(color)
        return [by_kind[kind] for kind in piece[:count].tolist()]
    if not isinstance(colors, Sequence) or isinstance(colors, str) or len(colors) != count:
        raise RequestError(
            "must be a mapping from piece names to colors, or a list of "
            f"{counted(count, 'color')}, one for each tile",
            where="colors",
        )
    return [parse_color(color) for color in colors]


def _tile_names(piece: NDArray[Any] | None, kinds: Sequence[str], count: int) -> tuple[str, ...]:
    return () if piece is None else tuple(kinds[index] for index in piece[:count].tolist())


def _describe(
    labels: NDArray[Any], count: int, kinds: Sequence[str], piece: NDArray[Any] | None
) -> str:
    covered = int((labels >= 0).sum())
    words = [f"{covered} cells are covered by {count} tiles"]
    if piece is not None and kinds and count:
        copies = np.bincount(piece[:count], minlength=len(kinds)).tolist()
        words.append(", ".join(f"{n} {kind}" for kind, n in zip(kinds, copies, strict=True) if n))
    empty, open_ = int((labels == EMPTY).sum()), int((labels == UNCOVERED).sum())
    tail = [f"{empty} cells stayed empty"] if empty else []
    tail += [f"{open_} cells are not covered yet"] if open_ else []
    return ": ".join(words) + "." + "".join(f" {sentence}." for sentence in tail)


#: Row and column of the upper left corner of a square around the middle of a cell.
Place: TypeAlias = tuple[float, float]


def board_marks(places: Iterable[tuple[Place, str]], single: bool) -> tuple[list[Mark], list[Text]]:
    """Return marks and texts for marked positions: dots if there is only one mark, and letters
    otherwise.
    """
    if single:
        return [Mark(row, column) for (row, column), _ in places], []
    return [], [
        Text(row + 0.5, column + 0.5, word, 0.6, role="letter") for (row, column), word in places
    ]


def letters_on(
    layout: CellLayout, words: Sequence[str], count: int, signs: Iterable[Mark | Text]
) -> list[Text]:
    """Return a text for each tile, on the free cell nearest to its middle."""
    cells = np.argwhere(layout.labels >= 0)
    tile = layout.labels[tuple(cells.T)]
    rows, columns = np.array(layout.place(cells), dtype=np.float64).reshape(-1, 2).T
    size = np.maximum(np.bincount(tile, minlength=count), 1)
    off = np.hypot(
        rows - (np.bincount(tile, rows, count) / size)[tile],
        columns - (np.bincount(tile, columns, count) / size)[tile],
    )
    # Cells with a dot or a letter. Texts are placed by their middles.
    taken = [
        (sign.row, sign.column) if isinstance(sign, Mark) else (sign.row - 0.5, sign.column - 0.5)
        for sign in signs
    ]
    if taken:
        place = {(round(row, 3), round(column, 3)) for row, column in taken}
        marked = [
            (round(row, 3), round(column, 3)) in place
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        ]
        off[marked] += sum(layout.labels.shape)
    order = np.lexsort((off.round(6), tile))
    first = np.unique(tile[order], return_index=True)[1]
    return [
        Text(row + 0.5, column + 0.5, word, 0.5 if len(word) < 3 else 0.36, role="letter")
        for row, column, number in zip(
            rows[order][first].tolist(),
            columns[order][first].tolist(),
            tile[order][first].tolist(),
            strict=True,
        )
        if (word := words[number] if words else str(number))
    ]


def signs_of(
    marks: Board | NDArray[np.str_] | Iterable[Cell] | None, layout: CellLayout
) -> tuple[tuple[Mark, ...], tuple[Text, ...]]:
    """Return marks and texts for the marks of a board or a tiling, or for given cells."""
    if marks is None:
        return (), ()
    if isinstance(marks, np.ndarray) and marks.dtype.kind == "U":
        where = np.argwhere(marks != "")
        placed = zip(layout.place(where), marks[tuple(where.T)].tolist(), strict=True)
        dots, texts = board_marks(placed, single=False)
        return tuple(dots), tuple(texts)
    if not isinstance(marks, Board):
        return tuple(marks_at(marks, layout, "marks", "dot")), ()
    where = np.argwhere(marks.marks)
    words = [marks.alphabet[number - 1] for number in marks.marks[tuple(where.T)].tolist()]
    placed = zip(layout.place(where), words, strict=True)
    dots, texts = board_marks(placed, single=len(marks.alphabet) == 1)
    return tuple(dots), tuple(texts)


def marks_at(
    cells: Iterable[Cell], layout: CellLayout, where: str, kind: Literal["dot", "ring", "hole"]
) -> list[Mark]:
    """Return marks on some cells. `where` is the argument to name in errors."""
    dimension = layout.labels.ndim
    named = [inside(cell, layout.labels) for cell in checked_cells(cells, where, dimension)]
    return [Mark(row, column, kind) for row, column in layout.place(named)]


def calendar_texts(layout: CellLayout) -> list[Text]:
    """Return the months and days on the uncovered cells of a calendar, with the date in bold."""
    labels = layout.labels
    if not is_flat_squares(layout):
        return []
    return [
        Text(
            row + 0.5,
            column + 0.5,
            named(name),
            0.36,
            role="label" if free else "note",
            bold=bool(free),
        )
        for (row, column), name in calendar_names(labels != OUTSIDE).items()
        if (free := labels[row, column] == OUTSIDE) or labels[row, column] < 0
    ]


def hole_marks(holes: bool | Iterable[Cell], layout: CellLayout) -> tuple[Mark, ...]:
    """Return marks for all holes, for the given cells, or for no cells. Only boards of squares have
    such marks.
    """
    if isinstance(holes, bool):
        holes = map(tuple, np.argwhere(layout.labels == OUTSIDE).tolist()) if holes else ()
    marks = marks_at(holes, layout, "holes", "hole")
    return tuple(marks) if layout.is_raster else ()


def checked_cells(values: object, where: str, dimension: int = 2) -> Iterable[Cell]:
    """Yield the cells in an argument, after checking them. `where` is the argument to name in
    errors.
    """
    what = "pair (row, column)" if dimension == 2 else "triple (layer, row, column)"
    if not isinstance(values, Iterable) or isinstance(values, str):
        raise RequestError(
            f"expected {what.replace(' ', 's ', 1)}, got {format_value(values)}", where=where
        )
    for cell in values:
        try:
            numbers = tuple(map(index, cell))
        except (TypeError, ValueError):
            numbers = ()
        if len(numbers) != dimension:
            raise RequestError(f"a cell must be a {what}, got {format_value(cell)}", where=where)
        yield numbers


def inside(cell: Cell, labels: NDArray[Any]) -> Cell:
    """Return a cell, or raise an error if it is outside the label array."""
    if not all(0 <= x < size for x, size in zip(cell, labels.shape, strict=True)):
        words, shape = cell_word(cell), box_word(labels.shape)
        raise RequestError(f"the cell {words} is outside the {shape} picture")
    return cell
