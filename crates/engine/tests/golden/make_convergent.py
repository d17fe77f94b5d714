"""Writes convergent.bin: two pillows in contact, and what PyPI's `ipctk` says of their Convergent IPC.

    python -m venv venv && venv/bin/pip install ipctk==1.6.1 numpy scipy
    venv/bin/python make_convergent.py

Weights by area, the improved approximation of the maximum, and the physical barrier, as Li et al. 2023 put them together.
Closed surfaces: ipctk 1.6.1 takes no vertex of an open one for its border (`is_vertex_on_boundary`), and counts those twice.

All numbers are little-endian float64: counts (vertices, triangles), dhat, rest positions, positions, triangles; numbers of
collisions (vertex-vertex, edge-vertex, face-vertex), the energy for a stiffness of 1 Pa and the gradient. (Edge-edge ones are not
counted: ipctk adds up those that the engine keeps apart as nearly parallel edges and their ends.)
"""

import itertools
import struct
from pathlib import Path

import ipctk
import numpy as np

from make_codimensional import halves

DHAT = 0.06


def pillow(n, spacing, height, shift):
    """Two grids of n x n cells that meet at the border."""
    points, faces, numbers = [], [], {}
    for side, i, j in itertools.product((1, -1), range(n + 1), range(n + 1)):
        inner = min(i, j, n - i, n - j)
        if side < 0 and inner == 0:
            numbers[side, i, j] = numbers[1, i, j]
            continue
        numbers[side, i, j] = len(points)
        points.append([spacing * (i - 0.5 * n) + shift, height + side * 0.06 * min(inner, 1), spacing * (j - 0.5 * n)])
    for side, i, j in itertools.product((1, -1), range(n), range(n)):
        corners = [numbers[side, *c] for c in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))]
        if {i, j} == {0, n - 1}:  # no triangle has all corners at the border
            corners = corners[1:] + corners[:1]
        faces += [f[::side] for f in halves(*corners)]
    return np.array(points), np.array(faces)


def is_parallel(x, edges, collision):
    a, b = (x[edges[e, 1]] - x[edges[e, 0]] for e in (collision.edge0_id, collision.edge1_id))
    return np.sum(np.cross(a, b) ** 2) < collision.eps_x


def main():
    random = np.random.default_rng(7)
    upper, upper_faces = pillow(8, 0.1, 0.0, 0.0)
    lower, lower_faces = pillow(6, 0.1, -0.165, 0.03)
    rest = np.vstack([upper, lower])
    rest += 0.002 * random.uniform(-1, 1, rest.shape)
    faces = np.vstack([upper_faces, lower_faces + len(upper)]).astype(np.int32)
    x = rest + 0.002 * random.uniform(-1, 1, rest.shape)
    # The upper pillow is bent, so that edges and vertices of both are closest somewhere.
    x[: len(upper), 1] += 0.015 * np.cos(20 * x[: len(upper), 0])
    edges = ipctk.edges(faces)
    mesh = ipctk.CollisionMesh(rest, edges, faces)
    assert not ipctk.has_intersections(mesh, x)
    collisions = ipctk.NormalCollisions()
    collisions.use_area_weighting = True
    collisions.collision_set_type = ipctk.NormalCollisions.CollisionSetType.IMPROVED_MAX_APPROX
    collisions.build(mesh, x, DHAT)
    potential = ipctk.BarrierPotential(DHAT, 1.0, use_physical_barrier=True)
    counts = [len(collisions.vv_collisions), len(collisions.ev_collisions), len(collisions.fv_collisions)]
    assert sum(is_parallel(x, edges, c) for c in collisions.ee_collisions) > 5
    energy = potential(collisions, mesh, x)
    gradient = potential.gradient(collisions, mesh, x)
    negative = sum(c.weight < 0 for c in collisions.ev_collisions)
    print(counts, "edge-vertex with negative weight:", negative, "energy", energy)
    numbers = [len(rest), len(faces), DHAT, *rest.ravel(), *x.ravel(), *faces.ravel(), *counts, energy, *gradient]
    Path(__file__).with_name("convergent.bin").write_bytes(struct.pack(f"<{len(numbers)}d", *numbers))


if __name__ == "__main__":
    main()
