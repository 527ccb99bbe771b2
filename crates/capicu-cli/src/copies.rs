//! `capicu backup`, `restore`, `export` and `import`: everything that a server keeps, in one file and back.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use capicu_store::copies::{self, Contents, CopyError};
use indicatif::ProgressBar;

use crate::language::texts;
use crate::output::Force;
use crate::{exit, print, progress};

#[cfg(feature = "postgres")]
mod postgres;

/// What a build says that has no PostgreSQL.
#[cfg(not(feature = "postgres"))]
mod postgres {
    use std::path::Path;
    use std::process::ExitCode;

    use crate::exit;
    use crate::language::texts;

    pub fn export(_: &str, _: &Path) -> ExitCode {
        exit::unreadable(texts().store_left_out())
    }

    pub fn import(_: &str, _: &Path) -> ExitCode {
        exit::unreadable(texts().store_left_out())
    }
}

/// Copies everything that a server keeps to a file, while it runs
#[derive(Debug, clap::Args)]
pub struct Backup {
    #[command(flatten)]
    data: Data,
    /// The file to write
    file: PathBuf,
    #[command(flatten)]
    force: Force,
}

/// Puts a backup into a data folder that has no database yet
#[derive(Debug, clap::Args)]
pub struct Restore {
    #[command(flatten)]
    data: Data,
    /// A file that `capicu backup` wrote
    file: PathBuf,
}

/// Writes everything that a server keeps as text, a line of JSON for each row, while it runs
#[derive(Debug, clap::Args)]
pub struct Export {
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    elsewhere: Elsewhere,
    /// The file to write
    file: PathBuf,
    #[command(flatten)]
    force: Force,
}

/// Puts an export into a data folder that has no database yet
#[derive(Debug, clap::Args)]
pub struct Import {
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    elsewhere: Elsewhere,
    /// A file that `capicu export` wrote
    file: PathBuf,
}

/// Which data folder.
#[derive(Debug, clap::Args)]
struct Data {
    /// The folder that `capicu serve` uses
    #[arg(
        long,
        env = "CAPICU_DATA",
        value_name = "FOLDER",
        default_value = "data"
    )]
    data: PathBuf,
}

/// Which database, if it is not in a folder.
#[derive(Debug, clap::Args)]
struct Elsewhere {
    /// The database of PostgreSQL that `capicu serve` uses instead, such as postgres://capicu@localhost/capicu
    #[arg(long, env = "CAPICU_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<String>,
}

impl Backup {
    pub fn run(&self) -> ExitCode {
        make(&self.file, self.force, |tell| {
            copies::backup(&self.data.data, &self.file, tell)
        })
    }
}

impl Export {
    pub fn run(&self) -> ExitCode {
        if let Some(url) = &self.elsewhere.store {
            return match self.force.check(&self.file) {
                Ok(()) => postgres::export(url, &self.file),
                Err(why) => exit::unreadable(why),
            };
        }
        make(&self.file, self.force, |tell| {
            copies::export(&self.data.data, &self.file, tell)
        })
    }
}

impl Restore {
    pub fn run(&self) -> ExitCode {
        put_back(&self.data.data, |tell| {
            copies::restore(&self.data.data, &self.file, tell)
        })
    }
}

impl Import {
    pub fn run(&self) -> ExitCode {
        if let Some(url) = &self.elsewhere.store {
            return postgres::import(url, &self.file);
        }
        put_back(&self.data.data, |tell| {
            copies::import(&self.data.data, &self.file, tell)
        })
    }
}

fn make<F>(file: &Path, force: Force, copy: impl FnOnce(&'static Tell) -> F) -> ExitCode
where
    F: Future<Output = Result<Contents, CopyError>>,
{
    if let Err(why) = force.check(file) {
        return exit::unreadable(why);
    }
    let file = file.display().to_string();
    let made = async { copy(&TELL).await.map_err(|why| why.tell(texts())) };
    answered(made, |contents| texts().copy_made(&file, &contents))
}

fn put_back<F>(folder: &Path, copy: impl FnOnce(&'static Tell) -> F) -> ExitCode
where
    F: Future<Output = Result<Contents, CopyError>>,
{
    let folder = folder.display().to_string();
    let put = async { copy(&TELL).await.map_err(|why| why.tell(texts())) };
    answered(put, |contents| texts().copy_back(&folder, &contents))
}

/// Waits until it is done, or until Ctrl-C, which leaves nothing behind.
fn answered(
    copy: impl Future<Output = Result<Contents, String>>,
    told: impl FnOnce(String) -> String,
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
        Some(Err(why)) => exit::unreadable(why),
        Some(Ok(Contents {
            tables,
            matches,
            players,
        })) => {
            let texts = texts();
            let contents = [
                texts.copy_tables(tables),
                texts.copy_matches(matches),
                texts.copy_players(players),
            ];
            print::text(told(contents.join(", ")) + "\n");
            ExitCode::SUCCESS
        }
    }
}

type Tell = fn(u64, u64);

/// The bar, once there is something to tell.
static BAR: OnceLock<ProgressBar> = OnceLock::new();

static TELL: Tell = |done, all| {
    let bar = BAR.get_or_init(|| progress::bar(all));
    bar.set_position(done.min(all));
};
