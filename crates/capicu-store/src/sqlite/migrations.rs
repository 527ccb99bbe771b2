//! Migrations of the database.

use std::borrow::Cow;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Name and SQL of each migration. Those of released versions never change: a database stores its migrations, and is
/// refused if they differ.
const STEPS: [(&str, &str); 23] = [
    ("journal", include_str!("../../migrations/0001_journal.sql")),
    (
        "journal at",
        include_str!("../../migrations/0002_journal_at.sql"),
    ),
    (
        "formats results",
        include_str!("../../migrations/0003_formats_results.sql"),
    ),
    ("people", include_str!("../../migrations/0004_people.sql")),
    ("records", include_str!("../../migrations/0005_records.sql")),
    ("ratings", include_str!("../../migrations/0006_ratings.sql")),
    (
        "passkeys",
        include_str!("../../migrations/0007_passkeys.sql"),
    ),
    ("friends", include_str!("../../migrations/0008_friends.sql")),
    ("conduct", include_str!("../../migrations/0009_conduct.sql")),
    ("bots", include_str!("../../migrations/0010_bots.sql")),
    ("events", include_str!("../../migrations/0011_events.sql")),
    ("house", include_str!("../../migrations/0012_house.sql")),
    ("puzzles", include_str!("../../migrations/0013_puzzles.sql")),
    (
        "event players",
        include_str!("../../migrations/0014_event_players.sql"),
    ),
    (
        "settings",
        include_str!("../../migrations/0015_settings.sql"),
    ),
    ("clubs", include_str!("../../migrations/0016_clubs.sql")),
    (
        "stopped events",
        include_str!("../../migrations/0017_stopped_events.sql"),
    ),
    ("notes", include_str!("../../migrations/0018_notes.sql")),
    (
        "club zones",
        include_str!("../../migrations/0019_club_zones.sql"),
    ),
    ("pushes", include_str!("../../migrations/0020_pushes.sql")),
    (
        "club matches",
        include_str!("../../migrations/0021_club_matches.sql"),
    ),
    (
        "accepted requests",
        include_str!("../../migrations/0022_accepted_requests.sql"),
    ),
    (
        "former seats",
        include_str!("../../migrations/0023_former_seats.sql"),
    ),
];

/// The number of the last migration.
pub(super) const NEWEST: i64 = STEPS.len() as i64;

/// Returns all migrations, in order.
///
/// They are listed here because sqlx's macro would compile SQLite a second time, to run at compile time.
pub(super) fn all() -> Migrator {
    up_to(NEWEST)
}

pub(super) fn up_to(step: i64) -> Migrator {
    let steps = STEPS
        .iter()
        .zip(1..)
        .take_while(|(_, number)| *number <= step);
    let migrations = steps.map(|((about, sql), number)| {
        let kind = MigrationType::Simple;
        Migration::new(
            number,
            Cow::Borrowed(*about),
            kind,
            sql.into_sql_str(),
            false,
        )
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_migration_file_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let mut names: Vec<_> = fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("a file").file_name().into_string().unwrap())
            .collect();
        names.sort();
        let steps: Vec<_> = all()
            .iter()
            .map(|step| {
                format!(
                    "{:04}_{}.sql",
                    step.version,
                    step.description.replace(' ', "_")
                )
            })
            .collect();
        assert_eq!(names, steps);
    }
}
