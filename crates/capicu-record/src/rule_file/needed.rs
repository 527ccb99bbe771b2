//! Which options a game from scratch has to give.

use capicu::rules::{
    Arms, BlockPenalties, BlockedOpener, Choices, Draw, Ends, Lead, Love, NextOpener, OneAll,
    Opener, Score, Skunk, Spinner, Stakes, Teams,
};

/// Whether the option makes a difference once the others are as they are. Options that add
/// something, such as a premium, are off where they are not given.
pub(super) fn needed(option: &str, c: &Choices) -> bool {
    let pairs = c.teams == Teams::Pairs;
    let pips = c.score == Score::Pips;
    let penalties = c.score == Score::Penalties;
    let games = c.score == Score::Games;
    let draws = c.draw != Draw::Never;
    let winner_opens = c.next_opener == NextOpener::Winner;
    match option {
        "removed" | "doubles-redeal" | "double-pips" | "double-blank" | "false-play"
        | "needless-draw" | "exposed" | "dead-chain" | "block-seen" | "first-game"
        | "second-game" | "third-game" | "fourth-game" | "capicu" | "chuchazo" | "paso"
        | "block-bonus" | "three-passes" | "board-pass" | "skunk" | "finish" | "arms" => false,
        "opening-lead" => matches!(c.opener, Opener::HighestDouble | Opener::DoubleBlank),
        "no-double" => c.opener == Opener::HighestDouble,
        "set-tie" => c.opener == Opener::DrawForSet,
        "pose" => winner_opens && pairs,
        "blocked-opener" => winner_opens,
        "lightest-tie" => winner_opens && pairs && c.blocked_opener == BlockedOpener::Lightest,
        "tie-opener" => winner_opens && c.stakes == Stakes::Off,
        "reset-opener" => winner_opens && c.love != Love::Off,
        "lead" => c.next_opener != NextOpener::SameTest,
        "pose-pass" => c.lead == Lead::Double,
        "cross" => c.spinner != Spinner::None,
        "sides" => c.spinner != Spinner::None && c.arms == Arms::Free,
        "later-double" => c.spinner == Spinner::Every,
        "reserve" | "draw-when" => draws,
        "going-out" => pairs,
        "out-count" | "block-count" | "rounding" | "pips-per-point" => pips,
        "key-tile" | "stakes" | "love" => games,
        "one-all" => c.love == Love::AnyOther && c.one_all != OneAll::Reset,
        "game-number" => [c.first_game, c.second_game, c.third_game, c.fourth_game]
            .iter()
            .any(|bonus| bonus.get() > 0),
        "capicu-when" => c.capicu.get() > 0,
        "chuchazo-when" => c.chuchazo.get() > 0,
        "paso-when" => c.paso.get() > 0,
        "ends" => pips,
        "calls" => c.ends != Ends::Off,
        "board-pass-block" => c.board_pass.get() > 0,
        "pass-penalties" => c.board_pass.get() > 0 && c.three_passes.get() > 0,
        "block-penalties" => penalties,
        "block-winner" | "block-tie" => !(penalties && c.block_penalties == BlockPenalties::Void),
        "skunk-line" => c.skunk != Skunk::Off,
        _ => true,
    }
}
