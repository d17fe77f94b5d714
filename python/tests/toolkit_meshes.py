"""Meshes and comparisons that the tests of the toolkit share."""

import itertools

import numpy as np
from scipy.sparse import issparse

from tangency import toolkit as tk


def off(ours, theirs):
    """The largest difference relative to the largest number."""
    ours, theirs = (m.toarray() if issparse(m) else np.asarray(m, float) for m in (ours, theirs))
    assert ours.shape == theirs.shape
    largest = np.abs(theirs).max(initial=0.0)
    assert largest > 0.0
    return np.abs(ours - theirs).max() / largest


def turned(angle):
    """The rotation about y, for rows."""
    return np.array([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]])


def sheets(count=9, gap=0.021, seed=0):
    """Two wavy sheets, one above the other, turned a little: positions, faces."""
    random = np.random.default_rng(seed)
    ticks = np.linspace(0, 1, count)
    grid = np.array([(x, 0.03 * np.sin(5 * x + 3 * z), z) for x in ticks for z in ticks])
    at = lambda i, j: i * count + j
    cells = itertools.product(range(count - 1), range(count - 1))
    one = [f for i, j in cells for f in ((at(i, j), at(i, j + 1), at(i + 1, j)), (at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)))]
    upper = grid @ turned(-0.3)
    upper[:, 1] = 0.03 * np.sin(5 * upper[:, 0] + 3 * upper[:, 2]) + gap
    faces = np.array(one)
    x = np.vstack([grid, upper]) + 2e-4 * random.uniform(-1, 1, (2 * len(grid), 3))
    return x, np.vstack([faces, faces + len(grid)])


def cube():
    points = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
    faces = np.array([
        [0, 1, 3], [0, 3, 2], [4, 7, 5], [4, 6, 7], [0, 5, 1], [0, 4, 5], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ])
    return points, faces


def pillows():
    """Two flat closed bodies in contact, the upper one turned and bent: rest, positions, faces.

    Closed, because ipctk 1.6.1 counts the borders of open surfaces twice. Turned, because of two edges that are nearly parallel it takes the
    distance of one's end from the other for that of the other's end from the one, where `convergent` subtracts both.
    """
    points, faces = cube()
    made = tk.tetrahedralize(points * [0.8, 0.12, 0.8], faces, 0.12)
    used, faces = np.unique(tk.CollisionMesh(made.points, tets=made.tets).faces, return_inverse=True)
    one, faces = made.points[used], faces.reshape(-1, 3)
    random = np.random.default_rng(7)
    rest = np.vstack([one, (one - 0.4) @ turned(0.25) + [0.43, 0.545, 0.45]]) + 0.002 * random.uniform(-1, 1, (2 * len(one), 3))
    x = rest + 0.002 * random.uniform(-1, 1, rest.shape)
    x[len(one) :, 1] -= 0.01 * np.cos(9 * x[len(one) :, 0])
    return np.asfortranarray(rest), np.asfortranarray(x), np.vstack([faces, faces + len(one)])


def read_ply(path):
    """Positions and triangles of a PLY file."""
    data = path.read_bytes()
    body = data.index(b"end_header\n") + len(b"end_header\n")
    words = data[:body].decode().split()
    vertices, faces = (int(words[words.index(word) + 1]) for word in ("vertex", "face"))
    if "ascii" in words:
        rows = data[body:].decode().splitlines()
        x = np.array([[float(c) for c in row.split()[:3]] for row in rows[:vertices]])
        return x, np.array([[int(c) for c in row.split()[1:4]] for row in rows[vertices : vertices + faces]])
    order = ">" if "binary_big_endian" in words else "<"
    number = order + ("f8" if "double" in words else "f4")
    columns = words[: words.index("face")].count("property")
    size = np.dtype(number).itemsize
    x = np.frombuffer(data, number, columns * vertices, body).reshape(-1, columns)[:, :3]
    listed = np.dtype([("count", "u1"), ("vertices", order + "i4", 3)])
    f = np.frombuffer(data, listed, faces, body + size * columns * vertices)["vertices"]
    return np.asarray(x, np.float64), np.asarray(f)
