//! How a meeting becomes a table of this server, and what was played there a result.

use std::collections::BTreeMap;

use capicu::rules::{Choices, Love, Score};
use capicu::{Rules, Seat};
use capicu_event::{
    Absent, DecidedBy, Draws, Entrants, EntryId, Fact, Online, Outcome, Preset, SideScore,
    StageRules, Watchers,
};
use capicu_protocol::{Level, MAX_GRACE, Token, TurnTime, Watching};
use capicu_record::games::{self, Game};
use capicu_store::events::EventPlayer;
use capicu_table::{
    Advice, Meeting, MeetingStanding, Plan, Setup, Stakes, StandIns, Ties, TokenHash,
};

use super::{Hall, Slip, seal};
use crate::file_game;

/// Why meetings cannot be played at tables of this server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayable {
    /// The same deals at every table.
    Boards,
    /// Teams that meet at several tables.
    Sittings,
    /// No clock of ours goes like this.
    TurnTime(String),
    /// There is no such game, or not for so many.
    Game(String),
    /// A house rule that there is not, or that does not go with the others.
    HouseRule(String),
    /// Nothing in the preset ends a match.
    NoEnd,
}

/// What is played at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The built-in game that the rules are a change of.
    game: &'static str,
    rules: Rules,
    measure: Measure,
}

/// What of a table the sheet shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    /// The score of a match is in points, and decides.
    Points,
    /// The score of a match is in games.
    Games,
    /// Every match is a game.
    Matches,
}

impl Played {
    /// What a meeting of so many sides plays in a stage.
    ///
    /// # Errors
    ///
    /// Why it cannot be played.
    pub fn of(preset: &Preset, stage: &StageRules, sides: usize) -> Result<Self, Unplayable> {
        if stage.duplicate.is_some() {
            return Err(Unplayable::Boards);
        }
        let people = match preset.entrants {
            Entrants::Pair => 2,
            Entrants::Player => stage.pairing.entries_a_side(),
            Entrants::Team => return Err(Unplayable::Sittings),
        };
        let wrong_game = || Unplayable::Game(preset.game.clone());
        let players = u8::try_from(sides * people).map_err(|_| wrong_game())?;
        let (game, mut choices) = choices(preset, players)?;
        let format = &stage.meeting;
        let is_hands = choices.score == Score::Games && choices.love == Love::Off;
        let (target, measure) = match (format.decided_by, format.target) {
            (DecidedBy::Points, None) => return Err(Unplayable::NoEnd),
            (DecidedBy::Points, target) => (target, Measure::Points),
            (DecidedBy::Games, Some(target)) => (Some(target), Measure::Matches),
            (DecidedBy::Games, None) if is_hands => match format.games {
                Some(games) => (Some(u32::from(games)), Measure::Games),
                None => return Err(Unplayable::NoEnd),
            },
            (DecidedBy::Games, None) => (None, Measure::Matches),
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
        let rules = Rules::new(choices);
        let rules = rules.map_err(|why| Unplayable::HouseRule(why.to_string()))?;
        let has_sides = usize::from(rules.n_teams()) == sides
            && rules.members(rules.team(Seat::default())).count() == people;
        match has_sides {
            true => Ok(Self {
                game: file_game::built_in_of(game).id,
                rules,
                measure,
            }),
            false => Err(wrong_game()),
        }
    }

    /// How many people sit there.
    pub fn n_seats(&self) -> u8 {
        self.rules.n_seats()
    }

    /// The side of a seat, from 0.
    pub fn side(&self, seat: Seat) -> usize {
        self.rules.team(seat).index()
    }

    /// How the meeting ended, after its table.
    pub fn outcome(&self, stage: &StageRules, standing: &MeetingStanding) -> Outcome {
        let most = stage.meeting.games.unwrap_or(u16::MAX);
        let has_points = stage.meeting.target.is_some();
        let sides = 0..standing.scores.len();
        let score = |side: usize| match self.measure {
            Measure::Points => SideScore {
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
        Outcome::Played {
            scores: sides.map(score).collect(),
        }
    }

    /// The place in an entry of whoever sits in a seat of a meeting: which entry, and which of its people.
    pub fn place(&self, sides: &[Vec<EntryId>], seat: Seat) -> Option<(EntryId, u8)> {
        let team = self.rules.team(seat);
        let at = self.rules.members(team).position(|of| of == seat)?;
        match sides.get(team.index())?.as_slice() {
            [pair] => Some((*pair, at as u8)),
            players => Some((*players.get(at)?, 0)),
        }
    }
}

/// The rules of an event's game, at a table of so many people.
///
/// # Errors
///
/// Why there is no such game.
pub fn rules(preset: &Preset, players: u8) -> Result<Rules, Unplayable> {
    let (_, choices) = choices(preset, players)?;
    Rules::new(choices).map_err(|why| Unplayable::HouseRule(why.to_string()))
}

fn choices(preset: &Preset, players: u8) -> Result<(&'static Game, Choices), Unplayable> {
    let mut all = games::all().iter();
    let game = all.find(|game| game.id() == preset.game);
    let game = game.ok_or_else(|| Unplayable::Game(preset.game.clone()))?;
    let mut choices = game.choices_for(players);
    for (option, value) in &preset.house_rules {
        let set = choices.set(option, value);
        set.map_err(|why| Unplayable::HouseRule(format!("{option} = {value}: {why}")))?;
    }
    Ok((game, choices))
}

/// How long a turn takes that a preset speaks of.
pub fn turn_time(word: &str) -> Option<TurnTime> {
    let word = serde_json::Value::from(word);
    serde_json::from_value(word).ok()
}

/// The word for it.
pub fn turn_time_word(time: TurnTime) -> String {
    let word = serde_json::to_value(time).ok();
    let word = word.as_ref().and_then(|word| word.as_str());
    word.unwrap_or("off").to_owned()
}

/// Whether all of an event can be played at tables of this server.
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
        Played::of(preset, stage, usize::from(stage.meeting.sides))?;
    }
    Ok(())
}

/// A table as it is to be made.
#[derive(Debug)]
pub struct TablePlan {
    /// Its id.
    pub id: String,
    /// Where the meeting stands in the event.
    pub slip: Slip,
    /// How it is made.
    pub setup: Setup,
    /// Whose seats are whose.
    pub players: Vec<(Seat, capicu_protocol::PlayerId)>,
    /// How it is played.
    pub online: Online,
    /// What is played.
    pub played: Played,
}

impl TablePlan {
    /// The table of a meeting of the last round that is played at a table of this server and has no result.
    ///
    /// # Errors
    ///
    /// Why it cannot be played.
    pub fn of(hall: &Hall, slip: Slip, entered: &[EventPlayer]) -> Result<Self, Unplayable> {
        let state = hall.event.state();
        let stage = &state.stages[usize::from(slip.stage) - 1];
        let round = &stage.rounds[usize::from(slip.round) - 1];
        let meeting = &round.pairing.meetings[usize::from(slip.meeting) - 1];
        let online = state.preset.online.clone().ok_or(Unplayable::NoEnd)?;
        let played = Played::of(&state.preset, &stage.rules, meeting.sides.len())?;
        let made = hall.rounds_made();
        let id = hall.table_id(slip, &made);
        let (mut seats, mut players) = (Vec::new(), Vec::new());
        for seat in Seat::all(played.n_seats()) {
            let place = played.place(&meeting.sides, seat);
            let who = place.and_then(|(entry, place)| {
                let of = |one: &&EventPlayer| (one.entry, one.place) == (entry.0, place);
                entered.iter().find(of)
            });
            players.extend(who.map(|who| (seat, who.player)));
            seats.push(Plan::Person {
                token: TokenHash::of(&hall.seat_token(&id, seat)),
                name: place.and_then(|(entry, place)| hall.name_at_table(entry, place)),
            });
        }
        let format = &stage.rules.meeting;
        let moved = made.moves.get(&slip.meeting).map(|(_, at)| *at);
        let made_at = moved.unwrap_or(made.published.1);
        let ties = match stage.rules.pairing.is_knock_out() || format.draws == Draws::Impossible {
            true => Ties::PlayedOff,
            false => Ties::Stand,
        };
        let place = format!("{} · {}-{}", state.name, slip.round, slip.meeting);
        let setup = Setup {
            game: played.game.to_owned(),
            title: capicu_table::title(&place),
            rules: played.rules,
            maker: None,
            seats,
            turn_time: turn_time(&online.turn_time).unwrap_or_default(),
            grace: (online.grace * 60).min(MAX_GRACE),
            level: Level::default(),
            advice: Advice::Off,
            stakes: Stakes::Casual,
            watching: match online.watchers {
                Watchers::Everybody => Watching::On,
                Watchers::Nobody => Watching::Off,
            },
            meeting: Some(Meeting {
                matches: match played.measure {
                    Measure::Points | Measure::Games => 1,
                    Measure::Matches => format.games.unwrap_or(u16::MAX),
                },
                until: format.minutes.map(|of| made_at + u64::from(of) * 60_000),
                ties,
                stand_ins: match online.absent {
                    Absent::Bot => StandIns::Bots,
                    Absent::Forfeit | Absent::Desk => StandIns::Never,
                },
            }),
        };
        Ok(Self {
            id,
            slip,
            setup,
            players,
            online,
            played,
        })
    }
}

/// When the tables of a round were made.
#[derive(Debug, Default)]
pub struct RoundMade {
    /// The number and the time of the line that published it.
    published: (u64, u64),
    /// How often each meeting was moved since, and when last.
    moves: BTreeMap<u16, (u32, u64)>,
}

impl Hall {
    /// When the tables of the last round were made.
    pub fn rounds_made(&self) -> RoundMade {
        let lines = self.event.log().lines();
        let published = lines.iter().rposition(|line| line.fact == Fact::Published);
        let mut made = RoundMade::default();
        for line in &lines[published.unwrap_or(0)..] {
            match line.fact {
                Fact::Published => made.published = (line.n, line.at),
                Fact::Moved { meeting, .. } => {
                    let (moves, at) = made.moves.entry(meeting).or_default();
                    (*moves, *at) = (*moves + 1, line.at);
                }
                _ => {}
            }
        }
        made
    }

    /// The table at which a meeting is played: another one each time its round is published, or it is moved.
    pub fn table_id(&self, slip: Slip, made: &RoundMade) -> String {
        let slip = Slip { side: 0, ..slip };
        let moves = made.moves.get(&slip.meeting).map_or(0, |(moves, _)| *moves);
        let what = format!("online/{}/{}/{moves}", slip.name(), made.published.0);
        seal::table_id(&self.secret, &what)
    }

    /// What opens a seat of a table.
    pub fn seat_token(&self, table: &str, seat: Seat) -> Token {
        seal::token(&self.secret, &format!("seat/{table}/{}", seat.index()))
    }

    /// What somebody is called at a table: who is not to be named has the number of the entry.
    fn name_at_table(&self, entry: EntryId, place: u8) -> Option<String> {
        let of = self.event.state().entries.get(&entry)?;
        if of.shown == capicu_event::Shown::Number {
            return capicu_table::name(&format!("{entry}"));
        }
        let member = of.members.get(usize::from(place));
        let called = member.unwrap_or(&of.name);
        let short: String = called.chars().take(capicu_protocol::MAX_NAME).collect();
        capicu_table::name(&short)
    }
}
