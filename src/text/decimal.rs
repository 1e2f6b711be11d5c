//! Numbers as digits, without the machinery of formatting: reports write millions of them.

/// The most digits a number has.
const MOST: usize = 20;

/// A number in decimal digits.
#[derive(Debug, Clone, Copy)]
pub struct Decimal {
    digits: [u8; MOST],
    /// Where the first digit stands.
    start: usize,
}

impl From<u64> for Decimal {
    fn from(mut number: u64) -> Self {
        let (mut digits, mut start) = ([b'0'; MOST], MOST);
        while start == MOST || number > 0 {
            start -= 1;
            digits[start] += u8::try_from(number % 10).unwrap_or_default();
            number /= 10;
        }
        Self { digits, start }
    }
}

impl Decimal {
    /// The digits.
    pub fn as_bytes(&self) -> &[u8] {
        &self.digits[self.start..]
    }

    /// The digits as text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn digits_are_those_of_the_usual_way() {
        for number in [0, 1, 9, 10, 99, 100, 65_535, u64::from(u32::MAX), u64::MAX] {
            assert_eq!(Decimal::from(number).as_str(), number.to_string());
        }
    }
}
