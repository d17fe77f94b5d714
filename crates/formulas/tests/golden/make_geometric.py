"""Writes geometric.bin: what PyPI's `ipctk` says about the scenes that tests/golden_geometric.rs generates too.

    python -m venv venv && venv/bin/pip install ipctk==1.6.1 numpy scipy
    venv/bin/python make_geometric.py

Small meshes near contact, from splitmix64. Of the smooth contact potential of each the file has the value, u.g and
u.(H w) for generated vectors u, w, as little-endian float64. The reach is fixed: asking for an adaptive one crashes the
interpreter.
"""

import struct
from pathlib import Path

import ipctk
import numpy as np

from make import Random

COUNT = 200  # scenes of each kind

TET = ([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
CUBE = (
    [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)],
    [
        [0, 1, 3], [0, 3, 2], [4, 7, 5], [4, 6, 7], [0, 5, 1], [0, 4, 5],
        [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ],
)
SHEET = (
    [[x * 0.5, y * 0.5, 0] for x in range(3) for y in range(3)],
    [
        face
        for a in (0, 1, 3, 4)
        for face in ([a, a + 3, a + 4], [a, a + 4, a + 1])
    ],
)
# An octagon, counter-clockwise.
RING = [[1, 0, 0], [0.75, 0.75, 0], [0, 1, 0], [-0.75, 0.75, 0], [-1, 0, 0], [-0.75, -0.75, 0], [0, -1, 0], [0.75, -0.75, 0]]
NOTCHED = [[-0.625, 0, 0]] + RING[1:]


def rotated(p, q):
    """By the quaternion (q[0], q[1:]), of any length."""
    v = q[1:]
    s = 2.0 / (q[0] * q[0] + v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    c = np.cross(v, p)
    return p + (c * q[0] + np.cross(v, c)) * s


def body(random, points, centre, flat):
    """A body about its centre: distorted, turned, moved."""
    q = np.array([random.uniform() for _ in range(4)])
    if flat:
        q = np.array([q[0], 0.0, 0.0, q[3]])
    shift = random.point() * 0.25
    out = []
    for p in points:
        p = np.array(p, dtype=float) - centre + random.point() * 0.125
        p = rotated(p, q) + shift
        out.append([p[0], p[1], 0.0] if flat else p)
    return np.array(out)


def scene(kind, random):
    """Positions, edges, faces; whether there is an outside; dimension."""
    if kind < 3:
        points, faces = [TET, CUBE, SHEET][kind]
        centre = np.array([[0.25, 0.25, 0.25], [0.5, 0.5, 0.5], [0.5, 0.5, 0.0]][kind])
        a, b = body(random, points, centre, False), body(random, points, centre, False)
        apart = [0.875, 1.25, 0.5][kind] + 0.25 * random.uniform()
        b = b + np.array([0.0, 0.0, apart])
        faces = np.array(faces, dtype=np.int32)
        faces = np.vstack([faces, faces + len(points)])
        return np.vstack([a, b]), ipctk.edges(faces), faces, kind < 2, 3
    ring = NOTCHED if kind == 5 else RING
    a, b = body(random, ring, np.zeros(3), True), body(random, ring, np.zeros(3), True)
    b = b + np.array([2.25 + 0.25 * random.uniform(), 0.0, 0.0])
    n = len(RING)
    edges = [[k, (k + 1) % n] for k in range(n)]
    edges = np.array(edges + [[i + n, j + n] for i, j in edges], dtype=np.int32)
    return np.vstack([a, b])[:, :2], edges, np.zeros((0, 3), dtype=np.int32), kind != 4, 2


def answers(kind, random):
    x, edges, faces, is_outer, dimension = scene(kind, random)
    n = len(x)
    mesh = ipctk.CollisionMesh([True] * n, [is_outer] * n, x, edges, faces)
    alpha_t = 0.5 + 0.375 * random.uniform()
    alpha_n = 0.25 + 0.125 * random.uniform()
    beta_t, beta_n = [(0.0, 0.0), (0.125, 0.0625)][random.bits() % 2]
    reach = 0.75 + 0.25 * random.uniform()
    parameters = ipctk.SmoothContactParameters(reach, alpha_t, beta_t, alpha_n, beta_n, dimension - 1)
    collisions = ipctk.SmoothCollisions()
    collisions.build(mesh, x, parameters, False)
    potential = ipctk.SmoothPotential(parameters)
    value = potential(collisions, mesh, x)
    gradient = potential.gradient(collisions, mesh, x)
    hessian = potential.hessian(collisions, mesh, x).toarray()
    u = np.array([random.point()[:dimension] for _ in range(n)]).ravel()
    w = np.array([random.point()[:dimension] for _ in range(n)]).ravel()
    return [value, u @ gradient, u @ (hessian @ w)]


def main():
    with open(Path(__file__).with_name("geometric.bin"), "wb") as file:
        for kind in range(6):
            random = Random(2025 + kind)
            zero = 0
            for _ in range(COUNT):
                out = answers(kind, random)
                zero += out[0] == 0.0
                file.write(struct.pack(f"<{len(out)}d", *out))
            print(kind, "zero:", zero, "last:", out)


if __name__ == "__main__":
    main()
