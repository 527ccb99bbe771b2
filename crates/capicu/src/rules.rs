//! The rules of a game as data: independent small choices over one engine.
//!
//! [`Choices`] holds one value for every option and may contradict itself; [`Rules`] is a set of
//! choices that has been checked and can be played. Every option has a name in files and forms,
//! listed by [`Choices::OPTIONS`]; what each does in a game, [`Choices::effects`] says.
//!
//! Citations such as `001:42` are source and line, `J6` a decision where the sources are silent or
//! differ; both are explained in `docs/rules/`.

mod check;
mod choice;
mod effect;
mod errors;
mod lock;
mod options;
pub mod preset;

pub use check::{Clash, Rules, RulesError};
pub use choice::{OptionError, OptionInfo, OptionKind, OptionValue, Within};
pub use effect::Effect;
pub use errors::RulesErrors;
pub use options::*;

use crate::{DominoSet, TileSet};
use choice::choices;

/// A number of points on the score sheet that an option awards.
pub type Bonus = Within<0, 1000>;

choices! {
    /// Every choice that makes a game, for one number of players. Plain data: see [`Rules`].
    Choices {
        /// The set of tiles.
        set: DominoSet = "set", "003:29";
        /// Tiles of the set left in the box.
        removed: TileSet = "removed", "001:60, C3";
        /// How many sit at the table.
        players: Within<2, 12> = "players", "003:27, N3";
        /// Who scores with whom.
        teams: Teams = "teams", "001:10, 003:27, A12";
        /// How many tiles each seat is dealt.
        hand: Within<1, 45> = "hand", "001:17, 003:7";
        /// On which side of you the next player sits.
        direction: Direction = "direction", "001:25, 003:51, G5";

        /// Who opens the first round, and any later one that is opened anew.
        opener: Opener = "opener", "001:21, 001:69, 003:9, 004:22";
        /// With which tile that opener leads.
        opening_lead: OpeningLead = "opening-lead", "001:21, 003:9, 003:53, J10, A2";
        /// What happens when nobody holds a double that would open.
        no_double: NoDouble = "no-double", "003:9, PR3, CH1, A3, X1";
        /// This many doubles in one hand mean a new deal; 0 means never.
        doubles_redeal: Within<0, 13> = "doubles-redeal", "G7";
        /// How equal tiles in the draw for set are told apart.
        set_tie: SetTie = "set-tie", "004:22, S1";
        /// Whether a rematch is drawn for again.
        next_match_opener: NextMatchOpener = "next-match-opener", "004:86, S17";
        /// Who opens after a round that somebody won.
        next_opener: NextOpener = "next-opener", "001:23, 002:32, 003:9, 004:22, B1, S2";
        /// Which of the partners that won opens.
        pose: Pose = "pose", "001:23, J11";
        /// Who of the winners opens after a blocked round.
        blocked_opener: BlockedOpener = "blocked-opener", "001:100, J11, PR9";
        /// Who opens when the lightest hands of both partners are equal.
        lightest_tie: LightestTie = "lightest-tie", "CH5";
        /// Who opens after a tied round, where the winner of a round would open the next and ties
        /// raise no stake.
        tie_opener: TieOpener = "tie-opener", "001:23, 001:46, J1, PR8";
        /// Who opens after the scores went back to nothing, where the winner of a round would open
        /// the next.
        reset_opener: ResetOpener = "reset-opener", "001:44, C6";
        /// What the winner of the last round may lead.
        lead: Lead = "lead", "001:23, 001:69";
        /// What becomes of an opener who holds no double where one must be led.
        pose_pass: PosePass = "pose-pass", "001:69, F1";

        /// Which doubles open more than two sides.
        spinner: Spinner = "spinner", "003:41, 003:45, 003:53, 004:44, A1";
        /// Whether the four sides of the opening double come before all else.
        cross: Cross = "cross", "003:41, 001:71, X2, F4";
        /// In which order the sides of a spinner are used.
        sides: Sides = "sides", "004:44, S10, N2";
        /// How many places a later double leaves open.
        later_double: LaterDouble = "later-double", "003:45, N1";
        /// When the end of an arm may be extended.
        arms: Arms = "arms", "001:71, F3";

        /// Whether and how a player draws.
        draw: Draw = "draw", "001:102, 002:35, 003:33, 003:55, 004:48, D1, A4";
        /// How many tiles of the boneyard are never drawn.
        reserve: Within<0, 91> = "reserve", "003:55, 004:48, D2";
        /// Whether a player who could play may draw.
        draw_when: DrawWhen = "draw-when", "002:36, 003:33, 004:82, D3";
        /// What happens when no tile can ever be played again but some could still be drawn.
        dead_chain: DeadChain = "dead-chain", "G2b";
        /// When a round counts as blocked.
        block_seen: BlockSeen = "block-seen", "001:33, 002:50, G2, PR6";

        /// Who must have played out for the round to end.
        going_out: GoingOut = "going-out", "003:21, B3";
        /// Whose hands decide a blocked round.
        block_winner: BlockWinner = "block-winner", "001:36, 001:100, 002:51, 003:21, J12, PR7";
        /// Who wins a blocked round when the lowest counts of two sides are equal.
        block_tie: BlockTie = "block-tie", "001:37, J5, PR8, B2, A7";
        /// What a double in hand counts.
        double_pips: DoublePips = "double-pips", "000:34, G1";
        /// What the double blank in hand counts.
        double_blank: DoubleBlank = "double-blank", "001:97, F11";

        /// What a won round is counted in.
        score: Score = "score", "001:40, 002:51, 003:23, 001:82";
        /// Whose tiles count when a player went out.
        out_count: OutCount = "out-count", "002:51, 003:23, 003:57, B4, T3";
        /// Whose tiles count when the round was blocked.
        block_count: BlockCount = "block-count", "002:51, 003:23, 003:57, 004:60, B5";
        /// How the pips won are rounded.
        rounding: Rounding = "rounding", "003:57, 004:32, A6";
        /// How many pips make a point.
        pips_per_point: Within<1, 10> = "pips-per-point", "004:30";
        /// What going out with the key tile adds.
        key_tile: KeyTile = "key-tile", "001:42, J6, J7, C4";
        /// What a tied round does to the next one.
        stakes: Stakes = "stakes", "001:51, J1";
        /// Points for whoever wins the first round of the match.
        first_game: Bonus = "first-game", "002:42";
        /// Points for whoever wins the second.
        second_game: Bonus = "second-game", "002:43";
        /// Points for whoever wins the third.
        third_game: Bonus = "third-game", "PR15";
        /// Points for whoever wins the fourth.
        fourth_game: Bonus = "fourth-game", "PR15";
        /// Which rounds the premiums of the first games count.
        game_number: GameNumber = "game-number", "PR1";
        /// Points for going out with a tile that fits both ends.
        capicu: Bonus = "capicu", "002:44";
        /// When that is a capicú.
        capicu_when: CapicuWhen = "capicu-when", "002:57, PR10";
        /// Whether it adds those points or doubles the round.
        capicu_pays: CapicuPays = "capicu-pays", "PR18";
        /// Points for going out with the double blank.
        chuchazo: Bonus = "chuchazo", "002:45";
        /// When that is a chuchazo.
        chuchazo_when: ChuchazoWhen = "chuchazo-when", "002:56, PR11";
        /// Points for making an opponent pass.
        paso: Bonus = "paso", "002:39, 002:46";
        /// Which passes pay.
        paso_when: PasoWhen = "paso-when", "002:39, PR5";
        /// Points for making everybody else pass and playing on.
        pase_corrido: Bonus = "pase-corrido", "PR16";
        /// Points for a tile that opens the round and makes the next player pass.
        pase_de_salida: Bonus = "pase-de-salida", "PR17";
        /// Which opening tiles pay that.
        pase_de_salida_when: PaseDeSalidaWhen = "pase-de-salida-when", "PR17";
        /// Points for winning a blocked round.
        block_bonus: Bonus = "block-bonus", "PR14";

        /// When the open ends score during play.
        ends: Ends = "ends", "003:53, 003:69, 004:30, T1";
        /// Whether such points must be declared.
        calls: Calls = "calls", "003:55, 004:30, A9, S11";
        /// Who says how many points are called.
        call_sum: CallSum = "call-sum", "003:55, A13";
        /// What every other side gets for a call that is wrong, where callers name the points.
        wrong_call: Bonus = "wrong-call", "A14";

        /// Penalty points for every third pass in a row.
        three_passes: Bonus = "three-passes", "001:88";
        /// Penalty points for each of the others when all of them pass on one player's tile.
        board_pass: Bonus = "board-pass", "001:90";
        /// Whether a tile that blocks the round is a board pass.
        board_pass_block: BoardPassBlock = "board-pass-block", "F6";
        /// What a pass costs that is both a third in a row and part of a board pass.
        pass_penalties: PassPenalties = "pass-penalties", "F7";
        /// Who counts his tiles when a round of penalties is blocked.
        block_penalties: BlockPenalties = "block-penalties", "001:79, F9";

        /// Points that win the match; in a game of penalties, that end it.
        target: Within<1, 5000> = "target", "001:44, 001:94, 002:11, 003:23, 003:65, 004:32";
        /// Whether the target may be passed.
        finish: Finish = "finish", "T2, J9";
        /// When the scores are held against the target.
        match_check: MatchCheck = "match-check", "002:11, 003:65, 004:32, PR13, A8, S3, F12";
        /// When the scores go back to nothing.
        love: Love = "love", "001:44, 001:65, 001:100, J2, C1, CH2";
        /// What happens when a side with one point is caught up.
        one_all: OneAll = "one-all", "001:49, J2, J3";
        /// What a loser who has not turned the corner of the board suffers.
        skunk: Skunk = "skunk", "004:56, S5";
        /// The points with which the corner is turned.
        skunk_line: Within<1, 5000> = "skunk-line", "004:56, S5";

        /// What passing when able, or an illegal play, costs: penalty points, or points or games for
        /// every other side.
        false_play: Bonus = "false-play", "001:77, 001:92, F10, G11";
        /// What a draw by a player who could have played costs him.
        needless_draw: NeedlessDraw = "needless-draw", "002:37, 004:82, S6, PR4";
        /// What becomes of a tile shown by accident during play.
        exposed: Exposed = "exposed", "004:66, S6, S13";
    }
}
