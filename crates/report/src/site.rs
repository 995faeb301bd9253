//! Where pages are, seen from a page.

/// The page that a link stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Site {
    /// A page in the top folder.
    Top,
    /// The page of a theorem, `theorems/TOPIC/NAME.html`.
    Theorem,
    /// The one page with everything.
    Print,
}

impl Site {
    fn root(self) -> &'static str {
        match self {
            Self::Top | Self::Print => "",
            Self::Theorem => "../../",
        }
    }

    /// A file of the report.
    pub(crate) fn file(self, name: &str) -> String {
        format!("{}{name}", self.root())
    }

    /// A page of the top folder, `index` for instance; a section of the one page.
    pub(crate) fn page(self, name: &str) -> String {
        match self {
            Self::Print => format!("#{name}"),
            _ => format!("{}{name}.html", self.root()),
        }
    }

    /// The page of a theorem.
    pub(crate) fn theorem(self, id: &str) -> String {
        match self {
            Self::Print => format!("#{}", slug(id)),
            Self::Theorem => format!("../{id}.html"),
            Self::Top => theorem_path(id),
        }
    }

    /// An id on this page that belongs to a theorem.
    pub(crate) fn anchor(self, id: &str, local: &str) -> String {
        match self {
            Self::Print => format!("{}-{local}", slug(id)),
            _ => local.to_owned(),
        }
    }
}

/// The file of a theorem's page, from the report's folder.
pub(crate) fn theorem_path(id: &str) -> String {
    format!("theorems/{id}.html")
}

fn slug(id: &str) -> String {
    format!("theorem-{}", id.replace('/', "-"))
}
