//! Reads new entries: a name, a pasted list, or a spreadsheet file.

use std::collections::BTreeSet;

use capicu_event::{Command, Entrants, EntryId, NewEntry, Payment, Preset, Shown, State};
use capicu_i18n::{Lang, Texts};

use super::category;
use super::csv;

/// An entry of a list, with its line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub line: usize,
    pub entry: NewEntry,
    /// The prize categories that it qualifies for.
    pub categories: BTreeSet<String>,
    pub payment: Payment,
}

/// An error in a line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The rating is not a whole number.
    Rating,
    /// There are more columns than headings, or than name, club and rating without headings.
    Columns,
    /// A quoted column does not end.
    Quote,
    /// The name is missing.
    Name,
    /// No prize has this category.
    Category(String),
    /// The payment column has neither yes nor no.
    Paid,
    /// Invalid characters: the file has another encoding.
    Letters,
    /// The first line beyond the limit.
    TooMany,
}

/// The most lines of a list.
pub const MOST_LINES: usize = 500;

/// The most columns of a line.
const MOST_COLUMNS: usize = 32;

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Name,
    People,
    Club,
    Rating,
    Categories,
    Paid,
    /// A column to ignore.
    Other,
}

/// Additional headings for columns, in any language.
const CALLED: [(Column, &[&str]); 6] = [
    (
        Column::Name,
        &["name", "nombre", "nom", "pair", "pareja", "team", "equipo"],
    ),
    (
        Column::People,
        &["people", "players", "members", "jugadores"],
    ),
    (Column::Club, &["club"]),
    (Column::Rating, &["rating", "elo", "ranking", "strength"]),
    (Column::Categories, &["category", "categoría", "categoria"]),
    (Column::Paid, &["paid", "pagado", "pago"]),
];

/// The meaning of a column with this heading.
fn column(heading: &str) -> Column {
    let heading = heading.to_lowercase();
    let own = Lang::ALL.iter().find_map(|lang| {
        let texts = Texts::new(*lang);
        let own = [
            (Column::Name, texts.desk_name()),
            (Column::People, texts.desk_people()),
            (Column::Club, texts.desk_club()),
            (Column::Rating, texts.desk_rating()),
            (Column::Categories, texts.desk_categories()),
            (Column::Paid, texts.desk_paid()),
        ];
        own.into_iter()
            .find(|(_, called)| called.to_lowercase() == heading)
    });
    let mut others = CALLED.iter();
    let mut other = || others.find(|(_, called)| called.contains(&heading.as_str()));
    match own {
        Some((column, _)) => column,
        None => other().map_or(Column::Other, |(column, _)| *column),
    }
}

/// Reads a list: a line per entry, with semicolons, tabs or commas between columns, as in spreadsheet CSV.
///
/// A heading in the first line names the columns; columns with other names are ignored. Without a heading they are
/// name, club and rating.
///
/// # Errors
///
/// Every invalid line.
pub fn read(text: &str, preset: &Preset) -> Result<Vec<Listed>, Vec<(usize, Mistake)>> {
    let mut listed = Vec::new();
    let mut wrong = Vec::new();
    let text = text.trim_start_matches('\u{feff}');
    let separator = separator(text);
    let mut heading = vec![Column::Name, Column::Club, Column::Rating];
    let mut is_first = true;
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        if listed.len() + wrong.len() == MOST_LINES {
            wrong.push((index + 1, Mistake::TooMany));
            break;
        }
        let columns = columns(line, separator);
        if columns.as_ref().is_some_and(|all| all.len() > MOST_COLUMNS) {
            wrong.push((index + 1, Mistake::Columns));
            continue;
        }
        if std::mem::take(&mut is_first)
            && let Some(columns) = &columns
            && is_heading(columns)
            && columns.iter().all(|one| one.parse::<i32>().is_err())
        {
            heading = columns.iter().map(|one| column(one)).collect();
            continue;
        }
        let read = columns.ok_or(Mistake::Quote);
        let read = read.and_then(|columns| entry(&columns, &heading, preset));
        match read {
            Ok(one) => listed.push(Listed {
                line: index + 1,
                ..one
            }),
            Err(mistake) => wrong.push((index + 1, mistake)),
        }
    }
    match wrong.is_empty() {
        true => Ok(listed),
        false => Err(wrong),
    }
}

/// Whether the first line of a list names its columns.
fn is_heading(columns: &[String]) -> bool {
    let known = columns.iter().filter(|one| column(one) != Column::Other);
    known.count() > 1 || column(&columns[0]) != Column::Other
}

/// The commands for a list, each with its line.
pub fn commands(listed: Vec<Listed>, state: &State) -> Vec<(usize, Command)> {
    let mut all = Vec::new();
    for (number, one) in (state.entries.len() as u32 + 1..).zip(listed) {
        let mut add = |command| all.push((one.line, command));
        add(Command::Enter(one.entry));
        if !one.categories.is_empty() {
            add(Command::Categorise(EntryId(number), one.categories));
        }
        if one.payment == Payment::Paid {
            add(Command::Pay(EntryId(number), one.payment));
        }
    }
    all
}

fn entry(columns: &[String], heading: &[Column], preset: &Preset) -> Result<Listed, Mistake> {
    if columns.iter().any(|column| column.contains('\u{fffd}')) {
        return Err(Mistake::Letters);
    }
    let mut beyond = columns.iter().skip(heading.len());
    if beyond.any(|column| !column.is_empty()) {
        return Err(Mistake::Columns);
    }
    let of = |what: Column| {
        let at = heading.iter().position(|column| *column == what);
        at.and_then(|at| columns.get(at)).map_or("", String::as_str)
    };
    let rating = match of(Column::Rating) {
        "" => None,
        written => Some(written.parse().map_err(|_| Mistake::Rating)?),
    };
    let people = parted(of(Column::People), '/');
    let name = match of(Column::Name) {
        "" if !people.is_empty() => people.join(" / "),
        "" => return Err(Mistake::Name),
        name => name.to_owned(),
    };
    let mut entry = one(&name, of(Column::Club), preset);
    if !people.is_empty() && preset.entrants != Entrants::Player {
        entry.members = people;
    }
    let known = preset.categories();
    let mut categories = BTreeSet::new();
    for written in parted(of(Column::Categories), '/') {
        let found = known
            .iter()
            .find(|one| one.to_lowercase() == category::meant(&written).to_lowercase());
        let found = found.ok_or(Mistake::Category(written))?;
        categories.insert((*found).to_owned());
    }
    Ok(Listed {
        line: 0,
        entry: NewEntry { rating, ..entry },
        categories,
        payment: payment(of(Column::Paid)).ok_or(Mistake::Paid)?,
    })
}

/// Whether an entry has paid, by the marks usual in lists.
fn payment(written: &str) -> Option<Payment> {
    match written.to_lowercase().as_str() {
        "" | "no" | "0" | "-" | "non" | "false" => Some(Payment::Due),
        "yes" | "y" | "sí" | "si" | "s" | "x" | "✓" | "1" | "oui" | "true" => {
            Some(Payment::Paid)
        }
        _ => None,
    }
}

fn parted(text: &str, by: char) -> Vec<String> {
    let parts = text
        .split(by)
        .map(str::trim)
        .filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

/// An entry from a name. A slash separates partners: `Ana / Luis`. A team may have a name before a colon: `Lions: Ana /
/// Luis / Eva`.
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

/// The separator between columns of a list: the one that most lines have.
fn separator(text: &str) -> char {
    let has = |line: &str, of: char| {
        let mut quoted = false;
        line.chars().any(|letter| {
            quoted = (letter == '"') != quoted;
            !quoted && letter == of
        })
    };
    let lines = |of: char| text.lines().filter(|line| has(line, of)).count();
    // The last of equal maxima is taken.
    let likeliest = [',', '\t', ';'].into_iter().max_by_key(|of| lines(*of));
    likeliest.filter(|of| lines(*of) > 0).unwrap_or(',')
}

/// The columns of a line; `None` if a quoted one does not end.
fn columns(line: &str, separator: char) -> Option<Vec<String>> {
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
        // Our own files put an apostrophe before possible formulas.
        if let Some(bare) = column.strip_prefix('\'')
            && csv::is_formula(bare)
        {
            *column = bare.to_owned();
        }
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
    fn list_is_read_line_by_line() {
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
    fn heading_names_the_columns() {
        let text = "\u{feff}\"Pagado\",\"No.\",\"Nombre\",\"Categorías\",\"Integrantes\"\r\n\
            \"sí\",\"1\",\"Ana / Luis\",\"mixed / Women\",\"Ana / Eva\"\r\n\
            \"\",\"2\",\"'=Rosa; Juan\",\"\",\"\"\r\n";
        let listed = read(text, &pairs()).expect("it can be read");
        let [one, other] = &listed[..] else {
            panic!("{listed:?}")
        };
        assert_eq!((one.line, one.payment), (2, Payment::Paid));
        assert_eq!(one.entry.name, "Ana / Luis");
        assert_eq!(one.entry.members, ["Ana", "Eva"]);
        let both = ["mixed", "women"].map(str::to_owned);
        assert_eq!(one.categories, BTreeSet::from(both));
        assert_eq!((other.line, other.payment), (3, Payment::Due));
        assert_eq!(other.entry.name, "=Rosa; Juan");
        let wrong = read(
            "Name;Paid;Category\nA;perhaps\nB;;kings\nP\u{fffd}rez",
            &pairs(),
        );
        let expected = vec![
            (2, Mistake::Paid),
            (3, Mistake::Category("kings".into())),
            (4, Mistake::Letters),
        ];
        assert_eq!(wrong, Err(expected));
    }

    #[test]
    fn list_beyond_its_limits_is_refused() {
        let lines = |n: usize| (1..=n).map(|n| format!("Entry {n}\n")).collect::<String>();
        let listed = read(&lines(MOST_LINES), &pairs()).expect("it can be read");
        assert_eq!(listed.len(), MOST_LINES);
        let too_many = read(&lines(12_000), &pairs());
        assert_eq!(too_many, Err(vec![(MOST_LINES + 1, Mistake::TooMany)]));
        let wide = format!("Ana{}\nEva", ";".repeat(50_000));
        assert_eq!(read(&wide, &pairs()), Err(vec![(1, Mistake::Columns)]));
    }

    #[test]
    fn separator_is_that_of_most_lines() {
        let text = "Ana / Luis\tCentro; Sur\t1500\nEva / Tito\tNorte\t1400\n";
        let listed = read(text, &pairs()).expect("tabs separate the columns");
        let clubs: Vec<_> = listed.iter().map(|one| one.entry.club.as_deref()).collect();
        assert_eq!(clubs, [Some("Centro; Sur"), Some("Norte")]);
        assert_eq!(listed[0].entry.rating, Some(1500));
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
