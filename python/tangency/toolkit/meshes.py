"""Meshes: what intersects, what is inverted, and tets inside of a surface."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy.typing as npt

from tangency import _tangency
from tangency.arrays import Floats, Numbers


class Intersections(NamedTuple):
    """Edges and faces that intersect, pair by pair."""

    edges: Numbers
    faces: Numbers


class Tets(NamedTuple):
    """Points and tets, and a report: size of the tets (m), volumes (m³), dihedral angles (degrees), largest distances of the two
    surfaces (m), and in `left_out` words for every part of the surface that was too thin."""

    points: Floats
    tets: Numbers
    report: dict[str, Any]


def intersections(mesh: _tangency.CollisionMesh, x: npt.ArrayLike) -> Intersections:
    """All edges and faces that intersect or touch at `x`: ends of the edges (n, 2) and corners of the faces (n, 3). Exact."""
    return Intersections(*mesh.intersections(x))


def has_intersections(mesh: _tangency.CollisionMesh, x: npt.ArrayLike) -> bool:
    """Whether any edge and face intersect or touch at `x`. Exact."""
    return len(intersections(mesh, x).edges) > 0


def inverted_tets(x: npt.ArrayLike, tets: npt.ArrayLike) -> Numbers:
    """Rows of the tets that are inverted or have no volume at `x`. Exact."""
    return _tangency.inverted_tets(x, tets)


def tetrahedralize(
    points: npt.ArrayLike,
    faces: npt.ArrayLike,
    size: float,
    max_tets: int | None = None,
    thin: Literal["refuse", "keep", "cut"] = "refuse",
) -> Tets:
    """Tets with edges of about `size` (m) inside of a closed surface, by isosurface stuffing: dihedral angles of 10 to 164 degrees.

    The boundary of the tets follows the surface to a fraction of `size`, and has points of its own. Parts and gaps that are too
    thin for tets of this size are refused, kept by finer tets everywhere, or cut, as `thin` says.
    """
    return Tets(*_tangency.tetrahedralize(points, faces, size, max_tets, thin))
