//! When to give up: asked between the pieces of work that cannot be divided.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A moment, and a flag that is set from outside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock<'a> {
    pub(crate) deadline: Instant,
    pub(crate) stop: &'a AtomicBool,
}

impl Clock<'_> {
    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped() || Instant::now() >= self.deadline
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
