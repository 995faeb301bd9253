//! What the caller says of a tensor file where its metadata does not.

use conformance::Settings;

#[derive(Debug, clap::Args)]
pub(super) struct DumpOptions {
    /// The system: kda, gdn, gdn2, ckda, mdn, …
    #[arg(long)]
    system: Option<String>,
    /// The kernel's arithmetic: f64, f32, bf16_io_f32_state, f16_io_f32_state, bf16_dot_f32_state
    #[arg(long)]
    arithmetic: Option<String>,
    /// Axes of the token tensors: BTHD, BHTD, THD
    #[arg(long)]
    layout: Option<String>,
    /// Axes of the states: BHKV, BHVK, NHKV, NHVK, 2BHKV, 2BHVK
    #[arg(long)]
    state_layout: Option<String>,
    /// The factor that the kernel applies to q
    #[arg(long, allow_negative_numbers = true)]
    scale: Option<String>,
    /// Whether the kernel normalises q and k: none, or x/sqrt(sum(x^2)+1e-6)
    #[arg(long, value_name = "FORM")]
    qk_l2norm: Option<String>,
    /// How gates are given: natural_log, signed, safe_gate, softplus, none
    #[arg(long)]
    gate: Option<String>,
    /// The lower bound of a safe gate
    #[arg(long, allow_negative_numbers = true)]
    lower_bound: Option<String>,
    /// How strengths are given: as_used, raw, raw_doubled
    #[arg(long)]
    beta: Option<String>,
    /// The file's name for a name of the format, as NAME=FILE_NAME; may be given several times
    #[arg(long, value_name = "NAME=FILE_NAME")]
    map: Vec<String>,
}

impl DumpOptions {
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        let mut settings = Settings::default();
        let given = [
            ("system", &self.system),
            ("dtype_of_arithmetic", &self.arithmetic),
            ("layout", &self.layout),
            ("state_layout", &self.state_layout),
            ("scale", &self.scale),
            ("qk_l2norm", &self.qk_l2norm),
            ("gate", &self.gate),
            ("lower_bound", &self.lower_bound),
            ("beta", &self.beta),
        ];
        for (key, text) in given {
            if let Some(text) = text {
                settings.set(key, text)?;
            }
        }
        for entry in &self.map {
            match entry.split_once('=') {
                Some((name, own)) if !name.is_empty() && !own.is_empty() => {
                    settings.names.insert(name.to_owned(), own.to_owned());
                }
                _ => anyhow::bail!("--map takes NAME=FILE_NAME, not {entry:?}"),
            }
        }
        Ok(settings)
    }
}
