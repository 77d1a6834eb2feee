//! The syntax of regular expressions in Terraform, which is that of RE2 as Go reads it.

/// The properties of a pattern, as far as they are known.
#[derive(Default)]
pub(super) struct Pattern {
    /// The number of groups without a name.
    pub unnamed: usize,
    /// The names of groups.
    pub names: Vec<String>,
    /// Holds if the pattern has parts that other engines read in another way.
    pub is_peculiar: bool,
}

/// Reads a pattern, or finds what is wrong with it. Linear in the text.
pub(super) fn read(pattern: &str) -> Result<Pattern, String> {
    let mut reader = Reader { rest: pattern, found: Pattern::default(), groups: vec![Group::default()] };
    while let Some(letter) = reader.next() {
        reader.step(letter)?;
    }
    if reader.groups.len() > 1 { Err("a group is not closed".to_owned()) } else { Ok(reader.found) }
}

/// A group that is open, or the whole pattern.
#[derive(Default)]
struct Group {
    /// The product of the counts of repetitions that are nested, in what has been read.
    count: u32,
    /// The same in the last part, which may be repeated; none at the beginning of a branch.
    last: Option<u32>,
    /// Holds if the last part is a repetition.
    is_repeated: bool,
}

struct Reader<'p> {
    rest: &'p str,
    found: Pattern,
    groups: Vec<Group>,
}

type Read<T> = Result<T, String>;

/// The greatest count of a repetition, also of nested ones.
const MOST_REPETITIONS: u32 = 1000;

impl<'p> Reader<'p> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn takes(&mut self, prefix: &str) -> bool {
        let behind = self.rest.strip_prefix(prefix);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }

    /// Takes the text before a delimiter, and the delimiter.
    fn until(&mut self, delimiter: &str) -> Option<&'p str> {
        let (before, behind) = self.rest.split_once(delimiter)?;
        self.rest = behind;
        Some(before)
    }

    fn step(&mut self, letter: char) -> Read<()> {
        match letter {
            '(' => self.open(),
            ')' => self.close(),
            '|' => {
                self.group().last = None;
                self.group().is_repeated = false;
                Ok(())
            }
            '[' => {
                self.class()?;
                self.part(1);
                Ok(())
            }
            '*' | '+' | '?' => self.repeat(&letter.to_string(), 1, false),
            '{' => self.counted(),
            '\\' => self.escaped(),
            _ => {
                self.part(1);
                Ok(())
            }
        }
    }

    /// Reads what is behind a brace: the counts of a repetition, or else the brace stands for itself.
    fn counted(&mut self) -> Read<()> {
        let Some((text, least, most)) = self.counts() else {
            self.part(1);
            return Ok(());
        };
        let count = most.unwrap_or(least);
        if least > MOST_REPETITIONS || count > MOST_REPETITIONS || count < least {
            return Err(format!("the count of the repetition {text} is not valid"));
        }
        self.repeat(&text, count.max(1), true)
    }

    fn group(&mut self) -> &mut Group {
        if self.groups.is_empty() {
            self.groups.push(Group::default());
        }
        let last = self.groups.len() - 1;
        &mut self.groups[last]
    }

    /// Adds a part, whose repetitions have the given product.
    fn part(&mut self, count: u32) {
        let group = self.group();
        group.count = group.count.max(count);
        group.last = Some(count);
        group.is_repeated = false;
    }

    fn repeat(&mut self, operator: &str, times: u32, is_counted: bool) -> Read<()> {
        let is_repeated = self.group().is_repeated;
        let Some(last) = self.group().last else {
            return Err(format!("there is nothing that {operator} could repeat"));
        };
        if is_repeated {
            return Err(format!("{operator} repeats a repetition"));
        }
        self.takes("?");
        let count = last.saturating_mul(times);
        if is_counted && count > MOST_REPETITIONS {
            return Err(format!("{operator} and the repetitions in it are too many"));
        }
        self.part(count);
        self.group().is_repeated = true;
        Ok(())
    }

    /// Reads the counts of a repetition such as `{1,2}`, if they are counts.
    fn counts(&mut self) -> Option<(String, u32, Option<u32>)> {
        let (counts, behind) = self.rest.split_once('}')?;
        let (least, most) = counts.split_once(',').map_or((counts, Some(counts)), |(least, most)| (least, Some(most)));
        let most = most.filter(|most| !most.is_empty());
        let least = count(least)?;
        let most = match most {
            Some(most) => Some(count(most)?),
            None => None,
        };
        self.rest = behind;
        Some((format!("{{{counts}}}"), least, most))
    }

    fn open(&mut self) -> Read<()> {
        if !self.takes("?") {
            self.found.unnamed += 1;
            self.groups.push(Group::default());
            return Ok(());
        }
        if self.takes("P<") || self.takes("<") {
            let name = self.until(">").unwrap_or_default();
            if name.is_empty() || !name.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_') {
                return Err("the name of a group is not valid".to_owned());
            }
            self.found.names.push(name.to_owned());
            self.groups.push(Group::default());
            return Ok(());
        }
        let flags = self.rest;
        let is_group = self.flags().ok_or_else(|| {
            let shown: String = flags.chars().take(1).collect();
            format!("groups do not begin with (?{shown}")
        })?;
        if is_group {
            self.groups.push(Group::default());
        }
        Ok(())
    }

    /// Reads flags; returns true if they are those of a group, and false if they hold from here on.
    fn flags(&mut self) -> Option<bool> {
        let (mut is_negative, mut has_flag) = (false, false);
        loop {
            match self.next()? {
                'i' | 'm' | 's' | 'U' => has_flag = true,
                '-' if !is_negative => (is_negative, has_flag) = (true, false),
                end @ (':' | ')') if !is_negative || has_flag => return Some(end == ':'),
                _ => return None,
            }
        }
    }

    fn close(&mut self) -> Read<()> {
        if self.groups.len() < 2 {
            return Err("a group is closed that is not open".to_owned());
        }
        let count = self.groups.pop().map_or(1, |group| group.count.max(1));
        self.part(count);
        Ok(())
    }

    /// Reads what is behind a backslash outside of a class.
    fn escaped(&mut self) -> Read<()> {
        if self.takes("Q") {
            let literal = self.rest.split("\\E").next().unwrap_or_default();
            self.rest = &self.rest[literal.len()..];
            self.takes("\\E");
            self.found.is_peculiar = true;
            if !literal.is_empty() {
                self.part(1);
            }
            return Ok(());
        }
        let is_boundary = self.rest.starts_with(['b', 'B']) && self.rest[1..].starts_with('{');
        self.found.is_peculiar |= is_boundary || self.rest.starts_with(['<', '>']);
        let is_empty = ["A", "b", "B", "z"].into_iter().any(|letter| self.takes(letter));
        if !is_empty && !self.shorthand()? {
            self.escape()?;
        }
        self.part(1);
        Ok(())
    }

    /// Reads a class behind a backslash, such as `\d`, if there is one.
    fn shorthand(&mut self) -> Read<bool> {
        if ["d", "D", "s", "S", "w", "W"].into_iter().any(|letter| self.takes(letter)) {
            return Ok(true);
        }
        if !(self.takes("p") || self.takes("P")) {
            return Ok(false);
        }
        let is_named = self.takes("{");
        let name =
            if is_named { self.until("}").unwrap_or_default().to_owned() } else { self.next().into_iter().collect() };
        let own = name.trim_start_matches('^');
        let is_script = own.len() > 2 && own.starts_with(|letter: char| letter.is_ascii_uppercase());
        if is_script || CATEGORIES.contains(&own) { Ok(true) } else { Err(format!("there is no class \\p{{{name}}}")) }
    }

    /// Reads a letter behind a backslash.
    fn escape(&mut self) -> Read<char> {
        let Some(letter) = self.next() else { return Err("there is nothing behind the last backslash".to_owned()) };
        let fault = || Err(format!("there is no escape \\{letter}"));
        match letter {
            '0'..='7' => {
                let digits = self.rest.bytes().take(2).take_while(|digit| (b'0'..=b'7').contains(digit)).count();
                if letter != '0' && digits == 0 {
                    return fault();
                }
                self.found.is_peculiar = true;
                let number = format!("{letter}{}", &self.rest[..digits]);
                self.rest = &self.rest[digits..];
                Ok(u32::from_str_radix(&number, 8).ok().and_then(char::from_u32).unwrap_or('\0'))
            }
            'x' => {
                let digits = if self.takes("{") { self.until("}") } else { self.two_letters() };
                match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32) {
                    Some(letter) => Ok(letter),
                    None => fault(),
                }
            }
            'a' => Ok('\x07'),
            'f' => Ok('\x0c'),
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            'v' => Ok('\x0b'),
            _ if letter.is_ascii_punctuation() || letter == ' ' || letter.is_ascii_control() => Ok(letter),
            _ => fault(),
        }
    }

    fn two_letters(&mut self) -> Option<&'p str> {
        let letters = self.rest.get(..2)?;
        self.rest = &self.rest[2..];
        Some(letters)
    }

    /// Reads a class in brackets.
    fn class(&mut self) -> Read<()> {
        self.takes("^");
        let mut is_first = true;
        while is_first || !self.takes("]") {
            is_first = false;
            if self.rest.is_empty() {
                return Err("a class is not closed".to_owned());
            }
            let is_operator = ["&&", "--", "~~"].into_iter().any(|operator| self.rest.starts_with(operator));
            self.found.is_peculiar |= is_operator || self.rest.starts_with('[');
            if self.posix()? || self.rest.starts_with('\\') && self.shorthand_behind_backslash()? {
                continue;
            }
            let least = self.class_letter()?;
            let is_range = self.rest.starts_with('-') && self.rest.len() > 1 && !self.rest.starts_with("-]");
            if is_range {
                self.takes("-");
                let most = self.class_letter()?;
                if most < least {
                    return Err(format!("the range {least}-{most} of a class is empty"));
                }
            }
        }
        Ok(())
    }

    fn shorthand_behind_backslash(&mut self) -> Read<bool> {
        let before = self.rest;
        self.takes("\\");
        let is_shorthand = self.shorthand()?;
        if !is_shorthand {
            self.rest = before;
        }
        Ok(is_shorthand)
    }

    /// Reads a named class in a class, such as `[:alpha:]`, if there is one.
    fn posix(&mut self) -> Read<bool> {
        let Some((name, behind)) = self.rest.strip_prefix("[:").and_then(|rest| rest.split_once(":]")) else {
            return Ok(false);
        };
        if !POSIX.contains(&name.trim_start_matches('^')) {
            return Err(format!("there is no class [:{name}:]"));
        }
        self.rest = behind;
        Ok(true)
    }

    fn class_letter(&mut self) -> Read<char> {
        match self.next() {
            Some('\\') => self.escape(),
            Some(letter) => Ok(letter),
            None => Err("a class is not closed".to_owned()),
        }
    }
}

/// Reads a count without leading zeros; one that is too large is greater than any permitted one.
fn count(of: &str) -> Option<u32> {
    let is_count =
        !of.is_empty() && of.bytes().all(|digit| digit.is_ascii_digit()) && !(of.len() > 1 && of.starts_with('0'));
    is_count.then(|| of.parse().unwrap_or(u32::MAX))
}

/// The general categories of letters.
const CATEGORIES: [&str; 38] = [
    "C", "Cc", "Cf", "Cn", "Co", "Cs", "L", "LC", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl",
    "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs",
];

/// The named classes of POSIX.
const POSIX: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "word",
    "xdigit",
];
