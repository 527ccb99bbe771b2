//! The names of the players at a table.

use capicu::{BySeat, Rules, Seat, Side};
use capicu_client::ClientTable;
use capicu_i18n::{BOT_NAMES, Party, Seats, Texts};
use capicu_protocol::{Holder, SeatInfo};

/// The names of all seats, and the seat of the reader.
#[derive(Clone, Debug)]
pub struct Names(Vec<String>, Option<Seat>);

impl Names {
    /// The names at a table. A bot has one of [`BOT_NAMES`], and a person without a name is a player.
    pub fn of(table: &ClientTable, texts: Texts) -> Self {
        // No bot name for a seat that waits for a person.
        let waits = table.board().is_none();
        let name = |(person, bot): (&SeatInfo, &str)| match (&person.name, person.holder) {
            (_, Holder::Open) if waits => texts.invited_free(),
            (Some(name), _) if !name.is_empty() => name.clone(),
            (_, Holder::Person) => texts.default_name(),
            _ => bot.to_owned(),
        };
        let people = table.people().iter().zip(BOT_NAMES);
        Self(people.map(name).collect(), table.seat())
    }

    /// The same names for other readers: nobody is “you”.
    #[must_use]
    pub fn for_others(self) -> Self {
        Self(self.0, None)
    }

    /// The names as the texts need them.
    pub fn seats(&self) -> Seats<'_> {
        let n = self.0.len().min(capicu::MAX_SEATS) as u8;
        Seats {
            names: BySeat::from_fn(n, |seat| self.0[seat.index()].as_str()),
            you: self.1,
        }
    }

    /// The name of a seat, also of the reader's.
    pub fn plain(&self, seat: Seat) -> String {
        self.0.get(seat.index()).cloned().unwrap_or_default()
    }

    /// A seat as the texts need it.
    pub fn party(&self, texts: Texts, seat: Seat) -> Party {
        texts.party(seat, &self.seats())
    }

    /// A side as the texts need it.
    pub fn side(&self, texts: Texts, side: Side, rules: &Rules) -> Party {
        texts.side(side, rules, &self.seats())
    }
}
