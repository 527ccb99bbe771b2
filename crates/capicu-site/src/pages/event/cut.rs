//! The cut of a stage: who advances, who just misses, by which key, and the forms that settle a tie.

use std::collections::BTreeSet;

use capicu_event::standings::{AtCut, Cut, Standing, cut, title};
use capicu_event::{EntryId, Stage, StageStatus, State, Table};
use capicu_event_service::Hall;
use capicu_i18n::Texts;
use maud::{Markup, html};

use super::super::action::DeskAction;
use super::super::extract::Ask;
use super::words::{Words, key_name};
use super::{hidden, number};

/// The cut of a stage once a meeting has a result. After the next stage is open, only if it is still the cut by which
/// that stage was seeded: an entry may have left since.
pub fn of(state: &State, stage: &Stage) -> Option<Cut> {
    let mut tables = stage.rounds.iter().flat_map(|round| &round.tables);
    if !tables.any(|table| matches!(table, Table::Settled(_))) {
        return None;
    }
    let found = cut(state, stage)?;
    match state.stages.get(usize::from(stage.number)) {
        None => Some(found),
        Some(next) => {
            let played: BTreeSet<&EntryId> = next.order.iter().collect();
            (found.advances.iter().collect::<BTreeSet<_>>() == played).then_some(found)
        }
    }
}

/// The cut of the last stage, if that is closed.
pub fn last(state: &State) -> Option<Cut> {
    let stage = state.stages.last()?;
    match stage.status {
        StageStatus::Closed => of(state, stage),
        StageStatus::Running => None,
    }
}

/// The last place above the line; nothing if all entries advance.
pub fn line(cut: &Cut, standings: &[Standing]) -> Option<usize> {
    if cut.misses.is_empty() && !cut.is_open() {
        return None;
    }
    let advances = |standing: &Standing| cut.advances.contains(&standing.entry);
    standings.iter().rposition(advances)
}

/// How an entry that is tied at the cut fares.
pub fn mark(texts: Texts, cut: &Cut, entry: EntryId) -> Option<String> {
    if !cut.tied.contains(&entry) {
        return None;
    }
    Some(match cut.settled {
        None => texts.desk_cut_mark_tied(),
        Some(_) if cut.advances.contains(&entry) => texts.desk_cut_mark_advances(),
        Some(_) => texts.desk_cut_mark_misses(),
    })
}

/// The cut in sentences.
pub fn told(words: &Words<'_>, cut: &Cut) -> Markup {
    let texts = words.texts;
    let names = |of: &[EntryId]| {
        let names: Vec<String> = of.iter().map(|id| words.name(*id)).collect();
        names.join(", ")
    };
    let n_tied = cut.tied.len() as u32;
    html! {
        div.cut data-testid="cut" {
            p {
                b { (texts.desk_cut(u32::from(cut.through))) }
                @if !cut.advances.is_empty() { (texts.colon()) " " (names(&cut.advances)) }
            }
            @if let Some(first) = cut.misses.first() {
                p data-testid="cut-misses" { (texts.desk_cut_misses(&words.name(*first))) }
            }
            @match (cut.settled, cut.by, cut.advances.last(), cut.misses.first()) {
                (None, ..) if cut.is_open() => p data-testid="cut-tied" {
                    (texts.desk_cut_tied(n_tied)) (texts.colon()) " " (names(&cut.tied))
                },
                (settled, by, last, first) => {
                    @if let Some(settled) = settled {
                        p data-testid="cut-settled" { (settled_by(texts, settled, n_tied)) (texts.colon()) " " (names(&cut.tied)) }
                    }
                    @if let (Some(by), Some(last), Some(first)) = (by, last, first) {
                        p data-testid="cut-key" { (texts.desk_cut_key(&words.name(*last), &words.name(*first), &key_name(texts, by))) }
                    }
                },
            }
        }
    }
}

/// How the desk settled a tie of `n` entries at a cut.
pub fn settled_by(texts: Texts, by: AtCut, n: u32) -> String {
    match by {
        AtCut::Everyone => texts.desk_log_cut_everyone(n),
        AtCut::Lot => texts.desk_log_cut_lot(n),
        AtCut::PlayOff => texts.desk_log_cut_play_off(n),
    }
}

/// The form value of a way to settle a tie.
const fn id(by: AtCut) -> &'static str {
    match by {
        AtCut::Everyone => "everyone",
        AtCut::Lot => "lot",
        AtCut::PlayOff => "play-off",
    }
}

/// The forms that settle a tie: everyone advances, a lot, or the places of a play-off.
pub fn forms(ask: &Ask, words: &Words<'_>, hall: &Hall, cut: &Cut, to: &str) -> Markup {
    let all = cut.advances.len() + cut.tied.len();
    let everyone = words.texts.desk_cut_everyone(all);
    html! {
        (told(words, cut))
        (form(ask, hall, to, AtCut::Everyone, &everyone, &html! {}))
        (ordered(ask, words, hall, &cut.tied, to))
    }
}

/// The forms that settle a tie for the title, if there is one.
pub fn title_forms(ask: &Ask, words: &Words<'_>, hall: &Hall, to: &str) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let tied = state
        .stages
        .last()
        .map_or(Vec::new(), |stage| title(state, stage));
    let names: Vec<String> = tied.iter().map(|id| words.name(*id)).collect();
    html! { @if !tied.is_empty() && hall.is_written() {
        p.help data-testid="title-tied" { (texts.desk_title_tied(tied.len())) (texts.colon()) " " (names.join(", ")) }
        (ordered(ask, words, hall, &tied, to))
    } }
}

/// The forms that order tied entries: by a lot, or by the places of a play-off.
fn ordered(ask: &Ask, words: &Words<'_>, hall: &Hall, tied: &[EntryId], to: &str) -> Markup {
    let texts = words.texts;
    let places = html! {
        p.help { (texts.desk_cut_play_off_help()) }
        @for entry in tied { (number(&place(*entry), &words.name(*entry), "")) }
    };
    html! {
        (form(ask, hall, to, AtCut::Lot, &texts.desk_cut_lot(), &html! {}))
        details {
            summary data-testid="cut-play-off-form" { (texts.desk_cut_play_off()) }
            (form(ask, hall, to, AtCut::PlayOff, &texts.desk_cut_play_off_save(), &places))
        }
    }
}

fn form(ask: &Ask, hall: &Hall, to: &str, by: AtCut, label: &str, fields: &Markup) -> Markup {
    html! {
        form method="post" action=(to) {
            (hidden(ask, hall.event.version()))
            input type="hidden" name="by" value=(id(by));
            (fields)
            button.second name="act" value=(DeskAction::SettleCut) data-testid={ "cut-" (id(by)) } { (label) }
        }
    }
}

/// The entries of the tie that the desk can settle: at the cut after the last stage, or for the title.
pub fn tied(state: &State) -> Vec<EntryId> {
    let stage = state.stages.last();
    match last(state).filter(Cut::is_open) {
        Some(cut) => cut.tied,
        None => stage.map_or(Vec::new(), |stage| title(state, stage)),
    }
}

/// The field for the place of an entry in a play-off.
fn place(entry: EntryId) -> String {
    format!("place-{entry}")
}

/// Reads how a form settles a tie, and the order of a play-off; nothing if it names no way.
///
/// # Errors
///
/// If the places of a play-off are wrong.
pub fn wanted(ask: &Ask, state: &State) -> Option<Result<(AtCut, Vec<EntryId>), String>> {
    let ways = [AtCut::Everyone, AtCut::Lot, AtCut::PlayOff];
    let by = ways.into_iter().find(|by| id(*by) == ask.field("by"))?;
    if by != AtCut::PlayOff {
        return Some(Ok((by, Vec::new())));
    }
    let tied = tied(state);
    let places = tied.iter().map(|entry| {
        let place: u16 = ask.field(&place(*entry)).parse().ok()?;
        Some((place, *entry))
    });
    let order: Option<Vec<(u16, EntryId)>> = places.collect();
    let order = order.and_then(|mut order| {
        order.sort_unstable();
        let is_whole = (1..).zip(&order).all(|(at, (place, _))| at == *place);
        let order = order.into_iter().map(|(_, entry)| entry);
        is_whole.then(|| (by, order.collect()))
    });
    Some(order.ok_or_else(|| ask.texts().desk_cut_places_wrong(tied.len())))
}
