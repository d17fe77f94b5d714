//! Tests of whole terms, and of sums of them.

mod derivatives;
mod stencils;
