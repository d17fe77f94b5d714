"""Writes contact.bin: what PyPI's `ipctk` says about the stencils that tests/golden.rs generates too.

    python -m venv venv && venv/bin/pip install ipctk==1.6.1 numpy
    venv/bin/python make.py

The stencils come from splitmix64 and operations that IEEE 754 rounds exactly (+, -, *, and powers of
two), so Python and Rust build the same bits; only answers are stored. Of each gradient g and Hessian
H the file has u.g and u.(H w) for generated vectors u, w, as little-endian float64.
"""

import struct
from pathlib import Path

import ipctk
import numpy as np

COUNT = 2500  # stencils of each of the four kinds
MASK = (1 << 64) - 1


class Random:
    """splitmix64; the same as `Random` in tests/golden.rs."""

    def __init__(self, seed):
        self.state = seed

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def uniform(self):
        """A multiple of 2^-20 in [-1, 1): few bits, so that sums of coordinates stay exact."""
        return (self.bits() >> 43) * 2.0**-20 - 1.0

    def point(self):
        return np.array([self.uniform() for _ in range(3)])

    def power(self, low, high):
        """A power of two with an exponent in [low, high)."""
        return 2.0 ** (low + self.bits() % (high - low))


def triple(random):
    """Three points of an edge or triangle: as they come, thin, or a right angle on the axes."""
    a, b, c = random.point(), random.point(), random.point()
    shape = random.bits() % 4
    if shape == 0:
        c = a + (b - a) * 0.5 + (c - a) * random.power(-8, -2)
    elif shape == 1:
        a, b, c = np.zeros(3), np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    return a, b, c


def offset(random):
    """From a distance like the stencil's size down to about 1e-5 of it."""
    return random.point() * random.power(-17, 1)


def stencil(kind, random):
    a, b, c = triple(random)
    place = random.bits() % 4
    if kind in (0, 1, 2):
        # A point over a vertex, an edge, the inside, or anywhere.
        base = [a, (a + b) * 0.5, a * 0.5 + b * 0.25 + c * 0.25, random.point()][place]
        p = base + offset(random)
        x = [[p, a], [p, a, b], [p, a, b, c]][kind]
    else:
        along = b - a
        middle = (a + b) * 0.5 + offset(random)
        if place == 0:  # parallel, shifted along
            half = along * 0.5
            middle = middle + along * random.uniform()
        elif place == 1:  # nearly parallel
            half = along * 0.5 + random.point() * random.power(-12, -2)
        elif place == 2:  # crossing
            half = random.point()
        else:  # anywhere
            half, middle = random.point(), random.point()
        x = [a, b, middle - half, middle + half]
    scale = random.power(-30, 30)
    return [p * scale for p in x]


NAMES = ["point_point", "point_edge", "point_triangle", "edge_edge"]


def part(kind, x):
    """The number of the closest part, in the order of this crate's enums (and of ipctk's)."""
    return 0.0 if kind == 0 else float(int(getattr(ipctk, f"{NAMES[kind]}_distance_type")(*x)))


def projections(random, gradient, hessian):
    n = len(gradient)
    u = np.array([random.uniform() for _ in range(n)])
    w = np.array([random.uniform() for _ in range(n)])
    return [u @ gradient, u @ (hessian @ w)]


def answers(kind, x, random):
    value, gradient, hessian = (
        getattr(ipctk, f"{NAMES[kind]}_distance{suffix}") for suffix in ("", "_gradient", "_hessian")
    )
    s = value(*x)
    out = [part(kind, x), s, *projections(random, gradient(*x), hessian(*x))]
    shat = s * (1.0 + random.power(-10, 10))
    barrier = ipctk.ClampedLogBarrier()
    out += [barrier(s, shat), barrier.first_derivative(s, shat), barrier.second_derivative(s, shat)]
    if kind == 3:
        out.append(ipctk.edge_edge_mollifier_threshold(*x))
        out.append(ipctk.edge_edge_cross_squarednorm(*x))
        cross = ipctk.edge_edge_cross_squarednorm_gradient(*x)
        out += projections(random, cross, ipctk.edge_edge_cross_squarednorm_hessian(*x))
        eps = out[7] * random.power(-2, 8)
        out.append(ipctk.edge_edge_mollifier(*x, eps))
        bent = ipctk.edge_edge_mollifier_hessian(*x, eps)
        out += projections(random, ipctk.edge_edge_mollifier_gradient(*x, eps), bent)
    return out


def main():
    with open(Path(__file__).with_name("contact.bin"), "wb") as file:
        for kind in range(4):
            random = Random(2020 + kind)
            for _ in range(COUNT):
                out = answers(kind, stencil(kind, random), random)
                file.write(struct.pack(f"<{len(out)}d", *out))


if __name__ == "__main__":
    main()
