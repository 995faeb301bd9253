//! Buffers on the device, kept for the next run.

use super::{Device, locked};
use crate::KernelError;
use crate::kernel::{QUAD, TEXELS};
use std::sync::{Arc, Mutex};

/// Buffers that nobody uses, with their sizes.
#[derive(Debug, Default)]
pub(super) struct Pool {
    free: Mutex<Vec<wgpu::Buffer>>,
}

/// A buffer of a device; its memory goes back to the device's pool when it is dropped.
#[derive(Debug)]
pub struct Buffer {
    buffer: Option<wgpu::Buffer>,
    /// In the buffer's place.
    texels: Option<wgpu::TextureView>,
    /// Bytes that a shader sees.
    size: u64,
    pool: Arc<Pool>,
}

/// The least size, so that few sizes are kept.
const SMALLEST: u64 = 4096;

impl Buffer {
    pub(super) fn binding(&self) -> wgpu::BindingResource<'_> {
        if let Some(view) = &self.texels {
            return wgpu::BindingResource::TextureView(view);
        }
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: self.raw(),
            offset: 0,
            size: wgpu::BufferSize::new(self.size),
        })
    }

    #[expect(clippy::expect_used, reason = "it is taken out only when the buffer is dropped")]
    fn raw(&self) -> &wgpu::Buffer {
        self.buffer.as_ref().expect("a buffer that was not dropped")
    }

    /// Bytes that a shader sees.
    pub fn size(&self) -> u64 {
        self.size
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Some(buffer) = self.buffer.take() {
            locked(&self.pool.free).push(buffer);
        }
    }
}

impl Device {
    /// A buffer of at least 16 bytes, with whatever content.
    ///
    /// # Errors
    /// [`KernelError::TooLarge`], [`KernelError::OutOfMemory`].
    pub fn buffer(&self, bytes: u64) -> Result<Buffer, KernelError> {
        let size = bytes.next_multiple_of(16).max(16);
        if size > self.limit.max(16) {
            return Err(KernelError::TooLarge { bytes: size, limit: self.limit });
        }
        let pool = Arc::clone(&self.pool);
        let kept = {
            let mut free = locked(&pool.free);
            // The best fit, if it wastes at most half of itself.
            let fits = |b: &wgpu::Buffer| b.size() >= size && b.size() <= (2 * size).max(SMALLEST);
            let best = (0..free.len()).filter(|n| fits(&free[*n])).min_by_key(|n| free[*n].size());
            best.map(|n| free.swap_remove(n))
        };
        let buffer = match kept {
            Some(buffer) => buffer,
            None => self.allocate(size.max(SMALLEST))?,
        };
        Ok(Buffer { buffer: Some(buffer), texels: None, size, pool })
    }

    fn allocate(&self, size: u64) -> Result<wgpu::Buffer, KernelError> {
        let make = || {
            self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::STORAGE
                    | wgpu::BufferUsages::UNIFORM
                    | wgpu::BufferUsages::COPY_SRC
                    | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        match self.guarded("making a buffer", make) {
            // What is kept may be what is missing.
            Err(KernelError::OutOfMemory { .. }) => {
                locked(&self.pool.free).clear();
                self.wait()?;
                self.guarded("making a buffer", make)
            }
            other => other,
        }
    }

    /// A buffer with this content.
    ///
    /// # Errors
    /// As [`buffer`](Self::buffer).
    pub fn upload<T: bytemuck::NoUninit>(&self, data: &[T]) -> Result<Buffer, KernelError> {
        let bytes: &[u8] = bytemuck::cast_slice(data);
        let buffer = self.buffer(bytes.len() as u64)?;
        // The interface copies multiples of four bytes.
        let whole = bytes.len() / 4 * 4;
        self.guarded("an upload", || {
            self.queue.write_buffer(buffer.raw(), 0, &bytes[..whole]);
            if whole < bytes.len() {
                let mut last = [0; 4];
                last[..bytes.len() - whole].copy_from_slice(&bytes[whole..]);
                self.queue.write_buffer(buffer.raw(), whole as u64, &last);
            }
        })?;
        Ok(buffer)
    }

    /// Bytes of numbers of `size` bytes that a texture holds.
    pub(crate) fn texels_limit(&self, size: u64) -> u64 {
        let rows = u64::from(self.device.limits().max_texture_dimension_2d);
        self.limit.min(rows * (TEXELS * QUAD) as u64 * size)
    }

    /// A texture with these numbers, binary16 or binary32, in vectors of four.
    ///
    /// # Errors
    /// As [`buffer`](Self::buffer).
    pub(crate) fn upload_texels(&self, data: &[u8], half: bool) -> Result<Buffer, KernelError> {
        let (format, size) = match half {
            true => (wgpu::TextureFormat::Rgba16Float, 2),
            false => (wgpu::TextureFormat::Rgba32Float, 4),
        };
        let (row, limit) = (TEXELS * QUAD * size, self.texels_limit(size as u64));
        let rows = data.len().div_ceil(row).max(1);
        if (rows * row) as u64 > limit.max(row as u64) {
            return Err(KernelError::TooLarge { bytes: data.len() as u64, limit });
        }
        let mut whole = data.to_vec();
        whole.resize(rows * row, 0);
        let extent = wgpu::Extent3d { width: TEXELS as u32, height: rows as u32, depth_or_array_layers: 1 };
        let view = self.guarded("a texture", || {
            let texture = self.device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: extent,
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
                view_formats: &[],
            });
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row as u32),
                rows_per_image: None,
            };
            self.queue.write_texture(texture.as_image_copy(), &whole, layout, extent);
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        })?;
        Ok(Buffer { buffer: None, texels: Some(view), size: data.len() as u64, pool: Arc::clone(&self.pool) })
    }

    /// Copies one buffer to another by the device's own command, `times` in a row, without waiting for it.
    ///
    /// # Errors
    /// [`KernelError::Refused`], and losses.
    pub(crate) fn copy(&self, from: &Buffer, to: &Buffer, times: usize) -> Result<(), KernelError> {
        self.guarded("a copy", || {
            let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            for _ in 0..times {
                encoder.copy_buffer_to_buffer(from.raw(), 0, to.raw(), 0, from.size.min(to.size));
            }
            self.queue.submit([encoder.finish()]);
        })
    }

    /// The first `words` words of a buffer, after everything that was asked of the device before.
    ///
    /// # Errors
    /// [`KernelError::OutOfMemory`], [`KernelError::Lost`], [`KernelError::Refused`].
    pub fn download(&self, buffer: &Buffer, words: usize) -> Result<Vec<u32>, KernelError> {
        const PLACE: &str = "a download";
        let refused =
            |e: &dyn std::fmt::Display| KernelError::Refused { place: PLACE, reason: e.to_string() };
        if words == 0 {
            return Ok(Vec::new());
        }
        let size = 4 * words as u64;
        let landing = self.guarded(PLACE, || {
            let landing = self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            encoder.copy_buffer_to_buffer(buffer.raw(), 0, &landing, 0, size);
            self.queue.submit([encoder.finish()]);
            landing
        })?;
        let (send, receive) = std::sync::mpsc::channel();
        self.guarded(PLACE, || {
            landing.map_async(wgpu::MapMode::Read, .., move |result| {
                // The receiver is gone only when the wait failed, which is reported there.
                drop(send.send(result));
            });
        })?;
        self.wait()?;
        let mapped = receive.recv().map_err(|_| refused(&"the buffer was not mapped"))?;
        mapped.map_err(|e| self.alive().err().unwrap_or_else(|| refused(&e)))?;
        let view = landing.get_mapped_range(..).map_err(|e| refused(&e))?;
        Ok(bytemuck::pod_collect_to_vec(&view[..]))
    }
}
