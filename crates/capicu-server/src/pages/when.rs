//! Moments, as a page tells them.

use maud::{Markup, html};

/// Stands for a moment in a sentence until the moment is put there.
pub const MOMENT: &str = "\u{fffc}";

/// A sentence with a moment, in milliseconds since 1970, where it holds [`MOMENT`].
pub fn with_moment(sentence: &str, at: u64) -> Markup {
    let (before, after) = sentence.split_once(MOMENT).unwrap_or((sentence, ""));
    html! { (before) (moment(at)) (after) }
}

/// A moment in milliseconds since 1970, as the clock of nobody in particular shows it. The script of the page
/// puts the reader's own in its place.
pub fn moment(at: u64) -> Markup {
    let told = text(at);
    let stamp = told.replacen(' ', "T", 1).replace(" UTC", "Z");
    html! { time datetime=(stamp) { (told) } }
}

/// The day of a moment by the calendar of Greenwich. The script of the page writes it as the reader does.
pub fn day(at: u64) -> Markup {
    let day = day_text(at);
    html! { time datetime=(day) { (day) } }
}

/// A sentence with a day where it holds [`MOMENT`].
pub fn with_day(sentence: &str, at: u64) -> Markup {
    let (before, after) = sentence.split_once(MOMENT).unwrap_or((sentence, ""));
    html! { (before) (day(at)) (after) }
}

/// A moment as text, as `2026-11-23 08:08 UTC`.
pub fn text(at: u64) -> String {
    let minutes = at / 60_000;
    let (year, month, day) = date(minutes / (24 * 60));
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// The day of a moment by the calendar of Greenwich, as `2026-11-23`.
pub fn day_text(at: u64) -> String {
    let mut day = text(at);
    day.truncate(day.find(' ').unwrap_or(day.len()));
    day
}

/// The date so many days after 1 January 1970.
fn date(days: u64) -> (u64, u64, u64) {
    // Counted from 1 March of the year 0, so that a leap day is the last of its year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, turn) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (400 * era + year + turn, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (at, told) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400_000, "2000-02-29 00:00 UTC"),
            (1_709_251_199_000, "2024-02-29 23:59 UTC"),
            (1_709_251_200_000, "2024-03-01 00:00 UTC"),
            (1_795_421_280_000, "2026-11-23 08:08 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(text(at), told);
            let date = &told[..10];
            assert_eq!(day_text(at), date);
            let expected = format!("<time datetime=\"{date}\">{date}</time>");
            assert_eq!(day(at).into_string(), expected);
        }
        let moment = moment(1_795_421_280_000).into_string();
        let expected = "<time datetime=\"2026-11-23T08:08Z\">2026-11-23 08:08 UTC</time>";
        assert_eq!(moment, expected);
    }
}
