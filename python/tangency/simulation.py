"""Simulations: scenes in motion, step by step."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tangency import _tangency
from tangency.errors import InputError
from tangency.run import Certificate

if TYPE_CHECKING:
    from tangency.scene import Body, Driver

Floats = npt.NDArray[np.float64]


class BodyState:
    """A body of a simulation where the last step ended. Arrays are views that nobody writes to; to change them, assign."""

    def __init__(self, simulation: Simulation, name: str, first: int, end: int, is_obstacle: bool) -> None:
        self._simulation = simulation
        self.name = name
        self.vertices = slice(first, end)
        self.is_obstacle = is_obstacle

    @property
    def positions(self) -> Floats:
        """Positions of its vertices, m. Assigning checks them: what intersects is refused, naming the pair."""
        return self._simulation.positions[self.vertices]

    @positions.setter
    def positions(self, x: npt.ArrayLike) -> None:
        self._simulation._set(self.name, x, self.velocities)

    @property
    def velocities(self) -> Floats:
        """Velocities of its vertices, m/s; may be assigned."""
        return self._simulation.velocities[self.vertices]

    @velocities.setter
    def velocities(self, v: npt.ArrayLike) -> None:
        self._simulation._set(self.name, self.positions, v)

    def __repr__(self) -> str:
        return f"<{self.name!r}: {self.vertices.stop - self.vertices.start} vertices>"


class Simulation:
    """A scene in motion: advances step by step, each step certified."""

    def __init__(self, native: _tangency.Simulation, drivers: Mapping[tuple[str, str], Driver]) -> None:
        self._native = native
        self._drivers = drivers
        self._bodies = {name: BodyState(self, name, first, end, fixed) for name, first, end, fixed in native.bodies()}
        self._start = native.positions()
        self._cache: dict[str, Floats] = {}
        self.report: dict[str, Any] = {}

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return self._native.time

    @property
    def time_step(self) -> float:
        """Length of a step, s."""
        return self._native.time_step

    @property
    def step_number(self) -> int:
        """Steps done."""
        return self._native.step_number

    @property
    def steps(self) -> int:
        """Steps of the whole scene."""
        return self._native.steps

    @property
    def positions(self) -> Floats:
        """Positions of all vertices, m: one array a step, that nobody writes to."""
        if "x" not in self._cache:
            self._cache["x"] = self._native.positions()
        return self._cache["x"]

    @property
    def velocities(self) -> Floats:
        """Velocities of all vertices, m/s."""
        if "v" not in self._cache:
            self._cache["v"] = self._native.velocities()
        return self._cache["v"]

    def __getitem__(self, name: str) -> BodyState:
        """A body or obstacle by its name."""
        if name not in self._bodies:
            raise InputError(f"there is no body `{name}`; there are: {', '.join(self._bodies)}")
        return self._bodies[name]

    def __iter__(self) -> Iterator[BodyState]:
        return iter(self._bodies.values())

    def _set(self, name: str, x: npt.ArrayLike, v: npt.ArrayLike) -> None:
        self._native.set_state(name, np.asarray(x, dtype=np.float64), np.asarray(v, dtype=np.float64))
        self._cache.clear()

    def step(self) -> dict[str, Any]:
        """Advances by one time step and gives its report, as a line of `stats.jsonl` has it.

        Raises `Stuck` where the step cannot be completed; the simulation is then as it was before.
        """
        for (kind, name), driver in self._drivers.items():
            if driver.function is not None:
                self._steer(kind, name, driver.function)
            elif kind == "boundary" and self._native.driven_vertices(name):
                self._steer(kind, name, _stay)
        self.report = json.loads(self._native.step())
        self._cache.clear()
        return self.report

    def _steer(self, kind: str, name: str, function: Callable[..., Any]) -> None:
        vertices = self._native.driven_vertices(name)
        if not vertices:
            raise InputError(f"`{name}` is not driven in this simulation: give it its function before the simulation starts")
        time = (self.step_number + 1) * self.time_step
        answer = function(time, self) if _takes_two(function) else function(time)
        vectors = np.asarray(answer, dtype=np.float64)
        if vectors.shape not in ((3,), (len(vertices), 3)):
            raise InputError(f"the function of `{name}` gives the shape {vectors.shape}, expected is (3,) or ({len(vertices)}, 3)")
        if not np.isfinite(vectors).all():
            raise InputError(f"the function of `{name}` gives a number at {time:g} s that is not finite")
        if kind == "load":
            self._native.push(name, np.broadcast_to(vectors, (len(vertices), 3)).copy())
        else:
            targets = self._start[vertices] + vectors if vectors.ndim == 1 else vectors
            self._native.drive(name, np.ascontiguousarray(targets))

    def run(self, steps: int | None = None, *, progress: bool = False) -> None:
        """Advances until `steps` steps are done, or to the end of the scene."""
        last = self.steps if steps is None else steps
        bar = _progress(last, self.step_number) if progress else None
        try:
            while self.step_number < last:
                report = self.step()
                if bar is not None:
                    bar.set_postfix(iterations=report["iterations"], contacts=report["contacts"], refresh=False)
                    bar.update(1)
        finally:
            if bar is not None:
                bar.close()

    def field(self, name: str, location: str | None = None) -> Any:
        """A field where the last step ended: `von_mises`, `contact_force`... (docs/fields.md has all).

        An array where the scene has it at one location; a dictionary by location (`tet`, `triangle`...) where at several.
        """
        arrays = {key.split(".")[0]: array for key, array in self._native.field(name).items()}
        if location is not None:
            if location not in arrays:
                raise InputError(f"`{name}` is not a field of `{location}`; it is one of: {', '.join(arrays) or 'nothing here'}")
            return arrays[location]
        return next(iter(arrays.values())) if len(arrays) == 1 else arrays

    def contacts(self) -> dict[str, npt.NDArray[Any]]:
        """The pairs that push where the last step ended: `kind`, `vertices`, `bodies`, `position`, `distance`, `force`..."""
        arrays = self._native.field("contacts")
        return {key.split(".")[1]: array for key, array in arrays.items()}

    def reaction(self, what: str | Driver | Body) -> Floats:
        """Force, N, by which a boundary, obstacle or half-space acted on the bodies in the last step."""
        name = what if isinstance(what, str) else what.name
        reactions = self.report.get("forces", {}).get("reactions", {})
        if name not in reactions:
            raise InputError(f"there is no reaction of `{name}` yet; there are: {', '.join(reactions) or 'none before the first step'}")
        return np.array(reactions[name]["force"])

    def add_energy(
        self,
        stencils: Sequence[Sequence[int]] | npt.NDArray[Any],
        value: Callable[[Floats], Any],
        gradient: Callable[[Floats], Any],
        hessian: Callable[[Floats], Any] | None = None,
    ) -> None:
        """Adds an energy of one's own, J, over stencils of k vertices each (numbers in `positions`), for the stepper `newton`.

        Functions take positions of shape (n, k, 3). `value` gives J (a number, or one a stencil), `gradient` (n, k, 3), `hessian`
        (n, 3k, 3k), from differences of the gradient where it is not given; it is made positive semi-definite.
        """
        rows = np.asarray(stencils)
        if rows.ndim != 2 or not np.issubdtype(rows.dtype, np.integer) or rows.size == 0 or rows.min() < 0:
            raise InputError(f"stencils are vertex numbers of shape (n, k), not {rows.shape} {rows.dtype}")
        self._native.add_energy(rows.tolist(), value, gradient, hessian)

    @property
    def certificate(self) -> Certificate:
        """What the exact tests after each step found so far."""
        return Certificate(json.loads(self._native.certificate()))

    def finish(self) -> Certificate:
        """Ends the simulation: a run folder gets its last checkpoint and its certificate."""
        return Certificate(json.loads(self._native.finish()))

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.finish()

    def __repr__(self) -> str:
        return f"<Simulation at step {self.step_number}, {self.time:g} s>"


def _stay(_time: float) -> tuple[float, float, float]:
    return (0.0, 0.0, 0.0)


def _takes_two(function: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in positional and p.default is p.empty for p in parameters) >= 2


def _progress(total: int, first: int) -> Any:
    """A bar of tqdm, where it is installed and somebody looks."""
    if not sys.stderr.isatty() and "ipykernel" not in sys.modules:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, initial=first, unit="step")
