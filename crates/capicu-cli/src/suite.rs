//! `capicu suite`: the figures of a player that papers can compare.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use capicu_arena::suite::{self, Endings, Meeting, SuiteError};
use capicu_arena::{Entrant, Estimate, Tally, Thinking};
use capicu_i18n::Lang;
use serde_json::{Value, json};

use crate::language::{language, say, texts};
use crate::stop::Stop;
use crate::{exit, fault, number, player, print, progress, suggested};

/// Measure a player by the suite v1: fixed deals, opponents and positions
///
/// The player meets three levels in four games, over the same 250 pairs of rounds each. Then it chooses in 200 endings
/// of two-player Draw whose exact values are known. docs/suite.md says how, and has the figures of our bots.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The player, as in `capicu arena`
    #[arg(value_name = "PLAYER", value_parser = suggested::players(), hide_possible_values = true)]
    name: String,
    /// Only the positions, which take seconds
    #[arg(long)]
    positions: bool,
    /// Milliseconds without an answer after which a program loses
    #[arg(long, value_name = "N", default_value = "10000", value_parser = number::milliseconds)]
    patience: Duration,
    /// Number of games at a time [default: one per processor]
    #[arg(long, value_name = "T", value_parser = number::within::<usize>(1, 1024))]
    threads: Option<usize>,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match measure(arguments) {
        Ok(code) => code,
        Err(why) => exit::unreadable(why),
    }
}

fn measure(arguments: &Arguments) -> Result<ExitCode, String> {
    let player = player::read(&arguments.name, Thinking::Usual, arguments.patience)?;
    let threads = arguments.threads;
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let meetings = match arguments.positions {
        true => Vec::new(),
        false => suite::meetings(threads),
    };
    let stop = Stop::on_interrupt();
    let bar = progress::bar(meetings.len() as u64 + 1);
    let report = report(player, meetings, &stop, || bar.inc(1));
    bar.finish_and_clear();
    let report = match report {
        Ok(report) => report,
        Err(SuiteError::Stopped) => {
            stop.settle();
            exit::note(texts().command_stopped());
            return Ok(exit::interrupted());
        }
        Err(SuiteError::NotStarted(error)) => return Err(fault::not_started(&error, texts())),
        Err(SuiteError::Opponent(error)) => return Err(error.to_string()),
    };
    match arguments.json {
        true => print::json(&report.json()),
        false => print::text(report.text(language(None))),
    }
    Ok(ExitCode::SUCCESS)
}

struct Report {
    player: Entrant,
    met: Vec<(Meeting, Tally)>,
    endings: Endings,
}

fn report(
    player: Entrant,
    meetings: Vec<Meeting>,
    stop: &Stop,
    step: impl Fn(),
) -> Result<Report, SuiteError> {
    let mut met = Vec::new();
    for meeting in meetings {
        let tally = suite::meet(&meeting, &player, stop.flag())?;
        met.push((meeting, tally));
        step();
    }
    let endings = suite::endings(&player, stop.flag())?;
    step();
    Ok(Report {
        player,
        met,
        endings,
    })
}

impl Report {
    fn json(&self) -> Value {
        let met = self.met.iter().map(|(meeting, tally)| {
            let score = tally.score();
            json!({
                "game": meeting.contest.game,
                "players": meeting.contest.rules.n_seats(),
                "opponent": meeting.opponent,
                "pairs": tally.pairs(),
                "score": score.mean,
                "ci95": score.ci95,
                "margin": tally.margin(),
                "faults": tally.faults[0],
            })
        });
        let Endings {
            positions,
            best,
            lost,
            faults,
        } = &self.endings;
        json!({
            "suite": suite::VERSION,
            "digest": suite::DIGEST,
            "version": env!("CARGO_PKG_VERSION"),
            "player": self.player.name(),
            "called": self.player.called(),
            "contests": met.collect::<Vec<_>>(),
            "positions": {
                "positions": positions,
                "best": best,
                "lost": lost.mean,
                "ci95": lost.ci95,
                "faults": faults,
            },
        })
    }

    fn text(&self, lang: Lang) -> String {
        let mut text = String::new();
        let (name, digest) = (self.player.shown(), &suite::DIGEST[..16]);
        let _ = writeln!(text, "{name}: capicu suite {} ({digest})", suite::VERSION);
        for (meeting, tally) in &self.met {
            let game = &meeting.contest.game;
            let seats = meeting.contest.rules.n_seats();
            let game = format!("{game} {seats}");
            let opponent = meeting.opponent;
            let _ = writeln!(
                text,
                "  {game:<20} {opponent:<18} {}",
                percent(tally.score())
            );
        }
        let Endings {
            positions,
            best,
            lost,
            ..
        } = &self.endings;
        let word = say(lang, "endings", "finales");
        let [low, high] = lost.ci95;
        let points = say(lang, "points lost each", "puntos perdidos en cada uno");
        let _ = writeln!(
            text,
            "  {word:<20} {best}/{positions}: {:.2} ({low:.2} … {high:.2}) {points}",
            lost.mean
        );
        let faults: u64 = self.met.iter().map(|(_, tally)| tally.faults[0]).sum();
        let faults = faults + u64::from(self.endings.faults);
        if faults > 0 {
            let word = say(lang, "faults", "faltas");
            let _ = writeln!(text, "  {word:<20} {faults}");
        }
        text
    }
}

fn percent(share: Estimate) -> String {
    let [low, high] = share.ci95.map(|share| share * 100.0);
    format!("{:.1} % ({low:.1} … {high:.1})", share.mean * 100.0)
}
