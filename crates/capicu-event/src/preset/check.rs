//! Whether a preset can be played.

use super::{Counts, DecidedBy, Draws, Entrants, Format, Method, Preset, PresetError, StageRules};

/// The most tables of a meeting of teams.
const MOST_TABLES: usize = 60;

/// The longest that is said of the fee, in bytes.
const LONGEST_FEE: usize = 200;

impl Preset {
    /// Reads a preset file.
    ///
    /// # Errors
    ///
    /// What is not TOML, a key that is unknown, missing or of another type, and whatever
    /// [`Preset::check`] finds.
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

    /// Whether an event of this kind can be played.
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
        self.check_online()?;
        self.check_prizes()?;
        for (index, stage) in self.stages.iter().enumerate() {
            stage.check(index + 1)?;
            let alone = self.entrants == Entrants::Player;
            let key = match (stage.pairing.entries_a_side(), stage.sittings.is_empty()) {
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
        // Who loses by a little still has less than who wins.
        let too_much = |points: u16| self.points[1] + points >= self.points[0];
        if let Some(loss) = self.close_loss
            && (sides > 2 || loss.points > 100 || too_much(loss.points))
        {
            return range("close-loss");
        }
        let many = matches!(
            self.pairing,
            Method::Tables { .. } | Method::TableKnockOut { .. }
        );
        if many != (sides > 2) {
            return clash("sides", "pairing");
        }
        if self.pairing.is_knock_out() && self.meeting.draws == Draws::Possible {
            return clash("draws", "pairing");
        }
        if self.late_entry_until.is_some() && !self.pairing.is_open() {
            return clash("late-entry-until", "pairing");
        }
        match self.pairing {
            Method::RoundRobin { legs } if !(1..=2).contains(&legs) => return range("legs"),
            Method::Swiss { rounds, .. }
            | Method::Tables { rounds, .. }
            | Method::RotatingPartners { rounds, .. }
            | Method::Mitchell { rounds }
            | Method::Howell { rounds }
                if rounds.is_some_and(|rounds| !(1..=64).contains(&rounds)) =>
            {
                return range("rounds");
            }
            Method::Arena { minutes } if !(1..=1_440).contains(&minutes) => {
                return range("minutes");
            }
            Method::TableKnockOut { through, .. } if !(1..sides).contains(&through) => {
                return range("through");
            }
            // Fewer than a table seats are one another's last table.
            Method::TableKnockOut { .. } if self.through.is_some_and(|n| n < sides.into()) => {
                return clash("through", "pairing");
            }
            Method::TableKnockOut {
                re_entry_until: Some(until),
                ..
            } if !(1..=8).contains(&until) => return range("re-entry-until"),
            _ => {}
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
            // Points that tables bring are points of the meeting, and anything else is games.
            let points = sitting.counts == Counts::Points;
            if points != (self.meeting.decided_by == DecidedBy::Points) {
                return clash("counts", "decided-by");
            }
            if points && sitting.meeting.decided_by != DecidedBy::Points {
                return clash("counts", "sitting");
            }
            // A meeting with a target ends all its tables.
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
    /// `ended`: something else than the format ends it, as the tables of teams end their meeting.
    fn check(&self, stage: usize, ended: bool) -> Result<(), PresetError> {
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
