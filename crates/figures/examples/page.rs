//! All figures on one page, to look at: `cargo run -p figures --example page > page.html`.

use std::io::Write as _;

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let page = "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 \
         1rem;color:#1b1b1b;background:#fdfdfc}@media(prefers-color-scheme:dark){body{color:#e8e8e4;background:#17181a}}figure{margin:2rem \
         0}table{border-collapse:collapse;font-size:.8rem}td,th{border:1px solid #888;padding:.15rem \
         .4rem}details{overflow-x:auto}";
    writeln!(
        out,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"light \
         dark\"><title>Figures</title><style>{page}{}</style></head><body>",
        figures::STYLE
    )?;
    for figure in figures::all() {
        writeln!(out, "<figure id=\"{}\"><h2>{}</h2>{}", figure.id, escaped(&figure.title), figure.svg)?;
        writeln!(
            out,
            "<figcaption>{}<br><small>{}</small></figcaption>",
            escaped(&figure.caption),
            figure.theorems.join(", ")
        )?;
        writeln!(
            out,
            "<details><summary>Data and description</summary><p>{}</p><table><tr>",
            escaped(&figure.description)
        )?;
        for cell in &figure.table.header {
            writeln!(out, "<th>{}</th>", escaped(cell))?;
        }
        for row in &figure.table.rows {
            let cells: Vec<String> = row.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
            writeln!(out, "</tr><tr>{}", cells.concat())?;
        }
        writeln!(out, "</tr></table></details></figure>")?;
    }
    writeln!(out, "</body></html>")
}
