//! Which devices there are.

use crate::KernelError;

/// Which device to open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AdapterChoice {
    /// The fastest kind that there is: a discrete GPU, an integrated or virtual one, a driver that runs on the processor.
    #[default]
    Best,
    /// A driver that runs on the processor, such as lavapipe.
    Software,
    /// The first whose name contains this, whatever its case.
    Named(String),
}

impl AdapterChoice {
    /// What `EIGENCLAIM_ADAPTER` names: a part of a name, or `software`; the best where it is not set.
    pub fn from_environment() -> Self {
        match std::env::var("EIGENCLAIM_ADAPTER") {
            Ok(name) => Self::of(&name),
            Err(_) => Self::Best,
        }
    }

    /// A part of a name, or `software`.
    pub fn of(name: &str) -> Self {
        if name == "software" { Self::Software } else { Self::Named(name.to_owned()) }
    }
}

/// What a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AdapterKind {
    /// A GPU with memory of its own.
    Discrete,
    /// A GPU that shares the processor's memory.
    Integrated,
    /// A GPU seen through a virtual machine.
    Virtual,
    /// Not said.
    Other,
    /// The processor.
    Software,
}

impl AdapterKind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Discrete => "discrete GPU",
            Self::Integrated => "integrated GPU",
            Self::Virtual => "virtual GPU",
            Self::Other => "other",
            Self::Software => "software",
        }
    }
}

/// What an adapter says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its driver, with version.
    pub driver: String,
    /// What it is.
    pub kind: AdapterKind,
    /// Threads of a subgroup, where all have the same number and shaders can use it.
    pub subgroup: Option<usize>,
    /// Whether shaders can read binary16.
    pub f16: bool,
    /// Whether shaders have 64-bit integers.
    pub int64: bool,
    /// Whether SPIR-V can be given to the driver as it is, which strict mode needs.
    pub strict: bool,
    /// Bytes of the largest buffer that a shader can see.
    pub largest_buffer: u64,
    /// Bytes of workgroup memory.
    pub workgroup_memory: usize,
    /// Threads of the largest workgroup.
    pub workgroup_threads: usize,
    /// The most workgroups in one dimension of a dispatch.
    pub workgroups: u32,
}

impl About {
    pub(super) fn of(adapter: &wgpu::Adapter) -> Self {
        let (info, features, limits) = (adapter.get_info(), adapter.features(), adapter.limits());
        let uniform = info.subgroup_min_size == info.subgroup_max_size;
        let subgroups = uniform && features.contains(wgpu::Features::SUBGROUP);
        let kind = match info.device_type {
            wgpu::DeviceType::DiscreteGpu => AdapterKind::Discrete,
            wgpu::DeviceType::IntegratedGpu => AdapterKind::Integrated,
            wgpu::DeviceType::VirtualGpu => AdapterKind::Virtual,
            wgpu::DeviceType::Cpu => AdapterKind::Software,
            wgpu::DeviceType::Other => AdapterKind::Other,
        };
        Self {
            name: info.name,
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
            kind,
            subgroup: subgroups.then_some(info.subgroup_min_size as usize),
            f16: features.contains(wgpu::Features::SHADER_F16),
            int64: features.contains(wgpu::Features::SHADER_INT64),
            strict: features.contains(wgpu::Features::PASSTHROUGH_SHADERS),
            largest_buffer: limits.max_storage_buffer_binding_size.min(limits.max_buffer_size),
            workgroup_memory: limits.max_compute_workgroup_storage_size as usize,
            workgroup_threads: limits.max_compute_invocations_per_workgroup as usize,
            workgroups: limits.max_compute_workgroups_per_dimension,
        }
    }
}

fn all() -> Vec<(wgpu::Adapter, About)> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::VULKAN;
    descriptor.flags = wgpu::InstanceFlags::empty();
    let instance = wgpu::Instance::new(descriptor);
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    let mut all: Vec<_> = adapters
        .into_iter()
        .map(|a| {
            let about = About::of(&a);
            (a, about)
        })
        .collect();
    all.sort_by_key(|(_, about)| about.kind);
    all
}

/// All Vulkan adapters, best kind first.
pub fn adapters() -> Vec<About> {
    all().into_iter().map(|(_, about)| about).collect()
}

pub(super) fn find(choice: &AdapterChoice) -> Result<wgpu::Adapter, KernelError> {
    let fits = |about: &About| match choice {
        AdapterChoice::Best => true,
        AdapterChoice::Software => about.kind == AdapterKind::Software,
        AdapterChoice::Named(name) => about.name.to_lowercase().contains(&name.to_lowercase()),
    };
    let wanted = match choice {
        AdapterChoice::Best => None,
        AdapterChoice::Software => Some("software".into()),
        AdapterChoice::Named(name) => Some(name.clone()),
    };
    let found = all().into_iter().find(|(_, about)| fits(about));
    found.map(|(adapter, _)| adapter).ok_or(KernelError::NoAdapter { wanted })
}
