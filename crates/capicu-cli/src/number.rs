//! Numbers as arguments, and the errors of others.

#[cfg(feature = "full")]
use std::time::Duration;

use crate::language::texts;

/// Parses an integer of at least `least`.
pub fn at_least<T>(least: u64) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    move |text| {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let number = text.parse::<u64>().ok().filter(|_| digits);
        match number.map(T::try_from) {
            Some(Ok(read)) if number >= Some(least) => Ok(read),
            Some(Err(_)) => Err(texts().command_number_large()),
            None if digits => Err(texts().command_number_large()),
            _ => Err(texts().command_number_from(least)),
        }
    }
}

pub fn within<T>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = at_least::<u64>(0)(text).ok();
        number
            .filter(|number| (least..=most).contains(number))
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| texts().command_number_within(least, most))
    }
}

#[cfg(feature = "full")]
pub fn any(text: &str) -> Result<f64, String> {
    let read: Option<f64> = text.parse().ok();
    read.filter(|number| number.is_finite())
        .ok_or_else(|| texts().command_number_any())
}

#[cfg(feature = "full")]
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    let read: Option<f64> = text.parse().ok().filter(|ms| *ms > 0.0);
    read.and_then(|ms| Duration::try_from_secs_f64(ms / 1e3).ok())
        .ok_or_else(|| texts().command_milliseconds())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_parsed_within_their_bounds() {
        assert_eq!(at_least::<u32>(1)("1"), Ok(1));
        assert_eq!(at_least::<u64>(0)("0"), Ok(0));
        assert_eq!(at_least::<u32>(0)("4294967295"), Ok(u32::MAX));
        for bad in [
            "0",
            "-5",
            "+3",
            "",
            "1.5",
            "4294967296",
            "99999999999999999999",
            "two",
        ] {
            assert!(at_least::<u32>(1)(bad).is_err(), "{bad}");
        }
        assert_eq!(within::<u8>(2, 12)("12"), Ok(12));
        for bad in ["1", "13", "300", "-2", ""] {
            assert!(within::<u8>(2, 12)(bad).is_err(), "{bad}");
        }
        assert_eq!(any("-0.5"), Ok(-0.5));
        assert!(any("nan").is_err() && any("x").is_err());
        assert_eq!(milliseconds("0.5"), Ok(Duration::from_micros(500)));
        for bad in ["0", "-1", "nan", "ms"] {
            assert!(milliseconds(bad).is_err(), "{bad}");
        }
    }
}
