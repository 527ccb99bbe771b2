//! The rules of a game as data: independent small choices over one engine.
//!
//! [`Choices`] holds one value for every option and may contradict itself. [`Rules`] are checked choices that can be
//! played. Every option has a name in files and forms, listed by [`Choices::OPTIONS`]; [`Choices::effects`] tells the
//! effect of each option in a game.
//!
//! Citations such as `001:42` are source and line. `J6` is a decision where the sources are silent or differ.
//! `docs/rules/` explains both.

mod check;
mod choice;
mod doubles;
mod effect;
mod errors;
mod fault;
mod lock;
mod opening;
mod options;
pub mod preset;

pub use check::{Clash, Rules, RulesError};
pub use choice::{OptionError, OptionInfo, OptionKind, OptionValue, Within};
pub(crate) use doubles::Doubles;
pub use effect::Effect;
pub use errors::RulesErrors;
pub(crate) use fault::{Fault, Share};
pub use options::*;

use crate::{DominoSet, TileSet};
use choice::choices;

/// Points that an option adds on the score sheet.
pub type Bonus = Within<0, 1000>;

/// The number of games that an ending of a round is worth.
pub type Price = Within<0, 99>;

choices! {
    /// All choices that define a game, for one number of players. Plain data that may contradict itself: see [`Rules`].
    Choices {
        /// The tiles of the box.
        set: DominoSet = "set", "003:29, W39";
        /// Tiles of the set that stay in the box.
        removed: TileSet = "removed", "001:60, C3";
        /// The number of seats.
        players: Within<2, 12> = "players", "003:27, N3";
        /// Which seats score together.
        teams: Teams = "teams", "001:10, 003:27, A12";
        /// The number of tiles dealt to each seat.
        hand: Within<1, 95> = "hand", "001:17, 003:7";
        /// The side of you on which the next player sits.
        direction: Direction = "direction", "001:25, 003:51, G5";

        /// The opener of the first round, and of later rounds opened in the same way.
        opener: Opener = "opener", "001:21, 001:69, 003:9, 004:22, W8, W9";
        /// The number of the double from which such an opener counts upwards.
        first_double: Within<0, 18> = "first-double", "W8";
        /// The tile with which that opener leads.
        opening_lead: OpeningLead = "opening-lead", "001:21, 003:9, 003:53, J10, A2";
        /// The remedy when nobody holds a double that would open.
        no_double: NoDouble = "no-double", "003:9, PR3, CH1, A3, X1, W32";
        /// The number of doubles in one hand that means a new deal; 0 for never.
        doubles_redeal: Within<0, 19> = "doubles-redeal", "G7";
        /// The number of tiles with one number in a hand that means a new deal; 0 for never.
        suit_redeal: Within<0, 19> = "suit-redeal", "W33";
        /// The number of doubles in one hand that scores and means a new deal; 0 for never.
        doubles_score: Within<0, 19> = "doubles-score", "W11";
        /// The gain from such a hand.
        doubles_pay: DoublesPay = "doubles-pay", "W34";
        /// Points for such a hand; in games, the number of games.
        doubles_points: Within<1, 1000> = "doubles-points", "W11";
        /// The number of doubles in one hand that wins the match; 0 for never.
        doubles_win: Within<0, 19> = "doubles-win", "W11";
        /// The opener of the deal after a hand that scored.
        doubles_opener: DoublesOpener = "doubles-opener", "W11";
        /// How equal tiles in the draw for set are ranked.
        set_tie: SetTie = "set-tie", "004:22, S1";
        /// Whether a rematch draws for the set again.
        next_match_opener: NextMatchOpener = "next-match-opener", "004:86, S17, W27";
        /// The opener after a round that a side won.
        next_opener: NextOpener = "next-opener", "001:23, 002:32, 003:9, 004:22, B1, S2";
        /// Which of the winning partners opens.
        pose: Pose = "pose", "001:23, J11";
        /// Which of the winners opens after a blocked round.
        blocked_opener: BlockedOpener = "blocked-opener", "001:100, J11, PR9, W10";
        /// The opener when the lightest hands of both partners are equal.
        lightest_tie: LightestTie = "lightest-tie", "CH5";
        /// The opener after a tied round, where the winner of a round would open the next and ties raise no stake.
        tie_opener: TieOpener = "tie-opener", "001:23, 001:46, J1, PR8";
        /// The opener after a reset of the scores, where the winner of a round would open the next.
        reset_opener: ResetOpener = "reset-opener", "001:44, C6";
        /// The tiles that the winner of the last round may lead.
        lead: Lead = "lead", "001:23, 001:69";
        /// The choice of an opener without a double where one must be led.
        pose_pass: PosePass = "pose-pass", "001:69, F1";

        /// Which doubles open more than two sides.
        spinner: Spinner = "spinner", "003:41, 003:45, 003:53, 004:44, A1";
        /// Whether the sides of the opening double come before all else.
        cross: Cross = "cross", "003:41, 001:71, X2, F4";
        /// The order in which the sides of a spinner are used.
        sides: Sides = "sides", "004:44, S10, N2";
        /// The number of places that a later double leaves open.
        later_double: LaterDouble = "later-double", "003:45, N1";
        /// When the end of an arm may be extended.
        arms: Arms = "arms", "001:71, F3";
        /// The player whose turn follows a double.
        after_double: AfterDouble = "after-double", "W30";

        /// Whether and how a player draws.
        draw: Draw = "draw", "001:102, 002:35, 003:33, 003:55, 004:48, D1, A4";
        /// The number of tiles in the boneyard that are never drawn.
        reserve: Within<0, 190> = "reserve", "003:55, 004:48, D2";
        /// Whether a player who could play may draw.
        draw_when: DrawWhen = "draw-when", "002:36, 003:33, 004:82, D3";
        /// Whether the round ends when no tile fits any more but some could still be drawn.
        dead_chain: DeadChain = "dead-chain", "G2b";
        /// When a round counts as blocked.
        block_seen: BlockSeen = "block-seen", "001:33, 002:50, G2, PR6";

        /// The players who must have laid their last tile for the round to end.
        going_out: GoingOut = "going-out", "003:21, B3";
        /// The winner of a round in which a player went out.
        out_winner: OutWinner = "out-winner", "W31";
        /// The hands that decide a blocked round.
        block_winner: BlockWinner = "block-winner", "001:36, 001:100, 002:51, 003:21, J12, PR7, W5";
        /// The winner of a blocked round when the lowest counts of two sides are equal.
        block_tie: BlockTie = "block-tie", "001:37, J5, PR8, B2, A7, W7";
        /// The number of ties in a row after which a second comparison decides a tied block; 0 for never.
        ties_in_a_row: Within<0, 9> = "ties-in-a-row", "W35";
        /// A block is won only with fewer pips than this in the compared hands; 0 for any number.
        block_limit: Within<0, 500> = "block-limit", "W6";
        /// The pips of a double in hand.
        double_pips: DoublePips = "double-pips", "000:34, G1";
        /// The pips of the double blank in hand.
        double_blank: DoubleBlank = "double-blank", "001:97, F11, W15";
        /// The pips of a double blank with a price of its own.
        double_blank_pips: Within<0, 200> = "double-blank-pips", "W15";
        /// The pips of the highest double of the set in hand; 0 for those of its halves.
        highest_double_pips: Within<0, 200> = "highest-double-pips", "W15";
        /// Whether pips or tiles are counted.
        hand_count: HandCount = "hand-count", "W16";
        /// Whether the tiles of a losing side are also taken off its own score.
        own_tiles: OwnTiles = "own-tiles", "W25";

        /// The unit in which a won round is counted.
        score: Score = "score", "001:40, 002:51, 003:23, 001:82";
        /// The tiles that count when a player went out.
        out_count: OutCount = "out-count", "002:51, 003:23, 003:57, B4, T3";
        /// The tiles that count when the round was blocked.
        block_count: BlockCount = "block-count", "002:51, 003:23, 003:57, 004:60, B5, W22";
        /// How the pips won are rounded.
        rounding: Rounding = "rounding", "003:57, 004:32, A6";
        /// Pips are rounded to multiples of this number.
        rounding_to: Within<1, 100> = "rounding-to", "W3";
        /// The multiple to which pips are rounded.
        rounding_way: RoundingWay = "rounding-way", "W3";
        /// The number of pips in a point.
        pips_per_point: Within<1, 100> = "pips-per-point", "004:30, W3";
        /// The pips of each band after the first; 0 for no bands.
        band: Within<0, 100> = "band", "W4";
        /// The most pips of the first band.
        first_band: Within<0, 500> = "first-band", "W4";
        /// The points of the first band; each band after it is worth one more.
        first_band_points: Within<0, 99> = "first-band-points", "W4";
        /// The bonus for going out with the key tile.
        key_tile: KeyTile = "key-tile", "001:42, J6, J7, C4";
        /// The worth of a won round where games are counted.
        round_price: RoundPrice = "round-price", "W1";
        /// Games for going out with a single at one end.
        price_out: Price = "price-out", "W1";
        /// Games for going out with a double at one end.
        price_double: Price = "price-double", "W1";
        /// Games for going out with a single that fits every end.
        price_both_ends: Price = "price-both-ends", "W1";
        /// Games for going out with a double that fits every end.
        price_both_ends_double: Price = "price-both-ends-double", "W1";
        /// Games for winning a block made by the winning side.
        price_own_block: Price = "price-own-block", "W1";
        /// Games for winning a block made by another side.
        price_lost_block: Price = "price-lost-block", "W1";
        /// Games taken from a side that blocks and loses, down to 0.
        block_fine: Price = "block-fine", "W2";
        /// The effect of a tied round on the next one.
        stakes: Stakes = "stakes", "001:51, J1";
        /// Points for winning the first round of the match.
        first_game: Bonus = "first-game", "002:42";
        /// Points for winning the second round.
        second_game: Bonus = "second-game", "002:43";
        /// Points for winning the third round.
        third_game: Bonus = "third-game", "PR15";
        /// Points for winning the fourth round.
        fourth_game: Bonus = "fourth-game", "PR15";
        /// Which rounds count for the bonuses of the first rounds.
        game_number: GameNumber = "game-number", "PR1";
        /// Points for going out with a tile that fits both ends.
        capicu: Bonus = "capicu", "002:44";
        /// The last tiles that are a capicú.
        capicu_when: CapicuWhen = "capicu-when", "002:57, PR10";
        /// Whether a capicú adds those points or doubles the round.
        capicu_pays: CapicuPays = "capicu-pays", "PR18";
        /// Points for going out with the double blank.
        chuchazo: Bonus = "chuchazo", "002:45";
        /// When the double blank is a chuchazo.
        chuchazo_when: ChuchazoWhen = "chuchazo-when", "002:56, PR11";
        /// Points for making an opponent pass.
        paso: Bonus = "paso", "002:39, 002:46";
        /// Which passes pay.
        paso_when: PasoWhen = "paso-when", "002:39, PR5";
        /// Points for the first pass that pays, in place of `paso`; 0 for the same as later ones.
        first_paso: Bonus = "first-paso", "W12";
        /// How often that bonus is paid.
        first_paso_of: FirstPasoOf = "first-paso-of", "W12";
        /// Points for making everybody else pass and playing again.
        pase_corrido: Bonus = "pase-corrido", "PR16";
        /// Points for a tile that opens the round and makes the next player pass.
        pase_de_salida: Bonus = "pase-de-salida", "PR17";
        /// Which opening tiles pay a pase de salida.
        pase_de_salida_when: PaseDeSalidaWhen = "pase-de-salida-when", "PR17";
        /// Points for going out with a double.
        double_out: Bonus = "double-out", "W19";
        /// Points for going out while a loser holds a double blank that can never be played.
        hanged_blank: Bonus = "hanged-blank", "W36";
        /// Points for the side that blocks the round, even if nobody or another side wins it.
        blocker_bonus: Bonus = "blocker-bonus", "W20";
        /// Points for winning a blocked round.
        block_bonus: Bonus = "block-bonus", "PR14";
        /// Bonuses count only for a side that began the round below this score; 0 for any score.
        bonus_below: Within<0, 5000> = "bonus-below", "W28";

        /// When the open ends score during play.
        ends: Ends = "ends", "003:53, 003:69, 004:30, T1, W21, W26";
        /// The number whose multiples score.
        ends_divisor: Within<3, 13> = "ends-divisor", "W21";
        /// Points where all ends show one number.
        equal_ends: Within<1, 1000> = "equal-ends", "W26";
        /// Points where a double lies at one of these ends. A lone double scores `equal-ends`.
        equal_ends_double: Within<1, 1000> = "equal-ends-double", "W26";
        /// Whether such points must be declared.
        calls: Calls = "calls", "003:55, 004:30, A9, S11";
        /// Whether the table or the caller knows the number of points called.
        call_sum: CallSum = "call-sum", "003:55, A13";
        /// Points for every other side after a wrong call, where callers name the points.
        wrong_call: Bonus = "wrong-call", "A14";

        /// Penalty points for every third pass in a row.
        three_passes: Bonus = "three-passes", "001:88";
        /// Penalty points for each of the others when all of them pass on one tile.
        board_pass: Bonus = "board-pass", "001:90";
        /// Whether a tile that blocks the round is a board pass.
        board_pass_block: BoardPassBlock = "board-pass-block", "F6";
        /// The price of a pass that is both a third in a row and part of a board pass.
        pass_penalties: PassPenalties = "pass-penalties", "F7";
        /// The players who count their tiles when a round of penalties is blocked.
        block_penalties: BlockPenalties = "block-penalties", "001:79, F9, W14";
        /// How tiles left count against their holder.
        hand_penalties: HandPenalties = "hand-penalties", "001:82-86, W13";

        /// Points that win the match, or end it in a game of penalties.
        target: Within<1, 5000> = "target", "001:44, 001:94, 002:11, 003:23, 003:65, 004:32";
        /// The effect of reaching the target.
        at_target: AtTarget = "at-target", "W37";
        /// The number of players left with which the match ends, where a player at the target is out.
        players_left: Within<1, 11> = "players-left", "W37";
        /// The number of rounds after which the best score wins; 0 for any number.
        match_rounds: Within<0, 999> = "match-rounds", "W17";
        /// The fewest points of a round that a side with none writes down; 0 for any number.
        first_score: Within<0, 500> = "first-score", "W18";
        /// Whether a score may exceed the target.
        finish: Finish = "finish", "T2, J9";
        /// When the scores are compared with the target.
        match_check: MatchCheck = "match-check", "002:11, 003:65, 004:32, PR13, A8, S3, F12";
        /// When the scores return to 0.
        love: Love = "love", "001:44, 001:65, 001:100, J2, C1, CH2";
        /// The next step when a side with one point is caught up.
        one_all: OneAll = "one-all", "001:49, J2, J3";
        /// The loss of a side that has not turned the corner of the board.
        skunk: Skunk = "skunk", "004:56, S5";
        /// The score that turns the corner.
        skunk_line: Within<1, 5000> = "skunk-line", "004:56, S5";

        /// The price of passing when able, or of an illegal play: penalty points, or points or games for every other
        /// side.
        false_play: Bonus = "false-play", "001:77, 001:92, F10, G11";
        /// Whether others receive that price, or the side at fault pays it.
        false_play_pays: FalsePlayPays = "false-play-pays", "W23";
        /// The effect of passing when able, or of an illegal play, on the round.
        false_play_ends: FalsePlayEnds = "false-play-ends", "W24";
        /// The price of slow play, charged and paid like that of a false play; 0 for none.
        slow_play: Bonus = "slow-play", "W29";
        /// The seconds of a turn after which slow play is charged, and again after as many more.
        slow_play_after: Within<5, 600> = "slow-play-after", "W29";
        /// How often slow play is charged in one turn before the clock plays.
        slow_play_times: Within<1, 20> = "slow-play-times", "W29";
        /// The price of a draw by a player who could have played.
        needless_draw: NeedlessDraw = "needless-draw", "002:37, 004:82, S6, PR4";
        /// The treatment of a tile shown by accident during play.
        exposed: Exposed = "exposed", "004:66, S6, S13";
    }
}
