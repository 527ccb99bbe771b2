//! Moments and days as text, by the calendar of Greenwich.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;

/// A moment in milliseconds since 1970, as `2026-11-23 08:08 UTC`.
pub fn moment_text(at: u64) -> String {
    civil(at).strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// The day of a moment in milliseconds since 1970, as `2026-11-23`.
pub fn day_text(at: u64) -> String {
    civil(at).date().to_string()
}

/// A moment in milliseconds since 1970, as `2026-11-23T08:08Z`.
pub fn stamp(at: u64) -> String {
    civil(at).strftime("%Y-%m-%dT%H:%MZ").to_string()
}

/// The moment of a text that [`stamp`] wrote, in milliseconds since 1970; `None` for other texts.
pub fn stamp_at(text: &str) -> Option<u64> {
    let moment: Timestamp = text.parse().ok()?;
    u64::try_from(moment.as_millisecond()).ok()
}

/// Whether a text is a day and a time from 1970 on, as `2026-11-27T19:00`.
pub fn is_moment(text: &str) -> bool {
    let moment = DateTime::strptime("%Y-%m-%dT%H:%M", text);
    moment.is_ok_and(|moment| {
        moment.year() >= 1970 && moment.strftime("%Y-%m-%dT%H:%M").to_string() == text
    })
}

/// The day after a day, both as `2026-11-23`; `None` if it is none.
pub fn next_day(day: &str) -> Option<String> {
    let day = Date::strptime("%Y-%m-%d", day).ok()?;
    Some(day.tomorrow().ok()?.to_string())
}

/// The calendar ends with the year 9999.
fn civil(at: u64) -> DateTime {
    let at = i64::try_from(at).ok();
    let at = at.and_then(|at| Timestamp::from_millisecond(at).ok());
    Offset::UTC.to_datetime(at.unwrap_or(Timestamp::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (at, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400_000, "2000-02-29 00:00 UTC"),
            (1_709_251_199_000, "2024-02-29 23:59 UTC"),
            (1_709_251_200_000, "2024-03-01 00:00 UTC"),
            (1_795_421_280_000, "2026-11-23 08:08 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00 UTC"),
            (u64::MAX, "9999-12-30 22:00 UTC"),
        ] {
            assert_eq!(moment_text(at), text);
            assert_eq!(day_text(at), text[..10]);
        }
    }

    #[test]
    fn stamps_can_be_read_again() {
        let at = 1_795_421_280_000;
        assert_eq!(stamp(at), "2026-11-23T08:08Z");
        assert_eq!(stamp(at + 59_999), "2026-11-23T08:08Z");
        assert_eq!(stamp_at("2026-11-23T08:08Z"), Some(at));
        for wrong in ["", "2026-11-23", "2026-11-23T25:08Z", "1969-12-31T23:59Z"] {
            assert_eq!(stamp_at(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn impossible_moments_are_refused() {
        for right in ["2026-11-27T19:00", "2024-02-29T00:00", "2000-02-29T23:59"] {
            assert!(is_moment(right), "{right}");
        }
        for wrong in [
            "",
            "2026-11-27",
            "2026-02-29T19:00",
            "1900-02-29T19:00",
            "1969-12-31T19:00",
            "2026-13-01T19:00",
            "2026-00-01T19:00",
            "2026-04-31T19:00",
            "2026-11-27T24:00",
            "2026-11-27T19:60",
            "2026-11-27 19:00",
            "2026-11-7T19:00",
            " 2026-11-27T19:0",
            "+026-11-27T19:00",
            "２026-11-27T19:0",
        ] {
            assert!(!is_moment(wrong), "{wrong}");
        }
    }
}
