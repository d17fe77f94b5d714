"""Deformable bodies in contact that never pass through each other.

    import tangency as tg
    s = tg.Scene("drop", ground=0)
    ball = s.body("ball", shape=tg.ball(radius=0.1), translate=(0, 0.3, 0), material=tg.solid(young="50 kPa"))
    run = s.run("runs/drop")

`help(tg.Scene)`, `help(tg.cloth)` and so on tell the rest. Lengths are metres, times seconds, angles degrees.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from tangency import gradients, language
from tangency.errors import CommandError, GradientError, InputError, Interrupted, Intersection, RunError, SceneError, Stuck, TangencyError
from tangency.gradients import grad
from tangency.language import *  # noqa: F403
from tangency.language import SHAPES, Material, Shape, material_words
from tangency.run import Certificate, Frame, Run
from tangency.scene import Body, Driver, Scene, material, sheet, solid
from tangency.simulation import BodyState, Simulation

if _TYPE_CHECKING:
    from tangency import player, studies, toolkit
    from tangency.studies import Study, open_study, sweep

#: Loaded when they are asked for, so that `import tangency` is quick: names, and the modules that have them.
_LATER = {"player": "player", "studies": "studies", "toolkit": "toolkit", "Study": "studies", "open_study": "studies", "sweep": "studies"}

__all__ = [
    "Body", "BodyState", "Certificate", "CommandError", "Driver", "Frame", "GradientError", "InputError", "Interrupted", "Intersection",
    "Material", "Run", "RunError", "Scene", "SceneError", "Shape", "Simulation", "Study", "Stuck", "TangencyError", "language", "material",
    "grad", "gradients", "material_words", "open_study", "player", "sheet", "solid", "studies", "sweep", "toolkit",
    *SHAPES,
]


def __getattr__(name: str) -> _Any:
    if name not in _LATER:
        raise AttributeError(f"module 'tangency' has no attribute {name!r}")
    module = _import_module(f"tangency.{_LATER[name]}")
    return module if _LATER[name] == name else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
