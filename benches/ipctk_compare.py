"""Contact on the rod-twist frames by the engine and by PyPI's ipctk, in one run.

    python -m venv VENV && VENV/bin/pip install ipctk numpy scipy
    VENV/bin/python benches/ipctk_compare.py

Both use 2 threads (THREADS) and take the fastest of several runs. dhat is 1e-3 of the frame's diagonal
(1.0927e-3 m: 328,250 active collisions). Needs ../shared/reference-scenes beside the repository, and cargo.
The engine finds the candidates of a step and their step size in one pass: of ipctk both times count.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import ipctk
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
FRAMES = ROOT.parent / "shared/reference-scenes/ccd-scalable/rod-twist/frames"
THREADS = 2
RUNS = 3


def read_ply(path):
    """Double positions, triangles as byte-counted lists of int32."""
    data = path.read_bytes()
    body = data.index(b"end_header\n") + len(b"end_header\n")
    words = data[:body].decode().split()
    vertices = int(words[words.index("vertex") + 1])
    faces = int(words[words.index("face") + 1])
    x = np.frombuffer(data, "<f8", 3 * vertices, body).reshape(-1, 3)
    listed = np.dtype([("count", "u1"), ("vertices", "<i4", 3)])
    f = np.frombuffer(data, listed, faces, body + 24 * vertices)["vertices"]
    return np.asfortranarray(x), np.asfortranarray(f)


def engine():
    """Milliseconds and counts as the engine's bench prints them."""
    command = ["cargo", "bench", "-q", "-p", "tangency-engine", "--bench", "detection"]
    environment = os.environ | {"RAYON_NUM_THREADS": str(THREADS)}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    lines = (line.split("\t") for line in done.stdout.splitlines() if "\t" in line)
    return {name: float(value) for name, value in lines}


def fastest(work):
    """The shortest time of `work` in milliseconds, and what it returned last."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.perf_counter()
        result = work()
        best = min(best, 1e3 * (time.perf_counter() - start))
    return best, result


def oracle():
    """The same by ipctk."""
    ipctk.set_num_threads(THREADS)
    x, faces = read_ply(FRAMES / "3036.ply")
    end, _ = read_ply(FRAMES / "3037.ply")
    mesh = ipctk.CollisionMesh(x, ipctk.edges(faces), faces)
    dhat = 1e-3 * np.linalg.norm(x.max(0) - x.min(0))
    potential = ipctk.BarrierPotential(dhat, 1.0)
    accd = ipctk.AdditiveCCD()

    def swept():
        candidates = ipctk.Candidates()
        candidates.build(mesh, x, end)
        return candidates

    def collisions():
        found = ipctk.NormalCollisions()
        found.build(mesh, x, dhat)
        return found

    times = {}
    times["swept broad phase"], candidates = fastest(swept)
    times["swept candidates"] = len(candidates)
    advance, _ = fastest(
        lambda: candidates.compute_collision_free_stepsize(mesh, x, end, 0.0, accd)
    )
    times["step size"] = times["swept broad phase"] + advance
    times["step size, candidates given"] = advance
    times["collision set"], active = fastest(collisions)
    times["active pairs"] = len(active)
    times["barrier gradient"], _ = fastest(lambda: potential.gradient(active, mesh, x))
    hessian, _ = fastest(
        lambda: potential.hessian(active, mesh, x, ipctk.PSDProjectionMethod.CLAMP)
    )
    times["projected Hessian, assembled"] = hessian
    return times


def main():
    if not FRAMES.is_dir():
        sys.exit(f"skipped: there is no {FRAMES}")
    ours, theirs = engine(), oracle()
    print(f"rod-twist 3036 -> 3037, {THREADS} threads, milliseconds\n")
    print(f"{'':30}{'engine':>12}{'ipctk':>12}{'ratio':>8}")
    for name, value in ours.items():
        other = theirs.get(name)
        beside = f"{other:12.1f}{value / other:8.2f}" if other else ""
        print(f"{name:30}{value:12.1f}{beside}")
    for name in theirs.keys() - ours.keys():
        print(f"{name:42}{theirs[name]:12.1f}")


if __name__ == "__main__":
    main()
