//! The form of a new table.

use capicu::Game;
use capicu::rules::{OptionInfo, OptionKind, RulesError};
use capicu_protocol::{Created, FileGame, MAX_NAME, Plan, TurnTime};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::chrome::{rulebook, rules_address};
use crate::erase::{effect, flag, memo, part, say, tap, truth, when, words};
use crate::form::{COMPANY, Form, GRACES};
use crate::json::decode;
use crate::option_texts::OptionTexts;
use crate::problems;
use crate::session::{self, CreateError, create};
use crate::settings::{settings, t};
use crate::tables;

#[component]
pub fn MakeForm() -> impl IntoView {
    let form = RwSignal::new(brought().unwrap_or_else(tables::last_form));
    let busy = RwSignal::new(false);
    // A browser may show this page again as it was left.
    window_event_listener_untyped("pageshow", move |_| busy.set(false));
    let problem = RwSignal::new(None::<CreateError>);
    let kept = settings();
    spawn_local(async move {
        if let Some(name) = session::my_name().await {
            kept.name.set(name);
        }
    });
    let make = move |_| {
        let form = form.get_untracked();
        tables::keep_form(&form);
        busy.set(true);
        problem.set(None);
        let name = kept.name.get_untracked();
        spawn_local(async move {
            let made = match session::be_known(&name).await {
                Ok(known) => {
                    let name = name.trim().to_owned();
                    if !name.is_empty() && known.as_ref() != Some(&name) {
                        session::be_called(name.clone()).await;
                    }
                    create(form.request(&name)).await
                }
                Err(error) => Err(error),
            };
            match made {
                Ok(created) => go(&link_of(&created)),
                Err(error) => {
                    let _ = busy.try_set(false);
                    let _ = problem.try_set(Some(error));
                }
            }
        });
    };
    let practice = move |_| {
        let form = form.get_untracked();
        tables::keep_form(&form);
        tables::keep_practice(&form);
        go("/practice#new");
    };
    let options = OptionTexts::new();
    let listed = RwSignal::new(false);
    view! {
        // The form appears once it is complete.
        <section class="make" class:whole=flag(move || listed.get() && options.are_known())>
            <div class="form">
            <FormView form options listed/>
            <p class="problem" role="alert" data-testid="problem">
                {words(move || {
                    problem.with(|error| {
                        error.as_ref().map(|error| problems::create(t(), error, options)).unwrap_or_default()
                    })
                })}
            </p>
            <div class="next">
                <button
                    type="button"
                    class="big"
                    data-testid="make-table"
                    disabled=flag(move || busy.get() || form.with(|form| form.checked().is_err()))
                    on:click=tap(make)
                >
                    {say(|t| t.make_table())}
                </button>
                <button
                    type="button"
                    class="second"
                    data-testid="practice"
                    disabled=flag(move || form.with(|form| form.checked().is_err()))
                    on:click=tap(practice)
                >
                    {say(|t| t.practice())}
                </button>
            </div>
            </div>
        </section>
    }
}

/// Leaves for the page of a table.
fn go(address: &str) {
    let _ = window().location().assign(address);
}

/// The game from the address: a built-in one by its id, any other from the page of rule files.
fn brought() -> Option<Form> {
    if let Some(game) = asked().as_deref().and_then(Game::by_id) {
        return Some(Form::of(game));
    }
    let hash = window().location().hash().ok()?;
    let text = js_sys::decode_uri_component(hash.strip_prefix("#game=")?).ok()?;
    Form::of_file(decode(&String::from(text))?)
}

/// The id of the game in the address.
fn asked() -> Option<String> {
    let search = window().location().search().ok()?;
    let mut parts = search.strip_prefix('?')?.split('&');
    parts.find_map(|part| part.strip_prefix("game=").map(str::to_owned))
}

fn link_of(created: &Created) -> String {
    tables::keep_created(created);
    format!("/t/{}#{}", created.table, created.token)
}

#[component]
fn FormView(form: RwSignal<Form>, options: OptionTexts, listed: RwSignal<bool>) -> impl IntoView {
    // A new field stops this from compiling until it has a control below; level, hints, watching and passed are
    // company.
    let _: fn(&Form) = |Form {
                            game: _,
                            file: _,
                            players: _,
                            changes: _,
                            seats: _,
                            turn_time: _,
                            grace: _,
                            level: _,
                            hints: _,
                            watching: _,
                            passed: _,
                        }| ();
    options.ask();
    let kept = settings();
    let game = memo(move || form.with(|form| form.id().to_owned()));
    let shape = memo(move || form.with(|form| (form.id().to_owned(), form.players)));
    let files = RwSignal::new(Vec::<FileGame>::new());
    let wanted = StoredValue::new(asked());
    effect(move || {
        let lang = kept.lang.get().tag();
        spawn_local(async move {
            let told = session::file_games(lang).await.unwrap_or_default();
            // Games from rule files are known only now.
            let wanted = wanted.try_update_value(Option::take).flatten();
            let wanted = told.iter().find(|file| Some(&file.id) == wanted.as_ref());
            if let Some(chosen) = wanted.cloned().and_then(Form::of_file) {
                form.set(chosen);
            }
            // The chosen game gets its name in this language.
            let same = |file: &&FileGame| form.with_untracked(|form| form.id() == file.id);
            if let Some(file) = told.iter().find(same) {
                form.update(|form| form.file = Some(file.clone()));
            }
            let _ = files.try_set(told);
            let _ = listed.try_set(true);
        });
    });
    let line = move || {
        form.with(|form| match &form.file {
            Some(file) => file.line.clone(),
            None => t().game_line(form.game.id).unwrap_or_default(),
        })
    };
    let others = move || {
        let mut all = files.get();
        let own = form.with(|form| form.file.clone());
        all.extend(own.filter(|own| all.iter().all(|file| file.id != own.id)));
        let option = |file: FileGame| {
            let id = file.id.clone();
            let chosen = flag(move || game.get() == id);
            view! { <option value=file.id selected=chosen>{file.name}</option> }
        };
        all.into_iter().map(option).collect_view().into_any()
    };
    let rule_file = move || {
        let (lang, id) = (kept.lang.get().tag(), game.get());
        format!("/rule-file?lang={lang}&from={id}")
    };
    let about = move || {
        form.with(|form| match form.file {
            Some(_) => rules_address(&form.rules()),
            None => rulebook(form.game.id),
        })
    };
    let errors = memo(move || {
        let errors = form.with(Form::checked).err();
        errors.into_iter().flatten().collect::<Vec<_>>()
    });
    let problem = move || {
        let errors = errors.get().into_iter();
        errors
            .map(|error| options.unplayable(error))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let known = memo(move || options.are_known());
    let fields = move |of: fn(&Form) -> Vec<&'static OptionInfo>| {
        part(move || {
            // Read, not only tracked: a memo that nobody has read depends on nothing yet.
            shape.get();
            if !known.get() {
                return ().into_any();
            }
            let field = |info| view! { <OptionField form errors options info/> };
            let fields = form.with_untracked(of).into_iter().map(field);
            fields.collect_view().into_any()
        })
    };
    let company = fields(|_| COMPANY.iter().collect());
    let everyday = fields(|form| form.options().0);
    let other = fields(|form| form.options().1);
    let changed = move || t().changed_rules(form.with(|form| form.changes.len()));
    view! {
        <label class="field">
            <span>{say(|t| t.your_name())}</span>
            <input
                type="text"
                maxlength=MAX_NAME
                data-testid="name"
                autocomplete="nickname"
                placeholder=say(|t| t.default_name())
                prop:value=words(move || kept.name.get())
                on:input=move |event| kept.name.set(event_target_value(&event))
            />
        </label>
        <label class="field">
            <span>{say(|t| t.choose_game())}</span>
            <select
                id="game"
                on:change=move |event| {
                    let id = event_target_value(&event);
                    let file = files.with_untracked(|all| all.iter().find(|of| of.id == id).cloned());
                    let chosen = file.and_then(Form::of_file);
                    if let Some(chosen) = chosen.or_else(|| Game::by_id(&id).map(Form::of)) {
                        form.set(chosen);
                    }
                }
            >
                {Game::ALL
                    .iter()
                    .map(|of| {
                        view! {
                            <option value=of.id selected=flag(move || game.get() == of.id)>
                                {words(move || t().game_name(of.id).unwrap_or_default())}
                            </option>
                        }
                    })
                    .collect_view()}
                <optgroup label=say(|t| t.more_games())>{part(others)}</optgroup>
            </select>
        </label>
        <p class="help">{words(line)}</p>
        <p class="help about">
            <a href=words(about) target="_blank" data-testid="about">{say(|t| t.rules_of_game())}</a>
            <a href=words(rule_file) data-testid="rule-file">{say(|t| t.rule_file())}</a>
        </p>
        <div class="field">
            <span>{say(|t| t.choose_players())}</span>
            <div class="chips" role="group" aria-label=say(|t| t.choose_players())>
                {part(move || {
                    let players = form.with(Form::players_offered);
                    let chip = |n: u8| {
                        let chosen = move || form.with(|form| form.players == n);
                        view! {
                            <button
                                type="button"
                                id=format!("players-{n}")
                                aria-pressed=truth(chosen)
                                on:click=tap(move |_| form.update(|form| form.set_players(n)))
                            >
                                {n}
                            </button>
                        }
                    };
                    players.into_iter().map(chip).collect_view().into_any()
                })}
            </div>
        </div>
        <SeatsField form/>
        {company}
        <TimeField form/>
        <h2>{say(|t| t.house_rules())}</h2>
        {everyday}
        <details class="all">
            <summary>{say(|t| t.more())}</summary>
            <GraceField form/>
            {other}
        </details>
        <p class="help" id="changed">
            {words(changed)}
            " "
            <button
                type="button"
                class="link"
                data-testid="usual"
                on:click=tap(move |_| form.update(|form| *form = form.as_usual()))
            >
                {say(|t| t.usual_rules())}
            </button>
            {when(move || form.with(Form::has_book), move || view! {
                " "
                <button
                    type="button"
                    class="link"
                    data-testid="by-the-book"
                    title=say(|t| t.by_the_book_help())
                    on:click=tap(move |_| form.update(Form::by_the_book))
                >
                    {say(|t| t.by_the_book())}
                </button>
            }.into_any())}
        </p>
        <p class="problem" role="alert">{words(problem)}</p>
    }
}

#[component]
fn SeatsField(form: RwSignal<Form>) -> impl IntoView {
    let n = memo(move || form.with(|form| form.seats.len()));
    let row = move |at: usize| {
        let plan = move || form.with(|form| form.seats.get(at).copied());
        let place = move || {
            let (texts, n) = (t(), n.get());
            match (at, n) {
                (0, _) => texts.seat_you(),
                (1, 4) => texts.seat_right(),
                (2, 4) => texts.seat_across(),
                (3, 4) => texts.seat_left(),
                _ => texts.seat_number(at + 1),
            }
        };
        let choose = move |plan: Plan, id: &'static str| {
            let chosen = move || form.with(|form| form.seats.get(at) == Some(&plan));
            let text = move || match plan {
                Plan::Open => t().plan_open(),
                Plan::Bot => t().is_bot(),
                Plan::Me => t().seat_you(),
            };
            view! {
                <button
                    type="button"
                    data-testid=format!("plan-{at}-{id}")
                    aria-pressed=truth(chosen)
                    on:click=tap(move |_| {
                        form.update(|form| {
                            if let Some(seat) = form.seats.get_mut(at) {
                                *seat = plan;
                            }
                        });
                    })
                >
                    {words(text)}
                </button>
            }
        };
        view! {
            <div class="field">
                <span>{words(place)}</span>
                {part(move || match plan() {
                    Some(Plan::Me) | None => {
                        view! { <span class="me">{say(|t| t.seat_you())}</span> }.into_any()
                    }
                    Some(_) => {
                        view! {
                            <div class="chips">
                                {choose(Plan::Open, "open")} {choose(Plan::Bot, "bot")}
                            </div>
                        }
                            .into_any()
                    }
                })}
            </div>
        }
    };
    part(move || (1..n.get()).map(row).collect_view().into_any())
}

#[component]
fn TimeField(form: RwSignal<Form>) -> impl IntoView {
    let chip = move |time: TurnTime| {
        let chosen = move || form.with(|form| form.turn_time == time);
        let text = move || match (time.seconds(), time.bank()) {
            (Some(seconds), Some(bank)) => t().turn_time_bank(seconds, bank),
            (Some(seconds), None) => t().turn_time_seconds(seconds),
            (None, _) => t().turn_time_off(),
        };
        let id = time
            .seconds()
            .map_or("off".to_owned(), |seconds| seconds.to_string());
        view! {
            <button
                type="button"
                data-testid=format!("time-{id}")
                aria-pressed=truth(chosen)
                on:click=tap(move |_| form.update(|form| form.turn_time = time))
            >
                {words(text)}
            </button>
        }
    };
    view! {
        <div class="field">
            <span>{say(|t| t.turn_time())}</span>
            <div class="chips" role="group" aria-label=say(|t| t.turn_time())>
                {TurnTime::ALL.map(chip)}
            </div>
            <small>{say(|t| t.turn_time_help())}</small>
        </div>
    }
}

#[component]
fn GraceField(form: RwSignal<Form>) -> impl IntoView {
    let chip = move |grace: u16| {
        let chosen = move || form.with(|form| form.grace == grace);
        let text = move || match grace % 60 {
            0 if grace > 60 => t().grace_minutes(grace / 60),
            _ => t().grace_seconds(grace),
        };
        view! {
            <button
                type="button"
                data-testid=format!("grace-{grace}")
                aria-pressed=truth(chosen)
                on:click=tap(move |_| form.update(|form| form.grace = grace))
            >
                {words(text)}
            </button>
        }
    };
    view! {
        <div class="field">
            <span>{say(|t| t.grace())}</span>
            <div class="chips" role="group" aria-label=say(|t| t.grace())>
                {GRACES.map(chip)}
            </div>
        </div>
    }
}

#[component]
fn OptionField(
    form: RwSignal<Form>,
    errors: Memo<Vec<RulesError>>,
    options: OptionTexts,
    info: &'static OptionInfo,
) -> impl IntoView {
    let name = info.name;
    let value = memo(move || form.with(|form| form.value(name)));
    let set = move |text: String| form.update(|form| form.set(name, &text));
    let label = move || options.label(name);
    let help = move || options.help(name);
    let changed = move || form.with(|form| form.changes.contains_key(name));
    let id = format!("option-{name}");
    // A number beyond the limits becomes the nearest one.
    let limited = RwSignal::new(false);
    let problem = move || {
        let errors = errors.get().into_iter();
        let own = errors.filter(|error| error.option() == name);
        let mut told: Vec<String> = own.map(|error| options.unplayable(error)).collect();
        if let (OptionKind::Number { min, max }, true) = (info.kind, limited.get()) {
            told.push(t().house_example_number(min, max));
        }
        told.join(" ")
    };
    let is_wrong = truth(move || errors.with(|all| all.iter().any(|error| error.option() == name)));
    let input = match info.kind {
        OptionKind::Word(all) => view! {
            <select id=id aria-invalid=is_wrong on:change=move |event| set(event_target_value(&event))>
                {all
                    .iter()
                    .map(|&word| {
                        view! {
                            <option
                                value=word
                                selected=flag(move || value.with(|value| value == word))
                                disabled=flag(move || form.with(|form| form.hides(name, word)))
                                hidden=flag(move || form.with(|form| form.hides(name, word)))
                            >
                                {words(move || options.word(name, word))}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        }
        .into_any(),
        OptionKind::Number { min, max } => view! {
            <input
                type="number"
                inputmode="numeric"
                min=min
                max=max
                id=id
                aria-invalid=is_wrong
                prop:value=words(move || value.get())
                on:change=move |event| {
                    let text = event_target_value(&event);
                    let number = text.trim().parse::<u32>();
                    let given = number.clone().unwrap_or(min.into());
                    let given = given.clamp(min.into(), max.into());
                    limited.set(number != Ok(given));
                    set(given.to_string());
                    let input: web_sys::HtmlInputElement = event_target(&event);
                    input.set_value(&value.get_untracked());
                }
            />
        }
        .into_any(),
        OptionKind::Tiles => view! {
            <input
                type="text"
                placeholder="0-0 1-0"
                id=id
                aria-invalid=is_wrong
                prop:value=words(move || value.get())
                on:change=move |event| {
                    set(event_target_value(&event));
                    // Text that is no list of tiles does not stay in the field.
                    let input: web_sys::HtmlInputElement = event_target(&event);
                    input.set_value(&value.get_untracked());
                }
            />
        }
        .into_any(),
    };
    view! {
        <label class="field option" class:changed=flag(changed)>
            <span>{words(label)}</span>
            {input}
            <small class="problem" role="status" data-testid=format!("problem-{name}")>{words(problem)}</small>
            <small>{words(help)}</small>
        </label>
    }
}
