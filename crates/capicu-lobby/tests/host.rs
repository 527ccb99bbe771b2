//! A test host that wakes the lobby exactly when it asks.

use std::collections::BTreeMap;

use capicu_lobby::{
    Challenge, Challenger, Challenges, Company, CompanyId, Input, Lobby, NotAccepted, Output,
    Progress, Relation, Speed, Stakes, Strength, Waiting, Wish,
};
use capicu_protocol::{PlayerId, TableId};

pub fn player(n: u8) -> PlayerId {
    // A player id keeps five bits of each byte.
    PlayerId::new(std::array::from_fn(|at| if at == 0 { n / 32 } else { n }))
}

pub fn table_id(company: CompanyId) -> TableId {
    TableId::stored(format!("table{company}"))
}

pub fn draw() -> Wish {
    Wish::of("draw", Speed::Usual).expect("a built-in game")
}

pub fn pairs() -> Wish {
    Wish::of("jamaican-partner", Speed::Usual).expect("a built-in game")
}

pub fn challenger(n: u8) -> Challenger {
    Challenger {
        player: player(n),
        username: format!("player{n}"),
        name: None,
    }
}

pub struct Host {
    pub lobby: Lobby,
    pub now: u64,
    pub pending: Vec<Company>,
    pub fails: bool,
    tables: BTreeMap<TableId, Company>,
    ids: u64,
}

impl Host {
    pub fn new(seed: u64) -> Self {
        Self {
            lobby: Lobby::new(seed),
            now: 1_000_000,
            pending: Vec::new(),
            fails: false,
            tables: BTreeMap::new(),
            ids: 0,
        }
    }

    pub fn id(&mut self) -> String {
        self.ids += 1;
        format!("id{}", self.ids)
    }

    pub fn handle(&mut self, input: Input) -> Vec<Output> {
        let mut answers = Vec::new();
        for output in self.lobby.handle(input, self.now) {
            match output {
                Output::SitDown(company) => self.pending.push(company),
                answer => answers.push(answer),
            }
        }
        answers
    }

    /// Advances the time to the next tables, or to `until`, and returns those tables.
    pub fn pass(&mut self, until: u64) -> Vec<Company> {
        while let Some(at) = self.lobby.wake_at().filter(|at| *at <= until) {
            self.now = at.max(self.now);
            self.handle(Input::Wake);
            assert_ne!(self.lobby.wake_at(), Some(at), "the lobby wakes once");
            if !self.pending.is_empty() {
                return std::mem::take(&mut self.pending);
            }
        }
        self.now = until;
        Vec::new()
    }

    pub fn made(&mut self, company: Company) {
        let id = company.id;
        let table = table_id(id);
        let table = (!self.fails).then_some(table);
        if let Some(table) = &table {
            self.tables.insert(table.clone(), company);
        }
        let company = id;
        self.handle(Input::Made { company, table });
    }

    /// Advances the time while these pages poll every second; tables are made at once.
    pub fn wait(&mut self, seconds: u64, pages: &[u8]) {
        for _ in 0..seconds {
            let until = self.now + 1_000;
            self.see(pages);
            while self.now < until {
                for company in self.pass(self.now + 250) {
                    self.made(company);
                }
            }
        }
        self.see(pages);
    }

    pub fn see(&mut self, pages: &[u8]) {
        for n in pages {
            self.handle(Input::Seen(player(*n)));
        }
    }

    pub fn introduce(&mut self, n: u8, apart: &[u8], strength: Option<(f64, u64)>) {
        self.handle(Input::Introduce {
            player: player(n),
            apart: apart.iter().map(|n| player(*n)).collect(),
            strength: strength.map(|(skill, address)| Strength { skill, address }),
        });
    }

    pub fn seek(&mut self, n: u8, wish: Wish) {
        let (player, name) = (player(n), None);
        self.handle(Input::Seek { player, name, wish });
    }

    pub fn invite(&mut self, n: u8, wish: Wish) -> Option<String> {
        let code = self.id();
        let answer = self.handle(Input::Invite {
            player: player(n),
            name: None,
            wish,
            code: code.clone(),
        });
        (answer == [Output::Done]).then_some(code)
    }

    pub fn join(&mut self, n: u8, code: &str) -> Option<Wish> {
        let answer = self.handle(Input::Join {
            code: code.to_owned(),
            player: player(n),
            name: None,
        });
        match answer.as_slice() {
            [Output::Joined(wish)] => Some(*wish),
            [] => None,
            other => panic!("{other:?}"),
        }
    }

    /// Makes two players seek together; the host's page is open.
    pub fn partners(&mut self, host: u8, guest: u8, wish: Wish) {
        let code = self.invite(host, wish).expect("a game of pairs");
        assert_eq!(self.join(guest, &code), Some(wish));
    }

    pub fn challenge(&mut self, host: u8, guest: u8, wish: Wish, side: Relation) -> Option<String> {
        let id = self.id();
        let answer = self.handle(Input::Challenge {
            id: id.clone(),
            host: challenger(host),
            guest: challenger(guest),
            wish,
            side,
        });
        (answer == [Output::Done]).then_some(id)
    }

    pub fn accept(&mut self, n: u8, id: &str) -> Result<Challenge, NotAccepted> {
        let answer = self.handle(Input::Accept {
            id: id.to_owned(),
            player: player(n),
            name: None,
        });
        match answer.as_slice() {
            [Output::Accepted(challenge)] => Ok((**challenge).clone()),
            [Output::NotAccepted(why)] => Err(*why),
            other => panic!("{other:?}"),
        }
    }

    pub fn decline(&mut self, n: u8, id: &str) -> bool {
        let (id, player) = (id.to_owned(), player(n));
        self.handle(Input::Decline { id, player }) == [Output::Done]
    }

    pub fn leave(&mut self, n: u8) {
        self.handle(Input::Leave(player(n)));
    }

    pub fn away(&mut self, n: u8) {
        self.handle(Input::Away(player(n)));
    }

    pub fn fill(&mut self, n: u8) {
        self.handle(Input::Fill(player(n)));
    }

    pub fn challenges(&self, n: u8) -> Challenges {
        self.lobby.challenges(player(n), self.now)
    }

    pub fn progress(&self, n: u8) -> Progress {
        self.lobby.progress(player(n), self.now)
    }

    #[track_caller]
    pub fn waiting(&self, n: u8) -> Waiting {
        match self.progress(n) {
            Progress::Waiting(waiting) => waiting,
            other => panic!("player {n}: {other:?}"),
        }
    }

    #[track_caller]
    pub fn table_of(&self, n: u8) -> TableId {
        match self.progress(n) {
            Progress::Seated(table) => table,
            other => panic!("player {n}: {other:?}"),
        }
    }

    #[track_caller]
    pub fn seats_of(&self, n: u8) -> Vec<Option<PlayerId>> {
        players(&self.tables[&self.table_of(n)])
    }

    pub fn has_no_tables(&self) -> bool {
        self.tables.is_empty()
    }
}

pub fn players(company: &Company) -> Vec<Option<PlayerId>> {
    let seats = company.seats.iter();
    seats
        .map(|seat| seat.as_ref().map(|(player, _)| *player))
        .collect()
}

#[track_caller]
pub fn seat(seats: &[Option<PlayerId>], player: PlayerId) -> usize {
    let at = seats.iter().position(|of| *of == Some(player));
    at.expect("the player sits there")
}

pub const fn rated(wish: Wish) -> Wish {
    wish.with(Stakes::Rated)
}
