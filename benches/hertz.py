"""A ball on a rigid plate against Hertz: force by approach and peak pressure, on ever finer meshes.

    python3 benches/hertz.py PROGRAM [--cells M...] [--work FOLDER]

The ball is a half-ball of REACH contact radii around the contact, whose flat side is the paraboloid r²/2R where it touches and levels
out outside; a cube in its middle has M cells to 1.5 contact radii, and shells around it that are as thick as they are wide.
So M halves every element, near the contact and far from it. Far from the contact the ball moves as the half-space of Hertz's
theory: down by the approach, and up by what the force that belongs to it gives at that point (Boussinesq). Without the latter, with
--rigid, the force is larger by as much as the half-space outside gives way. No inertia, no friction.

The surfaces are DHAT apart at the start and a measured gap at the end, both at the middle: what the gap has shrunk is no approach.
Errors of the peak pressure are against that of the force found, at the vertex with the largest.
"""
import argparse
import json
import math
import pathlib
import subprocess
import tempfile
import time

import numpy as np

RADIUS, YOUNG, POISSON, CONTACT, DHAT = 1.0, 1e6, 0.3, 0.02, 2e-6
STIFFNESS = YOUNG / (1 - POISSON**2)
WAY, STEPS, STEP = CONTACT**2 / RADIUS, 4, 0.1
CUBE, REACH, LEVEL = 1.5 * CONTACT, 20 * CONTACT, 0.25 * CONTACT


def inner_tets(cells, number):
    """Six tets for each cell of the cube, around the diagonal from its lowest corner."""
    orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    for i in range(-cells, cells):
        for j in range(cells):
            for k in range(-cells, cells):
                for order in orders:
                    at = [i, j, k]
                    tet = [number[tuple(at)]]
                    for axis in order:
                        at[axis] += 1
                        tet.append(number[tuple(at)])
                    yield tet


def faces(cells):
    """Triangles of the five sides of the cube away from the plate, cut as its cells are."""
    for axis, at in ((0, -cells), (0, cells), (1, cells), (2, -cells), (2, cells)):
        others = [other for other in range(3) if other != axis]
        lowest = [0 if other == 1 else -cells for other in others]
        for u in range(lowest[0], cells):
            for w in range(lowest[1], cells):
                def corner(du, dw):
                    point = [at, at, at]
                    point[others[0]], point[others[1]] = u + du, w + dw
                    return tuple(point)
                yield corner(0, 0), corner(1, 0), corner(1, 1)
                yield corner(0, 0), corner(0, 1), corner(1, 1)


def half_ball(cells):
    """Points, tets, and the numbers of the points on the outer half-sphere."""
    inside = range(-cells, cells + 1)
    lattice = [(i, j, k) for i in inside for j in range(cells + 1) for k in inside]
    number = {point: n for n, point in enumerate(lattice)}
    points = [np.array(point) * (CUBE / cells) for point in lattice]
    tets = list(inner_tets(cells, number))
    triangles = list(faces(cells))
    rim = sorted({corner for triangle in triangles for corner in triangle})
    shells = math.ceil(cells * math.log(REACH / CUBE))
    below = {corner: number[corner] for corner in rim}
    for shell in range(1, shells + 1):
        size = CUBE * (REACH / CUBE) ** (shell / shells)
        roundness = min(1.0, 2 * shell / shells)
        above = {}
        for corner in rim:
            on_cube = np.array(corner) / cells
            on_ball = on_cube / np.linalg.norm(on_cube)
            above[corner] = len(points)
            points.append(size * ((1 - roundness) * on_cube + roundness * on_ball))
        for triangle in triangles:
            a, b, c = sorted(triangle)
            tets.append([below[a], below[b], below[c], above[c]])
            tets.append([below[a], below[b], above[b], above[c]])
            tets.append([below[a], above[a], above[b], above[c]])
        below = above
    points, tets = np.array(points), np.array(tets)
    points[:, 1] += DHAT + LEVEL * np.tanh((points[:, 0] ** 2 + points[:, 2] ** 2) / (2 * RADIUS * LEVEL))
    wrong = np.linalg.det(points[tets[:, 1:]] - points[tets[:, :1]]) < 0
    tets[wrong] = tets[wrong][:, [0, 2, 1, 3]]
    return points, tets, np.array(sorted(below.values()))


def boussinesq(at, force):
    """Displacement of a half-space y > 0 by a force along y at the origin."""
    x, y, z = at
    distance = math.hypot(x, y, z)
    across = y / distance**2 - (1 - 2 * POISSON) / (distance + y)
    along = (y / distance) ** 2 + 2 * (1 - POISSON)
    return force * (1 + POISSON) / (2 * math.pi * YOUNG * distance) * np.array([x * across, along, z * across])


def write_msh(path, points, tets):
    with open(path, "w") as out:
        out.write(f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{len(points)}\n")
        out.writelines(f"{i + 1} {x!r} {y!r} {z!r}\n" for i, (x, y, z) in enumerate(points.tolist()))
        out.write(f"$EndNodes\n$Elements\n{len(tets)}\n")
        out.writelines(f"{i + 1} 4 2 1 1 {a + 1} {b + 1} {c + 1} {d + 1}\n" for i, (a, b, c, d) in enumerate(tets.tolist()))
        out.write("$EndElements\n")


def scene(points, outer, rigid):
    text = f"""
gravity = [0, 0, 0]
ground = 0
[time]
step = {STEP}
duration = {STEPS * STEP}
integrator = "quasi-static"
[solver]
dhat = {{ absolute = {DHAT} }}
newton_tolerance = {{ absolute = 1e-7 }}
[[body]]
name = "ball"
shape = {{ file = "ball.msh" }}
material = {{ density = 1000, young = {YOUNG}, poisson = {POISSON} }}
[output]
fields = "contact_pressure"
precision = "double"
"""
    force = 4 / 3 * STIFFNESS * math.sqrt(RADIUS) * WAY**1.5
    for vertex in outer:
        at = points[vertex]
        way = np.array([0, -WAY, 0]) + (0 if rigid else 1) * boussinesq(at, force)
        text += f"""[[boundary]]
name = "press"
body = "ball"
select = {{ sphere = {{ center = {at.tolist()}, radius = 1e-9 }} }}
motion = {{ velocity = {(way / (STEPS * STEP)).tolist()} }}
"""
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--cells", type=int, nargs="*", default=[3, 6, 9])
    parser.add_argument("--rigid", action="store_true")
    parser.add_argument("--work", type=pathlib.Path)
    given = parser.parse_args()
    work = given.work or pathlib.Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    print("cells vertices  gap/dhat  force N   Hertz N  error   peak Pa   Hertz Pa  error  seconds", flush=True)
    for cells in given.cells:
        points, tets, outer = half_ball(cells)
        write_msh(work / "ball.msh", points, tets)
        (work / "hertz.toml").write_text(scene(points, outer, given.rigid))
        run = work / f"run-{cells}"
        begin = time.monotonic()
        command = [given.program, "run", str(work / "hertz.toml"), "--out", str(run), "--overwrite", "--quiet"]
        subprocess.run(command, check=True)
        seconds = time.monotonic() - begin
        last = json.loads((run / "stats.jsonl").read_text().splitlines()[-1])
        force = last["forces"]["reactions"]["ground"]["force"][1]
        middle = np.argmin(np.linalg.norm(points, axis=1))
        gap = np.load(run / f"frames/{STEPS:06d}.npy")[middle, 1]
        hertz = 4 / 3 * STIFFNESS * math.sqrt(RADIUS) * (WAY - (DHAT - gap)) ** 1.5
        radius = (3 * force * RADIUS / (4 * STIFFNESS)) ** (1 / 3)
        expected = 1.5 * force / (math.pi * radius**2)
        peak = np.load(run / f"fields/{STEPS:06d}.npz")["vertex.contact_pressure"].max()
        print(f"{cells:5d} {len(points):8d} {gap / DHAT:9.2f} {force:8.3f} {hertz:9.3f} {100 * (force / hertz - 1):5.1f}% "
              f"{peak:9.0f} {expected:10.0f} {100 * (peak / expected - 1):5.1f}% {seconds:8.0f}", flush=True)


if __name__ == "__main__":
    main()
