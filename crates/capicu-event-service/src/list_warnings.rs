//! Warnings about entry lists: look-alikes, missing partners, and people entered twice. They refuse nothing.

use std::collections::BTreeMap;

use capicu_event::{Entrants, EntryId, Presence, Preset, State};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

use super::roster::Listed;

/// A doubt about a line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The name looks like that of another entry, but differs.
    LooksLike(OtherEntry),
    /// A person is also in another entry.
    Twice { person: String, other: OtherEntry },
    /// A person is twice in this entry.
    TwiceHere { person: String },
    /// A partner is missing.
    MissingPartner,
    /// The name has more people than an entry of the event.
    TooManyPeople,
}

/// The other entry of a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherEntry {
    pub name: String,
    pub place: EntryPlace,
}

/// The place of an entry: in the list, or already in the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryPlace {
    /// Counts from 1.
    Line(usize),
    Entry(EntryId),
}

/// The warnings about a list, each with its line, from 1. Entries that left the event raise none.
pub fn warnings(listed: &[Listed], state: &State) -> Vec<(usize, Warning)> {
    let mut known = KnownEntries::default();
    for (id, entry) in &state.entries {
        if !matches!(entry.presence, Presence::Withdrawn { .. }) {
            let name = entry.current_name();
            let people = people(&name, &entry.members);
            known.add(&name, &people, EntryPlace::Entry(*id));
        }
    }
    let mut lines = listed.iter().map(|one| &one.entry.members);
    let mut entries = state.entries.values().map(|entry| &entry.members);
    let others_name_people =
        lines.any(|members| members.len() > 1) || entries.any(|members| members.len() > 1);
    let mut all = Vec::new();
    for one in listed {
        let entry = &one.entry;
        let mut warn = |warning| all.push((one.line, warning));
        match count(&entry.name, &entry.members, &state.preset) {
            Count::Fits => {}
            Count::Unknown if !others_name_people => {}
            Count::Unknown | Count::TooFew => warn(Warning::MissingPartner),
            Count::TooMany => warn(Warning::TooManyPeople),
        }
        let people = people(&entry.name, &entry.members);
        for warning in known.doubts(&entry.name, &people) {
            warn(warning);
        }
        known.add(&entry.name, &people, EntryPlace::Line(one.line));
    }
    all
}

/// The look of a name: no accents, capitals, marks or invisible characters, and one letter for all that look like it.
fn look(name: &str) -> String {
    let plain = |text: &str| -> String {
        let letters = text.nfkd().filter(|c| !is_combining_mark(*c));
        let letters = letters.flat_map(char::to_lowercase);
        let seen = letters.filter(|c| c.is_alphanumeric() || c.is_whitespace() || *c == '/');
        seen.collect()
    };
    let seen: String = skeleton(&plain(name)).collect();
    let seen = plain(&seen);
    let parts = seen.split('/').map(|part| {
        let words: Vec<&str> = part.split_whitespace().collect();
        words.join(" ")
    });
    parts.collect::<Vec<_>>().join("/")
}

/// The people of an entry: its members, or those that its name lists.
fn people(name: &str, members: &[String]) -> Vec<String> {
    if !members.is_empty() {
        return members.to_vec();
    }
    let parts = name.split('/').map(str::trim);
    let parts = parts.filter(|part| !look(part).is_empty());
    parts.map(str::to_owned).collect()
}

/// How the people of a name compare with an entry of the event.
enum Count {
    Fits,
    /// The name lists no people.
    Unknown,
    TooFew,
    TooMany,
}

fn count(name: &str, members: &[String], preset: &Preset) -> Count {
    if !members.is_empty() || (preset.entrants == Entrants::Team && !name.contains('/')) {
        return Count::Fits;
    }
    let [least, most] = preset.members.map(usize::from);
    let named = people(name, members).len();
    match (name.contains('/'), preset.entrants) {
        (_, _) if named > most => Count::TooMany,
        (_, Entrants::Player) => Count::Fits,
        (true, _) if named < least => Count::TooFew,
        (true, _) => Count::Fits,
        (false, _) => Count::Unknown,
    }
}

/// The entries so far, by the looks of their names and people.
#[derive(Default)]
struct KnownEntries {
    names: BTreeMap<String, OtherEntry>,
    people: BTreeMap<String, OtherEntry>,
}

impl KnownEntries {
    fn add(&mut self, name: &str, people: &[String], place: EntryPlace) {
        let other = OtherEntry {
            name: name.to_owned(),
            place,
        };
        self.names
            .entry(look(name))
            .or_insert_with(|| other.clone());
        for person in people {
            let own = self.people.entry(look(person));
            own.or_insert_with(|| other.clone());
        }
    }

    fn doubts(&self, name: &str, people: &[String]) -> Vec<Warning> {
        let alike = self.names.get(&look(name));
        let mut doubts = Vec::new();
        // An equal name is refused anyway.
        if let Some(other) = alike.filter(|other| other.name != name) {
            doubts.push(Warning::LooksLike(other.clone()));
        }
        let looks: Vec<String> = people.iter().map(|person| look(person)).collect();
        for (at, person) in people.iter().enumerate() {
            let other = self.people.get(&looks[at]);
            if looks[..at].contains(&looks[at]) {
                doubts.push(Warning::TwiceHere {
                    person: person.clone(),
                });
            } else if let Some(other) = other.filter(|other| Some(*other) != alike) {
                doubts.push(Warning::Twice {
                    person: person.clone(),
                    other: other.clone(),
                });
            }
        }
        doubts
    }
}

#[cfg(test)]
mod tests {
    use capicu_event::{Command, Envelope, Event, presets};

    use super::*;
    use crate::roster;

    fn event(preset: &str, entered: &[&str]) -> Event {
        let preset = presets::by_id(preset).expect("a preset");
        let mut event = Event::create("Friday", preset.clone(), 7, 0).expect("an event");
        for name in entered {
            execute(&mut event, Command::Enter(roster::one(name, "", &preset)));
        }
        event
    }

    fn execute(event: &mut Event, command: Command) {
        let envelope = Envelope::next(event, 1, command);
        event.execute(&envelope).expect("it can be done");
    }

    fn warned(event: &Event, list: &str) -> Vec<(usize, Warning)> {
        let listed = roster::read(list, &event.state().preset).expect("it can be read");
        warnings(&listed, event.state())
    }

    fn at(line: usize, name: &str) -> OtherEntry {
        OtherEntry {
            name: name.to_owned(),
            place: EntryPlace::Line(line),
        }
    }

    #[test]
    fn names_that_look_alike_are_named_with_both_lines() {
        // In order: a zero-width space, a Cyrillic letter, no accents, and capitals with full-width letters.
        let alike = [
            "Juan\u{200b} / Ana",
            "\u{408}uan / Ana",
            "JUAN  /  Ána",
            "Ｊuan/Ana",
        ];
        for name in alike {
            let list = format!("Juan / Ana\nEva / Tito\n{name}\n");
            let expected = vec![(3, Warning::LooksLike(at(1, "Juan / Ana")))];
            assert_eq!(
                warned(&event("latin-pairs", &[]), &list),
                expected,
                "{name}"
            );
        }
        let own = event("sbyc-club", &["José Pérez"]);
        let other = OtherEntry {
            name: "José Pérez".into(),
            place: EntryPlace::Entry(EntryId(1)),
        };
        let expected = vec![(1, Warning::LooksLike(other))];
        assert_eq!(warned(&own, "josé perez\nJosé Pérez Ruiz\n"), expected);
    }

    #[test]
    fn missing_and_surplus_partners_are_named() {
        let list = "Ana / Luis\nÚrsula Gil /\nSolo Uno\nA / B / C\n/\n";
        let expected = vec![
            (2, Warning::MissingPartner),
            (3, Warning::MissingPartner),
            (4, Warning::TooManyPeople),
            (5, Warning::MissingPartner),
        ];
        assert_eq!(warned(&event("latin-pairs", &[]), list), expected);
        // If nobody names people, a name alone is usual; so it is for teams and players.
        let none = [
            ("latin-pairs", "The Lions\nThe Tigers\n"),
            (
                "english-league",
                "Lions\nTigers: Ana / Eva / Sol / Mia / Ida / Zoe\n",
            ),
            ("sbyc-club", "Ana\nEva\n"),
        ];
        for (preset, list) in none {
            assert_eq!(warned(&event(preset, &[]), list), vec![], "{preset}");
        }
        let expected = vec![(1, Warning::TooManyPeople)];
        assert_eq!(warned(&event("sbyc-club", &[]), "Ana / Eva\n"), expected);
        let entered = event("latin-pairs", &["Ana / Luis"]);
        let expected = vec![(1, Warning::MissingPartner)];
        assert_eq!(warned(&entered, "Solo Uno\n"), expected);
    }

    #[test]
    fn person_in_two_entries_is_named() {
        let own = event("latin-pairs", &["Ana / Luis"]);
        let list = "Name;People\nEva / Tito;\nThe Kings;Tito / ana\nSol / SOL;\n";
        let twice = |person: &str, other: OtherEntry| Warning::Twice {
            person: person.into(),
            other,
        };
        let entered = OtherEntry {
            name: "Ana / Luis".into(),
            place: EntryPlace::Entry(EntryId(1)),
        };
        let here = Warning::TwiceHere {
            person: "SOL".into(),
        };
        let expected = vec![
            (3, twice("Tito", at(2, "Eva / Tito"))),
            (3, twice("ana", entered)),
            (4, here),
        ];
        assert_eq!(warned(&own, list), expected);
    }

    #[test]
    fn entry_that_left_raises_no_warning() {
        let mut own = event("latin-pairs", &["Ana / Luis"]);
        execute(&mut own, Command::Withdraw(EntryId(1), "ill".into()));
        assert_eq!(warned(&own, "Ana / Eva\n"), vec![]);
    }
}
