"""A ball on a rigid plate against Hertz: force by approach and peak pressure, on ever finer meshes.

    python3 benches/hertz.py PROGRAM [--finest A...] [--work FOLDER]

The ball is a block whose lower side is the paraboloid r²/2R, graded towards the contact; its upper side moves down without inertia.
Approach is the way of the upper side plus what a half-space below it would still give way (Boussinesq). Finest edges are shares of
the contact radius.
"""
import argparse
import json
import math
import pathlib
import subprocess
import tempfile

import numpy as np

RADIUS, YOUNG, POISSON, CONTACT, DHAT = 1.0, 1e6, 0.3, 0.05, 1e-5
REACH = 30 * CONTACT


def graded(finest):
    half, step = [0.0], finest
    while half[-1] < REACH:
        half.append(half[-1] + step)
        step *= 1.4
    return np.array(half) * (REACH / half[-1])


def block(finest):
    """Points and tets: six tets a cell, all along the same diagonal of it."""
    up = graded(finest)
    across = np.concatenate([-up[:0:-1], up])
    n, m = len(across), len(up)
    points = []
    for y in up:
        for z in across:
            for x in across:
                # A paraboloid near the contact, that levels out far from it.
                low = 0.3 * math.tanh((x * x + z * z) / (0.6 * RADIUS))
                points.append((x, DHAT + low + y * (REACH - low) / REACH, z))
    number = lambda i, j, k: (j * n + k) * n + i
    tets = []
    for j in range(m - 1):
        for k in range(n - 1):
            for i in range(n - 1):
                corner = lambda d: number(i + d[0], j + d[1], k + d[2])
                for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
                    at, tet = [0, 0, 0], []
                    tet.append(corner(at))
                    for axis in order:
                        at[axis] = 1
                        tet.append(corner(at))
                    tets.append(tet)
    points = np.array(points)
    tets = np.array(tets)
    edges = points[tets[:, 1:]] - points[tets[:, :1]]
    wrong = np.linalg.det(edges) < 0
    tets[wrong] = tets[wrong][:, [0, 2, 1, 3]]
    return points, tets


def write_msh(path, points, tets):
    with open(path, "w") as out:
        out.write(f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{len(points)}\n")
        for i, p in enumerate(points):
            out.write(f"{i + 1} {p[0]!r} {p[1]!r} {p[2]!r}\n".replace("np.float64(", "").replace(")", ""))
        out.write(f"$EndNodes\n$Elements\n{len(tets)}\n")
        for i, t in enumerate(tets):
            out.write(f"{i + 1} 4 2 1 1 {' '.join(str(v + 1) for v in t)}\n")
        out.write("$EndElements\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--finest", type=float, nargs="*", default=[0.5, 0.35, 0.25])
    parser.add_argument("--work", type=pathlib.Path)
    given = parser.parse_args()
    work = given.work or pathlib.Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    stiffness = YOUNG / (1 - POISSON**2)
    way = CONTACT**2 / RADIUS
    print("finest/a vertices  force N   Hertz N  error   peak Pa   Hertz Pa  error", flush=True)
    for share in given.finest:
        points, tets = block(share * CONTACT)
        write_msh(work / "ball.msh", points, tets)
        (work / "hertz.toml").write_text(f"""
gravity = [0, 0, 0]
ground = 0
[time]
step = 0.1
duration = 0.4
integrator = "quasi-static"
[solver]
dhat = {{ absolute = {DHAT} }}
newton_tolerance = {{ absolute = 1e-6 }}
[[body]]
name = "ball"
shape = {{ file = "ball.msh" }}
material = {{ density = 1000, young = {YOUNG}, poisson = {POISSON} }}
[[boundary]]
name = "press"
body = "ball"
select = {{ end = {{ side = "+y", fraction = 1e-6 }} }}
motion = {{ velocity = [0, {-way / 0.4}, 0] }}
[output]
fields = "contact_pressure"
precision = "double"
""")
        run = work / f"run-{share}"
        command = [given.program, "run", str(work / "hertz.toml"), "--out", str(run), "--overwrite", "--quiet"]
        subprocess.run(command, check=True)
        last = json.loads((run / "stats.jsonl").read_text().splitlines()[-1])
        force = last["forces"]["reactions"]["ground"]["force"][1]
        beyond = force * (1 + POISSON) / (2 * math.pi * YOUNG * REACH) * (3 - 2 * POISSON)
        hertz = 4 / 3 * stiffness * math.sqrt(RADIUS) * (way + beyond) ** 1.5
        radius = (3 * force * RADIUS / (4 * stiffness)) ** (1 / 3)
        expected = 1.5 * force / (math.pi * radius**2)
        peak = np.load(run / "fields/000004.npz")["vertex.contact_pressure"].max()
        print(f"{share:8.2f} {len(points):8d} {force:8.2f} {hertz:9.2f} {100 * (force / hertz - 1):5.1f}% "
              f"{peak:9.0f} {expected:10.0f} {100 * (peak / expected - 1):5.1f}%", flush=True)


if __name__ == "__main__":
    main()
