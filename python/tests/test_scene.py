"""Scenes: the language as functions, selections, files, and what is refused."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tangency as tg
from tangency import _tangency

ROOT = Path(__file__).resolve().parents[2]


def test_every_shape_and_word_of_the_schema_is_a_function():
    schema = json.loads(_tangency.schema())
    shapes = {next(iter(option["properties"])) for option in schema["$defs"]["Shape"]["oneOf"]}
    assert shapes == set(tg.language.SHAPES)
    assert all(getattr(tg, name).__doc__ for name in shapes)
    assert "Default: 0.02" in tg.cloth.__doc__


def test_the_generated_file_is_what_the_schema_gives():
    command = [sys.executable, str(ROOT / "python/generate_language.py"), "--check"]
    made = subprocess.run(command, input=_tangency.schema(), text=True, capture_output=True)
    assert made.returncode == 0, made.stderr


def test_units_are_those_of_the_language(drop):
    assert drop.check()["time"]["step"] == 0.01
    drop.time(step="2 cm")
    with pytest.raises(tg.SceneError, match="time.step") as refused:
        drop.check()
    assert refused.value.place == "time.step"


def test_a_saved_scene_runs_from_the_command_line_with_the_same_bits(drop, tmp_path):
    run = drop.run(tmp_path / "a")
    drop.save(tmp_path / "drop.toml")
    _tangency.execute(["run", str(tmp_path / "drop.toml"), "--out", str(tmp_path / "b"), "--quiet"])
    other = tg.Run(tmp_path / "b")
    assert len(run.frames) == len(other.frames) == 11
    assert all((a.positions == b.positions).all() for a, b in zip(run.frames, other.frames))
    run.verify()


def test_selections(drop, patch):
    ball = drop["ball"]
    points = ball.mesh()[0]
    lower = np.flatnonzero(points[:, 1] < 0.1)
    assert ball.select(lambda x: x[:, 1] < 0.1) == {"vertices": lower.tolist()}
    assert ball.select(lower) == ball.select(points[:, 1] < 0.1) == {"vertices": lower.tolist()}
    assert ball.select("top") == {"group": "top"}
    for bad, words in ((lambda x: x[:, 0] > 9, "no vertex"), ([0.5], "integers"), ([-1], "-1"), (lambda x: x, "shape")):
        with pytest.raises(tg.InputError, match=words):
            ball.select(bad)
    ball.hold([10**6])
    with pytest.raises(tg.SceneError, match="has no vertex 1000000"):
        drop.start()


def test_meshes_of_arrays_are_checked(patch):
    points, triangles = patch
    scene = tg.Scene("arrays")
    for mesh, words in (
        ((points[:, :2], triangles), r"\(n, 3\)"),
        ((points, triangles + 1), "there are 25 points"),
        ((points, triangles.astype(float)), "integers"),
        ((np.where(points == 0.1, np.nan, points), triangles), "point 4 of a mesh is not finite"),
    ):
        with pytest.raises(tg.InputError, match=words):
            scene.body("sheet", mesh=mesh)
    with pytest.raises(tg.InputError, match="a `shape` or a `mesh`"):
        scene.body("sheet")
    with pytest.raises(TypeError, match="shap"):
        scene.body("sheet", shap=tg.box())


def test_bodies_that_overlap_are_refused_with_their_pair(drop):
    drop.body("other", shape=tg.ball(radius=0.1, cells_across=4), translate=(0.05, 0.15, 0))
    with pytest.raises(tg.Intersection) as refused:
        drop.start()
    assert set(refused.value.bodies) == {"ball", "other"}
    assert len(refused.value.pair) == 2


def test_scenes_of_the_catalogue_load_with_parameters():
    scene = tg.Scene.load("two-cubes")
    assert scene.start().step()["step"] == 1
    with pytest.raises(tg.SceneError, match="did you mean"):
        tg.Scene.load("two-cube")


def test_a_function_cannot_be_saved(drop, tmp_path):
    drop["ball"].hold([0]).move_to(lambda t: (0, t, 0))
    with pytest.raises(tg.SceneError, match="Python function"):
        drop.save(tmp_path / "drop.toml")
