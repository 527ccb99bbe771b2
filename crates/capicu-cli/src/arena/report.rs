//! Results of a contest, for people and for programs.

use std::fmt::Write as _;

use capicu_arena::{Contest, Ending, Entrant, Estimate, Length, Pair, Play, Tally, Verdict, Who};
use capicu_i18n::Lang;
use serde_json::{Value, json};

use crate::fault;
use crate::language::{say, texts};

pub struct Report {
    pub contest: Contest,
    pub names: [String; 2],
    /// The names that programs gave themselves.
    pub called: [Option<String>; 2],
    pub tally: Tally,
    pub ending: Ending,
    pub faults: Vec<Fault>,
}

pub struct Fault {
    pair: u32,
    game: usize,
    who: Who,
    why: String,
}

/// Faults shown to people; JSON contains them all.
const SHOWN: usize = 5;

impl Report {
    pub fn json(&self) -> Value {
        let Self { contest, tally, .. } = self;
        let [a, b] = &self.names;
        let [name_a, name_b] = &self.called;
        let [ms_a, ms_b] = tally.times();
        let (score, elo) = (tally.score(), tally.elo());
        let [faults_a, faults_b] = tally.faults;
        json!({
            "game": contest.game,
            "players": contest.rules.n_seats(),
            "play": word(contest.play),
            "seed": contest.seed,
            "a": a,
            "b": b,
            "name_a": name_a,
            "name_b": name_b,
            "pairs": tally.pairs(),
            "games": tally.games,
            "score": score.mean,
            "ci95": score.ci95,
            "elo": elo.mean,
            "elo_ci95": elo.ci95,
            "margin": tally.margin(),
            "ms_a": ms_a,
            "ms_b": ms_b,
            "decided": tally.decided,
            "counts": tally.counts(),
            "faults_a": faults_a,
            "faults_b": faults_b,
            "faults": self.faults.iter().map(Fault::json).collect::<Vec<_>>(),
            "ending": match self.ending {
                Ending::Played => "played",
                Ending::Found(_) => "found",
                Ending::Stopped => "stopped",
            },
            "sprt": self.sprt_json(),
        })
    }

    /// Names a player for people: its own name, and the one on the command line.
    fn name(&self, who: Who) -> String {
        let name = &self.names[who as usize];
        match &self.called[who as usize] {
            Some(called) => format!("{called} ({name})"),
            None => name.clone(),
        }
    }

    fn sprt_json(&self) -> Value {
        let Length::Sequential(sprt, _) = self.contest.length else {
            return Value::Null;
        };
        json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "bounds": sprt.bounds(),
            "llr": sprt.log_ratio(self.tally.counts()),
            "found": match self.ending {
                Ending::Found(Verdict::Weaker) => Value::from("elo0"),
                Ending::Found(Verdict::Stronger) => Value::from("elo1"),
                Ending::Played | Ending::Stopped => Value::Null,
            },
        })
    }

    pub fn text(&self, lang: Lang) -> String {
        let Self { contest, tally, .. } = self;
        let names = [Who::A, Who::B].map(|who| self.name(who));
        let [a, b] = &names;
        let mut text = String::new();
        let (game, seed) = (&contest.game, contest.seed);
        let play = say_play(contest.play, lang);
        let seed_word = say(lang, "seed", "semilla");
        let _ = writeln!(text, "{a} – {b}: {game}, {play}, {seed_word} {seed}");
        let mut line = |word: &str, what: String| {
            let _ = writeln!(text, "  {word:<10} {what}");
        };
        let (pairs, games, decided) = (tally.pairs(), tally.games, tally.decided);
        line(
            say(lang, "pairs", "pares"),
            match lang {
                Lang::En | Lang::Fr => format!("{pairs}: {games} games, {decided} decided"),
                Lang::Es => format!("{pairs}: {games} juegos, {decided} decididos"),
            },
        );
        line(say(lang, "score", "resultado"), percent(tally.score()));
        let elo = tally.elo();
        line(
            "Elo",
            format!(
                "{:+.1} ({:+.1} … {:+.1}), {}",
                elo.mean,
                elo.ci95[0],
                elo.ci95[1],
                say(lang, "normalized", "normalizado")
            ),
        );
        if let Some(margin) = tally.margin() {
            let [low, high] = margin.ci95;
            line(
                say(lang, "points", "puntos"),
                format!("{:+.2} ({low:+.2} … {high:+.2})", margin.mean),
            );
        }
        for (name, times) in names.iter().zip(tally.times()) {
            let (mean, median, p99) = (times.mean, times.median, times.p99);
            line(
                say(lang, "time", "tiempo"),
                match lang {
                    Lang::En | Lang::Fr => {
                        format!("{mean:.4} ms mean, {median:.4} median, {p99:.4} p99: {name}")
                    }
                    Lang::Es => {
                        format!("{mean:.4} ms media, {median:.4} mediana, {p99:.4} p99: {name}")
                    }
                },
            );
        }
        if let Length::Sequential(sprt, _) = contest.length {
            let [low, high] = sprt.bounds();
            let found = match self.ending {
                Ending::Found(Verdict::Stronger) => sprt.elo1.to_string(),
                Ending::Found(Verdict::Weaker) => sprt.elo0.to_string(),
                Ending::Played | Ending::Stopped => {
                    say(lang, "nothing yet", "nada todavía").to_owned()
                }
            };
            let ratio = sprt.log_ratio(tally.counts());
            let (elo0, elo1) = (sprt.elo0, sprt.elo1);
            line(
                "SPRT",
                format!("{elo0} / {elo1}: {found} (LLR {ratio:.2}; {low:.2}, {high:.2})"),
            );
        }
        for fault in self.faults.iter().take(SHOWN) {
            let name = &names[fault.who as usize];
            let Fault {
                pair, game, why, ..
            } = fault;
            line(
                say(lang, "lost", "perdió"),
                match lang {
                    Lang::En | Lang::Fr => format!("pair {pair}, game {game}: {name} {why}"),
                    Lang::Es => format!("par {pair}, juego {game}: {name} {why}"),
                },
            );
        }
        let more = self.faults.len().saturating_sub(SHOWN);
        if more > 0 {
            line("", format!("+ {more}"));
        }
        text
    }
}

impl Fault {
    /// Parses the output of [`Fault::json`].
    pub fn of_json(value: &Value) -> Option<Self> {
        let who = match value.get("who")?.as_str()? {
            "a" => Who::A,
            "b" => Who::B,
            _ => return None,
        };
        Some(Self {
            pair: value.get("pair")?.as_u64()?.try_into().ok()?,
            game: value.get("game")?.as_u64()?.try_into().ok()?,
            who,
            why: value.get("why")?.as_str()?.to_owned(),
        })
    }

    pub fn json(&self) -> Value {
        json!({
            "pair": self.pair,
            "game": self.game,
            "who": word_of(self.who),
            "why": self.why,
        })
    }
}

/// Lists the games of a pair that were lost for a reason outside the rules.
pub fn faults(pair: &Pair) -> Vec<Fault> {
    let games = pair.games.iter().enumerate();
    games
        .filter_map(|(game, (_, played))| {
            let (who, fault) = played.fault.as_ref()?;
            Some(Fault {
                pair: pair.number,
                game,
                who: *who,
                why: fault::told(fault, texts()),
            })
        })
        .collect()
}

/// Returns the games of a pair, with everything needed to replay them.
pub fn games_json(contest: &Contest, names: &[String; 2], pair: &Pair) -> Vec<Value> {
    let games = pair.games.iter().enumerate();
    games
        .map(|(game, (table, played))| {
            let seats = table.iter().map(|who| &names[*who as usize]);
            let rounds = played.rounds.iter().map(|round| {
                let actions = round.iter().map(ToString::to_string);
                actions.collect::<Vec<_>>()
            });
            json!({
                "game": contest.game,
                "play": word(contest.play),
                "pair": pair.number,
                "number": game,
                "seed": pair.seed.to_string(),
                "seats": seats.collect::<Vec<_>>(),
                "sides": table.iter().map(|who| word_of(*who)).collect::<Vec<_>>(),
                "winner": played.winner.map(word_of),
                "fault": played.fault.as_ref().map(|(_, fault)| fault::told(fault, texts())),
                "rounds": rounds.collect::<Vec<_>>(),
            })
        })
        .collect()
}

pub fn all_json(contest: &Contest, reports: &[Report]) -> Value {
    json!({
        "game": contest.game,
        "players": contest.rules.n_seats(),
        "play": word(contest.play),
        "seed": contest.seed,
        "contests": reports.iter().map(Report::json).collect::<Vec<_>>(),
    })
}

/// Characters of a column of the cross table.
const CELL: usize = 11;

/// Shortens a name to the width of a column. It keeps the end, which distinguishes commands best.
fn cut(name: &str) -> String {
    let n = name.chars().count();
    if n <= CELL {
        return name.to_owned();
    }
    "…".chars().chain(name.chars().skip(n - CELL + 1)).collect()
}

/// Formats the cross table: the score of the row's player against the column's.
pub fn pool_text(
    contest: &Contest,
    entrants: &[Entrant],
    reports: &[Report],
    lang: Lang,
) -> String {
    let mut text = String::new();
    let pairs = reports.iter().map(|report| report.tally.pairs()).max();
    let _ = writeln!(
        text,
        "{}: {} {}, {} {}",
        contest.game,
        pairs.unwrap_or(0),
        say(lang, "pairs", "pares"),
        say(lang, "seed", "semilla"),
        contest.seed
    );
    let names: Vec<&str> = entrants.iter().map(Entrant::name).collect();
    let widest = names.iter().map(|name| name.chars().count()).max();
    let width = widest.unwrap_or(0).max(CELL);
    let _ = write!(text, "{:width$}", "");
    for name in &names {
        let _ = write!(text, "  {:>CELL$}", cut(name));
    }
    let _ = writeln!(text);
    for row in &names {
        let _ = write!(text, "{row:width$}");
        for column in &names {
            let cell = cell(reports, row, column);
            let _ = write!(text, "  {cell:>CELL$}");
        }
        let _ = writeln!(text);
    }
    text
}

/// Formats the ladder: the score of each level against the one below it.
pub fn ladder_text(contest: &Contest, reports: &[Report], lang: Lang) -> String {
    let mut text = String::new();
    let play = say_play(contest.play, lang);
    let seed = say(lang, "seed", "semilla");
    let _ = writeln!(text, "{}: {play}, {seed} {}", contest.game, contest.seed);
    for Report { names, tally, .. } in reports {
        let [above, below] = names;
        let (pairs, won) = (tally.pairs(), percent(tally.score()));
        let over = say(lang, "over", "sobre");
        let words = say(lang, "pairs", "pares");
        let ms = tally.times()[0].mean;
        let _ = writeln!(
            text,
            "{above} {over} {below}  {won}  {pairs} {words}, {ms:.3} ms"
        );
    }
    text
}

fn cell(reports: &[Report], row: &str, column: &str) -> String {
    reports
        .iter()
        .find_map(|report| {
            let score = report.tally.score();
            let half = (score.ci95[1] - score.ci95[0]) / 2.0;
            let share = match report.names.each_ref().map(String::as_str) {
                [a, b] if a == row && b == column => score.mean,
                [a, b] if a == column && b == row => 1.0 - score.mean,
                _ => return None,
            };
            Some(format!("{:.1} ±{:.1}", 100.0 * share, 100.0 * half))
        })
        .unwrap_or_else(|| "–".to_owned())
}

fn percent(of: Estimate) -> String {
    let [low, high] = of.ci95;
    format!(
        "{:.2} % ({:.2} … {:.2})",
        100.0 * of.mean,
        100.0 * low,
        100.0 * high
    )
}

fn say_play(play: Play, lang: Lang) -> &'static str {
    match play {
        Play::Rounds => say(lang, "rounds", "manos"),
        Play::Matches => say(lang, "matches", "partidas"),
    }
}

pub const fn word(play: Play) -> &'static str {
    match play {
        Play::Rounds => "rounds",
        Play::Matches => "matches",
    }
}

const fn word_of(who: Who) -> &'static str {
    match who {
        Who::A => "a",
        Who::B => "b",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_their_column() {
        assert_eq!(cut("counter"), "counter");
        assert_eq!(cut("eleven long"), "eleven long");
        assert_eq!(cut("cmd:bots/main.py ágil"), "…in.py ágil");
    }
}
