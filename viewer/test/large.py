"""Writes a run folder with 250,000 vertices and 100 frames, to measure the viewer with: python3 large.py FOLDER."""
import json
import sys
from pathlib import Path

import numpy as np

SIDE, FRAMES = 500, 100

folder = Path(sys.argv[1])
(folder / "frames").mkdir(parents=True)
u, v = np.meshgrid(np.linspace(-1, 1, SIDE), np.linspace(-1, 1, SIDE), indexing="ij")
rest = np.stack([u, np.zeros_like(u), v], axis=-1).reshape(-1, 3)
count = len(rest)
at = np.arange(count, dtype=np.uint32).reshape(SIDE, SIDE)
a, b, c, d = at[:-1, :-1].ravel(), at[1:, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, 1:].ravel()
triangles = np.concatenate([np.stack([a, c, b], 1), np.stack([b, c, d], 1)])
sides = np.sort(triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
none = np.zeros((0, 4))
np.savez(
    folder / "topology.npz",
    rest=rest, tets=np.zeros((0, 4), np.uint32), may_invert=np.zeros(0, bool), plane=np.array([False]),
    sheets=np.zeros((0, 3), np.uint32), sheet_inverse=none, sheet_limits=none, sheet_squeeze_limits=np.zeros(0),
    triangles=triangles, edges=np.unique(sides, axis=0), points=np.arange(count, dtype=np.uint32),
    body=np.zeros(count, np.uint32), obstacle=np.zeros(count, bool), thickness=np.full(count, 1e-3), half_spaces=np.zeros((0, 6)),
    mass=np.full(count, 1e-6), elastic_triangles=triangles, elastic_segments=np.zeros((0, 2), np.uint32),
    body_names=np.frombuffer(b'["cloth"]', np.uint8),
)
with (folder / "stats.jsonl").open("w") as stats:
    for k in range(FRAMES):
        x = rest.copy()
        x[:, 1] = 0.12 * np.sin(6 * rest[:, 0] + 0.2 * k) * np.cos(5 * rest[:, 2] - 0.13 * k)
        np.save(folder / "frames" / f"{k:06}.npy", x)
        if k > 0:
            stats.write(json.dumps({"step": k, "time": 0.02 * k, "dt": 0.02, "iterations": 3, "contacts": 0}) + "\n")
scene = {"title": "A large cloth", "gravity": [0, -9.8, 0], "time": {"step": 0.02}, "solver": {"dhat": {"absolute": 1e-3}}}
(folder / "scene.json").write_text(json.dumps(scene))
