//! Several devices of one adapter.

use super::{AdapterChoice, AdapterKind, Device, locked};
use crate::KernelError;
use std::collections::HashMap;
use std::sync::Mutex;

/// Devices for work that is mostly the compiling of shaders: a driver that runs on the processor compiles a shader in the one thread of a device's queue, when it is first run. So of
/// such an adapter there is a device for each thread of the machine; of a GPU, one.
#[derive(Debug)]
pub struct Devices {
    all: Vec<Device>,
    places: Mutex<Places>,
}

#[derive(Debug)]
struct Places {
    /// The device that has a shader.
    of: HashMap<String, usize>,
    /// How many use each device.
    users: Vec<usize>,
}

/// Each device of the processor has threads of its own.
const MOST: usize = 8;

impl Devices {
    /// Opens them.
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn open(choice: &AdapterChoice) -> Result<Self, KernelError> {
        let first = Device::open(choice)?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST);
        let count = if first.about().kind == AdapterKind::Software { threads } else { 1 };
        let mut all = vec![first];
        for _ in 1..count {
            all.push(Device::open(choice)?);
        }
        let users = vec![0; all.len()];
        Ok(Self { all, places: Mutex::new(Places { of: HashMap::new(), users }) })
    }

    /// One of them; they are alike.
    pub fn first(&self) -> &Device {
        &self.all[0]
    }

    /// Calls `f` with the device on which work with the same `shader` was done before; otherwise with the one that has the fewest users. Never waits.
    pub fn with<T>(&self, shader: &str, f: impl FnOnce(&Device) -> T) -> T {
        let mut places = locked(&self.places);
        let least = (0..self.all.len()).min_by_key(|n| places.users[*n]).unwrap_or(0);
        let at = *places.of.entry(shader.to_owned()).or_insert(least);
        places.users[at] += 1;
        drop(places);
        let _use = Use { devices: self, at };
        f(&self.all[at])
    }
}

/// Ends a use, of a panic too.
struct Use<'a> {
    devices: &'a Devices,
    at: usize,
}

impl Drop for Use<'_> {
    fn drop(&mut self) {
        locked(&self.devices.places).users[self.at] -= 1;
    }
}
