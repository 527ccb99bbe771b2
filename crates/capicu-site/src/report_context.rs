//! Reports: the place of an incident, and the people there who can be reported.

use capicu_accounts::conduct::line;
use capicu_accounts::history;
use capicu_protocol::{ApiErrorCode, PlayerId, TableId};
use capicu_store::conduct::{NewReport, TalkLine, Why};
use capicu_store::{ConductError, SignedIn};
use sha2::{Digest as _, Sha256};

use crate::{Failure, Site};

/// The longest text of a report, in characters.
pub const WORDS: usize = 500;

/// The place of an incident.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// At a table, just now.
    Table(TableId),
    /// In the match with this number of all matches, which the reporter played.
    Match(u64),
}

/// A place as the reporter sees it.
#[derive(Clone, Debug)]
pub struct Scene {
    table: TableId,
    number: u32,
    reporter: PlayerId,
    /// The people who can be reported, with their names there.
    people: Vec<(PlayerId, Option<String>)>,
    talk: Vec<TalkLine>,
}

impl Scene {
    /// Finds whom a player may report there; `None` if the player has seen nothing of it.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn of(site: &Site, found: &SignedIn, place: &Place) -> Result<Option<Self>, Failure> {
        let ids = site.services().store.ids(found.player.id).await?;
        let mut scene = match place {
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
                let Some((of, result)) =
                    history::one_match(site.context(), found.player.id, *number).await?
                else {
                    return Ok(None);
                };
                // The table may have been removed since.
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

    /// The people who can be reported: their names there, and their marks in the form.
    pub fn people(&self) -> impl ExactSizeIterator<Item = (String, Option<&str>)> {
        let people = self.people.iter();
        people.map(|(player, name)| (self.mark(*player), name.as_deref()))
    }

    /// The mark of a player in this report form only, so that ids stay secret.
    fn mark(&self, player: PlayerId) -> String {
        let parts = [self.reporter.as_str(), self.table.as_str(), player.as_str()];
        let digest = Sha256::digest(parts.join("/"));
        digest[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// Reports a person by the mark of the form. Returns whether the report is new: a repeated one for the same match is
/// not.
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
