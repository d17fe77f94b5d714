"""Projected Newton on an energy of the user, with contact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tangency import _tangency
from tangency.arrays import Floats
from tangency.errors import InputError, Intersection
from tangency.toolkit.elastic import Elastic
from tangency.toolkit.potentials import Collisions, ContactPotential
from tangency.toolkit.sparse import add_matrix


ENOUGH = 1e-4
"""Share of the decrease that the slope promises which a step has to bring (Armijo's rule)."""
ROUNDING = 1e-13
"""Relative error of a value."""
HALVINGS = 50
"""Most times that a step is halved."""
TOLERANCE = 1e-6
"""Default accuracy, relative to the diagonal of the positions."""


class Energy(Protocol):
    """Energy of n vertices. Those of this package are of this kind, and any object with these methods."""

    def value(self, x: Floats, /) -> float:
        """Value at positions of shape (n, 3)."""

    def gradient(self, x: Floats, /) -> npt.ArrayLike:
        """Gradient, of shape (n, 3) or (3n,)."""

    def hessian(self, x: Floats, /) -> Any:
        """Hessian, sparse or dense, (3n, 3n). It has to be positive definite where it acts, with all others in the sum."""


@dataclass(frozen=True)
class Minimum:
    """Result of `minimise`."""

    x: Floats
    """Positions, (n, 3)."""
    value: float
    """Value of all energies there, contact included."""
    gradient: Floats
    """Gradient, (n, 3): zero but for forces on fixed vertices."""
    converged: bool
    """Whether the last direction was within the tolerance."""
    reason: str
    """`converged`, `iterations` or `line search`: why it ended."""
    iterations: int
    """Number of steps."""
    collisions: Collisions | None
    """The pairs in contact at `x`, where there is a potential."""
    history: list[dict[str, float]]
    """Of each step: `value` before it, `direction` (m, largest component), `step` (share of the direction)."""


class Sum:
    """All energies, and contact."""

    def __init__(self, energies: Sequence[Energy], potential: ContactPotential | None) -> None:
        self.energies = energies
        self.potential = potential

    def collisions(self, x: Floats) -> Collisions | None:
        """The pairs in contact."""
        return self.potential.collisions(x) if self.potential is not None else None

    def value(self, x: Floats, collisions: Collisions | None) -> float:
        """Sum of the values; infinite where one is no number."""
        values = [float(energy.value(x)) for energy in self.energies]
        values += [collisions.value(x)] if collisions is not None else []
        total = sum(values)
        return total if not np.isnan(total) else np.inf

    def gradient(self, x: Floats, collisions: Collisions | None) -> Floats:
        """Sum of the gradients."""
        total = np.zeros_like(x)
        for place, energy in enumerate(self.energies):
            part = np.asarray(energy.gradient(x), dtype=np.float64)
            if part.size != x.size:
                raise InputError(f"the gradient of energy {place} has the shape {part.shape}, expected is {x.shape}")
            part = part.reshape(x.shape)
            if not np.isfinite(part).all():
                row = int(np.flatnonzero(~np.isfinite(part).all(axis=1))[0])
                raise InputError(f"the gradient of energy {place} has a number in row {row} that is not finite")
            total += part
        if collisions is not None:
            total += collisions.gradient(x)
        return total

    def add_hessians(self, solver: _tangency.LinearSolver, x: Floats, collisions: Collisions | None) -> None:
        """Fills a system with the sum of the Hessians."""
        solver.clear()
        for place, energy in enumerate(self.energies):
            if isinstance(energy, Elastic):
                solver.add_energy(energy._native, x)
            else:
                add_matrix(solver, energy.hessian(x), len(x), f"hessian of energy {place}")
        if collisions is not None:
            solver.add_collisions(collisions._native, x)

    def max_step(self, x: Floats, p: Floats, mesh: _tangency.CollisionMesh | None) -> float:
        """The share of the way along `p` during which nothing inverts or touches."""
        step = 1.0
        for energy in self.energies:
            if hasattr(energy, "max_step"):
                step *= float(energy.max_step(x, x + step * p))
        return step * mesh.step_size(x, x + step * p) if mesh is not None else step


def minimise(
    energy: Energy | Sequence[Energy],
    x: npt.ArrayLike,
    *,
    potential: ContactPotential | None = None,
    mesh: _tangency.CollisionMesh | None = None,
    fixed: npt.ArrayLike | None = None,
    tolerance: float | None = None,
    max_iterations: int = 200,
    callback: Callable[[int, Floats], Any] | None = None,
) -> Minimum:
    """The minimum of an energy, or of the sum of several, near `x`, along a way on which nothing touches: projected Newton.

    Each energy has `value(x)`, `gradient(x)` and `hessian(x)` for positions of shape (n, 3); one that has `max_step(x, end)` too bounds the
    steps by it. `potential` adds contact, and every step is shortened so that nothing of its mesh touches; `mesh` does that alone.
    Vertices in the mask `fixed` stay. It ends when no component of Newton's direction is longer than `tolerance` (m; by default 1e-6
    of the diagonal of `x`). `callback(iteration, x)` is called after every step.
    """
    x = np.array(x, dtype=np.float64)
    if x.ndim != 2 or x.shape[1] != 3:
        raise InputError(f"`x` has the shape {x.shape}, expected is (n, 3)")
    count = len(x)
    free = np.ones(count, bool) if fixed is None else ~np.asarray(fixed, bool)
    if free.shape != (count,):
        raise InputError(f"`fixed` has the shape {free.shape}, expected is ({count},)")
    if tolerance is None:
        tolerance = TOLERANCE * float(np.linalg.norm(np.ptp(x, axis=0))) if count else 0.0
    terms = Sum(list(energy) if isinstance(energy, Sequence) else [energy], potential)
    mesh = potential.mesh if mesh is None and potential is not None else mesh
    _check_start(mesh, x)

    solver = _tangency.LinearSolver(count)
    history: list[dict[str, float]] = []
    collisions = terms.collisions(x)
    value = terms.value(x, collisions)
    if not np.isfinite(value):
        raise InputError(f"the energy is {value} at `x`: start where it is finite")
    reason = "iterations"
    gradient = terms.gradient(x, collisions)
    for iteration in range(max_iterations + 1):
        terms.add_hessians(solver, x, collisions)
        p = solver.solve(-gradient, ~free, x)
        size = float(np.abs(p).max(initial=0.0))
        if size <= tolerance:
            reason = "converged"
            break
        if iteration == max_iterations:
            break
        taken = _line_search(terms, x, p, terms.max_step(x, p, mesh), value, float((gradient * p).sum()))
        if taken is None:
            reason = "line search"
            break
        step, x, collisions, lower = taken
        history.append({"value": value, "direction": size, "step": step})
        value, gradient = lower, terms.gradient(x, collisions)
        if callback is not None:
            callback(iteration, x)
    return Minimum(x, value, gradient, reason == "converged", reason, len(history), collisions, history)


def _check_start(mesh: _tangency.CollisionMesh | None, x: Floats) -> None:
    if mesh is None:
        return
    edges, faces = mesh.intersections(x)
    if len(edges):
        pair = (edges[0].tolist(), faces[0].tolist())
        raise Intersection(f"`x` intersects: edge {pair[0]} and face {pair[1]}, one of {len(edges)} pairs", pair=pair)


def _line_search(
    terms: Sum, x: Floats, p: Floats, step: float, value: float, slope: float
) -> tuple[float, Floats, Collisions | None, float] | None:
    """Step, positions, pairs and value where the sum has decreased enough; nothing where it does not."""
    for _ in range(HALVINGS):
        trial = x + step * p
        collisions = terms.collisions(trial)
        lower = terms.value(trial, collisions)
        if lower <= value + ENOUGH * step * slope + ROUNDING * abs(value):
            return step, trial, collisions, lower
        step *= 0.5
    return None
