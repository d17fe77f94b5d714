"""Gradients of runs from Python, against differences of whole runs; losses; errors.

Those through PyTorch and JAX need their wheels, which CI does not install. To run them, set TANGENCY_TEST_FRAMEWORKS=1 where both are installed:
then a missing one fails.
"""

from __future__ import annotations

import importlib
import os

import numpy as np
import pytest

import tangency as tg

TIGHT = {"absolute": 1e-11}


def framework(name):
    """A module that is optional, unless it is asked for."""
    if os.environ.get("TANGENCY_TEST_FRAMEWORKS"):
        return importlib.import_module(name)
    return pytest.importorskip(name, reason=f"{name} is not installed")


@pytest.fixture
def slide():
    """A soft box that is pushed over the ground with friction, and lands on it: ten steps."""
    scene = tg.Scene("slide", ground=0, gravity=("= 0", "= -g", 0), parameters={"speed": 1.2, "size": "10 cm", "E": 4e4, "g": 9.81, "tilt": 12})
    scene.body(
        "box",
        shape=tg.box(size=("= size", "= size", "= size"), cells=(2, 1, 1)),
        translate=(0, "= 0.53 * size", 0),
        rotate=(0, "= tilt", 0),
        velocity=("= speed", -0.3, 0.1),
        material=tg.solid(young="= E", poisson=0.3, density=1000),
    )
    scene.friction(mu=0.25)
    scene.time(step="10 ms", duration="0.1 s")
    scene.solver(dhat="4 mm", epsv="5 mm/s", kappa=1e3, newton_tolerance=TIGHT)
    return scene


def difference(value, at, size):
    """The derivative of `value` by fourth-order differences, at the step at which two of them agree best."""
    central = lambda h: (value(at + h) - value(at - h)) / (2 * h)  # noqa: E731
    quotients = [(4 * central(0.5 * h) - central(h)) / 3 for h in (size * 1e-2, size * 1e-3, size * 1e-4)]
    gaps = np.abs(np.diff(quotients))
    return quotients[1 + int(np.argmin(gaps))]


OBJECTIVE = (
    tg.gradients.center_of_mass("box", (0.3, 0.1, -0.1))
    + 0.2 * tg.gradients.kinetic_energy("box", steps=(2, -1))
    + 30 * tg.gradients.volume("box")
    + tg.gradients.points("box", [(0, 0, 0)], [3], steps=5)
)


def test_derivatives_match_differences_of_runs(slide):
    names = ["speed", "size", "E", "g", "tilt", "friction", "young:box", "poisson:box", "density:box", "body.0.velocity.2"]
    value, by = tg.grad(slide, OBJECTIVE, names)
    run = slide.differentiable_run()
    assert run.grad(OBJECTIVE, [])[0] == value
    for name in names:
        at = run.value(name)

        def of(number, name=name):
            return tg.grad(slide.with_values({name: number}), OBJECTIVE, [])[0]

        expected = difference(of, at, abs(at) * 0.3)
        assert by[name] == pytest.approx(expected, rel=1e-5), name
    # Young's modulus is the parameter; a parameter of several uses is not one of them.
    assert by["young:box"] == pytest.approx(by["E"], rel=1e-9)


def test_arrays_match_differences_of_runs(slide):
    names = ["positions:box", "velocities:box", "rest_shape:box", "gravity"]
    _, by = tg.grad(slide, OBJECTIVE, names)
    run = slide.differentiable_run()
    rng = np.random.default_rng(7)
    for name in names:
        at = run.value(name)
        assert by[name].shape == at.shape
        direction = rng.uniform(-1, 1, at.shape)

        def of(h, name=name, at=at, direction=direction):
            return tg.grad(slide.with_values({name: at + h * direction}), OBJECTIVE, [])[0]

        size = 1e-3 if name in ("positions:box", "rest_shape:box") else 0.1
        assert (by[name] * direction).sum() == pytest.approx(difference(of, 0.0, size), rel=1e-5), name


def test_a_loss_of_the_trajectory(slide):
    weights = np.random.default_rng(3).uniform(-1, 1, (11, 12, 3))

    def loss(trajectory):
        assert trajectory["box"].positions.shape == trajectory.positions.shape == weights.shape
        assert trajectory.times[-1] == pytest.approx(0.1) and trajectory.masses.sum() == pytest.approx(1.0)
        x, v = trajectory.positions, trajectory.velocities
        return (weights * x**2).sum() + (weights * v).sum(), 2 * weights * x, weights

    value, by = tg.grad(slide, loss, ["speed", "friction"])

    def of(speed):
        return tg.grad(slide.with_values({"speed": speed}), loss, [])[0]

    assert of(1.2) == value
    assert by["speed"] == pytest.approx(difference(of, 1.2, 0.3), rel=1e-5)
    run = slide.differentiable_run()
    x = run.positions
    seeded = run.gradient(2 * weights * x, weights, wrt=["speed"])
    assert seeded["speed"] == pytest.approx(by["speed"], rel=1e-12)
    assert not x.flags.writeable


def test_loaded_scenes_keep_parameters_and_changes(tmp_path, slide):
    path = tmp_path / "slide.json"
    path.write_text(slide.to_json())
    loaded = tg.Scene.load(path, speed=1.5)
    loaded.document["friction"]["mu"] = 0.1
    names = ["speed", "friction", "E"]
    value, by = tg.grad(loaded, OBJECTIVE, names)
    faster = loaded.with_values({"speed": 1.6})
    assert faster.document["friction"]["mu"] == 0.1 and faster.document["body"][0]["velocity"][0] == 1.6
    slide.document["friction"]["mu"] = 0.1
    slide.document["parameters"]["speed"] = 1.5
    same_value, same = tg.grad(slide, OBJECTIVE, names)
    assert value == same_value
    for name in names:
        assert by[name] == pytest.approx(same[name], rel=1e-9), name


def test_values_that_cannot_be(slide):
    x = slide.differentiable_run().value("positions:box")
    down = slide.with_values({"positions:box": x - [0, 0.1, 0]})
    with pytest.raises(tg.Intersection, match="ground") as refused:
        down.differentiable_run()
    assert "box" in refused.value.bodies
    mirrored = x * [-1, 1, 1]
    with pytest.raises(tg.InputError, match="`box`.*inverts"):
        slide.with_values({"positions:box": mirrored}).differentiable_run()
    with pytest.raises(tg.SceneError, match="`box`: tet"):
        slide.with_values({"rest_shape:box": mirrored}).differentiable_run()
    with pytest.raises(tg.SceneError, match="young"):
        slide.with_values({"young:box": -1.0}).differentiable_run()
    with pytest.raises(tg.InputError, match="`positions:box` takes 36 numbers, 3 were given"):
        slide.with_values({"positions:box": [0, 0, 0]})
    with pytest.raises(tg.InputError, match="must be finite"):
        slide.with_values({"speed": np.nan})


def test_arrays_are_simulated_and_not_saved(slide, tmp_path):
    x = slide.differentiable_run().value("positions:box")
    higher = slide.with_values({"positions:box": x + [0, 0.05, 0]})
    with higher.start() as sim:
        assert np.array_equal(sim["box"].positions, x + [0, 0.05, 0])
    with pytest.raises(tg.SceneError, match="no scene file holds"):
        higher.save(tmp_path / "higher.toml")
    with pytest.raises(tg.SceneError, match="no scene file holds"):
        higher.run(tmp_path / "run", progress=False)
    assert np.array_equal(higher.copy().differentiable_run().positions[0], x + [0, 0.05, 0])


def test_what_has_no_derivative_is_named(slide):
    with pytest.raises(tg.InputError, match="no variable `yuong:box`.*did you mean `young:box`.*gravity, friction"):
        tg.grad(slide, OBJECTIVE, ["yuong:box"])
    with pytest.raises(tg.InputError, match="no derivative by `time.step`: it changes"):
        tg.grad(slide, OBJECTIVE, ["time.step"])
    with pytest.raises(tg.InputError, match="changes the ground"):
        tg.grad(_moved_ground(slide), OBJECTIVE, ["floor"])
    with pytest.raises(tg.InputError, match="changes `solver.dhat`"):
        tg.grad(slide, OBJECTIVE, ["solver.dhat.absolute"])
    with pytest.raises(tg.InputError, match="the bodies, or their numbers of vertices"):
        tg.grad(_by_cells(slide), OBJECTIVE, ["cells"])
    slide.document["friction"]["mu"] = 0
    with pytest.raises(tg.InputError, match="nothing in the scene has friction"):
        tg.grad(slide, OBJECTIVE, ["friction"])
    slide.document["solver"]["contact"] = "ogc"
    with pytest.raises(tg.GradientError, match="no gradient through contact `ogc`"):
        tg.grad(slide, OBJECTIVE, ["speed"])


def _moved_ground(scene):
    moved = scene.copy()
    moved.document["parameters"]["floor"] = -0.1
    moved.document["ground"] = "= floor"
    return moved


def _by_cells(scene):
    by_cells = scene.copy()
    by_cells.document["parameters"]["n"] = 2
    by_cells.document["parameters"]["cells"] = 2
    by_cells.document["body"][0]["shape"]["box"]["cells"] = ["= round(1000 * cells) - 1998", 1, 1]
    return by_cells


def test_kinks_are_refused(slide):
    slide.document["parameters"]["way"] = 0.0
    slide.document["body"][0]["velocity"][2] = "= abs(way)"
    with pytest.raises(tg.InputError, match="does not change smoothly at 0"):
        tg.grad(slide, OBJECTIVE, ["way"])


def test_relative_lengths_are_refused_where_the_size_changes(slide):
    slide.document["solver"]["dhat"] = 0.02
    with pytest.raises(tg.InputError, match="no derivative by `size`: it changes `dhat`"):
        tg.grad(slide, OBJECTIVE, ["size"])
    assert np.isfinite(tg.grad(slide, OBJECTIVE, ["speed"])[1]["speed"])


def test_zero_and_loose_are_told(slide):
    slide.document["body"][0]["translate"] = [0, 1, 0]
    with pytest.warns(UserWarning, match="exactly zero: nothing has rubbed"):
        assert tg.grad(slide, OBJECTIVE, ["friction"])[1]["friction"] == 0.0
    slide.document["solver"]["newton_tolerance"] = 1e-2
    with pytest.warns(UserWarning, match="no more accurate"):
        tg.grad(slide, OBJECTIVE, ["speed"])


def test_losses_that_are_none(slide):
    with pytest.raises(tg.InputError, match="there is no body `bix`; there are: box"):
        tg.grad(slide, tg.gradients.volume("bix"), ["speed"])
    with pytest.raises(tg.InputError, match="there is no state 11"):
        tg.grad(slide, tg.gradients.volume("box", steps=11), ["speed"])
    with pytest.raises(tg.InputError, match="the loss gives"):
        tg.grad(slide, lambda t: t.positions.sum(), ["speed"])
    with pytest.raises(tg.InputError, match="the loss is nan"):
        tg.grad(slide, lambda t: (np.nan, None), ["speed"])
    with pytest.raises(tg.InputError, match="expected is"):
        tg.grad(slide, lambda t: (0.0, np.zeros((2, 12, 3))), ["speed"])
    with pytest.raises(tg.InputError, match="wrt"):
        tg.grad(slide, OBJECTIVE, "speed")


def test_a_step_that_is_not_solved_says_so(slide):
    slide.document["solver"]["max_iterations"] = 2
    with pytest.raises(tg.Stuck, match="a step was not solved"):
        tg.grad(slide, OBJECTIVE, ["speed"])


def test_functions_have_no_gradient(slide):
    slide["box"].hold(lambda x: x[:, 1] > 0.09).move_to(lambda t: (0, t, 0))
    with pytest.raises(tg.SceneError, match="follows a Python function"):
        tg.grad(slide, OBJECTIVE, ["speed"])


def test_torch_passes_its_own_check(slide):
    torch = framework("torch")
    from tangency.torch import simulate

    run = slide.differentiable_run()
    names = ["friction", "speed", "E", "velocities:box"]
    # Of size one, so that steps of the check are neither too long nor too short.
    units = {"friction": 1.0, "speed": 1.0, "E": 4e4, "velocities:box": 1.0}
    shares = [torch.tensor(run.value(name) / units[name], dtype=torch.float64, requires_grad=True) for name in names]

    def of(*shares):
        positions, velocities = simulate(slide, {name: units[name] * share for name, share in zip(names, shares)})
        return positions[-1, 2:6], velocities[4:6, ::5]

    assert torch.autograd.gradcheck(of, tuple(shares), eps=1e-5, atol=1e-6, rtol=1e-5)


def test_a_loss_in_torch(slide):
    torch = framework("torch")
    mean = lambda t: (t["box"].positions[-1, :, 0] ** 2).mean() + (t.velocities**2).sum()  # noqa: E731
    by_hand = lambda t: (  # noqa: E731
        (t.positions[-1, :, 0] ** 2).mean() + (t.velocities**2).sum(),
        np.concatenate([np.zeros((10, 12, 3)), (2 / 12 * t.positions[-1] * [1, 0, 0])[None]]),
        2 * t.velocities,
    )
    value, by = tg.grad(slide, mean, ["speed", "positions:box"], ops="torch")
    expected_value, expected = tg.grad(slide, by_hand, ["speed", "positions:box"])
    assert value == pytest.approx(expected_value) and by["speed"] == pytest.approx(expected["speed"])
    assert np.allclose(by["positions:box"], expected["positions:box"], rtol=1e-9)
    from tangency.torch import simulate

    with pytest.raises(tg.InputError, match="torch.float32"):
        simulate(slide, {"speed": torch.tensor(1.0)})
    with pytest.raises(tg.InputError, match="does not depend"):
        tg.grad(slide, lambda t: torch.tensor(1.0), ["speed"], ops="torch")


def test_jax_differentiates_runs(slide):
    jax = framework("jax")
    jax.config.update("jax_enable_x64", True)
    from jax.test_util import check_grads

    from tangency.jax import simulate

    def of(mu, speed):
        positions, velocities = simulate(slide, {"friction": mu, "speed": speed})
        return (positions[-1] ** 2).sum() + (velocities[5] * positions[3]).sum()

    check_grads(of, (0.25, 1.2), order=1, modes=["rev"], atol=1e-5, rtol=1e-5, eps=1e-5)
    compiled = jax.jit(jax.grad(of))(0.25, 1.2)
    assert float(compiled) == pytest.approx(float(jax.grad(of)(0.25, 1.2)), rel=1e-9)
    loss = lambda t: (t["box"].positions[-1] ** 2).sum()  # noqa: E731
    value, by = tg.grad(slide, loss, ["speed"], ops="jax")
    run = slide.differentiable_run()
    assert value == pytest.approx((run.positions[-1] ** 2).sum())
    seeds = np.zeros_like(run.positions)
    seeds[-1] = 2 * run.positions[-1]
    assert by["speed"] == pytest.approx(run.gradient(seeds, wrt=["speed"])["speed"], rel=1e-9)
