//! Counts of matches. Only integers, added in the order of the matches: the same seed gives the same bytes everywhere.
//! Shares are calculated once, at the end.

use std::collections::BTreeMap;

use capicu::{Rules, Side};
use capicu_arena::Entrant;
use capicu_i18n::{Lang, Texts};
use capicu_record::record::reason_word;
use capicu_record::side;
use serde_json::{Map, Value, json};

use super::Job;
use super::played::Played;
use crate::language::say;

pub struct Tally {
    rules: Rules,
    pub rounds: u64,
    matches: u64,
    finished: u64,
    blocked: u64,
    tied: u64,
    tiles: u64,
    passes: u64,
    draws: u64,
    /// Rounds won by the side that led.
    pose_wins: u64,
    pips_left: u64,
    /// Rounds by the number of tiles played.
    lengths: Vec<u64>,
    longest: u64,
    wins: Vec<u64>,
    match_wins: Vec<u64>,
    points: Vec<u64>,
    reasons: BTreeMap<capicu::Reason, (u64, u64)>,
}

impl Tally {
    pub fn new(rules: &Rules) -> Self {
        let sides = vec![0; usize::from(rules.n_sides())];
        Self {
            rules: *rules,
            rounds: 0,
            matches: 0,
            finished: 0,
            blocked: 0,
            tied: 0,
            tiles: 0,
            passes: 0,
            draws: 0,
            pose_wins: 0,
            pips_left: 0,
            lengths: Vec::new(),
            longest: 0,
            wins: sides.clone(),
            match_wins: sides.clone(),
            points: sides,
            reasons: BTreeMap::new(),
        }
    }

    /// Estimates how many more matches give `rounds` more rounds, from the average so far. It at most doubles the
    /// number of matches, to play few too many.
    pub fn matches_for(&self, rounds: u64) -> u64 {
        match rounds {
            0 => 0,
            _ => (rounds / self.longest.max(1)).clamp(1, self.matches.max(1)),
        }
    }

    pub fn add(&mut self, played: &Played) {
        self.matches += 1;
        self.longest = self.longest.max(played.rounds.len() as u64);
        if let Some(winner) = played.winner {
            self.finished += 1;
            self.match_wins[winner.index()] += 1;
        }
        for round in &played.rounds {
            self.rounds += 1;
            self.tiles += u64::from(round.tiles);
            self.passes += u64::from(round.passes);
            self.draws += u64::from(round.draws);
            self.blocked += u64::from(round.blocked);
            self.pose_wins += u64::from(round.side.is_some() && round.side == round.pose);
            self.pips_left += u64::from(round.pips_left);
            let tiles = round.tiles as usize;
            if self.lengths.len() <= tiles {
                self.lengths.resize(tiles + 1, 0);
            }
            self.lengths[tiles] += 1;
            match round.side {
                Some(side) => self.wins[side.index()] += 1,
                None => self.tied += 1,
            }
            for award in &round.awards {
                let points = u64::from(award.points);
                let sum = &mut self.points[award.side.index()];
                *sum = match award.why.takes_off() {
                    true => sum.saturating_sub(points),
                    false => *sum + points,
                };
                let (times, sum) = self.reasons.entry(award.why).or_default();
                *times += 1;
                *sum += points;
            }
        }
    }

    fn a_round(&self, sum: u64) -> f64 {
        if self.rounds == 0 {
            0.0
        } else {
            sum as f64 / self.rounds as f64
        }
    }

    pub fn json(&self, game: &str, job: &Job) -> Value {
        let bots: Vec<_> = job.bots.iter().map(Entrant::name).collect();
        let reasons: Map<String, Value> = self
            .reasons
            .iter()
            .map(|(reason, (times, points))| {
                let value = json!({ "times": times, "points": points });
                (reason_word(*reason).to_owned(), value)
            })
            .collect();
        json!({
            "game": game,
            "players": self.rules.n_seats(),
            "bots": bots,
            "seed": job.seed,
            "repeatable": job.is_repeatable(),
            "rounds": self.rounds,
            "matches": self.matches,
            "finished_matches": self.finished,
            "blocked_share": self.a_round(self.blocked),
            "tied_share": self.a_round(self.tied),
            "tiles_per_round": self.a_round(self.tiles),
            "passes_per_round": self.a_round(self.passes),
            "draws_per_round": self.a_round(self.draws),
            "pose_win_share": self.a_round(self.pose_wins),
            "pips_left_per_round": self.a_round(self.pips_left),
            "lengths": self.lengths,
            "sides": side::names(&self.rules),
            "wins": self.wins,
            "match_wins": self.match_wins,
            "points": self.points,
            "reasons": reasons,
        })
    }

    pub fn text(&self, game: &str, job: &Job, lang: Lang) -> String {
        let label = |en, es| say(lang, en, es);
        let mut out = format!("{game}\n\n");
        let mut row = |name: &str, value: String| out += &format!("  {name:<24}{value:>12}\n");
        row(label("Rounds", "Manos"), self.rounds.to_string());
        row(label("Matches", "Partidas"), self.matches.to_string());
        row(
            label("  finished", "  terminadas"),
            self.finished.to_string(),
        );
        let share = |sum| format!("{:.2} %", 100.0 * self.a_round(sum));
        row(
            label("Blocked rounds", "Manos trancadas"),
            share(self.blocked),
        );
        row(
            label("Rounds nobody won", "Manos sin ganador"),
            share(self.tied),
        );
        row(
            label("Won by who led", "Ganadas por quien salió"),
            share(self.pose_wins),
        );
        let mean = |sum| format!("{:.3}", self.a_round(sum));
        row(label("Tiles a round", "Fichas por mano"), mean(self.tiles));
        row(label("Passes a round", "Pasos por mano"), mean(self.passes));
        row(label("Draws a round", "Robos por mano"), mean(self.draws));
        row(
            label("Pips left a round", "Pintas en mano al final"),
            mean(self.pips_left),
        );
        out += &format!(
            "\n  {:<24}{:>12}{:>12}{:>12}\n",
            label("Side", "Lado"),
            label("Rounds", "Manos"),
            label("Matches", "Partidas"),
            label("Points", "Puntos"),
        );
        for (side, name) in Side::all(self.rules.n_sides()).zip(side::names(&self.rules)) {
            let mut kinds: Vec<_> = self
                .rules
                .members(side)
                .map(|seat| job.bots[seat.index()].name())
                .collect();
            kinds.dedup();
            let name = format!("{name} ({})", kinds.join(", "));
            let at = side.index();
            out += &format!(
                "  {name:<24}{:>12}{:>12}{:>12}\n",
                self.wins[at], self.match_wins[at], self.points[at]
            );
        }
        if !self.reasons.is_empty() {
            let texts = Texts::new(lang);
            out += &format!(
                "\n  {:<36}{:>12}{:>12}\n",
                label("Points for", "Puntos por"),
                label("Times", "Veces"),
                label("Points", "Puntos"),
            );
            for (reason, (times, points)) in &self.reasons {
                let name = texts.reason(*reason);
                out += &format!("  {name:<36}{times:>12}{points:>12}\n");
            }
        }
        out
    }
}
