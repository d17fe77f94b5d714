"""Gradients of a scene's run: of an objective at the end of it, by what the scene says.

    value, grads = tg.grad(scene, tg.gradients.center_of_mass("ball", (0.5, 0, 0)), wrt=["velocities:ball", "speed"])

Variables go by name: `gravity`, `friction`, `friction:BODY`, `young:BODY`, `poisson:BODY`, `density:BODY`, `positions:BODY`, `velocities:BODY`,
`rest_shape:BODY`, `motion:NAME.velocity` (`angular_velocity`, `center`), `load:NAME`; the parameters of the scene by their names; any number of
the scene by the keys that lead to it (`body.0.translate.1`). Gradients are exact, and as accurate as the steps are solved: set
`newton_tolerance` far below its default.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Union

import numpy as np
import numpy.typing as npt

from tangency import _tangency
from tangency.errors import InputError

if TYPE_CHECKING:
    from tangency.scene import Scene

Floats = npt.NDArray[np.float64]
Steps = Union[int, tuple[int, int]]
"""A state by its number (0 is the start, -1 the end), or the first and the last of several."""


@dataclass(frozen=True)
class Objective:
    """A sum of terms, to be differentiated: made by `center_of_mass` and its like, added with `+`, multiplied by numbers."""

    terms: tuple[Mapping[str, Any], ...] = field(default=())

    def __add__(self, other: Objective) -> Objective:
        return Objective(self.terms + other.terms)

    def __mul__(self, factor: float) -> Objective:
        return Objective(tuple({**term, "weight": float(factor) * term["weight"]} for term in self.terms))

    __rmul__ = __mul__

    def __neg__(self) -> Objective:
        return -1.0 * self

    def __sub__(self, other: Objective) -> Objective:
        return self + -other

    def to_json(self) -> str:
        """The terms, as the engine reads them."""
        return json.dumps(self.terms)


def _term(body: str, steps: Steps, kind: Any) -> Objective:
    first, last = (steps, steps) if isinstance(steps, int) else steps
    return Objective(({"weight": 1.0, "steps": [int(first), int(last)], "body": body, "of": kind},))


def points(body: str, targets: npt.ArrayLike, vertices: Sequence[int] | None = None, *, steps: Steps = -1) -> Objective:
    """½ Σ |x - target|² over vertices of a body (all of them, or by their numbers), m², summed over states."""
    array = np.asarray(targets, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != 3:
        raise InputError(f"the targets have the shape {array.shape}, expected is (n, 3)")
    chosen = range(len(array)) if vertices is None else [int(v) for v in vertices]
    return _term(body, steps, {"points": {"vertices": list(chosen), "targets": array.tolist()}})


def center_of_mass(body: str, target: Sequence[float], *, steps: Steps = -1) -> Objective:
    """½ |c - target|² of the centre of mass of a body, m², summed over states."""
    return _term(body, steps, {"center_of_mass": {"target": [float(c) for c in target]}})


def kinetic_energy(body: str, *, steps: Steps = -1) -> Objective:
    """Kinetic energy of a body, J, summed over states."""
    return _term(body, steps, "kinetic_energy")


def volume(body: str, *, steps: Steps = -1) -> Objective:
    """Volume of a solid, m³, summed over states."""
    return _term(body, steps, "volume")


@dataclass(frozen=True)
class Trajectory:
    """All states of a run, from the start on, as a loss function sees them: arrays of numpy, or of torch or jax."""

    #: Positions, m, of shape (steps + 1, n, 3).
    positions: Any
    #: Velocities, m/s, of the same shape.
    velocities: Any
    #: Time of each state, s.
    times: Floats
    #: Masses of the vertices, kg; 0 for those of obstacles.
    masses: Floats
    #: Vertices of each body or obstacle.
    bodies: Mapping[str, slice]

    def __getitem__(self, body: str) -> Trajectory:
        """The states of one body alone."""
        if body not in self.bodies:
            raise InputError(f"there is no body `{body}`; there are: {', '.join(self.bodies)}")
        rows = self.bodies[body]
        count = rows.stop - rows.start
        return replace(
            self,
            positions=self.positions[:, rows],
            velocities=self.velocities[:, rows],
            masses=self.masses[rows],
            bodies={body: slice(0, count)},
        )


Loss = Callable[[Trajectory], Any]
Derivatives = dict[str, Any]


class DifferentiableRun:
    """A run of a scene, with the states that its gradients need: see `Scene.differentiable_run`."""

    def __init__(self, native: _tangency.DifferentiableRun) -> None:
        self._native = native
        positions, velocities = native.states()
        step = native.time_step
        self._trajectory = Trajectory(
            positions=positions,
            velocities=velocities,
            times=np.arange(native.steps + 1) * step,
            masses=np.array(native.masses()),
            bodies={name: slice(first, end) for name, first, end, _ in native.bodies()},
        )

    @property
    def trajectory(self) -> Trajectory:
        """All states."""
        return self._trajectory

    @property
    def positions(self) -> Floats:
        """Positions of all vertices in all states, m, of shape (steps + 1, n, 3)."""
        return np.asarray(self._trajectory.positions)

    @property
    def velocities(self) -> Floats:
        """Velocities of all vertices in all states, m/s, of the same shape."""
        return np.asarray(self._trajectory.velocities)

    @property
    def steps(self) -> int:
        """Number of steps; states are one more."""
        return self._native.steps

    @property
    def variables(self) -> list[str]:
        """The names of all variables, but for the numbers of the scene by their keys."""
        return self._native.variables()

    def value(self, name: str) -> Any:
        """The numbers of a variable as they are: an array, or a number."""
        return _plain(self._native.value(name))

    def gradient(
        self, positions: npt.ArrayLike | None = None, velocities: npt.ArrayLike | None = None, wrt: Sequence[str] = ()
    ) -> Derivatives:
        """The derivatives by variables of a function that has these derivatives by positions and velocities of all states."""
        seeds = [None if seed is None else np.ascontiguousarray(seed, dtype=np.float64) for seed in (positions, velocities)]
        for name, seed in zip(("positions", "velocities"), seeds):
            if seed is not None and seed.ndim != 3:
                raise InputError(f"the derivatives by {name} have the shape {seed.shape}, expected is {self.positions.shape}")
        _, arrays, notes = self._native.gradient_of(seeds[0], seeds[1], _names(wrt))
        return _derivatives(arrays, notes)

    def grad(self, loss: Objective | Loss, wrt: Sequence[str], *, ops: str = "numpy") -> tuple[float, Derivatives]:
        """The value of a loss and its derivatives by variables: see `grad`."""
        if isinstance(loss, Objective):
            value, arrays, notes = self._native.gradient(loss.to_json(), _names(wrt))
            return value, _derivatives(arrays, notes)
        value, seeds = _seeds(loss, self._trajectory, ops)
        return value, self.gradient(*seeds, wrt=wrt)

    def __repr__(self) -> str:
        return f"<DifferentiableRun of {self.steps} steps of {', '.join(self._trajectory.bodies)}>"


def grad(
    scene: Scene,
    loss: Objective | Loss,
    wrt: Sequence[str],
    *,
    ops: str = "numpy",
    memory: int | None = None,
) -> tuple[float, Derivatives]:
    """Runs a scene to its end; the value of a loss, and its derivatives by the variables `wrt`: a dictionary of arrays and numbers.

    `loss` is an objective of this module, or a function of a `Trajectory`. With `ops="numpy"` the function gives its value and its
    derivatives by the positions of all states, and also by their velocities if it looks at them: `(value, by_positions)` or
    `(value, by_positions, by_velocities)`. With `ops="torch"` or `ops="jax"` it gives its value, which is then differentiated.

    States are kept up to `memory` bytes (1 GiB); where that is not enough, steps are computed again. A derivative that is exactly
    zero because nothing depends on the variable is told in a warning.
    """
    return scene.differentiable_run(memory=memory).grad(loss, wrt, ops=ops)


def _names(wrt: Sequence[str]) -> list[str]:
    if isinstance(wrt, str):
        raise InputError(f"`wrt` is a list of names, as in wrt=[{wrt!r}]")
    return list(wrt)


def _derivatives(arrays: Sequence[tuple[str, Any]], notes: Sequence[str]) -> Derivatives:
    for note in notes:
        warnings.warn(note, stacklevel=3)
    return {name: _plain(array) for name, array in arrays}


def _plain(array: Any) -> Any:
    return float(array) if np.ndim(array) == 0 else array


def _seeds(loss: Loss, trajectory: Trajectory, ops: str) -> tuple[float, tuple[Any, Any]]:
    if ops == "torch":
        from tangency.torch import value_and_seeds as by_torch

        return by_torch(loss, trajectory)
    if ops == "jax":
        from tangency.jax import value_and_seeds as by_jax

        return by_jax(loss, trajectory)
    if ops != "numpy":
        raise InputError(f"`ops` is {ops!r}; it is \"numpy\", \"torch\" or \"jax\"")
    answer = loss(trajectory)
    if not isinstance(answer, tuple) or len(answer) not in (2, 3):
        raise InputError(
            "the loss gives (value, by_positions) or (value, by_positions, by_velocities), the derivatives of shape (steps + 1, n, 3); "
            'a function in operations of torch or jax needs ops="torch" or ops="jax"'
        )
    value = float(answer[0])
    if not np.isfinite(value):
        raise InputError(f"the loss is {value}")
    return value, (answer[1], answer[2] if len(answer) == 3 else None)


def flattened(values: Mapping[str, Any]) -> Iterator[tuple[str, list[float]]]:
    """Names and numbers one after the other, of values by name."""
    for name, value in values.items():
        yield name, np.asarray(value, dtype=np.float64).ravel().tolist()
