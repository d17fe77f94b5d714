//! The element types of Gmsh.

/// An element type.
pub(super) struct ElementKind {
    /// Number of its nodes.
    pub(super) nodes: usize,
    /// The name in messages.
    pub(super) name: &'static str,
    /// Dimension of its elements, 0 to 3.
    pub(super) dimension: usize,
}

/// The number of points, lines, triangles, quads and tets of first order, which can be used.
pub(super) const POINT: i64 = 15;
pub(super) const LINE: i64 = 1;
pub(super) const TRIANGLE: i64 = 2;
pub(super) const QUAD: i64 = 3;
pub(super) const TET: i64 = 4;

/// The type of a number, if Gmsh knows it.
pub(super) fn kind(number: i64) -> Option<ElementKind> {
    let (nodes, name, dimension) = match number {
        LINE => (2, "line", 1),
        TRIANGLE => (3, "triangle", 2),
        QUAD => (4, "quad", 2),
        TET => (4, "tet", 3),
        5 => (8, "hexahedron", 3),
        6 => (6, "prism", 3),
        7 => (5, "pyramid", 3),
        8 => (3, "line of second order", 1),
        9 => (6, "triangle of second order", 2),
        10 => (9, "quad of second order", 2),
        11 => (10, "tet of second order", 3),
        12 => (27, "hexahedron of second order", 3),
        13 => (18, "prism of second order", 3),
        14 => (14, "pyramid of second order", 3),
        POINT => (1, "point", 0),
        16 => (8, "quad of second order", 2),
        17 => (20, "hexahedron of second order", 3),
        18 => (15, "prism of second order", 3),
        19 => (13, "pyramid of second order", 3),
        20 => (9, "triangle of third order", 2),
        21 => (10, "triangle of third order", 2),
        22 => (12, "triangle of fourth order", 2),
        23 => (15, "triangle of fourth order", 2),
        24 => (15, "triangle of fifth order", 2),
        25 => (21, "triangle of fifth order", 2),
        26 => (4, "line of third order", 1),
        27 => (5, "line of fourth order", 1),
        28 => (6, "line of fifth order", 1),
        29 => (20, "tet of third order", 3),
        30 => (35, "tet of fourth order", 3),
        31 => (56, "tet of fifth order", 3),
        36 => (16, "quad of third order", 2),
        37 => (25, "quad of fourth order", 2),
        38 => (36, "quad of fifth order", 2),
        92 => (64, "hexahedron of third order", 3),
        93 => (125, "hexahedron of fourth order", 3),
        _ => return None,
    };
    Some(ElementKind {
        nodes,
        name,
        dimension,
    })
}
