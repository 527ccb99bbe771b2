//! The bodies of the HTTP requests about the signed-in player.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Level, Part, PlayerId, Seat, TableId, Token};

/// `POST /api/me`: makes a guest, unless a player is already signed in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MakeMe {
    /// The name of the guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// `PATCH /api/me`: changes the name of the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeMe {
    /// The new name of the player.
    pub name: String,
}

/// `PUT /api/me/settings` and the answer to `GET`: an account's settings, shared by all of its devices. Only the pages
/// know what the names mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// When they were chosen, in milliseconds since 1970; 0 if none were chosen yet.
    pub at: u64,
    /// Values by name: at most 60 settings, and 4096 bytes of JSON.
    pub settings: BTreeMap<String, String>,
}

/// `GET /api/me`: the signed-in player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// The id; it never changes.
    pub id: PlayerId,
    /// The unique name; `None` for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// The name that others see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number of recovery codes left.
    pub codes: u32,
    /// When the player was made, in milliseconds since 1970.
    pub since: u64,
}

/// `POST /api/me/member`: a guest makes an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// A letter and 1 to 19 letters, digits, `_` and `-`.
    pub username: String,
}

/// The answer to `POST /api/me/member` and `POST /api/me/codes`. The codes are shown only this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecoveryCodes {
    /// Each code signs one device in, once.
    pub codes: Vec<String>,
}

/// `POST /api/sign-in`: signs this device in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SignIn {
    /// By a recovery code.
    Code {
        /// The username of the account.
        username: String,
        /// The recovery code, in any case and spacing.
        code: String,
    },
    /// By a link that another device showed.
    Device {
        /// The token in the link.
        token: Token,
    },
    /// By a passkey.
    Passkey {
        /// The ceremony that this ends.
        ceremony: Token,
        /// The browser's answer in the ceremony.
        credential: Credential<Assertion>,
    },
}

/// `POST /api/me/passkeys/begin`: begins the ceremony for a new passkey.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BeginPasskey {
    /// The username for a guest's new account; those who have an account leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
}

/// The answer to `POST /api/me/passkeys/begin` and `POST /api/sign-in/begin`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ceremony<T> {
    /// The token that ends the ceremony, once, within five minutes.
    pub ceremony: Token,
    /// The request to the browser: the JSON of `PublicKeyCredentialCreationOptions` or
    /// `PublicKeyCredentialRequestOptions`.
    pub options: T,
}

/// `POST /api/me/passkeys`: ends the ceremony for a new passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AddPasskey {
    /// The ceremony that this ends.
    pub ceremony: Token,
    /// The browser's answer in the ceremony.
    pub credential: Credential<Attestation>,
}

/// A browser's answer in a ceremony: the JSON of its `PublicKeyCredential`. Other fields are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CredentialOf{R}"))]
pub struct Credential<R> {
    /// The id of the passkey. All binary fields are base64url without padding.
    #[serde(rename = "rawId")]
    pub raw_id: String,
    /// The new passkey, or the signature of a known one.
    pub response: R,
}

/// A new passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attestation {
    /// The challenge and the origin that the browser saw.
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    /// The public key and the authenticator's statement about it.
    #[serde(rename = "attestationObject")]
    pub attestation_object: String,
}

/// A signature by a passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Assertion {
    /// The challenge and the origin that the browser saw.
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    /// The authenticator's statement about itself.
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
    /// The new passkey.
    pub passkey: PasskeyInfo,
    /// The recovery codes, if a guest made an account with the passkey. They are shown only this once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
}

/// An entry of `GET /api/me/passkeys`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PasskeyInfo {
    /// The id for `DELETE /api/me/passkeys/ID`. It is no secret.
    pub id: String,
    /// The browser that made the passkey.
    pub label: String,
    /// The host name of the site that the passkey is for.
    pub site: String,
    /// When it was made, in milliseconds since 1970.
    pub since: u64,
    /// When it last signed a device in, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<u64>,
}

/// The answer to `POST /api/me/devices`. The link is `/device/TOKEN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceLink {
    /// The token signs one device in, once.
    pub token: Token,
    /// When the link expires, in milliseconds since 1970.
    pub until: u64,
}

/// An entry of `GET /api/me/sessions`: a signed-in device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionInfo {
    /// The id for `DELETE /api/me/sessions/ID`. It is no secret.
    pub id: String,
    /// The browser's description of itself.
    pub label: String,
    /// Whether it is the device that sent the request.
    pub this: bool,
    /// When it signed in, in milliseconds since 1970.
    pub since: u64,
    /// When it was last seen, to the hour, in milliseconds since 1970.
    pub seen: u64,
}

/// An entry of `GET /api/me/tables`: a seat of the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MyTable {
    /// The id of the table; its address is `/t/TABLE`.
    pub table: TableId,
    /// The player's seat there.
    pub seat: Seat,
    /// The id of the game.
    pub game: String,
    /// The name of its rules, if they are not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// When something last happened there, in milliseconds since 1970.
    pub at: u64,
}

/// An entry of `GET /api/me/matches`: a match that the player finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MyMatch {
    /// Its number among all matches of the server; `before=NUMBER` requests older ones.
    pub number: u64,
    /// The id of the table.
    pub table: TableId,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// The id of the game.
    pub game: String,
    /// The player's seat.
    pub seat: Seat,
    /// The players at the end, in the order of play.
    pub seats: Vec<Sitter>,
    /// The score of each side.
    pub scores: Vec<u16>,
    /// The side that won.
    pub winner: u8,
    /// The number of rounds played.
    pub rounds: u32,
    /// The id of the family of games that the match is rated in; `None` for a casual match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<String>,
}

/// The player in a seat when a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Sitter {
    /// A person, signed in or not.
    Person {
        /// The person's current name, or the name at the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Whether a bot played for them at the end.
        away: bool,
        /// How the match counts for them.
        #[serde(default, skip_serializing_if = "Part::is_played")]
        part: Part,
    },
    /// A bot of this level.
    Bot(Level),
}

/// The online status of a friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// Offline, or not shown to friends.
    Away,
    /// Online: sent a request lately.
    Here,
    /// At a table now or a moment ago.
    AtTable,
}

/// A player who is a friend, asks to be one, or is blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonInfo {
    /// The id; it never changes.
    pub id: PlayerId,
    /// The unique name; `None` for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// The name that others see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// When the friendship, request or block began, in milliseconds since 1970.
    pub since: u64,
}

/// A friend and their online status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FriendInfo {
    /// The player who is the friend.
    #[serde(flatten)]
    pub person: PersonInfo,
    /// The friend's online status; left out of exports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence: Option<Whereabouts>,
}

/// `GET /api/me/friends`: the player's friends, requests and blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MyFriends {
    /// The friends of the player.
    pub friends: Vec<FriendInfo>,
    /// Players whose request is open, the latest first.
    pub asking: Vec<PersonInfo>,
    /// Players who have not answered a request.
    pub asked: Vec<PersonInfo>,
    /// Players whom this player blocks.
    pub blocked: Vec<PersonInfo>,
    /// Whether friends see the player's online status.
    pub shown: bool,
}

/// `PATCH /api/me/friends`: shows or hides the online status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShowMe {
    /// Whether friends see the player's online status.
    pub shown: bool,
}

/// `GET /api/players/USERNAME`: the public profile of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// The unique name.
    pub username: String,
    /// The name that others see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// When the account was made, in milliseconds since 1970.
    pub since: u64,
    /// The rating in each family of games.
    pub ratings: Vec<RatingInfo>,
    /// The results in each game, the game with the most matches first.
    pub games: Vec<GameTally>,
}

/// A rating as an interval that contains the player's strength with 95 % probability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingInfo {
    /// The id of the family of games.
    pub family: String,
    /// The lower end of the interval.
    pub low: i32,
    /// The upper end of the interval.
    pub high: i32,
    /// The number of matches it is based on.
    pub matches: u32,
    /// Whether it is based on too few matches for a rank.
    pub provisional: bool,
}

/// A player's results in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameTally {
    /// The id of the game.
    pub game: String,
    /// The number of finished matches.
    pub matches: u32,
    /// The number of matches won.
    pub won: u32,
}
