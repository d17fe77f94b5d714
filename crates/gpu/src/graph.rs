//! Sequences of launches, captured once and replayed.

use crate::device::Device;
use crate::error::{Doing, GpuError};
use cudarc::driver::CudaGraph;
use cudarc::driver::sys::{CUgraphInstantiate_flags, CUstreamCaptureMode};

/// Launches that are replayed together: about half a microsecond each instead of three.
pub struct Graph {
    device: Device,
    graph: Option<CudaGraph>,
    moves: u64,
}

// SAFETY: a graph belongs to its context and to no thread; the driver only asks that no two threads use it at once, which
// a value that can be sent but not shared cannot do.
unsafe impl Send for Graph {}

impl Device {
    /// Captures the launches of `work` instead of running them. They must have run once before, so that no
    /// buffer grows on the way; arguments are kept as they are now.
    pub fn capture(&self, work: impl FnOnce() -> Result<(), GpuError>) -> Result<Graph, GpuError> {
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        self.stream()
            .begin_capture(mode)
            .doing("starting a capture")?;
        self.set_capturing(true);
        let worked = work();
        self.set_capturing(false);
        let graph = self.stream().end_capture(CUgraphInstantiate_flags(0));
        worked?;
        let graph = graph.doing("ending a capture")?;
        if let Some(graph) = &graph {
            graph.upload().doing("sending a graph to the GPU")?;
        }
        Ok(Graph {
            device: self.clone(),
            graph,
            moves: self.moves(),
        })
    }
}

impl Graph {
    /// Puts all launches into the stream. Refused if any buffer of the device gave memory back since the
    /// capture, for a launch might write there.
    pub fn replay(&self) -> Result<(), GpuError> {
        if self.moves != self.device.moves() {
            return Err(GpuError::StaleGraph);
        }
        match &self.graph {
            Some(graph) => graph.launch().doing("replaying a graph"),
            None => Ok(()),
        }
    }
}
