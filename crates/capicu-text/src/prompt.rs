//! Prompts: the next thing that the table waits for, and the possible actions.

use capicu::{Board, Duty, Seat, Tile, Turn};
use capicu_client::{Ask, Attendance, ClientTable, open_numbers};
use capicu_i18n::{Advice, Advised, Texts};
use capicu_protocol::{Hint, Judged, Wish};

use crate::{Names, absence};

/// The next thing that the table waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wait {
    /// People to sit down and to be ready, before the first deal.
    Seats,
    /// The next deal, which gives the player a hand.
    NextDeal,
    Deal,
    Me(Ask),
    /// The answer to this seat's action.
    Answer,
    /// The partner, to say who leads.
    Partner(Seat),
    Other(Seat),
    Nothing,
}

impl Wait {
    pub fn of(table: &ClientTable) -> Self {
        if table.sent().is_some() {
            return Self::Answer;
        }
        if table.matched().stopped.is_some() {
            return Self::Nothing;
        }
        match (table.board(), table.to_act()) {
            // Matches after the first are dealt as soon as everybody agrees.
            (None, _) if table.gathers() => Self::Seats,
            (None, _) => Self::Deal,
            (Some(_), None) => Self::Nothing,
            (_, Some(_)) if table.seat().is_some() && table.round().is_none() => Self::NextDeal,
            (_, Some(seat)) if table.is_me(seat) => Self::Me(table.ask()),
            (_, Some(seat)) if table.is_in_huddle() => Self::Partner(seat),
            (_, Some(seat)) => Self::Other(seat),
        }
    }

    /// A few words about whose turn it is; empty if the table waits for nothing. `now` is in milliseconds since 1970.
    pub fn headline(self, table: &ClientTable, texts: Texts, now: f64) -> String {
        let names = Names::of(table, texts);
        match self {
            Self::Seats => match table.waited_for() {
                _ if !table.open_seats().is_empty() => texts.waiting_for_players(),
                nobody if nobody.is_empty() => texts.others_ready(),
                people => texts.waiting_for(texts.parties(people, &names.seats()).name()),
            },
            Self::NextDeal => texts.you_next_deal(),
            Self::Deal => texts.waiting_deal(),
            Self::Me(_) => texts.your_turn(),
            Self::Answer => texts.move_pending(),
            Self::Partner(_) => texts.huddle_title(),
            Self::Other(seat) => {
                let party = names.party(texts, seat);
                let name = party.name();
                match table.attendance(seat) {
                    Attendance::Away { .. } => texts.waiting_for(name),
                    Attendance::StandIn(_) => {
                        absence(table, name, seat, texts, now).unwrap_or_default()
                    }
                    _ => texts.thinking(name),
                }
            }
            Self::Nothing => String::new(),
        }
    }

    /// A sentence about the possible actions, or about absent players; may be empty. `now` is in milliseconds since 1970.
    pub fn detail(self, table: &ClientTable, texts: Texts, now: f64) -> String {
        match self {
            Self::Me(ask) => match ask {
                Ask::Pass if is_asked(table) => texts.call_last(),
                Ask::Pass => texts.auto_pass(),
                Ask::Draw => texts.draw_needed(),
                Ask::LeadTile(tile) => texts.illegal_must_lead(&texts.tile(tile)),
                Ask::LeadAny => texts.may_lead_any(),
                Ask::LeadDouble => texts.must_lead_double(),
                Ask::Huddle => {
                    let wish = table.wish().filter(|(seat, _)| !table.is_me(*seat));
                    match wish {
                        Some((seat, wish)) => {
                            let name = Names::of(table, texts).plain(seat);
                            format!("{name}: {}", wish_text(wish, texts))
                        }
                        None => texts.huddle_help(),
                    }
                }
                Ask::Play | Ask::Nothing => texts.choose_tile(),
            },
            Self::Partner(seat) => {
                texts.huddle_waiting_partner(&Names::of(table, texts).plain(seat))
            }
            Self::NextDeal => texts.you_next_deal_help(),
            Self::Seats | Self::Deal | Self::Other(_) | Self::Nothing | Self::Answer => {
                let away = table.first_away().and_then(|seat| {
                    let party = Names::of(table, texts).party(texts, seat);
                    absence(table, party.name(), seat, texts, now)
                });
                let free = table.open_seats().len();
                let free = (self == Self::Seats && free > 0).then(|| texts.free_seats(free));
                away.or(free).unwrap_or_default()
            }
        }
    }
}

/// The answer to the question for a hint.
pub fn advice(hint: &Hint, table: &ClientTable, texts: Texts) -> Advised {
    let judged = |judged: Judged| (judged.action.into(), judged.chance);
    let names = Names::of(table, texts);
    let advice = Advice {
        best: judged(hint.best),
        next: judged(hint.next),
        shuts_out: hint.shuts_out,
        clues: hint.clues.iter().map(|clue| (*clue).into()).collect(),
    };
    texts.advice(&advice, &|seat| names.plain(seat))
}

/// Whether the points of the last tile may be declared before the round is scored.
pub fn is_asked(table: &ClientTable) -> bool {
    matches!(table.board().map(Board::turn), Some(Turn::Declare(_)))
}

/// The words of a partner about the lead.
pub fn wish_text(wish: Wish, texts: Texts) -> String {
    match wish {
        Wish::Mine => texts.huddle_i_pose(),
        Wish::Yours => texts.huddle_you_pose(),
    }
}

/// Why a tile of the own hand cannot be laid.
pub fn fits_not(tile: Tile, table: &ClientTable, texts: Texts) -> String {
    let Some(board) = table.board() else {
        return String::new();
    };
    if let Turn::Open(opening) = board.turn() {
        return match opening.duty {
            Duty::Tile(tile) => texts.illegal_must_lead(&texts.tile(tile)),
            _ => texts.illegal_must_lead_double(),
        };
    }
    let name = texts.tile(tile);
    match open_numbers(board).as_slice() {
        [pip] => texts.fits_not_one(&name, pip.value()),
        [one, other] => texts.fits_neither(&name, one.value(), other.value()),
        _ => texts.fits_nowhere(&name),
    }
}
