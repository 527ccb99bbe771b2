//! Score sheets that several phones of one table write together. They are in memory only.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu_sheet::{Sheet, TextError};

/// The most bytes of a shared sheet.
const MAX_BYTES: usize = 48 * 1024;

/// The most lines of a shared sheet. The rules read all of them again for each new line.
const MAX_LINES: usize = 800;

/// The most shared sheets of a server.
const MAX_SHEETS: usize = 1000;

/// Milliseconds after the last line until a sheet expires.
const KEEP: u64 = 12 * 60 * 60 * 1000;

/// The secret name of a shared sheet: 32 hexadecimal digits, which a phone draws by lot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SheetId(String);

/// Why lines were not written on a shared sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is no such sheet, or it expired.
    Gone,
    /// Another phone wrote first. These lines are new to the sender.
    Behind(Vec<String>),
    /// The rules do not allow a line.
    Impossible(TextError),
    /// The sheet is too long.
    Long,
    /// The server shares no more sheets now.
    Full,
}

/// The shared sheets of a server. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct SharedSheets(Arc<Mutex<HashMap<SheetId, SharedSheet>>>);

/// The lines of a sheet after its header, in the order in which the server received them.
#[derive(Clone, Debug)]
struct SharedSheet {
    lines: Vec<String>,
    /// When the last line was written, in milliseconds since 1970.
    at: u64,
}

impl SharedSheets {
    /// Returns the lines after the first `from`; `None` if there is no such sheet.
    pub fn since(&self, id: &SheetId, from: usize, now: u64) -> Option<Vec<String>> {
        let sheets = self.sheets(now);
        sheets.get(id).map(|sheet| sheet.after(from))
    }

    /// Adds lines to a sheet on which the sender knows `at` lines, and returns the number of its lines. The first lines
    /// make the sheet.
    ///
    /// # Errors
    ///
    /// If the lines are not written; the sheet is then unchanged.
    pub fn write(
        &self,
        id: &SheetId,
        at: usize,
        lines: &[&str],
        now: u64,
    ) -> Result<usize, Refused> {
        let mut all = Self::known(&self.sheets(now), id, at, lines)?;
        all.extend(lines.iter().copied().map(str::to_owned));
        let bytes: usize = all.iter().map(|line| line.len() + 1).sum();
        if bytes > MAX_BYTES || all.len() > MAX_LINES {
            return Err(Refused::Long);
        }
        let text = format!("{}\n{}\n", capicu_sheet::HEADER, all.join("\n"));
        Sheet::read(&text).map_err(Refused::Impossible)?;
        let n = all.len();
        // The rules took their time without the lock. Another phone may have written meanwhile.
        let mut sheets = self.sheets(now);
        Self::known(&sheets, id, at, lines)?;
        sheets.insert(
            id.clone(),
            SharedSheet {
                lines: all,
                at: now,
            },
        );
        Ok(n)
    }

    /// The lines of a sheet to which its sender may add lines.
    fn known(
        sheets: &HashMap<SheetId, SharedSheet>,
        id: &SheetId,
        at: usize,
        lines: &[&str],
    ) -> Result<Vec<String>, Refused> {
        let known = match sheets.get(id) {
            None if at > 0 || lines.is_empty() => return Err(Refused::Gone),
            None if sheets.len() >= MAX_SHEETS => return Err(Refused::Full),
            None => &[][..],
            Some(sheet) => &sheet.lines,
        };
        match known.len() == at {
            true => Ok(known.to_vec()),
            false => Err(Refused::Behind(known[at.min(known.len())..].to_vec())),
        }
    }

    /// The sheets that have not expired.
    fn sheets(&self, now: u64) -> MutexGuard<'_, HashMap<SheetId, SharedSheet>> {
        let mut sheets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sheets.retain(|_, sheet| now < sheet.at + KEEP);
        sheets
    }
}

impl SharedSheet {
    fn after(&self, from: usize) -> Vec<String> {
        self.lines.iter().skip(from).cloned().collect()
    }
}

/// A text that is no [`SheetId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name of a shared sheet has 32 digits from 0 to f; scan the code of the other phone")]
pub struct NoSheetId;

impl FromStr for SheetId {
    type Err = NoSheetId;

    fn from_str(text: &str) -> Result<Self, NoSheetId> {
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_id = text.len() == 32 && text.bytes().all(is_digit);
        is_id.then(|| Self(text.to_owned())).ok_or(NoSheetId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "start cien 4\tTito\tAna\tMarva\tInés";
    const ROUND: &str = "round out=A way=both-ends total=32";

    fn id(digit: char) -> SheetId {
        digit.to_string().repeat(32).parse().expect("an id")
    }

    #[test]
    fn phones_have_one_order_of_lines() {
        let sheets = SharedSheets::default();
        let table = id('a');
        assert_eq!(sheets.since(&table, 0, 0), None);
        assert_eq!(sheets.write(&table, 0, &[START], 0), Ok(1));
        // Both phones write the same round: the second is refused, and hears the line of the first.
        assert_eq!(sheets.write(&table, 1, &[ROUND], 0), Ok(2));
        assert_eq!(
            sheets.write(&table, 1, &[ROUND], 0),
            Err(Refused::Behind(vec![ROUND.to_owned()]))
        );
        assert_eq!(sheets.write(&table, 2, &["undo"], 0), Ok(3));
        let lines = vec![ROUND.to_owned(), "undo".to_owned()];
        assert_eq!(sheets.since(&table, 1, 0), Some(lines));
        // A phone that knows more lines than the server hears that too.
        assert_eq!(
            sheets.write(&table, 9, &["undo"], 0),
            Err(Refused::Behind(vec![]))
        );
    }

    #[test]
    fn lines_against_the_rules_are_refused() {
        let sheets = SharedSheets::default();
        let table = id('a');
        for wrong in ["start cien 4\tTito", "undo", "hello"] {
            let refused = sheets.write(&table, 0, &[wrong], 0);
            assert!(matches!(refused, Err(Refused::Impossible(_))), "{wrong}");
        }
        assert_eq!(sheets.write(&table, 0, &[], 0), Err(Refused::Gone));
        assert_eq!(sheets.write(&table, 1, &[START], 0), Err(Refused::Gone));
        assert_eq!(sheets.write(&table, 0, &[START], 0), Ok(1));
        // Of several lines, none is written if one is impossible.
        let refused = sheets.write(&table, 1, &[ROUND, "strike 7"], 0);
        assert!(matches!(refused, Err(Refused::Impossible(_))));
        assert_eq!(sheets.since(&table, 0, 0), Some(vec![START.to_owned()]));
    }

    #[test]
    fn sheets_are_bounded_and_expire() {
        let sheets = SharedSheets::default();
        let long = format!("moves {}", "x".repeat(7990));
        let all: Vec<&str> = std::iter::once(START)
            .chain([ROUND].into_iter().chain([long.as_str()]).cycle().take(14))
            .collect();
        assert_eq!(sheets.write(&id('a'), 0, &all, 0), Err(Refused::Long));
        for n in 0..MAX_SHEETS {
            let id = format!("{n:032x}").parse().expect("an id");
            assert_eq!(sheets.write(&id, 0, &[START], 0), Ok(1));
        }
        assert_eq!(sheets.write(&id('a'), 0, &[START], 0), Err(Refused::Full));
        assert_eq!(
            sheets.since(&id('0'), 0, KEEP - 1).map(|all| all.len()),
            Some(1)
        );
        assert_eq!(sheets.since(&id('0'), 0, KEEP), None);
        assert_eq!(sheets.write(&id('a'), 0, &[START], KEEP), Ok(1));
    }

    #[test]
    fn other_texts_are_no_id() {
        for text in [
            "",
            "a",
            &"A".repeat(32),
            &"g".repeat(32),
            &"a".repeat(33),
            "../../etc/passwd",
        ] {
            assert_eq!(text.parse::<SheetId>(), Err(NoSheetId), "{text}");
        }
    }
}
