//! The report in a real browser: Chromium without a window. Where there is none, the tests are shown as ignored, never as passed.

use libtest_mimic::{Arguments, Failed, Trial};
use report::{Browser, Figure, Inputs};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, LazyLock};

/// Pages that are opened one by one; the page to be printed has every theorem and formula.
const PAGES: [&str; 7] = [
    "index.html",
    "atlas.html",
    "graph.html",
    "how-to-read.html",
    "theorems/kda/chunk-form.html",
    "theorems/gdn2/extended-erase.html",
    "theorems/ckda/window.html",
];

/// Counts what has no size, what is in no namespace, and how far the page is wider than the window.
const MEASURE: &str = r##"<script>
addEventListener('load', () => {
  const flat = list => [...list].filter(e => { const b = e.getBoundingClientRect(); return !(b.width > 0 && b.height > 0); }).length;
  document.querySelectorAll('details').forEach(e => { e.open = true; });
  const math = document.querySelectorAll('math'), pictures = document.querySelectorAll('svg');
  const links = [...document.querySelectorAll('a[href^="#"]')].filter(a => !document.getElementById(a.getAttribute('href').slice(1)));
  const result = {
    formulas: math.length, flatFormulas: flat(math),
    wrongNamespace: [...math].filter(e => e.namespaceURI !== 'http://www.w3.org/1998/Math/MathML' || !(e instanceof MathMLElement)).length,
    pictures: pictures.length, flatPictures: flat(pictures), brokenLinks: links.length,
    window: innerWidth, overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    styled: getComputedStyle(document.querySelector('.skip')).position === 'absolute',
  };
  if (parent !== window) { parent.postMessage('MEASURED' + JSON.stringify(result) + 'END', '*'); return; }
  document.body.textContent = ''; const out = document.createElement('pre');
  out.textContent = 'MEASURED' + JSON.stringify(result) + 'END'; document.body.append(out);
});
</script></body>"##;

/// A frame as narrow as a phone: Chromium's own windows are at least 500 pixels wide.
fn phone(page: &str, (width, height): (u32, u32)) -> String {
    format!(
        "<!doctype html><title>phone</title><iframe src=\"{page}\" width=\"{width}\" height=\"{height}\" style=\"border:0\"></iframe>\
         <script>addEventListener('message', it => {{ document.body.textContent = it.data; }});</script>"
    )
}

type Run = Box<dyn FnOnce(&Opened) -> Result<(), Failed> + Send>;

fn main() {
    let arguments = Arguments::from_args();
    let browser = Browser::find(None).ok();
    let missing = browser.is_none();
    let test = |name: String, run: Run| {
        let browser = browser.clone();
        let kind = if missing { "skipped: no Chromium, see scripts/setup-browser.sh" } else { "" };
        Trial::test(name, move || {
            let browser = browser.ok_or("no Chromium")?;
            let folder = tempfile::tempdir()?;
            run(&Opened { browser, folder: folder.path().to_owned() })
        })
        .with_kind(kind)
        .with_ignored_flag(missing)
    };
    let mut trials: Vec<Trial> = PAGES
        .iter()
        .map(|page| (*page).to_owned())
        .map(|page| {
            test(format!("{page}/renders-wide-and-on-a-phone"), Box::new(move |it| it.renders(&page)))
        })
        .collect();
    trials.push(test("print.html/renders-every-formula".into(), Box::new(Opened::prints_every_formula)));
    trials.push(test("a-request-is-noticed".into(), Box::new(Opened::notices_a_request)));
    trials.push(test("print.html/becomes-a-pdf".into(), Box::new(Opened::becomes_a_pdf)));
    libtest_mimic::run(&arguments, trials).exit();
}

type Files = Vec<(String, String)>;

static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(eigenclaim::figures::all);

static REPORT: LazyLock<Arc<Files>> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("baseline.json");
    let results =
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let inputs = Inputs {
        results: &results,
        certificates: None,
        figures: &FIGURES,
        figures_style: eigenclaim::figures::STYLE,
        print: true,
        kernels: None,
        comparison: None,
        version: env!("CARGO_PKG_VERSION"),
        statement_hash: eigenclaim::results::statement_hash,
        replay: eigenclaim::results::replay,
    };
    Arc::new(report::pages(&inputs).unwrap_or_else(|error| panic!("{error}")))
});

/// A browser, and a folder for one test.
struct Opened {
    browser: Browser,
    folder: PathBuf,
}

impl Opened {
    /// Writes the report, with a measuring script in a copy of `page`.
    fn written(&self, page: &str) -> Result<PathBuf, Failed> {
        let site = self.folder.join("site");
        let mut files = Files::clone(&REPORT);
        let (_, text) =
            files.iter_mut().find(|(name, _)| name == page).ok_or_else(|| format!("no {page}"))?;
        *text = text.replace("</body>", MEASURE);
        report::write(&site, &files)?;
        Ok(site.join(page))
    }

    /// Opens a page with a window of this size: what the script measured. The page must leave nothing on the console and request
    /// nothing but files.
    fn measured(&self, path: &Path, size: (u32, u32)) -> Result<Json, Failed> {
        let log = self.folder.join(format!("net-{}.json", size.0));
        let framed = path.with_file_name("phone.html");
        let path = if size.0 < 500 {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            std::fs::write(&framed, phone(&name, size))?;
            &framed
        } else {
            path
        };
        let mut command = self.browser.command(&self.folder.join(format!("profile-{}", size.0)));
        command.args(["--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom"]);
        command
            .arg(format!("--window-size={},{}", size.0, size.1))
            .arg(format!("--log-net-log={}", log.display()));
        let output = command.arg(format!("file://{}", path.display())).stderr(Stdio::piped()).output()?;
        let (dom, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if let Some(line) = errors.lines().find(|line| line.contains("CONSOLE")) {
            return Err(format!("on the console: {line}").into());
        }
        let net = std::fs::read_to_string(&log)?;
        let own: Vec<_> = requests(&net);
        if let Some(url) = own.first() {
            return Err(format!("a request left the page: {url}").into());
        }
        let text =
            dom.split_once("MEASURED").and_then(|(_, rest)| rest.split_once("END")).map(|(text, _)| text);
        let text = text
            .ok_or_else(|| format!("nothing was measured: {}", dom.chars().take(400).collect::<String>()))?;
        Ok(serde_json::from_str(text)?)
    }

    fn renders(&self, page: &str) -> Result<(), Failed> {
        let path = self.written(page)?;
        for size in [(1280, 900), (390, 844)] {
            let found = self.measured(&path, size)?;
            sound(&found)?;
            if found["window"].as_u64() != Some(size.0.into()) {
                return Err(format!("the window is {} wide", found["window"]).into());
            }
            if found["overflow"].as_i64() > Some(0) {
                return Err(format!("at {} pixels the page is {} too wide", size.0, found["overflow"]).into());
            }
        }
        Ok(())
    }

    fn prints_every_formula(&self) -> Result<(), Failed> {
        let found = self.measured(&self.written("print.html")?, (1000, 900))?;
        sound(&found)?;
        let formulas = found["formulas"].as_u64().unwrap_or(0);
        if formulas < 2_000 { Err(format!("only {formulas} formulas").into()) } else { Ok(()) }
    }

    /// The check for requests can fail: a picture from elsewhere is one.
    fn notices_a_request(&self) -> Result<(), Failed> {
        let path = self.written("atlas.html")?;
        let page = std::fs::read_to_string(&path)?;
        std::fs::write(
            &path,
            page.replace("<main", "<img alt=\"\" src=\"http://example.invalid/x.png\"><main"),
        )?;
        match self.measured(&path, (1280, 900)) {
            Err(error) if error.message().is_some_and(|it| it.contains("example.invalid")) => Ok(()),
            Err(error) => Err(error),
            Ok(_) => Err("the picture from elsewhere went unnoticed".into()),
        }
    }

    fn becomes_a_pdf(&self) -> Result<(), Failed> {
        let site = self.folder.join("site");
        report::write(&site, &REPORT)?;
        let pdf = self.folder.join("out/report.pdf");
        self.browser.print(&site.join("print.html"), &pdf)?;
        let bytes = std::fs::read(&pdf)?;
        if bytes.starts_with(b"%PDF-") && bytes.len() > 200_000 {
            Ok(())
        } else {
            Err(format!("{} bytes are no PDF of the whole report", bytes.len()).into())
        }
    }
}

/// Everything has a size, is in its namespace, and leads somewhere; the style sheet was read.
fn sound(found: &Json) -> Result<(), Failed> {
    let zero = ["flatFormulas", "wrongNamespace", "flatPictures", "brokenLinks"];
    match zero.iter().find(|it| found[**it].as_u64() != Some(0)) {
        Some(broken) => Err(format!("{broken}: {found}").into()),
        None if found["styled"] != true => Err(format!("no style: {found}").into()),
        None => Ok(()),
    }
}

/// Addresses on a network that the page asked for, in a log of Chromium. What the browser asks for by itself has no origin.
fn requests(log: &str) -> Vec<String> {
    let events = log.lines().filter_map(|line| serde_json::from_str::<Json>(line.trim_end_matches(',')).ok());
    let asked = events.filter_map(|event| {
        let params = &event["params"];
        let of_a_page = params["initiator"].as_str().is_some_and(|it| it != "not an origin");
        let url = params["url"].as_str().filter(|url| url.starts_with("http"))?;
        of_a_page.then(|| url.to_owned())
    });
    asked.collect()
}
