//! The form of rules, scores and standings in messages between servers.

/// Rules, with every option by name.
pub mod rules {
    use capicu::{Game, Rules};
    use capicu_protocol::TableRules;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de::Error as _};

    pub fn serialize<S: Serializer>(rules: &Rules, to: S) -> Result<S::Ok, S::Error> {
        // All options are written, so the choice of the base game does not matter.
        TableRules::new(Game::ALL[0].id, rules).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rules, D::Error> {
        TableRules::deserialize(from)?
            .rules()
            .map_err(D::Error::custom)
    }
}

/// The score of each side.
pub mod scores {
    use capicu::BySide;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de::Error as _};

    pub fn serialize<S: Serializer>(
        scores: &Option<BySide<u16>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        scores.as_ref().map(BySide::as_slice).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<BySide<u16>>, D::Error> {
        let scores = <Option<Vec<u16>>>::deserialize(from)?;
        let whole = |scores: Vec<u16>| BySide::from_slice(&scores);
        scores
            .map(|scores| whole(scores).ok_or_else(|| D::Error::custom("too many sides")))
            .transpose()
    }
}

/// The standing of a meeting.
pub mod standing {
    use capicu_protocol::Side;
    use capicu_table::{Hand, MeetingEnd, MeetingStanding};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Written {
        end: End,
        matches: Vec<u16>,
        points: Vec<u32>,
        scores: Vec<u16>,
        hands: Vec<(Option<Side>, bool, Vec<u16>)>,
    }

    #[derive(Serialize, Deserialize)]
    enum End {
        GoesOn,
        Played,
        Settled,
        Stopped,
    }

    pub fn serialize<S: Serializer>(standing: &MeetingStanding, to: S) -> Result<S::Ok, S::Error> {
        let hands = standing.hands.iter();
        let hands = hands.map(|of| (of.winner.map(Side), of.both_ends, of.points.clone()));
        let written = Written {
            end: match standing.end {
                MeetingEnd::GoesOn => End::GoesOn,
                MeetingEnd::Played => End::Played,
                MeetingEnd::Settled => End::Settled,
                MeetingEnd::Stopped => End::Stopped,
            },
            matches: standing.matches.clone(),
            points: standing.points.clone(),
            scores: standing.scores.clone(),
            hands: hands.collect(),
        };
        written.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<MeetingStanding, D::Error> {
        let written = Written::deserialize(from)?;
        let hand = |(winner, both_ends, points): (Option<Side>, bool, Vec<u16>)| Hand {
            winner: winner.map(|side| side.0),
            both_ends,
            points,
        };
        Ok(MeetingStanding {
            end: match written.end {
                End::GoesOn => MeetingEnd::GoesOn,
                End::Played => MeetingEnd::Played,
                End::Settled => MeetingEnd::Settled,
                End::Stopped => MeetingEnd::Stopped,
            },
            matches: written.matches,
            points: written.points,
            scores: written.scores,
            hands: written.hands.into_iter().map(hand).collect(),
        })
    }
}
