//! A Vulkan device: found, opened, and asked to run shaders.

mod adapters;
mod buffers;
mod devices;
mod shader;

pub use adapters::{About, AdapterChoice, AdapterKind, adapters};
pub use buffers::Buffer;
pub use devices::Devices;
pub use shader::{Binding, Shader};

use crate::KernelError;
use crate::spirv::Mode;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where a shader is kept once it is compiled; who comes meanwhile waits.
type Place = Arc<Mutex<Option<Arc<Shader>>>>;

/// An open device with its buffers and compiled shaders.
#[derive(Debug)]
pub struct Device {
    about: About,
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// What the driver said when the device was lost.
    lost: Arc<Mutex<Option<String>>>,
    pool: Arc<buffers::Pool>,
    shaders: Mutex<HashMap<(String, Mode), Place>>,
    limit: u64,
}

/// The content of a lock; one that was held in a panic is as good.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Device {
    /// Opens a device with every feature that the kernels can use and the adapter has.
    ///
    /// # Errors
    /// [`KernelError::NoAdapter`], [`KernelError::NoDevice`].
    pub fn open(choice: &AdapterChoice) -> Result<Self, KernelError> {
        let adapter = adapters::find(choice)?;
        let about = About::of(&adapter);
        let wanted = wgpu::Features::PASSTHROUGH_SHADERS
            | wgpu::Features::SUBGROUP
            | wgpu::Features::SHADER_F16
            | wgpu::Features::SHADER_INT64
            | wgpu::Features::TIMESTAMP_QUERY;
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("eigenclaim"),
            required_features: adapter.features() & wanted,
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|e| KernelError::NoDevice { adapter: about.name.clone(), reason: e.to_string() })?;
        let lost = Arc::new(Mutex::new(None));
        let note = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            *locked(&note) = Some(format!("{reason:?}: {message}"));
        });
        // Errors are taken by scopes; one that comes outside of them must not end the process.
        let note = Arc::clone(&lost);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            locked(&note).get_or_insert_with(|| error.to_string());
        }));
        let limit = device.limits().max_storage_buffer_binding_size.min(device.limits().max_buffer_size);
        Ok(Self { about, device, queue, lost, pool: Arc::default(), shaders: Mutex::default(), limit })
    }

    /// What is known of the device.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The largest buffer that a shader may see, in bytes.
    pub fn buffer_limit(&self) -> u64 {
        self.limit
    }

    /// Lowers [`buffer_limit`](Self::buffer_limit), so that work is split earlier.
    pub fn limit_buffers(&mut self, bytes: u64) {
        self.limit = self.limit.min(bytes);
    }

    /// Gives the device up, as a reset would: everything that is asked of it from now on is [`KernelError::Lost`].
    pub fn destroy(&self) {
        self.device.destroy();
        locked(&self.lost).get_or_insert_with(|| "destroyed".into());
    }

    /// Calls `f` and gives its result if the device reports no error for it.
    fn guarded<T>(&self, place: &'static str, f: impl FnOnce() -> T) -> Result<T, KernelError> {
        self.alive()?;
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let out = f();
        let errors = [validation.pop(), internal.pop()].map(pollster::block_on);
        if pollster::block_on(memory.pop()).is_some() {
            return Err(KernelError::OutOfMemory { place });
        }
        self.alive()?;
        match errors.into_iter().flatten().next() {
            Some(error) => Err(KernelError::Refused { place, reason: error.to_string() }),
            None => Ok(out),
        }
    }

    fn alive(&self) -> Result<(), KernelError> {
        match &*locked(&self.lost) {
            Some(reason) => Err(KernelError::Lost { reason: reason.clone() }),
            None => Ok(()),
        }
    }

    /// Runs a shader over `groups` workgroups, `times` in a row, without waiting for it.
    ///
    /// # Errors
    /// [`KernelError::Refused`] where a buffer does not fit, and losses.
    pub fn dispatch(
        &self,
        shader: &Shader,
        buffers: &[&Buffer],
        groups: [u32; 3],
        times: usize,
    ) -> Result<(), KernelError> {
        self.guarded("a dispatch", || {
            let entries: Vec<_> = buffers
                .iter()
                .enumerate()
                .map(|(n, buffer)| wgpu::BindGroupEntry { binding: n as u32, resource: buffer.binding() })
                .collect();
            let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &shader.layout,
                entries: &entries,
            });
            let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                pass.set_pipeline(&shader.pipeline);
                pass.set_bind_group(0, &group, &[]);
                for _ in 0..times {
                    pass.dispatch_workgroups(groups[0], groups[1], groups[2]);
                }
            }
            self.queue.submit([encoder.finish()]);
        })
    }

    /// Waits until the device has done everything.
    ///
    /// # Errors
    /// [`KernelError::Lost`].
    pub fn wait(&self) -> Result<(), KernelError> {
        let done = self.guarded("waiting", || self.device.poll(wgpu::PollType::wait_indefinitely()))?;
        done.map(drop).map_err(|e| KernelError::Refused { place: "waiting", reason: e.to_string() })
    }
}
