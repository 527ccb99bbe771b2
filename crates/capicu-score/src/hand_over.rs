//! The result that the sheet returns to an event.

use capicu_sheet::{Event, Played};

use crate::Page;

impl Page {
    /// The number of matches on the sheet.
    pub fn matches(&self) -> usize {
        self.sheet.matches().len()
    }

    /// The scores of the matches that began like this, one after the other up to now, such as `200.150.w0-90.40`: a
    /// finished match names the side that won. The first `earlier` matches belong to another slip. Empty if the current
    /// match began in another way, or has no line yet.
    pub fn result(&self, start: &str, earlier: usize) -> String {
        let is_same = |played: &&Played| {
            let line = Event::Started(played.start().clone()).to_line();
            line.strip_prefix("start ") == Some(start)
        };
        let matches = self.sheet.matches().iter().skip(earlier).rev();
        let mut matches: Vec<&Played> = matches.take_while(is_same).collect();
        matches.reverse();
        matches.retain(|played| !played.lines().is_empty());
        let all = matches.iter().map(|played| {
            let mut parts: Vec<String> = played.scores().iter().map(u16::to_string).collect();
            parts.extend(
                played
                    .result()
                    .map(|result| format!("w{}", result.winner.index())),
            );
            parts.join(".")
        });
        all.collect::<Vec<_>>().join("-")
    }
}
