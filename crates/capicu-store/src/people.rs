//! Players: guests and members, how they sign in, their seats and their matches.

use std::fmt;

use capicu::Seat;
use capicu_protocol::{PlayerId, TableId};
use capicu_table::TokenHash;

use crate::{Answer, BotChange, CredentialId, Ended, PasskeyChange, Unavailable};

/// The people of a server.
///
/// One row is one player: a guest, a member, or a deleted one. Everything of theirs refers to it. Secrets are stored as
/// hashes only. A guest who signs in as a member becomes an alias of the member: queries for the member include what
/// the aliases did.
pub trait People: Send + Sync + fmt::Debug {
    /// Applies a change in one transaction. `Ok` means stored on disk; after [`PeopleError::Failed`] all or nothing is
    /// stored.
    fn change(&self, change: Change) -> Answer<'_, Result<(), PeopleError>>;

    /// Returns the player whom this secret signs in at a time, in milliseconds since 1970. `None` if the session never
    /// existed, has expired or was signed out.
    fn session(
        &self,
        hash: TokenHash,
        now: u64,
    ) -> Answer<'_, Result<Option<SignedIn>, Unavailable>>;

    /// Lists the sessions of a player that have not expired, latest use first.
    fn sessions(&self, player: PlayerId, now: u64)
    -> Answer<'_, Result<Vec<Session>, Unavailable>>;

    /// Returns a player by id; for an alias, the member.
    fn player(&self, player: PlayerId) -> Answer<'_, Result<Option<Player>, Unavailable>>;

    /// Whether this link still signs in a device at a time, in milliseconds since 1970.
    fn is_offered(&self, link: TokenHash, now: u64) -> Answer<'_, Result<bool, Unavailable>>;

    /// Whether a member or a bot has a username with this skeleton.
    fn is_taken(&self, skeleton: String) -> Answer<'_, Result<bool, Unavailable>>;

    /// Lists the browsers that accept messages, of one player or of all, by player and session. Sessions that have
    /// expired at this moment, in milliseconds since 1970, have none.
    fn pushes(
        &self,
        of: Option<PlayerId>,
        now: u64,
    ) -> Answer<'_, Result<Vec<Pushed>, Unavailable>>;

    fn codes_left(&self, player: PlayerId) -> Answer<'_, Result<u32, Unavailable>>;

    /// Returns the settings of a member, and when they were chosen, in milliseconds since 1970; `None` if never.
    fn settings(&self, player: PlayerId) -> Answer<'_, Result<Option<(u64, String)>, Unavailable>>;

    /// Lists all ids of a player: their own first, then those of guests that became aliases.
    fn ids(&self, player: PlayerId) -> Answer<'_, Result<Vec<PlayerId>, Unavailable>>;

    /// Removes guests last seen before this moment, in milliseconds since 1970, and their sessions; returns their
    /// number. Guests stay if others can see something of theirs, or they played a match.
    fn forget_guests(&self, before: u64) -> Answer<'_, Result<u64, Unavailable>>;

    /// Lists up to `limit` seats of a player at stored tables, latest activity first. Unreadable tables are left out.
    fn seats(&self, player: PlayerId, limit: u32) -> Answer<'_, Result<Vec<Seated>, Unavailable>>;

    /// Lists up to `limit` finished matches of a player before number `before`, latest first, each with the player's
    /// seat. Fewer are returned only if there are no more. Unreadable results are left out.
    fn matches(
        &self,
        player: PlayerId,
        before: u64,
        limit: u32,
    ) -> Answer<'_, Result<Vec<(Seat, Ended)>, Unavailable>>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub id: PlayerId,
    pub kind: PlayerKind,
    /// The display name, if any. Not unique.
    pub name: Option<String>,
    /// In milliseconds since 1970.
    pub made_at: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    Guest,
    Member {
        username: String,
    },
    /// A [program](crate::Bot) for which a member is responsible.
    Bot,
    Gone,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub hash: TokenHash,
    pub label: String,
    /// When it was signed in, in milliseconds since 1970.
    pub made_at: u64,
    pub seen_at: u64,
    /// The end, unless it is used again before.
    pub expires_at: u64,
}

/// The most browsers of a player that accept messages.
pub const MOST_PUSHES: usize = 10;

/// A browser that accepts messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushed {
    pub player: PlayerId,
    pub session: TokenHash,
    pub to: PushTo,
}

/// Where a browser accepts messages. A store does not interpret it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushTo {
    /// The address of the browser at its push service.
    pub endpoint: String,
    /// The keys of the browser, and the language of its messages.
    pub keys: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    pub player: Player,
    pub session: Session,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    pub table: TableId,
    pub seat: Seat,
    /// The id of the game: [`capicu::Game::id`].
    pub game: String,
    /// The title of the table's rules, if they are not the game's own.
    pub title: Option<String>,
    /// Time of the last fact, in milliseconds since 1970.
    pub at: u64,
}

/// A change. Times are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Make {
        player: PlayerId,
        name: Option<String>,
        /// The first session; its `made_at` is the guest's.
        session: Session,
    },
    /// Sets the display name, or removes it.
    Rename {
        player: PlayerId,
        name: Option<String>,
    },
    /// A guest becomes a member: the same player, with a username, and codes to sign in.
    Join {
        player: PlayerId,
        username: String,
        /// Unique among members.
        skeleton: String,
        codes: Vec<TokenHash>,
    },
    /// Replaces the recovery codes of a member; earlier ones become invalid.
    Codes {
        player: PlayerId,
        codes: Vec<TokenHash>,
    },
    /// Stores settings that a member's devices share, in the format of the pages. The latest choice wins, in whichever
    /// order they arrive.
    Settings {
        player: PlayerId,
        at: u64,
        settings: String,
    },
    Passkey(PasskeyChange),
    Bot(BotChange),
    /// A link that signs another device in, once. It replaces an earlier one.
    Offer {
        player: PlayerId,
        link: TokenHash,
        expires_at: u64,
    },
    /// Signs a device in at the session's `made_at`. Uses up the code or link of the proof.
    SignIn {
        proof: Proof,
        session: Session,
        /// The former session of the device, which ends. If it was a guest's, the guest becomes an alias of the player,
        /// and all sessions of the guest end.
        leaving: Option<TokenHash>,
    },
    Seen {
        session: TokenHash,
        at: u64,
        expires_at: u64,
    },
    /// Sets where the browser of a session accepts messages; `None` for nowhere. Other sessions lose this endpoint, and
    /// the sessions of the player not seen for longest lose theirs if there are more than [`MOST_PUSHES`].
    Push {
        session: TokenHash,
        to: Option<PushTo>,
    },
    /// Removes an endpoint that accepts no more messages.
    PushGone {
        endpoint: String,
    },
    SignOut {
        player: PlayerId,
        /// `None` for all.
        session: Option<TokenHash>,
    },
    /// Deletes a player. This removes their name, sessions, codes, passkeys, links and bots, and their name in results
    /// and at tables. The id stays.
    Delete {
        player: PlayerId,
    },
    Forget {
        now: u64,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    Code {
        skeleton: String,
        code: TokenHash,
    },
    Link(TokenHash),
    Passkey {
        id: CredentialId,
        /// The authenticator's counter of signatures. It must grow, unless it is always 0: a repeated number means that
        /// the passkey was copied.
        counter: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PeopleError {
    /// A member or a bot has this username, or a similar one.
    #[error("the username is taken, or looks like one that is")]
    Taken,
    #[error("the passkey is known already")]
    PasskeyKnown,
    /// The player has reached [the limit of passkeys](crate::MOST_PASSKEYS).
    #[error("the player has too many passkeys")]
    TooManyPasskeys,
    /// The member has reached [the limit of bots](crate::MOST_BOTS), or the bot [the limit of
    /// tokens](crate::MOST_BOT_TOKENS).
    #[error("there are too many bots or tokens")]
    TooManyBots,
    #[error("the member has no other way to sign in")]
    LastWayIn,
    /// The player, session, code, passkey or link does not exist or no longer does, or the player is of the wrong kind.
    #[error("there is nobody to whom this can happen")]
    Unknown,
    /// This player is [banned](crate::conduct::Sanction::Ban). The proof is not used up.
    #[error("the player is banned")]
    Banned(PlayerId),
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
