//! Contests with programs. They are shell scripts, so that they run on any Unix.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use capicu::{Game, Rules};
use capicu_arena::{Contest, Entrant, Length, Pair, Play, Tally, Thinking};
use serde_json::Value;
use tempfile::TempDir;

pub fn rules(game: &str, players: u8) -> Rules {
    let rules = Game::by_id(game).and_then(|game| game.rules(players));
    rules.expect("a game")
}

pub fn contest(game: &str, players: u8, play: Play, pairs: u32) -> Contest {
    Contest {
        game: game.to_owned(),
        rules: rules(game, players),
        play,
        length: Length::Pairs(pairs),
        seed: 3,
        threads: 1,
    }
}

pub fn entrant(text: &str, patience: Duration) -> Entrant {
    Entrant::read(text, Thinking::Usual, patience).expect("a player")
}

pub fn run(contest: &Contest, players: [&Entrant; 2]) -> Result<(Tally, Vec<Pair>), String> {
    let mut pairs = Vec::new();
    contest
        .run(players, &AtomicBool::new(false), |progress| {
            pairs.push(progress.pair.clone());
        })
        .map(|(tally, _)| (tally, pairs))
        .map_err(|error| error.to_string())
}

/// A shell program that greets with `hello` and answers every request by the commands in `act`.
///
/// There, `answer ID SEAT ACTION` sends an answer, and `$id`, `$seat` and `$action` have valid values. `other` has
/// further cases for messages. The program records all messages in its folder.
pub struct Script<'a> {
    pub hello: &'a str,
    pub act: &'a str,
    pub other: &'a str,
}

impl Default for Script<'_> {
    fn default() -> Self {
        Self {
            hello: r#"{"hello":{"protocol":3}}"#,
            act: ANSWERS,
            other: "",
        }
    }
}

pub const ANSWERS: &str = "answer $id $seat \"$action\"";

impl Script<'_> {
    pub fn entrant(&self, folder: &TempDir, patience: Duration) -> Entrant {
        let Self { hello, act, other } = self;
        let path = folder.path().join("program.sh");
        let script = format!(
            r#"cd '{folder}'
say() {{ printf '%s\n' "$1"; }}
answer() {{ say "{{\"act\":{{\"id\":$1,\"seat\":$2,\"action\":$3}}}}"; }}
turn=0
while IFS= read -r line; do
  say "$line" >>told.$$
  case $line in
    '{{"hello":'*) say '{hello}' ;;
    '{{"act":'*)
      turn=$((turn + 1))
      id=${{line#*'"id":'}} id=${{id%%,*}}
      seat=${{line#*'"seat":'}} seat=${{seat%%,*}}
      action=${{line##*'"legal":['}}
      case $action in
        '"'*) action=${{action#'"'}} action='"'${{action%%'"'*}}'"' ;;
        '{{"lead"'*) action=${{action%%'}}'*}}'}}' ;;
        *) action=${{action%%'}}}}'*}}'}}}}' ;;
      esac
      {act}
      ;;
    {other}
  esac
done
"#,
            folder = folder.path().display(),
        );
        fs::write(&path, script).expect("a folder to write to");
        entrant(&format!("cmd:sh '{}'", path.display()), patience)
    }
}

/// The messages that each process received, without processes that only greeted.
pub fn told(folder: &Path) -> Vec<Vec<Value>> {
    let files = fs::read_dir(folder).expect("a folder");
    let files = files.map(|file| file.expect("a file").path());
    let told = files.filter(|path| path.file_stem().is_some_and(|stem| stem == "told"));
    let told = told.map(|path| {
        let text = fs::read_to_string(path).expect("text");
        let line = |line| serde_json::from_str(line).expect("JSON");
        text.lines().map(line).collect::<Vec<Value>>()
    });
    told.filter(|told| told.iter().any(|told| !told["begin"].is_null()))
        .collect()
}
