//! The bodies of the HTTP requests about whoever is signed in.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Level, Part, PlayerId, Seat, Token};

/// `POST /api/me`: makes a guest, unless somebody is signed in already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MakeMe {
    /// What the guest is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// `PATCH /api/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeMe {
    /// What the player is called from now on.
    pub name: String,
}

/// `PUT /api/me/settings`, and what `GET` answers: what a member chose, for all of their devices. What the names mean
/// is the pages' own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// When, in milliseconds since 1970; 0 where nothing was chosen yet.
    pub at: u64,
    /// What, by its name: at most 60 settings, and 4096 bytes of JSON.
    pub settings: BTreeMap<String, String>,
}

/// `GET /api/me`: who is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// The id; it never changes.
    pub id: PlayerId,
    /// The unique name, if this is a member and no guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// What the player is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How many recovery codes are left.
    pub codes: u32,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
}

/// `POST /api/me/member`: a guest becomes a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// A letter and 1 to 19 letters, digits, `_` and `-`.
    pub username: String,
}

/// The answer to `POST /api/me/member` and `POST /api/me/codes`. They are shown this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecoveryCodes {
    /// Each signs one device in, once.
    pub codes: Vec<String>,
}

/// `POST /api/sign-in`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SignIn {
    /// By a recovery code.
    Code {
        /// Whose.
        username: String,
        /// The code; how it is spaced does not matter, nor the case.
        code: String,
    },
    /// By a link that another device showed.
    Device {
        /// Its token.
        token: Token,
    },
    /// By a passkey.
    Passkey {
        /// Which ceremony this ends.
        ceremony: Token,
        /// What the browser made of it.
        credential: Credential<Assertion>,
    },
}

/// `POST /api/me/passkeys/begin`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BeginPasskey {
    /// What a guest is to be called as a member; a member leaves it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
}

/// The answer to `POST /api/me/passkeys/begin` and `POST /api/sign-in/begin`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ceremony<T> {
    /// By what the ceremony is ended, once, within five minutes.
    pub ceremony: Token,
    /// What the browser is asked for: the JSON of `PublicKeyCredentialCreationOptions` or
    /// `PublicKeyCredentialRequestOptions`.
    pub options: T,
}

/// `POST /api/me/passkeys`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AddPasskey {
    /// Which ceremony this ends.
    pub ceremony: Token,
    /// What the browser made of it.
    pub credential: Credential<Attestation>,
}

/// What a browser answers in a ceremony, as its `PublicKeyCredential` says it in JSON. What stands in it besides is
/// passed over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CredentialOf{R}"))]
pub struct Credential<R> {
    /// The id of the passkey. All that is binary is base64url without padding.
    #[serde(rename = "rawId")]
    pub raw_id: String,
    /// What was made or signed.
    pub response: R,
}

/// A new passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attestation {
    /// What the browser saw: the challenge and the origin.
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    /// The key.
    #[serde(rename = "attestationObject")]
    pub attestation_object: String,
}

/// What a passkey signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Assertion {
    /// What the browser saw: the challenge and the origin.
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    /// What the authenticator says of itself.
    #[serde(rename = "authenticatorData")]
    pub authenticator_data: String,
    /// The signature over both.
    pub signature: String,
    /// The id of the player.
    #[serde(
        default,
        rename = "userHandle",
        skip_serializing_if = "Option::is_none"
    )]
    pub user_handle: Option<String>,
}

/// The answer to `POST /api/me/passkeys`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AddedPasskey {
    /// The passkey.
    pub passkey: PasskeyInfo,
    /// The recovery codes of a guest who became a member by it. They are shown this once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
}

/// One of `GET /api/me/passkeys`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PasskeyInfo {
    /// What `DELETE /api/me/passkeys/ID` calls it. No secret.
    pub id: String,
    /// The browser with which it was made.
    pub label: String,
    /// The name of the site at which it works.
    pub site: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// When it signed a device in last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<u64>,
}

/// The answer to `POST /api/me/devices`. The link is `/device/TOKEN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceLink {
    /// It signs one device in, once.
    pub token: Token,
    /// Until when, in milliseconds since 1970.
    pub until: u64,
}

/// One of `GET /api/me/sessions`: a device that is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionInfo {
    /// What `DELETE /api/me/sessions/ID` calls it. No secret.
    pub id: String,
    /// What the browser says it is.
    pub label: String,
    /// Whether it is the one that asks.
    pub this: bool,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// When it was seen last, to the hour.
    pub seen: u64,
}

/// One of `GET /api/me/tables`: a seat that is the player's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MyTable {
    /// The table; its address is `/t/TABLE`.
    pub table: String,
    /// The seat.
    pub seat: Seat,
    /// The game.
    pub game: String,
    /// What its rules are called, where they are not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// When something happened there last, in milliseconds since 1970.
    pub at: u64,
}

/// One of `GET /api/me/matches`: a match that the player finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MyMatch {
    /// Its number among all of the server's: `before=NUMBER` asks for those before it.
    pub number: u64,
    /// The table.
    pub table: String,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// The game.
    pub game: String,
    /// The player's seat.
    pub seat: Seat,
    /// Who sat where, in the order of play.
    pub seats: Vec<Sitter>,
    /// The score of each side.
    pub scores: Vec<u16>,
    /// The side that won.
    pub winner: u8,
    /// How many rounds were played.
    pub rounds: u32,
    /// The id of the family of games that the match is rated in; none for a casual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<String>,
}

/// Who sat in a seat when a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Sitter {
    /// A person.
    Person {
        /// What the person is called now, or was at the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Whether a bot played for them at the end.
        away: bool,
        /// What the match counts as for them.
        #[serde(default, skip_serializing_if = "Part::is_played")]
        part: Part,
    },
    /// A bot of this level.
    Bot(Level),
}

/// Where a friend is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// Not here, or not to be told.
    Away,
    /// Asked for something lately.
    Here,
    /// At a table, or a moment ago.
    AtTable,
}

/// Somebody who is tied to whoever asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonInfo {
    /// The id; it never changes.
    pub id: PlayerId,
    /// The unique name, if this is a member and no guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// What the player is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Since when they are tied, in milliseconds since 1970.
    pub since: u64,
}

/// A friend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FriendInfo {
    /// Who.
    #[serde(flatten)]
    pub person: PersonInfo,
    /// Where the friend is; not in what is exported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence: Option<Whereabouts>,
}

/// `GET /api/me/friends`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MyFriends {
    /// The friends.
    pub friends: Vec<FriendInfo>,
    /// Those who would like to be, the latest first.
    pub asking: Vec<PersonInfo>,
    /// Those who were asked and have not answered.
    pub asked: Vec<PersonInfo>,
    /// Those who are blocked.
    pub blocked: Vec<PersonInfo>,
    /// Whether friends are told where the player is.
    pub shown: bool,
}

/// `PATCH /api/me/friends`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShowMe {
    /// Whether friends are told where the player is.
    pub shown: bool,
}

/// `GET /api/players/USERNAME`: what anybody may know of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// The unique name.
    pub username: String,
    /// What the member is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// The ratings, family by family.
    pub ratings: Vec<RatingInfo>,
    /// The finished matches, game by game, that of most matches first.
    pub games: Vec<GameTally>,
}

/// A rating, which lies between two numbers 95 times in a hundred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingInfo {
    /// The family of games.
    pub family: String,
    /// The lower number.
    pub low: i32,
    /// The higher number.
    pub high: i32,
    /// How many matches it stands on.
    pub matches: u32,
    /// Whether it stands on too few to have a place.
    pub provisional: bool,
}

/// How somebody did at a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameTally {
    /// The game.
    pub game: String,
    /// How many matches were finished.
    pub matches: u32,
    /// How many of them were won.
    pub won: u32,
}
