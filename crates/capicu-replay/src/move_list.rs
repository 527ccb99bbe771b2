//! The move list of a table, from the messages of one viewer: move by move, and with all hands open once a round is
//! over.

use capicu::{Action, Board, BySeat, PublicView, RoundResult, Seat, TileSet};
use capicu_client::{ClientTable, Pace, laid};
use capicu_i18n::{BOT_NAMES, Seats, Texts};
use capicu_picture::{Picture, sheet};
use capicu_protocol::ServerMessage;
use maud::{Markup, PreEscaped, html};

use crate::panel::{drawn, tiles};

#[derive(Debug, Default)]
pub struct Memory {
    table: Option<ClientTable>,
    rounds: Vec<Round>,
}

#[derive(Debug)]
struct Round {
    /// The numbers of the match and of the deal.
    key: (u32, u32),
    public: PublicView,
    names: Vec<Option<String>>,
    you: Option<Seat>,
    over: Option<RoundResult>,
}

impl Memory {
    /// Handles a message of the server, as received.
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

    pub const fn table(&self) -> Option<&ClientTable> {
        self.table.as_ref()
    }

    /// All rounds, the last one first and open. Each move leads to the table after it.
    pub fn html(&self, texts: Texts) -> Markup {
        let played = self.rounds.iter().enumerate().rev();
        let played: Vec<_> = played
            .filter(|(_, round)| !round.public.moves().is_empty())
            .collect();
        html! {
            h2 tabindex="-1" { (texts.memory_open()) }
            button #memory-close.do.second type="button" data-do="close" { (texts.close()) }
            @match played.first() {
                Some((at, round)) => {
                    h3 { (texts.memory_last()) }
                    p.last {
                        (round.moved(*at, round.public.moves().len() - 1, &round.boards(), "last", texts))
                    }
                }
                None => { p { (texts.memory_none()) } }
            }
            div #memory-step.step role="status" {}
            @for (place, (at, round)) in played.iter().enumerate() {
                details open[place == 0] data-key={ "round-" (at) } {
                    summary { (texts.memory_round(round.public.board().standing().round + 1)) }
                    ol { (round.list(*at, texts)) }
                }
            }
        }
    }

    /// The table after this number of moves in a round; `None` if the round has fewer.
    pub fn step(&self, at: usize, upto: usize, texts: Texts) -> Option<Markup> {
        let round = self.rounds.get(at)?;
        let boards = round.boards();
        let board = boards.get(upto)?;
        let moves = round.public.moves();
        let actions: Vec<_> = moves[..upto].iter().map(|mv| mv.action).collect();
        let lying = moves[..upto].iter().filter_map(laid).collect();
        let ends = texts.ends(board.layout().ends());
        let n = moves[..upto].iter().filter_map(laid).count();
        let picture = Picture {
            rules: board.rules(),
            laid: &actions,
            mark: None,
            hand: TileSet::EMPTY,
        };
        let label = texts.label_board_summary(n, &ends);
        let step = |to: usize, sign: &str, label: String| {
            html! {
                button.do.second type="button" data-do="step" data-round=(at) data-moves=(to)
                    data-key={ "to-" (sign) } aria-label=(label) { (sign) }
                " "
            }
        };
        Some(html! {
            (PreEscaped(sheet(lying)))
            (PreEscaped(picture.part(Some(&label))))
            p {
                (step(upto.saturating_sub(1), "◀", texts.replay_back()))
                (step((upto + 1).min(moves.len()), "▶", texts.replay_forward()))
            }
            @if let Some(hands) = round.hands(upto) {
                dl.hands {
                    @for (seat, (hand, later)) in hands.entries() {
                        dt { (round.name(seat, texts)) }
                        dd data-testid={ "then-" (seat) } {
                            (tiles(*hand, texts))
                            @if *later > 0 { " " small { (texts.memory_drawn_later(*later)) } }
                        }
                    }
                }
            }
        })
    }
}

impl Round {
    fn boards(&self) -> Vec<Board> {
        let mut boards = Vec::new();
        self.public.replay(|board, _| boards.push(board.clone()));
        boards.push(self.public.board().clone());
        boards
    }

    fn list(&self, at: usize, texts: Texts) -> Markup {
        let boards = self.boards();
        html! {
            @for moves in 0..self.public.moves().len() {
                li { (self.moved(at, moves, &boards, &format!("{at}-{}", moves + 1), texts)) }
            }
        }
    }

    /// A button that describes a move and leads to the table after it; `boards` are those of the round.
    fn moved(&self, at: usize, moves: usize, boards: &[Board], name: &str, texts: Texts) -> Markup {
        let mv = &self.public.moves()[moves];
        let told = self.with_names(texts, |seats| {
            texts.done(mv, [&boards[moves], &boards[moves + 1]], seats, None)
        });
        html! {
            button type="button" data-do="step" data-round=(at) data-moves=(moves + 1) data-key=(name)
                data-testid={ "move-" (name) } {
                @if let Some(tile) = laid(mv) { (drawn(tile)) }
                span { (told) }
            }
        }
    }

    /// The hand of each seat after this number of moves, and how many of its tiles it drew only later. Known once all
    /// hands are open.
    fn hands(&self, moves: usize) -> Option<BySeat<(TileSet, u32)>> {
        let left = &self.over.as_ref()?.outcome.hands;
        let n = self.public.board().rules().n_seats();
        let mut hands = BySeat::from_fn(n, |seat| (left[seat], 0));
        for mv in self.public.moves()[moves..].iter().rev() {
            let (hand, later) = &mut hands[mv.seat];
            if let Some(tile) = laid(mv) {
                hand.insert(tile);
            } else if let Some(tile) = mv.drawn {
                hand.remove(tile);
            } else if mv.action == Action::Draw {
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

/// Notes the current round. It leaves out rounds with an irregularity, where the visible events do not tell the moves.
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
