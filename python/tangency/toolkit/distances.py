"""Squared distances of pairs, as ipctk has them, for one pair or for n at once.

Each point is an array of shape (3,) or (n, 3); one point of shape (3,) goes with all rows of the others. Where all are of shape (3,), the answer
is that of one pair. Gradients have the shape (n, 3k) and Hessians (n, 3k, 3k), by the k points in the order of the arguments.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from tangency import _tangency
from tangency.arrays import Points


class PointEdge(IntEnum):
    """Closest part of an edge to a point, numbered as ipctk's `PointEdgeDistanceType`."""

    E0 = 0
    E1 = 1
    INSIDE = 2


class PointTriangle(IntEnum):
    """Closest part of a triangle to a point, numbered as ipctk's `PointTriangleDistanceType`."""

    T0 = 0
    T1 = 1
    T2 = 2
    E01 = 3
    E12 = 4
    E20 = 5
    INSIDE = 6


class EdgeEdge(IntEnum):
    """Closest parts of two edges, numbered as ipctk's `EdgeEdgeDistanceType`: ends of a and b, or their insides (A, B)."""

    A0_B0 = 0
    A0_B1 = 1
    A1_B0 = 2
    A1_B1 = 3
    A_B0 = 4
    A_B1 = 5
    A0_B = 6
    A1_B = 7
    INSIDE = 8


def _is_one(points: dict[str, Points]) -> bool:
    return all(np.ndim(point) == 1 for point in points.values())


def _of(kind: str, order: int, **points: Points) -> Any:
    found = _tangency.distance(kind, order, list(points), list(points.values()))
    return found[0] if _is_one(points) else found


def _type(kind: str, **points: Points) -> Any:
    found = _tangency.distance_type(kind, list(points), list(points.values()))
    return int(found[0]) if _is_one(points) else found


def _mollifier(order: int, eps_x: float, **points: Points) -> Any:
    found = _tangency.mollifier_of(order, list(points), list(points.values()), eps_x)
    return found[0] if _is_one(points) else found


def point_point_distance(p0: Points, p1: Points) -> Any:
    """Squared distance of two points, m²."""
    return _of("point-point", 0, p0=p0, p1=p1)


def point_point_distance_gradient(p0: Points, p1: Points) -> Any:
    """Gradient of the squared distance of two points, m."""
    return _of("point-point", 1, p0=p0, p1=p1)


def point_point_distance_hessian(p0: Points, p1: Points) -> Any:
    """Hessian of the squared distance of two points."""
    return _of("point-point", 2, p0=p0, p1=p1)


def point_edge_distance(p: Points, e0: Points, e1: Points) -> Any:
    """Squared distance of a point and an edge, m²."""
    return _of("point-edge", 0, p=p, e0=e0, e1=e1)


def point_edge_distance_gradient(p: Points, e0: Points, e1: Points) -> Any:
    """Gradient of the squared distance of a point and an edge, m."""
    return _of("point-edge", 1, p=p, e0=e0, e1=e1)


def point_edge_distance_hessian(p: Points, e0: Points, e1: Points) -> Any:
    """Hessian of the squared distance of a point and an edge."""
    return _of("point-edge", 2, p=p, e0=e0, e1=e1)


def point_edge_distance_type(p: Points, e0: Points, e1: Points) -> Any:
    """Closest parts of a point and an edge, as numbers of `PointEdge`."""
    return _type("point-edge", p=p, e0=e0, e1=e1)


def point_triangle_distance(p: Points, t0: Points, t1: Points, t2: Points) -> Any:
    """Squared distance of a point and a triangle, m²."""
    return _of("point-triangle", 0, p=p, t0=t0, t1=t1, t2=t2)


def point_triangle_distance_gradient(p: Points, t0: Points, t1: Points, t2: Points) -> Any:
    """Gradient of the squared distance of a point and a triangle, m."""
    return _of("point-triangle", 1, p=p, t0=t0, t1=t1, t2=t2)


def point_triangle_distance_hessian(p: Points, t0: Points, t1: Points, t2: Points) -> Any:
    """Hessian of the squared distance of a point and a triangle."""
    return _of("point-triangle", 2, p=p, t0=t0, t1=t1, t2=t2)


def point_triangle_distance_type(p: Points, t0: Points, t1: Points, t2: Points) -> Any:
    """Closest parts of a point and a triangle, as numbers of `PointTriangle`."""
    return _type("point-triangle", p=p, t0=t0, t1=t1, t2=t2)


def edge_edge_distance(ea0: Points, ea1: Points, eb0: Points, eb1: Points) -> Any:
    """Squared distance of two edges, m²."""
    return _of("edge-edge", 0, ea0=ea0, ea1=ea1, eb0=eb0, eb1=eb1)


def edge_edge_distance_gradient(ea0: Points, ea1: Points, eb0: Points, eb1: Points) -> Any:
    """Gradient of the squared distance of two edges, m."""
    return _of("edge-edge", 1, ea0=ea0, ea1=ea1, eb0=eb0, eb1=eb1)


def edge_edge_distance_hessian(ea0: Points, ea1: Points, eb0: Points, eb1: Points) -> Any:
    """Hessian of the squared distance of two edges."""
    return _of("edge-edge", 2, ea0=ea0, ea1=ea1, eb0=eb0, eb1=eb1)


def edge_edge_distance_type(ea0: Points, ea1: Points, eb0: Points, eb1: Points) -> Any:
    """Closest parts of two edges, as numbers of `EdgeEdge`."""
    return _type("edge-edge", ea0=ea0, ea1=ea1, eb0=eb0, eb1=eb1)


def point_line_distance(p: Points, e0: Points, e1: Points) -> Any:
    """Squared distance of a point and the line through an edge, m²."""
    return _of("point-line", 0, p=p, e0=e0, e1=e1)


def point_line_distance_gradient(p: Points, e0: Points, e1: Points) -> Any:
    """Gradient of the squared distance of a point and the line through an edge, m."""
    return _of("point-line", 1, p=p, e0=e0, e1=e1)


def point_line_distance_hessian(p: Points, e0: Points, e1: Points) -> Any:
    """Hessian of the squared distance of a point and the line through an edge."""
    return _of("point-line", 2, p=p, e0=e0, e1=e1)


def point_plane_distance(p: Points, t0: Points, t1: Points, t2: Points) -> Any:
    """Squared distance of a point and the plane of a triangle, m²."""
    return _of("point-plane", 0, p=p, t0=t0, t1=t1, t2=t2)


def point_plane_distance_gradient(p: Points, t0: Points, t1: Points, t2: Points) -> Any:
    """Gradient of the squared distance of a point and the plane of a triangle, m."""
    return _of("point-plane", 1, p=p, t0=t0, t1=t1, t2=t2)


def point_plane_distance_hessian(p: Points, t0: Points, t1: Points, t2: Points) -> Any:
    """Hessian of the squared distance of a point and the plane of a triangle."""
    return _of("point-plane", 2, p=p, t0=t0, t1=t1, t2=t2)


def line_line_distance(ea0: Points, ea1: Points, eb0: Points, eb1: Points) -> Any:
    """Squared distance of the lines through two edges, which are not parallel, m²."""
    return _of("line-line", 0, ea0=ea0, ea1=ea1, eb0=eb0, eb1=eb1)


def line_line_distance_gradient(ea0: Points, ea1: Points, eb0: Points, eb1: Points) -> Any:
    """Gradient of the squared distance of the lines through two edges, which are not parallel, m."""
    return _of("line-line", 1, ea0=ea0, ea1=ea1, eb0=eb0, eb1=eb1)


def line_line_distance_hessian(ea0: Points, ea1: Points, eb0: Points, eb1: Points) -> Any:
    """Hessian of the squared distance of the lines through two edges, which are not parallel."""
    return _of("line-line", 2, ea0=ea0, ea1=ea1, eb0=eb0, eb1=eb1)


def edge_edge_mollifier(ea0: Points, ea1: Points, eb0: Points, eb1: Points, eps_x: float) -> Any:
    """Mollifier of two edges: from 0, where they are parallel, to 1. `eps_x` is its threshold, m⁴."""
    return _mollifier(0, eps_x, ea0=ea0, ea1=ea1, eb0=eb0, eb1=eb1)


def edge_edge_mollifier_gradient(ea0: Points, ea1: Points, eb0: Points, eb1: Points, eps_x: float) -> Any:
    """Gradient of the mollifier of two edges."""
    return _mollifier(1, eps_x, ea0=ea0, ea1=ea1, eb0=eb0, eb1=eb1)


def edge_edge_mollifier_hessian(ea0: Points, ea1: Points, eb0: Points, eb1: Points, eps_x: float) -> Any:
    """Hessian of the mollifier of two edges."""
    return _mollifier(2, eps_x, ea0=ea0, ea1=ea1, eb0=eb0, eb1=eb1)


def edge_edge_mollifier_threshold(ea0_rest: Points, ea1_rest: Points, eb0_rest: Points, eb1_rest: Points) -> Any:
    """Threshold of the mollifier of two edges, from their positions at rest, m⁴."""
    points = {"ea0_rest": ea0_rest, "ea1_rest": ea1_rest, "eb0_rest": eb0_rest, "eb1_rest": eb1_rest}
    found = _tangency.mollifier_threshold(list(points), list(points.values()))
    return found[0] if _is_one(points) else found
