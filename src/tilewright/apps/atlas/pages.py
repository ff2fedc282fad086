"""The pages of the atlas: one for each piece, and one for each set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tilewright.apps.atlas import figures, wording
from tilewright.apps.atlas.markup import Markup, command, el, figure, frame, joined, section
from tilewright.apps.atlas.smallest_pages import describe_smallest
from tilewright.errors import FormatError
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle, find_puzzle
from tilewright.model.puzzle.ids import puzzle_id
from tilewright.model.space.catalog import find_family
from tilewright.model.space.lattice import CUBES, HEXAGONS, SQUARES
from tilewright.model.space.polyform import Polyform, scaled
from tilewright.shapes.atlas.records import Atlas, PieceRecord
from tilewright.shapes.atlas.sets import SEQUENCES, file_name
from tilewright.shapes.atlas.tables import counts
from tilewright.system.values.arguments import counted

#: Prime rectangles or boxes that are drawn and named on a page, and the cells of the largest
#: rectangle and box that is drawn.
_DRAWN, _NAMED, _CELLS, _SOLID_CELLS = 3, 24, 700, 150
#: Puzzles that are named on a page.
_PUZZLES = 12
#: The largest board to play on, in cells.
_PLAYED = 200


def _link(number: str) -> Markup:
    return el("a", number, href=f"https://oeis.org/{number}")


def _definitions(rows: Iterable[tuple[str, str | None]]) -> Markup:
    listed = [
        el("div", el("dt", name), el("dd", value)) for name, value in rows if value is not None
    ]
    return el("dl", *listed)


def _beside(picture: Markup, *rows: tuple[str, str | None]) -> Markup:
    """Return a picture with definitions to its right, if there is room."""
    return el("div", picture, _definitions(rows), class_="beside")


def piece_page(atlas: Atlas, one: PieceRecord) -> str:
    """Return the page of a piece."""
    records = atlas.families[one.family]
    place = one.number - 1
    around = [
        el(
            "a",
            f"← {before.title}" if before.number < one.number else f"{before.title} →",
            href=f"{file_name(before.id)}.html",
            rel="prev" if before.number < one.number else "next",
        )
        for before in (*records[max(0, place - 1) : place], *records[place + 1 : place + 2])
    ]
    title = one.title[0].upper() + one.title[1:]
    sections = (_plane, _boxes, _rep_tile, _one_missing, describe_smallest, _puzzles)
    return frame(
        title,
        f"Everything that tilewright knows about the {one.title}: "
        f"{wording.short(one) or one.drawing}.",
        el(
            "p",
            el("a", "Atlas", href="../index.html"),
            " / ",
            el("a", one.family, href=f"../sets/{one.family}.html"),
            class_="path",
        ),
        el("h1", title),
        el("div", _looks(atlas, one), class_="card first"),
        *(write(atlas, one) for write in sections),
        _numbers(atlas, one),
        el("nav", *around, class_="around", aria_label="Other pieces of the set"),
        up="../",
        play=atlas.play,
        parts=atlas.parts,
    )


def _looks(atlas: Atlas, one: PieceRecord) -> Markup:
    """Return the picture of a piece, what can be seen in it, and links to play with it."""
    space = one.space
    solid = space is CUBES
    fixed, one_sided = one.orientations["fixed"], one.orientations["one-sided"]
    mirror = "differs from its mirror image" if one_sided == 2 else "is its own mirror image"
    hull = None
    if one.hull is not None:
        hull = f"{wording.area(one.hull)} {space.cells if one.hull != 1 else space.cells[:-1]}"
    facts = _definitions(
        [
            ("Name", one.id + (f" (also {', '.join(one.names)})" if one.names else "")),
            (
                "Cells",
                f"{one.cells} {space.cells if one.cells > 1 else space.cells.removesuffix('s')}",
            ),
            ("Drawing", space.prefix + one.drawing),
            (
                "Symmetry",
                f"{one.symmetry['words']}" + ("" if solid else f" ({one.symmetry['name']})"),
            ),
            ("Orientations", f"{fixed}; the piece {mirror}"),
            ("Faces outside" if solid else "Perimeter", str(one.perimeter)),
            (
                "Box" if solid else "Rectangle around it",
                None if one.box is None else wording.sides(one.box),
            ),
            ("Convex hull", hull),
            ("Holes", None if solid else (counted(one.holes, "cell") if one.holes else "none")),
        ]
    )
    return joined(
        [figure(figures.piece(one), class_="piece"), el("div", facts, _actions(atlas, one))]
    )


def _actions(atlas: Atlas, one: PieceRecord) -> Markup:
    """Return the links to the page that plays, and the command that shows the piece."""
    links = []
    if atlas.play is not None:
        page = f"../{atlas.play}"
        puzzle = _to_play(one)
        if puzzle is not None:
            links.append(
                el("a", "Play with it", href=f"{page}#/p/{puzzle}", class_="button primary")
            )
        if one.space is not CUBES:
            drawn = (one.space.prefix + one.drawing).replace("#", "o").replace("/", "-")
            links.append(el("a", "Open in Plane", href=f"{page}#/plane/{drawn}/f", class_="button"))
    return el(
        "div", el("p", *links, class_="actions") if links else None, command("pieces", one.id)
    )


def _to_play(one: PieceRecord) -> str | None:
    """Return the ID of a puzzle with copies of a piece that has a solution: a rectangle, or the
    piece enlarged; None without one.
    """
    boards = []
    found = one.facts.get("rectangles") or one.facts.get("boxes") or {}
    prefix = one.space.prefix
    if found.get("primes"):
        smallest = min(found["primes"], key=lambda box: (_product(box), box))
        boards.append(Board.parse(prefix + "x".join(map(str, smallest))))
    rep_tile = one.facts.get("rep_tile") or {}
    if rep_tile.get("scale"):
        boards.append(Board.from_array(scaled(one.polyform, rep_tile["scale"]), one.space))
    for board in boards:
        copies = board.area // one.cells
        if copies >= 2 and board.area <= _PLAYED:
            piece = Piece(one.polyform, one.id, least=copies, most=copies)
            try:
                return puzzle_id(Puzzle.of(Problem(board, piece, turn=one.space.turn)))
            except FormatError:
                continue
    return None


def _product(numbers: Iterable[int]) -> int:
    product = 1
    for number in numbers:
        product *= number
    return product


def _plane(_: Atlas, one: PieceRecord) -> Markup | None:
    """Return the section about the plane."""
    if one.space is CUBES:
        return None
    found = one.facts.get("plane") or {}
    content: list[str | None] = [el("p", wording.plane(one))]
    words = ["plane", one.id]
    if one.tiles:
        proven = (
            "" if found["isohedral_number_proven"] or found["isohedral_number"] == 1 else " or less"
        )
        content.append(
            _beside(
                figure(figures.patch(one), "One period is outlined. Colors show the orientations."),
                ("Isohedral number", f"{found['isohedral_number']}{proven}"),
                ("Heesch type", found["certificate"].get("kind")),
                ("Tiles in a period", str(len(found["certificate"]["placements"]))),
                ("Half turns are enough", "yes" if found["half_turn"] else None),
            )
        )
        words += ["-o", f"{file_name(one.id)}.svg"]
    elif "coronas" in found.get("certificate", {}):
        heesch, holes = found["heesch"], found["heesch_with_holes"]
        least = f"at least {found.get('heesch_at_least', heesch)}"
        rings = len(found["certificate"]["coronas"])
        content.append(
            _beside(
                figure(
                    figures.coronas(one), f"{counted(rings, 'ring')} of copies around the piece."
                ),
                ("Heesch number", least if heesch is None else str(heesch)),
                ("If the last ring may have holes", least if holes is None else str(holes)),
            )
        )
        words += ["--heesch", "-o", f"{file_name(one.id)}.svg"]
    return section("The plane", *content, command(*words), id_="plane")


def _boxes(_: Atlas, one: PieceRecord) -> Markup | None:
    """Return the section about rectangles or boxes."""
    if one.space not in (SQUARES, CUBES):
        return None
    solid = one.space is CUBES
    found = one.facts.get("boxes" if solid else "rectangles") or {}
    content: list[str | None] = [el("p", wording.boxes(one))]
    primes = found.get("primes", [])
    if primes:
        named = ", ".join(map(wording.sides, primes[:_NAMED]))
        more = f" and {len(primes) - _NAMED} more" if len(primes) > _NAMED else ""
        name = f"Prime {'boxes' if solid else 'rectangles'}"
        # A cut may divide these into two about which nothing is known.
        unsure = ", ".join(map(wording.sides, found.get("unproven", [])[:_NAMED])) or None
        content.append(
            _definitions(
                [
                    (name, named + more),
                    ("Of these, perhaps not prime", unsure),
                    *_strengths(one),
                    ("Square order", _square(one, proven=True)),
                    (f"Smallest {'cube' if solid else 'square'} found", _square(one, proven=False)),
                ]
            )
        )
    drawn = [
        (sides, labels)
        for sides, labels in _tilings(found)
        if _product(sides) <= (_SOLID_CELLS if solid else _CELLS)
    ][:_DRAWN]
    pictures = [
        figure(
            figures.tiling(
                one, labels, f"{wording.sides(sides)} by {_product(sides) // one.cells} tiles"
            ),
            f"{wording.sides(sides)}: {_product(sides) // one.cells} tiles",
        )
        for sides, labels in drawn
    ]
    content.append(el("div", *pictures, class_="figures") if pictures else None)
    words = ["rectangles", one.id, *(["--boxes"] if solid else [])]
    return section("Boxes" if solid else "Rectangles", *content, command(*words), id_="rectangles")


def _strengths(one: PieceRecord) -> Iterator[tuple[str, str | None]]:
    """Yield which prime rectangles cannot be divided into smaller ones in any way, and which can,
    though not by a straight cut.
    """
    found = one.rectangles
    if found is None:
        return
    strong = found.strongly_prime
    every = found.complete and len(strong) == len(found.primes)
    named = ", ".join(map(wording.sides, strong[:_NAMED])) or None
    more = f" and {len(strong) - _NAMED} more" if len(strong) > _NAMED else ""
    yield "Strongly prime", "all of them" if every else named and named + more
    yield "Weakly prime", ", ".join(map(wording.sides, found.weakly_prime)) or None


def _square(one: PieceRecord, *, proven: bool) -> str | None:
    """Return the smallest square that copies tile, if it is proven or not proven to be that, or the
    smallest cube that is made of equal boxes.
    """
    side = one.square
    known = one.rectangles is not None and one.rectangles.square_order is not None
    if side is None or known is not proven:
        return None
    dimension = one.space.dimension
    copies = counted(side**dimension // one.cells, "copy").replace("copys", "copies")
    return f"{wording.sides([side] * dimension)}: {copies}" + (", proven" if proven else "")


def _tilings(found: dict[str, Any]) -> list[tuple[list[int], Any]]:
    """Return the prime rectangles or boxes with their tilings, smallest first."""
    listed = [(each["box"], each["labels"]) for each in found.get("tilings", [])]
    listed += [
        (each["rectangle"], each["labels"])
        for each in found.get("claims", [])
        if each["claim"] == "tiling"
    ]
    return sorted(listed, key=lambda each: (_product(each[0]), each[0]))


def _rep_tile(_: Atlas, one: PieceRecord) -> Markup | None:
    """Return the section about the piece, enlarged."""
    if one.space is HEXAGONS:
        return None
    found = one.facts.get("rep_tile") or {}
    content: list[str | None] = [el("p", wording.rep_tile(one))]
    if found.get("labels"):
        grown = Polyform.from_array(scaled(one.polyform, found["scale"]), one.space)
        title = f"The {one.title}, enlarged by {found['scale']}"
        content += [
            figure(figures.tiling(one, found["labels"], title)),
            command("solve", one.space.prefix + grown.text(), f"{one.id}+"),
        ]
    return section("Copies that make the piece again", *content, id_="rep-tile")


def _one_missing(_: Atlas, one: PieceRecord) -> Markup | None:
    """Return the section about rectangles with one cell missing."""
    if one.space is not SQUARES:
        return None
    found = one.facts.get("one_missing") or {}
    content: list[str | None] = [el("p", wording.one_missing(one))]
    if found.get("labels"):
        rows, columns = found["board"]
        row, column = found["hole"]
        title = f"{rows} × {columns} without a cell"
        content += [
            figure(figures.tiling(one, found["labels"], title)),
            command("solve", f"{rows}x{columns}-{row},{column}", f"{one.id}+"),
        ]
    return section("A rectangle with one cell missing", *content, id_="one-missing")


def _puzzles(atlas: Atlas, one: PieceRecord) -> Markup | None:
    """Return the section about named puzzles."""
    if not one.puzzles:
        return None
    items = []
    for name in one.puzzles[:_PUZZLES]:
        title = find_puzzle(name).title
        words = title if atlas.play is None else el("a", title, href=f"../{atlas.play}#/p/{name}")
        items.append(el("li", words, " ", el("code", name)))
    more = len(one.puzzles) - len(items)
    return section(
        "Puzzles",
        el("ul", *items, class_="puzzles"),
        el("p", f"and {more} more", class_="muted") if more else None,
        command("play", one.puzzles[0]),
        id_="puzzles",
    )


def _numbers(atlas: Atlas, one: PieceRecord) -> Markup:
    """Return the section about the set, with the sequences that count the pieces like this one for
    all sizes.
    """
    found = one.facts.get("plane", {})
    holds = {
        "tile": one.tiles is True,
        "do not tile": one.tiles is False,
        "do not tile, no hole": one.tiles is False and not one.holes,
        "no hole": not one.holes,
        "translation": found.get("kind") == "translation",
        "isohedral": one.tiles is True and found.get("kind") != "periodic",
        "anisohedral": found.get("kind") == "periodic",
        "rectangle": one.rectifiable is True,
    }
    rows = [
        el("li", _link(sequence.number), f": pieces that {sequence.what}")
        for sequence in SEQUENCES[one.space]
        if holds.get(sequence.key)
    ]
    return section(
        f"Among the {one.family}",
        el(
            "p",
            f"Piece {one.number} of ",
            el(
                "a",
                f"{len(atlas.families[one.family])} {one.family}",
                href=f"../sets/{one.family}.html",
            ),
            " (",
            _link(SEQUENCES[one.space][0].number),
            "). Sequences that count it, for all sizes:" if rows else ").",
        ),
        el("ul", *rows) if rows else None,
        el(
            "p",
            "Certificates are in ",
            el("a", f"facts/{one.family}.jsonl", href=f"../facts/{one.family}.jsonl"),
            ", one line for each piece. To verify them all, download the file and run:",
            class_="muted",
        ),
        command("verify", f"{one.family}.jsonl"),
        id_="set",
    )


def _counts(records: Sequence[PieceRecord]) -> Markup:
    """Return the table of a set: how many pieces there are of each kind, with the sequences that
    count them for all sizes.
    """
    found = counts(records)
    rows = [
        el(
            "tr",
            el("td", sequence.what),
            el(
                "td",
                "not known" if found[sequence.key] is None else f"{found[sequence.key]:,}",
                class_="number",
            ),
            el("td", _link(sequence.number)),
        )
        for sequence in SEQUENCES[records[0].space]
    ]
    head = el(
        "tr",
        *(
            el("th", words, scope="col")
            for words in ("Pieces that are or do", "Number", "All sizes")
        ),
    )
    return el("div", el("table", el("thead", head), el("tbody", *rows)), class_="wide")


def family_page(atlas: Atlas, name: str) -> str:
    """Return the page of a set."""
    records = atlas.families[name]
    known = find_family(name)
    assert known is not None
    title = name[0].upper() + name[1:]
    unit = known[0].cells if known[1] > 1 else known[0].cells.removesuffix("s")
    picture = el(
        "img", src=f"{name}.svg", alt=f"The {name}: {counted(len(records), 'piece')}", class_="set"
    )
    links = [
        el(
            "li",
            el(
                "a",
                figures.thumbnail(one),
                el("span", one.title),
                href=f"../pieces/{file_name(one.id)}.html",
            ),
        )
        for one in records
    ]
    return frame(
        title,
        f"The {len(records)} {name}, each with everything that tilewright knows about it.",
        el("p", el("a", "Atlas", href="../index.html"), class_="path"),
        el("h1", title),
        el("p", f"{counted(len(records), 'piece')} of {known[1]} {unit}.", class_="lead"),
        el("section", picture, command("pieces", name, "-o", f"{name}.svg"), class_="card"),
        section("How many", _counts(records), id_="counts"),
        el("section", el("h2", "Pages"), el("ul", *links, class_="grid"), id_="pages"),
        up="../",
        play=atlas.play,
        parts=atlas.parts,
    )
