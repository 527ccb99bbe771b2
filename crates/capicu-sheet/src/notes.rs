//! Points in play of a round whose moves are known.

use capicu::{Action, Award, BySeat, Event, InPlay, Reason, Rules, Seat, Tile};

/// The points in play of a round as people write them down, from its moves and calls in order.
pub fn notes(events: &[Event], rules: &Rules) -> Vec<InPlay> {
    let mut notes = Notes {
        rules,
        written: Vec::new(),
        lead: None,
        layer: None,
        on_tile: 0,
    };
    for event in events {
        match event {
            Event::Done(step) => {
                if let Action::Lead(tile) | Action::Play { tile, .. } = step.mv.action {
                    notes.lead.get_or_insert(tile);
                    notes.layer = Some(step.mv.seat);
                    notes.on_tile = notes.written.len();
                }
                notes.add(&step.awards, step.mv.seat);
            }
            Event::Called { seat, awards, .. } => notes.add(awards, *seat),
            _ => {}
        }
    }
    notes.written
}

struct Notes<'a> {
    rules: &'a Rules,
    written: Vec<InPlay>,
    lead: Option<Tile>,
    /// The player of the last tile.
    layer: Option<Seat>,
    /// The number of notes when that tile was played.
    on_tile: usize,
}

impl Notes<'_> {
    fn add(&mut self, awards: &[Award], seat: Seat) {
        let mut board_pass = false;
        for award in awards {
            let (side, points) = (award.side, award.points);
            self.written.push(match award.why {
                Reason::Paso => InPlay::Paso(side),
                Reason::PaseCorrido => InPlay::PaseCorrido(side),
                Reason::PaseDeSalida if self.lead.is_some_and(Tile::is_double) => {
                    InPlay::LedDouble(side)
                }
                Reason::PaseDeSalida => InPlay::LedSingle(side),
                Reason::Ends => InPlay::Ends { side, points },
                Reason::Muggins => InPlay::Muggins { side, points },
                Reason::ThreePasses => InPlay::ThreePasses(seat),
                Reason::WrongCall => InPlay::WrongCall(seat),
                Reason::BoardPass => {
                    board_pass = true;
                    continue;
                }
                // Only irregularities make other points, and they have no moves here.
                _ => continue,
            });
        }
        if board_pass && let Some(layer) = self.layer {
            self.merge_board_pass(layer);
        }
    }

    /// Writes the passes of everybody on one tile as one note, with the third passes among them.
    fn merge_board_pass(&mut self, seat: Seat) {
        let on_tile = self.written.split_off(self.on_tile);
        let third = BySeat::from_fn(self.rules.n_seats(), |seat| {
            on_tile.contains(&InPlay::ThreePasses(seat))
        });
        let others = on_tile.into_iter();
        self.written
            .extend(others.filter(|note| !matches!(note, InPlay::ThreePasses(_))));
        self.written.push(InPlay::BoardPass { seat, third });
        self.on_tile = self.written.len();
    }
}
