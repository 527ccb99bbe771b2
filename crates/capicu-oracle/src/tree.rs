//! The table: every tile and the tile to which it was joined. Everything else is computed from that each time.

use capicu::rules::{Arms, Choices, Cross, Ends, LaterDouble, Sides, Spinner};

use crate::Bone;

#[derive(Clone, Debug)]
pub struct Laid {
    pub bone: Bone,
    /// The joint to the tile it was laid against; `None` for the first.
    pub against: Option<Joint>,
}

/// The joint of two tiles.
#[derive(Clone, Copy, Debug)]
pub struct Joint {
    /// The index of the earlier tile in the list of laid tiles.
    pub at: usize,
    pub there: u8,
    /// The number of the later tile at the joint: the same, except in a wrong play.
    pub here: u8,
}

/// All tiles on the table in the order they were laid.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub laid: Vec<Laid>,
}

impl Tree {
    pub fn holds(&self, bone: Bone) -> bool {
        self.laid.iter().any(|laid| laid.bone == bone)
    }

    pub fn find(&self, bone: Bone) -> Option<usize> {
        self.laid.iter().position(|laid| laid.bone == bone)
    }

    /// The numbers at which this tile touches others, one for each neighbor.
    fn joints(&self, at: usize) -> Vec<u8> {
        let mut joints = Vec::new();
        if let Some(joint) = self.laid[at].against {
            joints.push(joint.here);
        }
        for laid in &self.laid {
            if let Some(joint) = laid.against
                && joint.at == at
            {
                joints.push(joint.there);
            }
        }
        joints
    }

    pub fn neighbors(&self, at: usize) -> usize {
        self.joints(at).len()
    }

    /// Whether this is a double that opens more than two sides (003:41, 003:45, 004:44, A1).
    pub fn is_spinner(&self, at: usize, choices: &Choices) -> bool {
        let is_double = self.laid[at].bone.is_double();
        match choices.spinner {
            Spinner::None => false,
            Spinner::Every => is_double,
            Spinner::First => {
                is_double && !self.laid[..at].iter().any(|laid| laid.bone.is_double())
            }
        }
    }

    /// The numbers of this tile at places that are free and open in principle, once for each place. Further conditions
    /// of an end are not checked here.
    pub fn open_numbers(&self, at: usize, choices: &Choices) -> Vec<u8> {
        let bone = self.laid[at].bone;
        let joints = self.joints(at);
        if !bone.is_double() {
            let mut halves = vec![bone.0, bone.1];
            for joint in joints {
                let used = halves.iter().position(|half| *half == joint);
                halves.remove(used.expect("tiles touch at a number they show"));
            }
            return halves;
        }
        let touching = joints.len();
        let mut places = self.sides(at, choices) - touching;
        if places > 2 - touching.min(2) && choices.sides == Sides::SidesFirst && touching < 2 {
            // One long side, then the opposite one, before the ends (004:44).
            places = 2 - touching;
        }
        vec![bone.0; places]
    }

    /// The number of tiles that can touch a double.
    fn sides(&self, at: usize, choices: &Choices) -> usize {
        let later = self.laid[at].against.is_some() && choices.spinner == Spinner::Every;
        if !self.is_spinner(at, choices) {
            2
        } else if later && choices.later_double == LaterDouble::TwoPlaces {
            // The tile it was laid against, and the two new chains (N1, the option). In a game with a single spinner,
            // that spinner is no later double.
            3
        } else {
            4
        }
    }

    /// The count of the exposed ends (003:53, 004:30, 004:44, A5).
    pub fn total(&self, choices: &Choices) -> u32 {
        let mut total = 0;
        for (at, laid) in self.laid.iter().enumerate() {
            if laid.bone.is_double() {
                if self.neighbors(at) <= 1 {
                    total += laid.bone.spots();
                }
            } else {
                let open = self.open_numbers(at, choices);
                total += open.into_iter().map(u32::from).sum::<u32>();
            }
        }
        total
    }

    /// The ends that count, each with its number and whether a double lies there. A lone double is one of them.
    pub fn counting_ends(&self, choices: &Choices) -> Vec<(u8, bool)> {
        let mut ends = Vec::new();
        for (at, laid) in self.laid.iter().enumerate() {
            if !laid.bone.is_double() {
                let open = self.open_numbers(at, choices);
                ends.extend(open.into_iter().map(|number| (number, false)));
            } else if self.neighbors(at) <= 1 {
                ends.push((laid.bone.0, true));
            }
        }
        ends
    }

    /// Whether the sides of the opening double, four of a spinner, must be covered before any other end.
    fn waits_for_cross(&self, choices: &Choices) -> bool {
        choices.cross == Cross::First
            && self.laid[0].bone.is_double()
            && self.neighbors(0) < self.sides(0, choices)
    }

    /// Whether the tile is an arm of one tile: laid against the opening tile, with nothing beyond it.
    fn is_one_tile_arm(&self, at: usize) -> bool {
        matches!(self.laid[at].against, Some(Joint { at: 0, .. })) && self.neighbors(at) == 1
    }

    /// Whether the tile may be laid against the one with this index, and the number of the joint.
    pub fn fits(&self, bone: Bone, at: usize, choices: &Choices) -> Option<u8> {
        let open = self.open_numbers(at, choices);
        let number = open.into_iter().find(|number| bone.has(*number))?;
        if self.waits_for_cross(choices) && at != 0 {
            return None;
        }
        let key = Bone::new(number, number);
        let own_double_due = self.is_one_tile_arm(at) && !self.laid[at].bone.is_double();
        if choices.arms == Arms::OwnDouble && own_double_due && bone != key {
            return None;
        }
        if choices.arms != Arms::Free && at != 0 {
            // 001:71-73: a number is closed until its double is laid.
            if !self.holds(key) {
                if bone != key {
                    return None;
                }
                let elsewhere = (0..self.laid.len())
                    .filter(|other| *other != at && self.is_one_tile_arm(*other))
                    .any(|other| self.open_numbers(other, choices).contains(&number));
                if choices.arms == Arms::OwnDouble && !own_double_due && elsewhere {
                    return None;
                }
            }
        }
        Some(number)
    }

    /// Every legal way to lay one of these tiles: the tile, and the tile it is laid against.
    pub fn plays(&self, hand: &[Bone], choices: &Choices) -> Vec<(Bone, Bone)> {
        let mut plays = Vec::new();
        for bone in hand {
            for at in 0..self.laid.len() {
                if self.fits(*bone, at, choices).is_some() {
                    plays.push((*bone, self.laid[at].bone));
                }
            }
        }
        plays
    }

    pub fn any_fits(&self, hand: &[Bone], choices: &Choices) -> bool {
        !self.plays(hand, choices).is_empty()
    }

    pub fn lay(&mut self, bone: Bone, on: Option<Bone>, choices: &Choices) {
        let against = on.map(|on| {
            let at = self.find(on).expect("a tile on the table");
            let number = self.fits(bone, at, choices).expect("the play is legal");
            Joint {
                at,
                there: number,
                here: number,
            }
        });
        self.laid.push(Laid { bone, against });
    }

    /// Whether a tile that does not fit could have been laid against the one with this index, with this half open now
    /// (004:74).
    pub fn can_lie_wrong(&self, bone: Bone, at: usize, open: u8, choices: &Choices) -> bool {
        let place = !self.open_numbers(at, choices).is_empty();
        place && bone.has(open) && self.fits(bone, at, choices).is_none()
    }

    /// Lays a tile where it does not fit; against a lone tile, at its higher half.
    pub fn lay_wrong(&mut self, bone: Bone, at: usize, open: u8, choices: &Choices) {
        let there = self.open_numbers(at, choices)[0];
        let here = if open == bone.0 { bone.1 } else { bone.0 };
        let against = Some(Joint { at, there, here });
        self.laid.push(Laid { bone, against });
    }

    /// The numbers of all places that the layout leaves open.
    pub fn open_ends(&self, choices: &Choices) -> Vec<u8> {
        (0..self.laid.len())
            .flat_map(|at| self.open_numbers(at, choices))
            .collect()
    }

    /// Everything on which the rest of the round can depend, as a list in a fixed order. Two layouts of the same tiles
    /// with equal lists have the same future (G6).
    pub fn future(&self, choices: &Choices) -> Vec<String> {
        let mut future = Vec::new();
        for at in 0..self.laid.len() {
            let open = self.open_numbers(at, choices);
            let Some(number) = open.first() else { continue };
            let bone = self.laid[at].bone;
            let touching = self.neighbors(at);
            let opening_double = bone.is_double() && at == 0;
            let waits = choices.cross == Cross::First || choices.arms != Arms::Free;
            let locks = choices.arms != Arms::Free && at == 0;
            let special = (opening_double && waits) || locks;
            let own =
                choices.arms == Arms::OwnDouble && self.is_one_tile_arm(at) && !bone.is_double();
            let scoring = choices.ends != Ends::Off;
            if special || own || (scoring && bone.is_double()) {
                let kind = match (special, own) {
                    (true, _) => "first",
                    (_, true) => "own double",
                    _ => "double",
                };
                future.push(format!("{kind} touching {touching}: {open:?}"));
            } else if bone.is_double() {
                // The order of the sides changes only the count.
                for _ in touching..self.sides(at, choices) {
                    future.push(format!("{number}"));
                }
            } else {
                future.extend(open.iter().map(u8::to_string));
            }
        }
        future.sort();
        future
    }
}
