//! Reconstructs the view of a seat from its deal and the moves.
//!
//! It replays the moves on the board. After each move it checks that some deal of the unseen tiles agrees with all
//! moves so far. Finally it plays one such deal on a table, to count the points made.

use capicu::{
    Action, BySeat, Deal, IllegalAction, Move, Opening, PlayAwards, Round, Rules, Seat, Standing,
    Step, TableView, Tile, TileSet, View, VisibleEvent,
};
use capicu_ai::{Knowledge, World};
use capicu_i18n::Texts;
use capicu_record::record::{MoveRecord, What};
use capicu_record::side;
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

#[derive(Clone, Debug)]
pub struct Story {
    pub rules: Rules,
    pub standing: Standing,
    pub opening: Opening,
    pub seat: Seat,
    pub dealt: TileSet,
    pub moves: Vec<MoveRecord>,
    /// For errors, each move as the source writes it.
    pub words: Vec<String>,
    /// Whether due scores are called automatically.
    pub calls: bool,
}

/// The most deals to try; in some of them the round would have been blocked earlier.
const TRIES: usize = 500;

impl Story {
    /// The view of the seat to play.
    ///
    /// # Errors
    ///
    /// The impossible move and the reason, in the language of the texts.
    pub fn view(&self, texts: Texts) -> Result<View, String> {
        view(self, texts)
    }
}

fn view(told: &Story, texts: Texts) -> Result<View, String> {
    let (seen, needs) = watched(told, texts)?;
    if seen.board().to_act() != Some(told.seat) {
        return Err(texts.hint_over());
    }
    let impossible = || texts.hint_no_deal();
    let knowledge = Knowledge::of(&seen).map_err(|_| impossible())?;
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    (0..TRIES)
        .find_map(|_| {
            let world = knowledge.sample(&mut rng);
            played(told, &deal(told, &world, &needs)?)
        })
        .ok_or_else(impossible)
}

/// Tiles that another seat cannot have held when it drew or passed.
struct Need {
    seat: Seat,
    drawn: usize,
    tiles: TileSet,
}

fn refused(told: &Story, index: usize, why: &str, texts: Texts) -> String {
    texts.hint_move(index + 1, &told.words[index], why)
}

/// The view without points, and the conditions under which every pass and draw was legal.
fn watched(told: &Story, texts: Texts) -> Result<(View, Vec<Need>), String> {
    let rules = &told.rules;
    let n = rules.n_seats();
    let held = rules.hand.get() as u8;
    let mut table = TableView::new(*rules, told.seat);
    table.observe(&VisibleEvent::Dealt {
        opening: told.opening,
        standing: told.standing,
        hand: Some(told.dealt),
        held: BySeat::from_fn(n, |_| held),
        boneyard: (rules.tiles().len() - usize::from(n) * usize::from(held)) as u8,
    });
    let mut drawn: BySeat<usize> = BySeat::new(n);
    let mut needs = Vec::new();
    for (index, done) in told.moves.iter().enumerate() {
        let Some((action, tile)) = action(done) else {
            if matches!(done.what, What::Call(_)) {
                continue;
            }
            return Err(refused(told, index, &texts.hint_irregular(), texts));
        };
        let Some(view) = table.round() else {
            return Err(texts.hint_over());
        };
        let letter = |seat| side::letter(seat).to_string();
        match view.board().to_act() {
            None => {
                return Err(refused(
                    told,
                    index,
                    &texts.not_legal(IllegalAction::RoundOver),
                    texts,
                ));
            }
            Some(to_act) if to_act != done.seat => {
                let why = texts.breach_not_its_turn(&letter(to_act), &letter(done.seat));
                return Err(refused(told, index, &why, texts));
            }
            Some(_) => {}
        }
        let own = done.seat == told.seat;
        let laid = action.tile();
        let hand = match (own, laid) {
            (true, _) => view.hand(),
            (false, Some(tile)) => TileSet::of(tile),
            (false, None) => TileSet::EMPTY,
        };
        view.board()
            .check(hand, action)
            .map_err(|why| refused(told, index, &texts.not_legal(why), texts))?;
        if let Some(tile) = laid.filter(|tile| !own && !view.unseen().contains(*tile)) {
            let why = texts.breach_cannot_hold(&letter(done.seat), &tile.to_string());
            return Err(refused(told, index, &why, texts));
        }
        if own && action == Action::Draw && tile.is_none() {
            return Err(refused(told, index, &texts.hint_draw_tile(), texts));
        }
        if laid.is_none() && !own {
            let held_back = |tile: &Tile| view.board().check(TileSet::of(*tile), action).is_err();
            needs.push(Need {
                seat: done.seat,
                drawn: drawn[done.seat],
                tiles: rules.tiles().into_iter().filter(held_back).collect(),
            });
        }
        drawn[done.seat] += usize::from(action == Action::Draw);
        table.observe(&VisibleEvent::Done(Step {
            mv: Move {
                seat: done.seat,
                action,
                drawn: tile.filter(|_| own),
                shown: false,
            },
            awards: PlayAwards::new(),
        }));
        if table
            .round()
            .is_none_or(|view| Knowledge::of(view).is_err())
        {
            return Err(refused(told, index, &texts.hint_no_deal(), texts));
        }
    }
    match table.round() {
        Some(view) => Ok((view.clone(), needs)),
        None => Err(texts.hint_over()),
    }
}

/// The action of a move, and the tile drawn; `None` for other kinds of moves.
fn action(done: &MoveRecord) -> Option<(Action, Option<Tile>)> {
    match done.what {
        What::Lead(tile) => Some((Action::Lead(tile), None)),
        What::Play { tile, on } => Some((Action::Play { tile, on }, None)),
        What::Draw(tile) => Some((Action::Draw, tile)),
        What::Pass => Some((Action::Pass, None)),
        What::HandOver => Some((Action::HandOver, None)),
        _ => None,
    }
}

/// The deal that leads to this world. The boneyard begins with the drawn tiles, in order.
fn deal(told: &Story, world: &World, needs: &[Need]) -> Option<Deal> {
    let rules = &told.rules;
    let n = rules.n_seats();
    let mut hands: BySeat<TileSet> = BySeat::new(n);
    let mut drawn: Vec<Vec<Tile>> = Vec::new();
    for seat in Seat::all(n) {
        if seat == told.seat {
            hands[seat] = told.dealt;
            let own = told.moves.iter().filter(|done| done.seat == seat);
            drawn.push(own.filter_map(|done| action(done)?.1).collect());
        } else {
            let (first, later) = in_order(told, world.hands[seat], seat, needs)?;
            hands[seat] = first;
            drawn.push(later);
        }
    }
    let mut next: BySeat<usize> = BySeat::new(n);
    let mut boneyard = Vec::new();
    for done in &told.moves {
        if let What::Draw(_) = done.what {
            boneyard.push(*drawn[done.seat.index()].get(next[done.seat])?);
            next[done.seat] += 1;
        }
    }
    boneyard.extend(world.boneyard);
    Deal::as_drawn(rules, hands, boneyard.into_iter().collect(), 0).ok()
}

/// The tiles that another seat was dealt, and those it drew in order, if it now holds this hand.
fn in_order(
    told: &Story,
    now: TileSet,
    seat: Seat,
    needs: &[Need],
) -> Option<(TileSet, Vec<Tile>)> {
    // Each tile with the number of draws before it was last held.
    let mut draws = 0;
    let mut tiles: Vec<(usize, Tile)> = Vec::new();
    for done in told.moves.iter().filter(|done| done.seat == seat) {
        match done.what {
            What::Lead(tile) | What::Play { tile, .. } => tiles.push((draws, tile)),
            What::Draw(_) => draws += 1,
            _ => {}
        }
    }
    tiles.extend(now.into_iter().map(|tile| (draws, tile)));
    tiles.sort_by_key(|(latest, _)| *latest);
    let earliest = |tile: Tile| {
        let own = needs.iter().filter(|need| need.seat == seat);
        let barred = own.filter(|need| need.tiles.contains(tile));
        barred.map(|need| need.drawn + 1).max().unwrap_or(0)
    };
    let mut take = |after: usize| {
        let at = tiles
            .iter()
            .position(|(latest, tile)| *latest >= after && earliest(*tile) <= after)?;
        Some(tiles.remove(at).1)
    };
    let dealt = usize::from(told.rules.hand.get());
    let first = (0..dealt).map(|_| take(0)).collect::<Option<TileSet>>()?;
    let later = (1..=draws).map(take).collect::<Option<Vec<Tile>>>()?;
    Some((first, later))
}

/// The view after playing the moves from this deal; `None` if they are impossible.
fn played(told: &Story, deal: &Deal) -> Option<View> {
    let mut round = Round::new(told.rules, told.standing, told.opening, deal).ok()?;
    let mut view = round.view_from_here(told.seat);
    let call = |round: &mut Round, view: &mut View| {
        while let Some((seat, call)) = round.board().due_call().filter(|_| told.calls) {
            let Ok(awards) = round.call(seat, call) else {
                return;
            };
            view.observe_call(seat, call, &awards);
        }
    };
    for done in &told.moves {
        match (action(done), done.what) {
            (Some((action, _)), _) => {
                let step = round.play(action).ok()?;
                view.observe(&step.mv.visible_to(told.seat), &step.awards);
                call(&mut round, &mut view);
            }
            (None, What::Call(call)) => {
                let awards = round.call(done.seat, call).ok()?;
                view.observe_call(done.seat, call, &awards);
            }
            (None, _) => return None,
        }
    }
    (round.to_act() == Some(told.seat)).then_some(view)
}
