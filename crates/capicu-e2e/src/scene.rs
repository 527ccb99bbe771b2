//! A table whose messages a test sends: it can stop right before the moment that it wants to see.

use capicu::fair::Seed;
use capicu::{Action, Call, Fact, Game, Rules, Seat, Table, VisibleEvent, Waiting};
use capicu_protocol::{
    Actor, Clock, Event, Hints, Holder, Level, MatchInfo, Passed, SeatInfo, ServerMessage, Sheet,
    Snapshot, TableRules, TurnTime, Watching, encode,
};

use crate::{Browser, Result};

/// The address of the table: no server knows it.
const ADDRESS: &str = "/t/aaaaaaaaaaaa#";

/// Sockets that send nothing. `sent` has the messages of the page, and `hear` passes a message to it.
const SOCKET: &str = "(() => {
    window.sent = [];
    window.WebSocket = class {
        constructor() {
            window.hear = (data) => this.onmessage?.(new MessageEvent('message', { data }));
            setTimeout(() => this.onopen?.(new Event('open')));
        }
        send(text) { sent.push(text); }
        close() {}
    };
})()";

const NAMES: [&str; 4] = ["Ana", "Luis", "Marva", "Beni"];

/// The messages of a table, as seat 0 receives them.
#[derive(Clone, Debug)]
pub struct Scene {
    before: Snapshot,
    events: Vec<Event>,
}

impl Scene {
    /// Plays matches of a game with these options changed, by random legal actions and with every muggins claimed, until
    /// a fact has the wanted events.
    ///
    /// # Errors
    ///
    /// If no match of many has them.
    pub fn find(
        (game, players): (&str, u8),
        changes: &[(&str, &str)],
        wanted: impl Fn(&[VisibleEvent]) -> bool,
    ) -> Result<Self> {
        let preset = Game::by_id(game).ok_or("no such game")?;
        let mut choices = preset.choices(players).ok_or("no such table")?;
        for (name, value) in changes {
            choices = choices.with(name, value)?;
        }
        let rules = Rules::new(choices)?;
        for number in 0..4000 {
            if let Some((before, events)) = play(&rules, number, &wanted)? {
                let before = snapshot(game, &rules, before);
                return Ok(Self { before, events });
            }
        }
        Err(format!("no match of {game} has it").into())
    }

    /// Opens the table right before the moment.
    pub async fn open(&self, browser: &Browser, home: &str) -> Result<()> {
        browser.before_each_page(SOCKET).await?;
        self.open_again(browser, home).await
    }

    /// The same for another scene in a browser that has opened one.
    pub async fn open_again(&self, browser: &Browser, home: &str) -> Result<()> {
        // The same address again would not load the page again.
        browser.open("about:blank").await?;
        let secret = "a".repeat(64);
        browser.open(&format!("{home}{ADDRESS}{secret}")).await?;
        browser.until("sent.length > 0").await?;
        let first = ServerMessage::Snapshot(Box::new(self.before.clone()));
        self.hear(browser, &encode(&first)).await?;
        browser.wait("hand").await?;
        // Its style sheet comes with the parts that can wait.
        browser
            .evaluate("dispatchEvent(new Event('pointerdown'))")
            .await?;
        let styled =
            "[...document.styleSheets].some((sheet) => sheet.href?.includes('highlights'))";
        browser.until(styled).await
    }

    /// Sends the message with the moment.
    pub async fn play(&self, browser: &Browser) -> Result<()> {
        let message = ServerMessage::Events {
            version: self.before.version + 1,
            events: self.events.clone(),
            clock: self.before.clock.clone(),
        };
        self.hear(browser, &encode(&message)).await
    }

    async fn hear(&self, browser: &Browser, message: &str) -> Result<()> {
        let text = serde_json::to_string(message)?;
        browser.evaluate(&format!("hear({text})")).await?;
        Ok(())
    }
}

/// The events of the round before the wanted ones, and those.
type Found = Option<(Vec<Event>, Vec<Event>)>;

fn play(rules: &Rules, number: u64, wanted: impl Fn(&[VisibleEvent]) -> bool) -> Result<Found> {
    let (mut table, seed) = (Table::new(*rules), Seed::from_number(number));
    let (me, mut before) = (Seat::default(), Vec::new());
    let mut chance = number;
    loop {
        let claims = |seat: &Seat| {
            let board = table.round().map(capicu::Round::board);
            board.is_some_and(|board| board.may_call(*seat, Call::Muggins))
        };
        let claim = Seat::all(rules.n_seats()).find(claims);
        let fact = match (table.waiting(), claim) {
            (_, Some(seat)) => Fact::Called {
                seat,
                call: Call::Muggins,
            },
            (Waiting::TurnUp, _) => Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up())),
            (Waiting::Deal, _) => {
                before.clear();
                Fact::Dealt(Box::new(seed.deal(table.game().rules(), table.n_deals())))
            }
            (Waiting::Act(_), _) => {
                let round = table.round().ok_or("a round is in play")?;
                Fact::Acted(any(&round.legal_actions(), &mut chance))
            }
            (Waiting::Nothing, _) => return Ok(None),
        };
        let deal = table.n_deals();
        let seen = table.apply(&fact)?;
        let seen: Vec<VisibleEvent> = seen.iter().map(|event| event.visible_to(me)).collect();
        let sent = seen
            .iter()
            .map(|event| Event::from_seen(event, deal, Actor::Bot));
        let sent: Vec<Event> = sent.collect();
        if wanted(&seen) {
            return Ok(Some((before, sent)));
        }
        before.extend(sent);
    }
}

/// Any of the actions, by a linear congruence.
fn any(actions: &[Action], chance: &mut u64) -> Action {
    *chance = chance
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    actions[(*chance >> 33) as usize % actions.len()]
}

fn snapshot(game: &str, rules: &Rules, events: Vec<Event>) -> Snapshot {
    let person = |name: &str| SeatInfo {
        holder: Holder::Person,
        name: Some(name.to_owned()),
        stand_in: None,
        devices: 1,
        bot_at: None,
    };
    let n_seats = usize::from(rules.n_seats());
    Snapshot {
        version: 1,
        seat: Some(Seat::default().into()),
        by_session: false,
        host: Seat::default().into(),
        lobby: false,
        rated: false,
        of_event: false,
        rules: TableRules::new(game, rules),
        seats: NAMES
            .iter()
            .take(n_seats)
            .map(|name| person(name))
            .collect(),
        game: MatchInfo {
            number: 1,
            commitment: String::new(),
            algorithm: String::new(),
            engine: capicu::ENGINE,
            sheet: Sheet::default(),
            tally: Vec::new(),
            over: None,
            stopped: None,
        },
        turn_time: TurnTime::Off,
        grace: 20,
        level: Level::default(),
        hints: Hints::Off,
        watching: Watching::Off,
        passed: Passed::On,
        watchers: 0,
        clock: Clock {
            now: 5_000,
            deadline: None,
            banks: Vec::new(),
        },
        events,
    }
}
