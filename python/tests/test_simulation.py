"""Simulations from Python: motion and forces by functions, energies, states that are set, interruption."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import tangency as tg
from tangency import _tangency


def test_arrays_are_views_that_nobody_writes_to(drop):
    sim = drop.start()
    ball = sim["ball"]
    assert np.shares_memory(ball.positions, sim.positions)
    with pytest.raises(ValueError, match="read-only"):
        ball.positions[0] = 0
    before = ball.positions
    sim.step()
    assert (before[:, 1] > ball.positions[:, 1]).all(), "the array of the step before stays as it was"


def test_positions_and_velocities_may_be_set(drop):
    sim = drop.start()
    ball = sim["ball"]
    ball.velocities = np.tile([1.0, 0, 0], (len(ball.positions), 1))
    ball.positions = ball.positions + (0, 1, 0)
    x = ball.positions.mean(axis=0)
    sim.step()
    assert ball.positions.mean(axis=0) - x == pytest.approx([0.01, -9.80665e-4, 0], abs=1e-9)
    kept = ball.positions
    with pytest.raises(tg.Intersection, match="ground") as refused:
        ball.positions = kept - (0, 1.2, 0)
    assert "ball" in refused.value.bodies
    with pytest.raises(tg.InputError, match="rows"):
        ball.positions = kept[:-1]
    with pytest.raises(tg.InputError, match="not finite"):
        ball.velocities = kept * np.nan
    inverted = kept * (-1, 1, 1)
    with pytest.raises(tg.InputError, match="inverts"):
        ball.positions = inverted
    assert (ball.positions == kept).all()


def test_a_function_moves_what_is_held_and_its_reaction_is_measured(drop):
    ball = drop["ball"]
    points = ball.mesh()[0]
    top = np.flatnonzero(points[:, 1] > 0.2)
    grip = ball.hold(top)
    sim = drop.start()
    with pytest.raises(tg.InputError, match="held or moved"):
        sim["ball"].positions = sim["ball"].positions + (0, 1, 0)
    while sim.time < 0.049:
        grip.move_to(lambda t: (0, 0.1 * t, 0))
        sim.step()
    assert sim["ball"].positions[top] - points[top] == pytest.approx(np.tile([0, 0.005, 0], (len(top), 1)), abs=1e-12)
    assert sim.reaction(grip)[1] > 1
    seen = []
    grip.move_to(lambda t, sim: seen.append(sim.time) or points[top])
    sim.step()
    assert seen == [pytest.approx(0.05)]
    assert sim["ball"].positions[top] == pytest.approx(points[top], abs=1e-12)


def test_what_is_held_from_python_has_the_bits_of_the_command_line(drop, tmp_path):
    drop["ball"].hold(lambda x: x[:, 1] > 0.2)
    run = drop.run(tmp_path / "run")
    sim = drop.start()
    for frame in list(run.frames)[1:]:
        sim.step()
        assert (sim.positions == frame.positions).all()


def test_forces_by_a_function(drop):
    mass = tg_mass(drop)
    drop["ball"].push(lambda t, sim: np.full((len(sim["ball"].positions), 3), [0, 20 * mass / len(sim["ball"].positions), 0]))
    sim = drop.start()
    sim.step()
    assert sim.report["forces"]["bodies"]["ball"]["momentum"][1] == pytest.approx(mass * 0.01 * (20 - 9.80665), rel=1e-6)


def tg_mass(scene):
    return scene.start().step()["forces"]["bodies"]["ball"]["mass"]


@pytest.mark.parametrize("with_hessian", [True, False])
def test_an_energy_of_ones_own(drop, with_hessian):
    drop.document["gravity"] = [0, 0, 0]
    sim = drop.start()
    stiffness = 100.0
    target = sim.positions[0] + (0.01, 0, 0)
    hessian = (lambda x: np.tile(stiffness * np.eye(3), (len(x), 1, 1))) if with_hessian else None
    sim.add_energy(
        [[0]],
        lambda x: 0.5 * stiffness * ((x - target) ** 2).sum(),
        lambda x: stiffness * (x - target),
        hessian,
    )
    sim.step()
    momentum = np.array(sim.report["forces"]["bodies"]["ball"]["momentum"])
    force = stiffness * (target - sim.positions[0])
    assert momentum == pytest.approx(0.01 * force, rel=1e-2, abs=1e-6)


@pytest.mark.parametrize("where", ["value", "gradient", "motion", "shape", "nan"])
def test_what_a_function_raises_comes_out_and_the_state_stays(drop, where):
    class Mine(Exception):
        pass

    def fails(*_):
        raise Mine(where)

    ball = drop["ball"]
    if where == "motion":
        ball.hold([0]).move_to(fails)
    sim = drop.start()
    zero = lambda x: np.zeros_like(x)  # noqa: E731
    functions = {
        "value": (fails, zero),
        "gradient": (lambda x: 0.0, fails),
        "shape": (lambda x: 0.0, lambda x: np.zeros(2)),
        "nan": (lambda x: np.nan, zero),
    }
    if where in functions:
        sim.add_energy([[0, 1]], *functions[where])
    before = sim.positions.copy()
    with pytest.raises(tg.InputError if where in ("shape", "nan") else Mine):
        sim.step()
    assert sim.step_number == 0
    assert (sim.positions == before).all()


def test_ctrl_c_ends_a_step_and_the_run_resumes_with_the_same_bits(tmp_path):
    def scene():
        made = tg.Scene("long", ground=0)
        for k in range(3):
            made.body(f"ball{k}", shape=tg.ball(radius=0.1, cells_across=8), translate=(0, 0.15 + 0.25 * k, 0))
        made.time(step=0.01, duration=0.3)
        return made

    whole = scene().run(tmp_path / "whole")
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        scene().run(tmp_path / "broken")
    assert time.monotonic() - started < 5
    assert 1 < len(tg.Run(tmp_path / "broken").frames) < len(whole.frames)
    again = scene().run(tmp_path / "broken", resume=True)
    assert len(again.frames) == len(whole.frames)
    assert (again.frames[-1].positions == whole.frames[-1].positions).all()
    again.verify()


def test_a_stuck_step_says_where(drop):
    drop.body("plate", shape=tg.box(size=(0.3, 0.02, 0.3)), translate=(0, 0.3, 0), material=tg.solid(young=1e9))
    drop["plate"].hold().move_to(lambda t: (0, -20 * t, 0))
    drop.solver(max_iterations=20)
    sim = drop.start()
    with pytest.raises(tg.Stuck) as stuck:
        sim.run()
    assert stuck.value.reason
    assert stuck.value.body in ("ball", "plate")


def test_fields_contacts_and_unknown_names(drop):
    sim = drop.start()
    sim.run(10)
    assert sim.field("contact_force").shape == sim.positions.shape
    assert len(sim.contacts()["distance"]) > 0
    weight = 9.80665 * tg_mass(drop)
    assert sim.reaction("ground")[1] > 0.1 * weight
    for call, words in (
        (lambda: sim.field("von_misses"), "there is no field"),
        (lambda: sim["bal"], "there is no body"),
        (lambda: sim.reaction("x"), "there is no reaction"),
        (lambda: sim.field("von_mises", "segment"), "not a field of"),
    ):
        with pytest.raises(tg.InputError, match=words):
            call()


def test_garbage_never_panics(drop):
    sim = drop.start()
    rng = np.random.default_rng(1)
    for _ in range(200):
        array = rng.normal(size=tuple(rng.integers(0, 5, size=rng.integers(0, 4))))
        with pytest.raises((tg.InputError, TypeError, ValueError)):
            sim["ball"].positions = array
    for text in ("", "{", "[]", '{"body": 3}', '{"body": [{"shape": {"box": {"size": "x"}}}]}', "null"):
        with pytest.raises(tg.TangencyError):
            _tangency.Simulation(text, "garbage", ".")


def test_a_folder_that_cannot_be_written_and_one_that_is_no_run(drop, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(tg.RunError):
        drop.run(tmp_path / "file" / "run")
    with pytest.raises(tg.RunError, match="no run folder"):
        tg.Run(tmp_path)
    drop.run(tmp_path / "run", steps=2)
    with pytest.raises(tg.RunError, match="earlier run"):
        drop.run(tmp_path / "run")
    with pytest.raises(tg.InputError, match="has no fields"):
        tg.Run(tmp_path / "run").frames[-1].field("von_mises")


def test_a_finished_simulation_says_so(drop):
    sim = drop.start()
    assert sim.finish().holds
    with pytest.raises(tg.InputError, match="finished"):
        sim.step()


def assert_same_frames(a: tg.Run, b: tg.Run) -> None:
    assert a.frames.steps == b.frames.steps
    for mine, other in zip(a.frames, b.frames, strict=True):
        np.testing.assert_array_equal(mine.positions, other.positions)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
def test_a_disk_that_takes_no_more_is_told_and_the_run_resumes(drop, tmp_path):
    import resource

    drop.time(step="1 ms", duration="0.1 s")
    whole = drop.run(tmp_path / "whole", progress=False)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Room for some of the statistics; no other file is as large.
    resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "whole/stats.jsonl").stat().st_size // 2, hard))
    try:
        with pytest.raises(tg.RunError, match="full"):
            drop.run(tmp_path / "full", progress=False)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert 10 < len(tg.Run(tmp_path / "full").frames) < 100
    assert_same_frames(drop.run(tmp_path / "full", resume=True, progress=False), whole)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_killed_run_leaves_no_lock_and_resumes_with_the_same_bits(tmp_path):
    script = """
import sys, tangency as tg
s = tg.Scene.load("slope")
s.run(sys.argv[1], progress=False)
"""
    process = subprocess.Popen([sys.executable, "-c", script, str(tmp_path / "killed")])
    deadline = time.monotonic() + 60
    while not (tmp_path / "killed/frames/000020.npy").exists():
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.002)
    process.kill()
    process.wait()
    scene = tg.Scene.load("slope")
    resumed = scene.run(tmp_path / "killed", resume=True, progress=False)
    assert_same_frames(resumed, scene.run(tmp_path / "whole", progress=False))
