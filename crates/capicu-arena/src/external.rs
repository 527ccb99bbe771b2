//! External programs as players: `docs/bot-protocol.md`.

mod running;

use std::time::Duration;

use capicu::{Action, RoundResult, Seat, Side, View, VisibleEvent};
use capicu_protocol::bot::{
    ArenaMessage, BotMessage, Hello, MAX_NAME, Over, Request, RoundOver, VERSION,
};
use capicu_protocol::{Actor, Event};

use crate::player::{End, Fault, Player};
pub use running::grace;
use running::{Running, garbage};

/// The shortest limit for a program's start, since some load much data.
const START: Duration = Duration::from_secs(20);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub words: Vec<String>,
    pub time: Option<Duration>,
    pub patience: Duration,
}

pub(crate) struct External {
    program: Program,
    seat: Seat,
    hello: Hello,
    called: Option<String>,
    running: Option<Running>,
    /// A fault between two requests. It loses the game in which it is noticed.
    wrong: Option<Fault>,
    /// Whether the program was sent the start of a game.
    plays: bool,
    events: Vec<Event>,
    n_deals: u32,
    asked: u64,
}

impl External {
    pub fn new(program: &Program, hello: Hello) -> Self {
        Self {
            program: program.clone(),
            seat: hello.seat.into(),
            hello,
            called: None,
            running: None,
            wrong: None,
            plays: false,
            events: Vec::new(),
            n_deals: 0,
            asked: 0,
        }
    }

    fn start(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Fault> {
        let running = self.running.insert(Running::start(&self.program.words)?);
        running.tell(&ArenaMessage::Hello(self.hello.clone()))?;
        match running.hear(self.program.patience.max(START), stop)? {
            (BotMessage::Hello { protocol, .. }, _) if protocol != VERSION => {
                Err(Fault::Protocol(protocol))
            }
            (BotMessage::Hello { name, .. }, _) => {
                self.called = name.map(checked).transpose()?;
                Ok(())
            }
            (BotMessage::Act { .. }, line) => Err(garbage(&line, "`hello` was asked for")),
        }
    }

    fn tell(&mut self, told: &ArenaMessage) {
        if let (Some(running), None) = (&mut self.running, &self.wrong) {
            self.wrong = running.tell(told).err();
        }
    }

    /// The program, unless it made a fault since the last request.
    fn attentive(&mut self) -> Result<&mut Running, Fault> {
        match (self.wrong.take(), &mut self.running) {
            (Some(fault), _) => Err(fault),
            (None, Some(running)) => Ok(running),
            (None, None) => Err(Fault::Idle),
        }
    }

    fn ask(&mut self, view: &View, stop: &dyn Fn() -> bool) -> Result<Action, Fault> {
        self.asked += 1;
        let ms = self.program.time.map(|time| time.as_secs_f64() * 1e3);
        let request = Request::new(self.asked, ms, view, &self.events);
        let patience = self.program.patience;
        let running = self.attentive()?;
        running.tell(&ArenaMessage::Act(request))?;
        match running.hear(patience, stop)? {
            // A second answer to an earlier request.
            (BotMessage::Act { id, .. }, _) if id < self.asked => Err(Fault::Flooded),
            (BotMessage::Act { id, .. }, _) if id > self.asked => Err(Fault::WrongTurn {
                asked: self.asked,
                answered: id,
            }),
            (BotMessage::Act { seat, .. }, _) if seat.0 != self.seat => Err(Fault::WrongSeat {
                seat: self.seat,
                answered: seat.0,
            }),
            (BotMessage::Act { action, .. }, _) => {
                let action = Action::from(action);
                let legal = view.check(action);
                legal.map_err(|why| Fault::Illegal { action, why })?;
                Ok(action)
            }
            (BotMessage::Hello { .. }, line) => Err(garbage(&line, "`act` was asked for")),
        }
    }

    /// Dismisses the program after a fault. Its next game starts a new process.
    fn unless_wrong<T>(
        &mut self,
        answer: Result<T, Fault>,
        stop: &dyn Fn() -> bool,
    ) -> Result<T, Fault> {
        if let Err(fault) = &answer {
            if let Some(mut running) = self.running.take() {
                // After a stop, errors are not the program's fault.
                let is_stopped = stop();
                running.dismiss((!is_stopped).then_some(fault), grace(is_stopped));
            }
            self.plays = false;
            self.wrong = None;
        }
        answer
    }
}

impl Player for External {
    fn greet(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Fault> {
        if self.running.is_some() {
            return Ok(());
        }
        let greeted = self.start(stop);
        self.unless_wrong(greeted, stop)
    }

    fn called(&self) -> Option<&str> {
        self.called.as_deref()
    }

    fn begin(&mut self, seed: [u8; 32], stop: &dyn Fn() -> bool) -> Result<(), Fault> {
        self.events.clear();
        self.n_deals = 0;
        self.greet(stop)?;
        let [s0, s1, s2, s3, ..] = seed;
        let told = ArenaMessage::Begin {
            seed: u64::from(u32::from_be_bytes([s0, s1, s2, s3])),
        };
        let begun = self.attentive().and_then(|running| running.tell(&told));
        self.plays = begun.is_ok();
        self.unless_wrong(begun, stop)
    }

    fn observe(&mut self, seen: &VisibleEvent) {
        if matches!(seen, VisibleEvent::Dealt { .. }) {
            self.events.clear();
        }
        let deal = self.n_deals;
        if matches!(seen, VisibleEvent::Dealt { .. } | VisibleEvent::Redealt(_)) {
            self.n_deals += 1;
        }
        self.events.push(Event::from_seen(seen, deal, Actor::Bot));
    }

    fn act(&mut self, view: &View, stop: &dyn Fn() -> bool) -> Result<Action, Fault> {
        let answer = self.ask(view, stop);
        self.unless_wrong(answer, stop)
    }

    fn round_over(&mut self, result: &RoundResult, side: Option<Side>) {
        self.tell(&ArenaMessage::RoundOver(Box::new(RoundOver {
            side: side.map(Into::into),
            result: result.into(),
            events: self.events.clone(),
        })));
    }

    fn over(&mut self, end: &End) {
        if std::mem::take(&mut self.plays) {
            self.tell(&ArenaMessage::Over(Over::from(end)));
        }
    }

    fn leave(&mut self, grace: Duration) {
        if let Some(running) = &mut self.running {
            running.dismiss(None, grace);
        }
    }
}

fn checked(name: String) -> Result<String, Fault> {
    let fits = (1..=MAX_NAME).contains(&name.chars().count());
    if fits && !name.chars().any(char::is_control) && name.trim() == name {
        Ok(name)
    } else {
        Err(Fault::Name)
    }
}

impl From<&End> for Over {
    fn from(end: &End) -> Self {
        Self {
            side: end.side.map(Into::into),
            scores: end.scores.clone(),
            result: end.result.as_ref().map(Into::into),
            fault: end
                .fault
                .as_ref()
                .map(|(seat, fault)| capicu_protocol::bot::Fault {
                    seat: (*seat).into(),
                    why: fault.to_string(),
                }),
        }
    }
}
