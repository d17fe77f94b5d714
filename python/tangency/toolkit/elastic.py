"""Elastic energies of whole meshes, with gradients and projected Hessians."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from tangency import _tangency
from tangency.arrays import Floats
from tangency.toolkit.sparse import matrix


class Elastic:
    """The elastic energy of a mesh, J. Made by `solid`, `membrane`, `bending` or `springs`."""

    def __init__(self, native: _tangency.ElasticEnergy) -> None:
        self._native = native

    @property
    def vertex_count(self) -> int:
        """Number of vertices of the mesh."""
        return self._native.vertex_count

    def value(self, x: npt.ArrayLike) -> float:
        """The energy at `x`, J; infinite where an element of a material that cannot invert does."""
        return self._native.value(x)

    def gradient(self, x: npt.ArrayLike) -> Floats:
        """Its gradient, N: the forces with opposite sign, shape (n, 3)."""
        return self._native.gradient(x)

    def hessian(self, x: npt.ArrayLike) -> Any:
        """Its Hessian, N/m, as a matrix of scipy: element by element projected to be positive semi-definite."""
        return matrix(self._native.hessian(x))

    def max_step(self, x: npt.ArrayLike, end: npt.ArrayLike) -> float:
        """The share of the way from `x` to `end`, at most 1, during which the energy stays finite."""
        return self._native.max_step(x, end)


def solid(
    rest: npt.ArrayLike, tets: npt.ArrayLike, young: npt.ArrayLike, poisson: npt.ArrayLike, kind: str = "neo-hookean"
) -> Elastic:
    """The energy of tets, `neo-hookean` or `fixed-corotated`: Young's modulus (Pa) and Poisson's ratio for all, or for each tet."""
    return Elastic(_tangency.solid_energy(rest, tets, young, poisson, kind))


def membrane(
    rest: npt.ArrayLike, faces: npt.ArrayLike, thickness: float, young: float, poisson: float, kind: str = "stvk"
) -> Elastic:
    """The stretching energy of a sheet in plane stress, `stvk` or `neo-hookean`: thickness in m, Young's modulus in Pa."""
    return Elastic(_tangency.membrane_energy(rest, faces, (thickness, young, poisson), kind))


def bending(
    rest: npt.ArrayLike, faces: npt.ArrayLike, thickness: float, young: float, poisson: float,
    kind: str = "hinges", flat: bool = False,
) -> Elastic:
    """The bending energy of a sheet, as `hinges` or as a `plate`: curved as at rest, or `flat`."""
    return Elastic(_tangency.bending_energy(rest, faces, (thickness, young, poisson), kind, flat))


def springs(
    rest: npt.ArrayLike, edges: npt.ArrayLike, stiffness: npt.ArrayLike, length: npt.ArrayLike | None = None
) -> Elastic:
    """The energy ½ k (|e| - L)² of springs: k in N/m for all or for each, L in m as at rest unless it is given."""
    return Elastic(_tangency.spring_energy(rest, edges, stiffness, length))
