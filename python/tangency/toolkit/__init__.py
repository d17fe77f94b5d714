"""Contact, elasticity and solvers on arrays, for those who bring their own solver.

    from tangency import toolkit as tk
    mesh = tk.CollisionMesh(rest, faces=F)
    collisions = tk.ipc(mesh, dhat=1e-3).collisions(x)
    collisions.value(x), collisions.gradient(x), collisions.hessian(x)

Arrays in, arrays out: positions are float64 of shape (n, 3) in any memory order, elements whole numbers of shape (m, k). Lengths are
metres. What cannot be used raises `tangency.InputError`, which names the argument and the row. `docs/from-ipctk.md` sets the names beside
those of ipctk.
"""

from tangency._tangency import Candidates, CollisionMesh
from tangency.toolkit.distances import (
    EdgeEdge,
    PointEdge,
    PointTriangle,
    edge_edge_distance,
    edge_edge_distance_gradient,
    edge_edge_distance_hessian,
    edge_edge_distance_type,
    edge_edge_mollifier,
    edge_edge_mollifier_gradient,
    edge_edge_mollifier_hessian,
    edge_edge_mollifier_threshold,
    line_line_distance,
    line_line_distance_gradient,
    line_line_distance_hessian,
    point_edge_distance,
    point_edge_distance_gradient,
    point_edge_distance_hessian,
    point_edge_distance_type,
    point_line_distance,
    point_line_distance_gradient,
    point_line_distance_hessian,
    point_plane_distance,
    point_plane_distance_gradient,
    point_plane_distance_hessian,
    point_point_distance,
    point_point_distance_gradient,
    point_point_distance_hessian,
    point_triangle_distance,
    point_triangle_distance_gradient,
    point_triangle_distance_hessian,
    point_triangle_distance_type,
)
from tangency.toolkit.elastic import Elastic, bending, membrane, solid, springs
from tangency.toolkit.impact import (
    edge_edge_time_of_impact,
    point_edge_time_of_impact,
    point_point_time_of_impact,
    point_triangle_time_of_impact,
)
from tangency.toolkit.meshes import Intersections, has_intersections, intersections, inverted_tets, tetrahedralize
from tangency.toolkit.minimise import Energy, Minimum, minimise
from tangency.toolkit.potentials import CollisionKind, Collisions, ContactPotential, Friction, convergent, gcp, ipc, ogc
from tangency.toolkit.sparse import solve

__all__ = [
    "Candidates", "CollisionKind", "CollisionMesh", "Collisions", "ContactPotential", "EdgeEdge", "Elastic", "Energy", "Friction",
    "Intersections", "Minimum", "PointEdge", "PointTriangle", "bending", "convergent",
    "edge_edge_distance", "edge_edge_distance_gradient", "edge_edge_distance_hessian", "edge_edge_distance_type",
    "edge_edge_mollifier", "edge_edge_mollifier_gradient", "edge_edge_mollifier_hessian", "edge_edge_mollifier_threshold",
    "edge_edge_time_of_impact", "gcp", "has_intersections", "intersections", "inverted_tets", "ipc",
    "line_line_distance", "line_line_distance_gradient", "line_line_distance_hessian", "membrane", "minimise", "ogc",
    "point_edge_distance", "point_edge_distance_gradient", "point_edge_distance_hessian", "point_edge_distance_type",
    "point_edge_time_of_impact", "point_line_distance", "point_line_distance_gradient", "point_line_distance_hessian",
    "point_plane_distance", "point_plane_distance_gradient", "point_plane_distance_hessian",
    "point_point_distance", "point_point_distance_gradient", "point_point_distance_hessian", "point_point_time_of_impact",
    "point_triangle_distance", "point_triangle_distance_gradient", "point_triangle_distance_hessian",
    "point_triangle_distance_type", "point_triangle_time_of_impact", "solid", "solve", "springs", "tetrahedralize",
]
