//! A table that is being played, as a board for the first page.

use capicu::{Action, TileSet};
use capicu_picture::Picture;
use capicu_protocol::TableId;
use capicu_table_service::card::{TableCard, TableList};
use maud::{Markup, PreEscaped, html};
use tokio::time::timeout;

use super::extract::Ask;
use super::my_tables::LOOK;
use super::watch;

/// How many tables are counted, and how many of them are searched for one with tiles on it.
const COUNTED: usize = 50;
const SEARCHED: usize = 3;

/// A table with tiles on it that anybody may watch.
pub struct LiveTable {
    id: TableId,
    card: TableCard,
    moves: Vec<Action>,
}

/// The tables to watch.
pub struct Watched {
    pub n: usize,
    pub live: Option<LiveTable>,
}

/// Finds the first table to watch with tiles on it.
pub async fn find(ask: &Ask) -> Watched {
    let registry = ask.site.registry();
    let tables = registry.listed(TableList::Watched, COUNTED).await;
    let n = tables.len();
    for (id, card) in tables.into_iter().take(SEARCHED) {
        let glance = timeout(LOOK, registry.glance(&id)).await;
        let now = glance.ok().and_then(Result::ok).flatten();
        let Some(now) = now.and_then(|glance| glance.now) else {
            continue;
        };
        let moves: Vec<Action> = now.moves.into_iter().map(Action::from).collect();
        let live = LiveTable { id, card, moves };
        if !now.is_over && !live.tiles().is_empty() {
            return Watched {
                n,
                live: Some(live),
            };
        }
    }
    Watched { n, live: None }
}

impl LiveTable {
    /// The tiles on the table.
    pub fn tiles(&self) -> TileSet {
        let laid = self.moves.iter().filter_map(|action| match action {
            Action::Lead(tile) | Action::Play { tile, .. } => Some(*tile),
            _ => None,
        });
        laid.collect()
    }

    /// The board with the game, the score and a link. The page needs the sheet of its [tiles](Self::tiles).
    pub fn shown(&self, ask: &Ask) -> Markup {
        let (texts, card) = (ask.texts(), &self.card);
        let names = watch::names(texts, card);
        let game = watch::game(texts, card);
        let picture = Picture {
            rules: &card.rules,
            laid: &self.moves,
            next: None,
            hand: TileSet::EMPTY,
        };
        html! {
            (PreEscaped(picture.part(None)))
            p data-testid="live" {
                span { b.live { (texts.home_live()) } " " (game) }
                a href={ "/t/" (self.id) } aria-label=(texts.watch_table(&game, &texts.list(&names))) {
                    (texts.watch())
                }
            }
            @if let Some(standing) = watch::standing(texts, card, &names) { p.standing { (standing) } }
        }
    }
}
