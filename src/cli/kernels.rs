//! `eigenclaim kernels list | check | bench`, in a build with the feature `gpu`.

#[cfg(feature = "gpu")]
mod bench;
#[cfg(feature = "gpu")]
mod check;
#[cfg(feature = "gpu")]
mod list;
#[cfg(feature = "gpu")]
mod record;

#[cfg(feature = "gpu")]
pub(super) use with_gpu::{Arguments, run};
#[cfg(not(feature = "gpu"))]
pub(super) use without_gpu::{Arguments, run};

#[cfg(feature = "gpu")]
mod with_gpu {
    use super::{bench, check, list};

    #[derive(Debug, clap::Args)]
    pub(in super::super) struct Arguments {
        #[command(subcommand)]
        command: Command,
    }

    #[derive(Debug, clap::Subcommand)]
    enum Command {
        /// The Vulkan adapters, with drivers, features and limits
        List(list::Arguments),
        /// Run the kernels and hold their results against the reference
        Check(check::Arguments),
        /// Tokens and bytes a second, against the device's own copy bandwidth
        Bench(bench::Arguments),
    }

    pub(in super::super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
        match &arguments.command {
            Command::List(arguments) => list::run(arguments),
            Command::Check(arguments) => check::run(arguments),
            Command::Bench(arguments) => bench::run(arguments),
        }
    }
}

#[cfg(not(feature = "gpu"))]
mod without_gpu {
    #[derive(Debug, clap::Args)]
    pub(in super::super) struct Arguments {
        /// list, check or bench, with their options; see docs/kernels.md
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    }

    pub(in super::super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
        let rest = arguments.rest.join(" ");
        anyhow::bail!(
            "this eigenclaim was built without the GPU kernels; build one with them:\n  \
             cargo run --release --features gpu -- kernels {}",
            if rest.is_empty() { "check" } else { &rest }
        )
    }
}
