//! The games of the five texts as choices, for each number of players.
//!
//! A game that changes another one changes its fields in place: copies of all fields take room in the browser.

use super::*;
use crate::Tile;

/// A game that people know by name.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Its name in files, addresses and commands, such as `jamaican-partner`.
    pub id: &'static str,
    /// The numbers of players it is written for; the first is the usual one.
    pub players: &'static [u8],
    choices: fn(u8) -> Choices,
}

impl Game {
    /// Every game, in the order of the source texts.
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

    /// The options, with values, in which its source text differs from common practice; none where they agree. Each
    /// number of players of the game can use them.
    pub const fn book(&self) -> &'static [(&'static str, &'static str)] {
        match self.id.as_bytes() {
            // A round is blocked when all have passed in turn (002:50, G2).
            b"cien" | b"doscientos" => &[("block-seen", "by-passes")],
            // A player who cannot play draws one tile (003:33, D1).
            b"draw" | b"cross" | b"double-nine-cross" | b"double-twelve-cross" => {
                &[("draw", "one-may-play")]
            }
            // Points must be declared, or an opponent takes them (003:55, A9, A13).
            b"all-fives" | b"fives-and-threes" => &[("calls", "muggins"), ("call-sum", "own")],
            // A score not declared is lost (004:30, S11, A13).
            b"club" => &[("calls", "declared"), ("call-sum", "own")],
            _ => &[],
        }
    }

    /// The choices for a number of players; `None` if the game has no such number.
    pub fn choices(&self, players: u8) -> Option<Choices> {
        self.players
            .contains(&players)
            .then(|| (self.choices)(players))
    }

    /// The checked rules for a number of players; `None` if the game has no such number.
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
    first_double: n(0),
    opening_lead: OpeningLead::ThatTile,
    no_double: NoDouble::Redeal,
    doubles_redeal: n(0),
    suit_redeal: n(0),
    doubles_score: n(0),
    doubles_pay: DoublesPay::Points,
    doubles_points: n(1),
    doubles_win: n(0),
    doubles_opener: DoublesOpener::Stays,
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
    after_double: AfterDouble::NextPlayer,
    draw: Draw::Never,
    reserve: n(0),
    draw_when: DrawWhen::Unable,
    dead_chain: DeadChain::KeepDrawing,
    block_seen: BlockSeen::AtOnce,
    going_out: GoingOut::One,
    out_winner: OutWinner::PlayerOut,
    block_winner: BlockWinner::LightestHand,
    block_tie: BlockTie::Nobody,
    ties_in_a_row: n(0),
    block_limit: n(0),
    double_pips: DoublePips::BothHalves,
    double_blank: DoubleBlank::Nothing,
    double_blank_pips: n(25),
    highest_double_pips: n(0),
    hand_count: HandCount::Pips,
    own_tiles: OwnTiles::Free,
    score: Score::Games,
    out_count: OutCount::Losers,
    block_count: BlockCount::Difference,
    rounding: Rounding::Exact,
    rounding_to: n(5),
    rounding_way: RoundingWay::Nearest,
    pips_per_point: n(1),
    band: n(0),
    first_band: n(0),
    first_band_points: n(1),
    key_tile: KeyTile::AddsOne,
    round_price: RoundPrice::One,
    price_out: n(1),
    price_double: n(1),
    price_both_ends: n(1),
    price_both_ends_double: n(1),
    price_own_block: n(1),
    price_lost_block: n(1),
    block_fine: n(0),
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
    first_paso: NO_BONUS,
    first_paso_of: FirstPasoOf::Match,
    pase_corrido: NO_BONUS,
    pase_de_salida: NO_BONUS,
    pase_de_salida_when: PaseDeSalidaWhen::AnyTile,
    double_out: NO_BONUS,
    hanged_blank: NO_BONUS,
    blocker_bonus: NO_BONUS,
    block_bonus: NO_BONUS,
    bonus_below: n(0),
    ends: Ends::Off,
    ends_divisor: n(9),
    equal_ends: n(2),
    equal_ends_double: n(3),
    calls: Calls::Automatic,
    call_sum: CallSum::Told,
    wrong_call: n(0),
    three_passes: NO_BONUS,
    board_pass: NO_BONUS,
    board_pass_block: BoardPassBlock::No,
    pass_penalties: PassPenalties::Both,
    block_penalties: BlockPenalties::Everybody,
    hand_penalties: HandPenalties::Doubled,
    target: n(6),
    at_target: AtTarget::MatchEnds,
    players_left: n(1),
    match_rounds: n(0),
    first_score: n(0),
    finish: Finish::AtLeast,
    match_check: MatchCheck::EndOfRound,
    love: Love::AnyOther,
    one_all: OneAll::Reset,
    skunk: Skunk::Off,
    skunk_line: n(31),
    false_play: NO_BONUS,
    false_play_pays: FalsePlayPays::Others,
    false_play_ends: FalsePlayEnds::Nothing,
    slow_play: NO_BONUS,
    slow_play_after: n(30),
    slow_play_times: n(1),
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

/// French, a game of penalties (001:67-97).
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
    let mut choices = Choices {
        key_tile: KeyTile::Off,
        blocked_opener: BlockedOpener::Lightest,
        block_winner: BlockWinner::LightestTeam,
        target: n(4),
        ..JAMAICAN_PARTNER
    };
    if players == 4 {
        return choices;
    }
    choices.players = n(u16::from(players));
    choices.teams = Teams::Singles;
    choices.pose = Pose::Winner;
    choices.draw = Draw::UntilPlayable;
    choices.block_winner = BlockWinner::LightestHand;
    choices.love = if players == 3 {
        Love::Everybody
    } else {
        Love::AnyOther
    };
    choices
}

/// Puerto Rican Cien: bonuses and a hundred points (002).
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
    let mut choices = cien(players);
    choices.target = n(200);
    choices
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
    let mut choices = block(players);
    choices.hand = n(match players {
        2 => 7,
        3 => 5,
        4 => 4,
        _ => 3,
    });
    choices.draw = Draw::UntilPlayable;
    choices
}

/// Cross, with a spinner first (003:37-41).
fn cross(players: u8) -> Choices {
    let mut choices = draw(players);
    choices.spinner = Spinner::First;
    choices.cross = Cross::First;
    choices
}

/// Double Nine Cross (003:43-47).
fn double_nine_cross(players: u8) -> Choices {
    let mut choices = cross(players);
    choices.set = DominoSet::DOUBLE_NINE;
    choices.hand = n(if players <= 3 { 7 } else { 5 });
    choices.spinner = Spinner::Every;
    choices.sides = Sides::AnySide;
    choices
}

/// Cross with a double-twelve set (003:47).
fn double_twelve_cross(players: u8) -> Choices {
    let mut choices = double_nine_cross(players);
    choices.set = DominoSet::DOUBLE_TWELVE;
    choices
}

/// All Fives, "muggins" (003:49-65).
fn all_fives(players: u8) -> Choices {
    let mut choices = block(players);
    choices.teams = Teams::Singles;
    choices.hand = n(5);
    choices.opening_lead = OpeningLead::AnyTile;
    choices.draw = Draw::OneEndsTurn;
    choices.reserve = n(2);
    choices.block_winner = BlockWinner::LightestHand;
    choices.rounding = Rounding::EachLoser;
    choices.ends = Ends::Fives;
    choices.match_check = MatchCheck::Immediate;
    choices
}

/// All Fives and Threes (003:67-69).
fn fives_and_threes(players: u8) -> Choices {
    let mut choices = all_fives(players);
    choices.rounding = Rounding::Exact;
    choices.ends = Ends::FivesAndThrees;
    choices
}

/// The yacht club's tournament game, pegged on a cribbage board (004).
fn club(players: u8) -> Choices {
    let mut choices = all_fives(players);
    choices.opener = Opener::DrawForSet;
    choices.next_opener = NextOpener::Rotate;
    choices.spinner = Spinner::Every;
    choices.draw = Draw::UntilPlayable;
    choices.pips_per_point = n(5);
    choices.target = n(61);
    choices.match_check = MatchCheck::EndOfRound;
    choices.skunk = Skunk::Noted;
    choices.needless_draw = NeedlessDraw::NoScore;
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_playable_rules() {
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
    fn option_values_are_read_back_as_printed() {
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
