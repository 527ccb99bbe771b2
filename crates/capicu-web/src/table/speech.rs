//! What happened, in words, for those who listen.

use capicu::{Action, Award, Board, Deed, Seat};
use capicu_geometry::Dir;
use capicu_i18n::{Side, Texts};
use capicu_protocol::{Event, Holder, Wish};

use crate::game::{Game, Moment};
use crate::room::Names;
use crate::spread::Spread;

/// One sentence or more about a moment; `None` if there is nothing to say.
pub fn tell(moment: &Moment, game: &Game, spread: &Spread, texts: Texts) -> Option<String> {
    let names = Names::of(game);
    let seats = names.seats();
    Some(match moment {
        Moment::Dealt(opening) => {
            let round = game
                .round()
                .map_or(1, |round| round.board().standing().round + 1);
            let hand = texts.tiles(game.hand());
            let dealt = texts.said_dealt(round, &hand);
            format!("{dealt} {}", texts.opening(opening, &seats))
        }
        Moment::Done {
            deed,
            before,
            after,
            awards,
        } => {
            let did = did(deed, before, after, &names, spread, texts)?;
            std::iter::once(did)
                .chain(points(awards, game, &names, texts))
                .collect::<Vec<_>>()
                .join(" ")
        }
        Moment::TurnedUp(tiles, opener) => {
            let each: Vec<_> = tiles
                .entries()
                .filter_map(|(seat, tile)| Some((names.party(texts, seat), (*tile)?)))
                .collect();
            let then = match opener {
                Some(seat) => texts.said_turned_up_opener(&names.party(texts, *seat)),
                None => texts.said_turned_up_tie(),
            };
            format!("{} {then}", texts.turned_up(&each))
        }
        Moment::Redealt(why) => texts.redeal(*why, &seats),
        Moment::Called { awards, .. } => points(awards, game, &names, texts)
            .collect::<Vec<_>>()
            .join(" "),
        Moment::Ruled(ruling) => points(&ruling.awards, game, &names, texts)
            .collect::<Vec<_>>()
            .join(" "),
        Moment::RoundOver(result) => texts.round_story(result, game.rules(), &seats).to_string(),
        Moment::Told(event) => told(event, game, &names, texts)?,
    })
}

fn points<'a>(
    awards: &'a [Award],
    game: &'a Game,
    names: &'a Names,
    texts: Texts,
) -> impl Iterator<Item = String> + 'a {
    awards
        .iter()
        .map(move |award| texts.awarded(award, game.rules(), &names.seats()))
}

fn did(
    deed: &Deed,
    before: &Board,
    after: &Board,
    names: &Names,
    spread: &Spread,
    texts: Texts,
) -> Option<String> {
    let who = names.party(texts, deed.seat);
    let ends = texts.ends(after.layout().ends());
    let left = after.held()[deed.seat];
    let asleep = after.boneyard();
    Some(match deed.action {
        Action::Lead(tile) => texts.said_lead(&who, &texts.tile(tile)),
        Action::Play { tile, on } => {
            let name = texts.tile(tile);
            // On a plain line the ends are the left and the right one.
            match side(spread, tile).filter(|_| after.layout().ends().len() <= 2) {
                Some(side) => texts.said_play(&who, &name, side, left, &ends),
                None => texts.said_play_on(&who, &name, &texts.tile(on), left, &ends),
            }
        }
        Action::Draw => match deed.drawn {
            Some(tile) if deed.shown => texts.said_drew_shown(&who, &texts.tile(tile)),
            Some(tile) => texts.said_you_drew(&texts.tile(tile), asleep),
            None => texts.said_draw(&who, asleep),
        },
        Action::Pass if before.layout().first().is_none() => texts.said_pass_opening(&who),
        Action::Pass => texts.said_pass(&who, &ends),
        Action::HandOver => texts.said_hand_over(&who),
    })
}

/// On which arm of a line a tile lies.
fn side(spread: &Spread, tile: capicu::Tile) -> Option<Side> {
    let (_, placed) = spread.tiles().find(|(laid, _)| *laid == tile)?;
    let center = placed.center();
    Some(match placed.dir {
        _ if center.y < -100 => Side::Left,
        _ if center.y > 100 => Side::Right,
        Dir::West => Side::Left,
        _ if center.x < 0 => Side::Left,
        _ => Side::Right,
    })
}

fn told(event: &Event, game: &Game, names: &Names, texts: Texts) -> Option<String> {
    let other = |seat: Seat| seat != game.seat();
    Some(match event {
        Event::Wished { seat, wish } if other(seat.0) => {
            let text = match wish {
                Wish::Mine => texts.huddle_i_pose(),
                Wish::Yours => texts.huddle_you_pose(),
            };
            format!("{}: {text}", names.plain(seat.0))
        }
        Event::Rematch { seat } if other(seat.0) => texts.rematch_offered(&names.plain(seat.0)),
        Event::SeatChanged { seat, holder, name } if other(seat.0) => match (holder, name) {
            (Holder::Person, Some(name)) => texts.sat_down(name),
            _ => return None,
        },
        _ => return None,
    })
}
