//! People who enter, as somebody writes them down: a name, or a pasted list.

use capicu_event::{Entrants, NewEntry, Preset, Shown};

/// Somebody of a list, and the line they stand in, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The line.
    pub line: usize,
    /// Who.
    pub entry: NewEntry,
}

/// What is wrong with a line of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The rating is no whole number.
    Rating,
    /// There are more columns than name, club and rating.
    Columns,
    /// A quoted column does not end.
    Quote,
    /// There is no name.
    Name,
}

/// Reads a list: a line for each entry, with name, club and rating between semicolons, tabs or commas; what follows
/// from a spreadsheet as CSV, or is written by hand. A first line that begins with `name` or `nombre` is a heading.
///
/// # Errors
///
/// Every line in which something is wrong.
pub fn read(text: &str, preset: &Preset) -> Result<Vec<Listed>, Vec<(usize, Mistake)>> {
    let mut listed = Vec::new();
    let mut wrong = Vec::new();
    let text = text.trim_start_matches('\u{feff}');
    for (index, line) in text.lines().enumerate() {
        let is_heading = index == 0 && {
            let first = line.trim_matches(['"', ' ']).to_lowercase();
            first.starts_with("name") || first.starts_with("nombre")
        };
        if line.trim().is_empty() || is_heading {
            continue;
        }
        match entry(line, preset) {
            Ok(entry) => listed.push(Listed {
                line: index + 1,
                entry,
            }),
            Err(mistake) => wrong.push((index + 1, mistake)),
        }
    }
    match wrong.is_empty() {
        true => Ok(listed),
        false => Err(wrong),
    }
}

fn entry(line: &str, preset: &Preset) -> Result<NewEntry, Mistake> {
    let columns = columns(line).ok_or(Mistake::Quote)?;
    let column = |at: usize| columns.get(at).map_or("", String::as_str);
    if columns.iter().skip(3).any(|column| !column.is_empty()) {
        return Err(Mistake::Columns);
    }
    if column(0).is_empty() {
        return Err(Mistake::Name);
    }
    let rating = match column(2) {
        "" => None,
        written => Some(written.parse().map_err(|_| Mistake::Rating)?),
    };
    Ok(NewEntry {
        rating,
        ..one(column(0), column(1), preset)
    })
}

/// Somebody of this name. Partners stand on either side of a slash: `Ana / Luis`. A team may have a name of its own, and
/// its people after a colon: `Lions: Ana / Luis / Eva`.
pub fn one(name: &str, club: &str, preset: &Preset) -> NewEntry {
    if preset.entrants == Entrants::Team
        && let Some((name, people)) = name.split_once(':')
    {
        let people = people.split('/').map(str::trim).map(str::to_owned);
        return NewEntry {
            name: name.trim().to_owned(),
            members: people.filter(|one| !one.is_empty()).collect(),
            club: Some(club.to_owned()).filter(|club| !club.is_empty()),
            rating: None,
            shown: Shown::Name,
        };
    }
    let parts = name.split('/').map(str::trim).map(str::to_owned);
    let members: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    let [least, most] = preset.members.map(usize::from);
    let are_named = preset.entrants != Entrants::Player && (least..=most).contains(&members.len());
    NewEntry {
        name: name.to_owned(),
        members: if are_named { members } else { Vec::new() },
        club: Some(club.to_owned()).filter(|club| !club.is_empty()),
        rating: None,
        shown: Shown::Name,
    }
}

/// The columns of a line; `None` if one is quoted and does not end.
fn columns(line: &str) -> Option<Vec<String>> {
    let separator = [';', '\t'].into_iter().find(|of| line.contains(*of));
    let separator = separator.unwrap_or(',');
    let mut columns = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = columns.len() - 1;
        let column = &mut columns[last];
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                column.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if column.trim().is_empty() => quoted = true,
            letter if letter == separator && !quoted => columns.push(String::new()),
            letter => column.push(letter),
        }
    }
    for column in &mut columns {
        *column = column.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    (!quoted).then_some(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs() -> Preset {
        capicu_event::presets::by_id("latin-pairs").expect("a preset")
    }

    #[test]
    fn a_list_is_read_line_by_line() {
        let text = "Name;Club;Rating\nAna / Luis;Centro;1500\n\n\"Eva; \"\"La\"\" / Tito\"\t\nRosa  y Juan\n";
        let text = text.replace("\"\t", "\";Sur");
        let listed = read(&text, &pairs()).expect("it can be read");
        let told: Vec<_> = listed
            .iter()
            .map(|one| {
                let entry = &one.entry;
                let club = entry.club.as_deref().unwrap_or("-");
                let (name, rating) = (entry.name.as_str(), entry.rating);
                (one.line, name, entry.members.len(), club, rating)
            })
            .collect();
        let expected = [
            (2, "Ana / Luis", 2, "Centro", Some(1500)),
            (4, "Eva; \"La\" / Tito", 2, "Sur", None),
            (5, "Rosa y Juan", 0, "-", None),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn every_wrong_line_is_named() {
        let wrong = read("Ana;x;high\nEva\n;x\na;b;1;d\n\"Rosa", &pairs());
        let expected = vec![
            (1, Mistake::Rating),
            (3, Mistake::Name),
            (4, Mistake::Columns),
            (5, Mistake::Quote),
        ];
        assert_eq!(wrong, Err(expected));
    }
}
