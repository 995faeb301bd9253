//! What a system takes: its inputs with their shapes, and the ranges that the article and the official code give them.

/// Which heads an input has. With grouped heads there are more value heads than key heads; value head `h` uses key head
/// `h / (value heads / key heads)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heads {
    /// One for each key head.
    Key,
    /// One for each value head.
    Value,
}

/// How many numbers an input has for each token and head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One number.
    One,
    /// One for each key channel.
    K,
    /// One for each value channel.
    V,
    /// One number, or one for each key channel.
    OneOrK,
}

/// One input tensor of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name, as in a dump.
    pub name: &'static str,
    /// The name of its natural logarithm, for factors that dumps store in log space.
    pub log: Option<&'static str>,
    /// Its heads.
    pub heads: Heads,
    /// Its numbers for each token and head.
    pub width: Width,
    /// Whether there are several for each token (DeltaProduct).
    pub parts: bool,
}

impl Input {
    /// An input given as it is.
    pub const fn new(name: &'static str, heads: Heads, width: Width) -> Self {
        Self { name, log: None, heads, width, parts: false }
    }

    /// A factor that dumps may store as its natural logarithm under the name `log`.
    pub const fn factor(name: &'static str, log: &'static str, heads: Heads, width: Width) -> Self {
        Self { name, log: Some(log), heads, width, parts: false }
    }

    /// The same input with several rows for each token.
    pub const fn in_parts(self) -> Self {
        Self { parts: true, ..self }
    }
}

/// The interval of a parameter, in words that a reader can check: `"[0, 1]"`, `"(0, 2)"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The parameter.
    pub parameter: &'static str,
    /// The range of the article.
    pub article: &'static str,
    /// The range of the official code, by the parametrisation of its gates.
    pub official: &'static str,
}

/// The factor of the outputs when none is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// $K^{-1/2}$ for `K` key channels.
    RootK,
    /// 1.
    One,
}

/// What a system is called, takes and keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Its key: in files, on the command line.
    pub name: &'static str,
    /// Other spellings that are accepted.
    pub aliases: &'static [&'static str],
    /// Its name in prose.
    pub title: &'static str,
    /// The inputs of a token.
    pub inputs: &'static [Input],
    /// How many `K × V` matrices its state stacks: 2 for a momentum rule.
    pub stacked: usize,
    /// The usual scale.
    pub scale: Scale,
    /// The ranges of its parameters.
    pub ranges: &'static [Range],
}
