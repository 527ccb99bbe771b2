//! What was played at a table, as whoever is there heard it: move by move, and once a round is over with all hands open.

use std::fmt::Write as _;

use capicu::{Action, Board, BySeat, PublicView, RoundResult, Seat, TileSet};
use capicu_client::{ClientTable, Pace, laid};
use capicu_i18n::{BOT_NAMES, Seats, Texts};
use capicu_picture::{Picture, sheet};
use capicu_protocol::ServerMessage;

use crate::panel::{drawn, escaped, tiles};

/// The rounds that were heard, from their deals on.
#[derive(Debug, Default)]
pub struct Memory {
    table: Option<ClientTable>,
    rounds: Vec<Round>,
}

#[derive(Debug)]
struct Round {
    /// The numbers of the match and of the deal.
    key: (u32, u32),
    /// What everybody saw of it.
    public: PublicView,
    names: Vec<Option<String>>,
    you: Option<Seat>,
    over: Option<RoundResult>,
}

impl Memory {
    /// Takes note of what the server said, as it came.
    pub fn hear(&mut self, text: &str) {
        match (serde_json::from_str(text), &mut self.table) {
            (Ok(ServerMessage::Snapshot(snapshot)), table) => {
                *table = ClientTable::found(&snapshot, 0.0).ok();
            }
            (
                Ok(ServerMessage::Events { events, .. } | ServerMessage::Delta { events, .. }),
                Some(table),
            ) => {
                for event in &events {
                    if table.observe(event, Pace::CatchUp).is_err() {
                        self.table = None;
                        return;
                    }
                    note(table, &mut self.rounds);
                }
            }
            _ => return,
        }
        if let Some(table) = &self.table {
            note(table, &mut self.rounds);
        }
    }

    /// The table as it is now, once it was heard of.
    pub const fn table(&self) -> Option<&ClientTable> {
        self.table.as_ref()
    }

    /// Every round, the last one first and open, each move leading to how the round stood after it.
    pub fn html(&self, texts: Texts) -> String {
        let mut out = format!(
            "<h2 tabindex=\"-1\">{}</h2>\
             <button type=\"button\" class=\"do second\" data-do=\"close\" data-testid=\"memory-close\">{}</button>",
            texts.memory_open(),
            texts.close()
        );
        let played = self.rounds.iter().enumerate().rev();
        let played: Vec<_> = played
            .filter(|(_, round)| !round.public.deeds().is_empty())
            .collect();
        match played.first() {
            Some((at, round)) => {
                let last = round.public.deeds().len() - 1;
                let _ = write!(out, "<h3>{}</h3><p class=\"last\">", texts.memory_last());
                out += &round.moved(*at, last, &round.boards(), "last", texts);
                out += "</p>";
            }
            None => {
                let _ = write!(out, "<p>{}</p>", texts.memory_none());
            }
        }
        out += "<div class=\"step\" role=\"status\" data-testid=\"memory-step\"></div>";
        for (place, (at, round)) in played.into_iter().enumerate() {
            let number = round.public.board().standing().round + 1;
            let open = if place == 0 { " open" } else { "" };
            let _ = write!(
                out,
                "<details{open} data-key=\"round-{at}\"><summary>{}</summary><ol>",
                texts.memory_round(number)
            );
            let boards = round.boards();
            for moves in 0..round.public.deeds().len() {
                let name = format!("{at}-{}", moves + 1);
                let _ = write!(
                    out,
                    "<li>{}</li>",
                    round.moved(at, moves, &boards, &name, texts)
                );
            }
            out += "</ol></details>";
        }
        out
    }

    /// How a round stood after so many moves; `None` if it did not get so far.
    pub fn step(&self, at: usize, moves: usize, texts: Texts) -> Option<String> {
        let round = self.rounds.get(at)?;
        let boards = round.boards();
        let board = boards.get(moves)?;
        let deeds = round.public.deeds();
        let actions: Vec<_> = deeds[..moves].iter().map(|deed| deed.action).collect();
        let lying = deeds[..moves].iter().filter_map(laid).collect();
        let ends = texts.ends(board.layout().ends());
        let n = deeds[..moves].iter().filter_map(laid).count();
        let picture = Picture {
            rules: board.rules(),
            laid: &actions,
            next: None,
            hand: TileSet::EMPTY,
        };
        let label = texts.label_board_summary(n, &ends);
        let mut out = sheet(lying) + &picture.part(Some(&label));
        let button = |to: usize, sign: &str, label: String| {
            format!(
                "<button type=\"button\" class=\"do second\" data-do=\"step\" data-round=\"{at}\" data-moves=\"{to}\" \
                 data-key=\"to-{sign}\" aria-label=\"{}\">{sign}</button> ",
                escaped(&label)
            )
        };
        out += "<p>";
        out += &button(moves.saturating_sub(1), "◀", texts.replay_back());
        out += &button((moves + 1).min(deeds.len()), "▶", texts.replay_forward());
        out += "</p>";
        if let Some(hands) = round.hands(moves) {
            out += "<dl class=\"hands\">";
            for (seat, (hand, later)) in hands.entries() {
                let name = round.name(seat, texts);
                let _ = write!(
                    out,
                    "<dt>{}</dt><dd data-testid=\"then-{seat}\">{}",
                    escaped(&name),
                    tiles(*hand, texts)
                );
                if *later > 0 {
                    let _ = write!(out, " <small>{}</small>", texts.memory_drawn_later(*later));
                }
                out += "</dd>";
            }
            out += "</dl>";
        }
        Some(out)
    }
}

impl Round {
    /// The board before the first move and after each.
    fn boards(&self) -> Vec<Board> {
        let mut boards = Vec::new();
        self.public.replay(|board, _| boards.push(board.clone()));
        boards.push(self.public.board().clone());
        boards
    }

    /// A button that leads to how the round stood after a move, and says it in words; `boards` are those of the round.
    fn moved(&self, at: usize, moves: usize, boards: &[Board], name: &str, texts: Texts) -> String {
        let deed = &self.public.deeds()[moves];
        let told = self.with_names(texts, |seats| {
            texts.done(deed, [&boards[moves], &boards[moves + 1]], seats, None)
        });
        let tile = laid(deed).map(drawn).unwrap_or_default();
        format!(
            "<button type=\"button\" data-do=\"step\" data-round=\"{at}\" data-moves=\"{}\" data-key=\"{name}\" \
             data-testid=\"move-{name}\">{tile}<span>{}</span></button>",
            moves + 1,
            escaped(&told)
        )
    }

    /// What each seat held after so many moves, and how many of these tiles it drew only later; known once all hands
    /// were laid open.
    fn hands(&self, moves: usize) -> Option<BySeat<(TileSet, u32)>> {
        let left = &self.over.as_ref()?.outcome.hands;
        let n = self.public.board().rules().n_seats();
        let mut hands = BySeat::from_fn(n, |seat| (left[seat], 0));
        for deed in self.public.deeds()[moves..].iter().rev() {
            let (hand, later) = &mut hands[deed.seat];
            if let Some(tile) = laid(deed) {
                hand.insert(tile);
            } else if let Some(tile) = deed.drawn {
                hand.remove(tile);
            } else if deed.action == Action::Draw {
                *later += 1;
            }
        }
        Some(hands)
    }

    fn name(&self, seat: Seat, texts: Texts) -> String {
        let named = self.names.get(seat.index()).cloned().flatten();
        named.unwrap_or_else(|| texts.default_name())
    }

    fn with_names<T>(&self, texts: Texts, then: impl FnOnce(&Seats<'_>) -> T) -> T {
        let n = self.public.board().rules().n_seats();
        let names: Vec<_> = Seat::all(n).map(|seat| self.name(seat, texts)).collect();
        then(&Seats {
            names: BySeat::from_fn(n, |seat| names[seat.index()].as_str()),
            you: self.you,
        })
    }
}

/// Keeps the round on the table as it stands now. Of one in which something irregular happened, what is seen of it does
/// not say what was done.
fn note(table: &ClientTable, rounds: &mut Vec<Round>) {
    let Some(public) = table.public().filter(|public| public.is_regular()) else {
        return;
    };
    let people = table.people().iter().zip(BOT_NAMES);
    let round = Round {
        key: (table.matched().number, table.next_deal()),
        public: public.clone(),
        names: people
            .map(|(person, bot)| match (&person.name, person.holder) {
                (Some(name), _) => Some(name.clone()),
                (None, capicu_protocol::Holder::Person) => None,
                (None, _) => Some(bot.to_owned()),
            })
            .collect(),
        you: table.seat(),
        over: table.table().last().cloned(),
    };
    match rounds.iter_mut().find(|one| one.key == round.key) {
        Some(one) => *one = round,
        None => rounds.push(round),
    }
}
