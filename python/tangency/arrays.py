"""Types of arrays, for annotations."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
"""Numbers: positions of shape (n, 3), values of shape (n,)."""
Numbers = npt.NDArray[np.uint32]
"""Numbers of vertices."""
Points = npt.ArrayLike
"""Positions as arguments, of any memory order: shape (n, 3), or (3,) of one."""
Columns = tuple[Floats, npt.NDArray[np.int32], npt.NDArray[np.int32]]
"""A sparse matrix in compressed columns: values, rows, first entries."""
