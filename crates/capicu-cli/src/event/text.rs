//! Describes faults of a log in a language, each after its line number.

use capicu_event::{Bound, Broken, Impossible, LogError, PresetError, Refused};
use capicu_i18n::Texts;

pub fn log(error: &LogError, texts: Texts) -> String {
    let (line, why) = match error {
        LogError::Empty => (1, texts.event_log_empty()),
        LogError::TooLong => (1, texts.event_log_too_long()),
        LogError::CutOff { line, .. } => (*line, texts.event_log_cut_off()),
        LogError::NotALine { line, why } => (*line, texts.event_log_not_a_line(why)),
        LogError::Chain { line } => (*line, texts.event_log_chain()),
        LogError::Number { line, found } => (*line, texts.event_log_number(*found)),
        LogError::Time { line } => (*line, texts.event_log_time()),
    };
    format!("{line}:1: {why}")
}

pub fn broken(broken: &Broken, texts: Texts) -> String {
    let (line, why) = match broken {
        Broken::Fact { line, why } => (*line, refused(why, texts)),
        Broken::Draft { line, method } => (*line, texts.event_broken_draft(method)),
        Broken::Stage { line } => (*line, texts.event_broken_stage()),
        Broken::Empty => (1, texts.event_log_empty()),
    };
    format!("{line}:1: {why}")
}

fn refused(why: &Refused, texts: Texts) -> String {
    match why {
        Refused::Elsewhere => texts.venue_refused_elsewhere(),
        Refused::HandedOn => texts.venue_refused_handed_on(),
        Refused::Behind { version, expected } => texts.event_behind(*version, *expected),
        Refused::Creation => texts.event_creation(),
        Refused::Preset(why) => texts.event_preset(&preset(why, texts)),
        Refused::Frozen => texts.event_frozen(),
        Refused::NoEntry(entry) => texts.event_no_entry(entry.0),
        Refused::Text => texts.event_text(),
        Refused::NameTaken(entry) => texts.event_name_taken(entry.0),
        Refused::Members { least, most } => texts.event_members(*least, *most),
        Refused::EntryClosed => texts.event_entry_closed(),
        Refused::HasLeft(entry) => texts.event_has_left(entry.0),
        Refused::Waits(entry) => texts.event_waits(entry.0),
        Refused::NotWaiting(entry) => texts.event_not_waiting(entry.0),
        Refused::Twice(entry) => texts.event_twice(entry.0),
        Refused::NoRound(round) => texts.event_no_round(*round),
        Refused::NoMember(entry) => texts.event_no_member(entry.0),
        Refused::NoSubstitute(entry) => texts.event_no_substitute(entry.0),
        Refused::NoReEntry(entry) => texts.event_no_re_entry(entry.0),
        Refused::NoCategory(category) => texts.event_no_category(category),
        Refused::NoPenalty => texts.event_no_penalty(),
        Refused::LargePenalty => texts.event_large_penalty(),
        Refused::TooMany { of, most } => too_many(*of, *most, texts),
        Refused::LogFull { most } => texts.event_log_full(*most),
        Refused::StageRunning => texts.event_stage_running(),
        Refused::NoStage => texts.event_no_stage(),
        Refused::NoMoreStages => texts.event_no_more_stages(),
        Refused::TooFew(seats) => texts.event_too_few(*seats),
        Refused::Order => texts.event_order(),
        Refused::DraftWaiting => texts.event_draft_waiting(),
        Refused::NoDraft => texts.event_no_draft(),
        Refused::StaleDraft => texts.event_stale_draft(),
        Refused::TimeIsOver => texts.event_time_is_over(),
        Refused::NobodyFree => texts.event_nobody_free(),
        Refused::NobodyPlays => texts.event_nobody_plays(),
        Refused::NoMoreRounds => texts.event_no_more_rounds(),
        Refused::Unsettled(meeting) => texts.event_unsettled(*meeting),
        Refused::NeedsConsent(breaches) => texts.event_needs_consent(breaches.len()),
        Refused::SeatedTwice(entry) => texts.event_seated_twice(entry.0),
        Refused::Seating(entry) => texts.event_seating(entry.0),
        Refused::ByeKind(entry) => texts.event_bye_kind(entry.0),
        Refused::Sides(meeting) => texts.event_sides(*meeting),
        Refused::Boards(meeting) => texts.event_boards(*meeting),
        Refused::Schedule => texts.event_schedule(),
        Refused::NoMeeting(meeting) => texts.event_no_meeting(*meeting),
        Refused::NotThere { meeting, entry } => texts.event_not_there(entry.0, *meeting),
        Refused::LineUp { meeting, entry } => texts.event_line_up(*meeting, entry.0),
        Refused::Settled(meeting) => texts.event_settled(*meeting),
        Refused::NothingClaimed(meeting) => texts.event_nothing_claimed(*meeting),
        Refused::OwnClaim(entry) => texts.event_own_claim(entry.0),
        Refused::ForDesk(meeting) => texts.event_for_desk(*meeting),
        Refused::AtTheTable(meeting) => texts.event_at_the_table(*meeting),
        Refused::NotOnline => texts.event_not_online(),
        Refused::Impossible { meeting, why } => {
            texts.event_impossible(*meeting, &impossible(*why, texts))
        }
        Refused::NextFollows(meeting) => texts.event_next_follows(*meeting),
        Refused::NoChange => texts.event_no_change(),
        Refused::HasResults => texts.event_has_results(),
        Refused::NotLast(fact) => texts.event_not_last(*fact),
        Refused::RoundsLeft => texts.event_rounds_left(),
        Refused::CutTied(tied) => texts.event_cut_tied(tied.len()),
        Refused::Contested(meeting) => texts.event_contested(*meeting),
        Refused::HasBegun => texts.event_has_begun(),
        Refused::Cancelled => texts.event_cancelled(),
        Refused::NoTie => texts.event_no_tie(),
    }
}

fn too_many(of: Bound, most: usize, texts: Texts) -> String {
    match of {
        Bound::Entries => texts.event_too_many_entries(most),
        Bound::Playing => texts.event_too_many_playing(most),
        Bound::Meetings => texts.event_too_many_meetings(most),
        Bound::Penalties => texts.event_too_many_penalties(most),
        Bound::Announcements => texts.event_too_many_announcements(most),
    }
}

fn preset(why: &PresetError, texts: Texts) -> String {
    let of_stage = |stage: usize, why: String| match stage {
        0 => why,
        stage => texts.event_preset_stage(stage, &why),
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

fn impossible(why: Impossible, texts: Texts) -> String {
    match why {
        Impossible::Scores { given, sides } => texts.event_result_scores(given, sides),
        Impossible::Tables { given, due } => texts.event_result_tables(due, given),
        Impossible::Boards { given, due } => texts.event_result_boards(due, given),
        Impossible::Adjusted => texts.event_result_adjusted(),
        Impossible::Absent => texts.event_result_absent(),
        Impossible::TooMany { side } => texts.event_result_too_many(side + 1),
        Impossible::TooFew { side } => texts.event_result_too_few(side + 1),
        Impossible::TwoReached => texts.event_result_two_reached(),
        Impossible::NobodyReached => texts.event_result_nobody_reached(),
        Impossible::GoingOn => texts.event_result_going_on(),
        Impossible::Draw => texts.event_result_draw(),
    }
}
