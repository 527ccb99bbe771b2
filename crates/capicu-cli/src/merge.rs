//! `capicu merge`: joins the shards of a run.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::data::{DataFile, Target, about, in_order, join};
use crate::language::{language, say};
use crate::output::Force;
use crate::stop::Stop;
use crate::{exit, print};

/// Merge the shards of `capicu simulate --shard` into the output of one run
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Shards, in any order
    #[arg(required = true, value_name = "FILE")]
    shards: Vec<PathBuf>,
    /// Output file: .parquet, .csv or .ndjson; `-` for Parquet on standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match merge(arguments) {
        Ok(code) => code,
        Err(why) => exit::unreadable(why),
    }
}

fn merge(arguments: &Arguments) -> Result<ExitCode, String> {
    arguments.force.check(&arguments.out)?;
    let target = Target::of(&arguments.out, arguments.force)?;
    let path = target.parquet();
    let open = |path: &PathBuf| DataFile::open(path);
    let files: Vec<DataFile> = arguments
        .shards
        .iter()
        .map(open)
        .collect::<Result<_, _>>()?;
    let run = files[0].run.clone();
    let files = in_order(files, 0..run.matches).map_err(|misfit| misfit.told())?;
    let stop = Stop::on_interrupt();
    let joined = join(&path, &run, &(0..run.matches), &files, || !stop.is_raised());
    if stop.is_raised() && joined.is_err() {
        return Ok(exit::interrupted());
    }
    joined.map_err(|error| about(&path, &error))?;
    let file = DataFile::open(&path)?;
    let is_standard = target.is_standard();
    target.deliver()?;
    let (decisions, matches) = (file.decisions(), run.matches);
    let lang = language(None);
    let of = say(lang, "decisions of", "decisiones de");
    let played = say(lang, "matches", "partidas");
    let path = arguments.out.display();
    let told = format!("{path}: {decisions} {of} {matches} {played}\n");
    match is_standard {
        true => print::aside(told),
        false => print::text(told),
    }
    Ok(ExitCode::SUCCESS)
}
