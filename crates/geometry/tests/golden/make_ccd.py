"""Writes ccd.bin: times of impact by PyPI's `ipctk` for the queries that tests/ccd_ipctk.rs generates too.

    python -m venv venv && venv/bin/pip install ipctk==1.6.1 numpy
    venv/bin/python make_ccd.py

The queries come from splitmix64 and operations that IEEE 754 rounds exactly, so Python and Rust build the same
bits; the offset is stored with the answers, as little-endian float64. Times are fractions of the motion, 1 where
there is no impact.

ipctk's additive CCD keeps `min_distance` in the Euclidean norm, as this crate does. Tight inclusion keeps it in the
maximum norm: between points on a diagonal of the axes it stops at sqrt(3) times the distance. Hence tight(xi) comes
before the true time, and tight(xi / sqrt(3)) after it. Tight inclusion sees the queries turned, with the closest points
at the start one beside the other on the first axis, where the norms agree: a pair that starts within xi in
the maximum norm alone would get the time 0. (ipctk's class `TightInclusionCCD` then asks again with ever smaller distances,
and what it returns may be far too late; so its function for one query is used here, which does not.)
"""

import math
import struct
from pathlib import Path

import ipctk
import numpy as np

COUNT = 250  # queries of each of the four kinds
KINDS = ["point_point", "point_edge", "point_triangle", "edge_edge"]
FIRST = [1, 1, 1, 2]  # vertices of the first primitive
ALL = [2, 3, 4, 4]
MASK = (1 << 64) - 1
TOLERANCE, ITERATIONS = 1e-4, 100_000  # of tight inclusion
NEARLY = ipctk.AdditiveCCD(10_000_000, 0.999)  # keeps a thousandth of the gap
ADDITIVE = ipctk.AdditiveCCD(10_000_000, 0.9)  # keeps a tenth, as this crate does


class Random:
    """splitmix64; the same as `Random` in tests/ccd_ipctk.rs."""

    def __init__(self, seed):
        self.state = seed

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def point(self):
        return np.array([(self.bits() >> 43) * 2.0**-20 - 1.0 for _ in range(3)])

    def power(self, low, high):
        return 2.0 ** (low + self.bits() % (high - low))


def query(kind, random):
    """Vertices and displacements: the first primitive flies at the second and beyond, and both deform."""
    x = [random.point() for _ in range(ALL[kind])]
    course = ((x[FIRST[kind]] + x[-1]) * 0.5 - x[0]) * 1.5
    wobble = random.power(-6, 0)
    p = [random.point() * wobble for _ in x]
    for i in range(FIRST[kind]):
        p[i] = p[i] + course
    return x, p


def offset(distance, random):
    """None, some of the distance, or nearly all of it."""
    way, some, most = random.bits() % 4, random.power(-8, 0), random.power(-7, -2)
    return distance * [0.0, some * 0.75, some * 0.75, 1.0 - most][way]


def turned(kind, x, p):
    """The query with the direction between its closest points along the first axis."""
    gradient = getattr(ipctk, f"{KINDS[kind]}_distance_gradient")(*x)
    normal = sum(gradient[3 * i : 3 * i + 3] for i in range(FIRST[kind]))
    frame, _ = np.linalg.qr(np.column_stack([normal, np.eye(3)]))
    return [x @ frame for x in x], [p @ frame for p in p]


def additive(ccd, kind, x, p, xi):
    ends = [x + p for x, p in zip(x, p)]
    hit, toi = getattr(ccd, f"{KINDS[kind]}_ccd")(*x, *ends, xi, 1.0)
    return min(toi, 1.0) if hit else 1.0


def tight(kind, x, p, xi):
    """The time, and whether the tolerance was reached; where not, the time may be too early. Points are edges without length."""
    x, p = turned(kind, x, p)
    places = [[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3]][kind]
    query = [x[i] for i in places] + [x[i] + p[i] for i in places]
    function = ipctk.tight_inclusion.point_triangle_ccd if kind == 2 else ipctk.tight_inclusion.edge_edge_ccd
    hit, toi, reached = function(*query, xi, 1.0, TOLERANCE, ITERATIONS)
    return (min(toi, 1.0) if hit else 1.0), reached <= TOLERANCE


def not_before(answer):
    """A time that certainly is not too early."""
    toi, is_accurate = answer
    return toi if is_accurate else 1.0


def answers(kind, random):
    x, p = query(kind, random)
    distance = math.sqrt(getattr(ipctk, f"{KINDS[kind]}_distance")(*x))
    xi = offset(distance, random)
    stop = xi + 0.15 * (distance - xi)
    return [
        xi,
        tight(kind, x, p, stop)[0],
        not_before(tight(kind, x, p, xi)),
        not_before(tight(kind, x, p, xi / math.sqrt(3.0))),
        additive(NEARLY, kind, x, p, xi),
        additive(ADDITIVE, kind, x, p, xi),
    ]


def main():
    with open(Path(__file__).with_name("ccd.bin"), "wb") as file:
        for kind in range(4):
            random = Random(19 + kind)
            for _ in range(COUNT):
                file.write(struct.pack("<6d", *answers(kind, random)))


if __name__ == "__main__":
    main()
