//! Events in words: names, results, points, and why something is refused.

use std::collections::BTreeMap;

use capicu_event::{
    Bound, Breach, Costs, CutKey, DecidedBy, Direction, EntryId, Format, Impossible, Meeting,
    Outcome, Presence, PresetError, Refused, Shown, SideScore, Stage, Standing, State, Status,
    TieBreak, report,
};
use capicu_i18n::Texts;
use maud::{Markup, html};

use capicu_event_service::category;

/// The reader of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// The desk, which knows all names.
    Desk,
    /// The public, who see only the names that may be shown.
    Public,
}

/// The names of an event, as one reader may see them.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub texts: Texts,
    pub state: &'a State,
    /// The reader of a page.
    pub reader: Reader,
}

impl Words<'_> {
    /// The name of an entry.
    pub fn name(&self, id: EntryId) -> String {
        match self.state.entries.get(&id) {
            Some(entry) if self.reader == Reader::Desk || entry.shown == Shown::Name => {
                entry.current_name()
            }
            _ => self.texts.desk_number(id.0),
        }
    }

    /// The direction in which an entry is ranked, if a movement has two winners.
    pub fn direction(&self, standing: &Standing) -> Option<String> {
        Some(match standing.direction? {
            Direction::NorthSouth => self.texts.desk_north_south(),
            Direction::EastWest => self.texts.desk_east_west(),
        })
    }

    /// The name of a seat of a board.
    pub fn seat(&self, seat: u8) -> String {
        match seat {
            0 => self.texts.desk_north(),
            1 => self.texts.desk_east(),
            2 => self.texts.desk_south(),
            _ => self.texts.desk_west(),
        }
    }

    /// Whether the seed may be shown. It reveals the boards of duplicate events.
    pub fn tells_seed(&self) -> bool {
        let mut stages = self.state.preset.stages.iter();
        let has_boards = stages.any(|stage| stage.duplicate.is_some());
        !has_boards || self.state.status == Status::Frozen
    }

    /// The seed of all draws, once it may be shown.
    pub fn seed(&self) -> Markup {
        html! {
            @if self.tells_seed() {
                p.help { (self.texts.desk_seed(&self.state.seed.to_string())) }
            }
        }
    }

    /// The names of a side, as the desk sees them.
    pub fn full(&self, side: &[EntryId]) -> String {
        let desk = Words {
            reader: Reader::Desk,
            ..*self
        };
        desk.side(side)
    }

    /// The names of a side, as this reader sees them.
    pub fn side(&self, side: &[EntryId]) -> String {
        let names: Vec<String> = side.iter().map(|id| self.name(*id)).collect();
        names.join(" + ")
    }

    /// The sides of a meeting.
    pub fn meeting(&self, meeting: &Meeting) -> String {
        let sides: Vec<String> = meeting.sides.iter().map(|side| self.side(side)).collect();
        sides.join(" – ")
    }

    /// How a meeting ended.
    pub fn outcome(&self, stage: &Stage, meeting: &Meeting, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Played { scores } => scores_of(stage, scores),
            Outcome::Forfeit { absent } if absent.len() == meeting.sides.len() => {
                self.texts.desk_forfeit_all()
            }
            Outcome::Forfeit { absent } => {
                let sides = absent.iter();
                let sides = sides.filter_map(|side| meeting.sides.get(usize::from(*side)));
                let names: Vec<String> = sides.map(|side| self.side(side)).collect();
                self.texts.desk_forfeit(&names.join(", "))
            }
            Outcome::Void => self.texts.desk_void(),
            Outcome::Sittings { .. } | Outcome::Boards { .. } => {
                let scores = outcome.scores(&stage.rules).unwrap_or_default();
                scores_of(stage, &scores)
            }
        }
    }

    /// The boards that a table plays; nothing if the event is not duplicate.
    pub fn boards(&self, stage: &Stage, set: Option<&u16>) -> Option<String> {
        let set = *set?;
        let boards = stage.boards(set);
        let (first, last) = (boards.first()?.number, boards.last()?.number);
        Some(self.texts.desk_set_boards(u32::from(set), first, last))
    }

    /// The result of a meeting, with its table and sides. All three numbers are from 1.
    pub fn result(&self, stage: usize, round: usize, meeting: u16, outcome: &Outcome) -> String {
        let found = stage.checked_sub(1).and_then(|at| {
            let stage = self.state.stages.get(at)?;
            let round = stage.rounds.get(round.checked_sub(1)?)?;
            let at = usize::from(meeting).checked_sub(1)?;
            Some((stage, round.pairing.meetings.get(at)?))
        });
        found.map_or(String::new(), |(stage, of)| {
            let (who, how) = (self.meeting(of), self.outcome(stage, of, outcome));
            let number = stage.meeting_number(round - 1, usize::from(meeting) - 1);
            self.texts
                .desk_do_result(self.state.table_number(number), &who, &how)
        })
    }

    /// Why a command is refused, and the remedy.
    pub fn refused(&self, why: &Refused) -> String {
        let texts = self.texts;
        let other = |why: String| texts.desk_refused_other(&why);
        match why {
            Refused::Behind { .. } => texts.desk_refused_behind(),
            Refused::Creation | Refused::Order => texts.desk_refused_stale(),
            Refused::Preset(error) => texts.desk_refused_preset(&preset_error(texts, error)),
            Refused::Frozen => texts.desk_refused_frozen(),
            Refused::NoEntry(id) => texts.desk_refused_no_entry(id.0),
            Refused::Text => texts.desk_refused_text(),
            Refused::NameTaken(id) => texts.desk_refused_name(&self.name(*id)),
            Refused::Members { least, most } => {
                texts.desk_refused_members(u32::from(*least), u32::from(*most))
            }
            Refused::Waits(id) => texts.desk_refused_waits(&self.name(*id)),
            Refused::NotWaiting(id) => texts.desk_refused_not_waiting(&self.name(*id)),
            Refused::EntryClosed => texts.desk_refused_closed(),
            Refused::StaleDraft => texts.desk_refused_draft(),
            Refused::DraftWaiting => texts.desk_refused_waiting(),
            Refused::Unsettled(meeting) => {
                texts.desk_refused_unsettled(self.state.table_number(*meeting))
            }
            Refused::NeedsConsent(breaches) => {
                let told: Vec<String> = breaches.iter().map(|of| self.breach(of)).collect();
                texts.desk_refused_consent(&told.join("; "))
            }
            Refused::SeatedTwice(id) => texts.desk_refused_twice(&self.name(*id)),
            Refused::Seating(id) => texts.desk_refused_seating(&self.name(*id)),
            Refused::Impossible { meeting, why } => {
                let why = self.impossible(*why);
                texts.desk_refused_result(self.state.table_number(*meeting), &why)
            }
            Refused::HasResults => texts.desk_refused_has_results(),
            Refused::NextFollows(meeting) => {
                texts.desk_refused_next(self.state.table_number(*meeting))
            }
            Refused::Settled(meeting) => {
                texts.desk_refused_settled(self.state.table_number(*meeting))
            }
            Refused::TooFew(least) => texts.desk_refused_few(*least as u32),
            Refused::NoMoreRounds | Refused::NoMoreStages => texts.desk_refused_no_more(),
            Refused::RoundsLeft => texts.desk_refused_left(),
            Refused::NoSubstitute(id) => texts.desk_refused_substitute(&self.name(*id)),
            Refused::NoChange | Refused::Twice(_) => texts.desk_refused_same(),
            Refused::HasLeft(id) => texts.desk_refused_gone(&self.name(*id)),
            Refused::OwnClaim(_) => texts.desk_refused_spoken(),
            Refused::Schedule => texts.desk_refused_schedule(),
            Refused::AtTheTable(_) => texts.desk_refused_at_the_table(),
            Refused::NotOnline => texts.desk_refused_not_online(),
            Refused::LineUp { entry, .. } => texts.desk_refused_line_up(&self.name(*entry)),
            Refused::Elsewhere => texts.venue_refused_elsewhere(),
            Refused::HandedOn => texts.venue_refused_handed_on(),
            Refused::Boards(_) => texts.desk_refused_boards(),
            // Rare refusals, in the texts of the command line.
            Refused::TimeIsOver => other(texts.event_time_is_over()),
            Refused::NobodyFree => other(texts.event_nobody_free()),
            Refused::NobodyPlays => other(texts.event_nobody_plays()),
            Refused::NoRound(round) => other(texts.event_no_round(u32::from(*round))),
            Refused::NoReEntry(id) => other(texts.event_no_re_entry(id.0)),
            Refused::NoMember(id) => other(texts.event_no_member(id.0)),
            Refused::NoCategory(category) => {
                other(texts.event_no_category(&category::called(category, texts)))
            }
            Refused::NoPenalty => other(texts.event_no_penalty()),
            Refused::LargePenalty => other(texts.event_large_penalty()),
            Refused::LogFull { most } => other(texts.event_log_full(*most)),
            Refused::TooMany { of, most } => other(match of {
                Bound::Entries => texts.event_too_many_entries(*most),
                Bound::Playing => texts.event_too_many_playing(*most),
                Bound::Meetings => texts.event_too_many_meetings(*most),
                Bound::Penalties => texts.event_too_many_penalties(*most),
                Bound::Announcements => texts.event_too_many_announcements(*most),
            }),
            Refused::StageRunning => other(texts.event_stage_running()),
            Refused::NoStage => other(texts.event_no_stage()),
            Refused::NoDraft => other(texts.event_no_draft()),
            Refused::ByeKind(id) => other(texts.event_bye_kind(id.0)),
            Refused::Sides(meeting) => other(texts.event_sides(self.state.table_number(*meeting))),
            Refused::NoMeeting(meeting) => other(texts.event_no_meeting(u32::from(*meeting))),
            Refused::CutTied(tied) => other(texts.event_cut_tied(tied.len())),
            Refused::Contested(meeting) => {
                other(texts.event_contested(self.state.table_number(*meeting)))
            }
            Refused::HasBegun => other(texts.event_has_begun()),
            Refused::Cancelled => other(texts.event_cancelled()),
            Refused::NoTie => other(texts.event_no_tie()),
            Refused::NothingClaimed(meeting) => {
                other(texts.event_nothing_claimed(self.state.table_number(*meeting)))
            }
            Refused::ForDesk(meeting) => {
                other(texts.event_for_desk(self.state.table_number(*meeting)))
            }
            Refused::NotThere { meeting, entry } => {
                other(texts.event_not_there(entry.0, self.state.table_number(*meeting)))
            }
            Refused::NotLast(fact) => other(texts.event_not_last(*fact)),
        }
    }

    fn impossible(&self, why: Impossible) -> String {
        let texts = self.texts;
        match why {
            Impossible::TooMany { side } => texts.desk_impossible_many(side as u32 + 1),
            Impossible::TooFew { side } => texts.desk_impossible_few(side as u32 + 1),
            Impossible::TwoReached => texts.desk_impossible_two(),
            Impossible::NobodyReached => texts.desk_impossible_nobody(),
            Impossible::Draw | Impossible::GoingOn => texts.desk_impossible_draw(),
            Impossible::Boards { given: 0, .. } => texts.desk_impossible_boards(),
            Impossible::Scores { .. }
            | Impossible::Tables { .. }
            | Impossible::Boards { .. }
            | Impossible::Adjusted
            | Impossible::Absent => texts.desk_impossible_form(),
        }
    }

    /// Describes a constraint that a pairing breaks.
    pub fn breach(&self, breach: &Breach) -> String {
        let pair = |[one, other]: [EntryId; 2]| [self.name(one), self.name(other)];
        match breach {
            Breach::Rematch { entries } => {
                let [one, other] = pair(*entries);
                self.texts.desk_breach_rematch(&one, &other)
            }
            Breach::Partners { entries } => {
                let [one, other] = pair(*entries);
                self.texts.desk_breach_partners(&one, &other)
            }
            Breach::SecondBye { entry } => self.texts.desk_breach_bye(&self.name(*entry)),
            Breach::KeptApart { entries } => {
                let [one, other] = pair(*entries);
                self.texts.desk_breach_apart(&one, &other)
            }
            Breach::ClubMates { entries } => {
                let [one, other] = pair(*entries);
                self.texts.desk_breach_club(&one, &other)
            }
        }
    }

    /// Describes the costs of a table in a draft.
    pub fn costs(&self, costs: &Costs) -> String {
        let texts = self.texts;
        let told = [
            (costs.partner, texts.desk_cost_partner()),
            (costs.partner_gap, texts.desk_cost_partner_gap()),
            (costs.rematch, texts.desk_cost_rematch()),
            (costs.second_bye, texts.desk_cost_second_bye()),
            (costs.clubs_barred + costs.clubs, texts.desk_cost_clubs()),
            (costs.gap, texts.desk_cost_gap()),
            (costs.bye_above, texts.desk_cost_bye_above()),
            (costs.float, texts.desk_cost_float()),
            (
                costs.distance + costs.partner_distance,
                texts.desk_cost_distance(),
            ),
        ];
        let told = told.into_iter().filter(|(cost, _)| *cost > 0);
        let told: Vec<String> = told.map(|(cost, what)| format!("{what} {cost}")).collect();
        match told.is_empty() {
            true => texts.desk_cost_none(),
            false => told.join(", "),
        }
    }
}

/// How many entries have a place: those that wait or have left have none.
pub fn n_entries(state: &State) -> usize {
    let has_one = |entry: &&capicu_event::Entry| {
        matches!(entry.presence, Presence::Entered | Presence::CheckedIn)
    };
    state.entries.values().filter(has_one).count()
}

/// How many have entered, of how many places.
pub fn entered(texts: Texts, state: &State) -> String {
    match state.places {
        Some(places) => texts.desk_entries_of(n_entries(state) as u32, u32::from(places)),
        None => texts.desk_entries(state.entries.len() as u32),
    }
}

/// Describes an error in a preset.
pub fn preset_error(texts: Texts, why: &PresetError) -> String {
    let of_stage = |stage: usize, why: String| match stage {
        0 => why,
        stage => texts.event_preset_stage(stage as u32, &why),
    };
    match why {
        PresetError::Syntax(why) => why.clone(),
        PresetError::NoStage => texts.event_preset_no_stage(),
        PresetError::Range { stage, key } => of_stage(*stage, texts.event_preset_range(*key)),
        PresetError::Clash { stage, key, with } => {
            of_stage(*stage, texts.event_preset_clash(*key, *with))
        }
    }
}

/// The end of a meeting of this format, such as `150 points · 90 minutes`.
pub fn format_told(texts: Texts, format: &Format) -> String {
    let games = format
        .games
        .map(|games| texts.desk_format_games(u32::from(games)));
    let target = format.target.map(|target| texts.desk_format_target(target));
    let minutes = format
        .minutes
        .map(|minutes| texts.desk_format_minutes(u32::from(minutes)));
    let parts: Vec<String> = [games, target, minutes].into_iter().flatten().collect();
    parts.join(" · ")
}

/// Scores as on a sheet: `200–150`, or `3–1 (181–150)` where games decide.
pub fn scores_of(stage: &Stage, scores: &[SideScore]) -> String {
    scores_by(&stage.rules.meeting, scores)
}

/// The scores at a table of this format.
pub fn scores_by(format: &Format, scores: &[SideScore]) -> String {
    let line = |of: fn(&SideScore) -> String| scores.iter().map(of).collect::<Vec<_>>().join("–");
    let points = line(|score| score.points.to_string());
    match format.decided_by {
        DecidedBy::Points => points,
        DecidedBy::Games => {
            let games = line(|score| score.games.to_string());
            match scores.iter().all(|score| score.points == 0) {
                true => games,
                false => format!("{games} ({points})"),
            }
        }
    }
}

/// A number of points that is counted in twelfths, or other parts.
pub fn parts(value: i64, whole: i64) -> String {
    match value % whole {
        0 => (value / whole).to_string(),
        _ => {
            // Rounded to the nearest, halves away from 0.
            let hundredths = (200 * value.abs() + whole) / (2 * whole);
            let sign = if value < 0 { "-" } else { "" };
            let text = format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100);
            text.trim_end_matches('0').to_owned()
        }
    }
}

/// A key of an entry as a column of the standings shows it, with a lot as the place in it. Empty if the stage has no
/// such key. `lots` has the [places in the lot](report::lot_places).
pub fn key(
    stage: &Stage,
    lots: &BTreeMap<EntryId, u16>,
    standing: &Standing,
    key: CutKey,
) -> String {
    if key == CutKey::TieBreak(TieBreak::Lot) {
        let place = lots.get(&standing.entry);
        return place.map_or(String::new(), u16::to_string);
    }
    if key == CutKey::PlayOff {
        let value = report::key_in(stage, standing, key);
        let order = stage.title.as_ref().map(|settled| &settled.order);
        let place = order.and_then(|order| order.iter().position(|id| *id == standing.entry));
        return value
            .and(place)
            .map_or(String::new(), |place| (place + 1).to_string());
    }
    let mut columns = report::key_columns(stage).into_iter();
    let column = columns.find(|column| column.key == key);
    let value = report::key_in(stage, standing, key);
    column
        .zip(value)
        .map_or(String::new(), |(column, value)| parts(value, column.parts))
}

/// The name of a key.
pub fn key_name(texts: Texts, key: CutKey) -> String {
    match key {
        CutKey::TieBreak(of) => tie_break(texts, of),
        CutKey::Rounds => texts.desk_cut_rounds(),
        CutKey::LastTable => texts.desk_cut_last_table(),
        CutKey::ThirdPlace => texts.desk_third_place(),
        CutKey::PlayOff => texts.desk_key_play_off(),
    }
}

/// The name of a tie-break.
pub fn tie_break(texts: Texts, of: TieBreak) -> String {
    match of {
        TieBreak::Points => texts.desk_key_points(),
        TieBreak::Percentage => texts.desk_key_percentage(),
        TieBreak::Wins => texts.desk_key_wins(),
        TieBreak::PlayedWins => texts.desk_key_played_wins(),
        TieBreak::Difference => texts.desk_key_difference(),
        TieBreak::PointsFor => texts.desk_key_points_for(),
        TieBreak::Streak => texts.desk_key_streak(),
        TieBreak::Games => texts.desk_key_games(),
        TieBreak::GamesDifference => texts.desk_key_games_difference(),
        TieBreak::Loves => texts.desk_key_loves(),
        TieBreak::HeadToHead => texts.desk_key_head_to_head(),
        TieBreak::HeadToHeadFor => texts.desk_key_head_to_head_for(),
        TieBreak::DirectEncounter => texts.desk_key_direct(),
        TieBreak::Buchholz => texts.desk_key_buchholz(),
        TieBreak::BuchholzCut1 => texts.desk_key_buchholz_cut(),
        TieBreak::SonnebornBerger => texts.desk_key_sonneborn(),
        TieBreak::Progressive => texts.desk_key_progressive(),
        TieBreak::Lot => texts.desk_key_lot(),
    }
}

/// A note after a name.
pub fn small(note: Option<String>) -> Markup {
    html! { @if let Some(note) = note { " " small { (note) } } }
}

/// The standings of a stage, with the line and the key of its cut.
pub fn standings(words: &Words<'_>, stage: &Stage) -> Markup {
    let texts = words.texts;
    let list: &[TieBreak] = match stage.method.is_knock_out() {
        true => &[],
        false => &stage.rules.standings,
    };
    let all = capicu_event::standings::standings(words.state, stage);
    let lots = report::lot_places(&all, stage);
    let cut = super::cut::of(words.state, stage);
    let line = cut.as_ref().and_then(|cut| super::cut::line(cut, &all));
    let mark = |entry: EntryId| super::cut::mark(texts, cut.as_ref()?, entry);
    let has_title = stage.title.is_some();
    // Once all places are final, nothing else is possible.
    let is_open = all
        .iter()
        .any(|one| (one.best, one.worst) != (one.place, one.place));
    // The tie-breaks would fill a small window, so the most important columns come before them.
    let (first, further) = list.split_at(list.len().min(1));
    html! {
        div.wide tabindex="0" role="group" aria-label=(texts.desk_standings()) { table.numbers.standings data-testid="standings" {
            thead { tr {
                th { (texts.desk_place()) }
                th { (texts.desk_name()) }
                @for of in first { th.number { (tie_break(texts, *of)) } }
                @if is_open { th.number { (texts.desk_possible()) } }
                @for of in further { th.number { (tie_break(texts, *of)) } }
                @if has_title { th.number { (texts.desk_key_play_off()) } }
            } }
            tbody { @for (at, standing) in all.iter().enumerate() {
                @let keys: Vec<String> = list.iter().map(|of| key(stage, &lots, standing, CutKey::TieBreak(*of))).collect();
                @let (first, further) = keys.split_at(keys.len().min(1));
                tr.last-in[line == Some(at)] data-testid="standing" {
                    td.number { (standing.place) }
                    td { (words.name(standing.entry)) (small(words.direction(standing))) @if let Some(mark) = mark(standing.entry) { " " small { (mark) } } }
                    @for key in first { td.number { (key) } }
                    @if is_open { td.number { (standing.best) "–" (standing.worst) } }
                    @for key in further { td.number { (key) } }
                    @if has_title { td.number { (key(stage, &lots, standing, CutKey::PlayOff)) } }
                }
            } }
        } }
        @if let Some(cut) = &cut { (super::cut::told(words, cut)) }
        (super::team_totals::table(words, stage))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_points_are_shown_as_decimals() {
        for (value, whole, told) in [
            (24, 12, "2"),
            (6, 12, "0.5"),
            (-6, 12, "-0.5"),
            (4, 12, "0.33"),
            (8, 12, "0.67"),
            (-8, 12, "-0.67"),
            (2_300, 12, "191.67"),
            (36, 24, "1.5"),
        ] {
            assert_eq!(parts(value, whole), told);
        }
    }
}
