//! A match: the opener of each round, and the sum of the rounds.

mod leaving;

use capicu::rules::{
    AtTarget, BlockedOpener, Choices, DoublesOpener, DoublesPay, FalsePlayEnds, Finish,
    FirstPasoOf, Lead, LightestTie, Love, MatchCheck, NextOpener, NoDouble, OneAll, Opener,
    OpeningLead, Pose as PoseRule, PosePass, ResetOpener, Score, SetTie, Skunk, Stakes, Teams,
    TieOpener,
};

use crate::round::Before;
use crate::sheet::{comes_off, doubles_in, n_sides, taken_back, team_of};
use crate::{Bone, End, ModelRound, Owes, Points, Pose, Settled};

#[derive(Clone, Debug)]
pub struct ModelDeal {
    pub hands: Vec<Vec<Bone>>,
    /// The boneyard, the next tile to be drawn first.
    pub boneyard: Vec<Bone>,
    pub lot: u32,
}

/// Why the tiles must be dealt again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    NoDouble,
    ManyDoubles(usize),
    LongSuit(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The opener is found as for the first round.
    Fresh,
    /// This seat, which may be allowed to hand the lead over.
    Seat(usize, HandOver),
    /// A seat of this side, by lot.
    Lot(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HandOver {
    Yes,
    No,
}

/// A change of the scores other than added points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    Reset,
    OneAll,
    /// The winner of the play-off has two or more points, to love.
    TwoLove,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    pub winner: usize,
    pub losers: Vec<bool>,
    pub skunked: Vec<bool>,
}

#[derive(Clone, Debug)]
pub struct Written {
    pub settled: Settled,
    /// The points that were written down.
    pub written: Vec<Points>,
    pub scores: Vec<u32>,
    pub turned: Option<Turned>,
    pub result: Option<MatchEnd>,
}

#[derive(Clone, Debug)]
pub struct ModelMatch {
    choices: Choices,
    before: Before,
    play_off: bool,
    setter: Option<usize>,
    /// The seats that turn up a tile next.
    in_draw: Vec<usize>,
    next: Next,
    /// The seat that last won a round for each side.
    last_winner: Vec<Option<usize>>,
    /// The seats with the first places, best first; equal ones together.
    top: Vec<Vec<usize>>,
    /// The seats with the last places, worst first.
    bottom: Vec<Vec<usize>>,
    result: Option<MatchEnd>,
}

impl ModelMatch {
    pub fn new(choices: Choices) -> Self {
        let teams = n_sides(&choices);
        Self {
            choices,
            before: Before {
                scores: vec![0; teams],
                places: vec![0; teams],
                ..Before::default()
            },
            play_off: false,
            setter: None,
            in_draw: (0..usize::from(choices.players.get())).collect(),
            next: Next::Fresh,
            last_winner: vec![None; teams],
            top: Vec::new(),
            bottom: Vec::new(),
            result: None,
        }
    }

    pub fn before(&self) -> &Before {
        &self.before
    }

    pub fn play_off(&self) -> bool {
        self.play_off
    }

    pub fn result(&self) -> Option<&MatchEnd> {
        self.result.as_ref()
    }

    /// Starts from these scores, for examples in the middle of a match.
    pub fn with_scores(mut self, scores: &[u32]) -> Self {
        self.before.scores = scores.to_vec();
        self
    }

    pub fn needs_draw_for_set(&self) -> bool {
        self.choices.opener == Opener::DrawForSet && self.setter.is_none()
    }

    /// The seats that turn up a tile next: all, then those who tied (S1).
    pub fn in_draw(&self) -> &[usize] {
        &self.in_draw
    }

    /// Notes one tile for each seat in the draw. Returns whether they name an opener (004:22).
    pub fn draw_for_set(&mut self, drawn: &[Bone]) -> bool {
        let value = |bone: Bone| match self.choices.set_tie {
            SetTie::DrawAgain => (bone.spots(), 0),
            SetTie::HigherHalf => (bone.spots(), bone.0),
        };
        let best = drawn.iter().map(|bone| value(*bone)).max();
        let turned: Vec<(usize, Bone)> = (self.in_draw.iter().copied())
            .zip(drawn.iter().copied())
            .collect();
        self.in_draw = turned
            .iter()
            .filter(|(_, bone)| Some(value(*bone)) == best)
            .map(|(seat, _)| *seat)
            .collect();
        if let [seat] = self.in_draw[..] {
            self.setter = Some(seat);
        }
        self.setter.is_some()
    }

    /// The opener of the next round with this deal.
    pub fn pose(&self, deal: &ModelDeal) -> Result<Pose, Again> {
        if let Some(seat) = self.not_played(deal) {
            return Ok(Pose {
                seat,
                owes: Owes::Any,
                may_hand_over: false,
            });
        }
        let limit = usize::from(self.choices.doubles_redeal.get());
        if limit > 0 {
            for (seat, hand) in deal.hands.iter().enumerate() {
                if hand.iter().filter(|bone| bone.is_double()).count() >= limit {
                    return Err(Again::ManyDoubles(seat));
                }
            }
        }
        // A new deal for many tiles of one number (W33).
        let many = usize::from(self.choices.suit_redeal.get());
        for (seat, hand) in deal.hands.iter().enumerate() {
            let of = |number: u8| hand.iter().filter(|bone| bone.has(number)).count();
            if many > 0 && (0..=self.choices.set.highest().value()).any(|number| of(number) >= many)
            {
                return Err(Again::LongSuit(seat));
            }
        }
        let (seat, hand_over) = match self.next {
            Next::Fresh => return self.fresh(deal),
            Next::Seat(seat, _) if !self.before.plays(seat) => (self.instead(seat), HandOver::No),
            Next::Lot(team) if self.singles() && !self.before.plays(team) => {
                (self.instead(team), HandOver::No)
            }
            Next::Seat(seat, hand_over) => (seat, hand_over),
            Next::Lot(team) => {
                let seats: Vec<usize> = (0..deal.hands.len())
                    .filter(|seat| team_of(*seat, &self.choices) == team)
                    .collect();
                let seat = seats[deal.lot as usize % seats.len()];
                (seat, HandOver::No)
            }
        };
        // If nobody holds a double, nobody can be made to lead one.
        let anybody = deal.hands.iter().flatten().any(|bone| bone.is_double());
        let own = deal.hands[seat].iter().any(|bone| bone.is_double());
        let owes = match self.choices.lead {
            Lead::Double if own => Owes::Double,
            Lead::Double if anybody && self.choices.pose_pass != PosePass::AnyTile => Owes::Double,
            Lead::Double | Lead::Any => Owes::Any,
        };
        Ok(Pose {
            seat,
            owes,
            may_hand_over: hand_over == HandOver::Yes,
        })
    }

    /// The seat with the most doubles, the first of equals, if they score or win (W11).
    fn not_played(&self, deal: &ModelDeal) -> Option<usize> {
        let steps = [self.choices.doubles_score, self.choices.doubles_win];
        let steps = steps.map(|step| u32::from(step.get()));
        let enough = |doubles: u32| steps.iter().any(|step| *step > 0 && doubles >= *step);
        let counts: Vec<u32> = deal.hands.iter().map(|hand| doubles_in(hand)).collect();
        let most = *counts.iter().max()?;
        counts
            .iter()
            .position(|doubles| *doubles == most)
            .filter(|_| enough(most))
    }

    /// The opener of a round that nobody has earned.
    fn fresh(&self, deal: &ModelDeal) -> Result<Pose, Again> {
        let holder = |bone: Bone| deal.hands.iter().position(|hand| hand.contains(&bone));
        let any = |seat: usize| Pose {
            seat,
            owes: Owes::Any,
            may_hand_over: false,
        };
        match self.choices.opener {
            Opener::FirstSeat => Ok(any(self.instead(0))),
            Opener::DrawForSet => {
                let setter = self.setter.expect("a draw for the set before the deal");
                Ok(any(self.instead(setter)))
            }
            Opener::DoubleBlank => match holder(Bone(0, 0)) {
                Some(seat) => Ok(self.named(seat, Bone(0, 0))),
                None => self.without_double(deal),
            },
            Opener::HighestDouble => {
                let held = (0..=self.choices.set.highest().value())
                    .rev()
                    .find_map(|n| Some((holder(Bone(n, n))?, Bone(n, n))));
                match held {
                    Some((seat, bone)) => Ok(self.named(seat, bone)),
                    None => self.without_double(deal),
                }
            }
            // The heaviest tile of all hands, whatever its kind (W9).
            Opener::HighestTile => Ok(self.highest_tile(deal)),
            // One double after another, after the highest of the set 0-0 again (W8).
            Opener::LowestDouble => self.double_from(0, deal),
            Opener::RoundDouble => self.double_from(self.before.finished, deal),
        }
    }

    fn named(&self, seat: usize, bone: Bone) -> Pose {
        Pose {
            seat,
            owes: match self.choices.opening_lead {
                OpeningLead::ThatTile => Owes::Tile(bone),
                OpeningLead::AnyTile => Owes::AnyHolding(bone),
            },
            may_hand_over: false,
        }
    }

    fn highest_tile(&self, deal: &ModelDeal) -> Pose {
        let all = deal.hands.iter().flatten().copied();
        let best = all
            .max_by_key(|bone| (bone.spots(), bone.0))
            .expect("everybody holds tiles");
        let seat = deal.hands.iter().position(|hand| hand.contains(&best));
        self.named(seat.expect("a tile in some hand"), best)
    }

    /// The holder of a double opens: of this many after the first double, or of the next one that was dealt.
    fn double_from(&self, steps: u32, deal: &ModelDeal) -> Result<Pose, Again> {
        let highest = self.choices.set.highest().value();
        let mut pip = self.choices.first_double.get() as u8;
        for _ in 0..steps {
            pip = if pip == highest { 0 } else { pip + 1 };
        }
        for _ in 0..=highest {
            let double = Bone(pip, pip);
            if let Some(seat) = deal.hands.iter().position(|hand| hand.contains(&double)) {
                return Ok(self.named(seat, double));
            }
            pip = if pip == highest { 0 } else { pip + 1 };
        }
        self.without_double(deal)
    }

    fn without_double(&self, deal: &ModelDeal) -> Result<Pose, Again> {
        match self.choices.no_double {
            NoDouble::Redeal => Err(Again::NoDouble),
            NoDouble::HighestTile => Ok(self.highest_tile(deal)),
            NoDouble::HeaviestHand => {
                // Whose pips add up to most leads what they like (W32).
                let weights: Vec<u32> = (deal.hands.iter())
                    .map(|hand| hand.iter().map(|bone| bone.spots()).sum())
                    .collect();
                let most = weights.iter().max();
                let seat = weights.iter().position(|weight| Some(weight) == most);
                Ok(Pose {
                    seat: seat.expect("there are hands"),
                    owes: Owes::Any,
                    may_hand_over: false,
                })
            }
            NoDouble::DrawForDouble => Ok(Pose {
                seat: self.instead(0),
                owes: Owes::DrawForDouble,
                may_hand_over: false,
            }),
        }
    }

    pub fn open(&self, deal: &ModelDeal) -> Result<ModelRound, Again> {
        let mut round = ModelRound::new(
            self.choices,
            Before {
                play_off: self.play_off,
                ..self.before.clone()
            },
            self.pose(deal)?,
            deal.hands.clone(),
            deal.boneyard.clone(),
        );
        if let Some(seat) = self.not_played(deal) {
            round.end(End::Doubles(seat), None);
        }
        Ok(round)
    }

    /// Whether partners agree on the opener.
    fn huddle(&self) -> HandOver {
        if self.choices.teams == Teams::Pairs && self.choices.pose == PoseRule::Huddle {
            HandOver::Yes
        } else {
            HandOver::No
        }
    }

    fn winners_open(&self, settled: &Settled, winner: usize) -> Next {
        let pairs = self.choices.teams == Teams::Pairs;
        let team = team_of(winner, &self.choices);
        let seat = |seat, hand_over| Next::Seat(seat, hand_over);
        if let End::Blocked(blocker) = settled.end {
            let equal = pairs && settled.counts[winner] == settled.counts[(winner + 2) % 4];
            let free_choice = equal && self.choices.lightest_tie == LightestTie::FreeChoice;
            return match self.choices.blocked_opener {
                BlockedOpener::Huddle if pairs => seat(winner, HandOver::Yes),
                BlockedOpener::Huddle => seat(winner, HandOver::No),
                BlockedOpener::Lightest if free_choice => seat(winner, HandOver::Yes),
                BlockedOpener::Lightest => seat(winner, HandOver::No),
                BlockedOpener::BlockerOrNext => {
                    let n = settled.counts.len();
                    seat(
                        match blocker {
                            None => winner,
                            Some(seat) if team_of(seat, &self.choices) == team => seat,
                            Some(seat) => self.before.turns_after(seat, n)[0],
                        },
                        HandOver::No,
                    )
                }
                BlockedOpener::Lot => Next::Lot(team),
                BlockedOpener::Opener => Next::Fresh,
            };
        }
        match self.choices.pose {
            PoseRule::Winner => seat(winner, HandOver::No),
            PoseRule::Huddle => seat(winner, self.huddle()),
            PoseRule::Lot => Next::Lot(team),
            PoseRule::FixedSeat => {
                // Side 0 has seats 0 and 2, side 1 has 1 and 3. If all play alone, each seat is a side.
                seat(team, HandOver::No)
            }
        }
    }

    fn after_tie(&self, opener: usize) -> Next {
        let n = usize::from(self.choices.players.get());
        match self.choices.stakes {
            Stakes::Rising => {
                let best = *self.before.scores.iter().max().expect("there are teams");
                let mut leaders =
                    (0..self.before.scores.len()).filter(|team| self.before.scores[*team] == best);
                match (leaders.next(), leaders.next()) {
                    (Some(team), None) if best > 0 => match self.last_winner[team] {
                        Some(seat) => Next::Seat(seat, self.huddle()),
                        None => Next::Fresh,
                    },
                    _ => Next::Fresh,
                }
            }
            Stakes::Two => Next::Fresh,
            Stakes::Off => match self.choices.tie_opener {
                TieOpener::Opener => Next::Fresh,
                TieOpener::SameSeat => Next::Seat(opener, HandOver::No),
                TieOpener::NextSeat => {
                    Next::Seat(self.before.turns_after(opener, n)[0], HandOver::No)
                }
            },
        }
    }

    pub fn finish(&mut self, round: &ModelRound) -> Written {
        let settled = round.settled().expect("the round is over").clone();
        if settled.end == End::Void {
            // Everything is as before the round (PR4).
            return Written {
                settled,
                written: Vec::new(),
                scores: self.before.scores.clone(),
                turned: None,
                result: None,
            };
        }
        if let End::Doubles(seat) = settled.end {
            let held = doubles_in(&round.hands()[seat]);
            return self.finish_doubles(seat, held, settled);
        }
        if let (End::Foul(seat), true) = (settled.end, taken_back(settled.end, &self.choices)) {
            return self.finish_foul(seat, settled);
        }
        if self.choices.first_paso_of == FirstPasoOf::Match {
            self.before.passed = round.passed();
        }
        let n = usize::from(self.choices.players.get());
        let mut turned = None;
        let winner = settled.winner;
        let side = winner.map(|seat| team_of(seat, &self.choices));
        let staked = self.choices.stakes != Stakes::Off && self.before.ties > 0;
        let mut scores = self.before.scores.clone();
        let mut written = Vec::new();
        let mut told = None;
        if self.choices.score == Score::Games {
            // Games for a false play come before the game that was played (G11).
            for team in 0..scores.len() {
                // What came off stays off, and comes first.
                let given: u32 = (round.made().iter())
                    .filter(|points| points.team == team && !comes_off(points.why))
                    .map(|points| points.points)
                    .sum();
                scores[team] = round.base()[team];
                if given > 0 {
                    let (after, turn, _) = self.with_games(&scores, team, given, staked);
                    scores = after;
                    told = turn.or(told);
                }
            }
            if let Some(side) = side {
                let (off, won): (Vec<Points>, Vec<Points>) =
                    (settled.points.iter()).partition(|points| comes_off(points.why));
                let games = won.iter().map(|points| points.points).sum();
                let (after, turn, counts) = self.with_games(&scores, side, games, staked);
                scores = after;
                turned = turn;
                told = turn.or(told);
                if counts {
                    written = settled.points.clone();
                }
                for points in off {
                    scores[points.team] = scores[points.team].saturating_sub(points.points);
                }
                // A side that blocked and did not win pays for it (W2).
                if let End::Blocked(Some(blocker)) = settled.end {
                    let team = team_of(blocker, &self.choices);
                    if team != side {
                        let fine = u32::from(self.choices.block_fine.get());
                        scores[team] -= fine.min(scores[team]);
                    }
                }
            }
        } else {
            scores = (0..scores.len()).map(|team| round.score(team)).collect();
            // A side with nothing starts only with enough points (W18).
            let least = u32::from(self.choices.first_score.get());
            let made = |team: usize| -> u32 {
                let own = settled.points.iter().filter(|points| points.team == team);
                let own = own.filter(|points| !comes_off(points.why));
                own.map(|points| points.points).sum()
            };
            let mut counted = settled.points.clone();
            counted.retain(|points| {
                comes_off(points.why) || scores[points.team] > 0 || made(points.team) >= least
            });
            written = self.add(&mut scores, &counted);
        }
        self.before.scores = scores;
        self.before.finished += 1;
        match winner {
            Some(winner) => {
                self.before.decided += 1;
                self.before.ties = 0;
                self.last_winner[team_of(winner, &self.choices)] = Some(winner);
            }
            None => self.before.ties += 1,
        }
        self.next = match (winner, turned) {
            // These apply to every round, whatever the result of the one before (003:9, 004:22).
            _ if self.choices.next_opener == NextOpener::SameTest => Next::Fresh,
            _ if self.choices.next_opener == NextOpener::Rotate => {
                Next::Seat(self.before.turns_after(round.opener(), n)[0], HandOver::No)
            }
            (None, _) => self.after_tie(round.opener()),
            (Some(winner), Some(Turned::Reset)) => match self.choices.reset_opener {
                ResetOpener::Opener => Next::Fresh,
                ResetOpener::Winner => self.winners_open(&settled, winner),
            },
            (Some(winner), Some(Turned::OneAll)) => match self.choices.one_all {
                OneAll::PlayOffWinnerLeads => self.winners_open(&settled, winner),
                OneAll::Reset | OneAll::PlayOff => Next::Fresh,
            },
            (Some(winner), _) => self.winners_open(&settled, winner),
        };
        self.result = self.conclude();
        Written {
            settled,
            written,
            scores: self.before.scores.clone(),
            turned: told,
            result: self.result.clone(),
        }
    }

    /// A false play voids the round, at a price, or loses the match (W24). It is no round.
    fn finish_foul(&mut self, seat: usize, settled: Settled) -> Written {
        let staked = self.choices.stakes != Stakes::Off && self.before.ties > 0;
        let (mut turned, mut written) = (None, Vec::new());
        if self.choices.false_play_ends == FalsePlayEnds::LosesMatch {
            let winner = team_of((seat + 1) % settled.counts.len(), &self.choices);
            self.result = Some(self.won_by(winner));
        } else {
            let mut scores = self.before.scores.clone();
            for points in &settled.points {
                if self.choices.score == Score::Games && !comes_off(points.why) {
                    let (team, won) = (points.team, points.points);
                    let (after, turn, counts) = self.with_games(&scores, team, won, staked);
                    scores = after;
                    turned = turn.or(turned);
                    written.extend(Some(*points).filter(|_| counts));
                } else {
                    written.extend(self.add(&mut scores, &[*points]));
                }
            }
            self.before.scores = scores;
            self.result = self.conclude();
        }
        Written {
            settled,
            written,
            scores: self.before.scores.clone(),
            turned,
            result: self.result.clone(),
        }
    }

    /// The end of a match that this side wins, whatever the scores are.
    fn won_by(&self, side: usize) -> MatchEnd {
        let scores = &self.before.scores;
        let losers: Vec<bool> = (0..scores.len()).map(|team| team != side).collect();
        let line = u32::from(self.choices.skunk_line.get());
        let has_corner = self.choices.skunk != Skunk::Off;
        let behind = |team: usize| has_corner && losers[team] && scores[team] < line;
        MatchEnd {
            winner: side,
            skunked: (0..scores.len()).map(behind).collect(),
            losers,
        }
    }

    /// A hand of doubles scores or wins. It is no round: only the scores and perhaps the opener change (W11).
    fn finish_doubles(&mut self, seat: usize, round_doubles: u32, settled: Settled) -> Written {
        let side = team_of(seat, &self.choices);
        let staked = self.choices.stakes != Stakes::Off && self.before.ties > 0;
        let mut scores = self.before.scores.clone();
        let (mut turned, mut written) = (None, Vec::new());
        let raises = self.choices.doubles_pay == DoublesPay::Stake;
        let step = u32::from(self.choices.doubles_win.get());
        let wins = step > 0 && round_doubles >= step;
        if wins {
            self.result = Some(self.won_by(side));
        } else {
            if raises {
                // The next round is worth what it would be after one tie more (W34).
                self.before.ties += 1;
            } else if self.choices.score == Score::Games {
                let won = u32::from(self.choices.doubles_points.get());
                let (after, turn, counts) = self.with_games(&scores, side, won, staked);
                (scores, turned) = (after, turn);
                if counts {
                    written = settled.points.clone();
                }
            } else {
                written = self.add(&mut scores, &settled.points);
            }
            self.before.scores = scores.clone();
            if self.choices.doubles_opener == DoublesOpener::Holder
                && self.choices.next_opener != NextOpener::SameTest
            {
                self.next = Next::Seat(seat, HandOver::No);
            }
            self.result = self.conclude();
        }
        Written {
            settled,
            written,
            scores,
            turned,
            result: self.result.clone(),
        }
    }

    /// The scores after a side has won games, the further change of the scores, and whether the games count (001:44-51,
    /// 001:65, J2-J9, C1).
    fn with_games(
        &mut self,
        old: &[u32],
        side: usize,
        won: u32,
        staked: bool,
    ) -> (Vec<u32>, Option<Turned>, bool) {
        let there = self.before.clone();
        let others = || (0..old.len()).filter(|team| *team != side && there.plays(*team));
        let nothing = vec![0; old.len()];
        let own = old[side];
        if self.play_off {
            // J4: the value of the round is added to the one point.
            self.play_off = false;
            let mut scores = nothing;
            scores[side] = own + won;
            return (scores, Some(Turned::TwoLove), true);
        }
        let breaks = match self.choices.love {
            Love::Off => false,
            Love::AnyOther => others().any(|team| old[team] > 0 && old[team] >= own),
            Love::Everybody => own == 0 && others().all(|team| old[team] > 0),
        };
        if breaks {
            let one_love = own == 0 && others().map(|team| old[team]).sum::<u32>() == 1;
            if self.choices.one_all != OneAll::Reset && one_love && !staked {
                self.play_off = true;
                let mut scores = old.to_vec();
                scores[side] = 1;
                return (scores, Some(Turned::OneAll), false);
            }
            return (nothing, Some(Turned::Reset), false);
        }
        let target = u32::from(self.choices.target.get());
        if self.choices.finish == Finish::Exact && own + won > target {
            return (old.to_vec(), None, false);
        }
        let mut scores = old.to_vec();
        scores[side] += won;
        (scores, None, true)
    }

    /// Adds the points for the end of a round and returns those that count. With an exact target, a score that would
    /// exceed it is left out whole (T2). The pips and each bonus are separate scores.
    fn add(&self, scores: &mut [u32], made: &[Points]) -> Vec<Points> {
        let target = u32::from(self.choices.target.get());
        let exact = self.choices.finish == Finish::Exact;
        let mut made = made.to_vec();
        made.sort_by_key(|points| points.why);
        let mut written = Vec::new();
        for points in made {
            if comes_off(points.why) {
                scores[points.team] = scores[points.team].saturating_sub(points.points);
                written.push(points);
            } else if !exact || scores[points.team] + points.points <= target {
                scores[points.team] += points.points;
                written.push(points);
            }
        }
        written
    }

    /// Writes down points called after the last tile of a round. Returns the written points and the scores.
    pub fn add_late(&mut self, called: &[Points]) -> (Vec<Points>, Vec<u32>) {
        let mut scores = self.before.scores.clone();
        let mut written = Vec::new();
        for points in called {
            // A8: once a side reaches the target, nothing more counts.
            if self.choices.match_check == MatchCheck::Immediate
                && self.choices.at_target == AtTarget::MatchEnds
                && self.decide().is_some()
            {
                break;
            }
            written.extend(self.add(&mut scores, &[*points]));
            self.before.scores.clone_from(&scores);
        }
        self.result = self.conclude();
        (written, self.before.scores.clone())
    }

    fn decide(&self) -> Option<MatchEnd> {
        let scores = &self.before.scores;
        let target = u32::from(self.choices.target.get());
        let at_target = |score: u32| match self.choices.finish {
            Finish::AtLeast => score >= target,
            Finish::Exact => score == target,
        };
        // A match may have a number of rounds (W17).
        let last = u32::from(self.choices.match_rounds.get());
        let played = last > 0 && self.before.finished >= last;
        let in_play = |team: usize| !self.singles() || self.before.plays(team);
        let some = (0..scores.len()).any(|team| in_play(team) && at_target(scores[team]));
        if !some && !played {
            return None;
        }
        let penalties = self.choices.score == Score::Penalties;
        let theirs = || (0..scores.len()).filter(|team| in_play(*team));
        let best = if penalties {
            theirs().map(|team| scores[team]).min()
        } else {
            theirs().map(|team| scores[team]).max()
        }?;
        let mut winners = theirs().filter(|team| scores[*team] == best);
        let winner = winners.next()?;
        if winners.next().is_some() {
            return None;
        }
        let loses = |team: usize| {
            let counts = !penalties || !some || scores[team] >= target || !in_play(team);
            team != winner && counts
        };
        let losers: Vec<bool> = (0..scores.len()).map(loses).collect();
        let line = u32::from(self.choices.skunk_line.get());
        let skunked = (0..scores.len())
            .map(|team| self.choices.skunk != Skunk::Off && losers[team] && scores[team] < line)
            .collect();
        Some(MatchEnd {
            winner,
            losers,
            skunked,
        })
    }
}
