//! `capicu event boards`: duplicate boards that all tables have played, with par and each table's result.

use std::path::PathBuf;
use std::process::ExitCode;

use capicu::{Rules, Seat};
use capicu_event::{Board, Event, Outcome, Preset, Scoring, Stage, State};
use capicu_record::{games, side};
use capicu_solver::{Objective, board, par};
use serde_json::{Value, json};

use super::{text, verify};
use crate::language::texts;
use crate::{exit, input, print};

/// Print the finished boards of a duplicate event: deals, par and every table
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Event log, one JSON object per line; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let texts = texts();
    let log = match verify::log(&arguments.file) {
        Ok(log) => log,
        Err(code) => return code,
    };
    let shown = input::shown(&arguments.file, texts);
    let event = match Event::replay(log) {
        Ok(event) => event,
        Err(broken) => {
            return exit::broken(format_args!("{shown}:{}", text::broken(&broken, texts)));
        }
    };
    let state = event.state();
    let boards = match all(state) {
        Ok(boards) => boards,
        Err(why) => return exit::unreadable(format!("{shown}: {why}")),
    };
    if arguments.json {
        print::json(&json!({ "boards": boards.iter().map(BoardReport::json).collect::<Vec<_>>() }));
    } else if boards.is_empty() {
        print::text(texts.event_boards_none() + "\n");
    } else {
        boards
            .iter()
            .for_each(|one| print::text(one.text(state) + "\n"));
    }
    ExitCode::SUCCESS
}

/// A board and its results.
struct BoardReport {
    stage: u16,
    board: Board,
    hands: Vec<String>,
    poses: Seat,
    par: i16,
    line: Vec<String>,
    scoring: Scoring,
    /// Both sides of each table, and the points that the first won.
    tables: Vec<(u32, u32, Option<i32>)>,
}

fn all(state: &State) -> Result<Vec<BoardReport>, String> {
    let mut boards = Vec::new();
    for stage in &state.stages {
        let Some(duplicate) = stage.rules.duplicate else {
            continue;
        };
        let rules = rules(&state.preset)?;
        let retired = (1..=stage.n_sets()).filter(|set| stage.is_retired(*set));
        for set in retired {
            for (at, board) in stage.boards(set).into_iter().enumerate() {
                boards.extend(tell(stage, &rules, duplicate.scoring, set, at, board));
            }
        }
    }
    Ok(boards)
}

fn rules(preset: &Preset) -> Result<Rules, String> {
    let mut known = games::all().iter();
    let game = known.find(|game| game.id() == preset.game);
    let game = game.ok_or_else(|| preset.game.clone())?;
    let mut choices = game.choices_for(4);
    for (option, value) in &preset.house_rules {
        let set = choices.set(option, value);
        set.map_err(|why| format!("{option} = {value}: {why}"))?;
    }
    Rules::new(choices).map_err(|why| why.to_string())
}

fn tell(
    stage: &Stage,
    rules: &Rules,
    scoring: Scoring,
    set: u16,
    at: usize,
    of: Board,
) -> Option<BoardReport> {
    let first = Seat::all(4).nth(of.first.into())?;
    let round = board(rules, &of.tiles(rules.tiles().len()), first)?;
    let objective = match scoring {
        Scoring::Matchpoints => Objective::Result,
        Scoring::Imps => Objective::Points,
    };
    let par = par(&round, objective).ok()?;
    let mut tables = Vec::new();
    for found in &stage.rounds {
        let places = found.pairing.sets.iter().zip(&found.pairing.meetings);
        for (table, (_, meeting)) in places.enumerate().filter(|(_, (other, _))| **other == set) {
            if let capicu_event::Table::Settled(Outcome::Boards { margins, .. }) =
                &found.tables[table]
            {
                let [one, other] = [0, 1].map(|side| meeting.sides[side][0].0);
                tables.push((one, other, margins[at]));
            }
        }
    }
    tables.sort_by_key(|table| core::cmp::Reverse(table.2));
    Some(BoardReport {
        stage: stage.number,
        board: of,
        hands: round.hands().iter().map(ToString::to_string).collect(),
        poses: par.poses,
        par: par.value,
        line: par.line.iter().map(ToString::to_string).collect(),
        scoring,
        tables,
    })
}

impl BoardReport {
    fn json(&self) -> Value {
        let tables = self.tables.iter().map(
            |(first, second, margin)| json!({ "first": first, "second": second, "margin": margin }),
        );
        json!({
            "stage": self.stage,
            "board": self.board.number,
            "seed": format!("{:016x}", self.board.seed),
            "seal": self.board.seal().to_string(),
            "hands": self.hands,
            "poses": side::letter(self.poses).to_string(),
            "par": self.par,
            "scale": match self.scoring {
                Scoring::Matchpoints => "result",
                Scoring::Imps => "points",
            },
            "line": self.line,
            "tables": tables.collect::<Vec<_>>(),
        })
    }

    fn text(&self, state: &State) -> String {
        let texts = texts();
        let poses = side::letter(self.poses).to_string();
        let par = match self.scoring {
            Scoring::Matchpoints => {
                texts.event_board_par_result(usize::try_from(self.par + 1).unwrap_or_default())
            }
            Scoring::Imps => texts.event_board_par_points(&format!("{:+}", self.par)),
        };
        let mut text = texts.event_board(self.board.number, &poses) + "\n";
        for (seat, hand) in Seat::all(4).zip(&self.hands) {
            text += &format!("  {} {hand}\n", side::letter(seat));
        }
        text += &format!("  {par}: {}\n", self.line.join(" "));
        let name = |entry: u32| {
            let entry = state.entries.get(&capicu_event::EntryId(entry));
            entry.map_or_else(String::new, |entry| entry.current_name())
        };
        for (first, second, margin) in &self.tables {
            let margin = margin.map_or_else(|| "–".to_owned(), |margin| format!("{margin:+}"));
            text += &format!("  {margin:>5}  {} – {}\n", name(*first), name(*second));
        }
        text
    }
}
