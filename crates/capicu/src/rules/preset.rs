//! The games of the five texts as choices, for each number of players.

use super::*;
use crate::Tile;

/// A game people know by name.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Its name in files, addresses and commands.
    pub id: &'static str,
    /// The numbers of players it is written for; the first is the usual one.
    pub players: &'static [u8],
    choices: fn(u8) -> Choices,
}

impl Game {
    /// Every game, in the order of the texts.
    pub const ALL: &'static [Self] = &[
        Self {
            id: "jamaican-partner",
            players: &[4],
            choices: jamaican_partner,
        },
        Self {
            id: "cut-throat",
            players: &[4, 3, 2],
            choices: cut_throat,
        },
        Self {
            id: "french",
            players: &[4],
            choices: french,
        },
        Self {
            id: "chiva",
            players: &[4, 3, 2],
            choices: chiva,
        },
        Self {
            id: "cien",
            players: &[4, 3, 2],
            choices: cien,
        },
        Self {
            id: "doscientos",
            players: &[4, 3, 2],
            choices: doscientos,
        },
        Self {
            id: "block",
            players: &[4, 2, 3, 5],
            choices: block,
        },
        Self {
            id: "draw",
            players: &[2, 3, 4, 5],
            choices: draw,
        },
        Self {
            id: "cross",
            players: &[4, 2, 3, 5],
            choices: cross,
        },
        Self {
            id: "double-nine-cross",
            players: &[4, 2, 3, 5, 6, 7, 8],
            choices: double_nine_cross,
        },
        Self {
            id: "double-twelve-cross",
            players: &[4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12],
            choices: double_twelve_cross,
        },
        Self {
            id: "all-fives",
            players: &[2, 3, 4],
            choices: all_fives,
        },
        Self {
            id: "fives-and-threes",
            players: &[2, 3, 4],
            choices: fives_and_threes,
        },
        Self {
            id: "club",
            players: &[2],
            choices: club,
        },
    ];

    /// The game of this id.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::Game;
    ///
    /// let game = Game::by_id("jamaican-partner").unwrap();
    /// assert_eq!(game.players, [4]);
    /// assert_eq!(game.rules(4).unwrap().target.get(), 6);
    /// assert!(game.rules(3).is_none());
    /// assert!(Game::by_id("poker").is_none());
    /// ```
    pub fn by_id(id: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|game| game.id == id)
    }

    /// What its own text says where common practice differs, as options and their values: none for a
    /// game that is played by its text as it is. Each can be played by any of its numbers.
    pub const fn book(&self) -> &'static [(&'static str, &'static str)] {
        match self.id.as_bytes() {
            // A round is locked when all have passed in turn (002:50, G2).
            b"cien" | b"doscientos" => &[("block-seen", "by-passes")],
            // Who cannot play takes one sleeping tile (003:33, D1).
            b"draw" | b"cross" | b"double-nine-cross" | b"double-twelve-cross" => {
                &[("draw", "one-may-play")]
            }
            // Points are declared, or somebody else has them (003:55, A9, A13).
            b"all-fives" | b"fives-and-threes" => &[("calls", "muggins"), ("call-sum", "own")],
            // A score not taken is lost (004:30, S11, A13).
            b"club" => &[("calls", "declared"), ("call-sum", "own")],
            _ => &[],
        }
    }

    /// The choices for this many players; `None` if the game is not played by so many.
    pub fn choices(&self, players: u8) -> Option<Choices> {
        self.players
            .contains(&players)
            .then(|| (self.choices)(players))
    }

    /// The checked rules for this many players; `None` if the game is not played by so many.
    pub fn rules(&self, players: u8) -> Option<Rules> {
        self.choices(players)
            .and_then(|choices| Rules::new(choices).ok())
    }
}

const NO_BONUS: Bonus = bonus(0);

const fn bonus(points: u16) -> Bonus {
    Bonus::new(points).expect("a preset bonus is within bounds")
}

const fn n<const MIN: u16, const MAX: u16>(number: u16) -> Within<MIN, MAX> {
    Within::new(number).expect("a preset number is within bounds")
}

/// Jamaican Partner, "six love" (000:11-43, 001:8-51).
const JAMAICAN_PARTNER: Choices = Choices {
    set: DominoSet::DOUBLE_SIX,
    removed: TileSet::EMPTY,
    players: n(4),
    teams: Teams::Pairs,
    hand: n(7),
    direction: Direction::Anticlockwise,
    opener: Opener::HighestDouble,
    opening_lead: OpeningLead::ThatTile,
    no_double: NoDouble::Redeal,
    doubles_redeal: n(0),
    set_tie: SetTie::DrawAgain,
    next_match_opener: NextMatchOpener::Draw,
    next_opener: NextOpener::Winner,
    pose: Pose::Huddle,
    blocked_opener: BlockedOpener::Huddle,
    lightest_tie: LightestTie::NextInTurn,
    tie_opener: TieOpener::Opener,
    reset_opener: ResetOpener::Opener,
    lead: Lead::Any,
    pose_pass: PosePass::Free,
    spinner: Spinner::None,
    cross: Cross::Free,
    sides: Sides::SidesFirst,
    later_double: LaterDouble::ThreePlaces,
    arms: Arms::Free,
    draw: Draw::Never,
    reserve: n(0),
    draw_when: DrawWhen::Unable,
    dead_chain: DeadChain::KeepDrawing,
    block_seen: BlockSeen::AtOnce,
    going_out: GoingOut::One,
    block_winner: BlockWinner::LightestHand,
    block_tie: BlockTie::Nobody,
    double_pips: DoublePips::BothHalves,
    double_blank: DoubleBlank::Nothing,
    score: Score::Games,
    out_count: OutCount::Losers,
    block_count: BlockCount::Difference,
    rounding: Rounding::Exact,
    pips_per_point: n(1),
    key_tile: KeyTile::AddsOne,
    stakes: Stakes::Off,
    first_game: NO_BONUS,
    second_game: NO_BONUS,
    third_game: NO_BONUS,
    fourth_game: NO_BONUS,
    game_number: GameNumber::Decided,
    capicu: NO_BONUS,
    capicu_when: CapicuWhen::NotDouble,
    capicu_pays: CapicuPays::Points,
    chuchazo: NO_BONUS,
    chuchazo_when: ChuchazoWhen::Always,
    paso: NO_BONUS,
    paso_when: PasoWhen::EveryOpponent,
    pase_corrido: NO_BONUS,
    pase_de_salida: NO_BONUS,
    pase_de_salida_when: PaseDeSalidaWhen::AnyTile,
    block_bonus: NO_BONUS,
    ends: Ends::Off,
    calls: Calls::Automatic,
    call_sum: CallSum::Told,
    wrong_call: n(0),
    three_passes: NO_BONUS,
    board_pass: NO_BONUS,
    board_pass_block: BoardPassBlock::No,
    pass_penalties: PassPenalties::Both,
    block_penalties: BlockPenalties::Everybody,
    target: n(6),
    finish: Finish::AtLeast,
    match_check: MatchCheck::EndOfRound,
    love: Love::AnyOther,
    one_all: OneAll::Reset,
    skunk: Skunk::Off,
    skunk_line: n(31),
    false_play: NO_BONUS,
    needless_draw: NeedlessDraw::VoidsRound,
    exposed: Exposed::PickedUp,
};

fn jamaican_partner(_: u8) -> Choices {
    JAMAICAN_PARTNER
}

/// Cut Throat (000:45-57, 001:53-65).
fn cut_throat(players: u8) -> Choices {
    Choices {
        players: n(u16::from(players)),
        teams: Teams::Singles,
        hand: n(match players {
            2 => 14,
            3 => 9,
            _ => 7,
        }),
        removed: if players == 3 {
            TileSet::of(Tile::DOUBLE_BLANK)
        } else {
            TileSet::EMPTY
        },
        pose: Pose::Winner,
        blocked_opener: BlockedOpener::Lightest,
        key_tile: KeyTile::Off,
        love: Love::Everybody,
        ..JAMAICAN_PARTNER
    }
}

/// French (001:67-97).
fn french(_: u8) -> Choices {
    Choices {
        teams: Teams::Singles,
        opener: Opener::DoubleBlank,
        pose: Pose::Winner,
        blocked_opener: BlockedOpener::Lightest,
        lead: Lead::Double,
        spinner: Spinner::First,
        cross: Cross::First,
        arms: Arms::OwnDouble,
        score: Score::Penalties,
        key_tile: KeyTile::Off,
        three_passes: bonus(10),
        board_pass: bonus(10),
        false_play: bonus(10),
        target: n(100),
        love: Love::Off,
        ..JAMAICAN_PARTNER
    }
}

/// Chiva, "shutout" (001:99-102).
fn chiva(players: u8) -> Choices {
    let four = Choices {
        key_tile: KeyTile::Off,
        blocked_opener: BlockedOpener::Lightest,
        block_winner: BlockWinner::LightestTeam,
        target: n(4),
        ..JAMAICAN_PARTNER
    };
    if players == 4 {
        return four;
    }
    Choices {
        players: n(u16::from(players)),
        teams: Teams::Singles,
        pose: Pose::Winner,
        draw: Draw::UntilPlayable,
        block_winner: BlockWinner::LightestHand,
        love: if players == 3 {
            Love::Everybody
        } else {
            Love::AnyOther
        },
        ..four
    }
}

/// Puerto Rican Cien: premiums and a hundred points (002).
fn cien(players: u8) -> Choices {
    let pairs = players == 4;
    Choices {
        players: n(u16::from(players)),
        teams: if pairs { Teams::Pairs } else { Teams::Singles },
        draw: if pairs {
            Draw::Never
        } else {
            Draw::UntilPlayable
        },
        pose: Pose::Winner,
        blocked_opener: BlockedOpener::Lightest,
        tie_opener: TieOpener::SameSeat,
        block_winner: if pairs {
            BlockWinner::LightestTeam
        } else {
            BlockWinner::LightestHand
        },
        score: Score::Pips,
        out_count: OutCount::AllOthers,
        block_count: BlockCount::AllHands,
        key_tile: KeyTile::Off,
        first_game: bonus(20),
        second_game: bonus(10),
        capicu: bonus(20),
        chuchazo: bonus(20),
        paso: bonus(10),
        target: n(100),
        match_check: MatchCheck::Immediate,
        love: Love::Off,
        ..JAMAICAN_PARTNER
    }
}

/// Puerto Rican Doscientos: Cien to two hundred (002:11).
fn doscientos(players: u8) -> Choices {
    Choices {
        target: n(200),
        ..cien(players)
    }
}

/// English Block (003:3-29).
fn block(players: u8) -> Choices {
    let pairs = players == 4;
    Choices {
        players: n(u16::from(players)),
        teams: if pairs { Teams::Pairs } else { Teams::Singles },
        hand: n(match players {
            2 => 8,
            5 => 5,
            _ => 6,
        }),
        direction: Direction::Clockwise,
        next_opener: NextOpener::SameTest,
        pose: Pose::Winner,
        blocked_opener: BlockedOpener::Lightest,
        block_winner: if pairs {
            BlockWinner::LightestTeam
        } else {
            BlockWinner::LightestHand
        },
        score: Score::Pips,
        key_tile: KeyTile::Off,
        target: n(100),
        love: Love::Off,
        ..JAMAICAN_PARTNER
    }
}

/// The English Draw game (003:31-35).
fn draw(players: u8) -> Choices {
    Choices {
        hand: n(match players {
            2 => 7,
            3 => 5,
            4 => 4,
            _ => 3,
        }),
        draw: Draw::UntilPlayable,
        ..block(players)
    }
}

/// Cross (003:37-41).
fn cross(players: u8) -> Choices {
    Choices {
        spinner: Spinner::First,
        cross: Cross::First,
        ..draw(players)
    }
}

/// Double Nine Cross (003:43-47).
fn double_nine_cross(players: u8) -> Choices {
    Choices {
        set: DominoSet::DOUBLE_NINE,
        hand: n(if players <= 3 { 7 } else { 5 }),
        spinner: Spinner::Every,
        sides: Sides::AnySide,
        ..cross(players)
    }
}

/// The same with a double-twelve set (003:47).
fn double_twelve_cross(players: u8) -> Choices {
    Choices {
        set: DominoSet::DOUBLE_TWELVE,
        ..double_nine_cross(players)
    }
}

/// All Fives, "muggins" (003:49-65).
fn all_fives(players: u8) -> Choices {
    Choices {
        teams: Teams::Singles,
        hand: n(5),
        opening_lead: OpeningLead::AnyTile,
        draw: Draw::OneEndsTurn,
        reserve: n(2),
        block_winner: BlockWinner::LightestHand,
        rounding: Rounding::EachLoser,
        ends: Ends::Fives,
        match_check: MatchCheck::Immediate,
        ..block(players)
    }
}

/// All Fives and Threes (003:67-69).
fn fives_and_threes(players: u8) -> Choices {
    Choices {
        rounding: Rounding::Exact,
        ends: Ends::FivesAndThrees,
        ..all_fives(players)
    }
}

/// The yacht club's tournament game, pegged on a cribbage board (004).
fn club(players: u8) -> Choices {
    Choices {
        opener: Opener::DrawForSet,
        next_opener: NextOpener::Rotate,
        spinner: Spinner::Every,
        draw: Draw::UntilPlayable,
        pips_per_point: n(5),
        target: n(61),
        match_check: MatchCheck::EndOfRound,
        skunk: Skunk::Noted,
        needless_draw: NeedlessDraw::NoScore,
        ..all_fives(players)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_played() {
        for game in Game::ALL {
            for &players in game.players {
                let choices = game.choices(players).unwrap();
                assert_eq!(
                    Rules::new(choices).map(|_| ()),
                    Ok(()),
                    "{} {players}",
                    game.id
                );
            }
            assert!(game.choices(1).is_none());
        }
    }

    #[test]
    fn options_read_what_they_print() {
        for game in Game::ALL {
            let choices = game.choices(game.players[0]).unwrap();
            let mut copy = JAMAICAN_PARTNER;
            for option in Choices::OPTIONS {
                let value = choices.get(option.name).unwrap();
                copy.set(option.name, &alloc::format!("{value}")).unwrap();
            }
            assert_eq!(copy, choices, "{}", game.id);
        }
    }
}
