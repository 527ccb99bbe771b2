//! The example of a whole round that the page links to.
//!
//! `CAPICU_BLESS=1 cargo test -p capicu-arena --test integration page::` writes it again.

use std::fs;
use std::path::Path;

use capicu::Rules;
use capicu_arena::{Contest, Play};
use serde_json::Value;
use tempfile::tempdir;

use crate::page::common::{contest, entrant, rules, run, told};
use crate::page::{MEMORY, PATIENCE, blocks, example, printed, python};

const ROUND: &str = include_str!("../../examples/small_block_round.txt");

/// The rules come from the rule file on the page, the seed from its command.
fn round_of_the_page() -> Contest {
    let mut choices = rules("block", 2).choices();
    for (option, value) in rule_file().filter(|(key, _)| !matches!(*key, "id" | "base")) {
        choices
            .set(option, value.trim_matches('"'))
            .expect("an option");
    }
    let commands = blocks("sh").into_iter();
    let mut seeds = commands.filter_map(|command| Some(command.split_once("--seed ")?.1));
    let seed = seeds.next().expect("a command with a seed");
    let mut file = rule_file();
    let (_, id) = file.find(|(key, _)| *key == "id").expect("an id");
    Contest {
        game: id.trim_matches('"').to_owned(),
        rules: Rules::new(choices).expect("rules"),
        seed: seed.trim().parse().expect("a number"),
        ..contest("block", 2, Play::Rounds, 1)
    }
}

fn rule_file() -> impl Iterator<Item = (&'static str, &'static str)> {
    let file = blocks("toml").into_iter().flat_map(str::lines);
    file.filter_map(|line| line.split_once(" = "))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Arena,
    Program,
}

/// All messages of one side in the example.
fn said_by(by: By) -> Vec<Value> {
    let mut messages: Vec<(By, String)> = Vec::new();
    for line in ROUND.lines() {
        match (line.split_at(2), messages.last_mut()) {
            (("> ", message), _) => messages.push((By::Arena, message.to_owned())),
            (("< ", message), _) => messages.push((By::Program, message.to_owned())),
            (_, Some((_, message))) => message.push_str(line),
            (_, None) => panic!("a line without a sender: {line}"),
        }
    }
    let of = messages.into_iter().filter(|message| message.0 == by);
    of.map(|(_, text)| serde_json::from_str(&text).expect("JSON"))
        .collect()
}

fn lines(messages: &[Value]) -> String {
    messages
        .iter()
        .map(|message| format!("{message}\n"))
        .collect()
}

/// Plays the round of the page. Returns the messages to the process in the first seat of the first game.
fn told_in_seat_0(program: &str, folder: &Path) -> Vec<Value> {
    let path = folder.join("program.sh");
    fs::write(&path, format!("cd '{}'\n{program}", folder.display())).expect("a file");
    let program = entrant(&format!("cmd:sh '{}'", path.display()), PATIENCE);
    run(
        &round_of_the_page(),
        [&program, &entrant("random", PATIENCE)],
    )
    .expect("it greets");
    let mut told = told(folder).into_iter();
    let mut told = told
        .find(|told| told[0]["hello"]["seat"] == 0)
        .expect("a process");
    // New options appear over time; the page shows those of its rule file.
    let options = told[0]["hello"]["rules"]["options"]
        .as_object_mut()
        .expect("options");
    options.retain(|option, _| rule_file().any(|(name, _)| name == option));
    told
}

/// A program that sends the page's answers receives the page's messages.
#[test]
fn transcript_has_the_messages_of_the_arena() {
    if std::env::var_os("CAPICU_BLESS").is_some() {
        bless();
        return;
    }
    let folder = tempdir().expect("a folder");
    fs::write(folder.path().join("answers"), lines(&said_by(By::Program))).expect("a file");
    let program = r#"exec 3<answers
while IFS= read -r line; do
  printf '%s\n' "$line" >>told.$$
  case $line in
    '{"hello":'* | '{"act":'*) IFS= read -r answer <&3 && printf '%s\n' "$answer" ;;
  esac
done
"#;
    let told = told_in_seat_0(program, folder.path());
    assert_eq!(told, said_by(By::Arena));
}

/// The bot of the page sends the page's answers.
#[test]
fn transcript_has_the_answers_of_the_bot() {
    let Some(python) = python() else { return };
    let mut told = said_by(By::Arena);
    // It also reads these options, which the page omits.
    for option in ["cross", "arms"] {
        told[0]["hello"]["rules"]["options"][option] = "free".into();
    }
    let (told, said) = (lines(&told), said_by(By::Program));
    assert_eq!(printed(&python, MEMORY, &told), said);
    // Without the pass it would answer otherwise.
    let nobody_passed = told.replace(r#""action":"pass""#, r#""action":"hand-over""#);
    assert_ne!(nobody_passed, told);
    assert_ne!(printed(&python, MEMORY, &nobody_passed), said);
}

/// Writes the example from a new contest.
fn bless() {
    let python = python().expect("python3 plays the round of the page");
    let folder = tempdir().expect("a folder");
    let bot = example("memory_bot.py");
    let program = format!(
        "tee told.$$ | '{python}' '{}' | tee said.$$\n",
        bot.display()
    );
    let told = told_in_seat_0(&program, folder.path());
    let files = fs::read_dir(folder.path()).expect("a folder");
    let texts = files.map(|file| fs::read_to_string(file.expect("a file").path()).expect("text"));
    let texts: Vec<String> = texts.collect();
    // In the order of writing, with fields as on the wire.
    let told = texts.iter().find(|text| {
        text.contains(&format!("\"begin\":{}", told[1]["begin"]))
            && text.contains("\"seat\":0,\"play\"")
    });
    let told = told.expect("what was told");
    let request = |text: &&String| text.starts_with("{\"hello\": ") && text.contains("\"seat\": 0");
    let said = texts.iter().find(request).expect("what was said");
    let mut said = said.lines();
    let mut text = String::new();
    for line in told.lines() {
        text += &format!("> {}\n", broken(&shown(line), 2, 2));
        if line.starts_with("{\"hello\"") || line.starts_with("{\"act\"") {
            let answer = said.next().expect("an answer to each");
            text += &format!(
                "< {}\n",
                broken(&answer.replace(": ", ":").replace(", ", ","), 2, 2)
            );
        }
    }
    fs::write(example("small_block_round.txt"), text).expect("the example");
}

fn shown(line: &str) -> String {
    let Some((before, rest)) = line.split_once("\"options\":{") else {
        return line.to_owned();
    };
    let (options, after) = rest.split_once('}').expect("an end");
    let is_shown =
        |option: &&str| rule_file().any(|(name, _)| key(option).0 == format!("\"{name}\":"));
    let options: Vec<&str> = options.split(',').filter(is_shown).collect();
    format!("{before}\"options\":{{{}}}{after}", options.join(","))
}

/// Formats JSON for readers: with spaces, and broken into lines where it is long. `column` is where the first line
/// begins; other lines are indented.
fn broken(json: &str, column: usize, indent: usize) -> String {
    const WIDTH: usize = 118;
    let parts = parts(json);
    let Some((open, close)) = json
        .chars()
        .next()
        .zip(json.chars().last())
        .filter(|_| !parts.is_empty())
    else {
        return json.to_owned();
    };
    let whole: Vec<String> = parts
        .iter()
        .map(|part| entry(part, 0, 0, usize::MAX))
        .collect();
    let whole = format!("{open}{}{close}", whole.join(", "));
    if column.saturating_add(whole.len()) <= WIDTH || column == usize::MAX {
        return whole;
    }
    let indent = indent + 2;
    let mut text = open.to_string();
    let mut at = column + 1;
    for (i, part) in parts.iter().enumerate() {
        let (name, _) = key(part);
        let short = entry(part, 0, 0, usize::MAX);
        let fits = at + short.len() + 2 <= WIDTH;
        if i > 0 {
            text.push(',');
            if fits {
                text.push(' ');
                at += 1;
            } else {
                text.push('\n');
                text.push_str(&" ".repeat(indent));
                at = indent;
            }
        }
        let entry = entry(part, at + name.len() + 1, indent, WIDTH);
        at = match entry.rsplit_once('\n') {
            // After something long, begin a new line.
            Some(_) => WIDTH,
            None => at + entry.len() + 1,
        };
        text.push_str(&entry);
    }
    text.push(close);
    text
}

/// Formats an entry of an object or a list, on one line if it fits.
fn entry(part: &str, column: usize, indent: usize, width: usize) -> String {
    let (name, value) = key(part);
    let column = if width == usize::MAX { width } else { column };
    let value = broken(value, column, indent);
    if name.is_empty() {
        value
    } else {
        format!("{name} {value}")
    }
}

/// Splits an entry into its name with the colon, empty in a list, and its value.
fn key(part: &str) -> (&str, &str) {
    let name = part.strip_prefix('"').and_then(|rest| rest.find("\":"));
    name.map_or(("", part), |end| part.split_at(end + 3))
}

fn parts(json: &str) -> Vec<&str> {
    let Some(inner) = json.strip_prefix(['{', '[']) else {
        return Vec::new();
    };
    let inner = &inner[..inner.len() - 1];
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    if !inner.is_empty() {
        parts.push(&inner[begin..]);
    }
    parts
}
