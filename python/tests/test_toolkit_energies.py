"""What the toolkit has beyond ipctk: derivatives against differences, elastic energies against closed forms, the solver, the minimiser; and
what it says to arguments that cannot be used."""

import numpy as np
import pytest

import tangency as tg
from tangency import toolkit as tk

scipy_sparse = pytest.importorskip("scipy.sparse", reason="Hessians are matrices of scipy")

from toolkit_meshes import cube, off, pillows, sheets  # noqa: E402

CLOSE = 1e-9


# Contact


@pytest.mark.parametrize("kind", ["ipc", "convergent", "gcp", "ogc"])
def test_potentials_are_the_integrals_of_their_derivatives(kind):
    rest, x, faces = pillows()
    far = rest.copy()
    far[: len(rest) * 3 // 5, 1] += 1.0
    mesh = tk.CollisionMesh(far, faces=faces)
    collisions = getattr(tk, kind)(mesh, 0.05, 7.0).collisions(x)
    assert len(collisions) > 10 and collisions.value(x) != 0
    random = np.random.default_rng(4)
    for _ in range(5):
        u, h = random.normal(size=x.shape), 1e-7
        slope = (collisions.value(x + h * u) - collisions.value(x - h * u)) / (2 * h)
        assert slope == pytest.approx((collisions.gradient(x) * u).sum(), rel=1e-5, abs=1e-6 * np.linalg.norm(collisions.gradient(x)))
        change = (collisions.gradient(x + h * u) - collisions.gradient(x - h * u)).ravel() / (2 * h)
        exact = collisions.hessian(x, project=False) @ u.ravel()
        assert np.abs(change - exact).max() < 2e-5 * np.abs(exact).max()
    projected = collisions.hessian(x).toarray()
    lowest = np.linalg.eigvalsh(projected)[0]
    assert lowest > -1e-9 * np.abs(projected).max()
    assert np.abs(projected - projected.T).max() <= 1e-14 * np.abs(projected).max()
    if kind == "ipc":
        exact = collisions.hessian(x, project=False).toarray()
        assert np.linalg.eigvalsh(exact)[0] < -1e-6 * np.abs(exact).max()


def test_gcp_of_solids_pushes_outward_only():
    points, faces = cube()
    tets = tk.tetrahedralize(points, faces, 0.4)
    upper = tets.points + [0.0, 1.5, 0.0]
    rest = np.vstack([tets.points, upper])
    both = np.vstack([tets.tets, tets.tets + len(tets.points)])
    mesh = tk.CollisionMesh(rest, tets=both)
    x = rest.copy()
    x[len(upper) :, 1] -= 0.48
    collisions = tk.gcp(mesh, 0.1).collisions(x)
    assert len(collisions) > 0
    assert collisions.gradient(x)[len(upper) :, 1].sum() < 0 < collisions.gradient(x)[: len(upper), 1].sum()


# Elasticity


def elastic_energies():
    points, faces = cube()
    made = tk.tetrahedralize(points, faces, 0.5)
    count = len(made.tets)
    young, poisson = np.linspace(1e3, 3e3, count), np.linspace(0.1, 0.4, count)
    for kind in ("neo-hookean", "fixed-corotated"):
        yield f"solid {kind}", made.points, tk.solid(made.points, made.tets, young, poisson, kind)
    x, faces = sheets(5)
    for kind in ("stvk", "neo-hookean"):
        yield f"membrane {kind}", x, tk.membrane(x, faces, 1e-2, 1e3, 0.3, kind)
    for kind in ("hinges", "plate"):
        for flat in (False, True):
            yield f"{kind} {flat}", x, tk.bending(x, faces, 5e-2, 1e3, 0.3, kind, flat)
    edges = np.array([[a, b] for a, b, _ in faces])
    yield "springs", x, tk.springs(x, edges, np.linspace(1, 2, len(edges)))
    yield "stitches", x, tk.springs(x, edges, 3.0, length=0.0)


@pytest.mark.parametrize("name, rest, energy", [pytest.param(*e, id=e[0]) for e in elastic_energies()])
def test_elastic_energies_are_the_integrals_of_their_derivatives(name, rest, energy):
    random = np.random.default_rng(8)
    x = rest + 0.02 * random.uniform(-1, 1, rest.shape)
    gradient = energy.gradient(x)
    assert energy.value(x) > 0 and energy.vertex_count == len(x)
    assert np.abs(gradient.sum(axis=0)).max() < 1e-9 * np.abs(gradient).max()
    for _ in range(5):
        u, h = random.normal(size=x.shape), 1e-6
        slope = (energy.value(x + h * u) - energy.value(x - h * u)) / (2 * h)
        assert slope == pytest.approx((gradient * u).sum(), rel=1e-6, abs=1e-7 * np.linalg.norm(gradient))
    hessian = energy.hessian(x).toarray()
    assert np.linalg.eigvalsh(hessian)[0] > -1e-9 * np.abs(hessian).max()
    # The projected Hessian is nowhere below the exact one, and the exact one where nothing has to be projected.
    differences = np.empty_like(hessian)
    for k in range(x.size):
        step = np.zeros(x.size)
        step[k] = 1e-6
        step = step.reshape(x.shape)
        differences[:, k] = (energy.gradient(x + step) - energy.gradient(x - step)).ravel() / 2e-6
    gap = hessian - 0.5 * (differences + differences.T)
    assert np.linalg.eigvalsh(gap)[0] > -1e-5 * np.abs(hessian).max()
    if name == "stitches":
        assert np.abs(gap).max() < 1e-6 * np.abs(hessian).max()


def test_elastic_energies_have_their_closed_forms():
    rest = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    young, poisson, stretch = 1000.0, 0.3, 1.2
    mu, lame = young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))
    x = rest * [stretch, 1, 1]
    ln = np.log(stretch)
    expected = (0.5 * mu * (stretch**2 - 1) - mu * ln + 0.5 * lame * ln**2) / 6
    assert tk.solid(rest, [[0, 1, 2, 3]], young, poisson).value(x) == pytest.approx(expected, rel=1e-12)
    expected = (mu * (stretch - 1) ** 2 + 0.5 * lame * (stretch - 1) ** 2) / 6
    assert tk.solid(rest, [[0, 1, 2, 3]], young, poisson, "fixed-corotated").value(x) == pytest.approx(expected, rel=1e-12)
    flat = lame * 2 * mu / (lame + 2 * mu)
    green = 0.5 * (stretch**2 - 1)
    expected = 0.01 * 0.5 * (mu + 0.5 * flat) * green**2
    assert tk.membrane(rest[:3], [[0, 1, 2]], 0.01, young, poisson).value(x[:3]) == pytest.approx(expected, rel=1e-12)
    assert tk.springs(rest, [[0, 1]], 5.0).value(x) == pytest.approx(0.5 * 5 * 0.2**2, rel=1e-12)


def test_inversion_bounds_a_step():
    rest = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    end = rest.copy()
    end[3, 2] = -1
    assert 0.3 < tk.solid(rest, [[0, 1, 2, 3]], 1e3, 0.3).max_step(rest, end) < 0.5
    assert tk.solid(rest, [[0, 1, 2, 3]], 1e3, 0.3, "fixed-corotated").max_step(rest, end) == 1.0


# Solver and minimiser


def test_systems_are_solved_as_scipy_does():
    from scipy.sparse.linalg import spsolve

    x, faces = sheets(6)
    hessian = tk.membrane(x, faces, 1e-2, 1e3, 0.3).hessian(x) + scipy_sparse.eye(x.size)
    rhs = np.random.default_rng(9).normal(size=x.shape)
    expected = spsolve(hessian.tocsc(), rhs.ravel())
    for made in (hessian.tocsr(), hessian.tocoo(), hessian.tobsr((3, 3)), hessian.toarray()):
        assert off(tk.solve(made, rhs).ravel(), expected) < CLOSE
    fixed = np.arange(len(x)) % 5 == 0
    free = np.repeat(~fixed, 3)
    ours = tk.solve(hessian, rhs, fixed)
    assert not ours[fixed].any()
    assert off(ours.ravel()[free], spsolve(hessian.tocsc()[free][:, free], rhs.ravel()[free])) < CLOSE
    with pytest.raises(tg.InputError, match="not positive definite at node"):
        tk.solve(-hessian, rhs)


class Weight:
    """Weights of 1 N, and a weak spring to the start."""

    def __init__(self, x):
        self.x0 = x

    def value(self, x):
        return float((x[:, 1]).sum() + 0.5 * ((x - self.x0) ** 2).sum())

    def gradient(self, x):
        return x - self.x0 + [0.0, 1.0, 0.0]

    def hessian(self, x):
        return scipy_sparse.eye(x.size, format="csr")


def test_a_sheet_falls_on_another_and_rests_there():
    x, faces = sheets(7, gap=0.2)
    half = len(x) // 2
    fixed = np.arange(len(x)) < half
    potential = tk.ipc(tk.CollisionMesh(x, faces=faces, obstacle=fixed), 0.02, 1e6)
    sheet = tk.membrane(x, faces, 1e-2, 1e5, 0.3)
    seen = []
    made = tk.minimise([Weight(x), sheet], x, potential=potential, fixed=fixed, tolerance=1e-9, callback=lambda k, y: seen.append(k))
    assert made.converged and made.reason == "converged" and seen == list(range(made.iterations))
    assert np.array_equal(made.x[:half], x[:half])
    assert not tk.has_intersections(potential.mesh, made.x) and len(made.collisions) > 0
    gradient = made.gradient[half:]
    assert np.abs(gradient).max() < 1e-4
    values = [step["value"] for step in made.history] + [made.value]
    assert all(b <= a + 1e-12 * abs(a) for a, b in zip(values, values[1:]))
    # The forces that the contact exerts balance the weights: those of the minimum without it are not balanced.
    assert tk.minimise([Weight(x), sheet], x, fixed=fixed).x[half:, 1].mean() < made.x[half:, 1].mean()


def test_a_quadratic_takes_one_step():
    x = np.random.default_rng(1).normal(size=(4, 3))
    made = tk.minimise(Weight(x), x)
    assert made.converged and made.iterations == 1
    assert np.allclose(made.x, x - [0, 1, 0], atol=1e-12)


# Arguments


def test_any_memory_order_gives_the_same_bits():
    x, faces = sheets()
    mesh = tk.CollisionMesh(x, faces=faces)
    wide = np.zeros((len(x), 6))
    wide[:, ::2] = x
    value = tk.ipc(mesh, 0.03).gradient(x)
    for same in (np.asfortranarray(x), wide[:, ::2], x[::-1][::-1], x.tolist(), x.astype(">f8")):
        assert np.array_equal(tk.ipc(mesh, 0.03).gradient(same), value)
    for numbers in (faces.astype(np.uint32), np.asfortranarray(faces.astype(np.int32)), faces.tolist()):
        assert np.array_equal(tk.CollisionMesh(x, faces=numbers).faces, mesh.faces)


def test_arguments_that_cannot_be_used_are_named():
    x, faces = sheets(4)
    mesh = tk.CollisionMesh(x, faces=faces)
    potential = tk.ipc(mesh, 0.03)
    lost = x.copy()
    lost[5, 1] = np.nan
    bad = faces.copy()
    bad[3, 0] = len(x)
    double = faces.copy()
    double[2, 0] = double[2, 1]
    cases = [
        (lambda: potential.collisions(x[:, :2]), r"`x` has the shape \[32, 2\], expected is \(32, 3\)"),
        (lambda: potential.collisions(x[1:]), r"`x` has the shape \[31, 3\]"),
        (lambda: potential.collisions(lost), r"`x` has a number in row 5 that is not finite"),
        (lambda: potential.collisions(x + 0j), r"`x` has the dtype complex128"),
        (lambda: potential.collisions(None), r"`x` has the dtype object"),
        (lambda: tk.CollisionMesh(x, faces=bad), r"`faces` has the vertex 32 in row 3; there are 32 vertices"),
        (lambda: tk.CollisionMesh(x, faces=-1 - faces), r"`faces` has the vertex -\d+ in row 0"),
        (lambda: tk.CollisionMesh(x, faces=double), r"`faces` has the same vertex twice in row 2"),
        (lambda: tk.CollisionMesh(x, faces=faces * 1.0), r"`faces` has the dtype float64, expected are whole numbers"),
        (lambda: tk.CollisionMesh(x, faces=faces[:, :2]), r"`faces` has the shape \[\d+, 2\], expected is \(n, 3\)"),
        (lambda: tk.CollisionMesh(x, obstacle=[True]), r"`obstacle` has the shape \[1\], expected is \(32,\)"),
        (lambda: tk.CollisionMesh(x, min_distance=-1.0), r"`min_distance` is -1 in row 0"),
        (lambda: tk.ipc(mesh, 0.0), r"`dhat` is 0: it has to be finite and above 0"),
        (lambda: tk.ipc(mesh, 1.0, np.nan), r"`stiffness` is NaN"),
        (lambda: mesh.candidates(x, -1.0), r"`distance` is -1"),
        (lambda: mesh.step_size(x, lost), r"`end` has a number in row 5"),
        (lambda: mesh.step_size(x, x, tk.Candidates(edge_edge=[[0, 1, 2, 99]])), r"`candidates` have the vertex 99; the mesh has 32"),
        (lambda: tk.point_edge_distance(x, x[:3], x), r"`e0` has 3 rows and `p` has 32"),
        (lambda: tk.point_edge_distance(x, x, lost), r"`e1` has a number in row 5"),
        (lambda: tk.edge_edge_mollifier(*[x] * 4, 0.0), r"`eps_x` is 0"),
        (lambda: tk.inverted_tets(x, [[0, 1, 2, 40]]), r"`tets` has the vertex 40 in row 0"),
        (lambda: tk.solid(x, [[0, 1, 2, 3]], 1e3, 0.3), r"`tets` has a tet in row 0 that is inverted or has no volume at rest"),
        (lambda: tk.membrane(x, faces, 1e-3, 1e3, 0.6), r"[Pp]oisson"),
        (lambda: tk.membrane(x, faces, 1e-3, 1e3, 0.3, "silk"), r"`kind` is `silk`; there are `stvk` and `neo-hookean`"),
        (lambda: tk.solve(np.eye(5), x), r"`matrix` has the shape \(5, 5\), expected is \(96, 96\)"),
        (lambda: potential.collisions(x).friction(x, -1.0, 1.0), r"`mu` is -1"),
        (lambda: tk.minimise(Weight(x), x[:, :2]), r"`x` has the shape"),
    ]
    for work, message in cases:
        with pytest.raises(tg.InputError, match=message):
            work()


def test_a_start_that_intersects_is_refused_with_the_pair():
    x, faces = sheets(4)
    mesh = tk.CollisionMesh(x, faces=faces)
    x[len(x) // 2 :, 1] -= 0.021
    with pytest.raises(tg.Intersection, match="edge .* and face .*, one of") as raised:
        tk.minimise(Weight(x), x, potential=tk.ipc(mesh, 1e-3))
    edge, face = raised.value.pair
    assert len(edge) == 2 and len(face) == 3
