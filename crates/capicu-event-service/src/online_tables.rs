//! Converts a meeting into a table of this server, and the match there into a result.

use std::collections::BTreeMap;

use capicu::rules::{AtTarget, Choices, Finish, Love, Opener, Score, Stakes as Rising};
use capicu::{Deal, Rules, Seat, Tile, TileSet};
use capicu_event::{
    Absent, Counts, DecidedBy, Draws, Entrants, EntryId, Fact, Format, Online, Outcome, Preset,
    Scoring, SideScore, Sitting, StageRules, Step, Watchers,
};
use capicu_protocol::{Level, MAX_GRACE, Passed, TableId, Token, TurnTime, Watching};
use capicu_record::games::{self, Game};
use capicu_store::events::EventPlayer;
use capicu_table::{
    Advice, Board, Hand, Meeting, MeetingStanding, Plan, Setup, Stakes, StandIns, Ties, TokenHash,
};

use super::pending_results::Spot;
use super::{Hall, Slip, signed_link};

/// The reason why meetings cannot be played at tables of this server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayable {
    /// Duplicate in a game where a round has another value at each table.
    Boards,
    /// Teams without line-ups.
    Sittings,
    /// The server has no such clock.
    TurnTime(String),
    /// The game does not exist, or not for this number of players.
    Game(String),
    /// A house rule does not exist, or conflicts with others.
    HouseRule(String),
    /// Players are out at the target while others play on: a meeting ends with its target.
    PlayersOut,
    /// The preset has no end for a match.
    NoEnd,
}

/// The match at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The built-in game that the rules are based on.
    game: &'static str,
    rules: Rules,
    measure: Measure,
}

/// The number of a table that counts for the meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    /// The points of a match.
    Points,
    /// The score of a match in games.
    Games,
    /// Each match counts as one game.
    Matches,
    /// Each round, compared with those of other tables.
    Boards(Scoring),
}

/// The highest target of a game; boards never reach it.
const MOST_TARGET: u32 = 5_000;

/// Whether the tables of a meeting continue until a side has reached the target over all of them.
pub fn is_together(stage: &StageRules, sitting: Option<&Sitting>) -> bool {
    sitting.is_some_and(|of| {
        let format = &of.meeting;
        let ends = format.target.is_some() || format.games.is_some() || format.minutes.is_some();
        stage.meeting.target.is_some() && of.counts == Counts::Points && !ends
    })
}

/// Adapts rules to boards: a round has the same value at every table, and its opener is fixed.
fn as_boards(choices: &mut Choices) -> Result<(), Unplayable> {
    let counts_alike = choices.love == Love::Off
        && choices.stakes == Rising::Off
        && choices.finish == Finish::AtLeast
        && [
            choices.first_game,
            choices.second_game,
            choices.third_game,
            choices.fourth_game,
        ]
        .iter()
        .all(|bonus| bonus.get() == 0);
    if !counts_alike {
        return Err(Unplayable::Boards);
    }
    if choices.opener == Opener::DrawForSet {
        choices.opener = Opener::FirstSeat;
    }
    let set = choices.set("doubles-redeal", "0");
    set.map_err(|_| Unplayable::Boards)
}

impl Played {
    /// The match at a table of a stage with this number of sides. It is the only table of a meeting, or one of a
    /// sitting.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be played.
    pub fn of(
        preset: &Preset,
        stage: &StageRules,
        sitting: Option<&Sitting>,
        sides: usize,
    ) -> Result<Self, Unplayable> {
        let people = match (preset.entrants, sitting) {
            (_, Some(sitting)) => usize::from(sitting.players),
            (Entrants::Pair, None) => 2,
            (Entrants::Player, None) => stage.pairing.traits().entries_a_side,
            (Entrants::Team, None) => return Err(Unplayable::Sittings),
        };
        let wrong_game = || Unplayable::Game(preset.game.clone());
        let players = u8::try_from(sides * people).map_err(|_| wrong_game())?;
        let (game, mut choices) = choices(preset, &stage.house_rules, players)?;
        if choices.at_target == AtTarget::PlayerOut {
            return Err(Unplayable::PlayersOut);
        }
        if sitting.is_some() && people == 2 {
            // Doubles are played by partners, even if four players of the game usually play alone.
            let set = choices.set("teams", "pairs");
            set.map_err(|why| Unplayable::HouseRule(format!("teams = pairs: {why}")))?;
        }
        let format = sitting.map_or(&stage.meeting, |sitting| &sitting.meeting);
        let is_hands = choices.score == Score::Games && choices.love == Love::Off;
        // If the tables of a meeting decide together, the target also limits each of them.
        let together = is_together(stage, sitting).then_some(stage.meeting.target);
        let target = format.target.or(together.flatten());
        let (target, measure) = match (stage.duplicate, format.decided_by, target) {
            (Some(duplicate), ..) => (Some(MOST_TARGET), Measure::Boards(duplicate.scoring)),
            (None, DecidedBy::Points, None) => return Err(Unplayable::NoEnd),
            (None, DecidedBy::Points, target) => (target, Measure::Points),
            (None, DecidedBy::Games, Some(target)) => (Some(target), Measure::Matches),
            (None, DecidedBy::Games, None) if is_hands => match format.games {
                Some(games) => (Some(u32::from(games)), Measure::Games),
                None => return Err(Unplayable::NoEnd),
            },
            (None, DecidedBy::Games, None) => (None, Measure::Matches),
        };
        let ends =
            measure != Measure::Matches || format.games.is_some() || format.minutes.is_some();
        if choices.score == Score::Penalties || !ends {
            return Err(Unplayable::NoEnd);
        }
        if let Some(target) = target {
            let set = choices.set("target", &target.to_string());
            set.map_err(|why| Unplayable::HouseRule(format!("target = {target}: {why}")))?;
        }
        if let Measure::Boards(_) = measure {
            as_boards(&mut choices)?;
        }
        let rules = Rules::new(choices);
        let rules = rules.map_err(|why| Unplayable::HouseRule(why.to_string()))?;
        let has_sides = usize::from(rules.n_sides()) == sides
            && rules.members(rules.side(Seat::default())).count() == people;
        match has_sides {
            true => Ok(Self {
                game: game.built_in().id,
                rules,
                measure,
            }),
            false => Err(wrong_game()),
        }
    }

    /// The built-in game that the rules are based on.
    pub const fn game(&self) -> &'static str {
        self.game
    }

    /// The rules of the match.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of people at the table.
    pub fn n_seats(&self) -> u8 {
        self.rules.n_seats()
    }

    /// The side of a seat, from 0.
    pub fn side(&self, seat: Seat) -> usize {
        self.rules.side(seat).index()
    }

    /// The outcome of the meeting, after its only table.
    pub fn outcome(&self, stage: &StageRules, standing: &MeetingStanding) -> Outcome {
        match (self.measure, stage.duplicate) {
            (Measure::Boards(scoring), Some(duplicate)) => {
                let played = standing
                    .hands
                    .iter()
                    .map(|hand| Some(margin(scoring, hand)));
                let left = core::iter::repeat(None);
                let boards = usize::from(duplicate.boards);
                Outcome::Boards {
                    margins: played.chain(left).take(boards).collect(),
                    adjusted: Vec::new(),
                }
            }
            _ => Outcome::Played {
                scores: self.scores(&stage.meeting, standing),
            },
        }
    }

    /// The score of each side, after a table of this format.
    pub fn scores(&self, format: &Format, standing: &MeetingStanding) -> Vec<SideScore> {
        let most = format.games.unwrap_or(u16::MAX);
        let has_points = format.target.is_some();
        let sides = 0..standing.scores.len();
        let score = |side: usize| match self.measure {
            Measure::Points | Measure::Boards(_) => SideScore {
                games: 0,
                points: standing.scores[side].into(),
            },
            Measure::Games => SideScore {
                games: standing.scores[side].min(most),
                points: 0,
            },
            Measure::Matches => SideScore {
                games: standing.matches[side].min(most),
                points: if has_points {
                    standing.points[side] as i32
                } else {
                    0
                },
            },
        };
        sides.map(score).collect()
    }

    /// The entry, and the index of its member, in a seat of a meeting.
    pub fn place(&self, sides: &[Vec<EntryId>], seat: Seat) -> Option<(EntryId, u8)> {
        let team = self.rules.side(seat);
        let at = self.rules.members(team).position(|of| of == seat)?;
        match sides.get(team.index())?.as_slice() {
            [pair] => Some((*pair, at as u8)),
            players => Some((*players.get(at)?, 0)),
        }
    }
}

/// The margin of the first side on a board, negative if it lost.
fn margin(scoring: Scoring, hand: &Hand) -> i32 {
    let by_points = |points: &[u16]| match points {
        [own, other] => i32::from(*own) - i32::from(*other),
        _ => 0,
    };
    match (scoring, hand.winner) {
        (Scoring::Imps, _) => by_points(&hand.points),
        (Scoring::Matchpoints, None) => 0,
        (Scoring::Matchpoints, Some(team)) => {
            let won = if hand.both_ends { 2 } else { 1 };
            if team.index() == 0 { won } else { -won }
        }
    }
}

/// The deal of a board, North first.
pub fn deal(rules: &Rules, board: capicu_event::Board) -> Option<Deal> {
    let tiles: Vec<Tile> = rules.tiles().into_iter().collect();
    let order = board.tiles(tiles.len());
    let order: Vec<Tile> = order.into_iter().map(|place| tiles[place]).collect();
    let hand = usize::from(rules.hand.get());
    let dealt = hand * usize::from(rules.n_seats());
    let (dealt, asleep) = order.split_at_checked(dealt)?;
    let hands = dealt
        .chunks(hand)
        .map(|hand| hand.iter().copied().collect());
    let hands = hands.collect::<Vec<TileSet>>().into_iter().collect();
    Deal::new(rules, hands, asleep.iter().copied().collect(), 0).ok()
}

/// The rules of an event's game for this number of players.
///
/// # Errors
///
/// The reason why there is no such game.
pub fn rules(preset: &Preset, players: u8) -> Result<Rules, Unplayable> {
    let (_, choices) = choices(preset, &BTreeMap::new(), players)?;
    Rules::new(choices).map_err(|why| Unplayable::HouseRule(why.to_string()))
}

fn choices(
    preset: &Preset,
    house_rules: &BTreeMap<String, String>,
    players: u8,
) -> Result<(&'static Game, Choices), Unplayable> {
    let mut all = games::all().iter();
    let game = all.find(|game| game.id() == preset.game);
    let game = game.ok_or_else(|| Unplayable::Game(preset.game.clone()))?;
    let mut choices = game.choices_for(players);
    for (option, value) in preset.house_rules.iter().chain(house_rules) {
        let set = choices.set(option, value);
        set.map_err(|why| Unplayable::HouseRule(format!("{option} = {value}: {why}")))?;
    }
    Ok((game, choices))
}

/// The time limit of a turn named in a preset.
pub fn turn_time(word: &str) -> Option<TurnTime> {
    let word = serde_json::Value::from(word);
    serde_json::from_value(word).ok()
}

/// The name of a time limit for presets.
pub fn turn_time_word(time: TurnTime) -> String {
    let word = serde_json::to_value(time).ok();
    let word = word.as_ref().and_then(|word| word.as_str());
    word.unwrap_or("off").to_owned()
}

/// Checks whether all meetings of an event can be played at tables of this server.
///
/// # Errors
///
/// Why not.
pub fn check(preset: &Preset) -> Result<(), Unplayable> {
    let Some(online) = &preset.online else {
        return Ok(());
    };
    if turn_time(&online.turn_time).is_none() {
        return Err(Unplayable::TurnTime(online.turn_time.clone()));
    }
    for stage in &preset.stages {
        let sides = usize::from(stage.meeting.sides);
        if stage.sittings.is_empty() {
            Played::of(preset, stage, None, sides)?;
        }
        for last in &stage.last_rounds {
            Played::of(preset, &stage.with_left(last.rounds), None, sides)?;
        }
        for sitting in &stage.sittings {
            Played::of(preset, stage, Some(sitting), sides)?;
        }
    }
    Ok(())
}

/// The plan of a table that is still to be made.
#[derive(Debug)]
pub struct TablePlan {
    pub id: TableId,
    /// Its place in the event.
    pub spot: Spot,
    /// The setup of the table.
    pub setup: Setup,
    /// The players of the seats.
    pub players: Vec<(Seat, capicu_protocol::PlayerId)>,
    /// The entry in each seat, and the number of its person.
    pub places: Vec<Option<(EntryId, u8)>>,
    /// The online options of the event.
    pub online: Online,
    /// The game and its seating.
    pub played: Played,
    /// How the table is decided.
    pub format: Format,
    /// Whether the tables of the meeting end together.
    pub is_together: bool,
}

impl TablePlan {
    /// The table of a meeting on this server that has no result yet.
    ///
    /// # Errors
    ///
    /// Why it cannot be played.
    pub fn of(hall: &Hall, spot: Spot, entered: &[EventPlayer]) -> Result<Self, Unplayable> {
        let slip = spot.slip;
        let state = hall.event.state();
        let stage = &state.stages[usize::from(slip.stage) - 1];
        let round = &stage.rounds[usize::from(slip.round) - 1];
        let sides = round.pairing.meetings[usize::from(slip.meeting) - 1]
            .sides
            .len();
        let online = state.preset.online.clone().ok_or(Unplayable::NoEnd)?;
        let rules = stage.rules_in(slip.round);
        let sitting = spot.sitting(&rules);
        let played = Played::of(&state.preset, &rules, sitting, sides)?;
        let made = hall.rounds_made();
        let id = hall.table_id(spot, &made);
        let places: Vec<Option<(EntryId, u8)>> = Seat::all(played.n_seats())
            .map(|seat| hall.place_at(&played, spot, seat))
            .collect();
        let (mut seats, mut players) = (Vec::new(), Vec::new());
        for (seat, place) in Seat::all(played.n_seats()).zip(&places) {
            let who = place.and_then(|(entry, place)| {
                if state.entries.get(&entry)?.is_replaced(place) {
                    return None;
                }
                let of = |one: &&EventPlayer| (one.entry, one.place) == (entry.0, place);
                entered.iter().find(of)
            });
            players.extend(who.map(|who| (seat, who.player)));
            seats.push(Plan::Person {
                token: TokenHash::of(&hall.seat_token(&id, seat)),
                name: place.and_then(|(entry, place)| hall.name_at_table(entry, place)),
            });
        }
        let format = sitting.map_or(&rules.meeting, |sitting| &sitting.meeting);
        let mut made_at = made.at(spot);
        if spot.table > 0 {
            made_at = made_at.max(hall.sat_down_at(spot, &made));
        }
        let ties = match stage.rules.pairing.is_knock_out() || format.draws == Draws::Impossible {
            true => Ties::PlayedOff,
            false => Ties::Stand,
        };
        let set = round.pairing.sets.get(usize::from(slip.meeting) - 1);
        let boards = set.map_or(Vec::new(), |set| stage.boards(*set));
        let boards = boards.into_iter().map(|board| {
            Some(Board {
                deal: deal(&played.rules, board)?,
                first: Seat::new(board.first)?,
            })
        });
        let boards: Option<Vec<Board>> = boards.collect();
        let boards = boards.ok_or(Unplayable::Boards)?;
        let number = match spot.table {
            0 => String::new(),
            table => format!("-{table}"),
        };
        let meeting = match stage.method.is_continuous() {
            true => spot.meeting.to_string(),
            false => format!("{}-{}", slip.round, slip.meeting),
        };
        let place = format!("{} · {meeting}{number}", state.name);
        let setup = Setup {
            game: played.game.to_owned(),
            title: capicu_table::title(&place),
            rules: played.rules,
            host: None,
            seats,
            turn_time: turn_time(&online.turn_time).unwrap_or_default(),
            grace: (online.grace * 60).min(MAX_GRACE),
            level: Level::default(),
            advice: Advice::Off,
            stakes: Stakes::Casual,
            watching: match online.watchers {
                // Spectators could reveal the deals to players of other tables.
                Watchers::Everybody if boards.is_empty() => Watching::On,
                Watchers::Everybody | Watchers::Nobody => Watching::Off,
            },
            passed: Passed::On,
            meeting: Some(Meeting {
                matches: match played.measure {
                    Measure::Points | Measure::Games | Measure::Boards(_) => 1,
                    Measure::Matches => format.games.unwrap_or(u16::MAX),
                },
                until: format.minutes.map(|of| made_at + u64::from(of) * 60_000),
                ties,
                stand_ins: match online.absent {
                    Absent::Bot => StandIns::Bots,
                    Absent::Forfeit | Absent::Desk => StandIns::Never,
                },
                boards,
            }),
        };
        Ok(Self {
            id,
            spot,
            setup,
            players,
            places,
            online,
            played,
            format: format.clone(),
            is_together: is_together(&stage.rules, sitting),
        })
    }
}

/// The times at which the tables of the last stage were made.
#[derive(Debug, Default)]
pub struct RoundsMade {
    /// The number and the time of the lines that published its rounds.
    published: Vec<(u64, u64)>,
    /// The moved meetings, with the number and the time of the line.
    moves: Vec<(u64, u64, u16)>,
}

impl RoundsMade {
    /// The publication of the last round, in milliseconds since 1970.
    pub fn last(&self) -> Option<u64> {
        self.published.last().map(|(_, at)| *at)
    }

    fn published(&self, spot: Spot) -> (u64, u64) {
        let at = usize::from(spot.slip.round) - 1;
        self.published.get(at).copied().unwrap_or_default()
    }

    /// The times at which a meeting was moved since its round was published.
    fn moves(&self, spot: Spot) -> impl Iterator<Item = u64> {
        let (published, _) = self.published(spot);
        let own = self.moves.iter();
        let own = own.filter(move |(n, _, of)| *n > published && *of == spot.meeting);
        own.map(|(_, at, _)| *at)
    }

    /// The time when its table was made.
    fn at(&self, spot: Spot) -> u64 {
        self.moves(spot).last().unwrap_or(self.published(spot).1)
    }
}

impl Hall {
    /// The times at which the tables of the last stage were made.
    pub fn rounds_made(&self) -> RoundsMade {
        let mut made = RoundsMade::default();
        for line in self.event.counting() {
            match line.fact.step() {
                Step::Opened(_) => made.published.clear(),
                Step::Published => made.published.push((line.n, line.at)),
                Step::Unpublished => _ = made.published.pop(),
                Step::Drafted { .. } | Step::Edited { .. } | Step::Discarded | Step::None => {}
            }
        }
        // A table that was abandoned is not used again, even if the move was undone.
        for line in self.event.log().lines() {
            if let Fact::Moved { meeting, .. } = line.fact {
                made.moves.push((line.n, line.at, meeting));
            }
        }
        made
    }

    /// The table of a meeting. It changes each time the round is published or the meeting is moved.
    pub fn table_id(&self, spot: Spot, made: &RoundsMade) -> TableId {
        let slip = Slip {
            side: 0,
            ..spot.slip
        };
        let (moves, (published, _)) = (made.moves(spot).count(), made.published(spot));
        let mut what = format!("online/{}/{published}/{moves}", slip.name());
        if spot.table > 0 {
            what += &format!("/{}", spot.table);
        }
        TableId::new(signed_link::id_bytes(&self.secret, &what))
    }

    /// The token that opens a seat of a table.
    pub fn seat_token(&self, table: &TableId, seat: Seat) -> Token {
        signed_link::token(&self.secret, &format!("seat/{table}/{}", seat.index()))
    }

    /// The entry in a seat of a table, and the number of its person.
    fn place_at(&self, played: &Played, spot: Spot, seat: Seat) -> Option<(EntryId, u8)> {
        let Slip { stage, round, .. } = spot.slip;
        let state = self.event.state();
        let round = &state.stages[usize::from(stage) - 1].rounds[usize::from(round) - 1];
        let at = usize::from(spot.slip.meeting) - 1;
        let sides = &round.pairing.meetings[at].sides;
        let (entry, place) = played.place(sides, seat)?;
        let Some(table) = usize::from(spot.table).checked_sub(1) else {
            return Some((entry, place));
        };
        let side = played.side(seat) as u8;
        let name = round.line_ups[at]
            .get(&side)?
            .get(table)?
            .get(usize::from(place))?;
        let members = &state.entries.get(&entry)?.members;
        let member = members.iter().position(|member| member == name)?;
        Some((entry, member as u8))
    }

    /// The time when the open tables of a team meeting were made: after the last line-up and the last result.
    fn sat_down_at(&self, spot: Spot, made: &RoundsMade) -> u64 {
        let (published, _) = made.published(spot);
        let lines = self.event.log().lines().iter().rev();
        let mut own = lines.take_while(|line| line.n > published);
        let last = own.find(|line| {
            matches!(
                line.fact,
                Fact::LinedUp { meeting, .. } | Fact::TableRecorded { meeting, .. }
                    if meeting == spot.meeting
            )
        });
        last.map_or(0, |line| line.at)
    }

    /// The name of a person at a table; the number of the entry if the name is hidden.
    fn name_at_table(&self, entry: EntryId, place: u8) -> Option<String> {
        let of = self.event.state().entries.get(&entry)?;
        if of.shown == capicu_event::Shown::Number {
            return capicu_table::name(&format!("{entry}"));
        }
        let member = of.members.get(usize::from(place)).cloned();
        let called = member.unwrap_or_else(|| of.current_name());
        let short: String = called.chars().take(capicu_protocol::MAX_NAME).collect();
        capicu_table::name(&short)
    }
}
