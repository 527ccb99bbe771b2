//! Results of the traps, and their output.

use std::io;

use capicu_i18n::Texts;
use serde_json::{Value, json};

use crate::{color, print};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Passed,
    Failed(String),
    /// Could not be tried; contains the reason.
    Skipped(String),
}

#[derive(Debug)]
pub struct Tally {
    of: &'static str,
    traps: Vec<(&'static str, String, Verdict)>,
}

impl Tally {
    /// Creates an empty tally of a `server` or a `bot`.
    pub const fn new(of: &'static str) -> Self {
        Self {
            of,
            traps: Vec::new(),
        }
    }

    /// Adds a result: the trap's name for programs, its text for people, and the verdict.
    pub fn add(&mut self, trap: &'static str, told: String, verdict: Verdict) {
        self.traps.push((trap, told, verdict));
    }

    pub fn is_good(&self) -> bool {
        let is_failed = |verdict: &Verdict| matches!(verdict, Verdict::Failed(_));
        !self.traps.iter().any(|(_, _, verdict)| is_failed(verdict))
    }

    pub fn print(&self, as_json: bool, texts: Texts) {
        if as_json {
            print::json(&self.json());
            return;
        }
        print::text(self.text(texts, color::is_on(&io::stdout())));
    }

    fn json(&self) -> Value {
        let traps: Vec<Value> = self
            .traps
            .iter()
            .map(|(trap, _, verdict)| {
                let (word, why) = match verdict {
                    Verdict::Passed => ("passed", None),
                    Verdict::Failed(why) => ("failed", Some(why)),
                    Verdict::Skipped(why) => ("skipped", Some(why)),
                };
                let mut told = json!({ "trap": trap, "verdict": word });
                if let Some(why) = why {
                    told["why"] = why.as_str().into();
                }
                told
            })
            .collect();
        json!({ "checked": self.of, "passed": self.is_good(), "traps": traps })
    }

    fn text(&self, texts: Texts, colored: bool) -> String {
        let mut text = String::new();
        let mut counts = [0_u32; 3];
        for (trap, told, verdict) in &self.traps {
            let (word, color, why, of) = match verdict {
                Verdict::Passed => (texts.check_passed(), 32, None, 0),
                Verdict::Failed(why) => (texts.check_failed(), 31, Some(why), 1),
                Verdict::Skipped(why) => (texts.check_skipped(), 33, Some(why), 2),
            };
            counts[of] += 1;
            let word = match colored {
                true => format!("\x1b[{color}m{word}\x1b[0m"),
                false => word,
            };
            text += &format!("{word}  {trap}: {told}\n");
            if let Some(why) = why {
                text += &format!("    {why}\n");
            }
        }
        let [passed, failed, skipped] = counts;
        text + &texts.check_counts(passed, failed, skipped) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use capicu_i18n::Lang;

    use super::*;

    #[test]
    fn failures_are_printed_in_color_and_in_both_languages() {
        let mut tally = Tally::new("server");
        tally.add("one", "One".to_owned(), Verdict::Passed);
        tally.add("two", "Two".to_owned(), Verdict::Skipped("none".to_owned()));
        assert!(tally.is_good());
        let plain = tally.text(Texts::new(Lang::En), false);
        assert_eq!(
            plain,
            "passed  one: One\nskipped  two: Two\n    none\n1 passed, 0 failed, 1 skipped\n"
        );
        tally.add(
            "three",
            "Three".to_owned(),
            Verdict::Failed("cut".to_owned()),
        );
        assert!(!tally.is_good());
        let colored = tally.text(Texts::new(Lang::Es), true);
        assert!(
            colored.contains("\x1b[31mfalla\x1b[0m  three: Three\n    cut\n"),
            "{colored}"
        );
        assert_eq!(tally.json()["passed"], false);
        assert_eq!(tally.json()["traps"][2]["why"], "cut");
    }
}
