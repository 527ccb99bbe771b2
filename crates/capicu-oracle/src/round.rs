//! One round: legal actions and their results.

mod irregular;

pub use irregular::Ruled;

use capicu::rules::{
    AfterDouble, AtTarget, BlockSeen, BoardPassBlock, CallSum, Calls, Choices, DeadChain, Draw,
    DrawWhen, Ends, Exposed, Finish as Target, GoingOut, MatchCheck, PaseDeSalidaWhen, PasoWhen,
    PassPenalties, PosePass, Score,
};
use capicu::{Action, Reason};

use crate::sheet::{Finish, Judge, comes_off, ends_points, has_bonus, team_of};
use crate::{Bone, End, Points, Settled, Tree};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owes {
    Tile(Bone),
    Any,
    /// Lead any tile; the seat holds this one.
    AnyHolding(Bone),
    Double,
    /// Draw until a double comes.
    DrawForDouble,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pose {
    pub seat: usize,
    pub owes: Owes,
    /// Whether the seat may leave the lead to its partner.
    pub may_hand_over: bool,
}

/// The match before the round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    pub scores: Vec<u32>,
    /// Ties in a row just before the round.
    pub ties: u32,
    /// Rounds that a side won.
    pub decided: u32,
    pub finished: u32,
    /// Whether the round is the play-off at one all.
    pub play_off: bool,
    /// Whether the price of the first pass has been paid (W12).
    pub passed: bool,
    /// The place of each side that plays no more, 0 for the others (W37, W38). Such a side is a single seat.
    pub places: Vec<usize>,
}

impl Before {
    pub fn plays(&self, seat: usize) -> bool {
        self.places.get(seat).is_none_or(|place| *place == 0)
    }

    /// The seats that play after this one, in their order, and then itself if it plays.
    pub fn turns_after(&self, seat: usize, n: usize) -> Vec<usize> {
        let all = (seat + 1..n).chain(0..=seat);
        all.filter(|seat| self.plays(*seat)).collect()
    }
}

/// Whether the player of the last tile must still declare its points.
#[derive(Clone, Copy, Debug)]
enum Asked {
    NotYet,
    /// Yes; the round then has this end and this finish.
    Now(End, Option<Finish>),
    Answered,
}

/// An event in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Laid(usize),
    Drawn(usize, Bone),
    Passed(usize),
    /// A pass by an opener without the double that must be led.
    PosePassed(usize),
    /// A pass by a player who could have played.
    FalsePassed(usize),
    /// The end of a turn that a double prolonged: no pass (W30). `false` if the player could have played.
    Stopped(bool),
    /// Tiles taken by mistake or missing from the deal, which is not a turn.
    Taken,
}

impl Entry {
    fn is_pass_of(self, seat: usize) -> bool {
        matches!(self, Self::Passed(by) | Self::FalsePassed(by) if by == seat)
    }

    /// Whether this is a pass in play, false or not.
    fn is_pass(self) -> bool {
        matches!(self, Self::Passed(_) | Self::FalsePassed(_))
    }
}

/// A score of the ends that its player has not declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Missed {
    seat: usize,
    points: u32,
    /// The number of tiles on the table when it was made.
    laid: usize,
}

/// Points that a seat may not score for the rest of the round.
#[derive(Clone, Copy, Debug, Default)]
struct Barred {
    first_play: bool,
    play: bool,
    going_out: bool,
}

#[derive(Clone, Debug)]
pub struct ModelRound {
    choices: Choices,
    before: Before,
    opener: usize,
    pose: Option<Pose>,
    turn: usize,
    hands: Vec<Vec<Bone>>,
    boneyard: Vec<Bone>,
    tree: Tree,
    log: Vec<Entry>,
    made: Vec<Points>,
    /// The number of tiles each seat took at the deal, including missing ones added later.
    dealt: Vec<usize>,
    missed: Vec<Missed>,
    /// Seats that have called wrongly since the last tile (A13).
    wrong_callers: Vec<usize>,
    /// Whether the points of the last tile have been named, right or wrong (A13).
    has_named: bool,
    asked: Asked,
    barred: Vec<Barred>,
    /// Tiles shown by accident that the opponents direct.
    exposed: Vec<Bone>,
    settled: Option<Settled>,
}

impl ModelRound {
    /// A round before its first tile.
    pub fn new(
        choices: Choices,
        before: Before,
        pose: Pose,
        hands: Vec<Vec<Bone>>,
        boneyard: Vec<Bone>,
    ) -> Self {
        Self {
            choices,
            before,
            opener: pose.seat,
            pose: Some(pose),
            turn: pose.seat,
            dealt: hands.iter().map(Vec::len).collect(),
            missed: Vec::new(),
            wrong_callers: Vec::new(),
            has_named: false,
            asked: Asked::NotYet,
            barred: vec![Barred::default(); hands.len()],
            exposed: Vec::new(),
            hands,
            boneyard,
            tree: Tree::default(),
            log: Vec::new(),
            made: Vec::new(),
            settled: None,
        }
    }

    pub fn settled(&self) -> Option<&Settled> {
        self.settled.as_ref()
    }

    pub fn to_act(&self) -> Option<usize> {
        self.settled.is_none().then_some(self.turn)
    }

    /// The seat that led, or must lead.
    pub fn opener(&self) -> usize {
        self.opener
    }

    pub fn made(&self) -> &[Points] {
        &self.made
    }

    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    pub fn hands(&self) -> &[Vec<Bone>] {
        &self.hands
    }

    fn can_draw(&self) -> bool {
        self.choices.draw != Draw::Never
            && self.boneyard.len() > usize::from(self.choices.reserve.get())
    }

    fn n(&self) -> usize {
        self.hands.len()
    }

    fn team(&self, seat: usize) -> usize {
        team_of(seat, &self.choices)
    }

    fn partner(&self, seat: usize) -> usize {
        (seat + 2) % self.n()
    }

    /// The next seat of those that play, with tiles or not.
    fn neighbor(&self, seat: usize) -> usize {
        self.before.turns_after(seat, self.n())[0]
    }

    /// The next seat that still has tiles (B3).
    fn after(&self, seat: usize) -> usize {
        (1..=self.n())
            .map(|turns| (seat + turns) % self.n())
            .find(|next| !self.hands[*next].is_empty())
            .unwrap_or(seat)
    }

    fn last_layer(&self) -> Option<usize> {
        self.log.iter().rev().find_map(|entry| match entry {
            Entry::Laid(seat) => Some(*seat),
            _ => None,
        })
    }

    /// Whether the seat to act has just laid a double and is to lay one more tile (W30).
    fn plays_again(&self) -> bool {
        let mut turns = self.log.iter().rev();
        let last = turns.find(|entry| !matches!(entry, Entry::Taken));
        self.choices.after_double == AfterDouble::Again
            && last == Some(&Entry::Laid(self.turn))
            && self
                .tree
                .laid
                .last()
                .is_some_and(|laid| laid.bone.is_double())
    }

    /// Lists everything that the seat to act may do.
    pub fn legal(&self) -> Vec<Action> {
        if self.settled.is_some() {
            return Vec::new();
        }
        if let Asked::Now(..) = self.asked {
            return vec![Action::Pass];
        }
        let hand = &self.hands[self.turn];
        if let Some(pose) = self.pose {
            let lead = |bones: Vec<Bone>| {
                let lead = |bone: Bone| Action::Lead(bone.tile());
                bones.into_iter().map(lead).collect::<Vec<_>>()
            };
            let doubles: Vec<Bone> = hand.iter().copied().filter(|b| b.is_double()).collect();
            let mut legal = match pose.owes {
                Owes::Tile(bone) => lead(vec![bone]),
                Owes::Any | Owes::AnyHolding(_) => lead(hand.clone()),
                Owes::Double if !doubles.is_empty() => lead(doubles),
                Owes::Double => match self.choices.pose_pass {
                    PosePass::AnyTile => lead(hand.clone()),
                    PosePass::Free | PosePass::Counts => vec![Action::Pass],
                },
                Owes::DrawForDouble => vec![Action::Draw],
            };
            if pose.may_hand_over {
                legal.push(Action::HandOver);
            }
            return legal;
        }
        let plays_of = |bones: &[Bone]| {
            let action = |(bone, on): (Bone, Bone)| Action::Play {
                tile: bone.tile(),
                on: on.tile(),
            };
            let plays = self.tree.plays(bones, &self.choices);
            plays.into_iter().map(action).collect::<Vec<_>>()
        };
        // Players may lay a tile that opponents direct only where nothing else fits (004:70).
        let (directed, own): (Vec<Bone>, Vec<Bone>) =
            hand.iter().partition(|bone| self.exposed.contains(bone));
        let mut legal = plays_of(&own);
        if legal.is_empty() && self.choices.exposed == Exposed::Directed {
            legal = plays_of(&directed);
        }
        let may_draw = legal.is_empty() || self.choices.draw_when == DrawWhen::AnyTime;
        // D1: after drawing one tile, the player plays it or the turn ends.
        let mut turns = self.log.iter().rev();
        let last = turns.find(|entry| !matches!(entry, Entry::Taken));
        let drawn = matches!(last, Some(Entry::Drawn(seat, _)) if *seat == self.turn);
        let once = self.choices.draw == Draw::OneMayPlay && drawn;
        if may_draw && self.can_draw() && !once && !self.plays_again() {
            legal.push(Action::Draw);
        }
        if legal.is_empty() {
            legal.push(Action::Pass);
        }
        legal
    }

    /// Plays the choice of the seat to act. Returns the points it made.
    pub fn play(&mut self, action: Action) -> Vec<Points> {
        let already = self.made.len();
        match action {
            Action::HandOver => {
                self.turn = self.partner(self.turn);
                self.opener = self.turn;
                let pose = self.pose.as_mut().expect("the round is being opened");
                pose.seat = self.turn;
                pose.may_hand_over = false;
            }
            Action::Lead(tile) => self.lay(tile.into(), None),
            Action::Play { tile, on } => self.lay(tile.into(), Some(on.into())),
            Action::Draw => self.draw(),
            Action::Pass if matches!(self.asked, Asked::Now(..)) => self.answered(),
            Action::Pass => self.pass(),
        }
        self.made[already..].to_vec()
    }

    fn draw(&mut self) {
        let bone = self.boneyard.remove(0);
        self.hands[self.turn].push(bone);
        self.log.push(Entry::Drawn(self.turn, bone));
        if let Some(pose) = &mut self.pose {
            // Under any rule for drawing in play, seats draw here until the double from the boneyard comes.
            if bone.is_double() {
                pose.owes = Owes::Tile(bone);
            } else {
                self.turn = self.before.turns_after(self.turn, self.hands.len())[0];
                pose.seat = self.turn;
                self.opener = self.turn;
            }
            return;
        }
        if self.choices.draw == Draw::OneEndsTurn {
            self.turn = self.after(self.turn);
        }
        self.look_for_block();
    }

    fn lay(&mut self, bone: Bone, on: Option<Bone>) {
        if self.pose.take().is_some() {
            self.opener = self.turn;
        }
        let finish = self.finish_with(bone);
        self.tree.lay(bone, on, &self.choices);
        self.after_tile(bone, finish);
    }

    /// Updates the round after the seat to act has laid a tile.
    fn after_tile(&mut self, bone: Bone, finish: Finish) {
        let seat = self.turn;
        self.hands[seat].retain(|held| *held != bone);
        self.log.push(Entry::Laid(seat));
        // S13: a tile that may not score may not win points by going out either.
        let shown = self.exposed.contains(&bone);
        if self.choices.exposed == Exposed::OnlyDirected && shown && self.hands[seat].is_empty() {
            self.barred[seat].going_out = true;
        }
        self.score_ends(seat, bone);
        self.look_for_target();
        if self.settled.is_some() {
            return;
        }
        let side_is_out = (0..self.n())
            .filter(|other| self.team(*other) == self.team(seat))
            .all(|other| self.hands[other].is_empty());
        let out = match self.choices.going_out {
            GoingOut::One => self.hands[seat].is_empty(),
            GoingOut::BothPartners => side_is_out,
        };
        if out {
            if !self.ask(End::Out(seat), Some(finish)) {
                self.end(End::Out(seat), Some(finish));
            }
            return;
        }
        let again = self.choices.after_double == AfterDouble::Again && bone.is_double();
        if !again || self.hands[seat].is_empty() {
            self.turn = self.after(seat);
        }
        self.look_for_block();
    }

    /// Scores the ends, unless the seat may not score with this tile.
    fn score_ends(&mut self, seat: usize, bone: Bone) {
        let barred = self.barred[seat];
        let directed = self.exposed.contains(&bone);
        self.barred[seat].first_play = false;
        self.wrong_callers.clear();
        self.has_named = false;
        let points = match self.choices.ends {
            Ends::Equal | Ends::EqualTotal => self.points_of_equal_ends(),
            _ => ends_points(self.tree.total(&self.choices), &self.choices),
        };
        if barred.first_play || barred.play || directed || points == 0 {
            return;
        }
        match self.choices.calls {
            Calls::Automatic => self.award(self.team(seat), Reason::Ends, points),
            Calls::Muggins | Calls::Declared => self.missed.push(Missed {
                seat,
                points,
                laid: self.tree.laid.len(),
            }),
        }
    }

    /// The points of ends that show one number (W26). The first tile, if a double, has both ends.
    fn points_of_equal_ends(&self) -> u32 {
        let ends = self.tree.counting_ends(&self.choices);
        let first_double = self.tree.laid.len() == 1 && ends.len() == 1;
        let one_number = ends.iter().all(|(number, _)| *number == ends[0].0);
        if !one_number || ends.len() < 2 && !first_double {
            return 0;
        }
        if self.choices.ends == Ends::EqualTotal {
            return self.tree.total(&self.choices);
        }
        let price = if !first_double && ends.iter().any(|(_, double)| *double) {
            self.choices.equal_ends_double
        } else {
            self.choices.equal_ends
        };
        u32::from(price.get())
    }

    /// The meaning of going out with this tile.
    fn finish_with(&self, bone: Bone) -> Finish {
        if self.tree.laid.is_empty() {
            return Finish {
                bone,
                ..Finish::default()
            };
        }
        let ends = self.tree.open_ends(&self.choices);
        let mut numbers = ends.clone();
        numbers.sort();
        numbers.dedup();
        // J6: the two numbers of the tile are at both ends and nowhere else, and no other unplayed tile has either of
        // them.
        let mut unplayed: Vec<Bone> = self.hands.concat();
        unplayed.extend(&self.boneyard);
        let only = !unplayed
            .iter()
            .any(|other| *other != bone && (other.has(bone.0) || other.has(bone.1)));
        Finish {
            bone,
            every_end: !ends.is_empty() && ends.iter().all(|end| bone.has(*end)),
            ends_differ: numbers.len() > 1,
            all_blank: numbers == [0],
            key: !bone.is_double() && numbers == [bone.1, bone.0] && only,
        }
    }

    fn pass(&mut self) {
        let seat = self.turn;
        if let Some(pose) = &mut self.pose {
            self.turn = self.before.turns_after(seat, self.hands.len())[0];
            pose.seat = self.turn;
            pose.may_hand_over = false;
            self.opener = self.turn;
            self.log.push(match self.choices.pose_pass {
                PosePass::Counts => Entry::Passed(seat),
                PosePass::Free | PosePass::AnyTile => Entry::PosePassed(seat),
            });
            return;
        }
        if self.plays_again() {
            self.log.push(Entry::Stopped(true));
            self.turn = self.after(seat);
            return;
        }
        self.log.push(Entry::Passed(seat));
        self.turn = self.after(seat);
        self.charge_pass(seat);
        self.look_for_target();
        if self.settled.is_some() {
            return;
        }
        self.look_for_block();
    }

    /// Points for and against a pass, the last entry of the log.
    fn charge_pass(&mut self, seat: usize) {
        let last_lay = self.log.iter().rposition(|e| matches!(e, Entry::Laid(_)));
        let Some(last_lay) = last_lay else { return };
        let layer = self.last_layer().expect("somebody laid");
        let since: Vec<Entry> = self.log[last_lay + 1..].to_vec();

        // A paso (002:39, 002:46, PR5).
        let hostile = |entry: &Entry| {
            (0..self.n()).any(|by| entry.is_pass_of(by) && self.team(by) != self.team(layer))
        };
        let earlier = since[..since.len() - 1].iter().any(hostile);
        let pays = self.team(seat) != self.team(layer)
            && (self.choices.paso_when == PasoWhen::EveryOpponent || !earlier);
        if pays {
            // The first one may have another price (W12).
            let first = u32::from(self.choices.first_paso.get());
            let other = u32::from(self.choices.paso.get());
            let paso = if first > 0 && !self.before.passed {
                self.before.passed = true;
                first
            } else {
                other
            };
            self.bonus(self.team(layer), Reason::Paso, paso);
        }

        // A pase de salida (PR17): the first pass after the first tile, by the player next to its player.
        let opening = self.tree.laid.len() == 1;
        let next = self.neighbor(layer);
        let passed_before = since[..since.len() - 1]
            .iter()
            .any(|entry| entry.is_pass_of(next));
        if opening && seat == next && !passed_before {
            let once = u32::from(self.choices.pase_de_salida.get());
            let double = self.tree.laid[0].bone.is_double();
            let times = match self.choices.pase_de_salida_when {
                PaseDeSalidaWhen::AnyTile => 1,
                PaseDeSalidaWhen::Double => u32::from(double),
                PaseDeSalidaWhen::PlainTwice => 2 - u32::from(double),
            };
            // Nobody scores in a match that is over (G9).
            if !self.at_target() {
                self.bonus(self.team(layer), Reason::PaseDeSalida, times * once);
            }
        }

        // Three passes in succession (001:88).
        let third = |log: &[Entry], seat: usize| -> bool {
            let mut row = 0;
            for entry in log.iter().rev() {
                match entry {
                    entry if entry.is_pass_of(seat) => row += 1,
                    Entry::Laid(by) if *by == seat => break,
                    // Drawing a tile instead is a turn, not a pass.
                    Entry::Drawn(by, _)
                        if *by == seat && self.choices.draw == Draw::OneEndsTurn =>
                    {
                        break;
                    }
                    _ => {}
                }
            }
            row > 0 && row % 3 == 0
        };
        let fined_now = third(&self.log, seat);
        let fined_before: Vec<bool> = (0..self.n())
            .map(|other| {
                (last_lay + 1..self.log.len())
                    .any(|at| self.log[at].is_pass_of(other) && third(&self.log[..=at], other))
            })
            .collect();
        let three = u32::from(self.choices.three_passes.get());

        // Everybody else passed before the same player plays again (001:90). A player who draws and then passes has
        // passed (PR16). Where drawing is the whole turn, it is no pass.
        let others: Vec<usize> = (0..self.n())
            .filter(|other| *other != layer && self.before.plays(*other))
            .collect();
        let whole_turn = |entry: &Entry| match entry {
            Entry::Taken | Entry::Stopped(true) => false,
            Entry::Drawn(..) => self.choices.draw == Draw::OneEndsTurn,
            _ => true,
        };
        let turns: Vec<Entry> = since.into_iter().filter(whole_turn).collect();
        // A false pass is no part of it (F10).
        let honest = turns.iter().all(|turn| matches!(turn, Entry::Passed(_)));
        let complete = turns.len() == others.len() && honest;
        let plays_again = self.tree.any_fits(&self.hands[layer], &self.choices) || self.can_draw();
        let board =
            complete && (plays_again || self.choices.board_pass_block == BoardPassBlock::Yes);
        let board_pass = u32::from(self.choices.board_pass.get());

        if fined_now {
            self.award(self.team(seat), Reason::ThreePasses, three);
        }
        self.look_for_target();
        if complete && plays_again && self.settled.is_none() {
            let corrido = u32::from(self.choices.pase_corrido.get());
            self.bonus(self.team(layer), Reason::PaseCorrido, corrido);
            self.look_for_target();
        }
        if board && self.settled.is_none() {
            for other in others {
                let points = match self.choices.pass_penalties {
                    PassPenalties::Larger if fined_before[other] => {
                        board_pass.saturating_sub(three)
                    }
                    PassPenalties::Larger | PassPenalties::Both => board_pass,
                };
                self.award(self.team(other), Reason::BoardPass, points);
            }
        }
    }

    /// Writes points down, unless they would exceed an exact target.
    fn award(&mut self, team: usize, why: Reason, points: u32) {
        if points == 0 {
            return;
        }
        let target = u32::from(self.choices.target.get());
        let so_far = self.score(team);
        let exact = self.choices.finish == Target::Exact && !comes_off(why);
        if exact && so_far + points > target {
            return;
        }
        self.made.push(Points { team, why, points });
    }

    /// Whether points made in play have ended the match.
    fn at_target(&self) -> bool {
        self.reached().is_some()
    }

    /// Ends the match in play where the rules do that at once.
    fn look_for_target(&mut self) {
        if let Some(team) = self.reached() {
            self.end(End::Target(team), None);
        }
    }

    /// The side that points made in play have brought to the target, where that ends the match.
    fn reached(&self) -> Option<usize> {
        if self.choices.match_check != MatchCheck::Immediate || self.choices.score == Score::Games {
            return None;
        }
        if self.choices.at_target == AtTarget::PlayerOut {
            // A player stays to the end of the round (W37).
            return None;
        }
        let target = u32::from(self.choices.target.get());
        let scores: Vec<u32> = (0..self.before.scores.len())
            .map(|t| self.score(t))
            .collect();
        let in_play = |side: usize| self.before.plays(side);
        let mut reached = (0..scores.len()).find(|side| in_play(*side) && scores[*side] >= target);
        if self.choices.score == Score::Penalties {
            // 001:94: after a tie for the lowest, play continues.
            let theirs: Vec<u32> = (0..scores.len())
                .filter(|side| in_play(*side))
                .map(|side| scores[side])
                .collect();
            let lowest = theirs.iter().min();
            let single = theirs.iter().filter(|score| Some(*score) == lowest).count() == 1;
            reached = reached.filter(|_| single);
        }
        reached
    }

    /// The score of a side, points of this round included.
    pub fn score(&self, team: usize) -> u32 {
        let mut score = self.before.scores[team];
        for points in self.made.iter().filter(|points| points.team == team) {
            score = match comes_off(points.why) {
                true => score.saturating_sub(points.points),
                false => score + points.points,
            };
        }
        score
    }

    /// The scores before the round, less what faults have taken off since.
    pub fn base(&self) -> Vec<u32> {
        let mut base = self.before.scores.clone();
        for points in self.made.iter().filter(|points| comes_off(points.why)) {
            base[points.team] = base[points.team].saturating_sub(points.points);
        }
        base
    }

    /// Writes a bonus down, unless its side has too many points for bonuses (W28).
    fn bonus(&mut self, team: usize, why: Reason, points: u32) {
        if has_bonus(self.base()[team], &self.choices) {
            self.award(team, why, points);
        }
    }

    fn everybody_passed(&self) -> bool {
        let passing = self.log.iter().rev();
        let row = passing.take_while(|entry| entry.is_pass()).count();
        let still_in = self.hands.iter().filter(|hand| !hand.is_empty()).count();
        row >= still_in
    }

    fn look_for_block(&mut self) {
        if self.settled.is_some() {
            return;
        }
        let somebody_can = |round: &Self| {
            (0..round.n()).any(|seat| round.tree.any_fits(&round.hands[seat], &round.choices))
        };
        if self.can_draw() {
            let sleeping = self.tree.any_fits(&self.boneyard, &self.choices);
            let dead = !somebody_can(self) && !sleeping;
            if self.choices.dead_chain == DeadChain::EndsRound && dead {
                self.end_blocked();
            }
            return;
        }
        match self.choices.block_seen {
            BlockSeen::AtOnce => {
                // Nobody has to say where a directed tile goes (S13).
                let waits = self.choices.exposed == Exposed::OnlyDirected
                    && !self.exposed.is_empty()
                    && self.everybody_passed();
                if !somebody_can(self) || waits {
                    self.end_blocked();
                }
            }
            BlockSeen::ByPasses => {
                if self.everybody_passed() {
                    self.end_blocked();
                }
            }
        }
    }

    /// G9: points of the last play come before those of the round, so a player who may declare them comes first.
    /// Returns whether one does.
    fn ask(&mut self, end: End, finish: Option<Finish>) -> bool {
        if self.choices.call_sum == CallSum::Own {
            // Nobody learns whether there is a score to declare (A13).
            let layer = self.last_layer();
            let silent = |layer: &usize| self.has_named || self.wrong_callers.contains(layer);
            let Some(layer) = layer.filter(|layer| !silent(layer)) else {
                return false;
            };
            if !matches!(self.asked, Asked::NotYet) {
                return false;
            }
            self.turn = layer;
            self.asked = Asked::Now(end, finish);
            return true;
        }
        let laid = self.tree.laid.len();
        let Some(last) = self.missed.iter().find(|missed| missed.laid == laid) else {
            return false;
        };
        let target = u32::from(self.choices.target.get());
        let too_many = self.choices.finish == Target::Exact
            && self.score(self.team(last.seat)) + last.points > target;
        if too_many || !matches!(self.asked, Asked::NotYet) {
            return false;
        }
        self.turn = last.seat;
        self.asked = Asked::Now(end, finish);
        true
    }

    /// Ends the round once the points of the last tile have been declared or forgone.
    fn answered(&mut self) {
        let Asked::Now(end, finish) = self.asked else {
            return;
        };
        self.asked = Asked::Answered;
        match end {
            End::Blocked(_) => self.end_blocked(),
            end => self.end(end, finish),
        }
    }

    fn end_blocked(&mut self) {
        let layer = self.last_layer();
        if self.ask(End::Blocked(layer), None) {
            return;
        }
        // F6, the option: the tile that blocked is a board pass.
        if self.choices.board_pass_block == BoardPassBlock::Yes
            && matches!(self.log.last(), Some(Entry::Laid(_)))
        {
            for seat in 0..self.n() {
                if Some(seat) != layer && self.before.plays(seat) {
                    let points = u32::from(self.choices.board_pass.get());
                    self.award(self.team(seat), Reason::BoardPass, points);
                }
            }
            self.look_for_target();
        }
        if self.settled.is_none() {
            self.end(End::Blocked(layer), None);
        }
    }

    pub fn passed(&self) -> bool {
        self.before.passed
    }

    fn blank_hangs(&self) -> bool {
        let mut unplayed = self.hands.concat();
        unplayed.extend(&self.boneyard);
        let blanks = unplayed.iter().filter(|bone| bone.has(0)).count();
        blanks == 1
            && unplayed.contains(&Bone(0, 0))
            && !self.tree.any_fits(&[Bone(0, 0)], &self.choices)
    }

    pub fn end(&mut self, end: End, finish: Option<Finish>) {
        let judge = Judge {
            choices: &self.choices,
            hands: &self.hands,
            opener: self.opener,
            ties: self.before.ties,
            play_off: self.before.play_off,
            decided: self.before.decided,
            finished: self.before.finished,
            scores: &self.base(),
            blank_hangs: self.blank_hangs(),
            before: &self.before,
        };
        let mut settled = judge.settle(end, finish);
        // 004:82: no score for the rest of play in the hand, and therefore none for winning it.
        if let Some(seat) = settled.winner
            && self.barred[seat].going_out
        {
            settled.points.clear();
        }
        self.settled = Some(settled);
    }
}
