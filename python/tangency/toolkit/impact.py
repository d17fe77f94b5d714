"""Times of impact of pairs on straight ways, for one pair or for n at once.

A time is a share of the way, at most `tmax`, during which the pair stays farther apart than `min_distance` (m; one number, or one for
each pair); `tmax` means that nothing is in the way. It is conservative: never later than the exact one, rounding included. Points are as in
`tangency.toolkit.distances`, first those at the start of the way, then those at its end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tangency import _tangency
from tangency.arrays import Points


def _of(kind: str, min_distance: npt.ArrayLike, tmax: float, **points: Points) -> Any:
    found = _tangency.time_of_impact(kind, list(points), list(points.values()), min_distance, tmax)
    return found[0] if all(np.ndim(point) == 1 for point in points.values()) else found


def point_point_time_of_impact(
    p0_t0: Points,
    p1_t0: Points,
    p0_t1: Points,
    p1_t1: Points,
    min_distance: npt.ArrayLike = 0.0,
    tmax: float = 1.0,
) -> Any:
    """Share of the way during which two points do not touch."""
    return _of("point-point", min_distance, tmax, p0_t0=p0_t0, p1_t0=p1_t0, p0_t1=p0_t1, p1_t1=p1_t1)


def point_edge_time_of_impact(
    p_t0: Points,
    e0_t0: Points,
    e1_t0: Points,
    p_t1: Points,
    e0_t1: Points,
    e1_t1: Points,
    min_distance: npt.ArrayLike = 0.0,
    tmax: float = 1.0,
) -> Any:
    """Share of the way during which a point and an edge do not touch."""
    return _of("point-edge", min_distance, tmax, p_t0=p_t0, e0_t0=e0_t0, e1_t0=e1_t0, p_t1=p_t1, e0_t1=e0_t1, e1_t1=e1_t1)


def point_triangle_time_of_impact(
    p_t0: Points,
    t0_t0: Points,
    t1_t0: Points,
    t2_t0: Points,
    p_t1: Points,
    t0_t1: Points,
    t1_t1: Points,
    t2_t1: Points,
    min_distance: npt.ArrayLike = 0.0,
    tmax: float = 1.0,
) -> Any:
    """Share of the way during which a point and a triangle do not touch."""
    return _of(
        "point-triangle", min_distance, tmax,
        p_t0=p_t0, t0_t0=t0_t0, t1_t0=t1_t0, t2_t0=t2_t0,
        p_t1=p_t1, t0_t1=t0_t1, t1_t1=t1_t1, t2_t1=t2_t1,
    )


def edge_edge_time_of_impact(
    ea0_t0: Points,
    ea1_t0: Points,
    eb0_t0: Points,
    eb1_t0: Points,
    ea0_t1: Points,
    ea1_t1: Points,
    eb0_t1: Points,
    eb1_t1: Points,
    min_distance: npt.ArrayLike = 0.0,
    tmax: float = 1.0,
) -> Any:
    """Share of the way during which two edges do not touch."""
    return _of(
        "edge-edge", min_distance, tmax,
        ea0_t0=ea0_t0, ea1_t0=ea1_t0, eb0_t0=eb0_t0, eb1_t0=eb1_t0,
        ea0_t1=ea0_t1, ea1_t1=ea1_t1, eb0_t1=eb0_t1, eb1_t1=eb1_t1,
    )
