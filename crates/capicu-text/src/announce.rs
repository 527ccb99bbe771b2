//! Events in words, for screen readers and for clients without pictures.

use capicu::rules::{NextOpener, Opener};
use capicu::{Award, Board, Duty, Move, Seat, Tile, TurnedUp};
use capicu_client::{Attendance, ClientTable, Moment, laid};
use capicu_geometry::{Dir, Felt};
use capicu_i18n::{LineEnd, Texts};
use capicu_picture::spread::{Spread, plan};
use capicu_protocol::{Actor, Event, Holder, Saying, StandIn, WhyStopped};

use crate::{Names, calls, wish_text};

/// The laid tiles on a felt of this size. A client without a felt takes any size, the same for [`Announcer`] and
/// [`typed::answer`](crate::typed::answer).
pub fn spread(table: &ClientTable, felt: Felt) -> Spread {
    let actions = table.moves().iter().map(|mv| mv.action);
    Spread::of(actions, plan(table.rules(), felt))
}

/// Puts the moments of a table into words.
///
/// A client announces these itself:
///
/// | Moment | Words |
/// |---|---|
/// | a snapshot, or events without moments after a lost connection | [`typed::answer`](crate::typed::answer) to `hand`, `ends`, `turn` and `score` |
/// | a new wait | [`Wait::headline`](crate::Wait::headline) and [`detail`](crate::Wait::detail); between rounds the answer to `turn` |
/// | [`Moment::Said`] | [`Names::plain`] and [`chat`], unless the player has muted that seat |
/// | `Ready` and `Host` | nothing; [`ClientTable::is_ready`] and [`ClientTable::host`] have the result |
#[derive(Clone, Copy, Debug)]
pub struct Announcer<'a> {
    pub table: &'a ClientTable,
    /// The laid tiles, which say on which side a tile lies.
    pub spread: &'a Spread,
    pub texts: Texts,
    /// The time in milliseconds since 1970, for the seconds until a bot takes over.
    pub now: f64,
    /// Whether the words that players say at a table are announced.
    pub has_table_words: bool,
}

impl Announcer<'_> {
    /// One or more sentences about a moment; `None` if there is nothing to announce.
    pub fn announce(&self, moment: &Moment) -> Option<String> {
        let (game, spread, texts) = (self.table, self.spread, self.texts);
        let names = Names::of(game, texts);
        let seats = names.seats();
        Some(match moment {
            Moment::Dealt(dealt_to) => {
                let round = game.board().map_or(1, |board| board.standing().round + 1);
                let opening = texts.opening(dealt_to, &seats);
                if game.round().is_none() {
                    return Some(opening);
                }
                let dealt = texts.said_dealt(round, &texts.tiles(game.hand()));
                let opening = sets(dealt_to.seat, game, texts).unwrap_or(opening);
                format!("{dealt} {opening}")
            }
            Moment::Done {
                mv,
                by,
                before,
                after,
                awards,
            } => {
                let did = did(mv, [before, after], &names, spread, texts);
                let late = *by == Actor::Clock && game.is_me(mv.seat);
                let late = late.then(|| texts.clock_played());
                late.into_iter()
                    .chain([did])
                    .chain(points(awards, game, &names, texts))
                    .collect::<Vec<_>>()
                    .join(" ")
            }
            Moment::TurnedUp(tiles, _) => {
                let then = begins(moment, game, texts)?;
                format!("{} {then}", turned_up(tiles, game, texts))
            }
            Moment::Redealt(_) => begins(moment, game, texts)?,
            Moment::Called { awards, .. } => core::iter::once(calls::said(moment, game, texts))
                .chain(points(awards, game, &names, texts))
                .collect::<Vec<_>>()
                .join(" "),
            Moment::Ruled(ruling) => points(&ruling.awards, game, &names, texts)
                .collect::<Vec<_>>()
                .join(" "),
            Moment::RoundOver(result) => {
                texts.round_story(result, game.rules(), &seats).to_string()
            }
            Moment::Words(words) => {
                let shown = words.iter().filter(|_| self.has_table_words);
                let words: Vec<_> = shown.map(|word| texts.word(*word)).collect();
                (!words.is_empty()).then(|| words.join(" "))?
            }
            Moment::Told(event) => self.told(event, &names)?,
            Moment::Reseated => {
                let partner = game.rules().partner(game.seat()?)?;
                texts.new_partners(&names.plain(partner))
            }
            // A client asks first whether the player has muted that seat.
            Moment::Said(..) => return None,
            Moment::Away(_) | Moment::Back(_) => people(moment, game, texts, self.now)?,
        })
    }

    /// The last move of this round.
    pub fn last_move(&self) -> Option<String> {
        let (mv, board) = (self.table.moves().last()?, self.table.board()?);
        let names = Names::of(self.table, self.texts);
        Some(did(mv, [board; 2], &names, self.spread, self.texts))
    }

    fn told(&self, event: &Event, names: &Names) -> Option<String> {
        let (game, texts) = (self.table, self.texts);
        let other = |seat: Seat| !game.is_me(seat);
        Some(match event {
        Event::Wished { seat, wish } if other(seat.0) => {
            format!("{}: {}", names.plain(seat.0), wish_text(*wish, texts))
        }
        Event::StandIn { .. } => people(&Moment::Told(event.clone()), game, texts, self.now)?,
        Event::Withdrew { seat, .. } => texts.said_withdrew(&names.party(texts, seat.0)),
        Event::MatchStopped(stopped) => crate::stopped(stopped.why, texts),
        Event::Rematch { seat } if other(seat.0) => texts.rematch_offered(&names.plain(seat.0)),
        Event::OtherPartners { seat } if other(seat.0) => {
            texts.rematch_others_offered(&names.plain(seat.0))
        }
        Event::SeatChanged { seat, holder, name } if other(seat.0) => match (holder, name) {
            (Holder::Person, Some(name)) => texts.sat_down(name),
            _ => return None,
        },
        // The player's own wishes, events that the table shows, and events that nobody waits for.
        Event::Wished { .. }
        | Event::Rematch { .. }
        | Event::OtherPartners { .. }
        | Event::SeatChanged { .. }
        | Event::MatchBegan { .. }
        | Event::TurnedUp { .. }
        | Event::Redealt(_)
        | Event::Dealt(_)
        | Event::Opened(_)
        | Event::Done(_)
        | Event::Called { .. }
        | Event::Ruled(_)
        | Event::Unsettled { .. }
        | Event::RoundOver(_)
        | Event::MatchOver(_)
        | Event::Ready { .. }
        // A script around the client announces it.
        | Event::Host { .. } => return None,
    })
    }
}

/// Why a match cannot continue.
pub fn stopped(why: WhyStopped, texts: Texts) -> String {
    match why {
        WhyStopped::Rules => texts.match_stopped(),
        WhyStopped::Time => texts.match_stopped_time(),
        WhyStopped::Desk | WhyStopped::Boards => texts.match_stopped_desk(),
    }
}

/// The words of a chat message.
pub fn chat(saying: &Saying, texts: Texts) -> String {
    match saying {
        Saying::Phrase(phrase) => texts.phrase(phrase.name()).unwrap_or_default(),
        Saying::Text(text) => text.clone(),
    }
}

/// The tile that decided the opener, or the shuffler, announced with the deal; `None` if
/// the page shows the whole beginning.
pub fn dealt(moment: &Moment, game: &ClientTable, texts: Texts) -> Option<String> {
    let plain = matches!(moment, Moment::Dealt(_)) && game.beginning().len() < 2;
    plain.then(|| begins(moment, game, texts)).flatten()
}

/// The beginning of a round, if it is worth a word. It names the highest tile turned up, the reason for another deal,
/// the tile that decided the opener, or the player who shuffles.
pub fn begins(moment: &Moment, game: &ClientTable, texts: Texts) -> Option<String> {
    let names = Names::of(game, texts);
    Some(match moment {
        Moment::TurnedUp(_, Some(seat)) => texts.said_turned_up_opener(&names.party(texts, *seat)),
        Moment::TurnedUp(_, None) => texts.said_turned_up_tie(),
        Moment::Redealt(why) => texts.redeal(*why, &names.seats()),
        Moment::Dealt(opening) => match opening.duty {
            Duty::Tile(_) | Duty::Holder(_) | Duty::DrawForDouble => {
                texts.opening(opening, &names.seats())
            }
            _ => sets(opening.seat, game, texts)?,
        },
        _ => return None,
    })
}

/// The tiles that the players turned up, each with its player.
pub fn turned_up(tiles: &TurnedUp, game: &ClientTable, texts: Texts) -> String {
    let names = Names::of(game, texts);
    let each = tiles.entries();
    let each = each.filter_map(|(seat, tile)| Some((names.party(texts, seat), (*tile)?)));
    texts.turned_up(&each.collect::<Vec<_>>())
}

/// Who shuffled and who leads, if two take turns at it (004:22-26).
fn sets(setter: Seat, game: &ClientTable, texts: Texts) -> Option<String> {
    let rules = game.rules();
    let in_turn = rules.opener == Opener::DrawForSet && rules.next_opener == NextOpener::Rotate;
    (in_turn && rules.n_seats() == 2).then(|| {
        let names = Names::of(game, texts);
        let shuffles = texts.shuffles(&names.party(texts, setter.next(2)));
        format!("{shuffles} {}", texts.sets(&names.party(texts, setter)))
    })
}

/// Who comes and goes, and for whom a bot plays; `None` for other moments.
pub fn people(moment: &Moment, game: &ClientTable, texts: Texts, now: f64) -> Option<String> {
    let names = Names::of(game, texts);
    // Before the first deal the waiting room shows who is there.
    let is_dealt = game.board().is_some() || game.next_deal() > 0;
    Some(match moment {
        Moment::Away(_) | Moment::Back(_) if !is_dealt => return None,
        // A stand-in is announced when it begins to play.
        Moment::Away(seat) if matches!(game.attendance(*seat), Attendance::Away { .. }) => {
            absence(game, names.party(texts, *seat).name(), *seat, texts, now)?
        }
        Moment::Back(seat) if game.attendance(*seat) == Attendance::Here => {
            texts.is_back(&names.plain(*seat))
        }
        Moment::Done { mv, by, .. } if *by == Actor::Clock && game.is_me(mv.seat) => {
            texts.clock_played()
        }
        Moment::Told(Event::StandIn { seat, why }) => {
            let name = names.plain(seat.0);
            match (game.is_me(seat.0), why) {
                (true, None) => texts.you_play_again(),
                (true, Some(StandIn::NextDeal)) => {
                    format!("{} {}", texts.you_next_deal(), texts.you_next_deal_help())
                }
                (true, Some(_)) => texts.bot_plays_for_you(),
                (false, Some(why)) => stood_in(&name, *why, texts),
                (false, None) => texts.is_back(&name),
            }
        }
        _ => return None,
    })
}

/// Who is away and what follows from that; `None` for a player who is there.
pub fn absence(
    game: &ClientTable,
    name: &str,
    seat: Seat,
    texts: Texts,
    now: f64,
) -> Option<String> {
    Some(match game.attendance(seat) {
        Attendance::Away { bot_at } => match bot_at {
            Some(at) => {
                let left = ((at - now) / 1000.0).max(0.0);
                texts.away_until(name, left.round() as u32)
            }
            None => texts.gone_away(name),
        },
        Attendance::StandIn(why) => stood_in(name, why, texts),
        _ => return None,
    })
}

fn stood_in(name: &str, why: StandIn, texts: Texts) -> String {
    match why {
        StandIn::Away => texts.bot_took_over(name),
        StandIn::Left => texts.left_table(name),
        StandIn::NextDeal => texts.joins_next_deal(name),
    }
}

fn points<'a>(
    awards: &'a [Award],
    game: &'a ClientTable,
    names: &'a Names,
    texts: Texts,
) -> impl Iterator<Item = String> + 'a {
    awards
        .iter()
        .map(move |award| texts.awarded(award, game.rules(), &names.seats()))
}

fn did(mv: &Move, boards: [&Board; 2], names: &Names, spread: &Spread, texts: Texts) -> String {
    let side = laid(mv).and_then(|tile| side(spread, tile));
    texts.done(mv, boards, &names.seats(), side)
}

/// On which arm of a line a tile is.
fn side(spread: &Spread, tile: Tile) -> Option<LineEnd> {
    let (_, placed) = spread.tiles().find(|(laid, _)| *laid == tile)?;
    let center = placed.center();
    Some(match placed.dir {
        _ if center.y < -100 => LineEnd::Left,
        _ if center.y > 100 => LineEnd::Right,
        Dir::West => LineEnd::Left,
        _ if center.x < 0 => LineEnd::Left,
        _ => LineEnd::Right,
    })
}
