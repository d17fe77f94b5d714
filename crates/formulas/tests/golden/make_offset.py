"""Writes offset.bin: what PyPI's `ipctk` says about barriers of pairs that keep a distance (its `dmin`).

    venv/bin/python make_offset.py

As make.py, which has the stencils: only answers are stored. Each stencil gets an offset xi below its distance
and a dhat beyond it, which are stored too; stencils closer than 1e-5 of their size are left out, since their distance
itself is known to fewer digits. ipctk's convention is that of Codimensional IPC 2021, section 5,
b(d^2 - dmin^2, 2 dmin dhat + dhat^2), and so is this crate's: dmin = xi.
"""

import math
import struct
from pathlib import Path

import ipctk
import numpy as np

from make import NAMES, Random, part, projections, stencil

COUNT = 800  # stencils of each of the four kinds
INTERIOR = [0, 2, 6, 8]  # the part that a pair of this kind has where it is not one of lower features
SKIPPED, PLAIN, MOLLIFIED = 0.0, 1.0, 2.0


def collision(kind, x, eps):
    """The pair and how it is treated; None where it is a pair of lower features."""
    if kind == 3 and ipctk.edge_edge_cross_squarednorm(*x) < eps:
        return ipctk.EdgeEdgeNormalCollision(0, 1, eps), MOLLIFIED
    if part(kind, x) != INTERIOR[kind]:
        return None, SKIPPED
    if kind == 3:
        return ipctk.EdgeEdgeNormalCollision(0, 1, eps), PLAIN
    names = ["VertexVertex", "EdgeVertex", "FaceVertex"]
    return getattr(ipctk, names[kind] + "NormalCollision")(0, 0 if kind else 1), PLAIN


def answers(kind, x, random):
    squared = getattr(ipctk, f"{NAMES[kind]}_distance")(*x)
    d = math.sqrt(squared)
    xi = d * (1.0 - random.power(-14, 0))
    dhat = (d - xi) * (1.0 + random.power(-4, 10))
    eps = ipctk.edge_edge_mollifier_threshold(*x) * random.power(-2, 8) if kind == 3 else 0.0
    pair, treated = collision(kind, x, eps)
    if treated == SKIPPED or d < 1e-5 * np.ptp(x, axis=0).max():
        return [SKIPPED]
    pair.dmin = xi
    potential = ipctk.BarrierPotential(dhat, 1.0)
    x = np.concatenate(x)
    gradient = potential.gradient(pair, x)
    out = [treated, part(kind, x.reshape(-1, 3)), squared, xi, dhat, potential(pair, x)]
    out += projections(random, gradient, potential.hessian(pair, x))
    clamped = potential.hessian(pair, x, ipctk.PSDProjectionMethod.CLAMP)
    return out + projections(random, gradient, clamped)


def main():
    with open(Path(__file__).with_name("offset.bin"), "wb") as file:
        for kind in range(4):
            random = Random(2021 + kind)
            for _ in range(COUNT):
                out = answers(kind, stencil(kind, random), random)
                file.write(struct.pack(f"<{len(out)}d", *out))


if __name__ == "__main__":
    main()
