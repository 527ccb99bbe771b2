//! The day of an evening.

use std::fmt;
use std::str::FromStr;

/// A day of the calendar, as `2026-11-29`. The device names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

impl Day {
    /// The year, from 1000 to 9999.
    pub const fn year(self) -> u16 {
        self.year
    }
}

/// The text is not a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a day as in 2026-11-29")]
pub struct NoDay;

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        let digits = |text: &str, n: usize| {
            let good = text.len() == n && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u16>().ok().filter(|_| good)
        };
        let mut parts = text.split('-');
        let mut part = |n, least, most| {
            let number = parts.next().and_then(|part| digits(part, n));
            number.filter(|number| (least..=most).contains(number))
        };
        let parsed = (part(4, 1000, 9999), part(2, 1, 12), part(2, 1, 31));
        let (Some(year), Some(month), Some(day), None) =
            (parsed.0, parsed.1, parsed.2, parts.next())
        else {
            return Err(NoDay);
        };
        Ok(Self {
            year,
            month: month as u8,
            day: day as u8,
        })
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}
