#!/usr/bin/env python3
"""Fifty tangled inputs made in ten ways: how many does `tangency repair` bring apart, and how far does it move them?

    python3 benches/tangled.py [--program target/release/tangency] [--only WAY] [--keep FOLDER] [--markdown]

For each: `repair` with a bound, then a run of two steps of the scene that it writes, and `verify` on that run. A row says
whether it was repaired and verified, the largest and the mean motion in per cent of the size of the body that moved
farthest, and the seconds; a failure says why in the words of the program.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HEAD = "[time]\nstep = 0.005\nduration = 0.01\n\n"
CLOTH = 'material = { model = "stvk", density = 300, young = 1e5, poisson = 0.3, thickness = 0.5e-3 }'


def body(name, shape, at=(0, 0, 0), more=""):
    return f'[[body]]\nname = "{name}"\nshape = {shape}\ntranslate = {list(at)}\n{more}\n\n'


def obstacle(name, shape, at=(0, 0, 0), more=""):
    return f'[[obstacle]]\nname = "{name}"\nshape = {shape}\ntranslate = {list(at)}\n{more}\n\n'


def box(size=1.0, cells=4):
    return f"{{ box = {{ size = [{size}, {size}, {size}], cells = [{cells}, {cells}, {cells}] }} }}"


def ball(radius=0.5, cells=8):
    return f"{{ ball = {{ radius = {radius}, cells_across = {cells} }} }}"


def torus(major=0.35, minor=0.12):
    return f"{{ torus = {{ major_radius = {major}, minor_radius = {minor}, segments = 20, cells_across = 3 }} }}"


def sheet(size=1.0, spacing=0.06):
    return f"{{ cloth = {{ size = [{size}, {size}], spacing = {spacing} }} }}"


def obj(folder, name, points, triangles):
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in points]
    lines += ["f " + " ".join(str(v + 1) for v in t) for t in triangles]
    (folder / name).write_text("\n".join(lines) + "\n")
    return f'{{ file = "{name}" }}'


def grid(columns, rows, place):
    """A sheet of squares cut in two, each vertex where `place(s, t)` puts it, s and t from 0 to 1."""
    points = [place(i / columns, j / rows) for j in range(rows + 1) for i in range(columns + 1)]
    triangles = []
    for j in range(rows):
        for i in range(columns):
            a = j * (columns + 1) + i
            b, c, d = a + 1, a + columns + 2, a + columns + 1
            triangles += [(a, b, c), (a, c, d)] if (i + j) % 2 else [(a, b, d), (b, c, d)]
    return points, triangles


def curve(path, steps=4000):
    """Points at equal lengths along a plane curve, as a function of the share of its length."""
    raw = [path(k / steps) for k in range(steps + 1)]
    lengths = [0.0]
    for p, q in zip(raw, raw[1:]):
        lengths.append(lengths[-1] + math.dist(p, q))

    def at(s):
        want, k = s * lengths[-1], 0
        low, high = 0, steps
        while high - low > 1:
            k = (low + high) // 2
            low, high = (k, high) if lengths[k] <= want else (low, k)
        span = lengths[high] - lengths[low]
        u = (want - lengths[low]) / span if span else 0.0
        return tuple(a + u * (b - a) for a, b in zip(raw[low], raw[high]))

    return at


def pushed(folder):
    for depth in (0.05, 0.2, 0.45):
        yield f"boxes, {depth:.0%} deep", HEAD + body("a", box()) + body("b", box(), (1 - depth, 0.1, 0.05))
    yield "balls, 30% deep", HEAD + body("a", ball()) + body("b", ball(), (0.6, 0.3, 0.1))
    yield "torus through a torus", HEAD + body("a", torus()) + body("b", torus(), (0.4, 0.05, 0.1), "rotate = [90, 0, 0]")


def ground(folder):
    for name, shape, height in (
        ("box", box(), 0.4), ("ball", ball(), 0.0), ("torus", torus(), -0.05),
        ("octopod", '{ creature = { kind = "octopod", size = 0.4, cells = 24 } }', 0.0),
    ):
        yield f"{name} through the ground", "ground = 0\n\n" + HEAD + body("a", shape, (0, height, 0))
    held = '[[boundary]]\nbody = "a"\nselect = { box = { min = [-1, 0.45, -1], max = [1, 2, 1] } }\n\n'
    yield "held box through the ground", "ground = 0\n\n" + HEAD + body("a", box(1, 5), (0, 0.45, 0)) + held


def cloths(folder):
    for angle in (10, 30, 45, 60, 90):
        turn = f"rotate = [0, 0, {angle}]\n{CLOTH}"
        yield f"cloth through cloth at {angle} degrees", HEAD + body("a", sheet(), more=CLOTH) + body(
            "b", sheet(), (0.33 * math.cos(math.radians(angle)), 0.33 * math.sin(math.radians(angle)), 0.03), turn)


def cloth_solid(folder):
    for name, shape, at, turn in (
        ("ball, at its top", ball(0.3), (0, -0.2, 0), 0), ("ball, at its middle", ball(0.3), (0, 0, 0), 0),
        ("box", box(0.4), (0.1, 0.05, 0), 0), ("box, by a corner", box(0.5), (0.62, 0, 0.55), 0), ("torus", torus(), (0.1, 0, 0), 90),
    ):
        yield f"cloth through a {name}", HEAD + body("cloth", sheet(), more=CLOTH) + body("solid", shape, at, f"rotate = [{turn}, 0, 0]")


def folds(folder):
    def save(name, points, triangles):
        return HEAD + body("cloth", obj(folder, name, points, triangles), more=CLOTH)

    # A strip bent to a loop whose two ends have come through each other.
    def loop(tail):
        def path(u):
            angle = -math.pi + u * 2 * math.pi
            stretch = max(0.0, abs(angle) - 0.75 * math.pi) / (0.25 * math.pi)
            x, y = 0.3 * math.cos(angle), 0.3 * math.sin(angle)
            return (x - tail * stretch, y - math.copysign(0.6 * tail * stretch, angle))
        return path

    for tail in (0.05, 0.1):
        at = curve(loop(tail))
        yield f"loop with ends crossed by {tail} m", save(
            f"loop-{tail}.obj", *grid(48, 10, lambda s, t, at=at: (*at(s), 0.4 * t)))

    # A sheet folded over, its upper layer dented through the lower one.
    def fold(dents, depth):
        def place(s, t):
            r, flat = 0.03, 0.45
            total = 2 * flat + math.pi * r
            way = s * total
            if way < flat:
                x, y = way, 0.0
            elif way < flat + math.pi * r:
                angle = (way - flat) / r
                x, y = flat + r * math.sin(angle), r - r * math.cos(angle)
            else:
                x, y = flat - (way - flat - math.pi * r), 2 * r
                for cx, cz in dents:
                    distance = math.hypot(x - cx, 0.5 * t - cz)
                    y -= depth * math.exp(-((distance / 0.07) ** 2))
            return (x, y, 0.5 * t)
        return place

    yield "fold with one dent through", save("dent.obj", *grid(44, 22, fold([(0.22, 0.25)], 0.09)))
    yield "fold with two dents through", save("dents.obj", *grid(44, 22, fold([(0.12, 0.15), (0.3, 0.37)], 0.08)))
    yield "fold with a border through", save("border.obj", *grid(44, 22, fold([(0.0, 0.25)], 0.1)))


def offsets(folder):
    offset = "offset = 0.01\n"
    stack = "".join(body(f"cloth{k}", sheet(0.6), (0, 0.004 * k, 0), offset + CLOTH) for k in range(4))
    yield "stack of cloths", HEAD + stack
    yield "boxes side by side", HEAD + body("a", box(), more=offset) + body("b", box(), (1.003, 0, 0), offset)
    yield "cloth on a ball", HEAD + body("ball", ball(0.3), more=offset) + body("cloth", sheet(), (0, 0.303, 0), offset + CLOTH)
    yield "strands side by side", HEAD + "".join(
        body(f"rod{k}", "{ strand = { length = 0.5, segments = 16 } }", (0, 0.004 * k, 0),
             'offset = 0.01\nmaterial = { density = 1000, young = 1e6, poisson = 0.4, thickness = 5e-3 }') for k in range(5))
    held = '[[boundary]]\nbody = "b"\nselect = { box = { min = [-2, 0.6, -2], max = [2, 2, 2] } }\n\n'
    yield "held cloth over a fixed ball", HEAD + obstacle("ball", "{ sphere = { radius = 0.3, frequency = 12 } }", more=offset) + body(
        "cloth", sheet(), (0, 0.306, 0), offset + CLOTH)


def rods(folder):
    rod = 'offset = 4e-3\nmaterial = { density = 1000, young = 1e6, poisson = 0.4, thickness = 4e-3 }'
    strand = lambda name, at, turn: body(name, "{ strand = { length = 0.5, segments = 20 } }", at, f"rotate = {turn}\n{rod}")
    yield "two that cross in a point", HEAD + strand("a", (0, 0, 0), [0, 0, 0]) + strand("b", (0, 0, 0), [0, 0, 90])
    yield "three that cross in a point", HEAD + "".join(strand(f"r{k}", (0, 0, 0), t) for k, t in enumerate(([0, 0, 0], [0, 0, 90], [0, 90, 0])))
    yield "two that cross askew", HEAD + strand("a", (0, 0, 0), [0, 0, 0]) + strand("b", (0.1, 0, 0.001), [20, 0, 35])
    yield "through a ball", HEAD + body("ball", ball(0.15)) + strand("a", (0.02, 0.01, 0.03), [0, 0, 0])
    yield "through a cloth", HEAD + body("cloth", sheet(0.6), more=CLOTH) + strand("a", (0.02, 0.15, 0.03), [0, 0, 90])


def duplicates(folder):
    yield "box on itself", HEAD + body("a", box()) + body("b", box())
    yield "ball on itself", HEAD + body("a", ball()) + body("b", ball())
    yield "cloth on itself", HEAD + body("a", sheet(), more=CLOTH) + body("b", sheet(), more=CLOTH)
    points, triangles = grid(12, 12, lambda s, t: (s, 0.05 * math.sin(6 * s), t))
    shifted = [tuple(v + len(points) for v in t) for t in triangles]
    yield "sheet twice in one file", HEAD + body("a", obj(folder, "twice.obj", points + points, triangles + shifted), more=CLOTH)
    yield "triangles twice in one file", HEAD + body("a", obj(folder, "double.obj", points, triangles + triangles[::3]), more=CLOTH)


def flipped(folder):
    points, triangles = grid(14, 14, lambda s, t: (s, 0.1 * s * t, t))
    turn = lambda every: [(a, c, b) if k % every == 0 else (a, b, c) for k, (a, b, c) in enumerate(triangles)]
    for every in (2, 3, 50):
        yield f"every {every}. triangle of a sheet", HEAD + body("a", obj(folder, f"flip{every}.obj", points, turn(every)), more=CLOTH)
    half = [(a, c, b) if k < len(triangles) // 2 else (a, b, c) for k, (a, b, c) in enumerate(triangles)]
    yield "half of a sheet", HEAD + body("a", obj(folder, "half.obj", points, half), more=CLOTH)
    into = HEAD + body("a", obj(folder, "half.obj", points, half), more=CLOTH) + body("b", ball(0.2, 6), (0.5, 0.05, 0.5))
    yield "half of a sheet, a ball through it", into


def unwelded(folder):
    def soup(points, triangles):
        corners = [points[v] for t in triangles for v in t]
        return corners, [(3 * k, 3 * k + 1, 3 * k + 2) for k in range(len(triangles))]

    flat = grid(12, 12, lambda s, t: (s, 0.0, t))
    wave = grid(20, 10, lambda s, t: (s, 0.1 * math.sin(6 * s), t))
    around = lambda s: 2 * math.pi * (round(s * 24) % 24) / 24
    tube = grid(24, 12, lambda s, t: (0.2 * math.cos(around(s)), 0.2 * math.sin(around(s)), t))
    yield "sheet as a soup of triangles", HEAD + body("a", obj(folder, "soup.obj", *soup(*flat)), more=CLOTH)
    yield "wave as a soup of triangles", HEAD + body("a", obj(folder, "wave.obj", *soup(*wave)), more=CLOTH)
    yield "tube with an open seam", HEAD + body("a", obj(folder, "tube.obj", *tube), more=CLOTH)
    a, b = grid(10, 10, lambda s, t: (s, 0.0, t)), grid(10, 10, lambda s, t: (1 + s, 0.0, t))
    both = a[0] + b[0], a[1] + [tuple(v + len(a[0]) for v in t) for t in b[1]]
    yield "two panels side by side", HEAD + body("a", obj(folder, "panels.obj", *both), more=CLOTH)
    loose = flat[0] + [(9.0, 9.0, 9.0)], [t if k % 2 else (t[0], t[2], t[1]) for k, t in enumerate(soup(*flat)[1])]
    corners = soup(*flat)[0]
    yield "soup with flipped triangles and a stray point", HEAD + body(
        "a", obj(folder, "dirty.obj", corners + [(0.5, 3.0, 0.5)], loose[1]), more=CLOTH)


WAYS = {
    "solids pushed into each other": pushed, "body through the ground": ground, "cloth through cloth": cloths,
    "cloth through a solid": cloth_solid, "self-crossing folds": folds, "offsets larger than gaps": offsets,
    "rods that cross": rods, "duplicated parts": duplicates, "flipped parts": flipped, "unwelded seams": unwelded,
}


def call(program, *arguments, limit=600):
    try:
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=limit)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return 124, "", "time limit"


def trial(program, folder, name, text):
    """Whether it was refused as it was, repaired, and verified; and the account."""
    scene, out, run = folder / "scene.toml", folder / "repaired", folder / "run"
    scene.write_text(text)
    row = {"name": name, "repaired": False, "verified": False, "largest": 0.0, "mean": 0.0, "why": ""}
    refused, _, words = call(program, "info", scene)
    row["refused"] = refused == 2
    begun = time.monotonic()
    code, _, words = call(program, "repair", scene, "-o", out, "--most", "2 m")
    row["seconds"] = time.monotonic() - begun
    if code != 0:
        row["why"] = words.strip()
        return row
    row["repaired"] = True
    report = json.loads((out / "repair.json").read_text())
    worst = max(report["bodies"], key=lambda b: b["largest"] / b["size"], default=None)
    if worst:
        row["largest"], row["mean"] = (100 * worst[key] / worst["size"] for key in ("largest", "mean"))
    code, _, words = call(program, "run", out / "scene.toml", "-o", run, "--steps", 2, "-q", "--overwrite")
    if code == 0:
        code, said, words = call(program, "verify", run)
        words = said + words
    row["verified"] = code == 0
    row["why"] = "" if code == 0 else words.strip()
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/tangency")
    parser.add_argument("--only", default="", help="ways whose names contain this")
    parser.add_argument("--keep", help="folder of the inputs and what became of them")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(options.keep or scratch)
        for way, make in WAYS.items():
            if options.only not in way:
                continue
            files = root / way.replace(" ", "-")
            files.mkdir(parents=True, exist_ok=True)
            for k, (name, text) in enumerate(make(files)):
                folder = files / str(k)
                folder.mkdir(exist_ok=True)
                text = text.replace('{ file = "', f'{{ file = "{files.resolve()}/')
                row = {"way": way, **trial(options.program, folder, name, text)}
                rows.append(row)
                outcome = "verified" if row["verified"] else "repaired" if row["repaired"] else "failed"
                if options.markdown:
                    print(f"| {way} | {name} | {outcome} | {row['largest']:.2f} % | {row['mean']:.2f} % | {row['seconds']:.1f} |", flush=True)
                else:
                    print(f"{way:30} {name:45} {outcome:9} {row['largest']:8.3f} % {row['mean']:8.3f} % {row['seconds']:6.1f} s"
                          + ("" if row["refused"] else "  (NOT REFUSED AS IT WAS)"), flush=True)
                if row["why"]:
                    print(f"    {row['why'][:600]}", flush=True)
    good = sum(row["verified"] for row in rows)
    print(f"{good} of {len(rows)} brought apart and verified")
    return 0 if good >= 0.9 * len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
