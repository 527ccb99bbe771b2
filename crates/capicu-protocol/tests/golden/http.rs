//! Records of the bodies of HTTP requests and answers.

use capicu_protocol::TableId;
use capicu_protocol::*;

use crate::common::{every_kind, golden, recorded, seat};
use crate::golden::rules;

pub fn token() -> Token {
    Token::new([0xab; 32])
}

#[test]
fn http_bodies_match_their_records() {
    recorded("http-create-table").is(&CreateTable {
        rules: rules(),
        seats: vec![Plan::Me, Plan::Bot, Plan::Open, Plan::Bot],
        turn_time: Some(TurnTime::Off),
        grace: Some(60),
        level: Some(Level::Concludes),
        hints: Some(Hints::On),
        watching: Some(Watching::On),
        passed: Some(Passed::Off),
        name: Some("Miss Lou".into()),
    });
    recorded("http-created").is(&Created {
        table: TableId::stored("abcdefghij"),
        seat: seat(0),
        token: token(),
        open: vec![SeatToken {
            seat: seat(2),
            token: token(),
        }],
    });
    recorded("http-error").is(&ApiError {
        code: ApiErrorCode::BadOptions,
        options: vec![OptionProblem {
            option: "target".into(),
            detail: "not a whole number from 1 to 5000".into(),
        }],
        detail: None,
    });
    recorded("http-options").is(&vec![OptionText {
        name: "calls-declared".into(),
        text: "Out loud".into(),
    }]);
    recorded("http-health").is(&Health {
        version: "0.1.0".into(),
        protocol: VERSION,
    });
    let codes = vec![
        ApiErrorCode::Malformed,
        ApiErrorCode::TooLarge,
        ApiErrorCode::UnknownGame,
        ApiErrorCode::BadPlayers,
        ApiErrorCode::BadOptions,
        ApiErrorCode::BadSeats,
        ApiErrorCode::BadName,
        ApiErrorCode::BadGrace,
        ApiErrorCode::Flood,
        ApiErrorCode::ForeignOrigin,
        ApiErrorCode::NotFound,
        ApiErrorCode::BadMethod,
        ApiErrorCode::NotSignedIn,
        ApiErrorCode::BadUsername,
        ApiErrorCode::UsernameTaken,
        ApiErrorCode::BadCode,
        ApiErrorCode::NoPasskeys,
        ApiErrorCode::CeremonyOver,
        ApiErrorCode::BadPasskey,
        ApiErrorCode::PasskeyKnown,
        ApiErrorCode::TooManyPasskeys,
        ApiErrorCode::LastWayIn,
        ApiErrorCode::BadToken,
        ApiErrorCode::TokenExpired,
        ApiErrorCode::OutOfScope,
        ApiErrorCode::Blocked,
        ApiErrorCode::Full,
        ApiErrorCode::Paused,
        ApiErrorCode::Banned,
        ApiErrorCode::Unavailable,
    ];
    golden("http-error-codes", &codes);
    every_kind(&codes);
}

#[test]
fn bodies_about_friends_match_their_records() {
    let person = |username: &str| PersonInfo {
        id: "abcdefghijkm2345".parse().unwrap(),
        username: Some(username.into()),
        name: Some("Ana".into()),
        since: 1_795_386_900_000,
    };
    let presence = vec![Whereabouts::Away, Whereabouts::Here, Whereabouts::AtTable];
    every_kind(&presence);
    recorded("people-friends").is(&MyFriends {
        friends: vec![FriendInfo {
            person: person("ana_2"),
            presence: Some(Whereabouts::AtTable),
        }],
        asking: vec![person("eva")],
        asked: vec![person("ben")],
        blocked: vec![PersonInfo {
            username: None,
            ..person("")
        }],
        shown: true,
    });
    golden("people-shown", &ShowMe { shown: false });
    recorded("people-profile").is(&Profile {
        username: "ana_2".into(),
        name: Some("Ana".into()),
        since: 1_795_386_900_000,
        ratings: vec![RatingInfo {
            family: "draw".into(),
            low: 910,
            high: 1190,
            matches: 12,
            provisional: true,
        }],
        games: vec![GameTally {
            game: "draw".into(),
            matches: 14,
            won: 9,
        }],
    });
}

#[test]
fn bodies_about_players_match_their_records() {
    let id: PlayerId = "abcdefghijkm2345".parse().unwrap();
    recorded("people-make").is(&MakeMe {
        name: Some("Ana".into()),
    });
    golden("people-change", &ChangeMe { name: "Ana".into() });
    let chosen = [("capicu.look.theme", "dark"), ("capicu.volume", "50")];
    let settings = chosen.map(|(name, value)| (name.to_owned(), value.to_owned()));
    recorded("people-settings").is(&Chosen {
        at: 1_700_000_000_000,
        settings: settings.into(),
    });
    recorded("people-me").is(&Me {
        id,
        username: Some("ana_2".into()),
        name: Some("Ana".into()),
        codes: 10,
        since: 1_795_386_900_000,
    });
    recorded("people-join").is(&Join {
        username: "ana_2".into(),
    });
    let codes = vec!["abcd-efgh-ijkm-2345".into()];
    golden("people-codes", &RecoveryCodes { codes });
    let sign_in = vec![
        SignIn::Code {
            username: "ana_2".into(),
            code: "abcd-efgh-ijkm-2345".into(),
        },
        SignIn::Device { token: token() },
        SignIn::Passkey {
            ceremony: token(),
            credential: Credential {
                raw_id: "iOkUYs0VzDs".into(),
                response: Assertion {
                    client_data: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0".into(),
                    authenticator_data: "SZYN5YgOjGh0NBcPZHZgW4".into(),
                    signature: "MEUCIQDN2Ye8".into(),
                    user_handle: Some("YWJjZGVmZ2hpamttMjM0NQ".into()),
                },
            },
        },
    ];
    golden("people-sign-in", &sign_in);
    every_kind(&sign_in);
    passkeys();
    recorded("people-device").is(&DeviceLink {
        token: token(),
        until: 1_795_386_900_000,
    });
    recorded("people-sessions").is(&vec![SessionInfo {
        id: "00112233445566ff".into(),
        label: "Firefox, Android".into(),
        this: true,
        since: 1_795_386_900_000,
        seen: 1_795_390_500_000,
    }]);
    recorded("people-tables").is(&vec![MyTable {
        table: TableId::stored("abcdefghij23"),
        seat: seat(2),
        game: "jamaican-partner".into(),
        title: Some("Domingo".into()),
        at: 1_795_386_900_000,
    }]);
    let seats = vec![
        Sitter::Person {
            name: Some("Ana".into()),
            away: false,
            part: Part::Deserted,
        },
        Sitter::Bot(Level::Club),
    ];
    every_kind(&seats);
    recorded("people-matches").is(&vec![MyMatch {
        number: 7,
        table: TableId::stored("abcdefghij23"),
        at: 1_795_386_900_000,
        game: "draw".into(),
        seat: seat(0),
        seats,
        scores: vec![100, 35],
        winner: 0,
        rounds: 4,
        rated: Some("draw".to_owned()),
    }]);
}

fn passkeys() {
    let username = Some("ana_2".into());
    golden("people-passkey-begin", &BeginPasskey { username });
    // Shortened: the specification of WebAuthn defines the whole object.
    // In alphabetical order, in which a map without an order of its own is written too.
    let options = serde_json::json!({
        "challenge": "Q0hBTExFTkdF",
        "pubKeyCredParams": [{ "alg": -7, "type": "public-key" }],
        "rp": { "id": "dominoes.example", "name": "Capicú" },
        "user": { "displayName": "Ana", "id": "YWJjZGVmZ2hpamttMjM0NQ", "name": "ana_2" },
    });
    let ceremony = token();
    golden("people-passkey-begun", &Ceremony { ceremony, options });
    recorded("people-passkey-add").is(&AddPasskey {
        ceremony: token(),
        credential: Credential {
            raw_id: "iOkUYs0VzDs".into(),
            response: Attestation {
                client_data: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0".into(),
                attestation_object: "o2NmbXRkbm9uZWdhdHRTdG10oA".into(),
            },
        },
    });
    let info = |used| PasskeyInfo {
        id: "00112233445566ff".into(),
        label: "Firefox, Android".into(),
        site: "dominoes.example".into(),
        since: 1_795_386_900_000,
        used,
    };
    recorded("people-passkey-added").is(&AddedPasskey {
        passkey: info(None),
        codes: vec!["abcd-efgh-ijkm-2345".into()],
    });
    golden("people-passkeys", &vec![info(Some(1_795_390_500_000))]);
}

#[test]
fn bodies_of_bots_match_their_records() {
    recorded("http-bot-table").is(&BotTable {
        table: TableId::stored("abcdefghij"),
        seat: seat(0),
        open: vec![SeatToken {
            seat: seat(2),
            token: token(),
        }],
    });
    recorded("http-bot-keyed").is(&Keyed {
        key: Key::new("k-1").unwrap(),
    });
    recorded("http-bot-challenge").is(&MakeChallenge {
        username: "ana".into(),
        game: "block".into(),
        speed: Some("fast".into()),
    });
    recorded("http-bot-challenged").is(&MadeChallenge {
        id: "abcdefghij".into(),
    });
}
