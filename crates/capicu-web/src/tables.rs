//! Tables stored on this device.

use capicu::rules::Choices;
use capicu::{Game, Seat};
use capicu_protocol::{CreateTable, Created, SeatToken, Token};

use crate::form::Form;
use crate::json::{decode, encode};
use crate::settings::{forget, store, stored};

const FORM: &str = "capicu.form";
const FILE: &str = "capicu.file";
const PRACTICE: &str = "capicu.practice";
/// The page for match review reads it.
const PLAYED: &str = "capicu.played";

fn seat_key(table: &str) -> String {
    format!("capicu.seat.{table}")
}

fn next_key(table: &str) -> String {
    format!("capicu.next.{table}")
}

fn links_key(table: &str) -> String {
    format!("capicu.links.{table}")
}

/// Stores the choices in the form for the next time.
pub fn keep_form(form: &Form) {
    store(FORM, &encode(&form.request("")));
    store(FILE, &form.file.as_ref().map(encode).unwrap_or_default());
}

/// The choices of the last time.
pub fn last_form() -> Form {
    let kept = stored(FORM).and_then(|text| decode::<CreateTable>(&text));
    kept.and_then(read_form).unwrap_or_default()
}

fn read_form(kept: CreateTable) -> Option<Form> {
    // By name, so that no choice is forgotten.
    let CreateTable {
        rules: chosen,
        seats,
        turn_time,
        grace,
        level,
        hints,
        watching,
        passed,
        name: _,
    } = kept;
    let rules = chosen.rules().ok()?;
    let file = stored(FILE).and_then(|text| decode(&text));
    let mut form = match file.filter(|_| chosen.title.is_some()) {
        Some(file) => Form::of_file(file)?,
        None => Form::of(Game::by_id(&chosen.game)?),
    };
    form.set_players(chosen.players);
    for info in Choices::OPTIONS {
        if let Some(value) = rules.get(info.name) {
            form.set(info.name, &value.to_string());
        }
    }
    form.turn_time = turn_time.unwrap_or(form.turn_time);
    form.grace = grace.unwrap_or(form.grace);
    form.level = level.unwrap_or(form.level);
    form.hints = hints.unwrap_or(form.hints);
    form.watching = watching.unwrap_or(form.watching);
    form.passed = passed.unwrap_or(form.passed);
    if seats.len() == form.seats.len() {
        form.seats = seats;
    }
    Some(form)
}

/// Stores the table to practice at.
pub fn keep_practice(form: &Form) {
    store(PRACTICE, &encode(&form.request("")));
}

/// The table to practice at, for a person of this name.
pub fn practice(name: String) -> CreateTable {
    let kept = stored(PRACTICE)
        .and_then(|text| decode::<CreateTable>(&text))
        .filter(|table| table.rules.rules().is_ok());
    CreateTable {
        name: Some(name),
        ..kept.unwrap_or_else(|| Form::default().request(""))
    }
}

/// Stores the record of the last practice match.
pub fn keep_played(record: &str) {
    store(PLAYED, record);
}

/// Stores the secrets of the seats of a table made here.
pub fn keep_created(created: &Created) {
    store(&links_key(created.table.as_str()), &encode(&created.open));
    keep_seat(created.table.as_str(), &created.token);
}

/// Stores the secret of the player's seat, so that the table's address alone leads back to it.
pub fn keep_seat(table: &str, token: &Token) {
    store(&seat_key(table), &token.to_string());
    forget(&next_key(table));
}

/// Stores a secret that is about to become the player's. Until the answer comes, either may be right.
pub fn keep_next(table: &str, token: &Token) {
    store(&next_key(table), &token.to_string());
}

/// Deletes that secret: the seat did not get it.
pub fn forget_next(table: &str) {
    forget(&next_key(table));
}

/// The secret that opens the player's seat at a table.
pub fn own_secret(table: &str) -> Option<Token> {
    stored(&seat_key(table))?.parse().ok()
}

/// The secret that the player's seat may have got since.
pub fn next_secret(table: &str) -> Option<Token> {
    stored(&next_key(table))?.parse().ok()
}

/// The secrets of the other seats that this device knows.
pub fn others(table: &str) -> Vec<(Seat, Token)> {
    let kept = stored(&links_key(table)).and_then(|text| decode::<Vec<SeatToken>>(&text));
    let seats = kept.unwrap_or_default().into_iter();
    seats.map(|seat| (seat.seat.0, seat.token)).collect()
}

/// Stores the secrets of the other seats.
pub fn keep_others(table: &str, others: &[(Seat, Token)]) {
    let seats = others.iter().map(|(seat, token)| SeatToken {
        seat: (*seat).into(),
        token: token.clone(),
    });
    store(&links_key(table), &encode(&seats.collect::<Vec<_>>()));
}
