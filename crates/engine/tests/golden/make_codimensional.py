"""Writes codimensional.bin: a cloth, rods and grains in contact, and what PyPI's `ipctk` says of their barriers.

    python -m venv venv && venv/bin/pip install ipctk==1.6.1 numpy scipy
    venv/bin/python make_codimensional.py

Each body keeps an offset of its own, a pair the mean of its two: ipctk's `dmin`, set pair by pair. (Its own build
knows one `dmin` for all, so it builds with the largest; pairs that are beyond their reach then add nothing.)

The engine also has pairs of a rod's vertex and another rod's edge, because two edges in parallel do not repel each
other (mollifier). ipctk has them for isolated vertices only; here they are added to its candidates. The energy
of ipctk's own set is stored beside.

All numbers are little-endian float64: counts (vertices of cloth, rods, grains; triangles; segments), dhat, offsets
(cloth, rods, grains), rest positions, positions, triangles, segments, a direction w; numbers of collisions (vertex-vertex,
edge-vertex, edge-edge, of these mollified, face-vertex), the energy for kappa = 1, that of ipctk's own set,
the gradient, and the projected Hessian times w.
"""

import itertools
import struct
from pathlib import Path

import ipctk
import numpy as np

DHAT = 0.03
CLOTH, RODS, GRAINS = 0.02, 0.03, 0.016  # offsets


def sheet(n, spacing, height, shift, random):
    """A grid of n x n cells around the origin, nearly flat."""
    place = lambda i: spacing * (i - 0.5 * n)
    points = [[place(i) + shift, height, place(j)] for i in range(n + 1) for j in range(n + 1)]
    points = np.array(points) + 0.002 * random.uniform(-1, 1, (len(points), 3))
    at = lambda i, j: i * (n + 1) + j
    cells = itertools.product(range(n), range(n))
    faces = [f for i, j in cells for f in halves(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1))]
    return points, np.array(faces)


def halves(a, b, c, d):
    return [[a, c, b], [a, d, c]]


def rod(start, end, count, random):
    along = np.linspace(0.0, 1.0, count + 1)[:, None]
    points = np.array(start) * (1 - along) + np.array(end) * along
    return points + 0.002 * random.uniform(-1, 1, points.shape)


def scatter(count, points, edges, faces, offsets, random):
    """Grains that keep their distance from everything, some of them only just."""
    grains = []
    while len(grains) < count:
        p = random.uniform([-0.25, -0.06, -0.25], [0.25, 0.12, 0.25])
        gap = min(
            min(ipctk.point_triangle_distance(p, *points[f]) ** 0.5 - 0.5 * (CLOTH + GRAINS) for f in faces),
            min(ipctk.point_edge_distance(p, *points[e]) ** 0.5 - 0.5 * (offsets[e[0]] + GRAINS) for e in edges),
            min([np.linalg.norm(p - q) - GRAINS for q in grains], default=1.0),
        )
        if 0.004 < gap < 0.9 * DHAT:
            grains.append(p)
    return np.array(grains)


def scene(random):
    upper, upper_faces = sheet(7, 0.1, 0.0, 0.0, random)
    lower, lower_faces = sheet(4, 0.1, -0.036, 0.03, random)
    cloth = np.vstack([upper, lower])
    faces = np.vstack([upper_faces, lower_faces + len(upper)]).astype(np.int32)
    rods = [
        rod([-0.3, 0.047, 0.02], [0.3, 0.047, 0.02], 8, random),
        rod([-0.28, 0.047, 0.066], [0.32, 0.047, 0.066], 8, random),
        rod([0.03, 0.095, -0.3], [0.03, 0.095, 0.3], 8, random),
    ]
    segments, first = [], len(cloth)
    for points in rods:
        segments += [[first + i, first + i + 1] for i in range(len(points) - 1)]
        first += len(points)
    rods, segments = np.vstack(rods), np.array(segments, np.int32)
    offsets = np.array([CLOTH] * len(cloth) + [RODS] * len(rods))
    points = np.vstack([cloth, rods])
    grains = scatter(40, points, segments, faces, offsets, random)
    counts = [len(cloth), len(rods), len(grains), len(faces), len(segments)]
    offsets = np.append(offsets, [GRAINS] * len(grains))
    return counts, np.vstack([points, grains]), faces, segments, offsets


def collisions(mesh, x, candidates, offsets):
    """ipctk's collisions among the candidates, each with the offset of its pair."""
    largest = max(offsets)
    found = ipctk.NormalCollisions()
    found.build(candidates, mesh, x, DHAT, largest)
    for i in range(len(found)):
        ids = found[i].vertex_ids(mesh.edges, mesh.faces)
        second = ids[2] if found.is_edge_edge(i) else ids[1]
        found[i].dmin = 0.5 * (offsets[ids[0]] + offsets[second])
    return found


def rod_pairs(mesh, counts):
    """Every vertex of a rod and segment of a rod that do not share it, and every grain and segment."""
    cloth, rods, grains = counts[:3]
    loose = {e: ends for e, ends in enumerate(mesh.edges) if ends[0] >= cloth}
    vertices = range(cloth, cloth + rods + grains)
    return [ipctk.EdgeVertexCandidate(e, v) for e, ends in loose.items() for v in vertices if v not in ends]


def numbers(found, mesh, x, offsets):
    """How many collisions of each kind are within their own reach."""
    tally = [0, 0, 0, 0, 0]
    for i in range(len(found)):
        pair = found[i]
        distance = pair.compute_distance(pair.dof(x, mesh.edges, mesh.faces)) ** 0.5
        if distance >= DHAT + pair.dmin:
            continue
        is_mollified = False
        if found.is_edge_edge(i):
            ids = pair.vertex_ids(mesh.edges, mesh.faces)
            is_mollified = ipctk.edge_edge_cross_squarednorm(*x[ids]) < pair.eps_x
        is_kind = [found.is_vertex_vertex, found.is_edge_vertex, found.is_edge_edge, lambda _: is_mollified, found.is_face_vertex]
        tally = [n + int(of(i)) for n, of in zip(tally, is_kind)]
    return tally


def main():
    random = np.random.default_rng(2021)
    counts, rest, faces, segments, offsets = scene(random)
    x = np.asfortranarray(rest + 0.001 * random.uniform(-1, 1, rest.shape))
    edges = np.asfortranarray(np.vstack([ipctk.edges(np.asfortranarray(faces)), segments]).astype(np.int32))
    mesh = ipctk.CollisionMesh(np.asfortranarray(rest), edges, np.asfortranarray(faces))
    potential = ipctk.BarrierPotential(DHAT, 1.0)
    candidates = ipctk.Candidates()
    candidates.build(mesh, x, 0.5 * (DHAT + max(offsets)))
    own = potential(collisions(mesh, x, candidates, offsets), mesh, x)
    candidates.ev_candidates = rod_pairs(mesh, counts)
    found = collisions(mesh, x, candidates, offsets)
    w = random.uniform(-1, 1, x.size)
    hessian = potential.hessian(found, mesh, x, ipctk.PSDProjectionMethod.CLAMP)
    tally = numbers(found, mesh, x, offsets)
    energy = potential(found, mesh, x)
    print(counts, tally, energy, own)
    out = [*counts, DHAT, CLOTH, RODS, GRAINS, *rest.flat, *x.flat, *faces.flat, *segments.flat, *w]
    out += [*tally, energy, own, *potential.gradient(found, mesh, x), *(hessian @ w)]
    assert np.isfinite(out).all()
    Path(__file__).with_name("codimensional.bin").write_bytes(struct.pack(f"<{len(out)}d", *out))


if __name__ == "__main__":
    main()
