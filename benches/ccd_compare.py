"""Answers of PyPI's ipctk to the queries that `cargo bench -p tangency-cli --bench ccd` recorded.

    python -m venv VENV && VENV/bin/pip install ipctk==1.6.1 numpy
    cargo bench -p tangency-cli --bench ccd
    VENV/bin/python benches/ccd_compare.py FOLDER [MOST]
    cargo bench -p tangency-cli --bench ccd

FOLDER is the one the bench prints; MOST bounds the queries of a scene (20000), taken evenly. Beside each file of
queries a file of times is left for tight inclusion and for additive CCD, with ipctk's defaults: first the seconds they
took less those of the same calls without motion, which is what Python and one distance cost, and more than additive CCD
itself; then a time for each query; infinity: not asked. The bench judges them and prints their rows.
"""

import sys
import time
from pathlib import Path

import ipctk
import numpy as np

KINDS = ["point_point", "point_edge", "point_triangle", "edge_edge"]
VERTICES = [2, 3, 4, 4]
RUNS = 7
METHODS = {"ipctk-tight-inclusion": ipctk.TightInclusionCCD, "ipctk-additive": ipctk.AdditiveCCD}


def read(path):
    """Kinds, offsets, and starts and ends."""
    numbers = np.fromfile(path, "<f8").reshape(-1, 26)
    return numbers[:, 0].astype(int), numbers[:, 1], numbers[:, 2:].reshape(-1, 8, 3)


def calls(method, kinds, offsets, vertices, is_still):
    """One call for each query, ready to be timed; with vertices that stand still, what a call costs."""
    functions = [getattr(method(), f"{kind}_ccd") for kind in KINDS]
    for kind, xi, x in zip(kinds, offsets, vertices):
        n = VERTICES[kind]
        ends = x[:n] if is_still else x[4 : 4 + n]
        yield functions[kind], (*x[:n], *ends, xi, 1.0)


def run(prepared):
    """Processor seconds of the fastest of several runs (of one, if it is long), and what the calls returned."""
    prepared, best = list(prepared), float("inf")
    for _ in range(RUNS):
        start = time.thread_time()
        answers = [function(*arguments) for function, arguments in prepared]
        seconds = time.thread_time() - start
        best = min(best, seconds)
        if seconds > 1.0:
            break
    return best, answers


def main():
    folder = Path(sys.argv[1])
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
    for path in sorted(folder.glob("*.queries")):
        kinds, offsets, vertices = read(path)
        asked = slice(None, None, max(1, -(-len(kinds) // most)))
        chosen = kinds[asked], offsets[asked], vertices[asked]
        for name, method in METHODS.items():
            overhead, _ = run(calls(method, *chosen, True))
            seconds, answers = run(calls(method, *chosen, False))
            times = np.full(1 + len(kinds), np.inf)
            times[0] = seconds - overhead
            times[1:][asked] = [min(toi, 1.0) if hit else 1.0 for hit, toi in answers]
            times.astype("<f8").tofile(path.with_suffix(f".{name}.times"))
            print(f"{path.stem} {name}: {len(answers)} queries, {1e3 * times[0]:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
