"""Contact potentials of a mesh, the pairs that push each other, and their friction."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from tangency import _tangency
from tangency.arrays import Floats
from tangency.toolkit.sparse import matrix


class CollisionKind(IntEnum):
    """Kinds of pairs, with their vertices in this order."""

    POINT_POINT = 0
    """Two points."""
    POINT_EDGE = 1
    """A point, then the ends of an edge."""
    POINT_TRIANGLE = 2
    """A point, then the corners of a face."""
    EDGE_EDGE = 3
    """The ends of one edge, then of the other."""
    PARALLEL_EDGES = 4
    """The same, nearly parallel: mollified."""
    PARALLEL_ENDS = 5
    """The same, measured from the first end of the second edge. Of `convergent` only."""


class Friction:
    """The lagged friction of collisions: a potential of the velocities, whose forces and tangents are those of one moment.

    It is Σ μ λ f0(|u|), with the force λ that pressed a pair, the velocity u by which it slides, and f0 as in IPC: below `eps_v`
    (m/s) pairs stick. With displacements in place of velocities, `eps_v` is a length.
    """

    def __init__(self, native: _tangency.Friction) -> None:
        self._native = native
        self._arrays: tuple[Any, ...] | None = None

    def __len__(self) -> int:
        return len(self._native)

    def _array(self, place: int) -> Any:
        if self._arrays is None:
            self._arrays = self._native.arrays()
        return self._arrays[place]

    @property
    def eps_v(self) -> float:
        """Speed below which pairs stick, m/s."""
        return self._native.eps_v

    @property
    def vertices(self) -> npt.NDArray[np.int32]:
        """Vertices of each pair, (n, 4): -1 where it has fewer."""
        return self._array(0)  # type: ignore[no-any-return]

    @property
    def weights(self) -> Floats:
        """Weights of their velocities in that of the sliding, (n, 4)."""
        return self._array(1)  # type: ignore[no-any-return]

    @property
    def tangents(self) -> Floats:
        """Unit tangents, (n, 2, 3)."""
        return self._array(2)  # type: ignore[no-any-return]

    @property
    def limits(self) -> Floats:
        """The force at which each pair slides, μ λ, (n,)."""
        return self._array(3)  # type: ignore[no-any-return]

    def value(self, v: npt.ArrayLike) -> float:
        """The potential at the velocities `v`."""
        return self._native.value(v)

    def gradient(self, v: npt.ArrayLike) -> Floats:
        """Its gradient by the velocities, (n, 3): the forces with opposite sign."""
        return self._native.gradient(v)

    def hessian(self, v: npt.ArrayLike) -> Any:
        """Its Hessian by the velocities, as a matrix of scipy. It is positive semi-definite as it is; pairs of negative weight, which
        `convergent` has, are left out of it."""
        return matrix(self._native.hessian(v))


class Collisions:
    """The pairs that push each other where they were looked for, and their potential anywhere near."""

    def __init__(self, native: _tangency.Collisions) -> None:
        self._native = native
        self._arrays: tuple[Any, ...] | None = None

    def __len__(self) -> int:
        return len(self._native)

    def _array(self, place: int) -> Any:
        if self._arrays is None:
            self._arrays = self._native.arrays()
        return self._arrays[place]

    @property
    def kinds(self) -> npt.NDArray[np.uint8]:
        """The kind of each pair, (n,): numbers of `CollisionKind`."""
        return self._array(0)  # type: ignore[no-any-return]

    @property
    def vertices(self) -> npt.NDArray[np.int32]:
        """Vertices of each pair, (n, 4): -1 where it has fewer."""
        return self._array(1)  # type: ignore[no-any-return]

    @property
    def weights(self) -> Floats:
        """How often each pair counts, (n,); of `convergent` by area, some below zero."""
        return self._array(2)  # type: ignore[no-any-return]

    def distances(self, x: npt.ArrayLike) -> Floats:
        """The distance of each pair at `x`, m."""
        return self._native.distances(x)

    def value(self, x: npt.ArrayLike) -> float:
        """The potential at `x`; infinite where a pair touches."""
        return self._native.value(x)

    def gradient(self, x: npt.ArrayLike) -> Floats:
        """Its gradient, (n, 3)."""
        return self._native.gradient(x)

    def hessian(self, x: npt.ArrayLike, project: bool = True) -> Any:
        """Its Hessian as a matrix of scipy: pair by pair projected to be positive semi-definite, or as it is."""
        return matrix(self._native.hessian(x, project))

    def friction(self, x: npt.ArrayLike, mu: float, eps_v: float) -> Friction:
        """The friction of the pairs, pressed as they are at `x`, with the coefficient `mu`; below the speed `eps_v` they stick."""
        return Friction(self._native.friction(x, mu, eps_v))


class ContactPotential:
    """A contact potential of a mesh. Made by `ipc`, `convergent`, `gcp` or `ogc`."""

    def __init__(
        self, kind: str, mesh: _tangency.CollisionMesh, dhat: float, stiffness: float,
        alpha: float | None = None, beta: float | None = None,
    ) -> None:
        self.kind = kind
        """`ipc`, `convergent`, `gcp` or `ogc`."""
        self.dhat = dhat
        """Distance below which pairs push each other, m."""
        self.stiffness = stiffness
        """Factor of the potential."""
        self._native = _tangency.ContactPotential(mesh, kind, dhat, stiffness, alpha, beta)

    @property
    def mesh(self) -> _tangency.CollisionMesh:
        """The mesh."""
        return self._native.mesh

    def collisions(self, x: npt.ArrayLike) -> Collisions:
        """The pairs that push each other at `x`."""
        return Collisions(self._native.collisions(x))

    def value(self, x: npt.ArrayLike) -> float:
        """The potential of the pairs at `x`, which are looked for there."""
        return self.collisions(x).value(x)

    def gradient(self, x: npt.ArrayLike) -> Floats:
        """Its gradient, (n, 3)."""
        return self.collisions(x).gradient(x)

    def hessian(self, x: npt.ArrayLike, project: bool = True) -> Any:
        """Its Hessian as a matrix of scipy."""
        return self.collisions(x).hessian(x, project)


def ipc(mesh: _tangency.CollisionMesh, dhat: float, stiffness: float = 1.0) -> ContactPotential:
    """Incremental Potential Contact (Li et al. 2020): the log barrier of the squared distance of every pair closer than `dhat` (m)."""
    return ContactPotential("ipc", mesh, dhat, stiffness)


def convergent(mesh: _tangency.CollisionMesh, dhat: float, stiffness: float = 1.0) -> ContactPotential:
    """Convergent IPC (Li et al. 2023): barriers per area, none counted twice; `stiffness` is a pressure, Pa. Surfaces only."""
    return ContactPotential("convergent", mesh, dhat, stiffness)


def gcp(
    mesh: _tangency.CollisionMesh, epsilon: float, stiffness: float = 1.0, alpha: float | None = None, beta: float | None = None
) -> ContactPotential:
    """The Geometric Contact Potential (Huang et al. 2025): pairs closer than `epsilon` (m) that are about to touch.

    Surfaces of tets push outward only: give the mesh its `tets`. Near pairs at rest do not push: there `epsilon` is shortened. The projected
    Hessian is the nearest positive semi-definite one of each pair.
    """
    return ContactPotential("gcp", mesh, epsilon, stiffness, alpha, beta)


def ogc(mesh: _tangency.CollisionMesh, radius: float, stiffness: float = 1.0) -> ContactPotential:
    """Offset Geometric Contact (Chen et al. 2025): pairs in each other's offset blocks, closer than `radius` (m); stiffness in N/m."""
    return ContactPotential("ogc", mesh, radius, stiffness)
