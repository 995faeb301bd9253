//! Puts a kernel's WGSL together: a skeleton, the functions of one recurrence, and the sizes.
//!
//! A skeleton is WGSL with directives on lines of their own, so that it reads as the loop that it is:
//!
//! ```text
//! //: for i in ROWS      the lines to the matching `end`, for i = 0 … ROWS − 1, or for each entry of a list
//! //: if NAME            the lines to the matching `end`, where NAME is not 0
//! //: unless NAME        where it is
//! //: inline             the functions to the matching `end`, each one expression, stand for their text where they are called as `@name(…)`
//! //: end
//! ```
//!
//! and `$NAME` for a number, a text, or the loop's variable; for an entry of a list also `$x_field`. Loops over rows are unrolled because a state of named
//! variables lies in registers, and functions are put in place because compilers take time with the square of the number of calls.

use crate::KernelError;
use std::collections::BTreeMap;

/// What the names of a skeleton stand for.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: BTreeMap<String, String>,
    lists: BTreeMap<String, Vec<Entry>>,
    functions: BTreeMap<String, Function>,
}

/// A function that is one expression.
#[derive(Clone, Debug)]
struct Function {
    parameters: Vec<String>,
    value: String,
}

/// An entry of a list: its name, and its fields.
pub type Entry = (String, Vec<(&'static str, String)>);

impl Names {
    /// Sets a number or text.
    pub fn set(&mut self, name: &str, value: impl ToString) {
        self.texts.insert(name.to_owned(), value.to_string());
    }

    /// Sets a list.
    pub fn list(&mut self, name: &str, entries: Vec<Entry>) {
        self.lists.insert(name.to_owned(), entries);
    }

    fn text(&self, name: &str) -> Result<&str, KernelError> {
        self.texts.get(name).map(String::as_str).ok_or_else(|| fault(format!("${name} is not set")))
    }

    fn number(&self, name: &str) -> Result<usize, KernelError> {
        let text = self.text(name)?;
        text.parse().map_err(|_| fault(format!("${name} is `{text}`, not a number")))
    }
}

fn fault(what: String) -> KernelError {
    KernelError::Source { what }
}

/// The WGSL of a skeleton.
///
/// # Errors
/// [`KernelError::Source`] where a directive is not understood or a name is not set.
pub fn compose(skeleton: &str, names: &Names) -> Result<String, KernelError> {
    let lines: Vec<&str> = skeleton.lines().collect();
    let mut out = String::with_capacity(skeleton.len() * 4);
    expand(&lines, &mut names.clone(), &mut out)?;
    Ok(out)
}

fn directive(line: &str) -> Option<Vec<&str>> {
    line.trim_start().strip_prefix("//: ").map(|rest| rest.split_whitespace().collect())
}

/// The source with a first step that fills every array of workgroup memory with numbers of the bits `poison`.
///
/// Workgroup memory begins with whatever it holds (see [`crate::spirv`]), on many devices with zeros, which hide a read before a write.
///
/// # Errors
/// [`KernelError::Source`] where the source is not written as those of this crate are.
pub(crate) fn workgroup_filled(source: &str, poison: u32) -> Result<String, KernelError> {
    const MAIN: &str = "fn main(\n";
    let mut fill = String::new();
    for line in source.lines().filter_map(|l| l.strip_prefix("var<workgroup> ")) {
        let parts = line.split_once(": array<").and_then(|(name, rest)| {
            let (entry, length) = rest.strip_suffix(">;")?.split_once(", ")?;
            Some((name, entry, length))
        });
        let (name, entry, length) = parts.ok_or_else(|| fault(format!("no workgroup array: `{line}`")))?;
        // Not a constant for the compiler, which refuses NaNs.
        let number = format!("{entry}(bitcast<f32>({poison}u | params.none_0))");
        fill += &format!("    for (var n = 0u; n < {length}; n++) {{ {name}[n] = {number}; }}\n");
    }
    if fill.is_empty() {
        return Ok(source.to_owned());
    }
    let body = source.find(MAIN).and_then(|at| Some(at + source[at..].find("\n) {\n")? + "\n) {\n".len()));
    let body = body.ok_or_else(|| fault("no entry point".into()))?;
    Ok(format!("{}{fill}    workgroupBarrier();\n{}", &source[..body], &source[body..]))
}

/// The number of lines of a block that begins after the line of its directive.
fn block(lines: &[&str]) -> Result<usize, KernelError> {
    let mut depth = 1;
    for (n, line) in lines.iter().enumerate() {
        match directive(line).as_deref() {
            Some(["end"]) => depth -= 1,
            Some(["for" | "if" | "unless" | "inline", ..]) => depth += 1,
            _ => {}
        }
        if depth == 0 {
            return Ok(n);
        }
    }
    Err(fault("a block without its `end`".into()))
}

fn expand(lines: &[&str], names: &mut Names, out: &mut String) -> Result<(), KernelError> {
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        let Some(words) = directive(line) else {
            let line = substitute(line, names)?;
            out.push_str(&placed(&line, names)?);
            out.push('\n');
            continue;
        };
        let length = block(&lines[at..])?;
        let body = &lines[at..at + length];
        at += length + 1;
        match words[..] {
            ["for", variable, "in", over] => {
                if let Some(entries) = names.lists.get(over).cloned() {
                    for (name, fields) in entries {
                        names.set(variable, name);
                        for (field, value) in fields {
                            names.set(&format!("{variable}_{field}"), value);
                        }
                        expand(body, names, out)?;
                    }
                } else {
                    for n in 0..names.number(over)? {
                        names.set(variable, n);
                        expand(body, names, out)?;
                    }
                }
            }
            ["if", name] if names.number(name)? != 0 => expand(body, names, out)?,
            ["unless", name] if names.number(name)? == 0 => expand(body, names, out)?,
            ["if" | "unless", _] => {}
            ["inline"] => {
                let mut text = String::new();
                expand(body, names, &mut text)?;
                functions(&text, names)?;
            }
            _ => return Err(fault(format!("no directive: `{}`", line.trim()))),
        }
    }
    Ok(())
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The length of the word that a text begins with.
fn word(text: &str) -> usize {
    text.find(|c: char| !is_word(c)).unwrap_or(text.len())
}

fn substitute(line: &str, names: &Names) -> Result<String, KernelError> {
    let (mut out, mut rest) = (String::new(), line);
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        // The longest name that is known: `$i_$j` is two numbers.
        let most = word(rest);
        let length = (1..=most).rev().find(|n| names.texts.contains_key(&rest[..*n])).unwrap_or(most);
        out.push_str(names.text(&rest[..length])?);
        rest = &rest[length..];
    }
    Ok(out + rest)
}

/// Takes in functions of the form `fn name(a: T, …) -> T { return expression; }`; other lines are comments.
fn functions(text: &str, names: &mut Names) -> Result<(), KernelError> {
    for line in text.lines().filter(|l| !l.trim().is_empty() && !l.trim_start().starts_with("//")) {
        let parse = || {
            let (name, rest) = line.trim().strip_prefix("fn ")?.split_once('(')?;
            let (parameters, rest) = rest.split_once(')')?;
            let value = rest.split_once("{ return ")?.1.strip_suffix("; }")?;
            let name_of = |p: &str| p.split(':').next().unwrap_or_default().trim().to_owned();
            let parameters = parameters.split(',').map(name_of).collect();
            Some((name.to_owned(), Function { parameters, value: value.to_owned() }))
        };
        let (name, function) =
            parse().ok_or_else(|| fault(format!("not a function of one expression: `{}`", line.trim())))?;
        names.functions.insert(name, function);
    }
    Ok(())
}

/// The line with every `@name(…)` in place.
fn placed(line: &str, names: &Names) -> Result<String, KernelError> {
    let Some(at) = line.find('@').filter(|at| {
        let name = &line[at + 1..];
        names.functions.contains_key(&name[..word(name)])
    }) else {
        return Ok(line.to_owned());
    };
    let (before, call) = (&line[..at], &line[at + 1..]);
    let length = word(call);
    let function = &names.functions[&call[..length]];
    let (arguments, rest) =
        arguments(&call[length..]).ok_or_else(|| fault(format!("not a call: `{}`", line.trim())))?;
    if arguments.len() != function.parameters.len() {
        return Err(fault(format!("another number of arguments: `{}`", line.trim())));
    }
    let value = put(&function.value, &function.parameters, &arguments);
    placed(&format!("{before}({value}){rest}"), names)
}

/// The arguments of a call that begins with its parenthesis, and what follows.
fn arguments(call: &str) -> Option<(Vec<&str>, &str)> {
    let (mut depth, mut start, mut out) = (0, 1, Vec::new());
    for (at, c) in call.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 1 => {
                out.push(call[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            out.push(call.get(start..at)?.trim());
            return Some((out, &call[at + 1..]));
        }
    }
    None
}

/// The expression with arguments for parameters; a field after a dot is no parameter.
fn put(value: &str, parameters: &[String], arguments: &[&str]) -> String {
    let (mut out, mut rest, mut field) = (String::new(), value, false);
    while let Some(c) = rest.chars().next() {
        let length = word(rest);
        let (token, after) = rest.split_at(length.max(c.len_utf8()));
        match parameters.iter().position(|p| p == token) {
            Some(n) if !field => out.push_str(arguments[n]),
            _ => out.push_str(token),
        }
        field = token == ".";
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_conditions_and_names() {
        let mut names = Names::default();
        names.set("N", 2);
        names.set("OFF", 0);
        names.list("inputs", vec![("q".into(), vec![("width", "K".into())])]);
        let skeleton = "//: for i in N\na[$i] = $N;\n//: end\n//: if OFF\nno\n//: end\n//: for x in inputs\n$x: $x_width\n//: end";
        assert_eq!(compose(skeleton, &names).unwrap(), "a[0] = 2;\na[1] = 2;\nq: K\n");
    }

    #[test]
    fn functions_stand_for_their_text() {
        let skeleton = "//: inline\n// twice\nfn twice(a: f32, s: S) -> f32 { return a * s.a + twice_a; }\nfn once(a: f32) -> f32 { return @twice(a, t); }\n//: end\nx = @once(f(1, 2)) + @workgroup;";
        assert_eq!(
            compose(skeleton, &Names::default()).unwrap(),
            "x = ((f(1, 2) * t.a + twice_a)) + @workgroup;\n"
        );
    }

    #[test]
    fn workgroup_memory_is_filled_first() {
        let source = "var<workgroup> a: array<f32, 2 * 8>;\nfn main(\n    x: u32,\n) {\n    rest();\n}\n";
        let filled = workgroup_filled(source, 7).unwrap();
        let body = filled.split_once(") {\n").unwrap().1;
        assert!(body.starts_with("    for (var n = 0u; n < 2 * 8; n++) { a[n] = f32(bitcast<f32>(7u | params.none_0)); }\n    workgroupBarrier();\n    rest();"), "{filled}");
        assert!(workgroup_filled("var<workgroup> a: f32;\n", 7).is_err());
        assert!(workgroup_filled("var<workgroup> a: array<f32, 1>;\n", 7).is_err());
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        let names = Names::default();
        for wrong in [
            "$x",
            "//: for i in N\n//: end",
            "//: while 1\n//: end",
            "//: if N",
            "//: end",
            "//: inline\nfn f() {}\n//: end",
        ] {
            assert!(compose(wrong, &names).is_err(), "{wrong}");
        }
    }
}
