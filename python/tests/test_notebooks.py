"""The notebooks of `examples`, executed at small sizes; and the numbers of their scenes, from the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tangency.run import Run

nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

# What replaces the cell tagged `parameters`, as papermill does.
SMALL = {
    "first-drape": "spacing = '12 cm'\nduration = '0.2 s'",
    "gripper": "cells = 4\nfrictions = [0.05, 0.6]\nstep = '10 ms'\nclose = 0.85e-3",
    "lattice": "edges = [2.4e-3, 2e-3]\nleft = 0.95\nsteps = 3",
    "toolkit": "n = 8\nsteps = 6\nh = 0.02",
    "fabric-sweep": "fabrics = ['silk', 'cotton']\nfrictions = [0.1, 0.5]\npoints = 60\nsteps = 8",
}


def executed(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The notebook as it is after its cells ran in `folder`; a cell that raises fails the test."""
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", 4)
    parameters = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    assert len(parameters) == 1, "one cell has the sizes"
    names = [line.split("=")[0].strip() for line in parameters[0].source.splitlines()]
    assert names == [line.split("=")[0].strip() for line in SMALL[name].splitlines()]
    parameters[0].source = SMALL[name]
    client = nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}})
    return client.execute()


def pictures(notebook) -> int:
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return sum("image/png" in output.get("data", {}) for output in outputs)


def from_the_command_line(scene: str, folder: Path, *options: str) -> Run:
    """The run of the program `tangency`, as a process of its own."""
    out = folder / "program"
    command = [sys.executable, "-m", "tangency", "run", scene, "--quiet", "--out", str(out), *options]
    subprocess.run(command, cwd=folder, check=True)
    return Run(out)


def assert_same_numbers(a: Run, b: Run, *series: str) -> None:
    assert a.frames.steps == b.frames.steps
    for mine, other in zip(a.frames, b.frames, strict=True):
        np.testing.assert_array_equal(mine.positions, other.positions)
    for name, values in a.series(*series).items():
        np.testing.assert_array_equal(values, b.series(*series)[name], err_msg=name)


def test_every_notebook_is_executed_here() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.ipynb")} == set(SMALL)


def test_first_drape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = executed("first-drape", tmp_path, monkeypatch)
    assert pictures(notebook) == 2
    program = from_the_command_line("drape.toml", tmp_path)
    assert_same_numbers(Run(tmp_path / "runs/drape"), program, "force:ball.y", "energy:elastic", "energy:kinetic")


def test_gripper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = executed("gripper", tmp_path, monkeypatch)
    assert pictures(notebook) == 2
    run = Run(tmp_path / "runs/gripper-0.6")
    program = from_the_command_line("gripper-0.6.toml", tmp_path)
    assert_same_numbers(run, program, "contact:left|block.x", "displacement:block.y", "force:left-plate.x")
    # Where the fingers hold it the block follows them, where they do not it stays behind.
    way = {mu: Run(tmp_path / f"runs/gripper-{mu}").series("displacement:block.y")["displacement:block.y"][-1] for mu in (0.05, 0.6)}
    assert way[0.6] > 0.024 and way[0.05] < 0.002


def test_lattice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = executed("lattice", tmp_path, monkeypatch)
    assert pictures(notebook) == 2
    options = [word for value in ("edge=2e-3", "left=0.95", "steps=3") for word in ("--set", value)]
    program = from_the_command_line("lattice", tmp_path, *options)
    assert_same_numbers(Run(tmp_path / "runs/lattice-2"), program, "force:press.y", "displacement:press.y")


def test_fabric_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = executed("fabric-sweep", tmp_path, monkeypatch)
    assert pictures(notebook) == 2
    options = [word for value in ("fabric=cotton", "mu=0.5", "points=60") for word in ("--set", value)]
    program = from_the_command_line("cloth-on-sphere", tmp_path, "--steps", "8", *options)
    assert_same_numbers(Run(tmp_path / "studies/fabrics/runs/0003"), program, "displacement:cloth.y")


def test_toolkit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy", reason="scipy is not installed")
    assert pictures(executed("toolkit", tmp_path, monkeypatch)) == 1
