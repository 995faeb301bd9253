//! The report: complete, reproducible, valid, without raw TeX, and honest about what does not hold.

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use report::{Figure, Inputs, ReportError};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

const MATHML: &str = "http://www.w3.org/1998/Math/MathML";

/// The committed results of a whole run.
static BASELINE: LazyLock<String> = LazyLock::new(|| {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("baseline.json");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
});

fn inputs(results: &str) -> Inputs<'_> {
    Inputs {
        results,
        certificates: None,
        figures: &FIGURES,
        figures_style: eigenclaim::figures::STYLE,
        print: true,
        kernels: None,
        comparison: None,
        version: env!("CARGO_PKG_VERSION"),
        statement_hash: eigenclaim::results::statement_hash,
        replay: eigenclaim::results::replay,
    }
}

type Files = BTreeMap<String, String>;

fn made(inputs: &Inputs<'_>) -> Files {
    report::pages(inputs).unwrap_or_else(|error| panic!("{error}")).into_iter().collect()
}

static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(eigenclaim::figures::all);

static REPORT: LazyLock<Files> = LazyLock::new(|| made(&inputs(&BASELINE)));

/// The results, changed.
fn doctored(change: impl FnOnce(&mut Json)) -> String {
    let mut results: Json = serde_json::from_str(&BASELINE).expect("the baseline is JSON");
    change(&mut results);
    results.to_string()
}

fn html() -> impl Iterator<Item = (&'static str, &'static str)> {
    REPORT
        .iter()
        .filter(|(name, _)| name.ends_with(".html"))
        .map(|(name, text)| (name.as_str(), text.as_str()))
}

fn parsed(text: &str) -> RcDom {
    html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(text)
}

/// Calls `visit` for every node, in document order.
fn walk(node: &Handle, visit: &mut impl FnMut(&Handle)) {
    visit(node);
    for child in node.children.borrow().iter() {
        walk(child, visit);
    }
}

/// Name, namespace and attributes of every element.
fn elements(dom: &RcDom) -> Vec<(String, String, BTreeMap<String, String>)> {
    let mut found = Vec::new();
    walk(&dom.document, &mut |node| {
        if let NodeData::Element { name, attrs, .. } = &node.data {
            let attributes = attrs.borrow();
            let attributes =
                attributes.iter().map(|it| (it.name.local.to_string(), it.value.to_string())).collect();
            found.push((name.local.to_string(), name.ns.to_string(), attributes));
        }
    });
    found
}

#[test]
fn the_same_results_give_the_same_bytes() {
    assert!(*REPORT == made(&inputs(&BASELINE)), "two reports of the same results differ");
}

#[test]
fn every_theorem_has_a_page_with_its_statement_and_a_certificate() {
    for claim in theorems::REGISTRY {
        let page = REPORT
            .get(&format!("theorems/{}.html", claim.id))
            .unwrap_or_else(|| panic!("{} has no page", claim.id));
        for part in
            ["id=\"statement\"", "id=\"why\"", "id=\"evidence\"", "id=\"certificate\"", "Check it yourself"]
        {
            assert!(page.contains(part), "the page of {} has no {part}", claim.id);
        }
        for sharp in claim.sharpness {
            assert!(page.contains(sharp.drops), "{}: {}", claim.id, sharp.drops);
        }
        assert!(!page.contains("The checker refuses this witness"), "{}", claim.id);
    }
}

#[test]
fn no_page_shows_tex() {
    for (name, text) in html() {
        walk(&parsed(text).document, &mut |node| {
            if let NodeData::Text { contents } = &node.data {
                let contents = contents.borrow();
                assert!(!contents.contains(['$', '\\']), "{name}: {contents}");
                assert!(!contents.contains("**"), "Markdown on {name}: {contents}");
            }
        });
        assert!(!text.contains("merror"), "{name} has a formula with an error");
    }
}

#[test]
fn pages_are_valid_html_with_namespaced_formulas() {
    let mut formulas = 0;
    for (name, text) in html() {
        let dom = parsed(text);
        let errors = dom.errors.borrow();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        for (element, namespace, _) in elements(&dom) {
            assert!(element != "script", "{name} has a script");
            if element == "math" {
                assert_eq!(namespace, MATHML, "{name}");
                formulas += 1;
            }
        }
    }
    assert!(formulas > 5_000, "only {formulas} formulas: is the prose there?");
}

/// What a parser repairs or lets pass, and a validator does not: a base with the right number of scripts, a caption at an end of its
/// figure, headings that leave out no level.
#[test]
fn elements_have_the_children_that_their_models_ask_for() {
    let mut counted = 0;
    for (name, text) in html() {
        let mut level = 0;
        walk(&parsed(text).document, &mut |node| {
            let NodeData::Element { name: element, .. } = &node.data else { return };
            let children = node.children.borrow();
            let children: Vec<_> = children
                .iter()
                .filter_map(|child| match &child.data {
                    NodeData::Element { name, .. } => Some(name.local.to_string()),
                    _ => None,
                })
                .collect();
            let element = element.local.to_string();
            let wanted = match element.as_str() {
                "msub" | "msup" | "mfrac" | "mroot" | "munder" | "mover" => 2,
                "msubsup" | "munderover" => 3,
                "figure" => {
                    let inside = children.len().checked_sub(2).map_or(&[][..], |end| &children[1..=end]);
                    assert!(!inside.contains(&"figcaption".to_owned()), "{name}: {children:?}");
                    return;
                }
                "h1" | "h2" | "h3" | "h4" => {
                    let next = usize::from(element.as_bytes()[1] - b'0');
                    assert!(next <= level + 1, "{name}: a heading {next} follows a heading {level}");
                    level = next;
                    return;
                }
                _ => return,
            };
            assert_eq!(children.len(), wanted, "{name}: {element} of {children:?}");
            counted += 1;
        });
    }
    assert!(counted > 5_000, "only {counted} formulas with scripts or fractions");
}

#[test]
fn ids_are_unique_and_every_link_leads_somewhere() {
    let mut ids: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut links = Vec::new();
    for (name, text) in html() {
        for (element, _, attributes) in elements(&parsed(text)) {
            if let Some(id) = attributes.get("id") {
                assert!(
                    ids.entry(name).or_default().insert(id.clone()),
                    "{name}: the id {id} is there twice"
                );
            }
            for attribute in ["href", "src"] {
                if let Some(target) = attributes.get(attribute).filter(|it| it.as_str() != "data:,") {
                    links.push((name, element.clone(), target.clone()));
                }
            }
        }
    }
    let mut followed = 0;
    for (page, element, target) in links {
        let (path, fragment) = target.split_once('#').unwrap_or((&target, ""));
        assert!(
            !path.contains(':') && !path.starts_with('/'),
            "{page}: {element} leads out of the report: {target}"
        );
        let file = if path.is_empty() { page.to_owned() } else { resolved(page, path) };
        assert!(REPORT.contains_key(&file), "{page}: {target} leads to {file}, which is not there");
        if !fragment.is_empty() {
            let known = ids.get(file.as_str()).is_some_and(|ids| ids.contains(fragment));
            assert!(known, "{page}: {target}: {file} has no id {fragment}");
        }
        followed += 1;
    }
    assert!(followed > 2_000, "only {followed} links");
}

/// A relative path, from a page.
fn resolved(page: &str, path: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn the_report_is_small() {
    let bytes: usize = REPORT.values().map(String::len).sum();
    let print = REPORT["print.html"].len();
    assert!(bytes - print < 5_000_000, "{bytes} bytes, {print} of them the page to be printed");
    assert!(print < 6_000_000, "the page to be printed has {print} bytes");
    assert!(REPORT["index.html"].len() < 400_000, "{} bytes of front page", REPORT["index.html"].len());
}

#[test]
fn nothing_of_the_machine_is_in_it() {
    let folder = env!("CARGO_MANIFEST_DIR");
    for (name, text) in REPORT.iter() {
        assert!(!text.contains(folder), "{name} names {folder}");
    }
}

fn refuted(results: &mut Json) {
    let all = results["summary"]["theorems"].as_u64().expect("a number");
    results["summary"]["holds"] = json!(all - 1);
    results["summary"]["refuted"] = json!(1);
    let theorems = results["theorems"].as_array_mut().expect("a list");
    let theorem = theorems.iter_mut().find(|it| it["id"] == "kda/spectrum-bounds").expect("it is there");
    theorem["verdict"] = json!("refuted");
    theorem["failure"] = json!({
        "case": "17", "instance": "alpha = (1/2)\nbeta = 1", "wire": {}, "expected": "<script>alert(1)</script> & more",
        "found": "\"quoted\" 'found'", "certificate": null,
    });
}

#[test]
fn what_fails_comes_first_with_the_command_that_shows_it() {
    let results = doctored(refuted);
    let files = made(&inputs(&results));
    let front = &files["index.html"];
    let read: Json = serde_json::from_str(&results).expect("JSON");
    let all = read["summary"]["theorems"].as_u64().expect("a number");
    assert!(front.contains(&format!("{} of {all} theorems hold", all - 1)), "the headline");
    let failures = front.find("What does not hold").expect("failures have a section");
    let command =
        front.find("eigenclaim verify kda/spectrum-bounds --seed 0 --case 17").expect("the replay command");
    let list = front.find("id=\"theorems\"").expect("the list of theorems");
    assert!(failures < command && command < list, "failures come first");
    let page = &files["theorems/kda/spectrum-bounds.html"];
    let failure = page.find("What does not hold").expect("on its page too");
    assert!(failure < page.find("id=\"statement\"").expect("the statement"));
    assert!(page.contains("✗ refuted"));
    assert!(!front.contains(&format!("All {all} theorems hold")));
}

/// The file is what `eigenclaim kernels check --json` wrote, with fewer checks.
#[test]
fn the_checks_of_kernels_are_shown_with_the_device() {
    let kernels = include_str!("data/kernels.json");
    let files = made(&Inputs { kernels: Some(kernels), ..inputs(&BASELINE) });
    let front = &files["index.html"];
    let read: Json = serde_json::from_str(kernels).expect("JSON");
    let text = |json: &Json| json.as_str().expect("text").to_owned();
    let worst = text(&read["checks"][0]["worst"]);
    for shown in [text(&read["adapter"]["name"]), worst, "All 3 checks".into(), "strict.two_sum_exact".into()]
    {
        assert!(front.contains(&shown), "{shown}");
    }
    assert!(front.contains("2 of 2 faults planted in the kernels were caught"));
}

#[test]
fn hostile_strings_are_text() {
    let hostile = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&";
    let results = doctored(|results| {
        refuted(results);
        let theorems = results["theorems"].as_array_mut().expect("a list");
        let one = theorems.iter_mut().find(|it| it["id"] == "kda/spectrum-bounds").expect("it is there");
        for field in ["instance", "expected", "found", "case", "certificate"] {
            one["failure"][field] = json!(hostile);
        }
        let two = theorems.iter_mut().find(|it| it["id"] == "gdn2/pair-bounds").expect("it is there");
        two["verdict"] = json!(hostile);
        let three = theorems.iter_mut().find(|it| it["id"] == "gdn2/real-spectrum").expect("it is there");
        (three["verdict"], three["undecided_reason"]) = (json!("undecided"), json!(hostile));
    });
    let kernels = json!({"schema": "eigenclaim-kernels/1", "version": hostile, "seed": 1,
        "adapter": {"name": hostile, "driver": hostile, "kind": hostile},
        "checks": [{"kernel": hostile, "shape": {"batch": 1, "time": 2, "heads": 3, "keys": 4, "values": 5},
            "dtype": hostile, "mode": hostile, "cases": 6, "worst": hostile, "verdict": hostile}],
        "probe": {"strict.contracts": hostile},
        "mutations": [{"kernel": hostile, "name": hostile, "caught": false}]})
    .to_string();
    let comparison = json!({"system": hostile, "arithmetic": hostile, "shape": hostile, "verdict": hostile,
        "runs": [{"name": hostile, "verdict": hostile, "tensors": [{"name": hostile, "verdict": hostile, "heads": []}]}],
        "notes": [hostile]})
    .to_string();
    let figures = [Figure {
        id: "a".into(),
        title: hostile.into(),
        caption: hostile.into(),
        description: hostile.into(),
        theorems: vec!["kda/real-spectrum".into()],
        svg: "<svg viewBox=\"0 0 1 1\" role=\"img\"></svg>".into(),
        header: vec![hostile.into()],
        rows: vec![vec![hostile.into()]],
    }];
    let files = made(&Inputs {
        kernels: Some(&kernels),
        comparison: Some(&comparison),
        figures: &figures,
        ..inputs(&results)
    });
    for (name, text) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
        let dom = parsed(text);
        assert!(dom.errors.borrow().is_empty(), "{name}: {:?}", dom.errors.borrow());
        for (element, _, attributes) in elements(&dom) {
            assert!(element != "script" && element != "img", "{name} has a {element}");
            assert!(!attributes.keys().any(|key| key.starts_with("on")), "{name}: {attributes:?}");
        }
    }
    assert!(files["index.html"].contains("&lt;script&gt;alert(1)"), "the text itself is there");
}

#[test]
fn stale_results_are_refused() {
    let stale = |change: fn(&mut Json)| match report::pages(&inputs(&doctored(change))) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("stale results make a report"),
    };
    let other = stale(|results| results["version"] = json!("0.0.9"));
    assert!(other.contains("0.0.9") && other.contains("eigenclaim verify"), "{other}");
    let statement = stale(|results| results["theorems"][3]["statement"] = json!("0".repeat(64)));
    assert!(
        statement.contains("continuous/limits-without-logarithm states something else now"),
        "{statement}"
    );
    let unknown = stale(|results| results["theorems"][0]["id"] = json!("no/such-theorem"));
    assert!(unknown.contains("no/such-theorem"), "{unknown}");
    let twice = stale(|results| results["theorems"][1] = results["theorems"][0].clone());
    assert!(twice.contains("twice"), "{twice}");
    let schema = stale(|results| results["schema"] = json!("eigenclaim-results/9"));
    assert!(schema.contains("eigenclaim-results/9"), "{schema}");
}

#[test]
fn a_part_of_the_theorems_makes_a_report_that_says_so() {
    let results = doctored(|results| {
        results["theorems"].as_array_mut().expect("a list").retain(|it| it["id"] == "kda/real-spectrum");
        results["partial"] = json!(true);
    });
    let files = made(&inputs(&results));
    assert!(files["index.html"].contains("1 of 1 theorems hold"));
    assert!(files["index.html"].contains("The run is partial"));
    assert!(
        files["index.html"].contains("eigenclaim verify kda/real-spectrum --seed 0 --cases 256 --max-dim 64")
    );
    assert!(files["theorems/kda/spectrum-bounds.html"].contains("This run did not try it."));
}

#[test]
fn a_folder_with_other_things_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let files: Vec<_> = [("index.html", "one"), ("theorems/a/b.html", "two")]
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .into();
    // A folder that is not there, and one that is empty.
    report::write(&out, &whole(&files)).expect("a new folder");
    report::write(&out, &whole(&files[..1])).expect("over an older report");
    assert!(!out.join("theorems").exists(), "the older report is gone");
    assert_eq!(std::fs::read_to_string(out.join("index.html")).expect("it is there"), "one");
    std::fs::write(out.join("thesis.tex"), "ten years").expect("written");
    let error = report::write(&out, &whole(&files)).expect_err("a foreign file");
    assert!(matches!(&error, ReportError::NotAReport { path } if path.ends_with("thesis.tex")), "{error}");
    assert_eq!(std::fs::read_to_string(out.join("thesis.tex")).expect("still there"), "ten years");
    let mut left: Vec<_> =
        std::fs::read_dir(folder.path()).expect("readable").flatten().map(|it| it.file_name()).collect();
    left.retain(|name| name != "out");
    assert!(left.is_empty(), "left behind: {left:?}");
    let other = folder.path().join("other");
    std::fs::create_dir(&other).expect("made");
    report::write(&other, &whole(&files)).expect("an empty folder");
}

/// Files with the marker that lists them, as [`report::pages`] has it.
fn whole(files: &[(String, String)]) -> Vec<(String, String)> {
    let names: Vec<_> = files.iter().map(|(name, _)| name).collect();
    let marker =
        json!({"schema": "eigenclaim-report/1", "version": "0", "seed": 0, "files": names}).to_string();
    files.iter().cloned().chain([("report.json".to_owned(), marker)]).collect()
}
