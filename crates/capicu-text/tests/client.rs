//! A client without pictures: it prints sentences and sends typed lines. Every game can be played with it to the end.

use capicu::{Action, Game};
use capicu_client::{ClientTable, Command, Moment};
use capicu_geometry::Felt;
use capicu_i18n::{Lang, Texts};
use capicu_practice::Practice;
use capicu_protocol::{
    Clock, CreateTable, Event, Hints, Key, Level, MatchStopped, Plan, ServerMessage, TableRules,
    Token, WhyStopped,
};
use capicu_text::typed::{Answer, answer};
use capicu_text::{Announcer, Wait, spread};

const FELT: Felt = Felt {
    width: 800,
    height: 600,
};

struct Client {
    practice: Practice,
    table: ClientTable,
    now: u64,
    n_sent: u32,
    printed: Vec<String>,
    refused: Vec<String>,
}

impl Client {
    fn new(game: &Game, n_seats: u8) -> Self {
        let rules = game.rules(n_seats).expect("the game has that many seats");
        let asked = CreateTable {
            rules: TableRules::new(game.id, &rules),
            seats: vec![Plan::Me],
            turn_time: None,
            grace: None,
            level: Some(Level::Passes),
            hints: Some(Hints::Off),
            watching: None,
            passed: None,
            name: Some("Ana".to_owned()),
        };
        let now = 1_000_000;
        let (practice, messages) = Practice::new(asked, || [5; 32], now).expect("a table");
        let (ServerMessage::Snapshot(first), rest) = messages.split_first().expect("a message")
        else {
            panic!("the first message is a snapshot");
        };
        let mut table = ClientTable::found(first, now as f64).expect("a readable snapshot");
        assert_eq!(
            table.take_moments(),
            [],
            "the first snapshot announces nothing"
        );
        let mut client = Self {
            practice,
            table,
            now,
            n_sent: 0,
            printed: Vec::new(),
            refused: Vec::new(),
        };
        client.hear(rest.to_vec());
        client
    }

    /// Waits until the table waits for the person.
    fn wait(&mut self) {
        while let Some(wait) = self.practice.wait(self.now) {
            self.now += u64::from(wait.after);
            let messages = self.practice.happen(wait.step, self.now);
            self.hear(messages);
        }
    }

    fn hear(&mut self, messages: Vec<ServerMessage>) {
        for message in messages {
            if let ServerMessage::Refused { refusal, .. } = &message {
                self.refused.push(format!("{refusal:?}"));
                self.table.take_back();
            }
            let heard = self.table.hear(&message, self.now as f64);
            heard.expect("every message continues the last one");
            for moment in self.table.take_moments() {
                let laid = spread(&self.table, FELT);
                let announcer = Announcer {
                    table: &self.table,
                    spread: &laid,
                    texts: Texts::new(Lang::En),
                    now: self.now as f64,
                    has_table_words: true,
                };
                let sentence = announcer.announce(&moment);
                let quiet = matches!(moment, Moment::Told(_) | Moment::Called { .. });
                assert!(quiet || sentence.is_some(), "{moment:?}");
                self.printed.extend(sentence);
            }
        }
    }

    /// The line that the player sees before they type.
    fn prompt(&self) -> String {
        let texts = Texts::new(Lang::En);
        let wait = Wait::of(&self.table);
        let headline = wait.headline(&self.table, texts, self.now as f64);
        if headline.is_empty() {
            let Answer::Say(turn) = answer("turn", &self.table, FELT, texts) else {
                panic!("turn is answered with a sentence");
            };
            return turn;
        }
        format!(
            "{headline} {}",
            wait.detail(&self.table, texts, self.now as f64)
        )
    }

    /// Sends a typed line; the answer if it is a sentence.
    fn enter(&mut self, line: &str) -> Option<String> {
        let command = match answer(line, &self.table, FELT, Texts::new(Lang::En)) {
            Answer::Say(sentence) => return Some(sentence),
            Answer::Again => return self.printed.last().cloned(),
            Answer::Command(command) => command,
        };
        let token = || Token::new([0; 32]);
        let Some(command) = command.command(token) else {
            // To lead oneself sends nothing: the next tile leads.
            return None;
        };
        if let Command::Act(action) = command {
            self.table.send(action);
        }
        self.n_sent += 1;
        let key = Key::new(&format!("{:024}", self.n_sent)).expect("a key");
        let message = command.message(key, &self.table);
        let messages = self.practice.hear(message, self.now);
        self.hear(messages);
        None
    }
}

#[test]
fn every_game_is_played_to_its_end_by_typed_lines() {
    for game in Game::ALL {
        let n_seats = (2..=4).find(|n| game.rules(*n).is_some()).expect("seats");
        let mut client = Client::new(game, n_seats);
        let mut rounds = 0;
        for _ in 0..4000 {
            client.wait();
            let prompt = client.prompt();
            assert!(!prompt.trim().is_empty(), "{}: no prompt", game.id);
            if prompt.contains("Type next for a rematch") {
                break;
            }
            let line = if prompt.contains("Type next") {
                rounds += 1;
                "next".to_owned()
            } else {
                match client.table.actions().first() {
                    Some(Action::Pass) => "pass".to_owned(),
                    Some(Action::Draw) => "draw".to_owned(),
                    Some(Action::HandOver) | None => "mine".to_owned(),
                    Some(action) => action.to_string(),
                }
            };
            let said = client.enter(&line);
            assert_eq!(said, None, "{}: {line} after {prompt}", game.id);
            assert_eq!(client.refused, [""; 0], "{}: {line}", game.id);
        }
        assert!(client.practice.is_over(), "{}: {rounds} rounds", game.id);
        assert!(client.printed.len() > 10, "{}", game.id);
    }
}

#[test]
fn stopped_match_asks_for_no_next_round() {
    let game = Game::by_id("block").expect("a game");
    let mut client = Client::new(game, 2);
    let stopped = MatchStopped {
        number: 1,
        scores: vec![0, 0],
        why: WhyStopped::Time,
    };
    client.hear(vec![ServerMessage::Events {
        version: client.table.version() + 1,
        events: vec![Event::MatchStopped(stopped)],
        clock: Clock {
            now: client.now,
            deadline: None,
            banks: Vec::new(),
        },
    }]);
    assert_eq!(client.prompt(), "Time is up");
}
