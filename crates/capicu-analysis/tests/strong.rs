//! What a strong player does is hardly ever called a mistake.

mod common;

use capicu_ai::{Belief, Budget, Reader};
use common::{analyzed, facts, played, record, rules};

/// A reader that looks at each choice for as long as the analysis does.
#[test]
fn a_strong_player_makes_few_mistakes() {
    let (mut choices, mut mistakes) = (0, 0);
    for (id, players) in [("jamaican-partner", 4), ("block", 2), ("all-fives", 2)] {
        let (mut here, mut wrong) = (0, 0);
        for seed in 0..8 {
            let mut reader = Reader::new(Budget::Nodes(40_000), Belief::Play);
            let facts = facts(rules(id, players), 300 + seed, 4, &mut reader);
            let played = played(&record(rules(id, players), &facts));
            for (_, judged) in analyzed(&played, 2_000, 0).decisions() {
                here += 1;
                wrong += u32::from(judged.class.is_mistake());
            }
        }
        println!("{id}: {wrong} of {here}");
        choices += here;
        mistakes += wrong;
    }
    assert!(choices > 500, "{choices}");
    assert!(100 * mistakes < choices, "{mistakes} of {choices}");
}
