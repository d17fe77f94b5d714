"""Writes planar.bin: wavy discs in a plane, nearly touching, and what PyPI's `ipctk` says of their barriers.

    python -m venv venv && venv/bin/pip install ipctk==1.6.1 numpy scipy
    venv/bin/python make_planar.py

All numbers are little-endian float64: discs, points of each, dhat, positions (x, y), a direction w; numbers of
collisions (vertex-vertex, edge-vertex), the energy for kappa = 1, the gradient, and the projected Hessian times w.
"""

import struct
from pathlib import Path

import ipctk
import numpy as np

DHAT = 0.08
DISCS, POINTS = 4, 20


def disc(center, random):
    angles = 2 * np.pi * np.arange(POINTS) / POINTS
    radii = 0.47 + 0.02 * np.cos(5 * angles) + 0.006 * random.uniform(-1, 1, POINTS)
    return np.array(center) + radii[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def main():
    random = np.random.default_rng(2020)
    centers = [(0, 0), (0.99, 0.02), (0.48, 0.87), (1.47, 0.88)]
    x = np.asfortranarray(np.vstack([disc(c, random) for c in centers]))
    ring = [[i, (i + 1) % POINTS] for i in range(POINTS)]
    edges = np.vstack([np.array(ring) + POINTS * d for d in range(DISCS)]).astype(np.int32)
    mesh = ipctk.CollisionMesh(x, np.asfortranarray(edges))
    found = ipctk.NormalCollisions()
    found.build(mesh, x, DHAT)
    potential = ipctk.BarrierPotential(DHAT, 1.0)
    kinds = [found.is_vertex_vertex, found.is_edge_vertex]
    tally = [sum(of(i) for i in range(len(found))) for of in kinds]
    w = random.uniform(-1, 1, x.size)
    hessian = potential.hessian(found, mesh, x, ipctk.PSDProjectionMethod.CLAMP)
    energy = potential(found, mesh, x)
    print(tally, len(found), energy)
    out = [DISCS, POINTS, DHAT, *x.flat, *w, *tally, energy, *potential.gradient(found, mesh, x), *(hessian @ w)]
    assert np.isfinite(out).all()
    Path(__file__).with_name("planar.bin").write_bytes(struct.pack(f"<{len(out)}d", *out))


if __name__ == "__main__":
    main()
