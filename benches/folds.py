"""How finely a draped cloth folds: the mean wavelength of its folds at a height, and how sharply it bends.

    python benches/folds.py RUN [RUN ...]

For the last frame of each run (needs numpy): the body `cloth` is cut by the plane y = -0.1 m, between the middle of the
ball and the ground. The cut is followed around; its distance from the y axis, less the part that varies slower than
four times around (the square shape of the cloth), goes up and down with the folds. The wavelength is the length of the
cut over the number of times it crosses zero upwards; the depth is the root mean square. The bend is the mean angle
between neighbouring triangles over the distance of their centres, weighted by area: a curvature, 1/m. Stretch is the
largest singular value of any triangle's deformation gradient.
"""

import json
import pathlib
import sys

import numpy as np

HEIGHT = -0.1
SLOW = 4
SAMPLES = 4096


def cloth_of(run):
    topology = np.load(run / "topology.npz")
    names = json.loads(bytes(topology["body_names"]).decode())
    body = names.index("cloth")
    triangles = topology["triangles"]
    mine = topology["body"][triangles[:, 0]] == body
    frame = sorted((run / "frames").iterdir())[-1]
    return topology["rest"], np.load(frame), triangles[mine]


def cut(x, triangles):
    """The longest closed or open line in which the plane cuts the triangles, as points."""
    height = x[:, 1] - HEIGHT
    joined = {}
    for t in triangles.tolist():
        crossed = [tuple(sorted((t[i], t[i - 1]))) for i in range(3) if height[t[i]] * height[t[i - 1]] < 0]
        if len(crossed) == 2:
            joined.setdefault(crossed[0], []).append(crossed[1])
            joined.setdefault(crossed[1], []).append(crossed[0])
    lines, seen = [], set()
    # Open lines from their ends first.
    for start in sorted(joined, key=lambda edge: (len(joined[edge]), edge)):
        line, at = [], start
        while at is not None and at not in seen:
            seen.add(at)
            line.append(at)
            at = next((edge for edge in joined[at] if edge not in seen), None)
        lines.append(line)
    edges = np.array(max(lines, key=len))
    a, b = edges[:, 0], edges[:, 1]
    share = (height[a] / (height[a] - height[b]))[:, None]
    return x[a] + share * (x[b] - x[a])


def folds(line):
    closed = np.concatenate([line, line[:1]])
    along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))])
    radius = np.hypot(closed[:, 0], closed[:, 2])
    samples = np.linspace(0, along[-1], SAMPLES, endpoint=False)
    spectrum = np.fft.rfft(np.interp(samples, along, radius))
    spectrum[: SLOW + 1] = 0
    fast = np.fft.irfft(spectrum, SAMPLES)
    depth = np.sqrt(np.mean(fast**2))
    # Ripples of a tenth of the depth are no folds. Twice around, so that the start does not matter.
    above, crossings = False, 0
    for value in np.concatenate([fast, fast]):
        if not above and value > 0.1 * depth:
            above, crossings = True, crossings + 1
        elif above and value < -0.1 * depth:
            above = False
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
        wavelength, depth = folds(cut(x, triangles))
        print(
            f"{name:30} {wavelength:15.4f} {depth:10.4f} {bend(x, triangles):11.2f} "
            f"{stretch(rest, x, triangles):8.4f}"
        )


main()
