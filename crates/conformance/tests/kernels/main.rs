//! Kernels, right and wrong, against `compare`: what is right is never a bug, what is wrong always is.

mod dumps;
mod faults;
mod grouped;
mod held_back;
mod hostile;
mod machine;
mod planted;
mod raw_gradients;
mod right;
mod unlisted;
