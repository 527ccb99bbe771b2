//! Sizes and durations for people.

/// Formats bytes in the largest unit of which there are at least ten, such as `12 MB`.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "kB", "MB", "GB", "TB"];
    let (mut number, mut unit) = (bytes, 0);
    while number >= 10_000 && unit + 1 < UNITS.len() {
        number /= 1000;
        unit += 1;
    }
    format!("{number} {}", UNITS[unit])
}

/// Formats seconds in the two largest units, such as `3 d 4 h`.
pub fn time(seconds: u64) -> String {
    const UNITS: [(u64, &str); 4] = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")];
    let at = UNITS.iter().position(|(long, _)| seconds >= *long);
    let at = at.unwrap_or(UNITS.len() - 1);
    let (long, unit) = UNITS[at];
    let first = format!("{} {unit}", seconds / long);
    match UNITS.get(at + 1) {
        Some((short, unit)) if seconds % long >= *short => {
            format!("{first} {} {unit}", seconds % long / short)
        }
        _ => first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_short() {
        for (bytes, text) in [
            (0, "0 B"),
            (9_999, "9999 B"),
            (10_000, "10 kB"),
            (12_345_678, "12 MB"),
            (9_999_999_999, "9999 MB"),
            (u64::MAX, "18446744 TB"),
        ] {
            assert_eq!(size(bytes), text);
        }
        for (seconds, text) in [
            (0, "0 s"),
            (59, "59 s"),
            (60, "1 min"),
            (3_661, "1 h 1 min"),
            (86_400, "1 d"),
            (273_599, "3 d 3 h"),
        ] {
            assert_eq!(time(seconds), text);
        }
    }
}
