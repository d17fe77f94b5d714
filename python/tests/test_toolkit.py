"""The toolkit beside PyPI's ipctk on the same meshes, to 1e-9 relative.

What compares with ipctk is skipped where that is not installed; what it does not have is in test_toolkit_energies.py. Differences are relative to the largest number of the answer.
"""

from pathlib import Path

import numpy as np
import pytest

import tangency as tg
from tangency import toolkit as tk

pytest.importorskip("scipy", reason="Hessians are matrices of scipy")

from toolkit_meshes import cube, off, pillows, read_ply, sheets  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT.parent / "shared" / "reference-scenes"
CLOSE = 1e-9


@pytest.fixture(scope="module")
def ipctk():
    module = pytest.importorskip("ipctk", reason="ipctk is not installed: nothing to compare with")
    return module


def reference_meshes():
    """Meshes that come with a name and a reach; those of files where they are."""
    yield pytest.param(lambda: (*sheets(), 0.03), id="sheets")
    for name, share in (("cloth_ball92", 2e-3), ("two-cubes-close", 2e-2), ("bunny", 1e-2)):
        path = REFERENCE / "toolkit-data" / f"{name}.ply"
        mark = pytest.mark.skipif(not path.is_file(), reason=f"there is no {path.name}")

        def read(path=path, share=share):
            x, faces = read_ply(path)
            return x, faces, share * np.linalg.norm(np.ptp(x, axis=0))

        yield pytest.param(read, id=name, marks=mark)


def mesh_of(ipctk, rest, faces):
    """The collision mesh of ipctk."""
    faces = np.asfortranarray(faces, np.int32)
    return ipctk.CollisionMesh(np.asfortranarray(rest), ipctk.edges(faces), faces)


@pytest.fixture(scope="module", params=list(reference_meshes()))
def scene(request, ipctk):
    """A mesh of both, positions, and a reach."""
    x, faces, dhat = request.param()
    x = np.asfortranarray(x)
    # To ipctk all vertices are points, also those that no face has.
    return tk.CollisionMesh(x, faces=faces, points=range(len(x))), mesh_of(ipctk, x, faces), x, dhat


# Distances


STENCILS = {
    "point_point": 2, "point_edge": 3, "point_triangle": 4, "edge_edge": 4, "point_line": 3, "point_plane": 4, "line_line": 4,
}


def stencils(count, rows=300, seed=1):
    random = np.random.default_rng(seed)
    return [random.normal(size=(rows, 3)) for _ in range(count)]


@pytest.mark.parametrize("kind", STENCILS)
@pytest.mark.parametrize("suffix", ["", "_gradient", "_hessian"])
def test_distances_are_those_of_ipctk(ipctk, kind, suffix):
    points = stencils(STENCILS[kind])
    ours = getattr(tk, f"{kind}_distance{suffix}")
    theirs = getattr(ipctk, f"{kind}_distance{suffix}")
    expected = np.array([theirs(*row) for row in zip(*points)])
    assert off(ours(*points), expected) < CLOSE
    one = ours(*[p[0] for p in points])
    assert np.shape(one) == expected.shape[1:] and np.allclose(one, expected[0])


@pytest.mark.parametrize("kind, types", [("point_edge", tk.PointEdge), ("point_triangle", tk.PointTriangle), ("edge_edge", tk.EdgeEdge)])
def test_closest_features_have_the_numbers_of_ipctk(ipctk, kind, types):
    points = stencils(STENCILS[kind], rows=2000)
    ours = getattr(tk, f"{kind}_distance_type")(*points)
    theirs = [int(getattr(ipctk, f"{kind}_distance_type")(*row)) for row in zip(*points)]
    assert ours.tolist() == theirs
    assert set(theirs) == {int(t) for t in types}


def test_the_mollifier_is_that_of_ipctk(ipctk):
    random = np.random.default_rng(5)
    a0, along, b0 = (random.normal(size=(200, 3)) for _ in range(3))
    a1, b1 = a0 + along, b0 + along * random.uniform(0.5, 2, (200, 1)) + 0.02 * random.normal(size=(200, 3))
    points = [a0, a1, b0, b1]
    assert off(tk.edge_edge_mollifier_threshold(*points), [ipctk.edge_edge_mollifier_threshold(*row) for row in zip(*points)]) < CLOSE
    eps = 0.02
    crosses = [ipctk.edge_edge_cross_squarednorm(*row) for row in zip(*points)]
    assert min(crosses) < eps < max(crosses)
    for suffix in ("", "_gradient", "_hessian"):
        theirs = getattr(ipctk, f"edge_edge_mollifier{suffix}")
        assert off(getattr(tk, f"edge_edge_mollifier{suffix}")(*points, eps), [theirs(*row, eps) for row in zip(*points)]) < CLOSE


def test_one_point_goes_with_many():
    p, edges = np.array([0.3, 1.0, 0.0]), stencils(2, 50)
    assert np.array_equal(tk.point_edge_distance(p, *edges), tk.point_edge_distance(np.tile(p, (50, 1)), *edges))


# Candidates and collision detection


def as_sets(candidates, mesh):
    """Pairs of ipctk by vertices, in no order."""
    faces, edges = mesh.faces, mesh.edges
    triangles = {(c.vertex_id, *sorted(faces[c.face_id].tolist())) for c in candidates.fv_candidates}
    pairs = {tuple(sorted((tuple(sorted(edges[c.edge0_id].tolist())), tuple(sorted(edges[c.edge1_id].tolist()))))) for c in candidates.ee_candidates}
    return triangles, pairs


def of_ours(candidates):
    triangles = {(p, *sorted(t)) for p, *t in candidates.point_triangle.tolist()}
    pairs = {tuple(sorted((tuple(sorted(e[:2])), tuple(sorted(e[2:]))))) for e in candidates.edge_edge.tolist()}
    return triangles, pairs


def test_candidates_are_those_of_ipctk_that_are_near(ipctk, scene):
    mesh, other, x, dhat = scene
    found = ipctk.Candidates()
    found.build(other, x, 0.5 * dhat)
    triangles, pairs = as_sets(found, other)
    near = lambda squared: squared <= dhat**2
    if len(found) > 200_000:
        pytest.skip("too many to ask ipctk for one by one")
    triangles = {t for t in triangles if near(ipctk.point_triangle_distance(*x[list(t)]))}
    pairs = {p for p in pairs if near(ipctk.edge_edge_distance(*x[[*p[0], *p[1]]]))}
    assert triangles or pairs
    assert of_ours(mesh.candidates(x, dhat)) == (triangles, pairs)
    boxed = of_ours(mesh.candidates(x, dhat, boxes=True))
    assert triangles <= boxed[0] and pairs <= boxed[1] and len(mesh.candidates(x, dhat, boxes=True)) <= len(found)


def test_whatever_ipctk_says_hits_is_a_swept_candidate(ipctk):
    x, faces = sheets()
    end = x.copy()
    end[: len(x) // 2, 1] += 0.05
    mesh = tk.CollisionMesh(x, faces=faces)
    other = mesh_of(ipctk, x, faces)
    found = ipctk.Candidates()
    found.build(other, x, end)
    triangles, pairs = as_sets(found, other)
    exact = ipctk.TightInclusionCCD()
    hit_triangles = {t for t in triangles if exact.point_triangle_ccd(*x[list(t)], *end[list(t)])[0]}
    hit_pairs = {p for p in pairs if exact.edge_edge_ccd(*x[[*p[0], *p[1]]], *end[[*p[0], *p[1]]])[0]}
    ours = mesh.candidates(x, 0.0, end)
    our_triangles, our_pairs = of_ours(ours)
    assert hit_triangles <= our_triangles <= triangles and hit_pairs <= our_pairs <= pairs
    assert len(hit_triangles) > 20 and len(hit_pairs) > 20
    # A time of impact below 1 is one of a pair that is met, or all but.
    times = mesh.times_of_impact(ours, x, end)
    stopped = {(p, *sorted(t)) for (p, *t), time in zip(ours.point_triangle.tolist(), times[0]) if time < 1}
    assert hit_triangles <= stopped
    assert min(t.min(initial=1.0) for t in times) == mesh.step_size(x, end, ours) == mesh.step_size(x, end)


def test_step_sizes_are_just_below_the_first_contact(ipctk):
    x, faces = sheets()
    end = x.copy()
    end[: len(x) // 2, 1] += 0.05
    mesh = tk.CollisionMesh(x, faces=faces)
    other = mesh_of(ipctk, x, faces)
    step = mesh.step_size(x, end)
    theirs = ipctk.compute_collision_free_stepsize(other, np.asfortranarray(x), np.asfortranarray(end))
    assert 0.85 * theirs < step < theirs / 0.8 and 0.1 < step < 0.9
    assert not ipctk.has_intersections(other, x + step * (end - x))
    assert mesh.step_size(x, x + 0.9 * step * (end - x)) == 1.0
    # Each of both sheets at its own ease: nothing is in the way.
    assert mesh.step_size(x, x + [0.3, 0.2, 0.1]) == 1.0


def test_times_of_impact_are_conservative_and_tight():
    random = np.random.default_rng(3)
    count = 400
    for kind, points in (("point_point", 2), ("point_edge", 3), ("point_triangle", 4), ("edge_edge", 4)):
        start = [random.normal(size=(count, 3)) for _ in range(points)]
        # Turned over through the middle, most of them: they meet halfway.
        middle = np.mean(start, axis=0)
        end = [2 * middle - p + 0.2 * random.normal(size=(count, 3)) for p in start]
        distance = getattr(tk, f"{kind}_distance")
        squared = distance(*start)
        offset = 0.1 * np.sqrt(squared)
        times = getattr(tk, f"{kind}_time_of_impact")(*start, *end, min_distance=offset)
        sampled = np.full(count, np.inf)
        for t in np.linspace(0, 1, 2001):
            now = distance(*[a + t * (b - a) for a, b in zip(start, end)])
            sampled = np.where((now <= offset**2) & np.isinf(sampled), t, sampled)
        hit = np.isfinite(sampled)
        assert hit.sum() > 100 and (times[hit] <= sampled[hit]).all()
        # What is stopped has used up most of its distance.
        at = distance(*[a + times[:, None] * (b - a) for a, b in zip(start, end)])
        stopped = times < 1
        assert (np.sqrt(at[stopped]) <= offset[stopped] + 0.2 * (np.sqrt(squared[stopped]) - offset[stopped])).all()


# Contact potentials


def collisions_of(ipctk, other, x, dhat, kind=None):
    found = ipctk.NormalCollisions()
    if kind is not None:
        found.collision_set_type = kind
    found.build(other, x, dhat)
    return found


def test_ipc_is_that_of_ipctk(ipctk, scene):
    mesh, other, x, dhat = scene
    theirs = collisions_of(ipctk, other, x, dhat)
    ours = tk.ipc(mesh, dhat, stiffness=2.5).collisions(x)
    barrier = ipctk.BarrierPotential(dhat, 2.5)
    assert len(ours) == len(theirs) > 0
    kinds, counts = np.unique(ours.kinds, return_counts=True)
    tally = dict(zip(kinds.tolist(), counts.tolist()))
    assert tally.get(0, 0) == len(theirs.vv_collisions) and tally.get(1, 0) == len(theirs.ev_collisions)
    assert tally.get(2, 0) == len(theirs.fv_collisions) and tally.get(3, 0) + tally.get(4, 0) == len(theirs.ee_collisions)
    assert ours.distances(x).min() ** 2 == pytest.approx(theirs.compute_minimum_distance(other, x), rel=CLOSE)
    assert ours.value(x) == pytest.approx(barrier(theirs, other, x), rel=CLOSE)
    assert off(ours.gradient(x).ravel(), barrier.gradient(theirs, other, x)) < CLOSE
    for project, method in ((True, ipctk.PSDProjectionMethod.CLAMP), (False, ipctk.PSDProjectionMethod.NONE)):
        expected = barrier.hessian(theirs, other, x, method)
        difference = ours.hessian(x, project=project) - expected
        assert abs(difference).max() < CLOSE * abs(expected).max()


def test_a_set_holds_where_it_was_not_made(ipctk, scene):
    mesh, other, x, dhat = scene
    theirs, ours = collisions_of(ipctk, other, x, dhat), tk.ipc(mesh, dhat).collisions(x)
    moved = np.asfortranarray(x + 1e-5 * dhat * np.random.default_rng(2).uniform(-1, 1, x.shape))
    barrier = ipctk.BarrierPotential(dhat, 1.0)
    assert ours.value(moved) == pytest.approx(barrier(theirs, other, moved), rel=CLOSE)
    assert off(ours.gradient(moved).ravel(), barrier.gradient(theirs, other, moved)) < CLOSE


def test_codimensional_points_and_edges_are_those_of_ipctk(ipctk):
    random = np.random.default_rng(11)
    sheet, faces = sheets(5)
    rod = np.array([[x, 0.06 + 0.005 * np.sin(9 * x), 0.3 + 0.2 * x] for x in np.linspace(0, 1, 9)])
    grains = np.array([[0.2, 0.075, 0.33], [0.3, 0.08, 0.36], [0.5, 0.07, 0.43], [0.515, 0.075, 0.44]]) + 1e-3 * random.normal(size=(4, 3))
    x = np.asfortranarray(np.vstack([sheet, rod, grains]))
    first = len(sheet)
    segments = np.array([[first + i, first + i + 1] for i in range(8)])
    mesh = tk.CollisionMesh(x, edges=segments, faces=faces, points=range(first + 9, len(x)))
    assert mesh.points.tolist() == list(range(len(x))) and len(mesh.edges) == len(ipctk.edges(faces.astype(np.int32))) + 8
    edges = np.asfortranarray(np.vstack([ipctk.edges(faces.astype(np.int32)), segments]), np.int32)
    other = ipctk.CollisionMesh(x, edges, np.asfortranarray(faces, np.int32))
    dhat = 0.03
    theirs, ours = collisions_of(ipctk, other, x, dhat), tk.ipc(mesh, dhat).collisions(x)
    assert len(theirs.vv_collisions) > 0 and len(theirs.ev_collisions) > 0
    barrier = ipctk.BarrierPotential(dhat, 1.0)
    assert len(ours) == len(theirs)
    assert ours.value(x) == pytest.approx(barrier(theirs, other, x), rel=CLOSE)
    assert off(ours.gradient(x).ravel(), barrier.gradient(theirs, other, x)) < CLOSE


def test_a_minimum_distance_is_dmin(ipctk):
    x, faces = sheets()
    x = np.asfortranarray(x)
    dhat, dmin = 0.02, 0.008
    mesh = tk.CollisionMesh(x, faces=faces, min_distance=dmin)
    other = mesh_of(ipctk, x, faces)
    theirs = ipctk.NormalCollisions()
    theirs.build(other, x, dhat, dmin)
    ours, barrier = tk.ipc(mesh, dhat).collisions(x), ipctk.BarrierPotential(dhat, 1.0)
    assert len(ours) == len(theirs) > 0
    assert ours.value(x) == pytest.approx(barrier(theirs, other, x), rel=CLOSE)
    assert off(ours.gradient(x).ravel(), barrier.gradient(theirs, other, x)) < CLOSE


def test_obstacles_do_not_collide_among_themselves():
    x, faces = sheets()
    half = np.arange(len(x)) < len(x) // 2
    assert len(tk.ipc(tk.CollisionMesh(x, faces=faces, obstacle=half), 0.03).collisions(x)) > 0
    mesh = tk.CollisionMesh(x, faces=faces, obstacle=np.ones(len(x), bool))
    assert len(tk.ipc(mesh, 0.03).collisions(x)) == len(mesh.candidates(x, 0.03)) == 0


def test_convergent_is_that_of_ipctk(ipctk):
    rest, x, faces = pillows()
    dhat = 0.03
    mesh = tk.CollisionMesh(rest, faces=faces)
    other = mesh_of(ipctk, rest, faces)
    theirs = ipctk.NormalCollisions()
    theirs.use_area_weighting = True
    theirs.collision_set_type = ipctk.NormalCollisions.CollisionSetType.IMPROVED_MAX_APPROX
    theirs.build(other, x, dhat)
    barrier = ipctk.BarrierPotential(dhat, 1.0, use_physical_barrier=True)
    ours = tk.convergent(mesh, dhat).collisions(x)
    assert (ours.weights < 0).sum() > 10
    assert ours.value(x) == pytest.approx(barrier(theirs, other, x), rel=CLOSE)
    assert off(ours.gradient(x).ravel(), barrier.gradient(theirs, other, x)) < CLOSE
    exact = barrier.hessian(theirs, other, x, ipctk.PSDProjectionMethod.NONE)
    assert off(ours.hessian(x, project=False), exact) < CLOSE
    with pytest.raises(tg.InputError, match="vertex 0 belongs to no face"):
        tk.convergent(tk.CollisionMesh(rest), dhat)


def test_ogc_takes_the_pairs_of_ipctk(ipctk):
    x, faces = sheets()
    x = np.asfortranarray(x)
    radius = 0.024
    mesh = tk.CollisionMesh(x, faces=faces)
    other = mesh_of(ipctk, x, faces)
    theirs = collisions_of(ipctk, other, x, radius, ipctk.NormalCollisions.CollisionSetType.OGC)
    ours = tk.ogc(mesh, radius, stiffness=3.0).collisions(x)
    kinds = ours.kinds
    found = {tuple(sorted(v[v >= 0].tolist())) for v in ours.vertices[kinds == tk.CollisionKind.POINT_TRIANGLE]}
    expected = {tuple(sorted(c.vertex_ids(other.edges, other.faces)[:4])) for c in theirs.fv_collisions}
    assert found == expected and len(found) > 10
    found = {tuple(sorted(v.tolist())) for v in ours.vertices[(kinds == 3) | (kinds == 4)]}
    expected = {tuple(sorted(c.vertex_ids(other.edges, other.faces)[:4])) for c in theirs.ee_collisions}
    assert found == expected and len(found) > 10


# Friction


def test_friction_is_that_of_ipctk(ipctk, scene):
    mesh, other, x, dhat = scene
    theirs, ours = collisions_of(ipctk, other, x, dhat), tk.ipc(mesh, dhat, 3.0).collisions(x)
    barrier = ipctk.BarrierPotential(dhat, 3.0)
    tangential = ipctk.TangentialCollisions()
    tangential.build(other, x, theirs, barrier, 0.3)
    eps_v = 1e-2
    lagged, friction = ours.friction(x, mu=0.3, eps_v=eps_v), ipctk.FrictionPotential(eps_v)
    assert len(lagged) == len(tangential) > 0 and lagged.eps_v == eps_v
    random = np.random.default_rng(6)
    # Some pairs stick and some slide.
    v = np.asfortranarray(2 * eps_v * random.uniform(-1, 1, x.shape))
    assert lagged.value(v) == pytest.approx(friction(tangential, other, v), rel=CLOSE)
    assert off(lagged.gradient(v).ravel(), friction.gradient(tangential, other, v)) < CLOSE
    for method in (ipctk.PSDProjectionMethod.CLAMP, ipctk.PSDProjectionMethod.NONE):
        expected = friction.hessian(tangential, other, v, method)
        assert abs(lagged.hessian(v) - expected).max() < CLOSE * abs(expected).max()
    # The arrays say the same.
    vertices = np.where(lagged.vertices < 0, 0, lagged.vertices)
    relative = (lagged.weights[:, :, None] * v[vertices]).sum(axis=1)
    slide = np.linalg.norm(np.einsum("nij,nj->ni", lagged.tangents, relative), axis=1)
    share = np.minimum(slide / eps_v, 1)
    f0 = np.where(slide < eps_v, eps_v * (share**2 * (1 - share / 3) + 1 / 3), slide)
    assert (lagged.limits * f0).sum() == pytest.approx(lagged.value(v), rel=CLOSE)


# Meshes


def test_intersections_are_those_of_ipctk(ipctk, scene):
    mesh, other, x, _ = scene
    assert tk.has_intersections(mesh, x) == ipctk.has_intersections(other, x)


def test_intersections_are_exact_and_named(ipctk):
    points, faces = cube()
    x = np.vstack([points, points + [0.5, 0.25, 0.3]])
    both = np.vstack([faces, faces + 8])
    mesh = tk.CollisionMesh(x, faces=both)
    other = ipctk.CollisionMesh(x, ipctk.edges(both.astype(np.int32)), both.astype(np.int32))
    found = tk.intersections(mesh, x)
    assert tk.has_intersections(mesh, x) and ipctk.has_intersections(other, x)
    expected = {
        (tuple(e), tuple(sorted(f)))
        for e in mesh.edges.tolist()
        for f in mesh.faces.tolist()
        if not set(e) & set(f) and ipctk.is_edge_intersecting_triangle(*x[e], *x[f])
    }
    assert {(tuple(e), tuple(sorted(f))) for e, f in zip(found.edges.tolist(), found.faces.tolist())} == expected
    # Touching counts, and the next number does not.
    touching, apart = x.copy(), x.copy()
    touching[8:] = points + [1.0, 0.1, 0.2]
    apart[8:] = touching[8:]
    apart[8:12, 0] = np.nextafter(1.0, 2.0)
    assert tk.has_intersections(mesh, touching) and not tk.has_intersections(mesh, apart)


def test_surfaces_are_filled_with_tets():
    points, faces = cube()
    made = tk.tetrahedralize(points, faces, 0.25)
    corners = made.points[made.tets]
    volumes = np.linalg.det(corners[:, 1:] - corners[:, :1]) / 6
    assert (volumes > 0).all() and volumes.sum() == pytest.approx(made.report["volume"]) == pytest.approx(1.0, rel=0.05)
    assert len(tk.inverted_tets(made.points, made.tets)) == 0
    turned = made.tets.copy()
    turned[[3, 7], :2] = turned[[3, 7], 1::-1]
    assert tk.inverted_tets(made.points, turned).tolist() == [3, 7]
    with pytest.raises(tg.InputError, match="closed|boundary|edge"):
        tk.tetrahedralize(points, faces[1:], 0.25)


