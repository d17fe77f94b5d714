"""Whether two builds of the program give the same frames, bit for bit: one run of each kind of scene and method.

    python3 benches/same_bits.py OLD/tangency NEW/tangency [--only WORD] [--scripts FOLDER] [--work FOLDER]

Each run is short. `--scripts` names the folder of published scripts, without which those are left out.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

# Name, what is run, options.
RUNS = [
    ("demo", "demo", ["--steps", "25"]),
    ("mat on knives", "mat-on-knives", ["--steps", "12", "--set", "n=24"]),
    ("mat on knives, published script", "script:2_matKnives.txt", ["--steps", "4"]),
    ("card house", "card-house", ["--steps", "12"]),
    ("cloth on sphere, strain limit", "cloth-on-sphere", ["--steps", "25"]),
    ("card shuffle", "card-shuffle", ["--steps", "8"]),
    ("rods twist", "rods-twist", ["--steps", "12"]),
    ("cable with twist", "cable-twist", ["--steps", "15"]),
    ("planar gcp", "two-blocks", ["--steps", "12"]),
    ("gcp in space", "creature-slope", ["--steps", "6"]),
    ("convergent ipc", "two-cubes", ["--steps", "30", "--contact", "convergent"]),
    ("cloth twist, ogc and vbd", "cloth-twist", ["--steps", "12", "--contact", "ogc", "--stepper", "vbd"]),
    ("cloth twist, ogc and newton", "cloth-twist", ["--steps", "4", "--contact", "ogc", "--stepper", "newton"]),
    ("cubes, ipc and vbd", "two-cubes", ["--steps", "30", "--contact", "ipc", "--stepper", "vbd"]),
    ("cloth on sphere, vbd finished by newton", "cloth-on-sphere",
     ["--steps", "5", "--contact", "ogc", "--stepper", "vbd", "--finish", "newton"]),
    ("gpu, emulated", "cloth-twist", ["--steps", "6", "--contact", "ogc", "--stepper", "gpu", "--emulate"]),
    ("gpu in double, emulated", "cloth-on-sphere",
     ["--steps", "6", "--contact", "ogc", "--stepper", "gpu", "--emulate", "--precision", "double"]),
    ("multigrid", "two-cubes", ["--steps", "20", "--linear", "amg"]),
    ("bdf2 with friction", "stick-slip", ["--steps", "20"]),
    ("newmark", "golf-ball", ["--steps", "6"]),
    ("grains, cloth, rods, solids", "all-in", ["--steps", "4"]),
    ("exact checks", "aligned-edges", ["--steps", "20", "--paranoid"]),
]


def run(program, scene, options, out):
    """Runs a scene; what it wrote of frames and positions, by name."""
    command = [program, "run", scene, "--out", str(out), "--quiet", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    frames = sorted((out / "frames").iterdir()) if (out / "frames").is_dir() else []
    return done, {f.name: f.read_bytes() for f in frames}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--only", default="")
    parser.add_argument("--scripts", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path)
    given = parser.parse_args()
    work = given.work or pathlib.Path(tempfile.mkdtemp())
    failed = 0
    for k, (name, scene, options) in enumerate(RUNS):
        if given.only not in name:
            continue
        if scene.startswith("script:"):
            found = sorted(given.scripts.rglob(scene[7:])) if given.scripts else []
            if not found:
                print(f"{name}: left out, no script", flush=True)
                continue
            scene = str(found[0])
        folders = [work / f"{k}-{side}" for side in ("old", "new")]
        for folder in folders:
            subprocess.run(["rm", "-rf", str(folder)], check=True)
        (a, old), (b, new) = (run(p, scene, options, f) for p, f in zip((given.old, given.new), folders))
        wrong = sorted(n for n in old.keys() | new.keys() if old.get(n) != new.get(n))
        if not old or a.returncode != b.returncode:
            failed += 1
            print(f"{name}: exit {a.returncode} and {b.returncode}\n{a.stderr[-400:]}\n{b.stderr[-400:]}", flush=True)
        elif wrong:
            failed += 1
            print(f"{name}: {len(wrong)} of {len(old)} frames DIFFER, first {wrong[0]}", flush=True)
        else:
            print(f"{name}: {len(old)} frames, the same bits", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
