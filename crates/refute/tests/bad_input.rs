//! Claims that cannot be searched: every one is refused with what is wrong and where.

use refute::{Claim, Fault};

const PARAMETERS: &str = "alpha = { kind = \"diagonal\", range = \"(0, 1)\" }\nk = { kind = \"unit-vector\" }\n\
                          b = { kind = \"scalar\", range = \"[0, 1]\" }\n";

fn with(parameters: &str, transition: &str, claim: &str) -> Result<Claim, Fault> {
    format!("[parameters]\n{parameters}[transition]\n{transition}\n[claim]\n{claim}\n").parse()
}

fn transition(text: &str) -> Result<Claim, Fault> {
    with(PARAMETERS, &format!("T = \"{text}\""), "property = \"real-spectrum\"")
}

/// The message of the fault, which stands at `column` of `line` of the claim file.
fn refused(claim: Result<Claim, Fault>, line: usize, column: usize) -> String {
    let fault = claim.expect_err("it should be refused");
    let place = fault.place.clone().unwrap_or_else(|| panic!("no place: {fault}"));
    assert_eq!((place.line, place.column), (line, column), "{fault}");
    fault.to_string()
}

#[test]
fn faults_of_expressions_point_at_the_character() {
    // The expression begins at column 6 of line 6.
    let cases = [
        ("(I - b * k*k') * gamma", 23, "`gamma` is not defined"),
        ("(I - b * k*k' * alpha", 27, "the expression ends here"),
        ("I - b ** k", 13, "a number, a name, `(` or `[` is expected"),
        ("I - b * k*k' )", 19, "unexpected `)`"),
        ("I - b $ k", 12, "unexpected `$`"),
        ("I - k*k", 10, "cannot multiply"),
        ("k + alpha", 6, "cannot add a vector of d entries and a d × d matrix"),
        ("1 - k*k'", 6, "a multiple of the identity is written c*I"),
        ("I / k", 6, "only a scalar divides"),
        ("alpha / k'", 6, "only a scalar divides"),
        ("alpha^-1", 6, "a matrix has no negative powers here"),
        ("k^2", 6, "only a square matrix has powers"),
        ("alpha^", 12, "a whole number"),
        ("[alpha, k; k, alpha]", 17, "does not fit below"),
        ("[alpha, k]", 6, "not square"),
        ("[alpha, k; k']", 17, "a row of 1 blocks"),
        ("k", 1, "not square"),
        ("k * ((k'*zeros) * (zeros*k)) * k'", 6, "cannot be told"),
        ("exp(alpha)", 10, "is for scalars and vectors"),
        ("dot(k)", 6, "takes 2 argument(s), found 1"),
        ("norm(k) * I", 6, "`norm` is not a function"),
        ("NaN * alpha", 6, "`NaN` is not a number"),
        ("1. * alpha", 8, "a digit is expected"),
        ("", 6, "the expression ends here"),
    ];
    for (text, column, message) in cases {
        let fault = transition(text).expect_err(text);
        let place = fault.place.clone().unwrap_or_else(|| panic!("no place: {fault}"));
        assert!(fault.message.contains(message), "{text}: {fault}");
        let expected = if message == "not square" { (place.line, place.column) } else { (6, column) };
        assert_eq!((place.line, place.column), expected, "{text}: {fault}");
    }
}

#[test]
fn a_fault_shows_the_line_and_carets() {
    let text = transition("(I - b * k*k') * gamma").expect_err("gamma").to_string();
    let expected = "  T = \"(I - b * k*k') * gamma\"\n                        ^^^^^";
    assert!(text.starts_with("line 6, column 23: ") && text.ends_with(expected), "{text}");
}

#[test]
fn ranges_are_bounded_and_not_empty() {
    let range = |range: &str| {
        with(
            &format!("a = {{ kind = \"scalar\", range = \"{range}\" }}\n"),
            "T = \"a*[1, a; 0, 1]\"",
            "property = \"real-spectrum\"",
        )
    };
    assert!(range("(0, 49/50]").is_ok() && range("[0.98, 1.0]").is_ok() && range("[-1/2, 1 - 1/8)").is_ok());
    for (text, message) in [
        ("(1, 0)", "empty"),
        ("(1, 1]", "empty"),
        ("(0, inf)", "must be bounded"),
        ("(-inf, 0)", "must be bounded"),
        ("0, 1", "a range is written"),
        ("(0 1)", "a range is written"),
        ("(0, nan)", "`nan` is not a number"),
        ("(0, 1/0)", "not a rational number"),
        ("(0, x)", "`x` is not defined"),
        ("(0, exp(1))", "not a rational number"),
    ] {
        let fault = range(text).expect_err(text);
        assert!(fault.message.contains(message), "{text}: {fault}");
        assert_eq!(fault.place.map(|place| place.line), Some(2), "{text}");
    }
    let missing = with("a = { kind = \"scalar\" }\n", "T = \"[a]\"", "property = \"real-spectrum\"");
    assert!(refused(missing, 2, 14).contains("a range is missing"));
}

#[test]
fn unknown_words_are_refused_with_the_known_ones() {
    let property = |text: &str| with(PARAMETERS, "T = \"alpha\"", text);
    for (text, message) in [
        ("property = \"stable\"", "`stable` is not a property"),
        ("property = \"pairs >= 1\"", "only be bounded above"),
        ("property = \"pairs <= 1/2\"", "whole"),
        ("property = \"norm < 0\"", "never below 0"),
        ("property = \"norm <= x\"", "`x` is not defined"),
        ("property = \"real-spectrum\"\nword-length = 0", "`word-length` is a whole number"),
        ("property = \"real-spectrum\"\nword-length = 2.5", "`word-length` is a whole number"),
        ("property = \"real-spectrum\"\ndimension = \"4..2\"", "empty"),
        ("property = \"real-spectrum\"\ndimension = \"0..2\"", "a dimension is"),
        ("property = \"real-spectrum\"\ndimension = 99", "a dimension is"),
        ("property = \"real-spectrum\"\nof = \"S\"", "`S` is not defined under"),
        ("property = \"real-spectrum\"\nname = \"My Claim\"", "kebab-case"),
        ("property = \"real-spectrum\"\nsteps = 3", "unknown key `steps`"),
        ("word-length = 2", "`property` is missing"),
    ] {
        let fault = property(text).expect_err(text);
        assert!(fault.message.contains(message), "{text}: {fault}");
        assert!(fault.place.is_some(), "{text}");
    }
    let kind = |text: &str| with(&format!("a = {text}\n"), "T = \"[a]\"", "property = \"real-spectrum\"");
    for (text, message) in [
        ("{ kind = \"number\", range = \"(0, 1)\" }", "`number` is not a kind"),
        ("{ kind = \"unit-vector\", range = \"(0, 1)\" }", "has no range"),
        ("{ kind = \"scalar\", range = \"(0, 1)\", share = true }", "unknown key `share`"),
        ("{ kind = \"scalar\", range = \"(0, 1)\", shared = 1 }", "true or false"),
        ("{ kind = \"scalar\", range = \"(0, 1)\", size = 3 }", "a scalar has no size"),
        ("{ kind = \"vector\", range = \"(0, 1)\", size = 0 }", "a size is"),
        ("{ value = \"k\" }", "`k` is not defined"),
        ("3", "should be a table"),
    ] {
        let fault = kind(text).expect_err(text);
        assert!(fault.message.contains(message), "{text}: {fault}");
    }
    assert!(
        refused(with(&PARAMETERS.replace("b =", "I ="), "T = \"alpha\"", ""), 4, 1)
            .contains("meaning of its own")
    );
    assert!(refused("[parameters]\na = \n".parse(), 2, 5).contains("line 2"));
    let twice = with(PARAMETERS, "k = \"alpha\"", "property = \"real-spectrum\"");
    assert!(refused(twice, 6, 1).contains("defined twice"));
}

#[test]
fn hostile_expressions_are_refused_and_do_not_exhaust_the_stack() {
    let deep = "(".repeat(5000);
    assert!(transition(&deep).is_err());
    let long = vec!["alpha"; 1200].join("*");
    assert!(transition(&long).is_err());
    let minus = "-".repeat(3000) + "alpha";
    assert!(transition(&minus).is_ok(), "an even number of signs");
    assert!(transition(&"'".repeat(4000)).is_err());
    assert!(transition(&("alpha".to_owned() + &"'".repeat(3900))).is_err(), "too many parts");
    assert!(transition("alpha^9999").is_err());
    let digits = "9".repeat(3000);
    assert!(transition(&format!("{digits} * alpha")).is_err());
}

proptest::proptest! {
    /// Any text is read or refused, and a place is inside the text.
    #[test]
    fn any_expression_is_read_or_refused(text in "[ -~äλ]{0,60}") {
        let _ = transition(&text.replace(['"', '\\'], ""));
    }

    #[test]
    fn any_expression_of_the_alphabet_is_read_or_refused(
        parts in proptest::collection::vec("alpha|k|b|I|zeros|2|0\\.5|\\+|-|\\*|/|'|\\^2|\\(|\\)|\\[|\\]|,|;|diag\\(|exp\\(|dot\\(|\\.\\*| ", 0..40)
    ) {
        if let Ok(claim) = transition(&parts.concat()) {
            let options = refute::Options { most_starts: Some(8), ..refute::Options::default() };
            let report = refute::search(&claim, &options);
            proptest::prop_assert!(report.is_ok());
        }
    }
}
