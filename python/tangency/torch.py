"""Runs as operations of PyTorch: their gradients go through contact, friction and time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tangency.errors import InputError
from tangency.gradients import Loss, Trajectory

if TYPE_CHECKING:
    from tangency.scene import Scene


class _Run(torch.autograd.Function):  # type: ignore[misc]
    """A run: from values of variables to the positions and velocities of all states."""

    @staticmethod
    def forward(ctx: Any, scene: Scene, names: tuple[str, ...], *tensors: torch.Tensor) -> Any:
        values = {name: tensor.detach().cpu().numpy() for name, tensor in zip(names, tensors)}
        run = scene.with_values(values).differentiable_run()
        ctx.run, ctx.names, ctx.tensors = run, names, [(tensor.shape, tensor.device) for tensor in tensors]
        return tuple(torch.from_numpy(np.array(array)) for array in (run.positions, run.velocities))

    @staticmethod
    @torch.autograd.function.once_differentiable  # type: ignore[untyped-decorator]
    def backward(ctx: Any, positions: torch.Tensor, velocities: torch.Tensor) -> Any:
        needed = [name for name, is_needed in zip(ctx.names, ctx.needs_input_grad[2:]) if is_needed]
        found = ctx.run.gradient(positions.cpu().numpy(), velocities.cpu().numpy(), wrt=needed)
        gradients = []
        for name, (shape, device) in zip(ctx.names, ctx.tensors):
            by = torch.as_tensor(found[name], dtype=torch.float64, device=device).reshape(shape) if name in found else None
            gradients.append(by)
        return (None, None, *gradients)


def simulate(scene: Scene, values: Mapping[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """Runs a scene to its end with these values of variables (tensors of float64, by name, as in `tangency.grad`).

    Gives positions and velocities of all vertices in all states, each of shape (steps + 1, n, 3), through which PyTorch differentiates.
    """
    for name, tensor in values.items():
        if not isinstance(tensor, torch.Tensor) or tensor.dtype != torch.float64:
            found = tensor.dtype if isinstance(tensor, torch.Tensor) else type(tensor).__name__
            raise InputError(f"`{name}` is {found}; runs are computed in torch.float64")
    positions, velocities = _Run.apply(scene, tuple(values), *values.values())
    return positions, velocities


def value_and_seeds(loss: Loss, trajectory: Trajectory) -> tuple[float, tuple[Any, Any]]:
    """The value of a loss in operations of torch, and its derivatives by positions and velocities."""
    tensors = [torch.from_numpy(np.array(array)).requires_grad_() for array in (trajectory.positions, trajectory.velocities)]
    masses = torch.from_numpy(np.array(trajectory.masses))
    value = loss(replace(trajectory, positions=tensors[0], velocities=tensors[1], masses=masses))
    if not isinstance(value, torch.Tensor) or value.numel() != 1:
        raise InputError("the loss has to give one number, a tensor of torch")
    if not torch.isfinite(value):
        raise InputError(f"the loss is {value.item()}")
    if not value.requires_grad:
        raise InputError("the loss does not depend on positions or velocities by operations of torch")
    seeds = torch.autograd.grad(value, tensors, allow_unused=True)
    by = [None if seed is None else seed.numpy() for seed in seeds]
    return float(value.item()), (by[0], by[1])
