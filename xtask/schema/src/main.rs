//! Makes an empty database from a folder of migrations: `xtask-schema MIGRATIONS DATABASE`.
//!
//! Started by `cargo xtask sqlx`.

#![forbid(unsafe_code)]

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

fn main() -> Result<()> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [migrations, database] = arguments.as_slice() else {
        bail!("usage: xtask-schema MIGRATIONS DATABASE");
    };
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?
        .block_on(make(migrations, database))
}

async fn make(migrations: &Path, database: &Path) -> Result<()> {
    let options = SqliteConnectOptions::new()
        .filename(database)
        .create_if_missing(true);
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await
        .with_context(|| format!("cannot make {}", database.display()))?;
    let migrator = Migrator::new(migrations)
        .await
        .with_context(|| format!("cannot read {}", migrations.display()))?;
    migrator
        .run(&pool)
        .await
        .context("a migration does not apply")?;
    pool.close().await;
    Ok(())
}
