//! Exports from PostgreSQL, and imports into it.

use std::process::ExitCode;

use capicu_store_pg::{Address, TransferError};

use super::{Answer, Place, TELL, answered};
use crate::language::texts;

pub fn export(url: &str, place: Place, answer: Answer) -> ExitCode {
    let (file, of) = (place.file().to_owned(), ("file", place.shown().to_owned()));
    let made = async {
        let exported = capicu_store_pg::export(&address(url)?, &file, &TELL).await;
        exported.map_err(told)
    };
    answered(place, answer, made, of, |file, contents| {
        texts().copy_made(file, contents)
    })
}

pub fn import(url: &str, place: Place, answer: Answer) -> ExitCode {
    // Do not repeat the argument: it may contain a password.
    let store = url
        .parse()
        .map_or_else(|_| String::new(), |store: Address| store.to_string());
    let file = place.file().to_owned();
    let put = async {
        let imported = capicu_store_pg::import(&address(url)?, &file, &TELL).await;
        imported.map_err(told)
    };
    answered(place, answer, put, ("store", store), |store, contents| {
        texts().store_filled(store, contents)
    })
}

fn address(url: &str) -> Result<Address, String> {
    url.parse().map_err(|_| texts().store_no_address())
}

fn told(why: TransferError) -> String {
    why.tell(texts())
}
