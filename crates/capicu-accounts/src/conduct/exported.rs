//! The moderation data in a player's own export.

use capicu_protocol::PlayerId;
use capicu_store::Unavailable;
use capicu_store::conduct::{ConductAct, Entry, Outcome, Report};
use serde_json::{Value, json};

use crate::Context;

/// Returns the acts on a player with their reasons, the reports that the player made, and the reports about them.
/// Reports about the player come without their authors and texts.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn exported(context: &Context, player: PlayerId) -> Result<Value, Unavailable> {
    let store = &context.store;
    let entries = store.entries_about(player).await?;
    let made = store.reports_by(player, u32::MAX).await?;
    let about = store.reports_about(player, u32::MAX).await?;
    let entries: Vec<Value> = entries.iter().map(entry).collect();
    let made = made.iter().map(|report| {
        let mut told = of_report(report);
        told["about"] = report.filed.reported.as_str().into();
        told["words"] = report.filed.words.as_str().into();
        told
    });
    let made: Vec<Value> = made.collect();
    let about: Vec<Value> = about.iter().map(of_report).collect();
    Ok(json!({ "entries": entries, "made": made, "about": about }))
}

fn of_report(report: &Report) -> Value {
    let filed = &report.filed;
    json!({
        "at": filed.at,
        "table": filed.table,
        "match": filed.number,
        "why": filed.why.id(),
        "outcome": match report.outcome {
            Outcome::Open => "open",
            Outcome::Dismissed => "dismissed",
            Outcome::Upheld => "upheld",
        },
    })
}

fn entry(entry: &Entry) -> Value {
    let mut told = json!({
        "number": entry.number,
        "at": entry.at,
        "reason": entry.reason,
    });
    let (act, more) = match entry.act {
        ConductAct::Role(role) => (
            "role",
            role.map(|role| ("role", super::role_id(role).into())),
        ),
        ConductAct::Dismiss => ("dismiss", None),
        ConductAct::Warn => ("warn", None),
        ConductAct::Rename => ("rename", None),
        ConductAct::Sanction { sanction, until } => {
            (sanction.id(), until.map(|until| ("until", until.into())))
        }
        ConductAct::Lift { entry } => ("lift", Some(("of", Value::from(entry)))),
        ConductAct::Read { entry } => ("read", Some(("of", Value::from(entry)))),
        ConductAct::SignOut => ("sign-out", None),
        ConductAct::Close => ("close", None),
    };
    told["act"] = act.into();
    if let Some((name, value)) = more {
        told[name] = value;
    }
    told
}
