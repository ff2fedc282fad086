"""The pages of the atlas: one for each piece, and one for each set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tilewright.apps.atlas import figures, wording
from tilewright.apps.atlas.markup import Markup, command, el, figure, frame, join_parts, section
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
    elements = [
        el("div", el("dt", name), el("dd", value)) for name, value in rows if value is not None
    ]
    return el("dl", *elements)


def _add_definitions(picture: Markup, *rows: tuple[str, str | None]) -> Markup:
    """Return a picture with definitions to its right, if there is room."""
    return el("div", picture, _definitions(rows), class_="beside")


def piece_page(atlas: Atlas, record: PieceRecord) -> str:
    """Return the page of a piece."""
    records = atlas.families[record.family]
    place = record.number - 1
    neighbors = [
        el(
            "a",
            f"← {neighbor.title}" if neighbor.number < record.number else f"{neighbor.title} →",
            href=f"{file_name(neighbor.id)}.html",
            rel="prev" if neighbor.number < record.number else "next",
        )
        for neighbor in (*records[max(0, place - 1) : place], *records[place + 1 : place + 2])
    ]
    title = record.title[0].upper() + record.title[1:]
    sections = (_plane, _boxes, _rep_tile, _one_missing, describe_smallest, _puzzles)
    return frame(
        title,
        f"Everything that tilewright knows about the {record.title}: "
        f"{wording.summary(record) or record.drawing}.",
        el(
            "p",
            el("a", "Atlas", href="../index.html"),
            " / ",
            el("a", record.family, href=f"../sets/{record.family}.html"),
            class_="path",
        ),
        el("h1", title),
        el("div", _appearance(atlas, record), class_="card first"),
        *(write(atlas, record) for write in sections),
        _set_section(atlas, record),
        el("nav", *neighbors, class_="around", aria_label="Other pieces of the set"),
        up="../",
        play=atlas.play,
        parts=atlas.parts,
    )


def _appearance(atlas: Atlas, record: PieceRecord) -> Markup:
    """Return the picture of a piece, what can be seen in it, and links to play with it."""
    space = record.space
    solid = space is CUBES
    fixed, one_sided = record.orientations["fixed"], record.orientations["one-sided"]
    mirror = "differs from its mirror image" if one_sided == 2 else "is its own mirror image"
    hull = None
    if record.hull is not None:
        hull = (
            f"{wording.area(record.hull)} {space.cells if record.hull != 1 else space.cells[:-1]}"
        )
    facts = _definitions(
        [
            ("Name", record.id + (f" (also {', '.join(record.names)})" if record.names else "")),
            (
                "Cells",
                f"{record.cells} "
                f"{space.cells if record.cells > 1 else space.cells.removesuffix('s')}",
            ),
            ("Drawing", space.prefix + record.drawing),
            (
                "Symmetry",
                f"{record.symmetry['words']}" + ("" if solid else f" ({record.symmetry['name']})"),
            ),
            ("Orientations", f"{fixed}; the piece {mirror}"),
            ("Faces outside" if solid else "Perimeter", str(record.perimeter)),
            (
                "Box" if solid else "Rectangle around it",
                None if record.box is None else wording.sides(record.box),
            ),
            ("Convex hull", hull),
            (
                "Holes",
                None if solid else (counted(record.holes, "cell") if record.holes else "none"),
            ),
        ]
    )
    return join_parts(
        [
            figure(figures.draw_piece(record), class_="piece"),
            el("div", facts, _actions(atlas, record)),
        ]
    )


def _actions(atlas: Atlas, record: PieceRecord) -> Markup:
    """Return the links to the page that plays, and the command that shows the piece."""
    links = []
    if atlas.play is not None:
        page = f"../{atlas.play}"
        puzzle = _find_puzzle_id(record)
        if puzzle is not None:
            links.append(
                el("a", "Play with it", href=f"{page}#/p/{puzzle}", class_="button primary")
            )
        if record.space is not CUBES:
            drawn = (record.space.prefix + record.drawing).replace("#", "o").replace("/", "-")
            links.append(el("a", "Open in Plane", href=f"{page}#/plane/{drawn}/f", class_="button"))
    return el(
        "div", el("p", *links, class_="actions") if links else None, command("pieces", record.id)
    )


def _find_puzzle_id(record: PieceRecord) -> str | None:
    """Return the ID of a puzzle with copies of a piece that has a solution: a rectangle, or the
    piece enlarged; None without one.
    """
    boards = []
    facts = record.facts.get("rectangles") or record.facts.get("boxes") or {}
    prefix = record.space.prefix
    if facts.get("primes"):
        smallest = min(facts["primes"], key=lambda box: (_product(box), box))
        boards.append(Board.parse(prefix + "x".join(map(str, smallest))))
    rep_tile = record.facts.get("rep_tile") or {}
    if rep_tile.get("scale"):
        boards.append(Board.from_array(scaled(record.polyform, rep_tile["scale"]), record.space))
    for board in boards:
        copies = board.area // record.cells
        if copies >= 2 and board.area <= _PLAYED:
            piece = Piece(record.polyform, record.id, least=copies, most=copies)
            try:
                return puzzle_id(Puzzle.of(Problem(board, piece, turn=record.space.turn)))
            except FormatError:
                continue
    return None


def _product(numbers: Iterable[int]) -> int:
    product = 1
    for number in numbers:
        product *= number
    return product


def _plane(_: Atlas, record: PieceRecord) -> Markup | None:
    """Return the section about the plane."""
    if record.space is CUBES:
        return None
    facts = record.facts.get("plane") or {}
    content: list[str | None] = [el("p", wording.plane(record))]
    words = ["plane", record.id]
    if record.tiles:
        proven = (
            "" if facts["isohedral_number_proven"] or facts["isohedral_number"] == 1 else " or less"
        )
        content.append(
            _add_definitions(
                figure(
                    figures.draw_patch(record),
                    "One period is outlined. Colors show the orientations.",
                ),
                ("Isohedral number", f"{facts['isohedral_number']}{proven}"),
                ("Heesch type", facts["certificate"].get("kind")),
                ("Tiles in a period", str(len(facts["certificate"]["placements"]))),
                ("Half turns are enough", "yes" if facts["half_turn"] else None),
            )
        )
        words += ["-o", f"{file_name(record.id)}.svg"]
    elif "coronas" in facts.get("certificate", {}):
        heesch, holes = facts["heesch"], facts["heesch_with_holes"]
        least = f"at least {facts.get('heesch_at_least', heesch)}"
        rings = len(facts["certificate"]["coronas"])
        content.append(
            _add_definitions(
                figure(
                    figures.draw_rings(record),
                    f"{counted(rings, 'ring')} of copies around the piece.",
                ),
                ("Heesch number", least if heesch is None else str(heesch)),
                ("If the last ring may have holes", least if holes is None else str(holes)),
            )
        )
        words += ["--heesch", "-o", f"{file_name(record.id)}.svg"]
    return section("The plane", *content, command(*words), id_="plane")


def _boxes(_: Atlas, record: PieceRecord) -> Markup | None:
    """Return the section about rectangles or boxes."""
    if record.space not in (SQUARES, CUBES):
        return None
    solid = record.space is CUBES
    facts = record.facts.get("boxes" if solid else "rectangles") or {}
    content: list[str | None] = [el("p", wording.boxes(record))]
    primes = facts.get("primes", [])
    if primes:
        named = ", ".join(map(wording.sides, primes[:_NAMED]))
        more = f" and {len(primes) - _NAMED} more" if len(primes) > _NAMED else ""
        name = f"Prime {'boxes' if solid else 'rectangles'}"
        # A cut may divide these into two about which nothing is known.
        unsure = ", ".join(map(wording.sides, facts.get("unproven", [])[:_NAMED])) or None
        content.append(
            _definitions(
                [
                    (name, named + more),
                    ("Of these, perhaps not prime", unsure),
                    *_strength_rows(record),
                    ("Square order", _square_words(record, proven=True)),
                    (
                        f"Smallest {'cube' if solid else 'square'} found",
                        _square_words(record, proven=False),
                    ),
                ]
            )
        )
    drawn = [
        (sides, labels)
        for sides, labels in _list_tilings(facts)
        if _product(sides) <= (_SOLID_CELLS if solid else _CELLS)
    ][:_DRAWN]
    pictures = [
        figure(
            figures.draw_tiling(
                record, labels, f"{wording.sides(sides)} by {_product(sides) // record.cells} tiles"
            ),
            f"{wording.sides(sides)}: {_product(sides) // record.cells} tiles",
        )
        for sides, labels in drawn
    ]
    content.append(el("div", *pictures, class_="figures") if pictures else None)
    words = ["rectangles", record.id, *(["--boxes"] if solid else [])]
    return section("Boxes" if solid else "Rectangles", *content, command(*words), id_="rectangles")


def _strength_rows(record: PieceRecord) -> Iterator[tuple[str, str | None]]:
    """Yield which prime rectangles cannot be divided into smaller ones in any way, and which can,
    though not by a straight cut.
    """
    rectangles = record.rectangles
    if rectangles is None:
        return
    strong = rectangles.strongly_prime
    every = rectangles.complete and len(strong) == len(rectangles.primes)
    named = ", ".join(map(wording.sides, strong[:_NAMED])) or None
    more = f" and {len(strong) - _NAMED} more" if len(strong) > _NAMED else ""
    yield "Strongly prime", "all of them" if every else named and named + more
    yield "Weakly prime", ", ".join(map(wording.sides, rectangles.weakly_prime)) or None


def _square_words(record: PieceRecord, *, proven: bool) -> str | None:
    """Return the smallest square that copies tile, if it is proven or not proven to be that, or the
    smallest cube that is made of equal boxes.
    """
    side = record.square
    known = record.rectangles is not None and record.rectangles.square_order is not None
    if side is None or known is not proven:
        return None
    dimension = record.space.dimension
    copies = counted(side**dimension // record.cells, "copy").replace("copys", "copies")
    return f"{wording.sides([side] * dimension)}: {copies}" + (", proven" if proven else "")


def _list_tilings(facts: dict[str, Any]) -> list[tuple[list[int], Any]]:
    """Return the prime rectangles or boxes with their tilings, smallest first."""
    tilings = [(tiling["box"], tiling["labels"]) for tiling in facts.get("tilings", [])]
    tilings += [
        (claim["rectangle"], claim["labels"])
        for claim in facts.get("claims", [])
        if claim["claim"] == "tiling"
    ]
    return sorted(tilings, key=lambda tiling: (_product(tiling[0]), tiling[0]))


def _rep_tile(_: Atlas, record: PieceRecord) -> Markup | None:
    """Return the section about the piece, enlarged."""
    if record.space is HEXAGONS:
        return None
    facts = record.facts.get("rep_tile") or {}
    content: list[str | None] = [el("p", wording.rep_tile(record))]
    if facts.get("labels"):
        grown = Polyform.from_array(scaled(record.polyform, facts["scale"]), record.space)
        title = f"The {record.title}, enlarged by {facts['scale']}"
        content += [
            figure(figures.draw_tiling(record, facts["labels"], title)),
            command("solve", record.space.prefix + grown.text(), f"{record.id}+"),
        ]
    return section("Copies that make the piece again", *content, id_="rep-tile")


def _one_missing(_: Atlas, record: PieceRecord) -> Markup | None:
    """Return the section about rectangles with one cell missing."""
    if record.space is not SQUARES:
        return None
    facts = record.facts.get("one_missing") or {}
    content: list[str | None] = [el("p", wording.one_missing(record))]
    if facts.get("labels"):
        rows, columns = facts["board"]
        row, column = facts["hole"]
        title = f"{rows} × {columns} without a cell"
        content += [
            figure(figures.draw_tiling(record, facts["labels"], title)),
            command("solve", f"{rows}x{columns}-{row},{column}", f"{record.id}+"),
        ]
    return section("A rectangle with one cell missing", *content, id_="one-missing")


def _puzzles(atlas: Atlas, record: PieceRecord) -> Markup | None:
    """Return the section about named puzzles."""
    if not record.puzzles:
        return None
    items = []
    for name in record.puzzles[:_PUZZLES]:
        title = find_puzzle(name).title
        words = title if atlas.play is None else el("a", title, href=f"../{atlas.play}#/p/{name}")
        items.append(el("li", words, " ", el("code", name)))
    more = len(record.puzzles) - len(items)
    return section(
        "Puzzles",
        el("ul", *items, class_="puzzles"),
        el("p", f"and {more} more", class_="muted") if more else None,
        command("play", record.puzzles[0]),
        id_="puzzles",
    )


def _set_section(atlas: Atlas, record: PieceRecord) -> Markup:
    """Return the section about the set, with the sequences that count the pieces like this one for
    all sizes.
    """
    facts = record.facts.get("plane", {})
    holds = {
        "tile": record.tiles is True,
        "do not tile": record.tiles is False,
        "do not tile, no hole": record.tiles is False and not record.holes,
        "no hole": not record.holes,
        "translation": facts.get("kind") == "translation",
        "isohedral": record.tiles is True and facts.get("kind") != "periodic",
        "anisohedral": facts.get("kind") == "periodic",
        "rectangle": record.rectifiable is True,
    }
    rows = [
        el("li", _link(sequence.number), f": pieces that {sequence.what}")
        for sequence in SEQUENCES[record.space]
        if holds.get(sequence.key)
    ]
    return section(
        f"Among the {record.family}",
        el(
            "p",
            f"Piece {record.number} of ",
            el(
                "a",
                f"{len(atlas.families[record.family])} {record.family}",
                href=f"../sets/{record.family}.html",
            ),
            " (",
            _link(SEQUENCES[record.space][0].number),
            "). Sequences that count it, for all sizes:" if rows else ").",
        ),
        el("ul", *rows) if rows else None,
        el(
            "p",
            "Certificates are in ",
            el("a", f"facts/{record.family}.jsonl", href=f"../facts/{record.family}.jsonl"),
            ", one line for each piece. To verify them all, download the file and run:",
            class_="muted",
        ),
        command("verify", f"{record.family}.jsonl"),
        id_="set",
    )


def _counts_table(records: Sequence[PieceRecord]) -> Markup:
    """Return the table of a set: how many pieces there are of each kind, with the sequences that
    count them for all sizes.
    """
    numbers = counts(records)
    rows = [
        el(
            "tr",
            el("td", sequence.what),
            el(
                "td",
                "not known" if numbers[sequence.key] is None else f"{numbers[sequence.key]:,}",
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
                figures.draw_thumbnail(record),
                el("span", record.title),
                href=f"../pieces/{file_name(record.id)}.html",
            ),
        )
        for record in records
    ]
    return frame(
        title,
        f"The {len(records)} {name}, each with everything that tilewright knows about it.",
        el("p", el("a", "Atlas", href="../index.html"), class_="path"),
        el("h1", title),
        el("p", f"{counted(len(records), 'piece')} of {known[1]} {unit}.", class_="lead"),
        el("section", picture, command("pieces", name, "-o", f"{name}.svg"), class_="card"),
        section("How many", _counts_table(records), id_="counts"),
        el("section", el("h2", "Pages"), el("ul", *links, class_="grid"), id_="pages"),
        up="../",
        play=atlas.play,
        parts=atlas.parts,
    )
