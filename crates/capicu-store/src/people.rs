//! Who plays: guests and members, what signs them in, where they sit and what they played.

use std::fmt;

use capicu::Seat;
use capicu_protocol::PlayerId;
use capicu_table::TokenHash;

use crate::{Answer, BotChange, CredentialId, Ended, PasskeyChange, Unavailable};

/// The people that a server knows.
///
/// One row is one player, whether a guest, a member or gone, and everything of theirs points to it. Only
/// hashes of secrets are kept. A guest who signs in as a member is from then on an alias of the member:
/// wherever a player is asked for, what the aliases did is the player's.
pub trait People: Send + Sync + fmt::Debug {
    /// Changes something: all of it or nothing. When the answer is `Ok`, it is stored and survives a
    /// power cut; after [`PeopleError::Failed`] all or nothing of it is.
    fn change(&self, change: Change) -> Answer<'_, Result<(), PeopleError>>;

    /// Who this secret signs in at a time in milliseconds since 1970; `None` if nobody: it was never a
    /// session's, has expired, or was signed out.
    fn session(
        &self,
        hash: TokenHash,
        now: u64,
    ) -> Answer<'_, Result<Option<SignedIn>, Unavailable>>;

    /// The sessions of a player that have not expired, the latest seen first.
    fn sessions(&self, player: PlayerId, now: u64)
    -> Answer<'_, Result<Vec<Session>, Unavailable>>;

    /// A player by id; of an alias, the member.
    fn player(&self, player: PlayerId) -> Answer<'_, Result<Option<Player>, Unavailable>>;

    /// Whether the username of a member or of a bot looks like this.
    fn is_taken(&self, skeleton: String) -> Answer<'_, Result<bool, Unavailable>>;

    /// How many recovery codes a player has left.
    fn codes_left(&self, player: PlayerId) -> Answer<'_, Result<u32, Unavailable>>;

    /// What a member chose for themselves, and when, in milliseconds since 1970; `None` for whoever chose nothing.
    fn settings(&self, player: PlayerId) -> Answer<'_, Result<Option<(u64, String)>, Unavailable>>;

    /// Every id that is this player's: the own one first, then those of guests that became it.
    fn ids(&self, player: PlayerId) -> Answer<'_, Result<Vec<PlayerId>, Unavailable>>;

    /// Removes each guest who was last seen before this moment, in milliseconds since 1970, and left nothing that
    /// others see or that tells of a match; says how many. Their sessions go with them.
    fn forget_guests(&self, before: u64) -> Answer<'_, Result<u64, Unavailable>>;

    /// The seats of a player at tables that are kept, the table at which something happened last first:
    /// at most `limit`. A table that cannot be read is left out.
    fn seats(&self, player: PlayerId, limit: u32) -> Answer<'_, Result<Vec<Seated>, Unavailable>>;

    /// The matches that a player finished before the one of number `before`, the latest first: at most
    /// `limit`, each with the seat that the player had; fewer only if there are no more. A result that
    /// cannot be read is left out.
    fn matches(
        &self,
        player: PlayerId,
        before: u64,
        limit: u32,
    ) -> Answer<'_, Result<Vec<(Seat, Ended)>, Unavailable>>;
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The id.
    pub id: PlayerId,
    /// What the player is.
    pub kind: PlayerKind,
    /// What the player is called, if anything. Not unique.
    pub name: Option<String>,
    /// Since when, in milliseconds since 1970.
    pub made_at: u64,
}

/// What a player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// Somebody who has not asked for more.
    Guest,
    /// Somebody who can sign in anywhere.
    Member {
        /// The unique name.
        username: String,
    },
    /// A [program](crate::Bot), which a member answers for.
    Bot,
    /// Deleted; nothing is left but the id.
    Gone,
}

/// A device that is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The hash of its secret.
    pub hash: TokenHash,
    /// What the list of sessions calls the device.
    pub label: String,
    /// When it was signed in, in milliseconds since 1970.
    pub made_at: u64,
    /// When it was last seen.
    pub seen_at: u64,
    /// When it expires unless it is seen again.
    pub expires_at: u64,
}

/// Whom a session signs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The player.
    pub player: Player,
    /// The session.
    pub session: Session,
}

/// A seat that is a player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: Seat,
    /// The id of the game: [`capicu::Game::id`].
    pub game: String,
    /// What the table's rules are called, where they are not the game's own.
    pub title: Option<String>,
    /// When something happened there last, in milliseconds since 1970.
    pub at: u64,
}

/// Something to be changed. Times are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A new guest, on the device of this session.
    Make {
        /// The id.
        player: PlayerId,
        /// What the guest is called.
        name: Option<String>,
        /// The first session; its `made_at` is the guest's.
        session: Session,
    },
    /// Another name, or none.
    Rename {
        /// Whose.
        player: PlayerId,
        /// The name.
        name: Option<String>,
    },
    /// A guest becomes a member: the same player, with a name of their own and codes to sign in by.
    Join {
        /// The guest.
        player: PlayerId,
        /// The unique name.
        username: String,
        /// What it looks like; no two members have the same.
        skeleton: String,
        /// The hashes of the recovery codes.
        codes: Vec<TokenHash>,
    },
    /// A member gets other recovery codes; those from before open nothing any more.
    Codes {
        /// The member.
        player: PlayerId,
        /// Their hashes.
        codes: Vec<TokenHash>,
    },
    /// A member chose something: settings that their devices follow, as the pages write them. The
    /// latest choice stays, whichever comes last.
    Settings {
        /// The member.
        player: PlayerId,
        /// When.
        at: u64,
        /// All of the settings.
        settings: String,
    },
    /// Passkeys are added or removed.
    Passkey(PasskeyChange),
    /// Bots and their tokens are made or removed.
    Bot(BotChange),
    /// A link that signs another device in, once. An earlier one opens nothing any more.
    Offer {
        /// Whom it signs in.
        player: PlayerId,
        /// The hash of its secret.
        link: TokenHash,
        /// Until when.
        expires_at: u64,
    },
    /// A device signs in at the session's `made_at`. A code or link that proves it is used up.
    SignIn {
        /// Why it may.
        proof: Proof,
        /// Its session.
        session: Session,
        /// The session that the device had so far, which ends. If that was a guest's, the guest is an
        /// alias of the player from now on, and none of the guest's sessions goes on.
        leaving: Option<TokenHash>,
    },
    /// A session was seen: it expires later.
    Seen {
        /// Which.
        session: TokenHash,
        /// When.
        at: u64,
        /// When it expires now.
        expires_at: u64,
    },
    /// Sessions end.
    SignOut {
        /// Whose.
        player: PlayerId,
        /// Which; `None` for all.
        session: Option<TokenHash>,
    },
    /// The player goes: name, sessions, codes, passkeys, links and bots are removed, here, in results and at the tables
    /// whose seats were the player's. The id stays.
    Delete {
        /// Who.
        player: PlayerId,
    },
    /// Sessions and links that have expired are removed.
    Forget {
        /// By this time.
        now: u64,
    },
}

/// What lets a device sign in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A member's recovery code.
    Code {
        /// What the member's username looks like.
        skeleton: String,
        /// The hash of the code.
        code: TokenHash,
    },
    /// A link that was offered on another device.
    Link(TokenHash),
    /// A passkey, whose signature was found right.
    Passkey {
        /// Which.
        id: CredentialId,
        /// How often it says to have signed. That has to be more often than before, unless it does not count: with
        /// the same number there are two of it.
        counter: u32,
    },
}

/// Why something was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PeopleError {
    /// A member or a bot has this username, or one that looks like it.
    #[error("the username is taken, or looks like one that is")]
    Taken,
    /// A player has this passkey already.
    #[error("the passkey is known already")]
    PasskeyKnown,
    /// The player has [as many passkeys](crate::MOST_PASSKEYS) as there may be.
    #[error("the player has too many passkeys")]
    TooManyPasskeys,
    /// The member has [as many bots](crate::MOST_BOTS), or the bot [as many tokens](crate::MOST_BOT_TOKENS), as there
    /// may be.
    #[error("there are too many bots or tokens")]
    TooManyBots,
    /// The member could not sign in any more.
    #[error("the member has no other way to sign in")]
    LastWayIn,
    /// There is no such player, session, code, passkey or link, or not any more, or the player is not of the kind
    /// that this can happen to.
    #[error("there is nobody to whom this can happen")]
    Unknown,
    /// This player is [banned](crate::conduct::Sanction::Ban). What would have proven that they may sign in is not
    /// used up.
    #[error("the player is banned")]
    Banned(PlayerId),
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
