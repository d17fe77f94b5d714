"""Functions of `tangency.toolkit` beside those of PyPI's ipctk, both called from Python, on the rod-twist frames, in one run.

    python -m venv VENV && VENV/bin/pip install . ipctk numpy scipy
    VENV/bin/python benches/toolkit_compare.py

Both use 2 threads (THREADS) and take the fastest of several runs, arrays in and out included. dhat is 1e-3 of the frame's diagonal
(1.0927e-3 m: 328,250 active collisions). Needs ../shared/reference-scenes beside the repository. Where both give the same numbers they are
compared first.
"""

import os
import sys
import time

THREADS = 2
os.environ["RAYON_NUM_THREADS"] = str(THREADS)

import ipctk
import numpy as np

from ipctk_compare import FRAMES, read_ply
from tangency import toolkit as tk

RUNS = 7
STENCILS = 100_000


def fastest(ours, theirs):
    """The shortest times of both in milliseconds, and what they returned last: each in a row, so that none waits for the threads
    of the other."""
    best, results = [], []
    for work in (ours, theirs):
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            result = work()
            times.append(1e3 * (time.perf_counter() - start))
        best.append(min(times))
        results.append(result)
    return best, results


def off(ours, theirs):
    """The largest difference, relative to the largest number."""
    difference = ours - theirs
    largest = abs(theirs).max() if hasattr(theirs, "max") else abs(theirs)
    return (abs(difference).max() if hasattr(difference, "max") else abs(difference)) / largest


def show(name, times, note=""):
    ours, theirs = times
    print(f"{name:44}{ours:10.1f}{theirs:10.1f}{theirs / ours:8.2f}  {note}", flush=True)


def contact(x, end, faces):
    """Broad phase, step size, collision set, potential, friction."""
    dhat = 1e-3 * np.linalg.norm(x.max(0) - x.min(0))
    edges = ipctk.edges(faces)
    mesh, other = tk.CollisionMesh(x, faces=faces), ipctk.CollisionMesh(x, edges, faces)
    accd = ipctk.AdditiveCCD()

    def candidates(end=None):
        found = ipctk.Candidates()
        if end is None:
            found.build(other, x, 0.5 * dhat)
        else:
            found.build(other, x, end)
        return found

    for word, boxes in (("boxes", True), ("exact", False)):
        times, (a, b) = fastest(lambda: mesh.candidates(x, dhat, boxes=boxes), candidates)
        show(f"candidates within dhat, {word}", times, f"{len(a)} and {len(b)} pairs")
        times, (a, b) = fastest(lambda: mesh.candidates(x, 0.0, end, boxes), lambda: candidates(end))
        show(f"swept candidates, {word}", times, f"{len(a)} and {len(b)} pairs")
    given = [a, b]
    times, steps = fastest(
        lambda: mesh.step_size(x, end),
        lambda: candidates(end).compute_collision_free_stepsize(other, x, end, 0.0, accd),
    )
    show("step size", times, f"{steps[0]:.6f} and {steps[1]:.6f}")
    times, steps = fastest(
        lambda: mesh.step_size(x, end, given[0]),
        lambda: given[1].compute_collision_free_stepsize(other, x, end, 0.0, accd),
    )
    show("step size, candidates given (to each its own)", times, f"{steps[0]:.6f} and {steps[1]:.6f}")
    times, _ = fastest(lambda: tk.intersections(mesh, x), lambda: ipctk.has_intersections(other, x))
    show("intersection test", times)

    potential, barrier = tk.ipc(mesh, dhat), ipctk.BarrierPotential(dhat, 1.0)

    def collisions():
        found = ipctk.NormalCollisions()
        found.build(other, x, dhat)
        return found

    times, (ours, theirs) = fastest(lambda: potential.collisions(x), collisions)
    show("collision set", times, f"{len(ours)} and {len(theirs)} pairs")
    times, values = fastest(lambda: ours.value(x), lambda: barrier(theirs, other, x))
    show("barrier value", times, f"off by {off(*values):.1e}")
    times, values = fastest(lambda: ours.gradient(x), lambda: barrier.gradient(theirs, other, x))
    show("barrier gradient", times, f"off by {off(values[0].ravel(), values[1]):.1e}")
    for word, project, method in (("projected", True, "CLAMP"), ("exact", False, "NONE")):
        method = getattr(ipctk.PSDProjectionMethod, method)
        times, values = fastest(
            lambda: ours.hessian(x, project=project), lambda: barrier.hessian(theirs, other, x, method)
        )
        show(f"barrier Hessian, {word}", times, f"off by {off(*values):.1e}")

    def rubbing():
        found = ipctk.TangentialCollisions()
        found.build(other, x, theirs, barrier, 0.3)
        return found

    v = np.asfortranarray(end - x) / 0.01
    times, (lagged, tangential) = fastest(lambda: ours.friction(x, 0.3, 1e-3), rubbing)
    show("friction set", times, f"{len(lagged)} and {len(tangential)} pairs")
    friction = ipctk.FrictionPotential(1e-3)
    times, values = fastest(lambda: lagged.value(v), lambda: friction(tangential, other, v))
    show("friction value", times, f"off by {off(*values):.1e}")
    times, values = fastest(lambda: lagged.gradient(v), lambda: friction.gradient(tangential, other, v))
    show("friction gradient", times, f"off by {off(values[0].ravel(), values[1]):.1e}")
    clamp = ipctk.PSDProjectionMethod.CLAMP
    times, values = fastest(lambda: lagged.hessian(v), lambda: friction.hessian(tangential, other, v, clamp))
    show("friction Hessian", times, f"off by {off(*values):.1e}")


def stencils():
    """Distances of many pairs: of ipctk one call each, timed for a tenth of them."""
    random = np.random.default_rng(1)
    for name, count in (("point_edge", 3), ("point_triangle", 4), ("edge_edge", 4)):
        points = [random.normal(size=(STENCILS, 3)) for _ in range(count)]
        for suffix in ("", "_gradient", "_hessian"):
            ours, theirs = (getattr(module, f"{name}_distance{suffix}") for module in (tk, ipctk))
            some = [p[::10] for p in points]
            times, _ = fastest(lambda: ours(*points), lambda: [theirs(*row) for row in zip(*some)])
            show(f"{name}_distance{suffix}, {STENCILS} pairs", [times[0], 10 * times[1]], "ipctk has one pair a call")


def main():
    if not FRAMES.is_dir():
        sys.exit(f"skipped: there is no {FRAMES}")
    ipctk.set_num_threads(THREADS)
    x, faces = read_ply(FRAMES / "3036.ply")
    end, _ = read_ply(FRAMES / "3037.ply")
    print(f"rod-twist 3036 -> 3037, {THREADS} threads, milliseconds\n")
    print(f"{'':44}{'tangency':>10}{'ipctk':>10}{'ratio':>8}")
    contact(x, end, faces)
    stencils()


if __name__ == "__main__":
    main()
