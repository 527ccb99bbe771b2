//! The list of events, and making one from a preset.

use std::cmp::Reverse;

use axum::extract::Path;
use axum::response::{IntoResponse as _, Response};
use capicu_event::{
    Absent, Award, CheckIn, DecidedBy, Method, Online, Preset, Venue, Watchers, Withdrawal, presets,
};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{ApiErrorCode, TurnTime};
use capicu_store::clubs::ClubEvent;
use capicu_store::events::ListedEvent;
use maud::{Markup, html};

use super::super::ask::{Ask, lead_to};
use super::super::club::{self, OfClub};
use super::words::preset_error;
use super::{field, lively, member, not_done, number, prizes, sheet};
use crate::clubs;
use crate::events::{NotDone, plan};
use crate::http::{Failure, What};

/// Where one is made.
const PATH: &str = "/events/new";

/// When an event begins, unless somebody says otherwise.
const BEGINS: &str = "19:00";

/// What takes longer than this, in minutes, is not played in a day, and nobody is told when that ends.
const EVENING: u32 = 12 * 60;

/// How many events the list shows.
const LISTED: u32 = 100;

/// Among so many of the latest the events of somebody's clubs are found.
const LOOKED_THROUGH: u32 = 3_000;

/// `GET /events`.
pub async fn list(ask: Ask) -> Response {
    match listed(&ask).await {
        Ok(body) => ask.page(&ask.texts().desk_events(), "/events", &body),
        Err(failure) => ask.problem(&failure, "/"),
    }
}

async fn listed(ask: &Ask) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let store = &ask.site.services().store;
    let mut all = store.events(None, LOOKED_THROUGH).await?;
    let mut own = Vec::new();
    if let Ok(player) = member(ask).await {
        own = store.events(Some(player), LISTED).await?;
        // Whoever has a part in a club has it at the desks of its events.
        let of_clubs = clubs::desks(&ask.site, player).await?;
        let more = |one: &&ListedEvent| {
            of_clubs.contains(&one.id) && !own.iter().any(|known| known.id == one.id)
        };
        let more: Vec<ListedEvent> = all.iter().filter(more).cloned().collect();
        own.extend(more);
        own.sort_by_key(|one| Reverse(one.made_at));
        own.truncate(LISTED as usize);
    }
    all.truncate(LISTED as usize);
    Ok(html! {
        main #content data-testid="events-page" {
            h1 { (texts.desk_events()) }
            p.row {
                a.do href=(PATH) data-testid="new-event" { (texts.desk_new()) }
                a href="/clubs" data-testid="to-clubs" { (texts.clubs()) }
                a href="/events/take" data-testid="take-event" { (texts.venue_take()) }
            }
            @if !own.is_empty() {
                h2 { (texts.desk_own()) }
                ul.list { @for event in &own {
                    li {
                        a href={ "/e/" (event.id) "/desk" } data-testid="own-event" { (event.name) }
                        small { (super::super::when::day(event.made_at)) }
                    }
                } }
            }
            h2 { (texts.desk_all()) }
            @if all.is_empty() { p { (texts.desk_none()) } }
            ul.list { @for event in &all {
                li {
                    a href={ "/e/" (event.id) } data-testid="event" { (event.name) }
                    small { (super::super::when::day(event.made_at)) }
                }
            } }
        }
    })
}

/// `GET /events/new?preset=ID` with whatever else is filled in.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let body = match member(&ask).await {
        Err(failure) if failure.code() != ApiErrorCode::NotSignedIn => {
            return ask.problem(&failure, "/events");
        }
        Err(_) => html! {
            main #content data-testid="members-only" {
                h1 { (texts.desk_new()) }
                p { (texts.desk_members_only()) }
                p { a.do href="/me" { (texts.site_you()) } }
            }
        },
        Ok(player) => {
            let of = match club::for_event(&ask, player).await {
                Ok(of) => of,
                Err(failure) => return ask.problem(&failure, PATH),
            };
            match chosen(&ask) {
                Ok(Some(preset)) => form(&ask, &preset, of.as_ref()),
                Ok(None) | Err(_) => choices(&ask, None),
            }
        }
    };
    super::page(&ask, &texts.desk_new(), PATH, &lively(0), &body)
}

/// The preset that a form names, or brings with it; or what is wrong with that.
fn chosen(ask: &Ask) -> Result<Option<Preset>, String> {
    match ask.field("file") {
        "" => Ok(presets::by_id(ask.field("preset"))),
        file => match Preset::from_toml(file) {
            Ok(preset) => Ok(Some(preset)),
            Err(why) => Err(preset_error(ask.texts(), &why)),
        },
    }
}

/// `GET /events/presets/ID.toml`: a preset as a file, to be changed.
pub async fn file(Path(file): Path<String>, ask: Ask) -> Response {
    let text = file.strip_suffix(".toml").and_then(presets::file);
    match text {
        Some(text) => sheet::download("application/toml", &file, text.to_owned()),
        None => ask.problem(&Failure::new(ApiErrorCode::NotFound), PATH),
    }
}

/// What a preset is called.
pub fn title(preset: &Preset, lang: Lang) -> &str {
    match lang {
        Lang::En | Lang::Fr => &preset.name,
        Lang::Es => &preset.name_es,
    }
}

/// What no source settles, and how we read it.
fn our_reading(preset: &Preset, lang: Lang) -> &[String] {
    match lang {
        Lang::Es if !preset.our_reading_es.is_empty() => &preset.our_reading_es,
        Lang::En | Lang::Es | Lang::Fr => &preset.our_reading,
    }
}

fn choices(ask: &Ask, wrong: Option<&str>) -> Markup {
    let (texts, lang) = (ask.texts(), ask.lang);
    let of = match ask.field("club") {
        "" => String::new(),
        club => format!("club={club}&"),
    };
    html! {
        main #content data-testid="presets-page" {
            h1 { (texts.desk_new()) }
            @if let Some(wrong) = wrong { p.problem role="alert" data-testid="problem" { (wrong) } }
            p { (texts.desk_choose()) }
            ul.list { @for preset in presets::all() {
                li { a href={ (PATH) "?" (of) "preset=" (preset.id) } data-testid={ "preset-" (preset.id) } { (title(&preset, lang)) } }
            } }
            details open[wrong.is_some()] {
                summary data-testid="own-preset" { (texts.desk_own_preset()) }
                form method="post" action=(PATH) {
                    p.help { (texts.desk_own_preset_help()) }
                    @if !ask.field("club").is_empty() { input type="hidden" name="club" value=(ask.field("club")); }
                    label { (texts.venue_choose()) input type="file" accept=".toml" data-into="file" data-testid="preset-chosen"; }
                    label { (texts.venue_text()) textarea name="file" rows="6" spellcheck="false" data-testid="preset-text" { (ask.field("file")) } }
                    button.second name="look" value="yes" data-testid="use-preset" { (texts.desk_look()) }
                }
            }
        }
    }
}

/// What is worth something without play: its name in the form, what it is called, and where it stands.
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

/// How many rounds the preset says that a stage has, where it may say so.
fn rounds_of(method: &mut Method) -> Option<&mut Option<u16>> {
    match method {
        Method::Swiss { rounds, .. }
        | Method::Tables { rounds, .. }
        | Method::RotatingPartners { rounds, .. } => Some(rounds),
        _ => None,
    }
}

fn written<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The fields of the form for a preset as it is.
fn fields(texts: Texts, preset: &Preset) -> Vec<(&'static str, String, String)> {
    let mut preset = preset.clone();
    let mut all = Vec::new();
    let stage = &mut preset.stages[0];
    if let Some(rounds) = rounds_of(&mut stage.pairing) {
        all.push(("rounds", texts.desk_rounds_field(), written(*rounds)));
    }
    if let Method::Arena { minutes } = stage.pairing {
        all.push(("arena", texts.desk_arena_field(), minutes.to_string()));
    }
    let is_one_table = stage.sittings.is_empty() && stage.duplicate.is_none();
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
    // In an arena anybody may come until its end.
    if stage.pairing.is_open() && !is_arena {
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

/// The fields of the forfeit policy.
const POLICY: [&str; 6] = ["bye", "requested", "missed", "win", "loss", "double"];

/// The preset with what is filled in, or what is wrong with that.
fn changed(ask: &Ask, mut preset: Preset) -> Result<Preset, String> {
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
    if let Some(rounds) = rounds_of(&mut stage.pairing) {
        *rounds = small("rounds")?;
    }
    if let Method::Arena { minutes } = &mut stage.pairing {
        let wrong = || wrong(label("arena"));
        *minutes = small("arena")?
            .filter(|of| (1..=1440).contains(of))
            .ok_or_else(wrong)?;
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
    preset.stages[0].forfeits.withdrawal = match ask.field("withdrawal") {
        "stand" => Withdrawal::Stand,
        "void" => Withdrawal::VoidInFirstHalf,
        _ => return Err(texts.desk_policy_missing(&texts.desk_withdrawal())),
    };
    preset.check_in = match ask.field("check-in") {
        "required" => CheckIn::Required,
        _ => CheckIn::None,
    };
    let fee = crate::conduct::line(ask.field("fee"));
    preset.fee = Some(fee).filter(|fee| !fee.is_empty());
    if filled("prizes") {
        let prizes = prizes::read(ask.field("prizes"), &preset);
        preset.prizes = prizes.ok_or_else(|| texts.desk_prizes_wrong())?;
    }
    // What is different in the first stage is so in all.
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
    plan::check(&preset).map_err(|why| super::online::unplayable(texts, &why))?;
    Ok(preset)
}

/// How meetings are played at tables of this server, if any are.
fn online(ask: &Ask) -> Result<Option<Online>, String> {
    let texts = ask.texts();
    let usual = match ask.field("where") {
        "online" => Venue::Online,
        "both" => Venue::Hall,
        _ => return Ok(None),
    };
    let grace = ask.field("grace").parse();
    let Some(grace) = grace.ok().filter(|grace| (1..=1440).contains(grace)) else {
        return Err(texts.desk_field_wrong(&texts.desk_grace()));
    };
    Ok(Some(Online {
        usual,
        turn_time: ask.field("turn-time").to_owned(),
        grace,
        absent: match ask.field("absent") {
            "desk" => Absent::Desk,
            "bot" => Absent::Bot,
            _ => Absent::Forfeit,
        },
        watchers: match ask.field("watchers") {
            "nobody" => Watchers::Nobody,
            _ => Watchers::Everybody,
        },
    }))
}

/// The fields for that, or why there are none.
fn online_fields(ask: &Ask, preset: &Preset) -> Markup {
    let texts = ask.texts();
    let as_online = Preset {
        online: Some(Online {
            usual: Venue::Online,
            turn_time: "off".into(),
            grace: 5,
            absent: Absent::Forfeit,
            watchers: Watchers::Everybody,
        }),
        ..preset.clone()
    };
    if let Err(why) = plan::check(&as_online) {
        return html! { p.help data-testid="hall-only" { (super::online::unplayable(texts, &why)) } };
    }
    let choice = |name: &str, label: String, usual: &str, options: &[(String, String)]| {
        let chosen = filled(ask, name, usual);
        html! {
            label {
                (label)
                select name=(name) data-testid=(name) {
                    @for (value, told) in options { option value=(value) selected[chosen == *value] { (told) } }
                }
            }
        }
    };
    let own = |options: &[(&str, String)]| -> Vec<(String, String)> {
        let owned = options.iter();
        owned
            .map(|(value, told)| ((*value).to_owned(), told.clone()))
            .collect()
    };
    let places = own(&[
        ("hall", texts.desk_where_hall()),
        ("online", texts.desk_where_online()),
        ("both", texts.desk_where_both()),
    ]);
    let absent = own(&[
        ("forfeit", texts.desk_absent_forfeit()),
        ("desk", texts.desk_absent_desk()),
        ("bot", texts.desk_absent_bot()),
    ]);
    let watchers = own(&[
        ("everybody", texts.desk_watchers_everybody()),
        ("nobody", texts.desk_watchers_nobody()),
    ]);
    let time = |time: &TurnTime| {
        let word = plan::turn_time_word(*time);
        let told = super::super::lobby::turn_time(texts, *time);
        (word, told.unwrap_or_else(|| texts.desk_no_turn_time()))
    };
    let times: Vec<(String, String)> = TurnTime::ALL.iter().map(time).collect();
    html! {
        (choice("where", texts.desk_where(), "hall", &places))
        details open[!["", "hall"].contains(&ask.field("where"))] {
            summary data-testid="online-fields" { (texts.desk_where_details()) }
            (choice("turn-time", texts.desk_turn_time(), "20s+120s", &times))
            (number("grace", &texts.desk_grace(), &filled(ask, "grace", "5")))
            (choice("absent", texts.desk_absent(), "forfeit", &absent))
            (choice("watchers", texts.desk_watchers(), "everybody", &watchers))
        }
    }
}

/// What an event means, in a sentence for each stage.
fn meaning(ask: &Ask, preset: &Preset) -> Vec<String> {
    let texts = ask.texts();
    let mut entries = ask
        .field("entries")
        .parse::<usize>()
        .unwrap_or(16)
        .clamp(4, 1000);
    let begins = minutes_of(&filled(ask, "begins", BEGINS));
    let mut passed = Some(0);
    let mut told = Vec::new();
    for stage in &preset.stages {
        let rounds = stage.n_rounds(entries);
        let seats = usize::from(stage.meeting.sides) * stage.pairing.entries_a_side();
        let at_once = stage.sittings.iter().map(|one| u32::from(one.tables)).max();
        let tables = (entries / seats) as u32 * at_once.unwrap_or(1);
        if let Method::Arena { minutes } = stage.pairing {
            let all = u32::from(minutes);
            passed = passed.map(|passed| passed + all);
            let end = passed.zip(begins).map(|(passed, begins)| begins + passed);
            let end = end.map_or(String::new(), clock);
            told.push(texts.desk_means_arena(all, tables, &end));
            continue;
        }
        let minutes = stage.meeting.minutes;
        passed = passed
            .zip(minutes)
            .map(|(all, one)| all + u32::from(one) * u32::from(rounds));
        told.push(match (minutes, passed, begins) {
            // A league is not played in an evening.
            (Some(minutes), Some(passed), Some(begins)) if passed <= EVENING => {
                let end = clock(begins + passed);
                texts.desk_means_end(u32::from(rounds), u32::from(minutes), tables, &end)
            }
            (Some(minutes), ..) => {
                texts.desk_means_minutes(u32::from(rounds), u32::from(minutes), tables)
            }
            (None, ..) => texts.desk_means(u32::from(rounds), tables),
        });
        if let Some(duplicate) = stage.duplicate {
            told.push(texts.desk_means_boards(u32::from(duplicate.boards)));
        }
        let sittings = stage.all_sittings().count() as u32;
        if sittings > 0 {
            told.push(texts.desk_means_sittings(sittings, stage.all_tables().count() as u32));
        }
        entries = stage
            .through
            .map_or(entries, |through| entries.min(usize::from(through)))
            .max(2);
    }
    told
}

/// A time of day in minutes, as a clock shows it.
fn clock(minutes: u32) -> String {
    let minutes = minutes % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn minutes_of(text: &str) -> Option<u32> {
    let (hours, minutes) = text.split_once(':')?;
    let (hours, minutes) = (hours.parse::<u32>().ok()?, minutes.parse::<u32>().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

/// What a field says, or what stands in it before anybody has filled it in.
fn filled(ask: &Ask, name: &str, usual: &str) -> String {
    match ask.fields().any(|(of, _)| of == name) {
        true => ask.field(name).to_owned(),
        false => usual.to_owned(),
    }
}

fn form(ask: &Ask, preset: &Preset, of: Option<&OfClub>) -> Markup {
    let texts = ask.texts();
    let wanted = changed(ask, preset.clone());
    let own = ask.field("file");
    let filled = |name: &str, usual: &str| filled(ask, name, usual);
    let is_void = preset.stages[0].forfeits.withdrawal == Withdrawal::VoidInFirstHalf;
    let withdrawal = filled("withdrawal", if is_void { "void" } else { "stand" });
    let is_required = preset.check_in == CheckIn::Required;
    let check_in = filled("check-in", if is_required { "required" } else { "none" });
    let (policy, rules): (Vec<_>, Vec<_>) = fields(texts, preset)
        .into_iter()
        .partition(|(name, ..)| POLICY.contains(name));
    html! {
        main #content data-testid="new-event-page" {
            h1 { (title(preset, ask.lang)) }
            @match &wanted {
                Ok(wanted) => ul data-testid="meaning" { @for told in meaning(ask, wanted) { li { b { (told) } } } },
                Err(why) => p.problem role="alert" data-testid="problem" { (why) },
            }
            form method="post" action=(PATH) {
                input type="hidden" name="preset" value=(preset.id);
                @if !own.is_empty() { input type="hidden" name="file" value=(own); }
                (field("name", &texts.desk_event_name(), ask.field("name")))
                @if let Some(of) = of { (club::event_fields(ask, of)) }
                div.row {
                    (number("entries", &texts.desk_expected(), &filled("entries", "16")))
                    (number("begins", &texts.desk_begins(), &filled("begins", BEGINS)))
                }
                (online_fields(ask, preset))
                details open[wanted.is_err()] {
                    summary { (texts.desk_different()) }
                    @for (name, label, usual) in &rules { (number(name, label, &filled(name, usual))) }
                    (field("fee", &texts.desk_fee_field(), &filled("fee", preset.fee.as_deref().unwrap_or_default())))
                    label {
                        (texts.desk_prizes_field())
                        textarea name="prizes" rows="3" data-testid="prizes" { (filled("prizes", &prizes::written(preset, ask.lang))) }
                    }
                    label {
                        (texts.desk_check_in_field())
                        select name="check-in" {
                            option value="none" selected[check_in == "none"] { (texts.desk_check_in_none()) }
                            option value="required" selected[check_in == "required"] { (texts.desk_check_in_required()) }
                        }
                    }
                    h2 { (texts.desk_policy()) }
                    p.help { (texts.desk_policy_help()) }
                    @for (name, label, usual) in &policy { (field(name, label, &filled(name, usual))) }
                    label {
                        (texts.desk_withdrawal())
                        select name="withdrawal" {
                            option value="stand" selected[withdrawal == "stand"] { (texts.desk_withdrawal_stand()) }
                            option value="void" selected[withdrawal == "void"] { (texts.desk_withdrawal_void()) }
                        }
                    }
                }
                p.row {
                    button data-testid="make-event" { (texts.desk_make()) }
                    // A preset of one's own is too long for an address.
                    @if own.is_empty() { button.second formmethod="get" data-testid="look" { (texts.desk_look()) } }
                    @else { button.second name="look" value="yes" data-testid="look" { (texts.desk_look()) } }
                }
            }
            @if !preset.our_reading.is_empty() {
                p { (texts.desk_our_reading()) }
                ul data-testid="our-reading" { @for told in our_reading(preset, ask.lang) { li { (told) } } }
            }
            details {
                summary { (texts.desk_sources()) }
                ul { @for source in &preset.sources { li { (source) } } }
            }
            @if own.is_empty() { p { a href={ "/events/presets/" (preset.id) ".toml" } data-testid="preset-file" { (texts.desk_preset_file()) } } }
        }
    }
}

/// `POST /events/new`.
pub async fn make(ask: Ask) -> Response {
    let made = async {
        let player = member(&ask).await?;
        ask.is_fit()?;
        if !ask.site.allows(What::Table, ask.peer, &ask.headers) {
            return Err(Failure::new(ApiErrorCode::Flood));
        }
        Ok(player)
    };
    let texts = ask.texts();
    let player = match made.await {
        Ok(player) => player,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    let preset = match chosen(&ask) {
        Ok(Some(preset)) => preset,
        Ok(None) => return ask.problem(&Failure::new(ApiErrorCode::Malformed), PATH),
        Err(why) => {
            let page = choices(&ask, Some(&why));
            let page = super::page(&ask, &texts.desk_new(), PATH, &lively(0), &page);
            return (super::super::ask::status(ApiErrorCode::BadOptions), page).into_response();
        }
    };
    let of = match club::for_event(&ask, player).await {
        Ok(of) => of,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    if ask.field("look") == "yes" {
        return ask.page(&texts.desk_new(), PATH, &form(&ask, &preset, of.as_ref()));
    }
    let refused = |why: &str| {
        let body = form(&ask, &preset, of.as_ref());
        let body = html! { div.wrong role="alert" { p data-testid="refused" { (why) } } (body) };
        let page = ask.page(&texts.desk_new(), PATH, &body);
        (super::super::ask::status(ApiErrorCode::BadName), page).into_response()
    };
    let mut wanted = match changed(&ask, preset.clone()) {
        Ok(wanted) => wanted,
        Err(why) => return refused(&why),
    };
    let place = of.as_ref().map(|of| of.checked(&ask, &mut wanted));
    let place = match place.transpose() {
        Ok(place) => place,
        Err(why) => return refused(&why),
    };
    let name = crate::conduct::line(ask.field("name"));
    match ask.site.events().make(&name, wanted, player).await {
        Ok(id) => {
            let back = format!("/e/{id}/desk");
            if let (Some(of), Some(place)) = (&of, place) {
                let place = ClubEvent { event: id, ..place };
                if !club::keep_event(&ask, of, place, player).await {
                    // The event is there; its place in the calendar is not.
                    let why = html! { p { (texts.problem_unavailable()) } };
                    return not_done(&ask, ApiErrorCode::Unavailable, &why, &back);
                }
            }
            lead_to(&back, None)
        }
        Err(NotDone::Refused(_, why)) => match *why {
            capicu_event::Refused::Preset(error) => {
                refused(&texts.desk_refused_preset(&preset_error(texts, &error)))
            }
            _ => refused(&texts.desk_refused_text()),
        },
        Err(NotDone::Failed) => {
            let why = html! { p { (texts.problem_unavailable()) } };
            not_done(&ask, ApiErrorCode::Unavailable, &why, PATH)
        }
    }
}
