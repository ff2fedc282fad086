"""STL and 3MF files for 3D printers: pieces and a tray with walls, each a closed surface.

The parts lie side by side or, without spacing, as in a solution. 3MF files have their names.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, OutputError
from tilewright.formats.cutting.parts import CutLengths, check_lengths, workpieces
from tilewright.formats.cutting.sheet import Part, on_shelves
from tilewright.formats.format import Entry, Format
from tilewright.model.space.lattice import (
    BALLS,
    CUBES,
    HEXAGONS,
    SQUARES,
    TRIANGLES,
    Cell,
)

if TYPE_CHECKING:
    from manifold3d import Manifold

#: Solids with their names.
_Solids: TypeAlias = "list[tuple[str, Manifold]]"
#: Space between parts, and the width of their rows, in cells.
_APART, _WIDTH = 0.5, 30


def _solids(entries: Sequence[Entry], options: Mapping[str, Any]) -> _Solids:
    """Return the trays and pieces of entries, beside each other or in place."""
    try:
        from tilewright.formats.cutting.solids import Sizes, solid_piece, solid_tray
    except ModuleNotFoundError as error:
        raise OutputError(
            f"solids require {error.name}. Install it with: pip install {error.name}"
        ) from None
    names = ("cell_size", "clearance", "corner_radius", "height", "floor")
    sizes = Sizes(*check_lengths(options, names, may_be_zero=("clearance", "corner_radius")))
    spacing = _APART * sizes.cell
    if options["spacing"] is not None:
        (spacing,) = check_lengths(options, ("spacing",), may_be_zero=("spacing",))
    solids: _Solids = []
    for entry in entries:
        board = entry.the_board()
        if board is not None:
            solids.append(("tray", solid_tray(board.lattice, _cells(board.mask), sizes)))
        if spacing:
            for piece in workpieces(entry.all_pieces()):
                solid = solid_piece(piece.lattice, piece.polyomino.cells, sizes)
                solids.append((piece.name, solid))
            continue
        if not entry.tilings:
            raise FormatError(
                "pieces can lie in place only in a solution; name a board", where="spacing"
            )
        tiling = entry.tilings[0]
        for tile, name in enumerate(tiling.piece_names()):
            solid = solid_piece(tiling.lattice, _cells(tiling.labels == tile), sizes)
            solids.append((name, solid.translate((0, 0, 0 if board is None else sizes.floor))))
    for name, solid in solids:
        if solid.is_empty():
            raise FormatError(f"the surface of {name} is not closed; please report this bug")
    return _side_by_side(solids, spacing, _WIDTH * sizes.cell) if spacing else solids


def _cells(mask: NDArray[np.bool_]) -> list[Cell]:
    return [tuple(cell) for cell in np.argwhere(mask).tolist()]


def _side_by_side(solids: _Solids, spacing: float, width: float) -> _Solids:
    """Return solids in rows on a plate."""
    boxes = [solid.bounding_box() for _, solid in solids]
    parts = [Part("", right - left, back - front, ()) for left, front, _, right, back, _ in boxes]
    placed = on_shelves(parts, CutLengths(spacing=spacing), width)
    return [
        (name, solid.translate((part.x - left, -part.y - back, -bottom)))
        for (name, solid), (left, _, bottom, _, back, _), part in zip(
            solids, boxes, placed, strict=True
        )
    ]


def _stl(entries: list[Entry], options: Mapping[str, Any]) -> bytes:
    meshes = [solid.to_mesh() for _, solid in _solids(entries, options)]
    corners = np.concatenate([mesh.vert_properties[mesh.tri_verts] for mesh in meshes])
    record = np.zeros(
        len(corners), dtype=[("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("rest", "<u2")]
    )
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    record["normal"] = normals / np.linalg.norm(normals, axis=1, keepdims=True).clip(1e-12)
    record["corner"] = corners
    head = b"tilewright: pieces and tray in millimeters".ljust(80)
    return head + np.uint32(len(corners)).tobytes() + record.tobytes()


#: The parts of a 3MF file beside the model: the types of parts, and which one is the model.
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" '
    'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="model" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
)
_MODEL = (
    '<model unit="millimeter" xml:lang="en-US" '
    'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">\n'
    "<resources>\n{}</resources>\n<build>\n{}</build>\n</model>\n"
)


def _3mf(entries: list[Entry], options: Mapping[str, Any]) -> bytes:
    objects, items = io.StringIO(), io.StringIO()
    for number, (name, solid) in enumerate(_solids(entries, options), start=1):
        mesh = solid.to_mesh()
        objects.write(f'<object id="{number}" type="model" name={quoteattr(name)}><mesh>\n')
        for rows, tag, line in (
            (mesh.vert_properties, "vertices", '<vertex x="%.7g" y="%.7g" z="%.7g"/>'),
            (mesh.tri_verts, "triangles", '<triangle v1="%d" v2="%d" v3="%d"/>'),
        ):
            np.savetxt(objects, rows, line, header=f"<{tag}>", footer=f"</{tag}>", comments="")
        objects.write("</mesh></object>\n")
        items.write(f'<item objectid="{number}"/>\n')
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for path, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", _MODEL.format(objects.getvalue(), items.getvalue())),
        ):
            # Without the time, so the same parts are the same file.
            archive.writestr(
                zipfile.ZipInfo(path),
                f'<?xml version="1.0" encoding="UTF-8"?>\n{text}',
                zipfile.ZIP_DEFLATED,
            )
    return file.getvalue()


STL = Format(
    name="stl",
    title="solids for 3D printers (STL)",
    endings=(".stl",),
    holds=("pieces", "board"),
    write=_stl,
    options={
        "cell_size": 10.0,
        "clearance": 0.3,
        "height": 5.0,
        "floor": 1.5,
        "corner_radius": 0.0,
        "spacing": None,
    },
    lattices=frozenset({SQUARES, TRIANGLES, HEXAGONS, CUBES, BALLS}),
)
THREE_MF = replace(
    STL, name="3mf", title="named solids for 3D printers (3MF)", endings=(".3mf",), write=_3mf
)
