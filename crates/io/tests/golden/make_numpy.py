"""Makes numpy.npz, an archive as numpy itself writes it (numpy 2)."""

import pathlib

import numpy as np

folder = pathlib.Path(__file__).parent
np.savez(
    folder / "numpy.npz",
    x=np.array([[1.0, 2.5, -3.0], [0.1, 1e-300, 4.0]]),
    step=np.int64(17),
    tets=np.array([[0, 1, 2, 3]], dtype=np.uint32),
    obstacle=np.array([True, False]),
    names=np.frombuffer(b"ab", dtype=np.uint8),
)
