"""Exceptions of the package. All of them are `TangencyError`s; the geometry of what went wrong is in their attributes."""

from __future__ import annotations

from typing import Any


class TangencyError(Exception):
    """Base of all exceptions of this package."""

    def __init__(self, message: str = "", **attributes: Any) -> None:
        super().__init__(message)
        for name, value in attributes.items():
            setattr(self, name, value)


class SceneError(TangencyError, ValueError):
    """A scene that says something that cannot be. `place` is the key, as in `body.0.material.young`."""

    place: str | None = None


class InputError(TangencyError, ValueError):
    """An argument that cannot be used: a shape, a dtype, a number that is none."""

    vertex: int | None = None
    body: str | None = None


class Intersection(InputError):
    """Bodies that cross, touch, or are closer than their offsets: `pair` has the vertices of the first such pair."""

    pair: tuple[list[int], list[int]] | None = None
    bodies: tuple[str, str] | None = None
    distance: float | None = None


class Stuck(TangencyError):
    """A step that could not be completed. The simulation is as it was before it.

    `reason` is a word (`not-converged`, `boundary-blocked`, `line-search`...), `vertex` and `body` say where, `pair` has the
    vertices of the closest pair, where anything is in contact.
    """

    reason: str = ""
    vertex: int | None = None
    body: str | None = None
    pair: tuple[list[int], list[int]] | None = None
    bodies: tuple[str, str] | None = None
    distance: float | None = None


class Interrupted(TangencyError):
    """A step that was given up because somebody asked for it."""


class RunError(TangencyError, OSError):
    """A run folder that cannot be read, written or gone on with."""


class CommandError(TangencyError):
    """A command of the program that failed."""


class GradientError(TangencyError):
    """A run that is not differentiated: the message names what it is, and a way out."""
