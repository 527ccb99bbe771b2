//! Reports: where something happened, and about whom it can be told.

use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::conduct::{NewReport, TalkLine, Why};
use capicu_store::{ConductError, SignedIn};
use sha2::{Digest as _, Sha256};

use super::acts::line;
use crate::http::{Failure, Site};
use crate::people::one_match;
use crate::secret::is_table_id;

/// The longest that somebody writes in a report, in characters.
pub const WORDS: usize = 500;

/// Where something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// At a table, just now.
    Table(String),
    /// In a match of this number among all, which whoever reports has played.
    Match(u64),
}

/// A place as whoever reports sees it.
#[derive(Clone, Debug)]
pub struct Scene {
    table: String,
    number: u32,
    reporter: PlayerId,
    /// Who can be reported, with what they are called there.
    people: Vec<(PlayerId, Option<String>)>,
    talk: Vec<TalkLine>,
}

impl Scene {
    /// What somebody may report there; `None` if they have seen nothing of it.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn of(site: &Site, found: &SignedIn, place: &Place) -> Result<Option<Self>, Failure> {
        let ids = site.services().store.ids(found.player.id).await?;
        let mut scene = match place {
            Place::Table(id) if !is_table_id(id) => return Ok(None),
            Place::Table(id) => {
                let Some(glance) = site.registry().glance(id).await? else {
                    return Ok(None);
                };
                let mut players = glance.players.iter();
                if !glance.is_public && !players.any(|(player, _)| ids.contains(player)) {
                    return Ok(None);
                }
                Self {
                    table: id.clone(),
                    reporter: found.player.id,
                    number: glance.number,
                    people: glance.players,
                    talk: glance.talk,
                }
            }
            Place::Match(number) => {
                let Some((of, result)) = one_match(site, found, *number).await? else {
                    return Ok(None);
                };
                // It may have been removed since.
                let glance = site.registry().glance(&of.table).await?;
                let sitters = result.seats.iter().zip(&of.seats);
                let people = sitters.filter_map(|(sitter, told)| {
                    let name = match told {
                        capicu_protocol::Sitter::Person { name, .. } => name.clone(),
                        capicu_protocol::Sitter::Bot(_) => None,
                    };
                    Some((sitter.player()?, name))
                });
                Self {
                    people: people.collect(),
                    reporter: found.player.id,
                    table: of.table,
                    number: result.number,
                    talk: glance.map(|glance| glance.talk).unwrap_or_default(),
                }
            }
        };
        scene.people.retain(|(player, _)| !ids.contains(player));
        scene.people.sort_by_key(|(player, _)| *player);
        scene.people.dedup_by_key(|(player, _)| *player);
        Ok(Some(scene))
    }

    /// Who can be reported: what they are called there, and by what the form names them.
    pub fn people(&self) -> impl ExactSizeIterator<Item = (String, Option<&str>)> {
        let people = self.people.iter();
        people.map(|(player, name)| (self.mark(*player), name.as_deref()))
    }

    /// What names a player here to whoever reports, and nowhere else: ids are not told.
    fn mark(&self, player: PlayerId) -> String {
        let parts = [self.reporter.as_str(), &self.table, player.as_str()];
        let digest = Sha256::digest(parts.join("/"));
        digest[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// Reports somebody who was there, by the mark of the form. Whether it is new: the same for the same match is one report.
///
/// # Errors
///
/// If there is no such player, too much was written, or it cannot be stored.
pub async fn report(
    site: &Site,
    found: &SignedIn,
    scene: Scene,
    (mark, why): (&str, Why),
    words: &str,
) -> Result<bool, Failure> {
    let mut people = scene.people.iter().map(|(player, _)| *player);
    let reported = people.find(|player| scene.mark(*player) == mark);
    let reported = reported.ok_or(Failure::new(ApiErrorCode::NotFound))?;
    let words = line(words);
    if words.chars().count() > WORDS {
        return Err(Failure::new(ApiErrorCode::TooLarge));
    }
    let services = site.services();
    let report = NewReport {
        at: services.clock.now(),
        reporter: found.player.id,
        reported,
        table: scene.table,
        number: scene.number,
        why,
        words,
        talk: scene.talk,
    };
    match services.store.report(report).await {
        Ok(()) => Ok(true),
        Err(ConductError::Again) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
