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
    sections = [_family(name, listed) for name, listed in atlas.families.items()]
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
        el("div", _filters(atlas), _field(atlas), class_="search card", hidden=True, id="search"),
        el("p", class_="muted", id="found", role="status"),
        *sections,
        el("ul", class_="grid", id="sorted", hidden=True),
        el("p", "All data in one file: ", *data, class_="muted"),
        up="",
        play=atlas.play,
        parts=atlas.parts,
    )


def _select(name: str, words: str, options: Iterable[tuple[str, str]]) -> Markup:
    listed = [el("option", text, value=value) for value, text in options]
    return el("label", el("span", words), el("select", *listed, name=name))


def _filters(atlas: Atlas) -> Markup:
    """Return the form that filters and sorts."""
    records = atlas.records
    forms = [
        form for form, (space, _) in FORMS.items() if any(one.space is space for one in records)
    ]
    sizes = sorted({one.cells for one in records})
    groups = sorted({one.symmetry["name"] for one in records}, key=lambda name: ("+" in name, name))
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


def _field(atlas: Atlas) -> Markup:
    """Return the field on which a shape is drawn to find it."""
    spaces = {one.space.name for one in atlas.records} - {"cube"}
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


def _family(name: str, records: list[PieceRecord]) -> Markup:
    return el(
        "section",
        el("h2", el("a", name, href=f"sets/{name}.html"), " ", el("small", str(len(records)))),
        el("ul", *(_card(one) for one in records), class_="grid"),
        class_="family",
    )


def _card(one: PieceRecord) -> Markup:
    """Return the entry of a piece. Its attributes are what the script filters and sorts by."""
    known = find_family(one.family)
    assert known is not None
    form = next(form for form, (space, _) in FORMS.items() if space is known[0])
    found = one.facts.get("plane", {})
    order, least = one.order
    plane = {True: found.get("kind"), False: "none", None: "unknown"}[one.tiles]
    boxes = {True: "yes", False: "no", None: "unknown"}[one.rectifiable]
    return el(
        "li",
        el(
            "a",
            figures.thumbnail(one),
            el("span", one.title),
            el("small", wording.short(one) or None),
            href=f"pieces/{file_name(one.id)}.html",
        ),
        data_key=f"{one.lattice} {one.key}",
        data_form=form,
        data_cells=one.cells,
        data_symmetry=one.symmetry["name"],
        data_plane=None if one.lattice == "cube" else plane,
        data_boxes=boxes if one.lattice in ("square", "cube") else None,
        data_order=order or least,
        data_perimeter=one.perimeter,
        data_fixed=one.orientations["fixed"],
    )
