//! Every component of the pages in one place, for people who build or check them. Its text is English in all languages.

use axum::response::Response;
use maud::{Markup, PreEscaped, html};

use super::boards::Boards;
use super::chart::{Chart, Line};
use super::empty::{Drawing, empty};
use super::event::leaf as event_leaf;
use super::extract::Ask;
use super::home::doors;
use crate::avatar::Face;

/// The colors of `page_shell.css`.
const COLORS: [&str; 12] = [
    "page", "card", "line", "edge", "text", "soft", "faint", "link", "go", "wrong", "mark", "felt",
];

/// `GET /components`: all components.
pub async fn show(ask: Ask) -> Response {
    let body = html! {
        main #content lang="en" data-testid="components-page" {
            h1 { "Components" }
            (PreEscaped(&Boards::all().sheet))
            p { "Each page is made of these parts. Their styles are in " code { "page_shell.css" } ", " code { "front.css" } ", " code { "faces.css" } " and " code { "content.css" } "." }
            (type_scale())
            (colors())
            (buttons())
            (fields())
            (lists(&ask))
            (states())
            (people())
            (charts())
            section {
                h2 { "Doors and boards" }
                div.band {
                    (doors(&ask, "cien", 0, None, false))
                    div.rim { @if let Some(board) = Boards::all().of("cien") { (PreEscaped(board)) } p { "Rim" } }
                }
                ul.games {
                    @for game in capicu::Game::ALL.iter().take(3) {
                        li { a href={ "/games/" (game.id) } {
                            @if let Some(board) = Boards::all().of(game.id) { (PreEscaped(board)) }
                            h3 { (ask.texts().game_name(game.id).unwrap_or_default()) }
                            p { "A card is one link." }
                        } }
                    }
                }
            }
        }
    };
    ask.page("Components", "/components", &body)
}

fn type_scale() -> Markup {
    html! {
        section {
            h2 { "Heading of a section" }
            h3 { "Heading of a part" }
            p { "Text. " a href="/components" { "A link" } ", " code { "code" } ", " small { "small text" } "." }
            p.help { "Help below a field or heading" }
            ul { li { "An item" } li { "Another item" } }
        }
    }
}

fn colors() -> Markup {
    html! {
        section {
            h2 { "Colors" }
            ul.list {
                @for color in COLORS {
                    li {
                        code { "--" (color) }
                        span style={ "width:6rem;height:2.2rem;border-radius:12px;border:1px solid var(--edge);background:var(--" (color) ")" } {}
                    }
                }
            }
        }
    }
}

fn buttons() -> Markup {
    html! {
        section {
            h2 { "Buttons" }
            p.row {
                button type="button" { "Main" }
                button.second type="button" { "Second" }
                button.go type="button" { "In a card" }
                a.do href="/components" { "Main link" }
                a.do.second href="/components" { "Second link" }
            }
            p { button.big type="button" { "Big" } }
        }
    }
}

fn fields() -> Markup {
    html! {
        section {
            h2 { "Fields" }
            form action="/components" {
                label for="line" { "Text" }
                input #line type="text" name="line" aria-describedby="line-help";
                p.help #line-help { "Help for this field" }
                label for="wrong" { "Text with an error" }
                input #wrong type="text" name="wrong" aria-invalid="true" aria-describedby="wrong-problem";
                p.problem #wrong-problem { "The error says what is wrong and what would be right." }
                label for="select" { "Choice of many" }
                select #select name="select" { option { "One" } option { "Two" } }
                fieldset {
                    legend { "Choice of few" }
                    label.choice { input type="radio" name="few" value="1" checked; "One" }
                    label.choice { input type="radio" name="few" value="2"; "Two" }
                }
                label.choice { input type="checkbox" name="on"; "Yes or no" }
            }
        }
    }
}

fn lists(ask: &Ask) -> Markup {
    let leaf = |is_date| event_leaf(ask.texts(), "2026-11-29", is_date);
    html! {
        section {
            h2 { "Lists, tables and cards" }
            ul.list {
                li {
                    p { b { "Name" } " " small { "detail" } }
                    a.do href="/components" { "Action" }
                }
                li {
                    p { b { "Another" } }
                    a.do.second href="/components" { "Second" }
                }
            }
            table {
                thead { tr { th scope="col" { "Name" } th.number scope="col" { "Points" } } }
                tbody { tr { td { "Ana / Luis" } td.number { "24" } } tr { td { "Eva / Leo" } td.number { "18" } } }
            }
            ul.cards { li { h3 { "Card" } p { "A line of text" } div.row { button.second type="button" { "Action" } } } }
            h3 { "Rows that are one link" }
            ul.list {
                li { a.whole href="/components" {
                    (leaf(true))
                    span.told { b { "Event" } small { "Game · place" } small { "19:00" } }
                    span class="chip note" { "Entries: 14 of 32 places" }
                } }
                li { a.whole href="/components" {
                    (leaf(false))
                    span.told { b { "Event without a day" } small { "Game · place" } }
                    span class="chip good" { "Round 3 of 7" }
                } }
                li { a.whole href="/components" {
                    span.heads { (Face::Account("ana").draw(40)) (Face::Account("eva").draw(40)) (Face::Account("rosa").draw(40)) }
                    span.told { b { "Club" } small { "Place · evening" } }
                    span.chip { "12 players" }
                } }
            }
            h3 { "Cards with a board and figures" }
            ul.families {
                li { a href="/components" {
                    @if let Some(board) = Boards::all().of("cien") { (PreEscaped(board)) }
                    h2 { "Games" }
                    p { "2 players rated" }
                    p.between { span.with-face { (Face::Account("ana").draw(28)) span { "ana" } } b { "1237 to 1361" } }
                    p.between.mine { span { "you" } b { "1012 to 1190" } }
                } }
            }
            details { summary { "Fold" } p { "What it shows" } }
        }
    }
}

/// Faces of accounts, a guest and a bot; a row with a person; the header of a profile and its counts.
fn people() -> Markup {
    let faces = ["ana", "eva", "marva", "mona", "rosa"].map(Face::Account);
    html! {
        section {
            h2 { "People" }
            p.row {
                @for face in faces { (face.draw(40)) }
                (Face::Guest("Leo").draw(40)) (Face::Bot("counter").draw(40))
            }
            ul.list {
                li {
                    div.person { (Face::Account("ana").draw(40)) p { b { "ana" } " " small { "● here" } } }
                    a.do.second href="/components" { "Action" }
                }
            }
            ul.counts { @for (n, of) in [(12, "matches"), (7, "won"), (5, "lost"), (3, "capicús")] { li { b { (n) } (of) } } }
            p { span.chip { "Chip" } " " span class="chip good" { "Won" } " " span class="chip bad" { "Lost" } " " span class="chip note" { "New" } }
        }
    }
}

fn charts() -> Markup {
    let values = [620.0, 700.0, 655.0, 790.0, 840.0];
    let chart = Chart {
        label: "Five values between 620 and 840".to_owned(),
        lines: vec![Line {
            class: "good",
            values: values.to_vec(),
        }],
        band: values.map(|value| (value - 60.0, value + 60.0)).to_vec(),
        steps: vec![(0, "1".to_owned()), (4, "5".to_owned())],
        mark: Some((2, "A mark".to_owned())),
        with_dots: true,
        spots: Vec::new(),
    };
    html! {
        section {
            h2 { "Charts and empty states" }
            div.panel { (chart.draw()) }
            div.panel { (empty(Drawing::Tile, "Nothing is here yet.", "This line says what to do next.", Some(("/components", "The next step")))) }
        }
    }
}

fn states() -> Markup {
    html! {
        section {
            h2 { "Messages" }
            p.done { "Something was done." }
            p.problem { "Something is wrong." }
            p { span class="my-turn" { "Your turn" } }
            div.panel { h3 { "Panel" } p { "Text on a card" } }
        }
    }
}
