"""Sparse matrices of scipy, which is imported where one is asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tangency import _tangency
from tangency.arrays import Columns, Floats
from tangency.errors import InputError


def matrix(columns: Columns) -> Any:
    """A symmetric matrix in compressed columns."""
    try:
        from scipy.sparse import csc_matrix
    except ImportError as error:
        raise ImportError("Hessians are matrices of scipy: pip install scipy") from error
    size = len(columns[2]) - 1
    made = csc_matrix((size, size))
    # As `csc_matrix(columns)`, without another look at what is known to be right.
    made.data, made.indices, made.indptr = columns
    made.has_sorted_indices = True
    made.has_canonical_format = True
    return made


def add_matrix(solver: _tangency.LinearSolver, given: Any, vertices: int, name: str) -> None:
    """Adds a matrix of scipy or numpy over 3 unknowns a vertex to a system."""
    from scipy.sparse import bsr_matrix

    size = 3 * vertices
    if getattr(given, "shape", None) != (size, size):
        raise InputError(f"`{name}` has the shape {getattr(given, 'shape', None)}, expected is ({size}, {size})")
    blocks = bsr_matrix(given, blocksize=(3, 3), dtype=np.float64)
    solver.add_blocks(np.ascontiguousarray(blocks.data), blocks.indices.astype(np.int32), blocks.indptr.astype(np.int32))


def solve(matrix: Any, rhs: npt.ArrayLike, fixed: npt.ArrayLike | None = None) -> Floats:
    """The solution of a symmetric positive definite system over the positions of n vertices, by the solver of the simulations.

    `matrix` is sparse, (3n, 3n), and `rhs` of shape (n, 3). Vertices that the mask `fixed` names get zero, and the others solve what is
    left. Large solids are solved by conjugate gradients with multigrid, to a relative residual of 1e-3; all else directly.
    """
    count = len(np.asarray(rhs))
    solver = _tangency.LinearSolver(count)
    add_matrix(solver, matrix, count, "matrix")
    return solver.solve(rhs, fixed)
