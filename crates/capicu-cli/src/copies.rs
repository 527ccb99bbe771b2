//! `capicu backup`, `restore`, `export` and `import`: all data of a server to a file and back.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use capicu_store::copies::{self, Contents, CopyError, Seal};
use indicatif::ProgressBar;
use serde_json::json;

use crate::data_folder::DataFolder;
use crate::language::texts;
use crate::output::Force;
use crate::{exit, print, progress};
use place::{Content, Place};

mod place;
#[cfg(feature = "postgres")]
mod postgres;

/// Errors of a build without PostgreSQL.
#[cfg(not(feature = "postgres"))]
mod postgres {
    use std::process::ExitCode;

    use super::{Answer, Place};
    use crate::exit;
    use crate::language::texts;

    pub fn export(_: &str, _: Place, _: Answer) -> ExitCode {
        exit::unreadable(texts().store_left_out())
    }

    pub fn import(_: &str, _: Place, _: Answer) -> ExitCode {
        exit::unreadable(texts().store_left_out())
    }
}

/// Copy all data of a server to a file, while it runs
#[derive(Debug, clap::Args)]
pub struct Backup {
    #[command(flatten)]
    data: DataFolder,
    /// Output file; `-` for standard output
    file: PathBuf,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    answer: Answer,
}

/// Restore a backup to a data folder without a database
#[derive(Debug, clap::Args)]
pub struct Restore {
    #[command(flatten)]
    data: DataFolder,
    /// File from `capicu backup`; `-` for standard input
    file: PathBuf,
    #[command(flatten)]
    answer: Answer,
}

/// Export all data of a server as JSON lines, while it runs
#[derive(Debug, clap::Args)]
pub struct Export {
    #[command(flatten)]
    data: DataFolder,
    #[command(flatten)]
    elsewhere: Elsewhere,
    /// Output file; `-` for standard output
    file: PathBuf,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    answer: Answer,
}

/// Import an export into a data folder without a database
#[derive(Debug, clap::Args)]
pub struct Import {
    #[command(flatten)]
    data: DataFolder,
    #[command(flatten)]
    elsewhere: Elsewhere,
    /// File from `capicu export`; `-` for standard input
    file: PathBuf,
    #[command(flatten)]
    answer: Answer,
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Answer {
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Which database, if it is not in a folder.
#[derive(Debug, clap::Args)]
struct Elsewhere {
    /// PostgreSQL database of `capicu serve`, such as postgres://capicu@localhost/capicu
    #[arg(long, env = "CAPICU_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<String>,
}

impl Backup {
    pub fn run(&self) -> ExitCode {
        let place = match Place::to_write(&self.file, self.force, Content::Database) {
            Ok(place) => place,
            Err(why) => return exit::unreadable(why),
        };
        let (folder, copy) = (&self.data.data, place.file().to_owned());
        made(place, self.answer, async move {
            if let Some(file) = copies::rescued(folder).await {
                let (folder, file) = (folder.display().to_string(), file.display().to_string());
                exit::warning(texts().copy_rescued(&folder, &file));
            }
            copies::backup(folder, &copy, &TELL).await
        })
    }
}

impl Export {
    pub fn run(&self) -> ExitCode {
        let place = match Place::to_write(&self.file, self.force, Content::Text) {
            Ok(place) => place,
            Err(why) => return exit::unreadable(why),
        };
        let file = place.file().to_owned();
        match &self.elsewhere.store {
            Some(url) => postgres::export(url, place, self.answer),
            None => made(
                place,
                self.answer,
                copies::export(&self.data.data, &file, &TELL),
            ),
        }
    }
}

impl Restore {
    pub fn run(&self) -> ExitCode {
        let place = match Place::to_read(&self.file) {
            Ok(place) => place,
            Err(why) => return exit::unreadable(why),
        };
        let (folder, file) = (&self.data.data, place.file().to_owned());
        put_back(
            place,
            self.answer,
            folder,
            copies::restore(folder, &file, &TELL),
        )
    }
}

impl Import {
    pub fn run(&self) -> ExitCode {
        let place = match Place::to_read(&self.file) {
            Ok(place) => place,
            Err(why) => return exit::unreadable(why),
        };
        let (folder, file) = (&self.data.data, place.file().to_owned());
        match &self.elsewhere.store {
            Some(url) => postgres::import(url, place, self.answer),
            None => put_back(
                place,
                self.answer,
                folder,
                copies::import(folder, &file, &TELL),
            ),
        }
    }
}

fn made(
    place: Place,
    answer: Answer,
    copy: impl Future<Output = Result<Contents, CopyError>>,
) -> ExitCode {
    let of = ("file", place.shown().to_owned());
    let made = async { copy.await.map_err(|why| why.tell(texts())) };
    answered(place, answer, made, of, |file, contents| {
        texts().copy_made(file, contents)
    })
}

fn put_back(
    place: Place,
    answer: Answer,
    folder: &Path,
    copy: impl Future<Output = Result<Contents, CopyError>>,
) -> ExitCode {
    let of = ("folder", folder.display().to_string());
    let put = async { copy.await.map_err(|why| why.tell(texts())) };
    answered(place, answer, put, of, |folder, contents| {
        texts().copy_back(folder, contents)
    })
}

/// Waits for the result, or for Ctrl-C, which leaves no files behind.
fn answered(
    place: Place,
    answer: Answer,
    copy: impl Future<Output = Result<Contents, String>>,
    (kind, of): (&'static str, String),
    told: impl FnOnce(&str, &str) -> String,
) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(why) => return exit::unreadable(texts().io_error(&why)),
    };
    let done = runtime.block_on(async {
        tokio::select! {
            done = copy => Some(done),
            _ = tokio::signal::ctrl_c() => None,
        }
    });
    if let Some(bar) = BAR.get() {
        bar.finish_and_clear();
    }
    match done {
        None => exit::interrupted(),
        Some(Err(why)) => {
            let file = place.file().display().to_string();
            exit::unreadable(why.replace(&file, place.shown()))
        }
        Some(Ok(Contents {
            tables,
            matches,
            players,
            seal,
        })) => {
            let texts = texts();
            match seal {
                Seal::Whole => {}
                Seal::Missing => exit::warning(texts.copy_unsealed(place.shown())),
            }
            let contents = [
                texts.copy_tables(tables),
                texts.copy_matches(matches),
                texts.copy_players(players),
            ];
            let told = match answer.json {
                true => format!(
                    "{:#}\n",
                    json!({
                        kind: of,
                        "tables": tables,
                        "matches": matches,
                        "players": players,
                    })
                ),
                false => told(&of, &contents.join(", ")) + "\n",
            };
            let is_answer = place.is_answer();
            if let Err(why) = place.deliver() {
                return exit::unreadable(why);
            }
            match is_answer {
                true => print::aside(told),
                false => print::text(told),
            }
            ExitCode::SUCCESS
        }
    }
}

type Tell = fn(u64, u64);

static BAR: OnceLock<ProgressBar> = OnceLock::new();

static TELL: Tell = |done, all| {
    let bar = BAR.get_or_init(|| progress::bar(all));
    bar.set_position(done.min(all));
};
