//! Time zones of clubs: moments as the clock at the club shows them, and the zone for calendars.

use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};

/// How a local time is written: `2026-11-27T19:00`.
const LOCAL: &str = "%Y-%m-%dT%H:%M";

/// The time zones of the program, so that every machine has the same.
static ALL: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// A time zone of the IANA database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    zone: TimeZone,
    name: String,
}

impl Zone {
    /// The zone of clubs that have chosen none.
    pub const USUAL: &str = "UTC";

    /// A zone by its name, such as `America/Caracas`, in any case.
    pub fn by_name(name: &str) -> Option<Self> {
        let zone = ALL.get(name).ok().filter(|zone| !zone.is_unknown())?;
        let name = zone.iana_name()?.to_owned();
        Some(Self { zone, name })
    }

    /// The zone of this stored name; UTC if this program does not know it.
    pub fn stored(name: &str) -> Self {
        Self::by_name(name).unwrap_or_else(|| Self {
            zone: TimeZone::UTC,
            name: Self::USUAL.to_owned(),
        })
    }

    /// The names of the zones of cities, and UTC, in alphabetical order.
    pub fn names() -> Vec<String> {
        const CONTINENTS: [&str; 10] = [
            "Africa",
            "America",
            "Antarctica",
            "Arctic",
            "Asia",
            "Atlantic",
            "Australia",
            "Europe",
            "Indian",
            "Pacific",
        ];
        let names = ALL.available().map(|name| name.as_str().to_owned());
        let is_city = |name: &String| {
            let continent = name.split_once('/').map(|(continent, _)| continent);
            continent.is_some_and(|continent| CONTINENTS.contains(&continent))
        };
        let mut names: Vec<String> = names.filter(is_city).collect();
        names.push(Self::USUAL.to_owned());
        names.sort_unstable();
        names
    }

    /// Its IANA name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The local time of a moment in milliseconds since 1970, as `2026-11-27T19:00`.
    pub fn local(&self, at: u64) -> String {
        self.zone
            .to_datetime(timestamp(at))
            .strftime(LOCAL)
            .to_string()
    }

    /// The moment of a local time, in milliseconds since 1970. Of two, the earlier one. `None` if the clock skips the
    /// time, if it is none, or if it is before 1970.
    pub fn moment(&self, local: &str) -> Option<u64> {
        let local = DateTime::strptime(LOCAL, local).ok()?;
        let moment = self.zone.to_ambiguous_timestamp(local);
        if matches!(moment.offset(), AmbiguousOffset::Gap { .. }) {
            return None;
        }
        moment.compatible().ok()?.as_millisecond().try_into().ok()
    }

    /// The lines that describe the zone in a calendar after RFC 5545, for times between these moments.
    pub fn calendar(&self, from: u64, to: u64) -> Vec<String> {
        let (from, to) = (timestamp(from), timestamp(to));
        let before = self.zone.preceding(from).next();
        let until = |at: &Timestamp| *at <= to;
        let later = self.zone.following(from).map(|change| change.timestamp());
        let changes = before.map(|change| change.timestamp()).into_iter();
        let changes: Vec<Timestamp> = changes.chain(later.take_while(until)).collect();
        let mut lines = vec!["BEGIN:VTIMEZONE".to_owned(), format!("TZID:{}", self.name)];
        for at in &changes {
            let before = *at - jiff::Span::new().seconds(1);
            lines.extend(self.observance(self.zone.to_offset(before), *at));
        }
        if changes.is_empty() {
            let offset = self.zone.to_offset(from);
            lines.extend(self.observance(offset, Timestamp::UNIX_EPOCH));
        }
        lines.push("END:VTIMEZONE".to_owned());
        lines
    }

    /// The lines of an offset that is in force from a moment on, after another one.
    fn observance(&self, before: Offset, at: Timestamp) -> Vec<String> {
        let of = self.zone.to_offset_info(at);
        let kind = if of.dst().is_dst() {
            "DAYLIGHT"
        } else {
            "STANDARD"
        };
        let begins = before.to_datetime(at).strftime("%Y%m%dT%H%M%S");
        vec![
            format!("BEGIN:{kind}"),
            format!("DTSTART:{begins}"),
            format!("TZOFFSETFROM:{}", offset(before)),
            format!("TZOFFSETTO:{}", offset(of.offset())),
            format!("TZNAME:{}", of.abbreviation()),
            format!("END:{kind}"),
        ]
    }
}

/// An offset as calendars write it, such as `-0430`.
fn offset(of: Offset) -> String {
    let seconds = of.seconds();
    let sign = if seconds < 0 { '-' } else { '+' };
    let seconds = seconds.unsigned_abs();
    let text = format!("{sign}{:02}{:02}", seconds / 3600, seconds / 60 % 60);
    match seconds % 60 {
        0 => text,
        rest => format!("{text}{rest:02}"),
    }
}

/// The calendar ends with the year 9999.
fn timestamp(at: u64) -> Timestamp {
    let at = i64::try_from(at).ok();
    let at = at.and_then(|at| Timestamp::from_millisecond(at).ok());
    at.unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: u64 = 60_000;

    fn zone(name: &str) -> Zone {
        Zone::by_name(name).unwrap_or_else(|| panic!("no {name}"))
    }

    #[test]
    fn zones_are_found_by_name() {
        assert_eq!(zone("america/caracas").name(), "America/Caracas");
        assert_eq!(zone("UTC").name(), "UTC");
        for wrong in ["", "Caracas", "America/Nowhere", "Etc/Unknown", "<b>"] {
            assert_eq!(Zone::by_name(wrong), None, "{wrong}");
            assert_eq!(Zone::stored(wrong).name(), "UTC");
        }
        let names = Zone::names();
        for name in ["America/Santo_Domingo", "Europe/Madrid", "UTC"] {
            assert!(names.iter().any(|of| of == name), "{name}");
        }
        assert!(names.is_sorted() && names.iter().all(|name| Zone::by_name(name).is_some()));
    }

    #[test]
    fn local_times_are_those_of_the_place() {
        // 2026-11-23 08:08 UTC: in Caracas four hours less, in Madrid one hour more.
        let at = 1_795_421_280_000;
        assert_eq!(zone("America/Caracas").local(at), "2026-11-23T04:08");
        assert_eq!(zone("Europe/Madrid").local(at), "2026-11-23T09:08");
        assert_eq!(zone("Europe/Madrid").moment("2026-11-23T09:08"), Some(at));
        // In the evening it is the next day in UTC.
        let evening = zone("America/Caracas").moment("2026-11-27T20:00");
        assert_eq!(evening, zone("UTC").moment("2026-11-28T00:00"));
    }

    #[test]
    fn clock_change_skips_an_hour_and_repeats_one() {
        let madrid = zone("Europe/Madrid");
        // On 29 March 2026 the clock goes from 01:59 to 03:00.
        assert_eq!(madrid.moment("2026-03-29T02:30"), None);
        let before = madrid.moment("2026-03-29T01:59");
        let after = madrid.moment("2026-03-29T03:00");
        assert_eq!(before.map(|at| at + MINUTE), after);
        // On 25 October 2026 the hour from 02:00 is there twice: the first one is at 00:00 UTC.
        assert_eq!(
            madrid.moment("2026-10-25T02:00"),
            zone("UTC").moment("2026-10-25T00:00")
        );
        for wrong in ["", "2026-11-27", "2026-02-30T19:00", "1969-12-31T19:00"] {
            assert_eq!(madrid.moment(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn calendar_has_the_changes_of_the_clock() {
        let madrid = zone("Europe/Madrid");
        let [from, to] = ["2026-12-04T19:00", "2027-04-02T23:00"].map(|at| madrid.moment(at));
        let lines = madrid.calendar(from.unwrap(), to.unwrap());
        let expected = [
            "BEGIN:VTIMEZONE",
            "TZID:Europe/Madrid",
            "BEGIN:STANDARD",
            "DTSTART:20261025T030000",
            "TZOFFSETFROM:+0200",
            "TZOFFSETTO:+0100",
            "TZNAME:CET",
            "END:STANDARD",
            "BEGIN:DAYLIGHT",
            "DTSTART:20270328T020000",
            "TZOFFSETFROM:+0100",
            "TZOFFSETTO:+0200",
            "TZNAME:CEST",
            "END:DAYLIGHT",
            "END:VTIMEZONE",
        ];
        assert_eq!(lines, expected);
        let utc = zone("UTC").calendar(0, 1);
        assert_eq!(
            utc[2..5],
            [
                "BEGIN:STANDARD",
                "DTSTART:19700101T000000",
                "TZOFFSETFROM:+0000"
            ]
        );
        assert_eq!(offset(Offset::from_seconds(-16_200).unwrap()), "-0430");
    }
}
