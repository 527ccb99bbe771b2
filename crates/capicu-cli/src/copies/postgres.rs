//! Exports from PostgreSQL, and back into it.

use std::path::Path;
use std::process::ExitCode;

use capicu_store_pg::{Address, TransferError};

use super::{TELL, answered};
use crate::language::texts;

/// Writes what a database holds to a file.
pub fn export(url: &str, file: &Path) -> ExitCode {
    let name = file.display().to_string();
    let made = async {
        let exported = capicu_store_pg::export(&address(url)?, file, &TELL).await;
        exported.map_err(told)
    };
    answered(made, |contents| texts().copy_made(&name, &contents))
}

/// Puts it into another one.
pub fn import(url: &str, file: &Path) -> ExitCode {
    // What was typed may hold a password, and is not repeated.
    let place = url
        .parse()
        .map_or_else(|_| String::new(), |place: Address| place.to_string());
    let put = async {
        let imported = capicu_store_pg::import(&address(url)?, file, &TELL).await;
        imported.map_err(told)
    };
    answered(put, |contents| texts().store_filled(&place, &contents))
}

fn address(url: &str) -> Result<Address, String> {
    url.parse().map_err(|_| texts().store_no_address())
}

fn told(why: TransferError) -> String {
    why.tell(texts())
}
