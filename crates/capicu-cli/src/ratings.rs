use std::process::ExitCode;

use capicu_server::recompute_in;
use clap::Subcommand;

use crate::data_folder::DataFolder;
use crate::language::texts;
use crate::{exit, print};

/// Check or rebuild the ratings of a stopped server
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Recompute(Recompute),
}

/// Recompute all ratings from the stored results and replace those that differ
#[derive(Debug, clap::Args)]
struct Recompute {
    #[command(flatten)]
    folder: DataFolder,
    /// Change nothing; exit with 1 if a rating differs
    #[arg(long)]
    check: bool,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let Command::Recompute(Recompute { folder, check }) = &arguments.command;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return exit::unreadable(texts().io_error(&error)),
    };
    match runtime.block_on(recompute_in(&folder.data, *check)) {
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
