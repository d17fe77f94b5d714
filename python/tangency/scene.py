"""Scenes: documents of the scene language, with handles for bodies and for what holds, moves and pushes them."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from tangency import _tangency
from tangency.errors import InputError, SceneError
from tangency.gradients import DifferentiableRun, flattened
from tangency.language import Material, SceneWords, Shape, Vector, material_words
from tangency.run import Run
from tangency.simulation import Simulation

Floats = npt.NDArray[np.float64]
Selection = Union[Callable[[Floats], npt.NDArray[np.bool_]], Sequence[int], npt.NDArray[Any], str, Mapping[str, Any]]
"""Vertices: a function of their positions that gives a mask, numbers or a mask, the name of a group, or a `select` of the language."""
Motion = Callable[..., Any]


def material(name: str, **words: Any) -> Material:
    """A material that comes with the program ("cotton", "silk", "rubber"...), with some of its words changed."""
    found = _tangency.named_material(name)
    if found is None:
        raise SceneError(f"there is no material `{name}`; `tangency.material_words` makes one of numbers")
    return Material({**json.loads(found), **material_words(**words)})


def solid(**words: Any) -> Material:
    """The material of a solid: `density`, `young`, `poisson`, `model`."""
    return material_words(**words)


def sheet(**words: Any) -> Material:
    """The material of cloth and shells: `thickness` and what `material_words` has."""
    return material_words(**words)


def plain(value: Any) -> Any:
    """A value as JSON knows it: arrays become lists, and numbers of numpy those of Python."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value


def mesh_shape(mesh: Sequence[Any]) -> Shape:
    """The shape of arrays: points (n, 3) and elements (m, 4) for tets, (m, 3) for triangles, (m, 2) for segments."""
    points = np.asarray(mesh[0], dtype=np.float64)
    if points.ndim != 2 or points.shape[1] != 3:
        raise InputError(f"the points of a mesh have the shape {points.shape}, expected is (n, 3)")
    if not np.isfinite(points).all():
        row = int(np.flatnonzero(~np.isfinite(points).all(axis=1))[0])
        raise InputError(f"point {row} of a mesh is not finite: {points[row]}")
    words: dict[str, Any] = {"points": points.tolist()}
    names = {4: "tets", 3: "triangles", 2: "segments"}
    for array in mesh[1:]:
        elements = np.asarray(array)
        if elements.ndim != 2 or elements.shape[1] not in names or not np.issubdtype(elements.dtype, np.integer):
            raise InputError(
                f"elements of a mesh have the shape {elements.shape} and dtype {elements.dtype}; "
                "expected are integers of shape (m, 4), (m, 3) or (m, 2)"
            )
        wrong = np.flatnonzero(((elements < 0) | (elements >= len(points))).any(axis=1))
        if len(wrong):
            raise InputError(f"element {wrong[0]} is {elements[wrong[0]].tolist()}: there are {len(points)} points")
        words[names[elements.shape[1]]] = elements.tolist()
    return Shape(mesh=words)


class Driver:
    """Vertices that a boundary holds, or that a load acts on. Ask `move_to` (or `push`) to have a function say how."""

    def __init__(self, scene: Scene, entry: dict[str, Any]) -> None:
        self.scene = scene
        self.entry = entry
        self.function: Motion | None = None

    @property
    def name(self) -> str:
        """Name of the boundary or load: its reaction is `sim.reaction(name)`."""
        return str(self.entry["name"])

    def move_to(self, motion: Motion | Vector) -> Driver:
        """Has the vertices go where `motion` says at the end of each step.

        `motion(t)` or `motion(t, sim)` gives a displacement (three numbers, m) from where they are at the start, or their positions
        (n, 3). Without a function, a displacement that stays. It may be called again while a simulation is under way.
        """
        self.function = motion if callable(motion) else _constant(motion)
        self.entry["driven"] = True
        return self

    def push(self, force: Motion) -> Driver:
        """Has the forces act that `force(t)` or `force(t, sim)` gives for each step: three numbers for every vertex alike, or
        (n, 3), N."""
        self.function = force
        return self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"


def _movable(entry: dict[str, Any]) -> dict[str, Any]:
    """A boundary that a function may move later, where it is held from the start for good."""
    is_plain = not any(entry.get(key) for key in ("motion", "begin", "release", "release_past", "repeat"))
    return {**entry, "driven": True} if is_plain and entry.get("name") else entry


def _constant(value: Any) -> Motion:
    return lambda _time: value


class Body:
    """A body or obstacle of a scene."""

    def __init__(self, scene: Scene, entry: dict[str, Any], kind: str) -> None:
        self.scene = scene
        self.entry = entry
        self.kind = kind

    @property
    def name(self) -> str:
        """Name of the body."""
        return str(self.entry["name"])

    def mesh(self) -> tuple[Floats, npt.NDArray[np.uint32], npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        """Points as the scene places them, m, and tets, triangles and segments."""
        words = {key: value for key, value in self.entry.items() if key not in ("groups", "velocity", "angular_velocity")}
        words.setdefault("material", {})
        document = {"plane": self.scene.document.get("plane", False), "materials": self.scene.document.get("materials", {})}
        text = json.dumps(plain({**document, "body": [words]}))
        return _tangency.placed_mesh(text, self.name, self.scene.folder)

    def hold(self, select: Selection | None = None, *, name: str | None = None, **words: Any) -> Driver:
        """Holds vertices: all, or those of a selection. `words` are those of a boundary of the scene language."""
        return self.scene._boundary(self, select, name, words)

    def push(self, force: Motion, select: Selection | None = None, *, name: str | None = None, **words: Any) -> Driver:
        """Has forces act on vertices that a function gives for each step: see `Driver.push`."""
        entry = self.scene._load(self, select, name, {**words, "driven": True})
        return self.scene._drive("load", entry).push(force)

    def load(self, select: Selection | None = None, *, name: str | None = None, **words: Any) -> Driver:
        """A load that stays: one of `acceleration`, `force`, `traction`, `pressure`."""
        return self.scene._drive("load", self.scene._load(self, select, name, words))

    def move_to(self, motion: Motion | Vector) -> Driver:
        """Has the whole body or obstacle go where `motion` says: see `Driver.move_to`."""
        return self.hold(name=f"{self.name}-motion").move_to(motion)

    def select(self, select: Selection | None) -> Any:
        """A selection as the scene language has it."""
        if select is None:
            return {"all": True}
        if isinstance(select, str):
            return {"group": select}
        if isinstance(select, Mapping):
            return dict(select)
        chosen: Any = select
        if callable(select):
            points = self.mesh()[0]
            chosen = np.asarray(select(points))
            if chosen.shape != (len(points),):
                raise InputError(f"the selection has the shape {chosen.shape}, expected is ({len(points)},)")
        numbers = np.asarray(chosen)
        if numbers.dtype == np.bool_:
            numbers = np.flatnonzero(numbers)
        if numbers.ndim != 1 or not np.issubdtype(numbers.dtype, np.integer):
            raise InputError(f"a selection of vertices is one-dimensional and of integers, not {numbers.shape} {numbers.dtype}")
        if len(numbers) == 0:
            raise InputError(f"the selection of `{self.name}` has no vertex")
        if numbers.min() < 0:
            raise InputError(f"the selection of `{self.name}` has the vertex {numbers.min()}")
        return {"vertices": numbers.tolist()}

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name!r}>"


class Scene(SceneWords):
    """A scene: bodies, obstacles, what holds, moves and pushes them. It is the document of the scene language."""

    def __init__(
        self,
        name: str = "scene",
        *,
        ground: Any = None,
        gravity: Vector | None = None,
        plane: bool | None = None,
        title: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        materials: Mapping[str, Any] | None = None,
        repair: bool | Mapping[str, Any] | None = None,
        folder: str | os.PathLike[str] = ".",
    ) -> None:
        words = {"title": title, "ground": ground, "gravity": gravity, "plane": plane, "parameters": parameters, "materials": materials}
        words["repair"] = repair
        self.name = name
        self.folder = os.fspath(folder)
        self.document: dict[str, Any] = {key: value for key, value in words.items() if value is not None}
        self._bodies: dict[str, Body] = {}
        self._drivers: dict[tuple[str, str], Driver] = {}
        self._loaded: _tangency.LoadedScene | None = None

    @classmethod
    def load(cls, path_or_name: str | os.PathLike[str], **changes: Any) -> Scene:
        """A scene file, or a scene of the catalogue by its name; `changes` are parameters of it."""
        settings = [f"{key}={json.dumps(plain(value))}" for key, value in changes.items()]
        name, document, loaded = _tangency.load(os.fspath(path_or_name), settings)
        path = Path(path_or_name)
        scene = cls(name, folder=path.parent if path.is_file() else ".")
        scene._take(json.loads(document))
        scene._loaded = loaded
        return scene

    def _take(self, document: dict[str, Any]) -> None:
        """Makes a document that of the scene, with handles for what is in it."""
        self.document = document
        for kind in ("body", "obstacle"):
            for entry in document.get(kind, []):
                self._bodies[entry["name"]] = Body(self, entry, kind)
        for kind in ("boundary", "load"):
            for entry in document.get(kind, []):
                self._drive(kind, entry)

    def __getitem__(self, name: str) -> Body:
        """The body or obstacle called `name`."""
        if name not in self._bodies:
            raise InputError(f"there is no body `{name}`; there are: {', '.join(self._bodies) or 'none'}")
        return self._bodies[name]

    def body(self, name: str, *, mesh: Sequence[Any] | None = None, **words: Any) -> Body:
        """Adds an elastic body. `mesh=(points, elements)` takes arrays in place of a `shape`; see `body_words` for the others."""
        return self._add("body", name, mesh, self._body_words(**words))

    def obstacle(self, name: str, *, mesh: Sequence[Any] | None = None, **words: Any) -> Body:
        """Adds something that bodies touch but that only moves as told. `mesh=(points, triangles)` takes arrays."""
        return self._add("obstacle", name, mesh, self._obstacle_words(**words))

    def _add(self, kind: str, name: str, mesh: Sequence[Any] | None, words: dict[str, Any]) -> Body:
        if name in self._bodies:
            raise InputError(f"there is a body or obstacle `{name}` already")
        if (mesh is None) == ("shape" not in words):
            raise InputError(f"`{name}` needs a `shape` or a `mesh`, one of them")
        if mesh is not None:
            words["shape"] = mesh_shape(mesh)
        entry = {"name": name, **plain(words)}
        self.document.setdefault(kind, []).append(entry)
        self._bodies[name] = Body(self, entry, kind)
        return self._bodies[name]

    def _named(self, kind: str, name: str | None, body: Body) -> str:
        taken = {entry.get("name") for entry in self.document.get(kind, [])}
        if name is not None:
            if name in taken:
                raise InputError(f"there is a {kind} `{name}` already")
            return name
        tried = f"{body.name}-{'grip' if kind == 'boundary' else 'load'}"
        number = 2
        while tried in taken:
            tried, number = f"{body.name}-{'grip' if kind == 'boundary' else 'load'}-{number}", number + 1
        return tried

    def _boundary(self, body: Body, select: Selection | None, name: str | None, words: dict[str, Any]) -> Driver:
        entry = {"name": self._named("boundary", name, body), "body": body.name, "select": body.select(select)}
        entry |= plain(self._boundary_words(**words))
        self.document.setdefault("boundary", []).append(entry)
        return self._drive("boundary", entry)

    def _load(self, body: Body, select: Selection | None, name: str | None, words: dict[str, Any]) -> dict[str, Any]:
        entry = {"name": self._named("load", name, body), "body": body.name, "select": body.select(select)}
        entry |= plain(self._load_words(**words))
        self.document.setdefault("load", []).append(entry)
        return entry

    def _drive(self, kind: str, entry: dict[str, Any]) -> Driver:
        driver = Driver(self, entry)
        self._drivers[kind, driver.name] = driver
        return driver

    def friction_between(self, first: Body, second: Body, mu: float) -> None:
        """Coefficient of friction between two bodies, whatever each has with others."""
        pairs = self.document.setdefault("friction", {}).setdefault("pair", [])
        pairs.append({"between": [first.name, second.name], "mu": mu})

    def to_json(self) -> str:
        """The document as JSON, as the program `tangency` reads it."""
        return json.dumps(plain(self.document))

    def check(self) -> dict[str, Any]:
        """The document with every default and expression resolved; raises `SceneError` where it says something that cannot be."""
        resolved: dict[str, Any] = json.loads(_tangency.check(self.to_json(), self.name, self.folder))
        return resolved

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the scene as a file that `tangency run` reads: TOML, or JSON where the name ends so."""
        self.check()
        driven = [driver.name for driver in self._drivers.values() if driver.function is not None]
        if driven:
            raise SceneError(f"`{driven[0]}` follows a Python function, which a scene file cannot hold; save the scene without it")
        self._refuse_arrays()
        text = self.to_json()
        path = Path(path)
        path.write_text(text if path.suffix == ".json" else _tangency.to_toml(text))

    def _refuse_arrays(self) -> None:
        if self._loaded is not None and self._loaded.has_arrays():
            raise SceneError("positions, velocities or rest shapes were set as arrays, which no scene file holds")

    def copy(self) -> Scene:
        """A scene of its own with the same bodies and functions."""
        return self._with(copy.deepcopy(self.document), self._loaded)

    def _with(self, document: dict[str, Any], loaded: _tangency.LoadedScene | None) -> Scene:
        other = Scene(self.name, folder=self.folder)
        other._take(document)
        other._loaded = loaded
        for key, driver in self._drivers.items():
            if key in other._drivers:
                other._drivers[key].function = driver.function
        return other

    def _native(self, document: Mapping[str, Any] | None = None) -> _tangency.LoadedScene:
        """The scene as it is now, with the parameters of the text that it comes from."""
        words = (json.dumps(plain(self.document if document is None else document)), self.name, self.folder)
        return _tangency.LoadedScene(*words) if self._loaded is None else self._loaded.with_document(*words)

    def with_values(self, values: Mapping[str, Any]) -> Scene:
        """The scene with other values of variables, by name, as `tangency.grad` has them: to go on with where a gradient leads.

        A parameter is set where the scene has parameters, and everything is built anew from it. Positions, velocities and rest shapes of
        vertices are kept beside what a document holds; such a scene is simulated, but not saved or recorded.
        """
        loaded = self._native().with_values(list(flattened(values)))
        return self._with(json.loads(loaded.document()), loaded)

    def run_size(self) -> tuple[int, int]:
        """Numbers of steps and of vertices of a run."""
        return self._native().size()

    def differentiable_run(self, *, memory: int | None = None) -> DifferentiableRun:
        """Runs the scene to its end and keeps what gradients need: states, or, where they take more than `memory` bytes (1 GiB),
        checkpoints from which steps are computed again."""
        for driver in self._drivers.values():
            if driver.function is not None:
                raise SceneError(f"`{driver.name}` follows a Python function, through which there is no gradient")
        return DifferentiableRun(self._native().differentiable_run(memory))

    def start(
        self, *, record: str | os.PathLike[str] | None = None, overwrite: bool = False, exact_checks: bool = False
    ) -> Simulation:
        """The simulation from the start of the scene, to be advanced step by step; `record` names a folder it is written to."""
        folder = None if record is None else os.fspath(record)
        document = self.document
        if record is None:
            # Whatever is held may be moved while the simulation is under way; a run on the disk follows from its scene.
            boundaries = [_movable(entry) for entry in document.get("boundary", [])]
            document = {**document, "boundary": boundaries}
        has_arrays = self._loaded is not None and self._loaded.has_arrays()
        if has_arrays and record is not None:
            self._refuse_arrays()
        text = json.dumps(plain(document))
        loaded = self._native(document) if has_arrays else None
        native = _tangency.Simulation(text, self.name, self.folder, folder, overwrite, exact_checks, loaded)
        return Simulation(native, self._drivers)

    def run(
        self,
        folder: str | os.PathLike[str] | None = None,
        *,
        overwrite: bool = False,
        resume: bool = False,
        steps: int | None = None,
        progress: bool = True,
        exact_checks: bool = False,
    ) -> Run:
        """Simulates the scene to its end into a run folder (`runs/NAME`), as `tangency run` does.

        Ctrl-C saves what is done and raises KeyboardInterrupt; `resume=True` then goes on, with the same bits.
        """
        folder = Path(folder) if folder is not None else Path("runs") / self.name
        if resume and (folder / "checkpoint.npz").exists():
            sim = Simulation(_tangency.Simulation.resume(os.fspath(folder)), self._drivers)
        else:
            sim = self.start(record=folder, overwrite=overwrite, exact_checks=exact_checks)
        with sim:
            sim.run(steps, progress=progress)
        return Run(folder)

    def __repr__(self) -> str:
        return f"<Scene {self.name!r} with {', '.join(self._bodies) or 'nothing in it'}>"
