//! Tests of a server.

use std::io::{self, Read as _};
use std::thread;
use std::time::{Duration, Instant};

use capicu_i18n::Texts;
use capicu_protocol::bot::SeatLine;
use capicu_protocol::{ClientMessage, Created, MAX_MESSAGE, Refusal, ServerMessage, encode};
use serde_json::{Value, json};

use super::game::{Game, TABLE, new_key, next};
use super::http::{Answer, Request, Site};
use super::tally::{Tally, Verdict};

const SLOW: Duration = Duration::from_secs(3);

/// The longest time for an answer of a table while another client reads slowly.
const QUICK: Duration = Duration::from_secs(10);

/// Requests in a row that any server may refuse.
const FLOOD: u32 = 3_000;

/// A check of a server: its tokens, and the results so far.
struct Check<'a> {
    site: &'a Site,
    texts: Texts,
    tally: Tally,
    token: &'a str,
    expired: Option<&'a str>,
    /// A token without the scope to play.
    narrow: Option<&'a str>,
}

/// Checks a server with these tokens. Fails if there is no server, or no token may play there.
pub fn check(site: &Site, tokens: &[String], texts: Texts) -> Result<Tally, String> {
    let [mut playing, mut expired, mut narrow] = [None; 3];
    let mut last = String::new();
    for token in tokens {
        let me = get(site, "/api/bot/me", Some(token));
        let me = me.map_err(|error| texts.check_no_server(&texts.io_error(&error)))?;
        last = me.told();
        let scopes = me.json()["scopes"].clone();
        let plays = scopes
            .as_array()
            .is_some_and(|all| all.contains(&"play".into()));
        match (me.status, plays) {
            (200, true) => playing = playing.or(Some(token.as_str())),
            (200, false) => narrow = narrow.or(Some(token.as_str())),
            _ if me.json()["code"] == "token-expired" => expired = expired.or(Some(token.as_str())),
            _ => {}
        }
    }
    let mut check = Check {
        site,
        texts,
        tally: Tally::new("server"),
        token: playing.ok_or_else(|| texts.check_no_playing_token(&last))?,
        expired,
        narrow,
    };
    check.tokens();
    check.places();
    if let Err(why) = check.at_a_table() {
        let told = check.texts.check_trap_whole_match();
        check
            .tally
            .add("table", told, Verdict::Failed(texts.io_error(&why)));
    }
    check.flood();
    Ok(check.tally)
}

fn get(site: &Site, path: &str, token: Option<&str>) -> io::Result<Answer> {
    site.ask(Request {
        method: "GET",
        path,
        token,
        body: None,
    })
}

fn compare(texts: Texts, expected: &str, found: io::Result<String>) -> Verdict {
    let found = found.unwrap_or_else(|error| texts.io_error(&error));
    match found == expected {
        true => Verdict::Passed,
        false => Verdict::Failed(texts.check_expected(expected, &found)),
    }
}

fn said(answer: &Answer) -> String {
    match serde_json::from_slice(&answer.body) {
        Ok(ServerMessage::Done { version, .. }) => format!("done {version}"),
        Ok(ServerMessage::Refused { refusal, .. }) => {
            let refusal = serde_json::to_value(refusal).unwrap_or_default();
            format!("refused {}", refusal.as_str().unwrap_or("otherwise"))
        }
        _ => answer.told(),
    }
}

impl Check<'_> {
    fn tokens(&mut self) {
        let (site, texts) = (self.site, self.texts);
        let me = |token| get(site, "/api/bot/me", token).map(|answer| answer.told());
        let none = compare(texts, "401 bad-token", me(None));
        self.tally
            .add("no-token", texts.check_trap_no_token(), none);
        let forged = format!("capi_{}", "0f".repeat(32));
        let forged = compare(texts, "401 bad-token", me(Some(&forged)));
        self.tally
            .add("forged-token", texts.check_trap_forged_token(), forged);
        let expired = match self.expired {
            Some(token) => compare(texts, "401 token-expired", me(Some(token))),
            None => Verdict::Skipped(texts.check_list_expired()),
        };
        self.tally
            .add("expired-token", texts.check_trap_expired_token(), expired);
        let narrow = match self.narrow {
            Some(token) => {
                let made = site.ask(Request {
                    method: "POST",
                    path: "/api/bot/tables",
                    token: Some(token),
                    body: Some(TABLE),
                });
                compare(texts, "403 out-of-scope", made.map(|answer| answer.told()))
            }
            None => Verdict::Skipped(texts.check_list_narrow()),
        };
        self.tally
            .add("out-of-scope", texts.check_trap_out_of_scope(), narrow);
    }

    /// Tests ids without a table, and tables of others.
    fn places(&mut self) {
        let (site, token) = (self.site, self.token);
        let ask = |table: &str| {
            let stream = format!("/api/bot/tables/{table}/stream");
            let commands = format!("/api/bot/tables/{table}/commands");
            let leave = encode(&ClientMessage::Leave { key: new_key() });
            let heard = get(site, &stream, Some(token))?;
            let done = site.ask(Request {
                method: "POST",
                path: &commands,
                token: Some(token),
                body: Some(&leave),
            })?;
            Ok(format!("{}, {}", heard.told(), done.told()))
        };
        let both = "404 not-found, 404 not-found";
        let wrong = compare(self.texts, both, ask("aaaaaaaaaaaa"));
        self.tally
            .add("wrong-table", self.texts.check_trap_wrong_table(), wrong);
        let others = site.ask(Request {
            method: "POST",
            path: "/api/tables",
            token: None,
            body: Some(TABLE),
        });
        let others = others.and_then(|made| match serde_json::from_slice::<Created>(&made.body) {
            Ok(made) => ask(made.table.as_str()),
            Err(_) => Ok(made.told()),
        });
        let others = compare(self.texts, both, others);
        self.tally
            .add("wrong-seat", self.texts.check_trap_wrong_seat(), others);
    }

    fn at_a_table(&mut self) -> io::Result<()> {
        let texts = self.texts;
        let mut game = Game::begin(self.site, self.token)?;

        let body = encode(&game.turn()?);
        let same = self.twice(&mut game, &body)?;
        self.tally
            .add("same-key", texts.check_trap_same_key(), same);

        let body = encode(&game.turn()?);
        game.say_and_go(&body)?;
        let lost = self.twice(&mut game, &body)?;
        self.tally
            .add("lost-answer", texts.check_trap_lost_answer(), lost);

        let turn = game.turn()?;
        let mut stale = serde_json::to_value(&turn)?;
        stale["act"]["expected"] = (game.version() - 1).into();
        stale["act"]["key"] = new_key().as_str().into();
        let stale = game.say(&stale.to_string())?;
        let refused = serde_json::to_value(Refusal::Stale)?;
        let refused = format!("refused {}", refused.as_str().unwrap_or_default());
        let stale = compare(texts, &refused, Ok(said(&stale)));
        self.tally.add("stale", texts.check_trap_stale(), stale);

        let mut more = serde_json::to_value(&turn)?;
        more["act"]["from_a_later_version"] = json!(1);
        let more = game.say(&more.to_string())?;
        let unknown = compare(texts, "400 malformed", Ok(more.told()));
        self.tally
            .add("unknown-field", texts.check_trap_unknown_field(), unknown);
        let long = json!({ "ping": { "n": 1, "long": "x".repeat(MAX_MESSAGE) } });
        let long = game.say(&long.to_string());
        let long = compare(texts, "413 too-large", long.map(|answer| answer.told()));
        self.tally
            .add("too-long", texts.check_trap_too_long(), long);

        let since = game.listen_since().map(|(_, first)| match first {
            ServerMessage::Snapshot(snapshot) if snapshot.version >= game.version() => "whole",
            ServerMessage::Delta { version, .. } if version >= game.version() => "whole",
            _ => "another message",
        });
        let since = compare(texts, "whole", since.map(str::to_owned));
        self.tally.add("since", texts.check_trap_since(), since);
        let slow = self.slow(&mut game, &encode(&turn));
        self.tally
            .add("slow-reading", texts.check_trap_slow_reading(), slow?);
        Ok(())
    }

    /// Sends a command twice: the answers must be equal. If the server acted twice, the stream would contradict the
    /// rules.
    fn twice(&self, game: &mut Game<'_>, body: &str) -> io::Result<Verdict> {
        let [first, second] = [game.say(body)?, game.say(body)?].map(|answer| said(&answer));
        let version = first.strip_prefix("done ").and_then(|n| n.parse().ok());
        let Some(version) = version else {
            return Ok(compare(self.texts, "done", Ok(first)));
        };
        game.reach(version)?;
        Ok(compare(self.texts, &first, Ok(second)))
    }

    /// Another client opens the seat and does not read for a while. The table must answer others, and deliver the
    /// unread lines whole.
    fn slow(&self, game: &mut Game<'_>, turn: &str) -> io::Result<Verdict> {
        let path = format!("/api/bot/tables/{}/stream", game.table);
        let (_, mut lazy) = self.site.open(Request {
            method: "GET",
            path: &path,
            token: Some(self.token),
            body: None,
        })?;
        lazy.by_ref().take(1).read_exact(&mut [0])?;
        let began = Instant::now();
        let done = game.say(turn)?;
        let took = began.elapsed();
        let Ok(ServerMessage::Done { version, .. }) = serde_json::from_slice(&done.body) else {
            return Ok(compare(self.texts, "done", Ok(said(&done))));
        };
        if took > QUICK {
            let seconds = format!("{} s", took.as_secs());
            return Ok(Verdict::Failed(self.texts.check_expected("10 s", &seconds)));
        }
        thread::sleep(SLOW);
        // The rest of the first line, of which one byte was read.
        let mut line = String::new();
        io::BufRead::read_line(&mut lazy, &mut line)?;
        let whole = serde_json::from_str::<Value>(&format!("{{{line}")).is_ok();
        let mut reached = 0;
        while whole && reached < version {
            reached = match next(&mut lazy)? {
                SeatLine::Message(ServerMessage::Events { version, .. }) => version,
                SeatLine::Message(ServerMessage::Closed { why }) => {
                    return Ok(compare(self.texts, "events", Ok(why.word().to_owned())));
                }
                _ => reached,
            };
        }
        Ok(match whole {
            true => Verdict::Passed,
            false => Verdict::Failed(self.texts.check_expected("JSON", &line)),
        })
    }

    /// Sends more requests than any client needs. It comes last, since the server refuses all clients at this address
    /// for a while.
    fn flood(&mut self) {
        let request = Request {
            method: "GET",
            path: "/api/bot/me",
            token: Some(self.token),
            body: None,
        };
        let mut found = Ok(String::from("200"));
        for _ in 0..FLOOD {
            found = self.site.ask_once(request).map(|answer| answer.told());
            if found.as_ref().is_ok_and(|told| told != "200") {
                break;
            }
        }
        let flood = compare(self.texts, "429 flood", found);
        self.tally
            .add("flood", self.texts.check_trap_flood(), flood);
    }
}
