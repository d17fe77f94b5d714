"""How finely a draped cloth folds: the mean wavelength of its folds along its border, and how sharply it bends.

    python benches/folds.py RUN [RUN ...]

For the last frame of each run (needs numpy): the border of the body `cloth` is followed around; its distance from the
y axis, less the part that varies slower than six times around (the square shape of the cloth), goes up and down with
the folds. The wavelength is the length of the border over the number of times it crosses zero upwards; the depth is
the root mean square. The bend is the mean angle between neighbouring triangles over the distance of their centres,
weighted by area: a curvature, 1/m. Stretch is the largest singular value of any triangle's deformation gradient.
"""

import json
import pathlib
import sys

import numpy as np

SLOW = 6
SAMPLES = 4096


def cloth_of(run):
    topology = np.load(run / "topology.npz")
    names = json.loads(bytes(topology["body_names"]).decode())
    body = names.index("cloth")
    triangles = topology["triangles"]
    mine = topology["body"][triangles[:, 0]] == body
    frame = sorted((run / "frames").iterdir())[-1]
    return topology["rest"], np.load(frame), triangles[mine]


def border_of(triangles):
    sides = {(t[i], t[(i + 1) % 3]) for t in triangles.tolist() for i in range(3)}
    following = {a: b for a, b in sides if (b, a) not in sides}
    start = min(following)
    loop, v = [start], following[start]
    while v != start:
        loop.append(v)
        v = following[v]
    return loop


def folds(rest, x, loop):
    closed = loop + loop[:1]
    lengths = np.linalg.norm(np.diff(rest[closed], axis=0), axis=1)
    along = np.concatenate([[0], np.cumsum(lengths)])
    radius = np.hypot(x[closed, 0], x[closed, 2])
    samples = np.linspace(0, along[-1], SAMPLES, endpoint=False)
    spectrum = np.fft.rfft(np.interp(samples, along, radius))
    spectrum[: SLOW + 1] = 0
    fast = np.fft.irfft(spectrum, SAMPLES)
    # Ripples of a hundredth of the depth are no folds.
    depth = np.sqrt(np.mean(fast**2))
    state, crossings = False, 0
    for value in np.concatenate([fast, fast]):
        if not state and value > 0.1 * depth:
            state = True
            crossings += 1
        elif state and value < -0.1 * depth:
            state = False
    return along[-1] / max(crossings / 2, 1), depth


def bend(x, triangles):
    corners = x[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1) / 2
    normals /= 2 * areas[:, None]
    centres = corners.mean(axis=1)
    owner, total, weight = {}, 0.0, 0.0
    for t, triangle in enumerate(triangles.tolist()):
        for i in range(3):
            a, b = triangle[i], triangle[(i + 1) % 3]
            other = owner.pop((b, a), None)
            if other is None:
                owner[a, b] = t
                continue
            angle = np.arccos(np.clip(normals[t] @ normals[other], -1, 1))
            share = areas[t] + areas[other]
            total += share * angle / np.linalg.norm(centres[t] - centres[other])
            weight += share
    return total / weight


def stretch(rest, x, triangles):
    def edges(points):
        return points[triangles[:, 1:]] - points[triangles[:, :1]]

    flat = edges(rest)[:, :, [0, 2]].transpose(0, 2, 1)
    gradient = edges(x).transpose(0, 2, 1) @ np.linalg.inv(flat)
    return np.linalg.svd(gradient, compute_uv=False)[:, 0].max()


def main():
    print(f"{'run':30} {'wavelength (m)':>15} {'depth (m)':>10} {'bend (1/m)':>11} {'stretch':>8}")
    for name in sys.argv[1:]:
        rest, x, triangles = cloth_of(pathlib.Path(name))
        wavelength, depth = folds(rest, x, border_of(triangles))
        print(
            f"{name:30} {wavelength:15.4f} {depth:10.4f} {bend(x, triangles):11.2f} "
            f"{stretch(rest, x, triangles):8.4f}"
        )


main()
