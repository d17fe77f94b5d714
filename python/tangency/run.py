"""Runs: what a simulation left in its folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tangency import _tangency
from tangency.errors import InputError, RunError

if TYPE_CHECKING:
    from tangency.player import Player


class Certificate(dict[str, Any]):
    """What the exact tests after each step found, as `certificate.json` has it."""

    @property
    def holds(self) -> bool:
        """Whether nothing intersected, inverted, or was closer or more strained than it may be."""
        return bool(self["verified"])


class Frame:
    """Positions and fields at the end of one step."""

    def __init__(self, run: Run, step: int) -> None:
        self.run = run
        self.step = step

    @property
    def positions(self) -> npt.NDArray[np.float64]:
        """Positions of all vertices, m: read from the disk where they are looked at."""
        array: npt.NDArray[np.float64] = np.load(self.run.folder / "frames" / f"{self.step:06}.npy", mmap_mode="r")
        return array

    def body(self, name: str) -> npt.NDArray[np.float64]:
        """Positions of a body's vertices, m."""
        return self.positions[self.run.vertices(name)]

    def field(self, name: str, location: str | None = None) -> Any:
        """A field that the scene's `output` asked for: an array, or a dictionary by location where there are several."""
        path = self.run.folder / "fields" / f"{self.step:06}.npz"
        if not path.exists():
            raise InputError(f"step {self.step} of {self.run.folder} has no fields: ask for them with `scene.output(fields=[...])`")
        with np.load(path) as arrays:
            found = {key.split(".")[0]: arrays[key] for key in arrays.files if key.split(".")[1] == name}
            if not found:
                known = sorted({key.split(".")[1] for key in arrays.files})
                raise InputError(f"there is no field `{name}` in {path}; there are: {', '.join(known)}")
        if location is not None:
            if location not in found:
                raise InputError(f"`{name}` is not a field of `{location}`; it is one of: {', '.join(found)}")
            return found[location]
        return next(iter(found.values())) if len(found) == 1 else found


class Frames:
    """All frames of a run, by number; -1 is the last."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.steps = sorted(int(path.stem) for path in (run.folder / "frames").glob("*.npy"))

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, index: int) -> Frame:
        return Frame(self.run, self.steps[index])

    def __iter__(self) -> Iterator[Frame]:
        return (Frame(self.run, step) for step in self.steps)


class Stats:
    """The statistics of all steps: `run.stats["iterations"]` is an array, `run.stats["energy.kinetic"]` one of an inner value."""

    def __init__(self, path: Path) -> None:
        with path.open() as lines:
            self.lines: list[dict[str, Any]] = [json.loads(line) for line in lines if line.endswith("\n")]

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, key: str) -> npt.NDArray[Any]:
        values = []
        for line in self.lines:
            value: Any = line
            for part in key.split("."):
                if not isinstance(value, dict) or part not in value:
                    raise InputError(f"the statistics have no `{key}`; they have: {', '.join(line)}")
                value = value[part]
            values.append(np.nan if value is None else value)
        return np.array(values)


class Run:
    """A run folder, as the program `tangency` writes it."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        if not (self.folder / "topology.npz").exists():
            raise RunError(f"{self.folder} is no run folder: it has no topology.npz")
        with np.load(self.folder / "topology.npz") as arrays:
            self.topology = {key: arrays[key] for key in arrays.files}
        self.bodies: list[str] = json.loads(self.topology["body_names"].tobytes())

    @property
    def certificate(self) -> Certificate:
        """What the exact tests after each step found."""
        path = self.folder / "certificate.json"
        if not path.exists():
            raise RunError(f"{self.folder} has no certificate: the run did not end; go on with `resume=True`")
        return Certificate(json.loads(path.read_text()))

    @property
    def stats(self) -> Stats:
        """The statistics of all steps."""
        return Stats(self.folder / "stats.jsonl")

    @property
    def frames(self) -> Frames:
        """All frames."""
        return Frames(self)

    def vertices(self, name: str) -> npt.NDArray[np.intp]:
        """Numbers of a body's vertices."""
        if name not in self.bodies:
            raise InputError(f"there is no body `{name}`; there are: {', '.join(self.bodies)}")
        return np.flatnonzero(self.topology["body"] == self.bodies.index(name))

    def reaction(self, name: str) -> npt.NDArray[np.float64]:
        """Force of a boundary, obstacle or half-space on the bodies at the end of each step, N, shape (steps, 3)."""
        lines = self.stats.lines
        try:
            return np.array([line["forces"]["reactions"][name]["force"] for line in lines])
        except KeyError:
            known = lines[0].get("forces", {}).get("reactions", {}) if lines else {}
            raise InputError(f"there is no reaction of `{name}`; there are: {', '.join(known) or 'none'}") from None

    def series(self, *names: str) -> dict[str, npt.NDArray[np.float64]]:
        """Series of the run by the names of `tangency plot` (`force:plate.y`, `displacement:ball.y`, `energy:kinetic`), and `time`.

        NaN where a series has no number at a time.
        """
        if not names:
            raise InputError('name a series, as in run.series("energy:kinetic"); `tangency plot RUN` lists them')
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "series.csv"
            self.plot(path, *names)
            rows = np.atleast_2d(np.genfromtxt(path, delimiter=",", skip_header=1))
        return dict(zip(("time", *names), rows.T, strict=True))

    def plot(self, path: str | os.PathLike[str], *names: str, against: str | None = None) -> None:
        """Draws series (.png, .svg) or writes them (.csv), as `tangency plot` does."""
        options = [] if against is None else ["--against", against]
        _tangency.execute(["plot", "--quiet", os.fspath(self.folder), *names, *options, "-o", os.fspath(path)])

    def verify(self) -> None:
        """Repeats the certificate from the files alone; raises `CommandError` where it does not hold."""
        _tangency.execute(["verify", os.fspath(self.folder)])

    def render(self, path: str | os.PathLike[str], *options: str) -> None:
        """Makes a picture or an animation (.png, .gif, .mp4); `options` are those of `tangency render`."""
        _tangency.execute(["render", "--quiet", os.fspath(self.folder), "-o", os.fspath(path), *options])

    def picture(self, *options: str) -> bytes:
        """A picture of the last frame as the bytes of a PNG file."""
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "picture.png"
            self.render(path, *options)
            return path.read_bytes()

    def _repr_png_(self) -> bytes:
        return self.picture()

    def view(self, rounding: float | None = None, height: int = 520) -> Player:
        """The viewer with this run in it: a notebook shows it in a cell, `save` writes it as a page.

        Positions are rounded by at most `rounding`, m: a tenth of `dhat` where it is not given.
        """
        from tangency.player import Player  # Loaded when it is asked for: `import tangency` is quick.

        return Player(self.folder, rounding, height)

    def export(self, path: str | os.PathLike[str], format: str, *options: str) -> None:
        """Writes frames for other programs: `vtu`, `obj`, `ply`, `glb`, `usda`, `pc2`."""
        _tangency.execute(["export", "--quiet", os.fspath(self.folder), "--format", format, "--out", os.fspath(path), *options])

    def __repr__(self) -> str:
        return f"<Run {os.fspath(self.folder)!r}: {len(self.frames)} frames>"
