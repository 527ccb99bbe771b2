//! Converts decisions to columns.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use capicu::{Action, Move, Side, Tile, View};
use capicu_ai::Judged;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};

use super::file::PROPERTIES;
use super::schema::Schema;

pub struct Decision<'a> {
    /// The match, from 0.
    pub game: u64,
    /// The round, from 0.
    pub round: usize,
    pub view: &'a View,
    pub bot: &'a str,
    pub action: Action,
    /// Estimated values of its actions, if requested and there was a choice.
    pub judged: Option<Vec<Judged>>,
}

/// Rows after which a row group ends, once the match is over.
const MANY: usize = 20_000;

/// Decisions of some matches, packed into row groups.
#[derive(Default)]
pub struct Block {
    columns: Columns,
    /// Sides of the last decisions, whose round or match is not over yet.
    in_round: Vec<Side>,
    in_match: Vec<Side>,
    packed: Option<SerializedFileWriter<Vec<u8>>>,
}

/// Columns of one row group, in the order of the schema.
#[derive(Default)]
struct Columns {
    game: Column<Int64Type>,
    round: Column<Int32Type>,
    turn: Column<Int32Type>,
    seat: Column<Int32Type>,
    side: Column<Int32Type>,
    bot: Column<ByteArrayType>,
    opener: Column<Int32Type>,
    scores: Column<Int32Type>,
    hand: Column<ByteArrayType>,
    held: Column<Int32Type>,
    boneyard: Column<Int32Type>,
    ends: Column<Int32Type>,
    move_seats: Column<Int32Type>,
    moves: Column<ByteArrayType>,
    legal: Column<ByteArrayType>,
    action: Column<ByteArrayType>,
    worths: Column<DoubleType>,
    imagined: Column<Int32Type>,
    round_result: Column<Int32Type>,
    round_points: Column<Int32Type>,
    match_result: Column<Int32Type>,
    words: Words,
}

impl Block {
    /// Adds a decision; its round and its match have to end before the block is encoded.
    pub fn decide(&mut self, decision: &Decision<'_>) {
        let columns = &mut self.columns;
        columns.game.value(decision.game as i64);
        columns.know(decision.view);
        columns.round.value(decision.round as i32);
        columns.bot.value(columns.words.name(decision.bot));
        columns.choose(decision);
        let side = decision.view.board().rules().side(decision.view.seat());
        self.in_round.push(side);
    }

    /// Ends the round in progress, with its winner and the points scored, by side.
    pub fn round_over(&mut self, winner: Option<Side>, points: &[u16]) {
        for side in self.in_round.drain(..) {
            let result = winner.map_or(0, |winner| result(winner, side));
            self.columns.round_result.value(result);
            let points = points.iter().map(|points| i32::from(*points));
            self.columns.round_points.list(points);
            self.in_match.push(side);
        }
    }

    /// Ends the match in progress: won by this side, or left unfinished after a round.
    pub fn match_over(&mut self, winner: Option<Side>) -> Result<(), ParquetError> {
        for side in self.in_match.drain(..) {
            let result = winner.map(|winner| result(winner, side));
            self.columns.match_result.option(result);
        }
        match self.columns.game.values.len() < MANY {
            true => Ok(()),
            false => self.pack(),
        }
    }

    /// Packs the rows so far into a row group.
    fn pack(&mut self) -> Result<(), ParquetError> {
        let writer = match &mut self.packed {
            Some(writer) => writer,
            none => none.insert(empty()?),
        };
        let mut group = writer.next_row_group()?;
        core::mem::take(&mut self.columns).write(&mut group)?;
        group.close()?;
        Ok(())
    }

    /// Encodes all decisions as a file; without decisions, it has no row group.
    pub fn encode(mut self) -> Result<Bytes, ParquetError> {
        if !self.columns.game.values.is_empty() {
            self.pack()?;
        }
        let writer = match self.packed {
            Some(writer) => writer,
            None => empty()?,
        };
        Ok(writer.into_inner()?.into())
    }
}

fn empty() -> Result<SerializedFileWriter<Vec<u8>>, ParquetError> {
    let columns = Schema::NEWEST.columns();
    SerializedFileWriter::new(Vec::new(), columns, Arc::clone(&PROPERTIES))
}

/// Returns the result of a side: 1 or -1.
fn result(winner: Side, side: Side) -> i32 {
    if winner == side { 1 } else { -1 }
}

impl Columns {
    fn know(&mut self, view: &View) {
        let (board, words) = (view.board(), &mut self.words);
        let (seat, rules) = (view.seat(), board.rules());
        self.turn.value(view.moves().len() as i32);
        self.seat.value(seat.index() as i32);
        self.side.value(rules.side(seat).index() as i32);
        self.opener.value(board.opener().index() as i32);
        let sides = Side::all(rules.n_sides());
        self.scores
            .list(sides.map(|side| i32::from(board.score(side))));
        self.hand
            .list(view.hand().into_iter().map(|tile| words.tile(tile)));
        self.held
            .list(board.held().iter().map(|held| i32::from(*held)));
        self.boneyard.value(i32::from(board.boneyard()));
        let ends = board.layout().ends().iter();
        self.ends.list(ends.map(|end| i32::from(end.pip().value())));
        let seats = view.moves().iter().map(|mv| mv.seat.index() as i32);
        self.move_seats.list(seats);
        self.moves.list(view.moves().iter().map(|mv| words.mv(mv)));
    }

    fn choose(&mut self, decision: &Decision<'_>) {
        let words = &mut self.words;
        let legal = decision.view.distinct_actions();
        self.legal
            .list(legal.iter().map(|action| words.action(*action)));
        self.action.value(words.action(decision.action));
        let judged = decision.judged.as_ref().map(|judged| {
            let of = |action: &Action| judged.iter().find(|judged| judged.action == *action);
            legal.iter().filter_map(of).collect::<Vec<_>>()
        });
        let judged = judged.as_ref().map(|judged| judged.iter());
        let worths = judged
            .clone()
            .map(|judged| judged.map(|judged| judged.worth));
        self.worths.option_list(worths);
        let imagined = judged.map(|judged| judged.map(|judged| judged.rounds as i32));
        self.imagined.option_list(imagined);
    }

    fn write(&self, group: &mut SerializedRowGroupWriter<'_, Vec<u8>>) -> Result<(), ParquetError> {
        self.game.write(group)?;
        self.round.write(group)?;
        self.turn.write(group)?;
        self.seat.write(group)?;
        self.side.write(group)?;
        self.bot.write(group)?;
        self.opener.write(group)?;
        self.scores.write(group)?;
        self.hand.write(group)?;
        self.held.write(group)?;
        self.boneyard.write(group)?;
        self.ends.write(group)?;
        self.move_seats.write(group)?;
        self.moves.write(group)?;
        self.legal.write(group)?;
        self.action.write(group)?;
        self.worths.write(group)?;
        self.imagined.write(group)?;
        self.round_result.write(group)?;
        self.round_points.write(group)?;
        self.match_result.write(group)
    }
}

/// Values of a column. If the schema has lists or optional values, also the definition and repetition levels.
struct Column<T: DataType> {
    values: Vec<T::T>,
    depths: Vec<i16>,
    goes_on: Vec<i16>,
}

impl<T: DataType> Default for Column<T> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            depths: Vec::new(),
            goes_on: Vec::new(),
        }
    }
}

impl<T: DataType> Column<T> {
    fn value(&mut self, value: T::T) {
        self.values.push(value);
    }

    fn option(&mut self, value: Option<T::T>) {
        self.depths.push(i16::from(value.is_some()));
        self.values.extend(value);
    }

    fn list(&mut self, values: impl IntoIterator<Item = T::T>) {
        self.list_at(0, values);
    }

    fn option_list(&mut self, values: Option<impl IntoIterator<Item = T::T>>) {
        match values {
            Some(values) => self.list_at(1, values),
            None => {
                self.depths.push(0);
                self.goes_on.push(0);
            }
        }
    }

    fn list_at(&mut self, depth: i16, values: impl IntoIterator<Item = T::T>) {
        let before = self.values.len();
        for value in values {
            self.goes_on.push(i16::from(self.values.len() > before));
            self.depths.push(depth + 1);
            self.values.push(value);
        }
        if self.values.len() == before {
            self.depths.push(depth);
            self.goes_on.push(0);
        }
    }

    fn write(&self, group: &mut SerializedRowGroupWriter<'_, Vec<u8>>) -> Result<(), ParquetError> {
        let Some(mut column) = group.next_column()? else {
            let missing = "there are more columns than in the schema";
            return Err(ParquetError::General(missing.to_owned()));
        };
        let (depths, goes_on) = (levels(&self.depths), levels(&self.goes_on));
        let typed = column.typed::<T>();
        typed.write_batch(&self.values, depths, goes_on)?;
        column.close()
    }
}

/// Returns the levels, if the schema has any.
fn levels(levels: &[i16]) -> Option<&[i16]> {
    (!levels.is_empty()).then_some(levels)
}

#[derive(Default)]
struct Words {
    tiles: HashMap<Tile, ByteArray>,
    names: HashMap<String, ByteArray>,
    actions: HashMap<(Action, Option<Tile>), ByteArray>,
}

impl Words {
    fn tile(&mut self, tile: Tile) -> ByteArray {
        let word = self.tiles.entry(tile);
        word.or_insert_with(|| tile.to_string().as_str().into())
            .clone()
    }

    fn name(&mut self, bot: &str) -> ByteArray {
        let word = self.names.entry(bot.to_owned());
        word.or_insert_with(|| bot.into()).clone()
    }

    fn action(&mut self, action: Action) -> ByteArray {
        let word = self.actions.entry((action, None));
        word.or_insert_with(|| action.to_string().as_str().into())
            .clone()
    }

    /// Formats an action, and the drawn tile if the seat saw it.
    fn mv(&mut self, mv: &Move) -> ByteArray {
        let word = self.actions.entry((mv.action, mv.drawn));
        let text = || match mv.drawn {
            Some(tile) => format!("{} {tile}", mv.action),
            None => mv.action.to_string(),
        };
        word.or_insert_with(|| text().as_str().into()).clone()
    }
}
