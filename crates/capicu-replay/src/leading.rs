//! Rates each lead of a hand, batch by batch.

use capicu::{Game, Tile, TileSet};
use capicu_analysis::{Batch, Poser};
use capicu_i18n::Texts;

use crate::messages::{Posing, WorkerMessage};
use crate::panel;

/// The number of nodes for each lead: the default of `capicu pose`.
const NODES: u64 = 400_000;

/// A hand whose leads are being compared.
#[derive(Debug)]
pub struct Leading {
    poser: Poser,
    batches: Vec<Batch>,
    done: usize,
}

impl Leading {
    /// Reads the form. Fails with the fault and its remedy.
    pub fn of(posing: &Posing, texts: Texts) -> Result<Self, String> {
        let (id, players) = posing.game.split_once(' ').unwrap_or_default();
        let rules = Game::by_id(id).and_then(|game| game.rules(players.parse().ok()?));
        let rules = rules.ok_or_else(|| texts.pose_nothing())?;
        let words = posing.score.split(',').map(str::trim);
        let scores: Vec<u16> = match posing.score.trim() {
            "" => Poser::usual_scores(&rules),
            _ => words
                .map(|word| word.parse().map_err(|_| texts.pose_not_a_score(word)))
                .collect::<Result<_, _>>()?,
        };
        let mut hand = TileSet::EMPTY;
        for word in posing.hand.split_whitespace() {
            let tile = Tile::typed(word).ok_or_else(|| texts.pose_not_a_tile(word))?;
            if !hand.insert(tile) {
                return Err(texts.no_deal_twice(&tile.to_string()));
            }
        }
        let poser = Poser::new(rules, &scores, hand, NODES).map_err(|why| why.told(texts))?;
        Ok(Self {
            poser,
            batches: Vec::new(),
            done: 0,
        })
    }

    pub fn work(&mut self, texts: Texts) -> WorkerMessage {
        self.batches.extend(self.poser.batch(self.done));
        self.done += 1;
        let leads = self.poser.leads(&self.batches);
        WorkerMessage::Posed {
            html: panel::leads(leads.as_ref(), self.done, texts).into_string(),
            is_over: self.is_over(),
        }
    }

    pub const fn is_over(&self) -> bool {
        self.done >= Poser::BATCHES
    }
}
