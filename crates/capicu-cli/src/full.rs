//! Commands that serving does not need. A build for [`serve`](crate::serve) alone leaves them out.

use std::process::ExitCode;

use clap::Subcommand;

use crate::{
    analyze, arena, bot_check, completions, convert, copies, event, hint, man, merge, operate,
    perft, pose, replay, simulate, solve, suite,
};

/// One of them, and its arguments.
#[derive(Debug, Subcommand)]
pub enum Other {
    Replay(replay::Arguments),
    Simulate(simulate::Arguments),
    Merge(merge::Arguments),
    Perft(perft::Arguments),
    Arena(arena::Arguments),
    Suite(suite::Arguments),
    Solve(solve::Arguments),
    Hint(hint::Arguments),
    Analyze(analyze::Arguments),
    Pose(pose::Arguments),
    Convert(convert::Arguments),
    Event(event::Arguments),
    Backup(copies::Backup),
    Restore(copies::Restore),
    Export(copies::Export),
    Import(copies::Import),
    Status(operate::status::Arguments),
    Doctor(operate::doctor::Arguments),
    BotCheck(bot_check::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

impl Other {
    pub fn run(self) -> ExitCode {
        match self {
            Self::Replay(arguments) => replay::run(&arguments),
            Self::Simulate(arguments) => simulate::run(&arguments),
            Self::Merge(arguments) => merge::run(&arguments),
            Self::Perft(arguments) => perft::run(&arguments),
            Self::Arena(arguments) => arena::run(&arguments),
            Self::Suite(arguments) => suite::run(&arguments),
            Self::Solve(arguments) => solve::run(&arguments),
            Self::Hint(arguments) => hint::run(&arguments),
            Self::Analyze(arguments) => analyze::run(&arguments),
            Self::Pose(arguments) => pose::run(&arguments),
            Self::Convert(arguments) => convert::run(&arguments),
            Self::Event(arguments) => event::run(&arguments),
            Self::Backup(arguments) => arguments.run(),
            Self::Restore(arguments) => arguments.run(),
            Self::Export(arguments) => arguments.run(),
            Self::Import(arguments) => arguments.run(),
            Self::Status(arguments) => operate::status::run(&arguments),
            Self::Doctor(arguments) => operate::doctor::run(&arguments),
            Self::BotCheck(arguments) => bot_check::run(&arguments),
            Self::Completions(arguments) => completions::run(&arguments),
            Self::Man(arguments) => man::run(&arguments),
        }
    }
}
