//! Compiled shaders.

use super::{Device, locked};
use crate::KernelError;
use crate::spirv::{self, Mode};
use std::borrow::Cow;
use std::sync::Arc;

/// How a shader uses a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A few numbers, the same for all threads.
    Uniform,
    /// Read.
    Read,
    /// Written.
    Write,
    /// Read, as a texture of vectors of four.
    Texels,
}

/// A compiled shader.
#[derive(Debug)]
pub struct Shader {
    pub(super) pipeline: wgpu::ComputePipeline,
    pub(super) layout: wgpu::BindGroupLayout,
}

/// The entry point of every shader here.
const ENTRY: &str = "main";

impl Device {
    /// The shader of a WGSL source whose buffers are bindings 0, 1, … of group 0. A source is compiled once for each mode.
    ///
    /// # Errors
    /// [`KernelError::Source`], [`KernelError::Refused`], and [`KernelError::Unsupported`] for strict mode where SPIR-V cannot be given to the driver.
    pub fn shader(&self, source: &str, mode: Mode, bindings: &[Binding]) -> Result<Arc<Shader>, KernelError> {
        let place = Arc::clone(locked(&self.shaders).entry((source.to_owned(), mode)).or_default());
        let mut kept = locked(&place);
        if let Some(shader) = &*kept {
            return Ok(Arc::clone(shader));
        }
        if !self.about.strict && mode == Mode::Strict {
            return Err(KernelError::Unsupported {
                what: "way to take SPIR-V as it is (strict mode)".into(),
            });
        }
        let words = if self.about.strict { Some(spirv::compile(source, mode)?) } else { None };
        let shader = Arc::new(self.guarded("compiling a shader", || {
            let layout = self.layout(bindings);
            let module = match &words {
                Some(words) => self.load(words),
                None => self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: None,
                    source: wgpu::ShaderSource::Wgsl(Cow::Borrowed(source)),
                }),
            };
            let pipeline_layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
            let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(ENTRY),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                cache: None,
            });
            Shader { pipeline, layout }
        })?);
        *kept = Some(Arc::clone(&shader));
        Ok(shader)
    }

    fn layout(&self, bindings: &[Binding]) -> wgpu::BindGroupLayout {
        let buffer = |ty| wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
        let entry = |(n, binding): (usize, &Binding)| wgpu::BindGroupLayoutEntry {
            binding: n as u32,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: match binding {
                Binding::Uniform => buffer(wgpu::BufferBindingType::Uniform),
                Binding::Read => buffer(wgpu::BufferBindingType::Storage { read_only: true }),
                Binding::Write => buffer(wgpu::BufferBindingType::Storage { read_only: false }),
                Binding::Texels => wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: false },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
            },
            count: None,
        };
        let entries: Vec<_> = bindings.iter().enumerate().map(entry).collect();
        self.device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
    }

    #[expect(
        unsafe_code,
        reason = "SPIR-V with NoContraction can only be given to the driver as it is, unchecked. It comes from naga's validator and writer, for a source \
                  of this crate whose bindings are the layout's; the decorations change no access to memory"
    )]
    fn load(&self, words: &[u32]) -> wgpu::ShaderModule {
        let entry =
            wgpu::PassthroughShaderEntryPoint { name: Cow::Borrowed(ENTRY), workgroup_size: (1, 1, 1) };
        let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
            entry_points: Cow::Owned(vec![entry]),
            spirv: Some(Cow::Borrowed(words)),
            ..Default::default()
        };
        // SAFETY: the words are a valid module, written by naga from a module that its validator accepted, with decorations added.
        unsafe { self.device.create_shader_module_passthrough(descriptor) }
    }
}
