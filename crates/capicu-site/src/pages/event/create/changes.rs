//! Changes of an event to its preset: the fields of the form, and the preset with their values.

use capicu_event::winner_stays::MOST_TABLES;
use capicu_event::{Award, CheckIn, Deals, DecidedBy, Length, Method, Preset, Withdrawal};
use capicu_event_service::online_tables;
use capicu_i18n::Texts;
use serde::Deserialize;

use super::super::super::extract::Ask;
use super::super::words::preset_error;
use super::super::{online as tables, prizes};
use super::BEGINS;
use super::knock_out::knocked_out;
use super::meaning::expected;
use super::online::online;
use super::orders::ordered;
use super::sums::summed;

/// The fields of the forfeit policy.
pub const POLICY: [&str; 6] = ["bye", "requested", "missed", "win", "loss", "double"];

/// Results that score without play: the name of the field, its label, and the award in the preset.
fn awards(texts: Texts, preset: &mut Preset) -> [(&'static str, String, &mut Award); 6] {
    let policy = &mut preset.stages[0].forfeits;
    [
        ("bye", texts.desk_award_bye(), &mut policy.bye),
        (
            "requested",
            texts.desk_award_requested(),
            &mut policy.requested_bye,
        ),
        ("missed", texts.desk_award_missed(), &mut policy.missed),
        ("win", texts.desk_award_win(), &mut policy.win),
        ("loss", texts.desk_award_loss(), &mut policy.loss),
        ("double", texts.desk_award_double(), &mut policy.double),
    ]
}

fn written<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The fields of the form for a preset as it is.
pub fn fields(texts: Texts, preset: &Preset) -> Vec<(&'static str, String, String)> {
    let mut preset = preset.clone();
    let mut all = Vec::new();
    let stage = &mut preset.stages[0];
    match stage.pairing.traits().length {
        Length::Chosen(rounds) => all.push(("rounds", texts.desk_rounds_field(), written(rounds))),
        Length::Minutes(minutes) => {
            let label = match stage.pairing {
                Method::WinnerStays { tables, .. } => {
                    all.push(("tables", texts.queue_tables(), tables.to_string()));
                    texts.desk_queue_field()
                }
                _ => texts.desk_arena_field(),
            };
            all.push(("arena", label, minutes.to_string()));
        }
        Length::Scheduled | Length::AtMost(_) => {}
    }
    let is_one_table = stage.is_one_table();
    if let Some(duplicate) = stage.duplicate {
        all.push((
            "boards",
            texts.desk_boards_field(),
            duplicate.boards.to_string(),
        ));
    }
    if let Some(target) = stage.sittings.iter().find_map(|one| one.meeting.target) {
        all.push((
            "table-target",
            texts.desk_target_field(),
            target.to_string(),
        ));
    }
    let meeting = &stage.meeting;
    if is_one_table && (meeting.decided_by == DecidedBy::Games || meeting.games.is_some()) {
        all.push(("games", texts.desk_games_field(), written(meeting.games)));
    }
    if is_one_table {
        all.push(("target", texts.desk_target_field(), written(meeting.target)));
    } else if let Some(target) = meeting.target {
        all.push(("target", texts.desk_team_target_field(), target.to_string()));
    }
    let is_arena = stage.pairing.is_continuous();
    all.push((
        "minutes",
        match is_arena {
            true => texts.desk_arena_minutes_field(),
            false => texts.desk_minutes_field(),
        },
        written(meeting.minutes),
    ));
    // Players may enter an arena until its end.
    let takes_late = stage.pairing.is_open() || matches!(stage.pairing, Method::RoundRobin { .. });
    if takes_late && !is_arena {
        let until = written(stage.late_entry_until);
        all.push(("late", texts.desk_late_field(), until));
    }
    let is_games = meeting.decided_by == DecidedBy::Games;
    all.push(("places", texts.desk_places_field(), written(preset.places)));
    for (name, called, award) in awards(texts, &mut preset) {
        let sheet = match is_games {
            true => format!("{}-{}", award.games[0], award.games[1]),
            false => format!("{}-{}", award.score[0], award.score[1]),
        };
        all.push((name, called, format!("{} {sheet}", award.points)));
    }
    all
}

/// The choices of a director that every preset allows.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Policy {
    deals: String,
    withdrawal: String,
    #[serde(rename = "check-in")]
    check_in: String,
    fee: String,
    prizes: String,
}

/// The preset with the values of the form, or an error in them.
pub fn changed(ask: &Ask, mut preset: Preset) -> Result<Preset, String> {
    let texts = ask.texts();
    let filled = |name: &str| ask.fields().any(|(of, _)| of == name);
    let wrong = |label: String| texts.desk_field_wrong(&label);
    let labels = fields(texts, &preset);
    let label = |name: &str| {
        let found = labels.iter().find(|(of, ..)| *of == name);
        found.map_or(String::new(), |(_, label, _)| label.clone())
    };
    if !filled("withdrawal") {
        return Ok(preset);
    }
    expected(ask).map_err(wrong)?;
    ordered(ask, &mut preset).map_err(wrong)?;
    summed(ask, &mut preset).map_err(wrong)?;
    knocked_out(ask, &mut preset).map_err(wrong)?;
    let form: Policy = ask.form();
    let optional = |name: &str| -> Result<Option<u32>, String> {
        match ask.field(name) {
            "" => Ok(None),
            text => match text.parse::<u32>() {
                Ok(value) if value <= 100_000 => Ok(Some(value)),
                _ => Err(wrong(label(name))),
            },
        }
    };
    let small = |name: &str| -> Result<Option<u16>, String> {
        let value = optional(name)?;
        value
            .map(|value| u16::try_from(value).map_err(|_| wrong(label(name))))
            .transpose()
    };
    let before = preset.stages[0].forfeits.clone();
    let stage = &mut preset.stages[0];
    if let Some(rounds) = stage.pairing.rounds_mut() {
        *rounds = small("rounds")?;
    }
    if let Some(minutes) = stage.pairing.minutes_mut() {
        let wrong = || wrong(label("arena"));
        *minutes = small("arena")?
            .filter(|of| (1..=1440).contains(of))
            .ok_or_else(wrong)?;
    }
    if let Method::WinnerStays { tables, .. } = &mut stage.pairing {
        let given = small("tables")?.filter(|of| (1..=MOST_TABLES).contains(&usize::from(*of)));
        *tables = given.ok_or_else(|| wrong(label("tables")))?;
    }
    if filled("games") {
        stage.meeting.games = small("games")?;
    }
    if filled("boards")
        && let Some(duplicate) = &mut stage.duplicate
    {
        let boards = small("boards")?.and_then(|boards| u8::try_from(boards).ok());
        duplicate.boards = boards.ok_or_else(|| wrong(label("boards")))?;
    }
    if let Some(duplicate) = &mut stage.duplicate {
        duplicate.deals = match form.deals.as_str() {
            "phones" => Deals::Phones,
            _ => Deals::Bags,
        };
    }
    if filled("table-target") {
        let target = optional("table-target")?;
        let target = target.ok_or_else(|| wrong(label("table-target")))?;
        for sitting in &mut stage.sittings {
            let format = &mut sitting.meeting;
            if let Some(before) = format.target.replace(target) {
                let beyond = |most: u32| target + most.saturating_sub(before);
                format.most_points = format.most_points.map(beyond);
            }
        }
    }
    let target = if filled("target") {
        optional("target")?
    } else {
        stage.meeting.target
    };
    if stage.meeting.target != target {
        // The last hand may bring as much beyond it as before.
        let most = (stage.meeting.most_points, stage.meeting.target, target);
        stage.meeting.most_points = match most {
            (Some(most), Some(before), Some(now)) => Some(now + most.saturating_sub(before)),
            _ => None,
        };
        stage.meeting.target = target;
    }
    stage.meeting.minutes = small("minutes")?;
    if filled("late") {
        stage.late_entry_until = small("late")?;
    }
    preset.places = small("places")?;
    let is_games = stage.meeting.decided_by == DecidedBy::Games;
    for (name, called, award) in awards(texts, &mut preset) {
        let text = ask.field(name);
        if text.is_empty() {
            return Err(texts.desk_policy_missing(&called));
        }
        let (points, sheet) = text.split_once(' ').unwrap_or((text, "0-0"));
        let pair = sheet.trim().split_once('-');
        let pair =
            pair.and_then(|(own, other)| Some([own.parse::<u16>().ok()?, other.parse().ok()?]));
        let (Ok(points), Some(pair)) = (points.parse(), pair) else {
            return Err(wrong(called));
        };
        award.points = points;
        match is_games {
            true => award.games = pair,
            false => award.score = pair.map(i32::from),
        }
    }
    preset.stages[0].forfeits.withdrawal = match form.withdrawal.as_str() {
        "stand" => Withdrawal::Stand,
        "void" => Withdrawal::VoidInFirstHalf,
        _ => return Err(texts.desk_policy_missing(&texts.desk_withdrawal())),
    };
    preset.check_in = match form.check_in.as_str() {
        "required" => CheckIn::Required,
        _ => CheckIn::None,
    };
    // A club keeps the times of its events.
    let day = ask.field("day");
    if ask.field("club").is_empty() && !day.is_empty() {
        let begins = match ask.field("begins") {
            "" => BEGINS,
            begins => begins,
        };
        let begins = format!("{day}T{begins}");
        if !capicu_accounts::dates::is_moment(&begins) {
            return Err(wrong(texts.club_event_day()));
        }
        preset.begins = Some(begins);
    }
    let fee = capicu_accounts::conduct::line(&form.fee);
    preset.fee = Some(fee).filter(|fee| !fee.is_empty());
    if filled("prizes") {
        let prizes = prizes::read(&form.prizes, &preset);
        preset.prizes = prizes.ok_or_else(|| texts.desk_prizes_wrong())?;
    }
    // A change in the first stage applies to all stages.
    let policy = preset.stages[0].forfeits.clone();
    if policy != before {
        for stage in &mut preset.stages[1..] {
            stage.forfeits = policy.clone();
        }
    }
    preset.online = online(ask)?;
    preset
        .check()
        .map_err(|error| texts.desk_refused_preset(&preset_error(texts, &error)))?;
    online_tables::check(&preset).map_err(|why| tables::unplayable(texts, &why))?;
    Ok(preset)
}
