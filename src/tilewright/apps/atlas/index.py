"""The index of the atlas: all pieces, with filters and a field to draw on."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.apps.atlas import figures, wording
from tilewright.apps.atlas.markup import Markup, el, frame
from tilewright.apps.atlas.smallest_pages import table_links
from tilewright.model.space.catalog import find_family
from tilewright.shapes.atlas.records import Atlas, PieceRecord
from tilewright.shapes.atlas.sets import FORMS, file_name
from tilewright.system.values.arguments import counted

_PLANE = {
    "translation": "by translation",
    "half turn": "by half turns",
    "isohedral": "isohedrally",
    "periodic": "not isohedrally",
    "none": "do not tile it",
    "unknown": "not known",
}
_BOXES = {"yes": "tile one", "no": "tile none", "unknown": "not known"}
_SORTS = {
    "": "set",
    "order": "order",
    "perimeter": "perimeter",
    "symmetry": "symmetry",
    "fixed": "orientations",
}


def index_page(atlas: Atlas, parquet: bool) -> str:
    """Return the index. `parquet` says whether there is a Parquet file."""
    records = atlas.records
    sections = [_family_section(name, members) for name, members in atlas.families.items()]
    data = [el("a", "atlas.json", href="atlas.json"), " · " if parquet else None]
    data.append(el("a", "atlas.parquet", href="atlas.parquet") if parquet else None)
    return frame(
        "Atlas of polyforms",
        f"{len(records)} polyominoes, polyiamonds, polyhexes and polycubes, each with "
        "everything that tilewright knows about it.",
        el("h1", "Atlas of polyforms"),
        el(
            "p",
            f"{counted(len(records), 'piece')}: how each tiles the plane, which rectangles it "
            "tiles, what it can make. "
            "What is not known is marked as such.",
            class_="lead",
        ),
        table_links(atlas),
        el(
            "div",
            _filters(atlas),
            _drawing_field(atlas),
            class_="search card",
            hidden=True,
            id="search",
        ),
        el("p", class_="muted", id="found", role="status"),
        *sections,
        el("ul", class_="grid", id="sorted", hidden=True),
        el("p", "All data in one file: ", *data, class_="muted"),
        up="",
        play=atlas.play,
        parts=atlas.parts,
    )


def _select(name: str, words: str, options: Iterable[tuple[str, str]]) -> Markup:
    elements = [el("option", text, value=value) for value, text in options]
    return el("label", el("span", words), el("select", *elements, name=name))


def _filters(atlas: Atlas) -> Markup:
    """Return the form that filters and sorts."""
    records = atlas.records
    forms = [
        form
        for form, (space, _) in FORMS.items()
        if any(record.space is space for record in records)
    ]
    sizes = sorted({record.cells for record in records})
    groups = sorted(
        {record.symmetry["name"] for record in records}, key=lambda name: ("+" in name, name)
    )
    every = [("", "all")]
    return el(
        "form",
        _select("form", "Kind", every + [(form, form) for form in forms]),
        _select("cells", "Cells", every + [(str(size), str(size)) for size in sizes]),
        _select("symmetry", "Symmetry", every + [(name, name) for name in groups]),
        _select("plane", "The plane", [*every, ("tiles", "tile it"), *_PLANE.items()]),
        _select("boxes", "Rectangles, boxes", [*every, *_BOXES.items()]),
        _select("sort", "Sort by", _SORTS.items()),
        el("button", "Reset", type="reset"),
        id="filters",
    )


def _drawing_field(atlas: Atlas) -> Markup:
    """Return the field on which a shape is drawn to find it."""
    spaces = {record.space.name for record in atlas.records} - {"cube"}
    kinds = [
        (name, words)
        for name, words in (("square", "squares"), ("tri", "triangles"), ("hex", "hexagons"))
        if name in spaces
    ]
    return el(
        "div",
        el(
            "label",
            el("span", "Draw a shape to find it"),
            el("select", *(el("option", words, value=name) for name, words in kinds), id="lattice"),
        ),
        el("div", id="field"),
        el(
            "p",
            el("span", id="match", role="status"),
            " ",
            el("button", "Clear", type="button", id="clear"),
        ),
        class_="draw",
    )


def _family_section(name: str, records: list[PieceRecord]) -> Markup:
    return el(
        "section",
        el("h2", el("a", name, href=f"sets/{name}.html"), " ", el("small", str(len(records)))),
        el("ul", *(_card(record) for record in records), class_="grid"),
        class_="family",
    )


def _card(record: PieceRecord) -> Markup:
    """Return the entry of a piece. Its attributes are what the script filters and sorts by."""
    known = find_family(record.family)
    assert known is not None
    form = next(form for form, (space, _) in FORMS.items() if space is known[0])
    facts = record.facts.get("plane", {})
    order, least = record.order
    plane = {True: facts.get("kind"), False: "none", None: "unknown"}[record.tiles]
    boxes = {True: "yes", False: "no", None: "unknown"}[record.rectifiable]
    return el(
        "li",
        el(
            "a",
            figures.draw_thumbnail(record),
            el("span", record.title),
            el("small", wording.summary(record) or None),
            href=f"pieces/{file_name(record.id)}.html",
        ),
        data_key=f"{record.lattice} {record.key}",
        data_form=form,
        data_cells=record.cells,
        data_symmetry=record.symmetry["name"],
        data_plane=None if record.lattice == "cube" else plane,
        data_boxes=boxes if record.lattice in ("square", "cube") else None,
        data_order=order or least,
        data_perimeter=record.perimeter,
        data_fixed=record.orientations["fixed"],
    )
