//! `capicu merge`: the shards of a run put together.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::data::{DataFile, about, in_order, join};
use crate::{exit, print};

/// Puts the shards of `capicu simulate --shard` together: the same bytes as one run
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The shards, in any order
    #[arg(required = true, value_name = "FILE")]
    shards: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match merge(arguments) {
        Ok(code) => code,
        Err(why) => exit::unreadable(why),
    }
}

fn merge(arguments: &Arguments) -> Result<ExitCode, String> {
    let target = &arguments.out;
    if target.exists() {
        let shown = target.display();
        return Err(format!(
            "{shown}: it is there already; name another file with --out"
        ));
    }
    let open = |path: &PathBuf| DataFile::open(path);
    let files: Vec<DataFile> = arguments
        .shards
        .iter()
        .map(open)
        .collect::<Result<_, _>>()?;
    let run = files[0].run.clone();
    let files = in_order(files, 0..run.matches).map_err(|misfit| misfit.to_string())?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler an interrupt leaves a file behind that is not complete, under another name.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let go_on = || !stop.load(Ordering::Relaxed);
    let joined = join(target, &run, &(0..run.matches), &files, go_on);
    if !go_on() && joined.is_err() {
        return Ok(exit::interrupted());
    }
    joined.map_err(|error| about(target, &error))?;
    let file = DataFile::open(target)?;
    let (decisions, matches) = (file.decisions(), run.matches);
    print::text(format_args!(
        "{}: {decisions} decisions of {matches} matches\n",
        target.display()
    ));
    Ok(ExitCode::SUCCESS)
}
