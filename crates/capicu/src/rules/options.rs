//! Options whose values are words. Each value says what it means at the table. [`Choices`](super::Choices) lists the
//! sources with the options.

use super::choice::choice;

choice! {
    /// Who scores with whom.
    Teams {
        /// Everybody plays alone.
        Singles = "singles",
        /// Partners sit opposite each other: seats 0 and 2 against 1 and 3.
        Pairs = "pairs",
    }
}
choice! {
    /// The direction of play around the table.
    Direction {
        /// The next player sits on your right.
        Anticlockwise = "anticlockwise",
        /// The next player sits on your left.
        Clockwise = "clockwise",
    }
}
choice! {
    /// The opener of a round that nobody has earned.
    Opener {
        /// The holder of the highest double that was dealt.
        HighestDouble = "highest-double",
        /// The holder of the double blank.
        DoubleBlank = "double-blank",
        /// The player who turned up the highest tile before the match.
        DrawForSet = "draw-for-set",
        /// The first seat, seat 0.
        FirstSeat = "first-seat",
        /// The holder of the first double that was dealt, counted upwards from the double of `first-double`.
        LowestDouble = "lowest-double",
        /// The holder of the double of `first-double` in the first round, and of the next double up in each round after
        /// it. A double that was not dealt gives way to the next.
        RoundDouble = "round-double",
        /// The holder of the highest tile, a double or not: most spots, then the higher half.
        HighestTile = "highest-tile",
    }
}
choice! {
    /// The tile that such an opener must lead.
    OpeningLead {
        /// The tile that made the seat the opener.
        ThatTile = "that-tile",
        /// Any tile; in the Jamaican game, "sporting".
        AnyTile = "any-tile",
    }
}
choice! {
    /// Nobody holds a double that would open.
    NoDouble {
        /// The tiles are dealt again.
        Redeal = "redeal",
        /// The highest tile opens: most spots, then the higher half.
        HighestTile = "highest-tile",
        /// Each in turn draws one tile until one draws a double and leads it.
        DrawForDouble = "draw-for-double",
        /// The heaviest hand opens with any tile; of equal hands, the first in seat order.
        HeaviestHand = "heaviest-hand",
    }
}
choice! {
    /// The gain from a hand of `doubles-score` doubles.
    DoublesPay {
        /// Its holder scores `doubles-points`.
        Points = "points",
        /// Nobody scores. The next round is worth as much as after a tie.
        Stake = "stake",
    }
}
choice! {
    /// The opener of the deal after a hand of doubles that scored.
    DoublesOpener {
        /// The opener is found as for the deal that was thrown in.
        Stays = "stays",
        /// The player who held the doubles opens, with any tile.
        Holder = "holder",
    }
}
choice! {
    /// How the draw for set ranks tiles with equal spots.
    SetTie {
        /// The tied seats draw again.
        DrawAgain = "draw-again",
        /// The tile with the higher half wins.
        HigherHalf = "higher-half",
    }
}
choice! {
    /// The opener of a match after one whose first opener was drawn.
    NextMatchOpener {
        /// Tiles are turned up again.
        Draw = "draw",
        /// The opener is found as for a next round.
        GoesOn = "goes-on",
        /// The seat after the one that the draw named for the last match.
        NextSeat = "next-seat",
    }
}
choice! {
    /// The opener after a round that a side won.
    NextOpener {
        /// The winner, or one of the pair that won.
        Winner = "winner",
        /// The seat that the tiles of the new deal name.
        SameTest = "same-test",
        /// The seat after the one that opened the last round, no matter which side won.
        Rotate = "rotate",
    }
}
choice! {
    /// Which of two partners opens.
    Pose {
        /// The one who went out.
        Winner = "winner",
        /// The partners agree. The one who went out is asked first and may hand the lead over.
        Huddle = "huddle",
        /// One of the pair, by lot.
        Lot = "lot",
        /// Always the lower seat number of the pair.
        FixedSeat = "fixed-seat",
    }
}
choice! {
    /// Which of the winners opens after a block.
    BlockedOpener {
        /// The one with the lightest hand, who may hand the lead over where partners agree on it.
        Huddle = "huddle",
        /// The one with the lightest hand, without discussion.
        Lightest = "lightest",
        /// The player who blocked if that side won, else the next player after the blocker.
        BlockerOrNext = "blocker-or-next",
        /// One of the winners, by lot.
        Lot = "lot",
        /// The opener is found as for the first round.
        Opener = "opener",
    }
}
choice! {
    /// The opener when two partners have equal lightest hands.
    LightestTie {
        /// The one whose turn would have come first.
        NextInTurn = "next-in-turn",
        /// As they agree: the one whose turn would have come first may hand the lead over.
        FreeChoice = "free-choice",
    }
}
choice! {
    /// The opener after a tie.
    TieOpener {
        /// The opener is found as for the first round.
        Opener = "opener",
        /// The seat that opened the tied round, with any tile.
        SameSeat = "same-seat",
        /// The seat after it, with any tile.
        NextSeat = "next-seat",
    }
}
choice! {
    /// The opener after a reset.
    ResetOpener {
        /// The opener is found as for the first round.
        Opener = "opener",
        /// The seat that won the round that caused the reset.
        Winner = "winner",
    }
}
choice! {
    /// The tiles that an opener who has earned the lead may lead.
    Lead {
        /// Any tile of the hand.
        Any = "any",
        /// A double, of the opener's choice.
        Double = "double",
    }
}
choice! {
    /// The choice of an opener who must lead a double and has none.
    PosePass {
        /// The opener passes; the next player who holds a double must lead one. Such passes cost nothing.
        Free = "free",
        /// The opener passes, and such passes count like any other.
        Counts = "counts",
        /// The opener leads any tile.
        AnyTile = "any-tile",
    }
}
choice! {
    /// Which doubles are open on more than two sides.
    Spinner {
        /// No double is a spinner.
        None = "none",
        /// The first double laid is the spinner.
        First = "first",
        /// Every double is a spinner.
        Every = "every",
    }
}
choice! {
    /// The sides of the double that opened the round: four where it branches, two where no double does (003:41,
    /// 001:71). A round opened by another tile has no cross.
    Cross {
        /// The sides have no precedence.
        Free = "free",
        /// All sides are covered before any other end may be played on. A player without the number draws or passes
        /// (X2).
        First = "first",
    }
}
choice! {
    /// The order of a spinner's sides.
    Sides {
        /// The two long sides first, the two short ends afterwards; a crossed double no longer counts.
        SidesFirst = "sides-first",
        /// Any side at any time; with two neighbors a double no longer counts.
        AnySide = "any-side",
    }
}
choice! {
    /// The places of a double laid on an arm, where doubles branch.
    LaterDouble {
        /// Three: straight ahead, and a new chain on either side.
        ThreePlaces = "three-places",
        /// Two: only the new chains.
        TwoPlaces = "two-places",
    }
}
choice! {
    /// The condition for extending an arm that leads away from the opening tile (001:71-73, F3). Players may
    /// always play on the opening tile itself.
    Arms {
        /// Any tile that fits.
        Free = "free",
        /// The second tile of an arm is the double of the number that its first tile shows. While an arm of one tile
        /// shows a number, the double of that number must be laid on such an arm. Further out a number is closed until
        /// its double is on the table.
        OwnDouble = "own-double",
        /// A number is closed everywhere until its double is on the table; that double fits any arm that shows it.
        AnyDouble = "any-double",
    }
}
choice! {
    /// The turn after a double.
    AfterDouble {
        /// The next player plays.
        NextPlayer = "next-player",
        /// The same player lays one more tile, or passes without one that fits. Such a pass costs nothing.
        Again = "again",
    }
}
choice! {
    /// The draw of a player who cannot play.
    Draw {
        /// The player passes; the boneyard is never drawn.
        Never = "never",
        /// The player draws until a tile fits or no tile may be drawn.
        UntilPlayable = "until-playable",
        /// The player draws one tile, plays it if it fits, and passes otherwise.
        OneMayPlay = "one-may-play",
        /// The player draws one tile instead of playing, which ends the turn.
        OneEndsTurn = "one-ends-turn",
    }
}
choice! {
    /// Which players may draw.
    DrawWhen {
        /// Only by a player who cannot play.
        Unable = "unable",
        /// Any player on turn.
        AnyTime = "any-time",
    }
}
choice! {
    /// The next step when no unplayed tile fits anywhere and the boneyard is not empty.
    DeadChain {
        /// The players keep drawing.
        KeepDrawing = "keep-drawing",
        /// The round is blocked.
        EndsRound = "ends-round",
    }
}
choice! {
    /// When a round counts as blocked.
    BlockSeen {
        /// As soon as no hand contains a tile that fits and no tile may be drawn; nobody has to pass.
        AtOnce = "at-once",
        /// After everybody has passed in turn.
        ByPasses = "by-passes",
    }
}
choice! {
    /// The players who have to go out.
    GoingOut {
        /// One player of the table.
        One = "one",
        /// Both partners; the first to finish is skipped afterwards.
        BothPartners = "both-partners",
    }
}
choice! {
    /// The winner of a round in which a player went out.
    OutWinner {
        /// The side of that player.
        PlayerOut = "player-out",
        /// The side with fewer pips left, even if the other went out. With equal totals nobody wins.
        LightestTeam = "lightest-team",
    }
}
choice! {
    /// The winner of a blocked round.
    BlockWinner {
        /// The side of the player with the lightest hand; the partner's tiles do not matter.
        LightestHand = "lightest-hand",
        /// The side with the lower total.
        LightestTeam = "lightest-team",
        /// Nobody: every block is a tie.
        Nobody = "nobody",
        /// The lighter hand of the player who blocked and the next player.
        BlockerOrNext = "blocker-or-next",
        /// The lighter hand of the player who blocked and the player before.
        BlockerOrPrevious = "blocker-or-previous",
    }
}
choice! {
    /// The winner of a blocked round when the lowest counts are equal.
    BlockTie {
        /// Nobody: the round is a tie.
        Nobody = "nobody",
        /// The tied side that is first in seat order.
        SeatOrder = "seat-order",
        /// The side that opened the round, if it is one of the tied sides; else nobody.
        OpenersSide = "openers-side",
        /// The side that blocked, if it is one of the tied sides; else nobody.
        Blocker = "blocker",
        /// The other side, if only two tie and one of them blocked; else nobody.
        BlockersOpponents = "blockers-opponents",
        /// The side with the lightest single tile; if these are equal too, nobody.
        LightestTile = "lightest-tile",
        /// The tied side whose turn comes first, counted from the opener.
        NearestToOpener = "nearest-to-opener",
    }
}
choice! {
    /// The count of a double left in hand.
    DoublePips {
        /// The pips of both halves.
        BothHalves = "both-halves",
        /// The pips of one half.
        Once = "once",
    }
}
choice! {
    /// The count of the double blank left in hand.
    DoubleBlank {
        /// The double blank counts nothing.
        Nothing = "nothing",
        /// The double blank counts ten.
        Ten = "ten",
        /// It counts ten if it is the only tile left, otherwise nothing.
        TenAlone = "ten-alone",
        /// The double blank counts `double-blank-pips`.
        Priced = "priced",
        /// It counts `double-blank-pips` if it is the only tile left, otherwise nothing.
        PricedAlone = "priced-alone",
    }
}
choice! {
    /// The unit in which tiles left in hand are counted.
    HandCount {
        /// The pips on those tiles.
        Pips = "pips",
        /// The tiles: each is one, whatever its pips.
        Tiles = "tiles",
    }
}
choice! {
    /// The entry on the score sheet after a round.
    Score {
        /// A game for the side that won.
        Games = "games",
        /// Pips for the side that won.
        Pips = "pips",
        /// Pips against every player; the lowest score wins.
        Penalties = "penalties",
    }
}
choice! {
    /// The tiles that pay when a player goes out.
    OutCount {
        /// The tiles of the losing sides.
        Losers = "losers",
        /// The tiles of all others, including the winner's partner.
        AllOthers = "all-others",
        /// No tiles: going out is worth one point.
        OnePoint = "one-point",
    }
}
choice! {
    /// The tiles that pay in a blocked round.
    BlockCount {
        /// Each losing side pays the difference to the winners.
        Difference = "difference",
        /// The losers' total, minus the winners' count once.
        SubtractOnce = "subtract-once",
        /// The losers' tiles, whatever the winners hold.
        Losers = "losers",
        /// All hands, including the winners'.
        AllHands = "all-hands",
        /// No tiles: winning is worth one point.
        OnePoint = "one-point",
        /// No tiles: winning is worth nothing.
        Nothing = "nothing",
        /// Every side scores the difference to each heavier one, on a tie too.
        EachHeavier = "each-heavier",
    }
}
choice! {
    /// How pips are rounded, to the nearest five unless other options change that.
    Rounding {
        /// No rounding: point for point.
        Exact = "exact",
        /// The payment of each losing side, before adding up.
        EachLoser = "each-loser",
        /// The sum of all payments.
        Sum = "sum",
    }
}
choice! {
    /// The multiple to which pips are rounded.
    RoundingWay {
        /// The nearest multiple; from the middle the higher one.
        Nearest = "nearest",
        /// The next lower multiple.
        Down = "down",
        /// The next higher multiple.
        Up = "up",
    }
}
choice! {
    /// The value of going out with the only tile that still fits, where both ends are hard and different.
    KeyTile {
        /// A win like any other.
        Off = "off",
        /// One point more.
        AddsOne = "adds-one",
        /// Two points, or the stake if that is more.
        FlatTwo = "flat-two",
    }
}
choice! {
    /// The worth of a won round, in games.
    RoundPrice {
        /// One, plus stakes and the key tile.
        One = "one",
        /// The price of its [ending](crate::Ending), plus stakes.
        Table = "table",
    }
}
choice! {
    /// The worth of a round after a tie.
    Stakes {
        /// The same as of any other round.
        Off = "off",
        /// One more for every tie before it. The leaders open the replay; if no side has scored, the opener is found as
        /// for the first round.
        Rising = "rising",
        /// Two, however many ties came before. The opener is found as for the first round.
        Two = "two",
    }
}
choice! {
    /// How the first rounds of a match are numbered.
    GameNumber {
        /// Rounds that a side won.
        Decided = "decided",
        /// All rounds, including ties.
        Every = "every",
    }
}
choice! {
    /// The last tiles that are a capicú, of those that fit both ends.
    CapicuWhen {
        /// Any tile but a double; the ends may be equal.
        NotDouble = "not-double",
        /// Any tile but a double, if the ends differ.
        DifferentEnds = "different-ends",
        /// Any tile, including doubles.
        DoubleToo = "double-too",
    }
}
choice! {
    /// The bonus of a capicú.
    CapicuPays {
        /// A fixed number of points.
        Points = "points",
        /// The points for the tiles of the round, a second time.
        Doubles = "doubles",
    }
}
choice! {
    /// When going out with the double blank is a chuchazo.
    ChuchazoWhen {
        /// Whatever the ends show.
        Always = "always",
        /// Unless both ends are blank.
        NotBetweenBlanks = "not-between-blanks",
    }
}
choice! {
    /// Which passes pay the side that laid the last tile.
    PasoWhen {
        /// Every pass of an opponent.
        EveryOpponent = "every-opponent",
        /// The first pass of an opponent after each tile.
        OncePerTile = "once-per-tile",
    }
}
choice! {
    /// How often the bonus for a first pass is paid.
    FirstPasoOf {
        /// Once in the match.
        Match = "match",
        /// Once in every round.
        Round = "round",
    }
}
choice! {
    /// Which opening tiles pay when the next player passes on them.
    PaseDeSalidaWhen {
        /// Any opening tile.
        AnyTile = "any-tile",
        /// Opening tiles that are doubles.
        Double = "double",
        /// Any opening tile; a single pays twice.
        PlainTwice = "plain-twice",
    }
}
choice! {
    /// The totals of the open ends that score, and their points.
    Ends {
        /// No total scores.
        Off = "off",
        /// Multiples of five: the total.
        Fives = "fives",
        /// Multiples of three: the total.
        Threes = "threes",
        /// Multiples of seven: the total.
        Sevens = "sevens",
        /// Multiples of three or five: the total, once.
        FivesAndThrees = "fives-and-threes",
        /// Multiples of three or five: the quotient by each, added.
        EachMultiple = "each-multiple",
        /// Multiples of three or five: the total, twice if both divide it.
        TotalForEach = "total-for-each",
        /// A total that `ends-divisor` divides scores itself.
        Multiples = "multiples",
        /// Ends that all show one number score `equal-ends`, or `equal-ends-double` if a double lies at one of them.
        Equal = "equal",
        /// Ends that all show one number score the total.
        EqualTotal = "equal-total",
    }
}
choice! {
    /// How points of the open ends are claimed.
    Calls {
        /// They are written down at once.
        Automatic = "automatic",
        /// They must be declared; an opponent may claim a missed score once the next tile is laid.
        Muggins = "muggins",
        /// They must be declared before the next play, or they are lost.
        Declared = "declared",
    }
}
choice! {
    /// Whether the table or the caller knows the number of points called.
    CallSum {
        /// The table shows what can be called, and no call is wrong.
        Told = "told",
        /// The caller names the points, perhaps wrongly: see [`Call::Sum`](crate::Call::Sum).
        Own = "own",
    }
}
choice! {
    /// Whether a tile on which nobody can ever play again is a board pass.
    BoardPassBlock {
        /// No, since its player never plays again.
        No = "no",
        /// Yes, it is one.
        Yes = "yes",
    }
}
choice! {
    /// The price of a pass that falls under both penalties.
    PassPenalties {
        /// Both penalties are due.
        Both = "both",
        /// The larger penalty is due.
        Larger = "larger",
    }
}
choice! {
    /// The score of a blocked round in a game of penalties.
    BlockPenalties {
        /// All players count their tiles; the lightest hand wins, doubles undoubled.
        Everybody = "everybody",
        /// The lightest hand wins and counts 0.
        WinnerFree = "winner-free",
        /// All players count; the lowest count after doubling wins.
        AfterDoubling = "after-doubling",
        /// Nobody counts or wins.
        Void = "void",
        /// The player with the most pips counts the tiles of everybody; if several have the most, everybody counts.
        HeaviestTakesAll = "heaviest-takes-all",
    }
}
choice! {
    /// How tiles left in hand count against their holder in a game of penalties.
    HandPenalties {
        /// Twice for a hand with a double, and twice more if the winner went out with a double.
        Doubled = "doubled",
        /// Their pips, and no more.
        Plain = "plain",
    }
}
choice! {
    /// How the target is reached.
    Finish {
        /// Exactly or with more.
        AtLeast = "at-least",
        /// Exactly; points that would exceed it do not count.
        Exact = "exact",
    }
}
choice! {
    /// When a match can end.
    MatchCheck {
        /// As soon as a side reaches the target.
        Immediate = "immediate",
        /// After a round; the better score wins, and with equal scores play continues.
        EndOfRound = "end-of-round",
    }
}
choice! {
    /// When the scores are wiped out.
    Love {
        /// No win wipes the scores out.
        Off = "off",
        /// A win by a side that is not ahead, while another holds points; it scores nothing.
        AnyOther = "any-other",
        /// A win by the last side that had none.
        Everybody = "everybody",
    }
}
choice! {
    /// The next step when one side leads by a single point and loses.
    OneAll {
        /// The scores return to 0.
        Reset = "reset",
        /// The score is one all and a play-off round makes it two love, opened as the first round.
        PlayOff = "play-off",
        /// A play-off round follows, opened by the side that won the last round.
        PlayOffWinnerLeads = "play-off-winner-leads",
    }
}
choice! {
    /// Whether losing before the corner of the board is turned has a name and a price.
    Skunk {
        /// It has no name.
        Off = "off",
        /// It is noted.
        Noted = "noted",
        /// It costs what the players agreed among themselves; the table shows who owes it.
        Agreed = "agreed",
        /// It counts as two matches lost.
        CountsDouble = "counts-double",
    }
}
choice! {
    /// The effect of reaching the target.
    AtTarget {
        /// The match ends.
        MatchEnds = "match-ends",
        /// The player plays no more after this round; the others play on.
        PlayerOut = "player-out",
    }
}
choice! {
    /// Whether the tiles of a losing side reduce its own score.
    OwnTiles {
        /// They do not.
        Free = "free",
        /// Their points are taken off the score of that side, down to 0.
        TakenOff = "taken-off",
    }
}
choice! {
    /// Who receives or pays the price of a false play or of slow play, where the highest score wins.
    FalsePlayPays {
        /// Every other side receives it.
        Others = "others",
        /// The side at fault pays it, down to 0.
        TakenOff = "taken-off",
    }
}
choice! {
    /// The effect of a false play on the round.
    FalsePlayEnds {
        /// The round continues after the false play.
        Nothing = "nothing",
        /// The round is void and dealt again; the price stands.
        VoidsRound = "voids-round",
        /// The other side wins the round with the tiles as they are.
        LosesRound = "loses-round",
        /// The other side wins the match.
        LosesMatch = "loses-match",
    }
}
choice! {
    /// The price of a draw when able to play, if noticed afterwards.
    NeedlessDraw {
        /// The round is void ("trampa"): its points are taken back and it is dealt again.
        VoidsRound = "voids-round",
        /// The player scores nothing more in the round, not even for going out.
        NoScore = "no-score",
        /// The player scores nothing more in play, but may score for going out.
        NoScoreInPlay = "no-score-in-play",
    }
}
choice! {
    /// The treatment of a tile shown by accident after play has begun.
    Exposed {
        /// It is picked up again.
        PickedUp = "picked-up",
        /// It stays face up, and is played when an opponent says so or nothing else fits. Its ends score nothing.
        Directed = "directed",
        /// It stays face up and is played only when an opponent says so. Neither its ends nor going out with it score.
        OnlyDirected = "only-directed",
    }
}
