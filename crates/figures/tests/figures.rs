//! What every figure must be: well-formed, decided, consistent with its table, readable.

use figures::{Figure, STYLE};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(figures::all);

fn parsed(figure: &Figure) -> Document<'_> {
    Document::parse(&figure.svg).unwrap_or_else(|error| panic!("{}: {error}", figure.id))
}

fn find<'a>(document: &'a Document<'a>, name: &str) -> Option<Node<'a, 'a>> {
    document.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
}

fn number(node: &Node<'_, '_>, attribute: &str) -> f64 {
    let value = node.attribute(attribute).unwrap_or_else(|| panic!("{attribute} of {node:?}"));
    value.parse().unwrap_or_else(|_| panic!("{attribute}={value}"))
}

fn figure(id: &str) -> &'static Figure {
    FIGURES.iter().find(|figure| figure.id == id).unwrap_or_else(|| panic!("{id}"))
}

/// Marks in the picture.
fn marks(figure: &Figure) -> usize {
    let document = parsed(figure);
    let counts =
        document.descendants().filter_map(|node| node.attribute("data-marks")?.parse::<usize>().ok());
    counts.sum()
}

/// The sum of a column of counts.
fn total(figure: &Figure, column: usize) -> usize {
    figure.table.rows.iter().filter_map(|row| row[column].parse::<usize>().ok()).sum()
}

#[test]
fn pictures_are_images_with_a_name_and_a_description() {
    for figure in FIGURES.iter() {
        let document = parsed(figure);
        let root = document.root_element();
        assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")), "{}", figure.id);
        let ids: Vec<&str> = root.attribute("aria-labelledby").expect("labelled").split(' ').collect();
        for (id, (name, text)) in ids.iter().zip([("title", &figure.title), ("desc", &figure.description)]) {
            let node = find(&document, name).expect("there");
            assert_eq!(
                (node.attribute("id"), node.text()),
                (Some(*id), Some(text.as_str())),
                "{}",
                figure.id
            );
        }
        assert!(root.attribute("viewBox").is_some() && root.attribute("width").is_none(), "{}", figure.id);
        assert!(!figure.caption.is_empty() && figure.description.len() > 200, "{}", figure.id);
    }
}

#[test]
fn ids_are_unique_over_all_figures() {
    let all = &*FIGURES;
    let documents: Vec<Document<'_>> = all.iter().map(parsed).collect();
    let mut seen = BTreeSet::new();
    let ids =
        documents.iter().flat_map(|document| document.descendants().filter_map(|node| node.attribute("id")));
    assert!(ids.map(|id| assert!(seen.insert(id), "{id} twice")).count() >= 2 * all.len());
    let mut figures = BTreeSet::new();
    assert!(all.iter().all(|figure| figures.insert(figure.id)));
}

#[test]
fn everything_is_decided_and_drawn() {
    for figure in FIGURES.iter() {
        let document = parsed(figure);
        assert_eq!(document.root_element().attribute("data-left-out"), Some("0"), "{}", figure.id);
        let cells = figure.table.rows.iter().flatten();
        assert!(
            cells.chain([&figure.caption, &figure.description]).all(|cell| !cell.contains("undecided ")),
            "{}",
            figure.id
        );
        assert!(figure.table.rows.iter().flatten().all(|cell| cell != "undecided"), "{}", figure.id);
    }
}

#[test]
fn tables_are_rectangular_and_not_empty() {
    for figure in FIGURES.iter() {
        let columns = figure.table.header.len();
        assert!(columns > 1 && !figure.table.rows.is_empty(), "{}", figure.id);
        assert!(figure.table.rows.iter().all(|row| row.len() == columns), "{}", figure.id);
    }
}

#[test]
fn the_tables_count_the_marks() {
    let clouds = figure("eigenvalue-clouds");
    assert_eq!(marks(clouds), total(clouds, 4) + 2 * total(clouds, 5));
    let ckda = figure("ckda-window");
    assert_eq!(marks(ckda), (4..7).map(|column| total(ckda, column)).sum::<usize>());
    let mdn = figure("mdn-window");
    assert_eq!(marks(mdn), (3..6).map(|column| total(mdn, column)).sum::<usize>());
    let interlacing = figure("interlacing");
    let eigenvalues = interlacing.table.rows.iter().map(|row| row[2].split_whitespace().count());
    let pairs = interlacing.table.rows.iter().filter(|row| row[3] != "–").count();
    assert_eq!(marks(interlacing), eigenvalues.sum::<usize>() + pairs);
}

/// Coordinates of the marks of one shape and colour, in their order.
fn places(figure: &Figure, class: &str) -> Vec<[f64; 2]> {
    let document = parsed(figure);
    let paths = document.descendants().filter(|node| {
        node.attribute("data-marks").is_some()
            && node.attribute("class").is_some_and(|all| all.ends_with(class))
    });
    let mut places = Vec::new();
    for path in paths {
        for mark in path.attribute("d").expect("a path").split('M').skip(1) {
            let (x, rest) = mark.split_once(' ').expect("two coordinates");
            let end = rest.find(|c: char| c.is_ascii_lowercase()).unwrap_or(rest.len());
            places.push([x.parse().expect("a number"), rest[..end].parse().expect("a number")]);
        }
    }
    places
}

/// Where the first label with this text stands.
fn label(figure: &Figure, text: &str) -> [f64; 2] {
    let document = parsed(figure);
    let node =
        document.descendants().find(|node| node.tag_name().name() == "text" && node.text() == Some(text));
    let node = node.unwrap_or_else(|| panic!("{text}"));
    [number(&node, "x"), number(&node, "y")]
}

/// A reader who measures with the tick labels finds the numbers of the table.
#[test]
fn marks_are_where_the_ticks_say() {
    let figure = figure("two-oscillators");
    // Ticks stand 17 below the lower edge and 4 below their height; a dot begins 2 left of its centre.
    let (left, right) = (label(figure, "0")[0], label(figure, "40")[0]);
    let (minus_one, two) = (label(figure, "−1")[1] - 4.0, label(figure, "2")[1] - 4.0);
    let read = |[x, y]: [f64; 2]| {
        [(x - left) / (right - left) * 40.0, -1.0 + (y - minus_one) / (two - minus_one) * 3.0]
    };
    for (class, column, shift) in [("fg-real", 1, [2.0, 0.0]), ("fg-pair", 2, [0.0, 3.0])] {
        let places = places(figure, class);
        assert_eq!(places.len(), 41);
        for (t, [x, y]) in places.into_iter().enumerate() {
            let [at, value] = read([x + shift[0], y + shift[1]]);
            let expected: f64 = figure.table.rows[t][column].replace('−', "-").parse().expect("a number");
            assert!(
                (at - t as f64).abs() < 0.01 && (value - expected).abs() < 0.01,
                "{t}: {at} {value} {expected}"
            );
        }
    }
}

#[test]
fn every_theorem_is_in_the_registry() {
    for figure in FIGURES.iter() {
        assert!(!figure.theorems.is_empty());
        for id in &figure.theorems {
            assert!(theorems::REGISTRY.iter().any(|claim| claim.id == *id), "{}: {id}", figure.id);
        }
    }
}

#[test]
fn two_calls_make_the_same_bytes_and_not_too_many() {
    let (first, second) = (&*FIGURES, figures::all());
    assert_eq!(*first, second);
    let size: usize = first.iter().map(|figure| figure.svg.len()).sum();
    assert!(size < 700_000, "{size} bytes");
}

/// A letter of 13 units is at most 6.9 wide on average in DejaVu Sans, the widest of the usual fonts.
#[test]
fn texts_are_inside_the_picture() {
    for figure in FIGURES.iter() {
        let document = parsed(figure);
        let view: Vec<f64> = document
            .root_element()
            .attribute("viewBox")
            .map(|view| view.split(' ').filter_map(|number| number.parse().ok()).collect())
            .expect("a view box");
        for node in document.descendants().filter(|node| node.tag_name().name() == "text") {
            let text = node.text().expect("some text");
            let width = 6.9 * text.chars().count() as f64;
            let x = number(&node, "x");
            let start = match node.attribute("text-anchor") {
                None => x,
                Some("middle") => x - width / 2.0,
                Some(_) => x - width,
            };
            assert!(start >= -2.0 && start + width <= view[2] + 2.0, "{}: {text} from {start}", figure.id);
            let y = number(&node, "y");
            assert!(y >= 11.0 && y <= view[3] - 2.0, "{}: {text} at {y}", figure.id);
        }
    }
}

#[test]
fn the_style_knows_every_class() {
    for figure in FIGURES.iter() {
        let document = parsed(figure);
        let classes: BTreeSet<&str> = document
            .descendants()
            .filter_map(|node| node.attribute("class"))
            .flat_map(|class| class.split(' '))
            .collect();
        for class in classes.into_iter().filter(|class| *class != "fg-t") {
            assert!(STYLE.contains(&format!(".{class}")), "{}: {class}", figure.id);
        }
        assert!(!figure.svg.contains("style="), "{}", figure.id);
    }
    assert!(STYLE.contains("prefers-color-scheme:dark") && STYLE.contains("@media print"));
}

/// Black and white: marks of different colours have different shapes.
#[test]
fn colours_are_not_the_only_difference() {
    for figure in FIGURES.iter() {
        let document = parsed(figure);
        let mut shapes: Vec<(String, String)> = document
            .descendants()
            .filter(|node| node.attribute("data-marks").is_some())
            .map(|node| {
                let path = node.attribute("d").expect("a path");
                // The part after the first point is the shape.
                let shape: String = path
                    .split_once(' ')
                    .map_or("", |(_, rest)| rest)
                    .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-')
                    .split('M')
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                (shape, node.attribute("class").expect("a class").to_owned())
            })
            .collect();
        shapes.sort();
        shapes.dedup();
        let different: BTreeSet<&String> = shapes.iter().map(|(shape, _)| shape).collect();
        assert_eq!(different.len(), shapes.len(), "{}: {shapes:?}", figure.id);
    }
}

#[test]
fn the_floors_of_the_demo_are_those_of_the_theorem_for_two_modes() {
    let certified: Vec<_> = theorems::readout_nearest::FLOORS
        .iter()
        .filter(|row| row.dimension == 2)
        .map(|row| (row.samples, row.floor, "embedding/read-out-floor"))
        .collect();
    let shown: Vec<_> = figures::FLOORS.iter().map(|row| (row.samples, row.error, row.theorem)).collect();
    assert_eq!(shown, certified);
}
