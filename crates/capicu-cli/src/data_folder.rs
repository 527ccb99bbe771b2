//! The data folder of a server, as an argument.

use std::path::PathBuf;

/// Which data folder.
#[derive(Debug, clap::Args)]
pub struct DataFolder {
    /// Data folder of `capicu serve`
    #[arg(
        long,
        env = "CAPICU_DATA",
        value_name = "FOLDER",
        default_value = "data"
    )]
    pub data: PathBuf,
}
