//! Validation of presets.

use super::{
    Counts, DecidedBy, Draws, Entrants, Format, LateRounds, Length, Method, Preset, PresetError,
    Sides, StageRules, ThirdPlace, Winners, WithinGroup,
};

const MOST_TABLES: usize = 60;

/// The most rounds of a stage with a chosen number of rounds.
pub(crate) const MOST_ROUNDS: u16 = 64;

/// The longest entry fee text, in bytes.
const LONGEST_FEE: usize = 200;

impl Preset {
    /// Reads a preset file.
    ///
    /// # Errors
    ///
    /// Invalid TOML; a key that is unknown, missing or of another type; and every error of [`Preset::check`].
    pub fn from_toml(text: &str) -> Result<Self, PresetError> {
        let preset: Self = toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            PresetError::Syntax(format!("line {line}: {}", error.message()))
        })?;
        preset.check()?;
        Ok(preset)
    }

    /// Checks that an event of this kind can be played.
    pub fn check(&self) -> Result<(), PresetError> {
        let range = |key| PresetError::Range { stage: 0, key };
        if self.stages.is_empty() {
            return Err(PresetError::NoStage);
        }
        let [least, most] = self.members;
        let due = match self.entrants {
            Entrants::Player => least == 1 && most == 1,
            Entrants::Pair => least == 2 && most == 2,
            Entrants::Team => least >= 2 && least <= most,
        };
        if !due {
            return Err(range("members"));
        }
        if self.places.is_some_and(|places| places < 2) {
            return Err(range("places"));
        }
        let says_something = |fee: &String| !fee.trim().is_empty() && fee.len() <= LONGEST_FEE;
        if self.fee.as_ref().is_some_and(|fee| !says_something(fee)) {
            return Err(range("fee"));
        }
        if self
            .begins
            .as_ref()
            .is_some_and(|begins| !is_moment(begins))
        {
            return Err(range("begins"));
        }
        self.check_online()?;
        self.check_prizes()?;
        self.check_team_totals()?;
        for (index, stage) in self.stages.iter().enumerate() {
            stage.check(index + 1)?;
            let alone = self.entrants == Entrants::Player;
            let key = match (
                stage.pairing.traits().entries_a_side,
                stage.sittings.is_empty(),
            ) {
                (2.., _) if !alone => "pairing",
                (_, false) if self.entrants != Entrants::Team => "sitting",
                _ => continue,
            };
            let (stage, with) = (index + 1, "entrants");
            return Err(PresetError::Clash { stage, key, with });
        }
        Ok(())
    }
}

/// Whether a text has the form of `2026-11-27T19:00`.
fn is_moment(text: &str) -> bool {
    let form = b"0000-00-00T00:00";
    let fits = |(byte, form): (u8, &u8)| match form {
        b'0' => byte.is_ascii_digit(),
        sign => byte == *sign,
    };
    text.len() == form.len() && text.bytes().zip(form).all(fits)
}

impl StageRules {
    fn check(&self, stage: usize) -> Result<(), PresetError> {
        let range = |key| Err(PresetError::Range { stage, key });
        let clash = |key, with| Err(PresetError::Clash { stage, key, with });
        let sides = self.meeting.sides;
        if !(2..=4).contains(&sides) {
            return range("sides");
        }
        if self.points.len() != usize::from(sides) || !self.points.is_sorted_by(|a, b| a >= b) {
            return range("points");
        }
        if self.points.iter().any(|points| *points > 100) {
            return range("points");
        }
        let ended = !self.sittings.is_empty() || self.duplicate.is_some();
        self.meeting.check(stage, ended)?;
        self.check_sittings(stage)?;
        self.check_duplicate(stage)?;
        self.check_last_rounds(stage)?;
        // The loser of a close meeting still gets fewer points than the winner.
        let too_much = |points: u16| self.points[1] + points >= self.points[0];
        if let Some(loss) = self.close_loss
            && (sides > 2 || loss.points > 100 || too_much(loss.points))
        {
            return range("close-loss");
        }
        let due = match self.pairing.traits().sides {
            Sides::Two => sides == 2,
            Sides::Several => sides > 2,
        };
        if !due {
            return clash("sides", "pairing");
        }
        let needs_winner =
            self.pairing.is_knock_out() || matches!(self.pairing, Method::WinnerStays { .. });
        if needs_winner && self.meeting.draws == Draws::Possible {
            return clash("draws", "pairing");
        }
        let takes_late =
            self.pairing.is_open() || matches!(self.pairing, Method::RoundRobin { .. });
        if self.late_entry_until.is_some() && !takes_late {
            return clash("late-entry-until", "pairing");
        }
        match self.pairing.traits().length {
            Length::Chosen(Some(rounds)) | Length::AtMost(Some(rounds))
                if !(1..=MOST_ROUNDS).contains(&rounds) =>
            {
                return range("rounds");
            }
            Length::Minutes(minutes) if !(1..=1_440).contains(&minutes) => {
                return range("minutes");
            }
            Length::Chosen(_) | Length::AtMost(_) | Length::Minutes(_) | Length::Scheduled => {}
        }
        match self.pairing {
            Method::Tables {
                within_group: WithinGroup::Fold | WithinGroup::KingOfTheHill,
                ..
            } => return clash("within-group", "sides"),
            Method::Swiss {
                late: Some(LateRounds { rounds, .. }),
                ..
            } if !(1..=MOST_ROUNDS).contains(&rounds) => return range("late"),
            Method::KnockOut {
                third_place: ThirdPlace::Played,
                ..
            } if self.through.is_some() => return clash("third-place", "through"),
            Method::Mitchell {
                winners: Winners::Two,
                ..
            } if self.through.is_some() => return clash("winners", "through"),
            Method::WinnerStays { tables, .. }
                if !(1..=crate::winner_stays::MOST_TABLES).contains(&usize::from(tables)) =>
            {
                return range("tables");
            }
            Method::RoundRobin { legs } if !(1..=2).contains(&legs) => return range("legs"),
            Method::TableKnockOut { through, .. } if !(1..sides).contains(&through) => {
                return range("through");
            }
            // Entries too few for a table form the last table.
            Method::TableKnockOut { .. } if self.through.is_some_and(|n| n < sides.into()) => {
                return clash("through", "pairing");
            }
            Method::TableKnockOut {
                re_entry_until: Some(until),
                ..
            } if !(1..=8).contains(&until) => return range("re-entry-until"),
            Method::RoundRobin { .. }
            | Method::Swiss { .. }
            | Method::Tables { .. }
            | Method::RotatingPartners { .. }
            | Method::Whist
            | Method::Mitchell { .. }
            | Method::Howell { .. }
            | Method::Arena { .. }
            | Method::WinnerStays { .. }
            | Method::KnockOut { .. }
            | Method::DoubleKnockOut { .. }
            | Method::TableKnockOut { .. } => {}
        }
        if self.standings.is_empty() {
            return range("standings");
        }
        if self.through.is_some_and(|through| through < 2) {
            return range("through");
        }
        let policy = &self.forfeits;
        let most = self.points[0];
        let awards = [
            policy.bye,
            policy.requested_bye,
            policy.missed,
            policy.win,
            policy.loss,
            policy.double,
        ];
        if awards.iter().any(|award| award.points > most) {
            return range("forfeits");
        }
        Ok(())
    }
}

impl StageRules {
    fn check_sittings(&self, stage: usize) -> Result<(), PresetError> {
        let range = |key| Err(PresetError::Range { stage, key });
        let clash = |key, with| Err(PresetError::Clash { stage, key, with });
        for sitting in &self.sittings {
            let counts = [sitting.times, sitting.tables, sitting.players];
            if counts.iter().any(|count| !(1..=20).contains(count)) || sitting.no_show > 100 {
                return range("sitting");
            }
            if sitting.meeting.sides != self.meeting.sides {
                return clash("sitting", "sides");
            }
            // Points of tables are points of the meeting; everything else is games.
            let points = sitting.counts == Counts::Points;
            if points != (self.meeting.decided_by == DecidedBy::Points) {
                return clash("counts", "decided-by");
            }
            if points && sitting.meeting.decided_by != DecidedBy::Points {
                return clash("counts", "sitting");
            }
            // The end of the meeting, by target or time, ends all its tables.
            let ended = points && (self.meeting.target.is_some() || self.meeting.minutes.is_some());
            sitting.meeting.check(stage, ended)?;
        }
        if self.all_tables().take(MOST_TABLES + 1).count() > MOST_TABLES {
            return range("sitting");
        }
        if self.sittings_a_player == Some(0) {
            return range("sittings-a-player");
        }
        Ok(())
    }
}

impl Format {
    /// `ended`: the end of the meeting of teams also ends this table.
    pub(super) fn check(&self, stage: usize, ended: bool) -> Result<(), PresetError> {
        let range = |key| Err(PresetError::Range { stage, key });
        let Self {
            games,
            target,
            most_points,
            minutes,
            ..
        } = *self;
        if games == Some(0) || games.is_some_and(|games| games > 1_000) {
            return range("games");
        }
        if target == Some(0) || target.is_some_and(|target| target > 100_000) {
            return range("target");
        }
        if most_points.is_some_and(|most| most < target.unwrap_or(1) || most > 1_000_000) {
            return range("most-points");
        }
        if minutes == Some(0) || minutes.is_some_and(|minutes| minutes > 10_000) {
            return range("minutes");
        }
        let ends = match self.decided_by {
            DecidedBy::Games => games,
            DecidedBy::Points => target.map(|_| 1),
        };
        if ends.is_none() && minutes.is_none() && !ended {
            let (key, with) = ("decided-by", "minutes");
            return Err(PresetError::Clash { stage, key, with });
        }
        Ok(())
    }
}
