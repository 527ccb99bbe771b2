//! A practice table whose tab is closed again and again.

use capicu::{Seat, TableView};
use capicu_ai::{Bot as _, Heavy};
use capicu_practice::{Practice, ResumeError};
use capicu_protocol::{
    ClientMessage, CreateTable, Event, Key, Plan, ServerMessage, Snapshot, TableRules,
};
use chacha20::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng as _};

const NOW: u64 = 1_000_000;

fn chances(number: u8) -> impl FnMut() -> [u8; 32] + 'static {
    let mut rng = ChaCha20Rng::from_seed([number; 32]);
    move || {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        bytes
    }
}

fn asked(game: &str, players: u8) -> CreateTable {
    let rules = capicu::Game::by_id(game).unwrap().rules(players).unwrap();
    CreateTable {
        rules: TableRules {
            title: Some("Our house".to_owned()),
            ..TableRules::new(game, &rules)
        },
        seats: vec![Plan::Me; 1],
        turn_time: None,
        grace: None,
        level: None,
        hints: None,
        watching: None,
        passed: None,
        name: Some("Ana".to_owned()),
    }
}

/// The stored lines of a table, and the table while its tab is open.
struct Device {
    lines: Vec<String>,
    table: Practice,
    view: TableView,
    version: u64,
    deal: u32,
    n_said: u32,
    now: u64,
}

fn snapshot(told: &[ServerMessage]) -> Snapshot {
    let found = told.iter().find_map(|message| match message {
        ServerMessage::Snapshot(snapshot) => Some((**snapshot).clone()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{told:?}"))
}

impl Device {
    fn sit(game: &str, players: u8) -> Self {
        let (table, told) = Practice::new(asked(game, players), chances(3), NOW).unwrap();
        let rules = asked(game, players).rules.rules().unwrap();
        let mut device = Self {
            lines: Vec::new(),
            table,
            view: TableView::new(rules, Seat::default()),
            version: 0,
            deal: 0,
            n_said: 0,
            now: NOW,
        };
        device.hear(told);
        device
    }

    /// Stores new lines, and then handles the messages.
    fn hear(&mut self, told: Vec<ServerMessage>) {
        self.lines.extend(self.table.take_unsaved());
        for message in told {
            match message {
                ServerMessage::Snapshot(snapshot) => {
                    self.view = snapshot.view().unwrap();
                    // Earlier events of the match are counted already.
                    if self.version == 0 {
                        snapshot.events.iter().for_each(|event| self.count(event));
                    }
                    self.version = snapshot.version;
                }
                ServerMessage::Events {
                    version, events, ..
                } => {
                    self.version = version;
                    for event in events {
                        self.count(&event);
                        if let Some(seen) = event.seen().unwrap() {
                            self.view.observe(&seen);
                        }
                    }
                }
                ServerMessage::Refused { refusal, .. } => panic!("{refusal:?}"),
                _ => {}
            }
        }
    }

    fn count(&mut self, event: &Event) {
        match event {
            Event::MatchBegan { .. } => self.deal = 0,
            Event::Dealt(_) | Event::Redealt(_) => self.deal += 1,
            _ => {}
        }
    }

    /// Closes and reopens the tab; the view stays the same.
    fn reopen(&mut self, chance: u8) {
        let kept = self.lines.join("\n");
        let (table, told) = Practice::resume(&kept, chances(chance), self.now).unwrap();
        let view = snapshot(&told).view().unwrap();
        assert_eq!(view.board(), self.view.board());
        assert_eq!(view.scores(), self.view.scores());
        let hand = |view: &TableView| view.round().map(|round| round.hand());
        assert_eq!(hand(&view), hand(&self.view));
        self.table = table;
        self.hear(told);
    }

    /// Takes one step. Returns whether the match continues.
    fn step(&mut self) -> bool {
        if self.view.result().is_some() {
            return false;
        }
        if let Some(wait) = self.table.wait(self.now) {
            self.now += u64::from(wait.after);
            let told = self.table.happen(wait.step, self.now);
            self.hear(told);
            return true;
        }
        let mut rng = ChaCha20Rng::from_seed([7; 32]);
        self.n_said += 1;
        let key = Key::new(&format!("k{}", self.n_said)).unwrap();
        let chosen = self.view.round();
        let chosen = chosen.and_then(|round| Heavy.choose(round, &mut rng));
        let message = match chosen {
            Some(action) => ClientMessage::Act {
                key,
                expected: self.version,
                action: action.into(),
            },
            None => ClientMessage::Ready {
                key,
                deal: self.deal,
            },
        };
        let told = self.table.hear(message, self.now);
        self.hear(told);
        true
    }
}

#[test]
fn table_resumes_wherever_its_tab_was_closed() {
    for (game, players) in [("cut-throat", 3), ("club", 2), ("jamaican-partner", 4)] {
        let mut device = Device::sit(game, players);
        let mut n = 0_u32;
        while device.step() {
            n += 1;
            if n.is_multiple_of(3) {
                device.reopen((n % 250) as u8);
            }
            assert!(n < 20_000, "{game}: the match goes on and on");
        }
        assert!(device.table.is_over());
        assert_eq!(device.table.game(), (game, Some("Our house")));
        assert!(n > 20, "{game}: {n}");
        // All lines were taken, the end of the match included.
        assert!(device.table.take_unsaved().is_empty());
        device.reopen(1);
        assert!(device.table.is_over());
    }
}

#[test]
fn clock_set_back_stops_nothing() {
    let mut device = Device::sit("cien", 4);
    for _ in 0..10 {
        device.step();
    }
    device.now = 5;
    device.reopen(2);
    for _ in 0..200 {
        device.step();
    }
    assert!(device.now < NOW, "the device goes by its own clock");
    assert!(device.view.result().is_some() || device.lines.len() > 60);
}

#[test]
fn unreadable_table_differs_from_no_table() {
    let device = Device::sit("block", 2);
    let text = device.lines.join("\n");
    let wrong = |text: &str| Practice::resume(text, chances(1), NOW).err();
    assert!(wrong(&text).is_none());
    assert!(matches!(wrong(""), Some(ResumeError::Unreadable(_))));
    // A line is missing in the middle.
    let gap: Vec<&str> = text
        .lines()
        .enumerate()
        .filter(|(n, _)| *n != 1)
        .map(|(_, line)| line)
        .collect();
    assert!(matches!(
        wrong(&gap.join("\n")),
        Some(ResumeError::Unreadable(_))
    ));
    // A newer version wrote it.
    let newer = text.replacen("\"format\":", "\"format\":9", 1);
    assert!(matches!(wrong(&newer), Some(ResumeError::Unreadable(_))));
    assert!(matches!(
        wrong(&text.replacen("\"fact\":", "\"fakt\":", 1)),
        Some(ResumeError::Unreadable(_))
    ));
}
