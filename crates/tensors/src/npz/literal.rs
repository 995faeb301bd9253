//! The Python dictionary in an array's header: `descr`, `fortran_order` and `shape`, each once, and nothing else.

/// What is wrong, and where in the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed {
    pub(super) message: &'static str,
    pub(super) offset: usize,
}

type Parsed<T> = Result<T, Malformed>;

/// The three values, in the order of their keys.
pub(super) fn parse(text: &[u8]) -> Parsed<(String, bool, Vec<usize>)> {
    let mut scanner = Scanner { text, at: 0 };
    let (mut descriptor, mut fortran_order, mut shape) = (None, None, None);
    scanner.expect(b'{', "expected a dictionary")?;
    loop {
        if scanner.accept(b'}') {
            break;
        }
        scanner.skip_space();
        let start = scanner.at;
        let key = scanner.string()?;
        scanner.expect(b':', "expected `:`")?;
        let repeated = match key.as_str() {
            "descr" => descriptor.replace(scanner.descriptor()?).is_some(),
            "fortran_order" => fortran_order.replace(scanner.boolean()?).is_some(),
            "shape" => shape.replace(scanner.tuple()?).is_some(),
            _ => return Err(Malformed { message: "unknown key", offset: start }),
        };
        if repeated {
            return Err(Malformed { message: "repeated key", offset: start });
        }
        if !scanner.accept(b',') {
            scanner.expect(b'}', "expected `,` or `}`")?;
            break;
        }
    }
    scanner.skip_space();
    if scanner.at < text.len() {
        return Err(scanner.fault("expected the end of the header"));
    }
    match (descriptor, fortran_order, shape) {
        (Some(descriptor), Some(fortran_order), Some(shape)) => Ok((descriptor, fortran_order, shape)),
        (None, ..) => Err(scanner.fault("no key `descr`")),
        (_, None, _) => Err(scanner.fault("no key `fortran_order`")),
        (.., None) => Err(scanner.fault("no key `shape`")),
    }
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn fault(&self, message: &'static str) -> Malformed {
        Malformed { message, offset: self.at }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn accept(&mut self, byte: u8) -> bool {
        self.skip_space();
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8, message: &'static str) -> Parsed<()> {
        if self.accept(byte) { Ok(()) } else { Err(self.fault(message)) }
    }

    /// The text up to where `end` says, which must be there.
    fn until(&mut self, end: impl Fn(u8) -> bool, missing: &'static str) -> Parsed<&[u8]> {
        let start = self.at;
        while let Some(byte) = self.peek() {
            if end(byte) {
                return Ok(&self.text[start..self.at]);
            }
            self.at += 1;
        }
        Err(self.fault(missing))
    }

    /// A string in either kind of quotes, without escapes.
    fn string(&mut self) -> Parsed<String> {
        self.skip_space();
        let Some(quote @ (b'\'' | b'"')) = self.peek() else {
            return Err(self.fault("expected a string"));
        };
        self.at += 1;
        let start = self.at;
        let bytes = self.until(|byte| byte == quote || byte == b'\\', "string without an end")?.to_vec();
        if self.peek() == Some(b'\\') {
            return Err(self.fault("escape in a string"));
        }
        self.at += 1;
        String::from_utf8(bytes).map_err(|_| Malformed { message: "string is not UTF-8", offset: start })
    }

    /// A string, or a list as it is written: the fields of a structured type.
    fn descriptor(&mut self) -> Parsed<String> {
        self.skip_space();
        if self.peek() != Some(b'[') {
            return self.string();
        }
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                None => return Err(self.fault("list without an end")),
                Some(b'\'' | b'"') => {
                    self.string()?;
                    continue;
                }
                Some(b'[') => depth += 1,
                Some(b']') => depth -= 1,
                Some(_) => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(String::from_utf8_lossy(&self.text[start..self.at]).into_owned());
            }
        }
    }

    fn boolean(&mut self) -> Parsed<bool> {
        self.skip_space();
        for (word, value) in [("True", true), ("False", false)] {
            if self.text[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.fault("expected True or False"))
    }

    /// A tuple of extents; one element needs its comma, as in Python.
    fn tuple(&mut self) -> Parsed<Vec<usize>> {
        self.expect(b'(', "expected a tuple")?;
        let mut extents = Vec::new();
        loop {
            if self.accept(b')') {
                return Ok(extents);
            }
            extents.push(self.extent()?);
            if !self.accept(b',') {
                if extents.len() == 1 {
                    return Err(self.fault("expected `,`"));
                }
                self.expect(b')', "expected `,` or `)`")?;
                return Ok(extents);
            }
        }
    }

    fn extent(&mut self) -> Parsed<usize> {
        self.skip_space();
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        let digits = str::from_utf8(&self.text[start..self.at]).unwrap_or_default();
        if digits.is_empty() {
            return Err(self.fault("expected an extent"));
        }
        digits.parse().map_err(|_| Malformed { message: "extent is too large", offset: start })
    }
}
