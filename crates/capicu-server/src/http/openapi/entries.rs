//! Descriptions of all requests.

use axum::http::Method;
use capicu_protocol::bot::SeatLine;
use capicu_protocol::{
    AddPasskey, AddedPasskey, ApiErrorCode as Code, BeginPasskey, BotEvent, BotMe, BotSeat,
    BotTable, Ceremony, ChangeMe, Chosen, ClientMessage, CreateTable, Created, DeviceLink,
    FileGame, Health, Join, JoinTable, Keyed, MadeChallenge, MakeChallenge, MakeMe, Me, MyFriends,
    MyMatch, MyTable, OptionText, PasskeyInfo, Profile, RecoveryCodes, RulesSection, Scope,
    ServerMessage, SessionInfo, ShowMe, SignIn,
};
use serde_json::Value;

use super::document::Access::{Anybody, Page, Person, Program};
use super::document::{Body, Entry};

const GET: Method = Method::GET;
const POST: Method = Method::POST;
const PATCH: Method = Method::PATCH;
const PUT: Method = Method::PUT;
const DELETE: Method = Method::DELETE;

/// Errors of creating a table.
const NO_TABLE: [Code; 7] = [
    Code::Flood,
    Code::UnknownGame,
    Code::BadPlayers,
    Code::BadOptions,
    Code::BadSeats,
    Code::BadName,
    Code::BadGrace,
];

const WHO: (&str, &str) = (
    "who",
    "A username, however it is written as long as it looks the same, or the id of somebody in your lists.",
);

pub fn all() -> Vec<Entry> {
    let mut all = site();
    all.extend(people());
    all.extend(passkeys());
    all.extend(friends());
    all.extend(programs());
    all
}

fn site() -> Vec<Entry> {
    let lang = ("lang", "string", "`en` or `es`; left out, `en`.");
    vec![
        Entry::new(
            GET,
            "/api/health",
            Anybody,
            "Whether the server does its work",
        )
        .answers::<Health>(200)
        .fails(&[Code::Unavailable]),
        Entry::new(GET, "/api/openapi.json", Anybody, "This document").answers::<Value>(200),
        Entry::new(GET, "/api/games", Anybody, "The games that are rule files")
            .query(&[lang])
            .answers::<Vec<FileGame>>(200),
        Entry::new(
            GET,
            "/api/options/{lang}",
            Anybody,
            "What the options of the rules and their values are called",
        )
        .path(("lang", "`en` or `es`."))
        .answers::<Vec<OptionText>>(200)
        .fails(&[Code::NotFound]),
        Entry::new(
            GET,
            "/api/rules/{game}",
            Anybody,
            "The rules of a game as a person would explain them",
        )
        .path(("game", "The id of the game."))
        .query(&[
            lang,
            (
                "players",
                "integer",
                "How many play; left out, the usual number.",
            ),
            (
                "options",
                "options",
                "Each option of the rules by its name, such as `target=100`.",
            ),
        ])
        .answers::<Vec<RulesSection>>(200)
        .fails(&[Code::UnknownGame, Code::BadPlayers, Code::BadOptions]),
        Entry::new(POST, "/api/tables", Anybody, "Makes a table")
            .takes::<CreateTable>()
            .answers::<Created>(201)
            .fails(&NO_TABLE)
            .fails(&[Code::ForeignOrigin, Code::Unavailable]),
        Entry::new(
            GET,
            "/api/tables/{id}/ws",
            Anybody,
            "The socket of a table: see docs/protocol.md",
        )
        .path(("id", "The table."))
        .upgrades(),
    ]
}

fn people() -> Vec<Entry> {
    vec![
        Entry::new(GET, "/api/me", Person, "Who is signed in").answers::<Me>(200),
        Entry::new(
            POST,
            "/api/me",
            Page,
            "Makes a guest and signs it in, unless somebody is signed in; 200 then",
        )
        .may_take::<MakeMe>()
        .answers::<Me>(201)
        .answers::<Me>(200)
        .fails(&[Code::BadName, Code::Flood]),
        Entry::new(PATCH, "/api/me", Person, "Another name")
            .takes::<ChangeMe>()
            .answers::<Me>(200)
            .fails(&[Code::BadName]),
        Entry::new(
            GET,
            "/api/me/settings",
            Person,
            "What a member chose, for all of their devices",
        )
        .answers::<Chosen>(200),
        Entry::new(
            PUT,
            "/api/me/settings",
            Person,
            "Keeps what a member chose; the latest choice stays",
        )
        .takes::<Chosen>()
        .answers_nothing()
        .fails(&[Code::NotFound]),
        Entry::new(DELETE, "/api/me", Person, "Deletes the player for good").answers_nothing(),
        Entry::new(
            POST,
            "/api/me/member",
            Person,
            "A guest becomes a member, who can sign in by the codes in the answer",
        )
        .takes::<Join>()
        .answers::<RecoveryCodes>(201)
        .fails(&[Code::BadUsername, Code::UsernameTaken, Code::NotFound]),
        Entry::new(
            POST,
            "/api/me/codes",
            Person,
            "Other recovery codes for a member; those from before open nothing",
        )
        .answers::<RecoveryCodes>(201)
        .fails(&[Code::NotFound]),
        Entry::new(
            POST,
            "/api/me/devices",
            Person,
            "A link that signs another device in, once, within five minutes",
        )
        .answers::<DeviceLink>(201),
        Entry::new(POST, "/api/sign-in", Page, "Signs a device in")
            .takes::<SignIn>()
            .answers::<Me>(200)
            .fails(&[
                Code::BadCode,
                Code::CeremonyOver,
                Code::BadPasskey,
                Code::NoPasskeys,
                Code::Banned,
                Code::Flood,
            ]),
        Entry::new(GET, "/api/me/sessions", Person, "The devices that are signed in")
            .answers::<Vec<SessionInfo>>(200),
        Entry::new(
            DELETE,
            "/api/me/sessions",
            Person,
            "Signs out on every device, this one too",
        )
        .answers_nothing(),
        Entry::new(DELETE, "/api/me/sessions/{id}", Person, "Signs a device out")
            .path(("id", "The id from the list; `this` is the device that asks."))
            .answers_nothing()
            .fails(&[Code::NotFound]),
        Entry::new(
            GET,
            "/api/me/tables",
            Person,
            "The seats of the player, the table at which something happened last first, at most 100",
        )
        .answers::<Vec<MyTable>>(200),
        Entry::new(
            GET,
            "/api/me/matches",
            Person,
            "Finished matches, the latest first, at most 100",
        )
        .query(&[("before", "integer", "Those before the match of this number.")])
        .answers::<Vec<MyMatch>>(200)
        .fails(&[Code::Malformed]),
        Entry::new(
            GET,
            "/api/me/export",
            Person,
            "Everything of the player's, in one file; it breaks off should the store fail",
        )
        .answers::<Value>(200),
    ]
}

fn passkeys() -> Vec<Entry> {
    vec![
        Entry::new(GET, "/api/me/passkeys", Person, "The passkeys")
            .answers::<Vec<PasskeyInfo>>(200),
        Entry::new(
            POST,
            "/api/me/passkeys/begin",
            Person,
            "Begins to make a passkey; a guest says the username of the member to be",
        )
        .may_take::<BeginPasskey>()
        .answers::<Ceremony<Value>>(200)
        .fails(&[
            Code::BadUsername,
            Code::UsernameTaken,
            Code::TooManyPasskeys,
            Code::NoPasskeys,
            Code::Flood,
        ]),
        Entry::new(
            POST,
            "/api/me/passkeys",
            Person,
            "Ends the ceremony with what the browser made; a guest is a member then",
        )
        .takes::<AddPasskey>()
        .answers::<AddedPasskey>(201)
        .fails(&[
            Code::CeremonyOver,
            Code::BadPasskey,
            Code::PasskeyKnown,
            Code::TooManyPasskeys,
            Code::NoPasskeys,
            Code::UsernameTaken,
        ]),
        Entry::new(DELETE, "/api/me/passkeys/{id}", Person, "Removes a passkey")
            .path(("id", "The id from the list."))
            .answers_nothing()
            .fails(&[Code::NotFound, Code::LastWayIn]),
        Entry::new(
            POST,
            "/api/sign-in/begin",
            Page,
            "Begins to sign in by a passkey",
        )
        .answers::<Ceremony<Value>>(200)
        .fails(&[Code::NoPasskeys, Code::Flood]),
    ]
}

fn friends() -> Vec<Entry> {
    vec![
        Entry::new(
            GET,
            "/api/me/friends",
            Person,
            "Friends with where they are, those who ask, those asked, those blocked",
        )
        .answers::<MyFriends>(200),
        Entry::new(
            PATCH,
            "/api/me/friends",
            Person,
            "Whether friends are told where the player is",
        )
        .takes::<ShowMe>()
        .answers::<MyFriends>(200),
        Entry::new(
            PUT,
            "/api/me/friends/{who}",
            Person,
            "Asks a member to be a friend, or accepts what the member has asked",
        )
        .path(WHO)
        .answers_nothing()
        .fails(&[Code::NotFound, Code::Blocked, Code::Full, Code::Flood]),
        Entry::new(
            DELETE,
            "/api/me/friends/{who}",
            Person,
            "Ends a friendship, refuses, or takes back what was asked",
        )
        .path(WHO)
        .answers_nothing()
        .fails(&[Code::NotFound]),
        Entry::new(PUT, "/api/me/blocks/{who}", Person, "Blocks somebody")
            .path(WHO)
            .answers_nothing()
            .fails(&[Code::NotFound, Code::Full, Code::Flood]),
        Entry::new(
            DELETE,
            "/api/me/blocks/{who}",
            Person,
            "Blocks somebody no more",
        )
        .path(WHO)
        .answers_nothing()
        .fails(&[Code::NotFound]),
        Entry::new(
            GET,
            "/api/players/{username}",
            Anybody,
            "What anybody may know of a member",
        )
        .path((
            "username",
            "The username, however it is written as long as it looks the same.",
        ))
        .answers::<Profile>(200)
        .fails(&[Code::NotFound, Code::Flood, Code::Unavailable]),
    ]
}

fn programs() -> Vec<Entry> {
    let table = ("id", "The table.");
    let challenge = ("id", "The challenge, as its event names it.");
    let any = Program(None);
    let [play, answer, read] =
        [Scope::Play, Scope::Challenge, Scope::Read].map(|of| Program(Some(of)));
    vec![
        Entry::new(GET, "/api/bot/me", any, "For whom the token speaks").answers::<BotMe>(200),
        Entry::new(
            GET,
            "/api/bot/events",
            read,
            "What concerns the bot, line by line",
        )
        .goes_on::<BotEvent>(),
        Entry::new(
            POST,
            "/api/bot/join",
            play,
            "Takes the first open seat at the table of a code",
        )
        .takes::<JoinTable>()
        .answers::<BotSeat>(200)
        .fails(&[Code::NotFound]),
        Entry::new(
            POST,
            "/api/bot/tables",
            play,
            "Makes a table at which the bot sits",
        )
        .takes::<CreateTable>()
        .answers::<BotTable>(201)
        .fails(&NO_TABLE),
        Entry::new(
            GET,
            "/api/bot/tables/{id}/stream",
            play,
            "What the bot's seat is told, line by line, and its turns",
        )
        .path(table)
        .query(&[("since", "integer", "The last version that was seen.")])
        .goes_on::<SeatLine>()
        .fails(&[Code::Malformed, Code::NotFound]),
        Entry::new(
            POST,
            "/api/bot/tables/{id}/commands",
            play,
            "One command; the answer comes once it is on the disk. The key makes it safe to repeat",
        )
        .path(table)
        .takes::<ClientMessage>()
        .answers::<ServerMessage>(200)
        .fails(&[Code::NotFound]),
        Entry::new(
            POST,
            "/api/bot/tables/{id}/resign",
            play,
            "Leaves: a bot of the server plays the match to its end, which counts as lost",
        )
        .path(table)
        .takes::<Keyed>()
        .answers::<ServerMessage>(200)
        .fails(&[Code::NotFound]),
        Entry::new(
            POST,
            "/api/bot/tables/{id}/rematch",
            play,
            "Offers another match after the one that is over",
        )
        .path(table)
        .takes::<Keyed>()
        .answers::<ServerMessage>(200)
        .fails(&[Code::NotFound]),
        Entry::new(
            GET,
            "/api/bot/matches",
            read,
            "Finished matches of the bot, the latest first, at most 100",
        )
        .query(&[(
            "before",
            "integer",
            "Those before the match of this number.",
        )])
        .answers::<Vec<MyMatch>>(200)
        .fails(&[Code::Malformed]),
        Entry::new(
            GET,
            "/api/bot/matches/{number}/record",
            read,
            "How a match of the bot was played: see docs/record-format.md",
        )
        .path((
            "number",
            "The number of the match, from the list or from its event.",
        ))
        .answers_as(200, Body::text())
        .fails(&[Code::NotFound]),
        Entry::new(
            POST,
            "/api/bot/challenges",
            play,
            "Challenges the owner, a friend of the owner or another bot to a casual match",
        )
        .takes::<MakeChallenge>()
        .answers::<MadeChallenge>(201)
        .fails(&[Code::NotFound, Code::UnknownGame, Code::Paused]),
        Entry::new(
            POST,
            "/api/bot/challenges/{id}/accept",
            answer,
            "Accepts a challenge",
        )
        .path(challenge)
        .answers_nothing()
        .fails(&[Code::NotFound]),
        Entry::new(
            POST,
            "/api/bot/challenges/{id}/decline",
            answer,
            "Declines a challenge",
        )
        .path(challenge)
        .answers_nothing()
        .fails(&[Code::NotFound]),
    ]
}

/// JSON files outside `/api`.
pub fn files() -> Vec<Entry> {
    let path = ("id", "The event.");
    vec![
        Entry::new(
            GET,
            "/e/{id}/files/event.json",
            Anybody,
            "What everybody may see of an event in a hall: see docs/events.md",
        )
        .path(path)
        .answers::<Value>(200),
        Entry::new(
            GET,
            "/e/{id}/files/event.jsonl",
            Person,
            "The log of an event, for those at its desk: see docs/events.md",
        )
        .path(path)
        .answers_as(200, Body::lines::<Value>()),
    ]
}
