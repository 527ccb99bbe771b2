//! Moments, as a page shows them.

use maud::{Markup, html};

use capicu_accounts::dates::{day_text, moment_text};
use capicu_accounts::zones::Zone;

/// Placeholder for a moment in a sentence.
pub const MOMENT: &str = "\u{fffc}";

/// Puts a moment, in milliseconds since 1970, into a sentence in place of [`MOMENT`].
pub fn with_moment(sentence: &str, at: u64) -> Markup {
    let (before, after) = sentence.split_once(MOMENT).unwrap_or((sentence, ""));
    html! { (before) (moment(at)) (after) }
}

/// A moment in milliseconds since 1970, shown in UTC. The script of the page replaces it with the reader's local time.
pub fn moment(at: u64) -> Markup {
    let told = moment_text(at);
    let stamp = told.replacen(' ', "T", 1).replace(" UTC", "Z");
    html! { time datetime=(stamp) { (told) } }
}

/// A moment in milliseconds since 1970 as the clock of this zone shows it. The script of the page leaves it so.
pub fn local(at: u64, zone: &Zone) -> String {
    zone.local(at).replace('T', " ")
}

/// The day of a moment by the calendar of Greenwich. The script of the page writes it as the reader does.
pub fn day(at: u64) -> Markup {
    let day = day_text(at);
    html! { time datetime=(day) { (day) } }
}

/// Puts a day such as `2026-11-27` into a sentence in place of [`MOMENT`]. The script of the page writes it as the reader
/// does.
pub fn on_day(sentence: &str, day: &str) -> Markup {
    let (before, after) = sentence.split_once(MOMENT).unwrap_or((sentence, ""));
    html! { (before) time datetime=(day) { (day) } (after) }
}

/// Puts a day into a sentence in place of [`MOMENT`].
pub fn with_day(sentence: &str, at: u64) -> Markup {
    let (before, after) = sentence.split_once(MOMENT).unwrap_or((sentence, ""));
    html! { (before) (day(at)) (after) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moment_has_a_machine_readable_time() {
        let day = day(1_795_421_280_000).into_string();
        let expected = "<time datetime=\"2026-11-23\">2026-11-23</time>";
        assert_eq!(day, expected);
        let moment = moment(1_795_421_280_000).into_string();
        let expected = "<time datetime=\"2026-11-23T08:08Z\">2026-11-23 08:08 UTC</time>";
        assert_eq!(moment, expected);
    }
}
