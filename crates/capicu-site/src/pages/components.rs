//! Every component of the pages in one place, for people who build or check them. Its text is English in all languages.

use axum::response::Response;
use maud::{Markup, PreEscaped, html};

use super::boards::Boards;
use super::extract::Ask;
use super::home::doors;

/// The colors of `page_shell.css`.
const COLORS: [&str; 12] = [
    "page", "card", "line", "edge", "text", "soft", "faint", "link", "go", "wrong", "mark", "felt",
];

/// `GET /components`: all components.
pub async fn show(ask: Ask) -> Response {
    let body = html! {
        main #content lang="en" data-testid="components-page" {
            h1 { "Components" }
            p { "Each page is made of these parts. Their styles are in " code { "page_shell.css" } " and " code { "front.css" } "." }
            (type_scale())
            (colors())
            (buttons())
            (fields())
            (lists())
            (states())
            section {
                h2 { "Doors and boards" }
                (PreEscaped(&Boards::all().sheet))
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

fn lists() -> Markup {
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
            details { summary { "Fold" } p { "What it shows" } }
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
