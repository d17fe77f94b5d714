"""How fast Newton's method and block descent converge, iteration by iteration, with both contact models.

    cargo build --release
    python benches/convergence.py [BINARY [FOLDER]]

BINARY is target/release/tangency, FOLDER, which holds the runs, runs/convergence. Needs numpy and Pillow. Writes
docs/pictures/convergence.png and prints two tables.

The scene `convergence` runs for START steps with newton, once with each contact model: the gaps of one are no state for
the other. Copies of that run go on from there, each with its own stepper, which their scene.json is changed to:

1. One step of each with --trace, one thread; of REPEATS runs each iteration's smallest time. What is drawn is the
   potential above its minimum: the smallest value that any run of the same contact model found, among them one of
   Newton's method to 1e-10 m/s and one of MANY sweeps. The two models have different potentials, so a curve says how
   fast its own problem is solved and not which model is right. The stiffness of the ipc barrier is held at the base
   run's, so that its potential is one and the same for both steppers.
2. With ogc, after the steps of ENDS: the largest distance of a vertex from where Newton's method has it, against the number
   of sweeps. Newton's method goes to 1e-9 m/s for one step and to COARSE m/s for more: not every one of these
   can be solved more accurately (1000 iterations left up to 5 mm/s).
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

START = 30
ENDS = [1, 10, 50]
COARSE = 1e-2
REPEATS = 3
TRACED = 200
MANY = 2000
SWEEPS = [5, 10, 20, 40, 80, 160, 320]
KINDS = [("ipc", "newton"), ("ogc", "newton"), ("ipc", "vbd"), ("ogc", "vbd")]
COLOURS = {"ipc newton": "#1f5fa8", "ogc newton": "#d1741c", "ipc vbd": "#4f9fd8", "ogc vbd": "#b3261e"}


def run(binary, *arguments):
    subprocess.run([binary, "run", *map(str, arguments), "--threads", "1", "--quiet"], check=True)


def stats(folder):
    return [json.loads(line) for line in (folder / "stats.jsonl").read_text().splitlines()]


def begun(binary, work, contact):
    """The run that others go on from."""
    folder = work / f"base-{contact}"
    run(binary, Path(__file__).parent.parent / "scenes/convergence.toml", "--contact", contact, "--stepper", "newton",
        "--steps", START, "--out", folder, "--overwrite")
    return folder


def go_on(binary, work, name, steps, contact, stepper, tolerance=1e-6, sweeps=TRACED, traced=False):
    """A copy of the base run of a contact model that goes on for so many steps with another stepper."""
    base, folder = work / f"base-{contact}", work / name
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(base, folder)
    path = folder / "scene.json"
    scene = json.loads(path.read_text())
    solver = scene["solver"]
    solver.update(stepper=stepper, newton_tolerance={"absolute": tolerance})
    solver.setdefault("vbd", {})["iterations"] = sweeps
    if contact == "ipc":
        solver["kappa"] = stats(base)[-1]["kappa"]
    path.write_text(json.dumps(scene))
    run(binary, folder, "--resume", "--steps", START + steps, *(["--trace"] if traced else []))
    return folder


def traced(binary, work, name, contact, stepper, repeats=REPEATS, **how):
    """Iterations, potentials and the smallest times of the first step after the base run."""
    traces = []
    for _ in range(repeats):
        folder = go_on(binary, work, name, 1, contact, stepper, traced=True, **how)
        traces.append(stats(folder)[START]["trace"])
    column = lambda key: np.array([[point[key] for point in trace] for trace in traces])
    return column("iteration")[0], column("potential")[0], column("seconds").min(axis=0)


def converged(binary, work):
    """The curves by name: iterations, potential above the minimum of its contact model (J), seconds."""
    minimum, curves = {}, {}
    for contact in ["ipc", "ogc"]:
        exact = traced(binary, work, f"{contact}-exact", contact, "newton", repeats=1, tolerance=1e-10)[1]
        swept = traced(binary, work, f"{contact}-many", contact, "vbd", repeats=1, sweeps=MANY)[1]
        minimum[contact] = min(exact.min(), swept.min())
        print(f"{contact}: minimum of newton {exact.min():.15g} J, of {MANY} sweeps {swept.min():.15g} J")
    for contact, stepper in KINDS:
        iterations, potential, seconds = traced(binary, work, f"{contact}-{stepper}", contact, stepper)
        curves[f"{contact} {stepper}"] = iterations, potential - minimum[contact], seconds
    return curves


def reached(curve, level):
    """The first iteration and time from which on a curve is below a level; dashes where it never is."""
    iterations, above, seconds = curve
    late = np.nonzero(above > level)[0]
    k = late[-1] + 1 if len(late) else 0
    return ("-", "-") if k == len(above) else (str(iterations[k]), f"{1e3 * seconds[k]:.1f}")


def differences(binary, work):
    """For each number of sweeps the largest distance from Newton's positions after the steps of ENDS, m; and how far
    these are from the start."""
    frame = lambda name, step: np.load(sorted((work / name / "frames").iterdir())[START + step])
    go_on(binary, work, "newton-1", 1, "ogc", "newton", tolerance=1e-9)
    go_on(binary, work, "newton-many", ENDS[-1], "ogc", "newton", tolerance=COARSE)
    ends = {k: frame("newton-1" if k == 1 else "newton-many", k) for k in ENDS}
    farthest = lambda a, b: np.linalg.norm(a - b, axis=1).max()
    rows = []
    for sweeps in SWEEPS:
        go_on(binary, work, f"vbd-{sweeps}", ENDS[-1], "ogc", "vbd", sweeps=sweeps)
        rows.append([farthest(frame(f"vbd-{sweeps}", k), end) for k, end in ends.items()])
    return rows, [farthest(end, frame("base-ogc", 0)) for end in ends.values()]


class Panel:
    """A plot with a logarithmic height, drawn at twice its size."""

    def __init__(self, image, left, title, along, x, y, is_log=False):
        from PIL import ImageDraw, ImageFont

        self.draw = ImageDraw.Draw(image)
        self.font, self.bold = ImageFont.load_default(24), ImageFont.load_default(28)
        self.frame = left + 120, left + 860, 90, 640
        self.x, self.y, self.is_log = x, y, is_log
        self.grid(title, along)

    def place(self, x, y):
        left, right, top, bottom = self.frame
        part = lambda v, ends: (v - ends[0]) / (ends[1] - ends[0])
        across = part(np.log10(x), np.log10(self.x)) if self.is_log else part(x, self.x)
        up = part(np.log10(y), np.log10(self.y))
        return left + across * (right - left), bottom - up * (bottom - top)

    def grid(self, title, along):
        left, right, top, bottom = self.frame
        self.draw.text((left, 30), title, "#222", self.bold)
        powers = range(round(np.log10(self.y[0])), round(np.log10(self.y[1])) + 1)
        for power in powers:
            y = self.place(self.x[1], 10.0**power)[1]
            self.draw.line([(left, y), (right, y)], "#e4e4e4", 2)
            if power % 2 == 0 or len(powers) < 8:
                self.draw.text((left - 12, y), f"1e{power}", "#555", self.font, anchor="rm")
        marks = SWEEPS if self.is_log else np.linspace(*self.x, 5)
        for mark in marks:
            x = self.place(mark, self.y[0])[0]
            self.draw.line([(x, bottom), (x, bottom + 8)], "#888", 2)
            self.draw.text((x, bottom + 14), f"{mark:g}", "#555", self.font, anchor="ma")
        self.draw.line([(left, bottom), (right, bottom)], "#888", 3)
        self.draw.text((right, bottom + 50), along, "#555", self.font, anchor="ra")

    def line(self, x, y, colour, has_dots=False):
        inside = (y >= self.y[0]) & (x <= self.x[1])
        points = [self.place(a, min(b, self.y[1])) for a, b in zip(x[inside], y[inside])]
        self.draw.line(points, colour, 5, joint="curve")
        for a, b in points if has_dots else []:
            self.draw.ellipse([a - 7, b - 7, a + 7, b + 7], colour)

    def legend(self, names):
        for k, (name, colour) in enumerate(names):
            x, y = self.frame[1] - 200, self.frame[2] + 10 + 36 * k
            self.draw.line([(x, y + 14), (x + 36, y + 14)], colour, 6)
            self.draw.text((x + 48, y), name, "#222", self.font)


def picture(path, curves, rows):
    from PIL import Image

    image = Image.new("RGB", (2700, 740), "white")
    above = np.concatenate([curve[1] for curve in curves.values()])
    y = 1e-12, 10.0 ** np.ceil(np.log10(above.max()))
    slowest = 0.4 * np.ceil(max(curve[2].max() for curve in curves.values()) / 0.4)
    panels = [
        (Panel(image, 0, "Potential above its minimum (J)", "iterations or sweeps", (0, TRACED), y), 0, 1),
        (Panel(image, 900, "Potential above its minimum (J)", "milliseconds", (0, 1e3 * slowest), y), 2, 1e3),
    ]
    for panel, column, factor in panels:
        for name, curve in curves.items():
            panel.line(factor * curve[column], curve[1], COLOURS[name], "newton" in name)
        panel.legend(COLOURS.items())
    rows = np.array(rows)
    y = 10.0 ** np.floor(np.log10(rows.min())), 10.0 ** np.ceil(np.log10(rows.max()))
    panel = Panel(image, 1800, "Farthest from Newton's positions, ogc (m)", "sweeps a step", (SWEEPS[0], SWEEPS[-1]), y, True)
    colours = ["#b3261e", "#d1741c", "#7a4fa0"]
    names = [(f"{k} step" + "s" * (k > 1), colour) for k, colour in zip(ENDS, colours)]
    for k, (_, colour) in enumerate(names):
        panel.line(np.array(SWEEPS), rows[:, k], colour, True)
    panel.legend(names)
    image.resize((1350, 370), Image.LANCZOS).quantize(64).save(path, optimize=True)


def main():
    root = Path(__file__).resolve().parent.parent
    binary = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else root / "target/release/tangency"
    work = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else root / "runs/convergence"
    for contact in ["ipc", "ogc"]:
        begun(binary, work, contact)
    curves = converged(binary, work)
    first = {name: curve[1][0] for name, curve in curves.items()}
    print("\n| | first guess above the minimum (J) | iterations, ms to 1e-3 of Newton's | to 1e-6 | to 1e-9 |")
    print("|---|---|---|---|---|")
    for name, curve in curves.items():
        whole = first[name.split()[0] + " newton"]
        cells = [", ".join(reached(curve, part * whole)) for part in [1e-3, 1e-6, 1e-9]]
        print(f"| {name.replace(' ', ' + ')} | {first[name]:.3g} | " + " | ".join(cells) + " |")
    rows, moved = differences(binary, work)
    row = lambda name, numbers: print(f"| {name} | " + " | ".join(f"{1e3 * x:.3g}" for x in numbers) + " |")
    print("\n| mm from Newton's positions | " + " | ".join(f"after {k}" for k in ENDS) + " |\n|---|" + "---|" * len(ENDS))
    for sweeps, numbers in zip(SWEEPS, rows):
        row(f"{sweeps} sweeps a step", numbers)
    row("the farthest way of a vertex so far", moved)
    picture(root / "docs/pictures/convergence.png", curves, rows)


if __name__ == "__main__":
    main()
