//! Exceptions of Python that wait until the engine has let go.

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;

/// The first exception that a signal or a function of the user raised while a step was solved.
pub type Raised = Arc<Mutex<Option<PyErr>>>;

/// Keeps the first exception.
pub fn keep(raised: &Raised, error: PyErr) {
    if let Ok(mut kept) = raised.lock() {
        kept.get_or_insert(error);
    }
}
