//! Commands about seats and schedules: entries kept apart, their tables, and exchanged rounds.

use capicu_event::{Command, EntryId};

use super::{Ask, DeskAction, DeskForm, Unclear, line};

/// The command of a form about seats.
pub fn command(ask: &Ask, action: DeskAction, form: &DeskForm) -> Result<Command, Unclear> {
    let texts = ask.texts();
    let wrong = |label: String| Unclear::Missing(texts.desk_field_wrong(&label));
    let short = |text: &str, label: String| text.trim().parse::<u16>().map_err(|_| wrong(label));
    let entry = |text: &str| text.trim().parse().map(EntryId);
    let own = || entry(&form.entry).map_err(|_| Unclear::Form);
    // Nobody is kept apart from themselves.
    let other = || match entry(&form.other) {
        Ok(other) if own().ok() != Some(other) => Ok(other),
        _ => Err(wrong(texts.desk_apart_with())),
    };
    let reason = || match line(&form.reason) {
        reason if reason.is_empty() => Err(Unclear::Missing(texts.desk_reason_missing())),
        reason => Ok(reason),
    };
    Ok(match action {
        DeskAction::KeepApart => Command::KeepApart {
            entries: [own()?, other()?],
            reason: reason()?,
        },
        DeskAction::AllowToMeet => Command::AllowToMeet([own()?, other()?]),
        DeskAction::FixTable => Command::FixTable {
            entry: own()?,
            table: match form.table.trim() {
                "" => None,
                table => Some(short(table, texts.desk_own_table())?),
            },
        },
        DeskAction::NumberTables => {
            Command::NumberTables(short(&form.table, texts.desk_first_table())?)
        }
        DeskAction::ExchangeRounds => Command::ExchangeRounds {
            round: short(&form.round, texts.desk_rounds_exchange_one())?,
            with: short(&form.rounds, texts.desk_rounds_exchange_other())?,
            reason: reason()?,
        },
        _ => return Err(Unclear::Form),
    })
}
