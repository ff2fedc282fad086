"""Triangles of solids: whether they close a surface, and its volume."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from manifold3d import Manifold


def triangles_of(solid: Manifold) -> NDArray[np.float64]:
    """The corners (n, 3, 3), as they are written."""
    mesh = solid.to_mesh()
    triangles: NDArray[np.float64] = mesh.vert_properties[mesh.tri_verts].astype(float)
    return triangles


def volume(triangles: NDArray[np.float64]) -> float:
    one, two, three = triangles.transpose(1, 0, 2)
    return float((one * np.cross(two, three)).sum() / 6)


def watertight(triangles: NDArray[np.float64]) -> bool:
    """True if each edge is used equally often in both directions, and the volume is positive."""
    if not len(triangles):
        return False
    _, corner = np.unique(triangles.reshape(-1, 3).round(6), axis=0, return_inverse=True)
    corner = corner.reshape(-1, 3).astype(np.int64)
    starts, ends = corner.ravel(), np.roll(corner, -1, axis=1).ravel()
    count = int(corner.max()) + 1
    there, back = np.sort(starts * count + ends), np.sort(ends * count + starts)
    degenerate = bool((starts == ends).any())
    return np.array_equal(there, back) and not degenerate and volume(triangles) > 0


def mesh_of(solid: Manifold) -> Any:
    """The mesh of trimesh, which must be closed."""
    import trimesh

    mesh = trimesh.Trimesh(**trimesh.triangles.to_kwargs(triangles_of(solid)))
    assert mesh.is_watertight and mesh.is_winding_consistent
    return mesh
