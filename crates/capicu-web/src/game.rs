//! The table as this seat knows it: a fold of what it saw, and of what it has sent and not yet seen.

use std::collections::VecDeque;

use capicu::{
    Action, Award, Board, Call, Deed, Duty, Ended, Listing, Opening, Pip, Redeal, RoundResult,
    Rules, Ruling, Seat, Seen, Step, TableView, Tile, TileSet, Turn, TurnedUp, View,
};
use capicu_protocol::{
    Clock, Deadline, Event, Hints, Holder, Level, MatchInfo, SeatInfo, Sheet, Snapshot, TableRules,
    TurnTime, WireError, Wish,
};

/// Something that just happened and is to be seen and heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The seats turned up tiles for the set.
    TurnedUp(TurnedUp, Option<Seat>),
    /// The tiles are dealt again.
    Redealt(Redeal),
    /// A round began.
    Dealt(Opening),
    /// A seat did something.
    Done {
        /// What.
        deed: Deed,
        /// The board before it.
        before: Box<Board>,
        /// The board after it.
        after: Box<Board>,
        /// What it was worth.
        awards: Vec<Award>,
    },
    /// A seat called a score.
    Called {
        /// Who.
        seat: Seat,
        /// What.
        call: Call,
        /// What it was worth.
        awards: Vec<Award>,
    },
    /// Something irregular was adjudicated.
    Ruled(Box<Ruling>),
    /// The round is over.
    RoundOver(Box<RoundResult>),
    /// Anything that is no part of a round.
    Told(Event),
}

/// Whether events happen now, or happened while nobody looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// To be seen and heard one by one.
    Live,
    /// Only what came of them matters.
    CatchUp,
}

/// What the seat is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Nothing now.
    Nothing,
    /// To lead this tile.
    LeadTile(Tile),
    /// To lead any tile.
    LeadAny,
    /// To lead a double.
    LeadDouble,
    /// To lead, or to leave the pose to the partner.
    Huddle,
    /// To play a tile.
    Play,
    /// To draw, there being nothing else.
    Draw,
    /// To pass, there being nothing else.
    Pass,
}

/// The fold.
#[derive(Clone, Debug)]
pub struct Game {
    seen: TableView,
    maker: Seat,
    named: TableRules,
    sent: Option<Sent>,
    moments: VecDeque<Moment>,
    people: Vec<SeatInfo>,
    matched: MatchInfo,
    turn_time: TurnTime,
    level: Level,
    hints: Hints,
    deadline: Option<Deadline>,
    /// How far the server's clock is ahead of this device's, in milliseconds.
    ahead: f64,
    /// The number of the next deal.
    next_deal: u32,
    ready: Vec<Seat>,
    rematch: Vec<Seat>,
    wish: Option<(Seat, Wish)>,
}

/// An action on its way, with the table as it will be if it is accepted.
#[derive(Clone, Debug)]
struct Sent {
    action: Action,
    then: TableView,
}

/// Where the rules of a table are explained: the game, and what its house does otherwise.
pub fn rules_address(rules: &TableRules) -> String {
    let usual = rules.usual();
    let changed = rules.options.iter().filter(|(name, value)| {
        let usual = usual.and_then(|usual| usual.get(name));
        usual.is_some_and(|usual| usual.to_string() != **value)
    });
    let options = changed.map(|(name, value)| format!("&{name}={}", value.replace(' ', "+")));
    let (game, players) = (&rules.game, rules.players);
    format!(
        "/rules?game={game}&players={players}{}",
        options.collect::<String>()
    )
}

impl Game {
    /// The table as it was found. `now` is this device's time in milliseconds.
    ///
    /// # Errors
    ///
    /// If it could not have come about by the rules.
    pub fn found(snapshot: &Snapshot, now: f64) -> Result<Self, WireError> {
        let rules = snapshot.rules.rules()?;
        let mut game = Self {
            seen: TableView::new(rules, snapshot.seat.0),
            maker: snapshot.maker.0,
            named: snapshot.rules.clone(),
            sent: None,
            moments: VecDeque::new(),
            people: snapshot.seats.clone(),
            matched: snapshot.game.clone(),
            turn_time: snapshot.turn_time,
            level: snapshot.level,
            hints: snapshot.hints,
            deadline: None,
            ahead: 0.0,
            next_deal: 0,
            ready: Vec::new(),
            rematch: Vec::new(),
            wish: None,
        };
        for event in &snapshot.events {
            game.observe(event, Pace::CatchUp)?;
        }
        game.people.clone_from(&snapshot.seats);
        game.matched.clone_from(&snapshot.game);
        game.set_clock(snapshot.clock, now);
        Ok(game)
    }

    /// Takes note of what happened.
    ///
    /// # Errors
    ///
    /// If the rules could not have told it.
    pub fn observe(&mut self, event: &Event, pace: Pace) -> Result<(), WireError> {
        self.note(event);
        let moment = match event.seen()? {
            Some(seen) => {
                let before = self.seen.round().map(|round| round.board().clone());
                self.sent = None;
                self.seen.observe(&seen);
                if let Seen::Dealt { standing, .. } = &seen {
                    self.matched.sheet.note(standing);
                }
                moment(seen, before, self.seen.round())
            }
            None => Some(Moment::Told(event.clone())),
        };
        if pace == Pace::Live {
            self.moments.extend(moment);
        }
        Ok(())
    }

    /// What the rules do not know of.
    fn note(&mut self, event: &Event) {
        match event {
            Event::MatchBegan {
                number,
                commitment,
                algorithm,
            } => {
                self.seen = TableView::new(*self.seen.rules(), self.seen.seat());
                self.sent = None;
                self.matched = MatchInfo {
                    number: *number,
                    commitment: commitment.clone(),
                    algorithm: algorithm.clone(),
                    sheet: Sheet::default(),
                    over: None,
                };
                self.next_deal = 0;
                self.rematch.clear();
                self.ready.clear();
            }
            Event::Dealt(dealt) => {
                self.next_deal = dealt.deal + 1;
                self.ready.clear();
                self.wish = None;
            }
            Event::Redealt(_) => self.next_deal += 1,
            Event::MatchOver(over) => self.matched.over = Some(over.clone()),
            Event::Wished { seat, wish } => self.wish = Some((seat.0, *wish)),
            Event::Ready { seat, .. } => self.ready.push(seat.0),
            Event::Rematch { seat } => self.rematch.push(seat.0),
            Event::SeatChanged { seat, holder, name } => {
                if let Some(person) = self.people.get_mut(seat.0.index()) {
                    person.holder = *holder;
                    person.name.clone_from(name);
                }
            }
            _ => {}
        }
    }

    /// Takes note of somebody coming or going.
    pub fn set_connected(&mut self, seat: Seat, connected: bool) {
        if let Some(person) = self.people.get_mut(seat.index()) {
            person.connected = connected;
        }
    }

    /// Takes note of what the server's clock says, at this device's time in milliseconds.
    pub fn set_clock(&mut self, clock: Clock, now: f64) {
        self.ahead = clock.now as f64 - now;
        self.deadline = clock.deadline;
    }

    /// What happens by itself, and when by this device's clock in milliseconds.
    pub fn deadline(&self) -> Option<(Deadline, f64)> {
        let deadline = self.deadline?;
        let (Deadline::Turn { at, .. } | Deadline::Deal { at }) = deadline;
        Some((deadline, at as f64 - self.ahead))
    }

    /// How long a turn may take.
    pub const fn turn_time(&self) -> TurnTime {
        self.turn_time
    }

    /// Whether one may ask what to play.
    pub const fn hints(&self) -> Hints {
        self.hints
    }

    /// How well the bots play.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Who sits where.
    pub fn people(&self) -> &[SeatInfo] {
        &self.people
    }

    /// Whether this seat made the table.
    pub fn is_maker(&self) -> bool {
        self.maker == self.seat()
    }

    /// Who holds a seat.
    pub fn holder(&self, seat: Seat) -> Option<Holder> {
        self.people.get(seat.index()).map(|person| person.holder)
    }

    /// The match.
    pub const fn matched(&self) -> &MatchInfo {
        &self.matched
    }

    /// The scores after each round of the match, the last one's first.
    pub fn sheet(&self) -> Vec<Vec<u16>> {
        let over = self.table().last();
        let counts = |last: &&RoundResult| last.outcome.ended != Ended::Void;
        let last = over
            .filter(counts)
            .map(|last| last.scores.as_slice().to_vec());
        let before = self.matched.sheet.0.iter().rev().cloned();
        last.into_iter().chain(before).collect()
    }

    /// The number of the next deal.
    pub const fn next_deal(&self) -> u32 {
        self.next_deal
    }

    /// Whether this seat has said that it is ready for the next deal.
    pub fn is_ready(&self) -> bool {
        self.ready.contains(&self.seat())
    }

    /// Who would like another match.
    pub fn rematch(&self) -> &[Seat] {
        &self.rematch
    }

    /// What was said last in the huddle before this round.
    pub const fn wish(&self) -> Option<(Seat, Wish)> {
        self.wish
    }

    /// Whether this seat may say now who of the partners should pose.
    pub fn is_in_huddle(&self) -> bool {
        let Some(Turn::Open(opening)) = self.round().map(|round| round.board().turn()) else {
            return false;
        };
        let me = self.seat();
        opening.may_hand_over
            && self.sent.is_none()
            && (opening.seat == me || self.rules().partner(opening.seat) == Some(me))
    }

    /// What happened since this was last asked.
    pub fn take_moments(&mut self) -> VecDeque<Moment> {
        std::mem::take(&mut self.moments)
    }

    /// Shows an action as done that has been sent. `false` if it is not legal now, or another is on
    /// its way.
    pub fn send(&mut self, action: Action) -> bool {
        let legal = self.sent.is_none()
            && self
                .seen
                .round()
                .is_some_and(|round| round.check(action).is_ok());
        if legal {
            let mut then = self.seen.clone();
            // What will be drawn is not known, so a draw shows nothing until it is answered.
            if action != Action::Draw {
                then.observe(&Seen::Done(Step {
                    deed: Deed {
                        seat: self.seen.seat(),
                        action,
                        drawn: None,
                        shown: false,
                    },
                    awards: Default::default(),
                }));
            }
            self.sent = Some(Sent { action, then });
        }
        legal
    }

    /// Takes a sent action back: it was refused.
    pub fn take_back(&mut self) {
        self.sent = None;
    }

    /// The action on its way.
    pub fn sent(&self) -> Option<Action> {
        self.sent.as_ref().map(|sent| sent.action)
    }

    /// The table as it is shown.
    pub fn table(&self) -> &TableView {
        self.sent.as_ref().map_or(&self.seen, |sent| &sent.then)
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.seen.rules()
    }

    /// The same as they were sent, with their names.
    pub const fn named(&self) -> &TableRules {
        &self.named
    }

    /// Whose view this is.
    pub fn seat(&self) -> Seat {
        self.seen.seat()
    }

    /// The round as it is shown.
    pub fn round(&self) -> Option<&View> {
        self.table().round()
    }

    /// The tiles in hand.
    pub fn hand(&self) -> TileSet {
        self.round().map_or(TileSet::EMPTY, View::hand)
    }

    /// The same, from what can be read without a table.
    pub fn hand_tiles(&self) -> Vec<Tile> {
        self.hand().into_iter().collect()
    }

    /// How many tiles a seat holds.
    pub fn held(&self, seat: Seat) -> u8 {
        self.round()
            .and_then(|round| round.board().held().get(seat))
            .map_or(0, |held| *held)
    }

    /// Whose turn it is.
    pub fn to_act(&self) -> Option<Seat> {
        self.round()?.board().to_act()
    }

    /// What this seat may do, both ends offered where they are alike; nothing while an action is on
    /// its way.
    pub fn actions(&self) -> Vec<Action> {
        match (&self.sent, self.round()) {
            (None, Some(round)) => round.actions(Listing::Every).to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether there is a choice: a tile that may go to either of two ends that are alike leaves none.
    pub fn has_choice(&self) -> bool {
        let distinct = |round: &View| round.legal_actions().len();
        self.sent.is_none() && self.round().map_or(0, distinct) > 1
    }

    /// What may be done with a tile.
    pub fn actions_with(&self, tile: Tile) -> Vec<Action> {
        let with = |action: &Action| match *action {
            Action::Lead(of) | Action::Play { tile: of, .. } => of == tile,
            _ => false,
        };
        self.actions().into_iter().filter(with).collect()
    }

    /// The tiles in hand that may be laid.
    pub fn playable(&self) -> TileSet {
        let mut tiles = TileSet::EMPTY;
        for action in self.actions() {
            if let Action::Lead(tile) | Action::Play { tile, .. } = action {
                tiles.insert(tile);
            }
        }
        tiles
    }

    /// What this seat is asked for.
    pub fn ask(&self) -> Ask {
        let actions = self.actions();
        let turn = self.round().map(|round| round.board().turn());
        match (actions.as_slice(), turn) {
            ([], _) | (_, None) => Ask::Nothing,
            ([Action::Pass], _) => Ask::Pass,
            ([Action::Draw], _) => Ask::Draw,
            (_, Some(Turn::Open(opening))) if opening.may_hand_over => Ask::Huddle,
            (_, Some(Turn::Open(opening))) => match opening.duty {
                Duty::Tile(tile) => Ask::LeadTile(tile),
                Duty::Double => Ask::LeadDouble,
                Duty::Any | Duty::DrawForDouble => Ask::LeadAny,
            },
            _ => Ask::Play,
        }
    }

    /// The last tile laid in this round.
    pub fn last_laid(&self) -> Option<Tile> {
        self.round()?.deeds().iter().rev().find_map(Deed::laid)
    }
}

fn moment(seen: Seen, before: Option<Board>, after: Option<&View>) -> Option<Moment> {
    Some(match seen {
        Seen::TurnedUp { tiles, opener } => Moment::TurnedUp(tiles, opener),
        Seen::Redealt(why) => Moment::Redealt(why),
        Seen::Dealt { opening, .. } => Moment::Dealt(opening),
        Seen::Unsettled { .. } => return None,
        Seen::RoundOver(result) => Moment::RoundOver(result),
        Seen::Called {
            seat, call, awards, ..
        } => Moment::Called {
            seat,
            call,
            awards: awards.to_vec(),
        },
        Seen::Ruled(ruling) => Moment::Ruled(Box::new(ruling)),
        Seen::Done(Step { deed, awards }) => Moment::Done {
            deed,
            before: Box::new(before?),
            after: Box::new(after?.board().clone()),
            awards: awards.to_vec(),
        },
    })
}

/// What a deed put on the table.
pub trait Laying {
    /// The tile laid, if one was.
    fn laid(&self) -> Option<Tile>;
}

impl Laying for Deed {
    fn laid(&self) -> Option<Tile> {
        match self.action {
            Action::Lead(tile) | Action::Play { tile, .. } => Some(tile),
            _ => None,
        }
    }
}

/// The numbers at the open ends, each once, ascending.
pub fn open_numbers(board: &Board) -> Vec<Pip> {
    let ends: Vec<Pip> = board.layout().ends().iter().map(capicu::End::pip).collect();
    let numbers = (0..=Pip::MAX.value()).filter_map(Pip::new);
    numbers.filter(|pip| ends.contains(pip)).collect()
}

#[cfg(test)]
mod tests {
    use capicu::fair::Seed;
    use capicu::{Fact, Game as Preset, Table, Waiting};
    use capicu_protocol::Actor;

    use super::*;

    /// A table and the same table as one seat folds it.
    struct Pair {
        table: Table,
        game: Game,
        seed: Seed,
    }

    fn snapshot(game: &str, rules: &Rules) -> Snapshot {
        let person = |name: &str| SeatInfo {
            holder: Holder::Bot,
            name: Some(name.to_owned()),
            connected: true,
        };
        Snapshot {
            version: 1,
            seat: Seat::default().into(),
            maker: Seat::default().into(),
            rules: TableRules::new(game, rules),
            seats: vec![person("Ana"); usize::from(rules.n_seats())],
            game: MatchInfo {
                number: 1,
                commitment: String::new(),
                algorithm: String::new(),
                sheet: Sheet::default(),
                over: None,
            },
            turn_time: TurnTime::Off,
            level: Level::default(),
            hints: Hints::Off,
            clock: Clock {
                now: 5_000,
                deadline: None,
            },
            events: Vec::new(),
        }
    }

    impl Pair {
        fn new(id: &str, seed: u64) -> Self {
            let preset = Preset::by_id(id).expect("a game");
            let rules = preset.rules(preset.players[0]).expect("rules");
            Self {
                table: Table::new(rules),
                game: Game::found(&snapshot(preset.id, &rules), 0.0).expect("a table"),
                seed: Seed::from_number(seed),
            }
        }

        fn apply(&mut self, fact: &Fact) {
            let me = self.game.seat();
            let deal = self.table.n_deals();
            for event in self.table.apply(fact).expect("a fact that can happen") {
                let event = Event::from_seen(&event.seen_by(me), deal, Actor::Bot);
                self.game.observe(&event, Pace::Live).expect("a true event");
            }
        }

        /// Deals, and lets everybody play his first legal action until it is our turn.
        fn run_to_my_turn(&mut self) -> bool {
            loop {
                match self.table.waiting() {
                    Waiting::Nothing => return false,
                    Waiting::TurnUp => {
                        let tiles = self
                            .seed
                            .turn_up(self.table.game(), self.table.n_turned_up());
                        self.apply(&Fact::TurnedUp(tiles));
                    }
                    Waiting::Deal => {
                        let rules = *self.table.game().rules();
                        let deal = self.seed.deal(&rules, self.table.n_deals());
                        self.apply(&Fact::Dealt(Box::new(deal)));
                    }
                    Waiting::Act(seat) if seat == self.game.seat() => return true,
                    Waiting::Act(_) => {
                        let round = self.table.round().expect("a round in play");
                        let action = round.legal_actions()[0];
                        self.apply(&Fact::Acted(action));
                    }
                }
            }
        }
    }

    #[test]
    fn the_fold_has_the_hand_and_the_choices_of_the_table() {
        for preset in Preset::ALL {
            let mut pair = Pair::new(preset.id, 7);
            for _ in 0..60 {
                if !pair.run_to_my_turn() {
                    break;
                }
                let round = pair.table.round().expect("a round in play");
                assert_eq!(pair.game.hand(), round.hands()[Seat::default()]);
                let actions = round.actions(Listing::Every).to_vec();
                assert_eq!(pair.game.actions(), actions, "{}", preset.id);
                assert_ne!(pair.game.ask(), Ask::Nothing);
                pair.apply(&Fact::Acted(actions[actions.len() - 1]));
            }
        }
    }

    /// The same tile at two ends that are alike is nothing to be advised on.
    #[test]
    fn ends_that_are_alike_leave_no_choice() {
        let (mut alike, mut choices) = (0, 0);
        for seed in 0..40 {
            let mut pair = Pair::new("jamaican-partner", seed);
            for _ in 0..30 {
                if !pair.run_to_my_turn() {
                    break;
                }
                let actions = pair.game.actions();
                let tile = |action: &Action| match *action {
                    Action::Lead(tile) | Action::Play { tile, .. } => Some(tile),
                    _ => None,
                };
                let round = pair.game.round().expect("a round in play");
                let mut ends = round.board().layout().ends().iter().map(|end| end.pip());
                let first = ends.next();
                if let [one, other] = actions[..]
                    && tile(&one) == tile(&other)
                    && ends.all(|pip| Some(pip) == first)
                {
                    assert!(!pair.game.has_choice());
                    alike += 1;
                } else if actions.len() > 2 {
                    assert!(pair.game.has_choice());
                    choices += 1;
                }
                pair.apply(&Fact::Acted(actions[0]));
            }
        }
        assert!(alike > 0 && choices > 0, "{alike} {choices}");
    }

    #[test]
    fn a_sent_tile_lies_at_once_and_only_once() {
        let mut pair = Pair::new("jamaican-partner", 3);
        assert!(pair.run_to_my_turn());
        let action = pair.game.actions()[0];
        let held = pair.game.hand().len();
        assert!(pair.game.send(action));
        assert!(!pair.game.send(action), "a double tap");
        assert_eq!(pair.game.hand().len(), held - 1);
        assert_eq!(pair.game.sent(), Some(action));
        assert!(pair.game.actions().is_empty());
        pair.apply(&Fact::Acted(action));
        assert_eq!(pair.game.sent(), None);
        assert_eq!(pair.game.hand().len(), held - 1);
    }

    #[test]
    fn a_refused_tile_returns_to_the_hand() {
        let mut pair = Pair::new("jamaican-partner", 3);
        assert!(pair.run_to_my_turn());
        let (hand, action) = (pair.game.hand(), pair.game.actions()[0]);
        assert!(pair.game.send(action));
        pair.game.take_back();
        assert_eq!(pair.game.hand(), hand);
        assert!(pair.game.actions().contains(&action));
    }

    #[test]
    fn only_what_is_legal_is_sent() {
        let mut pair = Pair::new("jamaican-partner", 3);
        assert!(pair.run_to_my_turn());
        assert!(!pair.game.send(Action::Draw));
        let elsewhere = pair.game.round().expect("a round").unseen().last();
        assert!(
            !pair
                .game
                .send(Action::Lead(elsewhere.expect("an unseen tile")))
        );
        assert_eq!(pair.game.sent(), None);
    }

    #[test]
    fn what_happens_is_told_once_and_catching_up_is_silent() {
        let mut pair = Pair::new("jamaican-partner", 3);
        assert!(pair.run_to_my_turn());
        let moments = pair.game.take_moments();
        assert!(matches!(moments.front(), Some(Moment::Dealt(_))));
        assert!(pair.game.take_moments().is_empty());
        let action = pair.game.actions()[0];
        let events = pair.table.apply(&Fact::Acted(action)).expect("legal");
        let seen = events[0].seen_by(Seat::default());
        let event = Event::from_seen(&seen, 0, Actor::Person);
        pair.game
            .observe(&event, Pace::CatchUp)
            .expect("a true event");
        assert!(pair.game.take_moments().is_empty());
        assert_eq!(
            pair.game.last_laid(),
            match action {
                Action::Lead(tile) | Action::Play { tile, .. } => Some(tile),
                _ => None,
            }
        );
    }

    #[test]
    fn a_new_match_begins_with_nothing_on_the_table() {
        let mut pair = Pair::new("jamaican-partner", 3);
        assert!(pair.run_to_my_turn());
        let began = Event::MatchBegan {
            number: 2,
            commitment: "ab".to_owned(),
            algorithm: "x".to_owned(),
        };
        pair.game.observe(&began, Pace::Live).expect("a true event");
        assert!(pair.game.round().is_none());
        assert_eq!(pair.game.matched().number, 2);
        assert_eq!(pair.game.next_deal(), 0);
    }

    #[test]
    fn a_deadline_is_told_by_this_devices_clock() {
        let pair = Pair::new("jamaican-partner", 3);
        let mut game = pair.game;
        let seat = Seat::default().into();
        let deadline = Deadline::Turn { seat, at: 90_000 };
        let clock = Clock {
            now: 60_000,
            deadline: Some(deadline),
        };
        // The server's clock shows 60 s, ours 10 s: the turn ends in 30 s.
        game.set_clock(clock, 10_000.0);
        assert_eq!(game.deadline(), Some((deadline, 40_000.0)));
    }

    #[test]
    fn who_sits_down_is_known_by_name() {
        let mut game = Pair::new("jamaican-partner", 3).game;
        let seat = Seat::new(2).expect("a seat");
        let changed = Event::SeatChanged {
            seat: seat.into(),
            holder: Holder::Person,
            name: Some("Beni".to_owned()),
        };
        game.observe(&changed, Pace::Live).expect("a true event");
        assert_eq!(game.people()[2].name.as_deref(), Some("Beni"));
        assert_eq!(game.holder(seat), Some(Holder::Person));
    }
}
