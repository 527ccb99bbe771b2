//! `capicu ratings`.

use std::path::PathBuf;
use std::process::ExitCode;

use capicu_server::recompute_in;
use clap::Subcommand;

use crate::language::texts;
use crate::{exit, print};

/// The ratings of a server that does not run
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Recompute(Recompute),
}

/// Computes all ratings anew from the stored results, and says whether what is written agrees
#[derive(Debug, clap::Args)]
struct Recompute {
    /// Folder that `capicu serve` uses
    #[arg(
        long,
        env = "CAPICU_DATA",
        value_name = "FOLDER",
        default_value = "data"
    )]
    data: PathBuf,
    /// Changes nothing, and ends with 1 if something does not agree; otherwise that is written anew
    #[arg(long)]
    check: bool,
}

/// Recomputes.
pub fn run(arguments: &Arguments) -> ExitCode {
    let Command::Recompute(Recompute { data, check }) = &arguments.command;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return exit::unreadable(texts().io_error(&error)),
    };
    match runtime.block_on(recompute_in(data, *check)) {
        Ok(told) => {
            print::text(told.tell(texts(), *check));
            match *check && !told.agrees() {
                true => exit::breach(),
                false => ExitCode::SUCCESS,
            }
        }
        Err(error) => exit::unreadable(error.tell(texts())),
    }
}
