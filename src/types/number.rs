//! Exact decimal numbers, as written in a program: a big integer times a power of ten.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint};

/// The largest power of ten, in either direction, that a literal may name.
///
/// A literal beyond it is the error `imprecise-number`: no program needs that many digits.
pub const MAX_EXPONENT: i64 = 10_000;

/// The maximum number of digits of a literal.
pub const MAX_DIGITS: usize = 50_000;

/// The maximum number of bits of a computed number, without the power of ten that divides it.
const MOST_BITS: u64 = 16 * MAX_EXPONENT.unsigned_abs();

/// An exact decimal number. Two numbers are equal if and only if they are the same value: `1.50` equals `15e-1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    /// Never divisible by ten, except that zero is zero.
    mantissa: BigInt,
    exponent: i64,
}

/// The reason why a text is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// Not of the form `digits[.digits][e[+-]digits]`.
    Malformed,
    /// The exponent is beyond [`MAX_EXPONENT`].
    ExponentTooLarge,
    /// There are more digits than [`MAX_DIGITS`].
    TooManyDigits,
}

impl Number {
    /// Reads an HCL number literal, with an optional sign. Linear in the text, apart from the conversion of its digits.
    ///
    /// # Errors
    /// [`NumberError`], if the text is not a number, or not one that is stored exactly.
    pub fn parse(text: &str) -> Result<Self, NumberError> {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (decimal, exponent) = match text.split_once(['e', 'E']) {
            Some((decimal, exponent)) => (decimal, parse_exponent(exponent)?),
            None => (text, 0),
        };
        let (integral, fraction) = decimal.split_once('.').map_or((decimal, None), |(i, f)| (i, Some(f)));
        if !is_digits(integral) || fraction.is_some_and(|digits| !is_digits(digits)) {
            return Err(NumberError::Malformed);
        }
        let fraction = fraction.unwrap_or("");
        if integral.len() + fraction.len() > MAX_DIGITS {
            return Err(NumberError::TooManyDigits);
        }
        let digits = [if negative { "-" } else { "" }, integral, fraction].concat();
        let mantissa = BigInt::parse_bytes(digits.as_bytes(), 10).ok_or(NumberError::Malformed)?;
        let places = i64::try_from(fraction.len()).map_err(|_| NumberError::ExponentTooLarge)?;
        Ok(Self::new(mantissa, exponent - places))
    }

    /// Reads a number from a text, as the conversion of a string does: besides literals it accepts a sign, a point at either end
    /// of the digits, and `p` before a power of two, but no infinities.
    ///
    /// # Errors
    /// As [`Number::parse`].
    pub fn from_text(text: &str) -> Result<Self, NumberError> {
        let (sign, unsigned) = match text.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        if let Some((decimal, exponent)) = unsigned.split_once(['p', 'P']) {
            return Self::scaled(&Self::from_decimal(sign, decimal, "")?, parse_exponent(exponent)?);
        }
        match unsigned.find(['e', 'E']) {
            Some(at) => Self::from_decimal(sign, &unsigned[..at], &unsigned[at..]),
            None => Self::from_decimal(sign, unsigned, ""),
        }
    }

    /// Reads a whole number from its digits in a base from 2 to 256, the first of the greatest value.
    ///
    /// # Errors
    /// [`NumberError::Malformed`], if there are no digits, one is not of the base, or the base is another one; and as
    /// [`Number::plus`].
    pub fn from_digits(digits: &[u8], base: u32) -> Result<Self, NumberError> {
        let is_base = (2..=256).contains(&base);
        if !is_base || digits.is_empty() || digits.iter().any(|&digit| u32::from(digit) >= base) {
            return Err(NumberError::Malformed);
        }
        let zeros = digits.iter().take_while(|&&digit| digit == 0).count();
        // A digit is a bit at least. The conversion takes quadratic time, so that no more are read.
        if digits.len() - zeros > 2 * MOST_BITS as usize {
            return Err(NumberError::ExponentTooLarge);
        }
        let whole = BigUint::from_radix_be(&digits[zeros..], base).unwrap_or_default();
        Self::new(whole.into(), 0).within_limits()
    }

    /// Reads a decimal whose point may lack digits on one side.
    fn from_decimal(sign: &str, decimal: &str, exponent: &str) -> Result<Self, NumberError> {
        let decimal = match decimal.split_once('.') {
            Some(("", "")) => return Err(NumberError::Malformed),
            Some(("", fraction)) => format!("0.{fraction}"),
            Some((integral, "")) => integral.to_owned(),
            _ => decimal.to_owned(),
        };
        Self::parse(&[sign, &decimal, exponent].concat())
    }

    /// `number * 2^power`, exactly.
    fn scaled(number: &Self, power: i64) -> Result<Self, NumberError> {
        let count = power.unsigned_abs() as u32;
        let scaled = if power >= 0 {
            Self::new(&number.mantissa * BigInt::from(2u8).pow(count), number.exponent)
        } else {
            Self::new(&number.mantissa * BigInt::from(5u8).pow(count), number.exponent + power)
        };
        scaled.within_limits()
    }

    /// `mantissa * 10^exponent`.
    pub fn new(mut mantissa: BigInt, mut exponent: i64) -> Self {
        if mantissa == BigInt::ZERO {
            return Self { mantissa, exponent: 0 };
        }
        let digits = mantissa.to_string();
        let zeros = digits.len() - digits.trim_end_matches('0').len();
        if zeros > 0 {
            mantissa /= BigInt::from(10u8).pow(zeros as u32);
            exponent += i64::from(zeros as u32);
        }
        Self { mantissa, exponent }
    }

    /// Holds for integers, however they were written: `1.0` and `1e3` too.
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// The number with the opposite sign.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { mantissa: -&self.mantissa, exponent: self.exponent }
    }

    /// Returns the number, unless it has more digits than any literal.
    fn within_limits(self) -> Result<Self, NumberError> {
        let is_small = (-2 * MAX_EXPONENT..=2 * MAX_EXPONENT).contains(&self.exponent);
        let is_short = self.mantissa.bits() <= MOST_BITS;
        if is_small && is_short { Ok(self) } else { Err(NumberError::ExponentTooLarge) }
    }

    /// The sum of two numbers.
    ///
    /// # Errors
    /// [`NumberError::ExponentTooLarge`], as for all arithmetic, if the result has too many digits.
    pub fn plus(&self, other: &Self) -> Result<Self, NumberError> {
        let (a, b, exponent) = self.aligned(other);
        Self::new(a + b, exponent).within_limits()
    }

    /// The product of two numbers.
    ///
    /// # Errors
    /// As [`Number::plus`].
    pub fn times(&self, other: &Self) -> Result<Self, NumberError> {
        Self::new(&self.mantissa * &other.mantissa, self.exponent + other.exponent).within_limits()
    }

    /// Returns the quotient of two numbers, if it has finitely many decimal digits, and not too many.
    pub fn divided_by(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        // A fraction in lowest terms is finite if two and five are the only primes of its denominator, and then it has
        // no more decimal places than the denominator has bits.
        let places = other.mantissa.bits() as u32;
        let scaled = &self.mantissa * BigInt::from(10u8).pow(places);
        let quotient = &scaled / &other.mantissa;
        if &quotient * &other.mantissa != scaled {
            return None;
        }
        Self::new(quotient, self.exponent - other.exponent - i64::from(places)).within_limits().ok()
    }

    /// Returns the remainder of a division, with the sign of the number; `None` if the divisor is zero.
    pub fn remainder(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        let (a, b, exponent) = self.aligned(other);
        Some(Self::new(a % b, exponent))
    }

    /// Holds for zero.
    pub fn is_zero(&self) -> bool {
        self.mantissa == BigInt::ZERO
    }

    /// Holds below zero.
    pub fn is_negative(&self) -> bool {
        self.mantissa < BigInt::ZERO
    }

    /// Returns both mantissas at the smaller of the two exponents, and that exponent.
    fn aligned(&self, other: &Self) -> (BigInt, BigInt, i64) {
        let exponent = self.exponent.min(other.exponent);
        let raised = |number: &Self| {
            &number.mantissa * BigInt::from(10u8).pow((number.exponent - exponent).unsigned_abs() as u32)
        };
        (raised(self), raised(other), exponent)
    }

    /// Returns the number as an index, if it is an integer that fits.
    pub fn as_index(&self) -> Option<usize> {
        // A number with more than 20 trailing zeros cannot fit.
        if !self.is_integer() || self.exponent > 20 {
            return None;
        }
        usize::try_from(&self.mantissa * BigInt::from(10u8).pow(self.exponent.unsigned_abs() as u32)).ok()
    }
}

/// Numbers are ordered by value.
impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<usize> for Number {
    fn from(value: usize) -> Self {
        Self::new(value.into(), 0)
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::new(value.into(), 0)
    }
}

/// Plain decimal with all digits; integers without a point.
impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.mantissa.magnitude().to_string();
        let sign = if self.mantissa.sign() == num_bigint::Sign::Minus { "-" } else { "" };
        if self.exponent >= 0 {
            return write!(out, "{sign}{digits}{}", "0".repeat(self.exponent.unsigned_abs() as usize));
        }
        let places = self.exponent.unsigned_abs() as usize;
        let padded = format!("{}{digits}", "0".repeat((places + 1).saturating_sub(digits.len())));
        let (integral, fraction) = padded.split_at(padded.len() - places);
        write!(out, "{sign}{integral}.{fraction}")
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_exponent(text: &str) -> Result<i64, NumberError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !is_digits(digits) {
        return Err(NumberError::Malformed);
    }
    // An exponent that does not fit an i64 is certainly too large.
    let exponent = text.strip_prefix('+').unwrap_or(text).parse().map_err(|_| NumberError::ExponentTooLarge)?;
    if (-MAX_EXPONENT..=MAX_EXPONENT).contains(&exponent) { Ok(exponent) } else { Err(NumberError::ExponentTooLarge) }
}

#[cfg(test)]
mod tests {
    use crate::*;

    fn shown(text: &str) -> String {
        Number::parse(text).map_or_else(|error| format!("{error:?}"), |number| number.to_string())
    }

    #[test]
    fn every_digit_is_kept() {
        for text in ["0", "7", "123456789012345678901234567890", "0.1", "-0.000123", "1.5", "100"] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn spellings_of_one_value_are_one_number() {
        assert_eq!(shown("1.50"), "1.5");
        assert_eq!(shown("2.50e3"), "2500");
        assert_eq!(shown("1E-2"), "0.01");
        assert_eq!(shown("-0"), "0");
        assert_eq!(Number::parse("15e-1"), Number::parse("1.500"));
        assert!(Number::parse("1.0").unwrap().is_integer());
        assert!(!Number::parse("1.01").unwrap().is_integer());
    }

    #[test]
    fn what_is_no_exact_number_is_refused() {
        assert_eq!(shown("1e10001"), "ExponentTooLarge");
        assert_eq!(shown("1e-99999999999999999999"), "ExponentTooLarge");
        for text in ["", "-", ".5", "1.", "1.2.3", "1e", "0x10", "1_000"] {
            assert_eq!(shown(text), "Malformed", "{text}");
        }
    }

    #[test]
    fn texts_stand_for_numbers_in_more_ways_than_literals() {
        let read = |text: &str| Number::from_text(text).map_or_else(|error| format!("{error:?}"), |n| n.to_string());
        for (text, number) in
            [("12", "12"), ("+.5", "0.5"), ("-1.", "-1"), ("1e2", "100"), ("3p2", "12"), ("3p-2", "0.75")]
        {
            assert_eq!(read(text), number, "{text}");
        }
        for text in ["", "+", ".", " 1", "1 ", "0x1", "Inf", "1_0", "e5", "--1", "TRUE"] {
            assert_eq!(read(text), "Malformed", "{text}");
        }
        assert_eq!(read("1e20000"), "ExponentTooLarge");
    }

    #[test]
    fn digits_make_a_number_in_their_base() {
        let read = |digits: &[u8], base| Number::from_digits(digits, base).map(|number| number.to_string());
        assert_eq!(read(&[0, 0, 1, 61], 62), Ok("123".to_owned()));
        assert_eq!(read(&[0, 0], 2), Ok("0".to_owned()));
        assert_eq!(read(&[1; 1000], 10).map(|digits| digits.len()), Ok(1000));
        assert_eq!((read(&[], 10), read(&[1, 2], 2)), (Err(NumberError::Malformed), Err(NumberError::Malformed)));
        assert_eq!((read(&[0], 1), read(&[0], 257)), (Err(NumberError::Malformed), Err(NumberError::Malformed)));
        assert_eq!(read(&vec![1; 400_000], 10), Err(NumberError::ExponentTooLarge));
    }

    #[test]
    fn arithmetic_is_exact() {
        let n = |text: &str| Number::from_text(text).unwrap();
        assert_eq!(n("0.1").plus(&n("0.2")).unwrap().to_string(), "0.3");
        assert_eq!(n("1e30").plus(&n("-1")).unwrap().to_string(), "999999999999999999999999999999");
        assert_eq!(n("1.5").times(&n("-4")).unwrap().to_string(), "-6");
        assert_eq!(n("1").divided_by(&n("8")).unwrap().to_string(), "0.125");
        assert_eq!(n("7.5").divided_by(&n("0.25")).unwrap().to_string(), "30");
        assert_eq!((n("1").divided_by(&n("3")), n("1").divided_by(&n("0"))), (None, None));
        assert_eq!(n("-7").remainder(&n("2.5")).unwrap().to_string(), "-2");
        assert!(n("1e9999").times(&n("1e9999")).is_ok_and(|product| product.times(&product).is_err()));
        assert!(n("-2") < n("0.1") && n("10") > n("9.99"));
    }

    #[test]
    fn an_index_is_an_integer_that_fits() {
        let index = |text: &str| Number::parse(text).unwrap().as_index();
        assert_eq!(index("20"), Some(20));
        assert_eq!(index("1e3"), Some(1000));
        assert_eq!((index("-1"), index("0.5"), index("1e40")), (None, None, None));
    }
}
