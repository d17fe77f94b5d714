"""Runs as functions of JAX: their gradients go through contact, friction and time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from tangency.errors import InputError
from tangency.gradients import DifferentiableRun, Loss, Trajectory

if TYPE_CHECKING:
    from tangency.scene import Scene

#: Runs that are kept for the way back.
KEPT = 4


class _Runs:
    """The last runs of a scene by the values that they were made with: the way back begins with one of them."""

    def __init__(self, scene: Scene, names: tuple[str, ...]) -> None:
        self.scene, self.names = scene, names
        self.kept: OrderedDict[bytes, DifferentiableRun] = OrderedDict()

    def run(self, *values: Any) -> DifferentiableRun:
        arrays = [np.asarray(value, dtype=np.float64) for value in values]
        key = b"".join(array.tobytes() for array in arrays)
        if key not in self.kept:
            self.kept[key] = self.scene.with_values(dict(zip(self.names, arrays))).differentiable_run()
        self.kept.move_to_end(key)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return self.kept[key]

    def states(self, *values: Any) -> tuple[Any, Any]:
        run = self.run(*values)
        return run.positions, run.velocities

    def back(self, positions: Any, velocities: Any, *values: Any) -> tuple[Any, ...]:
        found = self.run(*values).gradient(np.asarray(positions), np.asarray(velocities), wrt=self.names)
        return tuple(np.asarray(found[name], dtype=np.float64).reshape(np.shape(value)) for name, value in zip(self.names, values))


def simulate(scene: Scene, values: Mapping[str, Any]) -> tuple[jax.Array, jax.Array]:
    """Runs a scene to its end with these values of variables (arrays of float64, by name, as in `tangency.grad`).

    Gives positions and velocities of all vertices in all states, each of shape (steps + 1, n, 3), through which JAX differentiates in
    reverse; it may be traced and compiled. Needs `jax.config.update("jax_enable_x64", True)`.
    """
    if not jax.config.jax_enable_x64:
        raise InputError('runs are computed in float64: say jax.config.update("jax_enable_x64", True) first')
    names = tuple(values)
    runs = _Runs(scene, names)
    steps, count = scene.run_size()
    state = jax.ShapeDtypeStruct((steps + 1, count, 3), jnp.float64)

    @jax.custom_vjp
    def run(*arrays: Any) -> Any:
        return jax.pure_callback(runs.states, (state, state), *arrays)

    def forward(*arrays: Any) -> Any:
        return run(*arrays), arrays

    def backward(arrays: Any, seeds: Any) -> Any:
        shapes = tuple(jax.ShapeDtypeStruct(array.shape, jnp.float64) for array in arrays)
        return jax.pure_callback(runs.back, shapes, *seeds, *arrays)

    run.defvjp(forward, backward)
    positions, velocities = run(*(jnp.asarray(values[name], dtype=jnp.float64) for name in names))
    return positions, velocities


def value_and_seeds(loss: Loss, trajectory: Trajectory) -> tuple[float, tuple[Any, Any]]:
    """The value of a loss in operations of jax, and its derivatives by positions and velocities."""
    if not jax.config.jax_enable_x64:
        raise InputError('losses are computed in float64: say jax.config.update("jax_enable_x64", True) first')

    def of_states(positions: Any, velocities: Any) -> Any:
        return loss(replace(trajectory, positions=positions, velocities=velocities))

    states = (jnp.asarray(trajectory.positions), jnp.asarray(trajectory.velocities))
    value, seeds = jax.value_and_grad(of_states, argnums=(0, 1))(*states)
    if not np.isfinite(value):
        raise InputError(f"the loss is {float(value)}")
    return float(value), (np.asarray(seeds[0]), np.asarray(seeds[1]))
