//! The shipped puzzles, with their themes and replies.

use std::collections::{BTreeMap, BTreeSet};

use capicu::rules::{CapicuPays, CapicuWhen};
use capicu::{Action, Seat, Tile};
use capicu_ai::Knowledge;
use capicu_analysis::{Posed, Reply, SHIPPED, Shipped, Solution, Theme};
use capicu_i18n::Texts;
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

fn all() -> Vec<(Shipped, Posed)> {
    let read = |line: &str| {
        let shipped: Shipped = line.parse().expect("a shipped puzzle");
        assert_eq!(shipped.to_string(), line);
        let posed = Posed::read(&shipped.puzzle, Texts::default());
        let posed = posed.unwrap_or_else(|why| panic!("{line}: {why:?}"));
        (shipped, posed)
    };
    SHIPPED.lines().map(read).collect()
}

#[test]
fn shipped_puzzles_are_puzzles_of_all_games_and_themes() {
    let all = all();
    assert!(all.len() >= 2_000, "{}", all.len());
    let texts: BTreeSet<&String> = all.iter().map(|(shipped, _)| &shipped.puzzle).collect();
    assert_eq!(texts.len(), all.len(), "each is there once");
    for game in capicu::Game::ALL {
        let n = all.iter().filter(|(shipped, _)| shipped.game() == game.id);
        assert!(n.count() >= 100, "{}", game.id);
    }
    for theme in Theme::ALL {
        let n = all
            .iter()
            .filter(|(shipped, _)| shipped.themes.contains(&theme));
        assert!(n.count() >= 10, "{theme:?}");
    }
    for (shipped, posed) in &all {
        let answers = &shipped.solution.answers;
        assert_eq!(posed.text(), shipped.puzzle);
        assert_eq!(posed.decision().actions.len(), answers.len());
        assert!(!answers[posed.decision().played].good);
        let good = answers.iter().filter(|answer| answer.good).count();
        assert!(good >= 1 && 2 * good <= answers.len());
    }
}

/// The analysis reproduces the answers of the first puzzle of some games.
#[test]
fn shipped_puzzles_have_the_shipped_solutions() {
    for game in ["cien", "jamaican-partner", "block"] {
        let all = Shipped::all();
        let shipped = all.into_iter().find(|shipped| shipped.game() == game);
        let shipped = shipped.expect("one of the game");
        let posed = Posed::read(&shipped.puzzle, Texts::default()).expect("a puzzle");
        let found = Solution::of(&posed, shipped.solution.nodes);
        assert_eq!(found.as_ref(), Some(&shipped.solution), "{game}");
    }
}

#[test]
fn line_that_is_no_puzzle_is_refused() {
    let line = SHIPPED.lines().next().expect("a line");
    for broken in [
        "",
        "cien",
        &line.replace('|', ""),
        &line.replace('=', "1/1"),
        &format!("{line} sleeping"),
        &line.replace('/', ":"),
    ] {
        assert!(broken.parse::<Shipped>().is_err(), "{broken}");
    }
}

/// The second way to the themes: the words of the puzzle, counted by hand, and deals drawn one by one.
#[test]
fn themes_are_facts_of_the_puzzles() {
    for (shipped, posed) in all() {
        let table = Table::new(&shipped, &posed);
        for theme in Theme::ALL {
            let Some(expected) = table.has(theme) else {
                continue;
            };
            let is = shipped.themes.contains(&theme);
            assert_eq!(is, expected, "{theme:?}: {shipped}");
        }
    }
}

/// A puzzle as lists of pips.
struct Table<'a> {
    shipped: &'a Shipped,
    posed: &'a Posed,
    hand: Vec<[u8; 2]>,
    /// The tiles on the table.
    laid: Vec<[u8; 2]>,
    /// Every tile of the set.
    set: Vec<[u8; 2]>,
}

fn pips(tile: &str) -> [u8; 2] {
    let (high, low) = tile.split_once('-').expect("a tile");
    [high, low].map(|pip| pip.parse().expect("a number"))
}

fn tile_of(action: Action) -> Option<[u8; 2]> {
    match action {
        Action::Lead(tile) | Action::Play { tile, .. } => Some(pips(&tile.to_string())),
        _ => None,
    }
}

impl<'a> Table<'a> {
    fn new(shipped: &'a Shipped, posed: &'a Posed) -> Self {
        let view = &posed.decision().view;
        let hand = view.hand().into_iter();
        let moves = shipped.puzzle.lines().nth(1).expect("moves");
        let mut laid = Vec::new();
        let mut words = moves.split(' ').peekable();
        while let Some(word) = words.next() {
            if word == "draw" {
                words.next_if(|next| next.contains('-'));
            } else if word.contains('-') && word != "-" && word != "hand-over" {
                laid.push(pips(word.split('@').next().expect("a tile")));
            }
        }
        let highest = view.board().rules().set.highest().value();
        let set = (0..=highest).flat_map(|high| (0..=high).map(move |low| [high, low]));
        Self {
            shipped,
            posed,
            hand: hand.map(|tile| pips(&tile.to_string())).collect(),
            laid,
            set: set.collect(),
        }
    }

    fn answers(&self, good: bool) -> Vec<Action> {
        let actions = self.posed.decision().actions.iter();
        let judged = actions.zip(&self.shipped.solution.answers);
        judged
            .filter(|(_, answer)| answer.good == good)
            .map(|(action, _)| *action)
            .collect()
    }

    /// The numbers at the ends after an action.
    fn open(&self, action: Action) -> Vec<u8> {
        let board = self.posed.decision().view.board();
        let after = board.layout().after(action, board.rules());
        after.ends().iter().map(|end| end.pip().value()).collect()
    }

    /// Whether a tile may be laid after an action: it fits, and the rules do not ask for another first.
    fn lays(&self, action: Action, tile: [u8; 2]) -> bool {
        let board = self.posed.decision().view.board();
        let after = board.layout().after(action, board.rules());
        let named: Tile = format!("{}-{}", tile[0], tile[1]).parse().expect("a tile");
        let fits = self.open(action).iter().any(|pip| tile.contains(pip));
        fits && after.playable().contains(named)
    }

    /// The tiles that others or the boneyard may have.
    fn unseen(&self) -> impl Iterator<Item = [u8; 2]> {
        let seen = |tile: &[u8; 2]| self.hand.contains(tile) || self.laid.contains(tile);
        self.set.iter().copied().filter(move |tile| !seen(tile))
    }

    fn is_partner(&self, seat: Seat) -> bool {
        let view = &self.posed.decision().view;
        let rules = view.board().rules();
        rules.side(seat) == rules.side(view.seat())
    }

    /// Whether the puzzle has a theme; `None` if chance decides too closely, or if it has no second way.
    fn has(&self, theme: Theme) -> Option<bool> {
        let decision = self.posed.decision();
        let [best, played] = [
            decision.actions[self.shipped.solution.best],
            decision.action(),
        ];
        let all = || decision.actions.iter().copied();
        let is_double = |action: &Action| tile_of(*action).is_some_and(|[a, b]| a == b);
        Some(match theme {
            Theme::Lead => self.laid.is_empty(),
            Theme::LastTiles => self.hand.len() < 4,
            Theme::KeepDouble => {
                self.answers(false).iter().any(is_double)
                    && !self.answers(true).iter().any(is_double)
            }
            Theme::PlayDouble => self.answers(true).iter().all(is_double),
            Theme::Block => all().any(|action| {
                let Some(tile) = tile_of(action) else {
                    return false;
                };
                let rest = self.hand.iter().copied().filter(|own| *own != tile);
                self.hand.len() > 1
                    && !rest
                        .chain(self.unseen())
                        .any(|left| self.lays(action, left))
            }),
            Theme::Capicu => all().any(|action| self.readies_capicu(action)),
            Theme::ShutOut => return self.shuts_out(best, played),
            Theme::Count => self.counts(best, played),
            Theme::Pass => return self.reads_pass(best, played),
            Theme::Partner => self.plays_for_partner(best, played),
            Theme::Points => return None,
        })
    }

    fn readies_capicu(&self, action: Action) -> bool {
        let rules = self.posed.decision().view.board().rules();
        let pays = rules.capicu.get() > 0 || rules.capicu_pays == CapicuPays::Doubles;
        let (true, Some(tile)) = (pays, tile_of(action)) else {
            return false;
        };
        let rest: Vec<_> = self.hand.iter().filter(|own| **own != tile).collect();
        let [[a, b]] = rest[..] else {
            return false;
        };
        let open = self.open(action);
        let same = open.iter().all(|pip| *pip == open[0]);
        let counts = match rules.capicu_when {
            CapicuWhen::NotDouble => a != b,
            CapicuWhen::DifferentEnds => !same,
            CapicuWhen::DoubleToo => true,
        };
        counts && open.iter().all(|pip| pip == a || pip == b)
    }

    /// Draws deals, and counts those in which the next player could not lay a tile.
    fn shuts_out(&self, best: Action, played: Action) -> Option<bool> {
        const DEALS: u32 = 600;
        let view = &self.posed.decision().view;
        let n_seats = view.board().rules().n_seats();
        let mut others = view.seat().around(n_seats).skip(1);
        let next = others.find(|seat| view.board().held()[*seat] > 0)?;
        if self.is_partner(next) || tile_of(best).is_none() || tile_of(played).is_none() {
            return Some(false);
        }
        let knowledge = Knowledge::of(view).ok()?;
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        let mut shut = [0_u32; 2];
        for _ in 0..DEALS {
            let world = knowledge.sample(rng);
            for (shut, action) in shut.iter_mut().zip([best, played]) {
                let mut hand = world.hands[next].into_iter();
                *shut += u32::from(!hand.any(|tile| self.lays(action, pips(&tile.to_string()))));
            }
        }
        let share = |n: u32| f64::from(n) / f64::from(DEALS);
        let (better, other) = (share(shut[0]), share(shut[1]));
        // Seven standard errors of a share.
        let unclear = |value: f64, line: f64| (value - line).abs() < 0.15;
        if unclear(better, 0.5) || unclear(better - other, 0.05) {
            return None;
        }
        Some(better >= 0.5 && better - other >= 0.05)
    }

    /// The numbers that one action leaves open, and not the other.
    fn only(&self, here: Action, there: Action) -> Vec<u8> {
        let open = |action| match tile_of(action) {
            Some(_) => self.open(action),
            None => Vec::new(),
        };
        let there = open(there);
        open(here)
            .into_iter()
            .filter(|pip| !there.contains(pip))
            .collect()
    }

    fn counts(&self, best: Action, played: Action) -> bool {
        let Some(tile) = tile_of(best) else {
            return false;
        };
        let has = |pip: u8| move |tile: &[u8; 2]| tile.contains(&pip);
        let held = |pip: u8| {
            self.hand
                .iter()
                .filter(|own| **own != tile)
                .filter(|own| has(pip)(own))
                .count()
        };
        let others = |pip: u8| self.unseen().filter(has(pip)).count();
        let holds = |pip: &u8| held(*pip) > 1 && held(*pip) >= others(*pip);
        let cuts = |pip: &u8| others(*pip) > held(*pip) + 1;
        let open = self.open(best);
        let mut numbers = open.clone();
        numbers.sort_unstable();
        numbers.dedup();
        let other = tile_of(played)
            .map(|_| self.open(played))
            .unwrap_or_default();
        let same = !other.is_empty() && other.iter().all(|pip| [*pip] == numbers[..]);
        let stitches = !self.laid.is_empty() && numbers.len() == 1 && open.len() > 1 && !same;
        let stitches = stitches && held(numbers[0]) > 0 && held(numbers[0]) >= others(numbers[0]);
        self.only(best, played).iter().any(holds)
            || self.only(played, best).iter().any(cuts)
            || stitches
    }

    /// The numbers in which the actions differ for a seat: those left to an opponent, or closed to a partner.
    fn against(&self, seat: Seat, best: Action, played: Action) -> Vec<u8> {
        match self.is_partner(seat) {
            true => self.only(played, best),
            false => self.only(best, played),
        }
    }

    /// Whether a seat with tiles surely has none of a number, as a pass or draw with that number open showed. Without
    /// draws, all deals that agree with the passes are searched. With draws, deals are drawn, which cannot tell a rare
    /// tile from none: `None` if all of them lack the number and the puzzle does not say so.
    fn reads_pass(&self, best: Action, played: Action) -> Option<bool> {
        let view = &self.posed.decision().view;
        let knowledge = Knowledge::of(view).ok()?;
        let has_drawn = view.moves().iter().any(|mv| mv.action == Action::Draw);
        let n_seats = view.board().rules().n_seats();
        let others = view.seat().around(n_seats).skip(1);
        let mut others = others.filter(|seat| view.board().held()[*seat] > 0);
        let lacks = others.any(|seat| {
            let mut against = self.against(seat, best, played).into_iter();
            against.any(|pip| {
                let mut showed = false;
                view.replay(|board, mv| {
                    let unable = matches!(mv.action, Action::Pass | Action::Draw);
                    let mut ends = board.layout().ends().iter();
                    showed |= mv.seat == seat && unable && ends.any(|end| end.pip().value() == pip);
                });
                let mut hidden = self.unseen().filter(|tile| tile.contains(&pip)).peekable();
                if !showed || hidden.peek().is_none() {
                    return false;
                }
                if !has_drawn {
                    return !hidden.any(|tile| self.may_have(seat, tile));
                }
                let rng = &mut ChaCha8Rng::seed_from_u64(2);
                let mut deals = (0..2_000).map(|_| knowledge.sample(rng).hands[seat]);
                deals.all(|hand| {
                    let mut hand = hand.into_iter();
                    hand.all(|tile| !pips(&tile.to_string()).contains(&pip))
                })
            })
        });
        let says = self.shipped.themes.contains(&Theme::Pass);
        (!has_drawn || !lacks || says).then_some(lacks)
    }

    /// Whether some deal gives a tile to a seat, so that all who passed could not have played. Nobody may have drawn.
    fn may_have(&self, seat: Seat, tile: [u8; 2]) -> bool {
        let view = &self.posed.decision().view;
        let board = view.board();
        let n_seats = board.rules().n_seats();
        let boneyard = usize::from(n_seats);
        let mut barred = vec![BTreeSet::new(); boneyard + 1];
        view.replay(|board, mv| {
            if mv.action == Action::Pass {
                let playable = board.layout().playable().into_iter();
                barred[mv.seat.index()].extend(playable.map(|tile| pips(&tile.to_string())));
            }
        });
        let mut owners = vec![boneyard; usize::from(board.boneyard())];
        for other in view.seat().around(n_seats).skip(1) {
            let held = usize::from(board.held()[other]) - usize::from(other == seat);
            owners.extend(std::iter::repeat_n(other.index(), held));
        }
        let tiles: Vec<_> = self.unseen().filter(|other| *other != tile).collect();
        let mut places = Places {
            tiles: &tiles,
            owners: &owners,
            barred: &barred,
            taken: vec![None; owners.len()],
        };
        !barred[seat.index()].contains(&tile)
            && (0..tiles.len()).all(|next| places.give(next, &mut vec![false; owners.len()]))
    }

    fn plays_for_partner(&self, best: Action, played: Action) -> bool {
        let view = &self.posed.decision().view;
        let opening = self
            .shipped
            .puzzle
            .split("opening: ")
            .nth(1)
            .unwrap_or_default();
        let opening = opening.split(';').next().unwrap_or_default();
        let free = opening.split(' ').nth(1) == Some("any") && !opening[2..].contains('-')
            || opening.ends_with("any hand-over");
        let mut leads = view.moves().iter();
        let lead = leads.find_map(|mv| match mv.action {
            Action::Lead(tile) => Some((mv.seat, pips(&tile.to_string()))),
            _ => None,
        });
        lead.is_some_and(|(seat, tile)| {
            let ours =
                seat != view.seat() && self.is_partner(seat) && view.board().held()[seat] > 0;
            let left = self.only(best, played);
            free && ours && left.iter().any(|pip| tile.contains(pip))
        })
    }
}

/// Places for hidden tiles: a matching of tiles and owners, by augmenting paths.
struct Places<'a> {
    tiles: &'a [[u8; 2]],
    /// The owner of each place; the boneyard comes after the seats.
    owners: &'a [usize],
    /// For each owner the tiles that it cannot have.
    barred: &'a [BTreeSet<[u8; 2]>],
    /// The tile at each place.
    taken: Vec<Option<usize>>,
}

impl Places<'_> {
    /// Gives a tile a place, and moves others if needed.
    fn give(&mut self, tile: usize, tried: &mut [bool]) -> bool {
        for place in 0..self.owners.len() {
            if tried[place] || self.barred[self.owners[place]].contains(&self.tiles[tile]) {
                continue;
            }
            tried[place] = true;
            let moves = self.taken[place].is_none_or(|other| self.give(other, tried));
            if moves {
                self.taken[place] = Some(tile);
                return true;
            }
        }
        false
    }
}

/// Plays every answer of some puzzles by the rules, until the seat is to act again or the round is over.
#[test]
fn table_replies_by_the_rules_and_keeps_the_same_hands() {
    for (shipped, posed) in all().into_iter().step_by(37) {
        let view = &posed.decision().view;
        let mut owners = BTreeMap::new();
        for action in &posed.decision().actions {
            let reply = Reply::of(&posed, *action).expect("a deal agrees");
            let again = Reply::of(&posed, *action).expect("a deal agrees");
            assert_eq!(reply.moves, again.moves);
            let mut seen = view.clone();
            let own = capicu::Move {
                seat: view.seat(),
                action: *action,
                drawn: None,
                shown: false,
            };
            if *action != Action::Draw {
                seen.check(*action).expect("it is legal");
                seen.observe(&own, &capicu::PlayAwards::new());
            }
            if *action == Action::Draw {
                continue;
            }
            let has_drawn = reply.moves.iter().any(|mv| mv.action == Action::Draw);
            for mv in &reply.moves {
                assert_eq!(seen.board().to_act(), Some(mv.seat), "{shipped}");
                assert_ne!(mv.seat, view.seat(), "{shipped}");
                assert!(mv.drawn.is_none() || mv.shown, "{shipped}");
                if let Some(tile) = mv.action.tile() {
                    let layout = seen.board().layout();
                    let fits = layout.first().is_none() || layout.playable().contains(tile);
                    assert!(fits && view.unseen().contains(tile), "{shipped}");
                    // The same tile is in the same hand whatever the answer.
                    if !has_drawn {
                        assert_eq!(*owners.entry(tile).or_insert(mv.seat), mv.seat, "{shipped}");
                    }
                }
                seen.observe(mv, &capicu::PlayAwards::new());
            }
            let is_over = reply.ended.is_some();
            assert!(
                is_over || seen.board().to_act() == Some(view.seat()),
                "{shipped}"
            );
        }
    }
}
