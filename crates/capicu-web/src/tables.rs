//! What this device remembers of tables.

use capicu::{Game, Seat};
use capicu_protocol::{CreateTable, Created, TableRules, Token, decode, encode};

use crate::chrome::origin;
use crate::form::Form;
use crate::settings::{store, stored};

const FORM: &str = "capicu.form";
const PRACTICE: &str = "capicu.practice";

fn seat_key(table: &str) -> String {
    format!("capicu.seat.{table}")
}

fn links_key(table: &str) -> String {
    format!("capicu.links.{table}")
}

/// Keeps what was chosen, to begin with it the next time.
pub fn keep_form(form: &Form) {
    store(FORM, &encode(&form.request("")));
}

/// What was chosen the last time.
pub fn last_form() -> Form {
    let kept = stored(FORM).and_then(|text| decode::<CreateTable>(&text).ok());
    kept.and_then(read_form).unwrap_or_default()
}

fn read_form(kept: CreateTable) -> Option<Form> {
    kept.rules.rules().ok()?;
    let mut form = Form::of(Game::by_id(&kept.rules.game)?);
    form.set_players(kept.rules.players);
    form.changes = kept.rules.options;
    form.turn_time = kept.turn_time.unwrap_or(form.turn_time);
    if kept.seats.len() == form.seats.len() {
        form.seats = kept.seats;
    }
    Some(form)
}

/// Keeps the rules to practice by.
pub fn keep_practice(form: &Form) {
    store(PRACTICE, &encode(&form.rules()));
}

/// The rules to practice by.
pub fn practice_rules() -> TableRules {
    stored(PRACTICE)
        .and_then(|text| decode::<TableRules>(&text).ok())
        .filter(|rules| rules.rules().is_ok())
        .unwrap_or_else(|| Form::default().rules())
}

/// Keeps the links to the seats of a table made here.
pub fn keep_created(created: &Created) {
    store(&links_key(&created.table), &encode(created));
    keep_seat(&created.table, &created.token);
}

/// Keeps the secret of a seat, so that the table's address alone leads back to it.
pub fn keep_seat(table: &str, token: &Token) {
    store(&seat_key(table), &token.to_string());
}

/// The secret of the seat held at a table.
pub fn seat_of(table: &str) -> Option<Token> {
    stored(&seat_key(table))?.parse().ok()
}

/// The links to the seats of a table made here.
pub fn links(table: &str) -> Vec<(Seat, String)> {
    let created = stored(&links_key(table)).and_then(|text| decode::<Created>(&text).ok());
    let open = created.map(|created| created.open).unwrap_or_default();
    open.into_iter()
        .map(|seat| {
            (
                seat.seat.0,
                format!("{}/t/{table}#{}", origin(), seat.token),
            )
        })
        .collect()
}
