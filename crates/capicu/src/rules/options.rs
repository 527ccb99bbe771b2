//! The values of the options that are words. Each says what it means at the table; the sources are
//! listed with the options in [`Choices`](super::Choices).

use super::choice::choice;

choice! {
    /// Who scores with whom.
    Teams {
        /// Everybody for himself.
        Singles = "singles",
        /// Partners sit opposite each other: seats 0 and 2 against 1 and 3.
        Pairs = "pairs",
    }
}
choice! {
    /// The way round the table.
    Direction {
        /// The next player sits on your right.
        Anticlockwise = "anticlockwise",
        /// The next player sits on your left.
        Clockwise = "clockwise",
    }
}
choice! {
    /// Who opens a round that nobody has earned.
    Opener {
        /// The holder of the highest double that was dealt.
        HighestDouble = "highest-double",
        /// The holder of the double blank.
        DoubleBlank = "double-blank",
        /// Whoever turned up the highest tile before the match.
        DrawForSet = "draw-for-set",
        /// Seat 0.
        FirstSeat = "first-seat",
    }
}
choice! {
    /// What an opener who owes the pose to a tile must lead.
    OpeningLead {
        /// The tile that made him the opener.
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
        /// Each in turn draws one tile until somebody draws a double and leads it.
        DrawForDouble = "draw-for-double",
    }
}
choice! {
    /// Tiles of equal spots in the draw for set.
    SetTie {
        /// Those who tied draw again.
        DrawAgain = "draw-again",
        /// The tile with the higher half wins.
        HigherHalf = "higher-half",
    }
}
choice! {
    /// Who opens the match after one whose first opener was drawn for.
    NextMatchOpener {
        /// Tiles are turned up again.
        Draw = "draw",
        /// It is opened as the next round would have been.
        GoesOn = "goes-on",
    }
}
choice! {
    /// Who opens the round after one that was won.
    NextOpener {
        /// The winner, or one of the pair that won.
        Winner = "winner",
        /// Again whoever the tiles of the new deal name.
        SameTest = "same-test",
        /// The seat after the one that opened the last round, whoever won.
        Rotate = "rotate",
    }
}
choice! {
    /// Which of two partners opens.
    Pose {
        /// The one who played out.
        Winner = "winner",
        /// The partners agree; the one who played out is asked first and may hand the pose over.
        Huddle = "huddle",
        /// By lot.
        Lot = "lot",
        /// Always the same one: the lower seat number of the pair.
        FixedSeat = "fixed-seat",
    }
}
choice! {
    /// Who of the winners opens after a block.
    BlockedOpener {
        /// The one with the lightest hand, who may hand the pose over where partners agree on it.
        Huddle = "huddle",
        /// The one with the lightest hand, without discussion.
        Lightest = "lightest",
        /// The player who blocked if his side won, else the next after him.
        BlockerOrNext = "blocker-or-next",
        /// One of the winners by lot.
        Lot = "lot",
    }
}
choice! {
    /// Equal lightest hands of two partners.
    LightestTie {
        /// The one whose turn would have come first.
        NextInTurn = "next-in-turn",
        /// As they like: that one may hand the pose over.
        FreeChoice = "free-choice",
    }
}
choice! {
    /// Who opens after a tie.
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
    /// Who opens after a reset.
    ResetOpener {
        /// The opener is found as for the first round.
        Opener = "opener",
        /// Whoever won the round that caused the reset.
        Winner = "winner",
    }
}
choice! {
    /// What may be led by an opener who has earned the pose.
    Lead {
        /// Any tile.
        Any = "any",
        /// A double of his choice.
        Double = "double",
    }
}
choice! {
    /// An opener who must lead a double and has none.
    PosePass {
        /// He passes; the next player who holds a double must lead one. Such passes cost nothing.
        Free = "free",
        /// The same, but the passes count like any other.
        Counts = "counts",
        /// He leads any tile.
        AnyTile = "any-tile",
    }
}
choice! {
    /// Which doubles are open on more than two sides.
    Spinner {
        /// None.
        None = "none",
        /// The first double laid.
        First = "first",
        /// Every double.
        Every = "every",
    }
}
choice! {
    /// The sides of the double that opened the round: four where it branches, two where no double
    /// does (003:41, 001:71). A round that another tile opened has no cross.
    Cross {
        /// Have no precedence.
        Free = "free",
        /// Are all covered before any other end may be played on; who lacks the number draws or
        /// passes (X2).
        First = "first",
    }
}
choice! {
    /// The order of a spinner's sides.
    Sides {
        /// Its two long sides first, the two ends afterwards; a crossed double no longer counts.
        SidesFirst = "sides-first",
        /// Any side at any time; with two neighbors a double no longer counts.
        AnySide = "any-side",
    }
}
choice! {
    /// The places a double leaves open when it is laid on an arm and doubles branch.
    LaterDouble {
        /// Three: straight on, and a new chain on either side.
        ThreePlaces = "three-places",
        /// Two: only the new chains.
        TwoPlaces = "two-places",
    }
}
choice! {
    /// What an arm that leads away from the opening tile asks for before it goes on (001:71-73, F3).
    /// The opening tile itself can always be played on.
    Arms {
        /// Nothing: any tile that fits.
        Free = "free",
        /// The second tile of an arm is the double of the number that its first tile shows, and while
        /// an arm of one tile shows a number, the double of it goes on such an arm and nowhere else.
        /// Further out a number is locked until its double lies on the table.
        OwnDouble = "own-double",
        /// A number is locked everywhere until its double lies on the table; that double goes on any
        /// arm that shows it.
        AnyDouble = "any-double",
    }
}
choice! {
    /// What a player does who cannot play.
    Draw {
        /// Passes; the sleeping tiles are never drawn.
        Never = "never",
        /// Draws until he can play or no tile may be drawn.
        UntilPlayable = "until-playable",
        /// Draws one tile, plays it if it fits, and passes otherwise.
        OneMayPlay = "one-may-play",
        /// Takes one tile instead of playing; that is the turn.
        OneEndsTurn = "one-ends-turn",
    }
}
choice! {
    /// When a tile may be drawn.
    DrawWhen {
        /// Only by a player who cannot play.
        Unable = "unable",
        /// Also by one who could.
        AnyTime = "any-time",
    }
}
choice! {
    /// No unplayed tile fits anywhere, yet the boneyard is not used up.
    DeadChain {
        /// The tiles are drawn all the same.
        KeepDrawing = "keep-drawing",
        /// The round is blocked.
        EndsRound = "ends-round",
    }
}
choice! {
    /// How a block is found.
    BlockSeen {
        /// As soon as no hand holds a tile that fits and no tile may be drawn; nobody has to pass.
        AtOnce = "at-once",
        /// When everybody has passed in turn.
        ByPasses = "by-passes",
    }
}
choice! {
    /// Who has to go out.
    GoingOut {
        /// One player.
        One = "one",
        /// Both partners; the first to finish is skipped afterwards.
        BothPartners = "both-partners",
    }
}
choice! {
    /// Who wins a blocked round.
    BlockWinner {
        /// The side of the player with the lightest hand; his partner's tiles do not matter.
        LightestHand = "lightest-hand",
        /// The side with the lower total.
        LightestTeam = "lightest-team",
    }
}
choice! {
    /// Who wins a blocked round when the lowest counts are equal.
    BlockTie {
        /// Nobody.
        Nobody = "nobody",
        /// Of those who tie, the side that comes first in seat order.
        SeatOrder = "seat-order",
        /// The side that opened the round, if it is among them; else nobody.
        OpenersSide = "openers-side",
        /// The side that blocked, if it is among them; else nobody.
        Blocker = "blocker",
        /// The other side, where only two tie and one of them blocked; else nobody.
        BlockersOpponents = "blockers-opponents",
        /// The side with the lightest single tile; if that is equal too, nobody.
        LightestTile = "lightest-tile",
    }
}
choice! {
    /// The count of a double left in hand.
    DoublePips {
        /// Both halves.
        BothHalves = "both-halves",
        /// One half.
        Once = "once",
    }
}
choice! {
    /// The count of the double blank left in hand.
    DoubleBlank {
        /// Nothing.
        Nothing = "nothing",
        /// Ten.
        Ten = "ten",
        /// Ten where it is the only tile left, otherwise nothing.
        TenAlone = "ten-alone",
    }
}
choice! {
    /// What is written down after a round.
    Score {
        /// A game for the side that won.
        Games = "games",
        /// Pips for the side that won.
        Pips = "pips",
        /// Pips against everybody; the lowest score wins.
        Penalties = "penalties",
    }
}
choice! {
    /// The tiles that pay when a player goes out.
    OutCount {
        /// The losers'.
        Losers = "losers",
        /// Everybody else's, the winner's partner included.
        AllOthers = "all-others",
        /// None: going out is worth one point.
        OnePoint = "one-point",
    }
}
choice! {
    /// The tiles that pay in a blocked round.
    BlockCount {
        /// Each losing side pays what it holds above the winners.
        Difference = "difference",
        /// The losers' total, less the winners' count once.
        SubtractOnce = "subtract-once",
        /// The losers', whatever the winners hold.
        Losers = "losers",
        /// All hands, the winners' included.
        AllHands = "all-hands",
        /// None: winning is worth one point.
        OnePoint = "one-point",
        /// None: winning is worth nothing.
        Nothing = "nothing",
    }
}
choice! {
    /// Rounding to the nearest five.
    Rounding {
        /// None: point for point.
        Exact = "exact",
        /// What each losing side pays, before adding up.
        EachLoser = "each-loser",
        /// The sum.
        Sum = "sum",
    }
}
choice! {
    /// Going out with the only tile that still fits, both ends being hard and different.
    KeyTile {
        /// Is a win like any other.
        Off = "off",
        /// Adds a point.
        AddsOne = "adds-one",
        /// Is worth two points, or the stake where that is more.
        FlatTwo = "flat-two",
    }
}
choice! {
    /// What a round is worth after a tie.
    Stakes {
        /// As much as any other.
        Off = "off",
        /// One more for every tie before it. The leaders open the replay; at love all the opener
        /// is found as for the first round.
        Rising = "rising",
        /// Two, however many ties came before. The opener is found as for the first round.
        Two = "two",
    }
}
choice! {
    /// How the first games of a match are numbered.
    GameNumber {
        /// Rounds that somebody won.
        Decided = "decided",
        /// All rounds, ties too.
        Every = "every",
    }
}
choice! {
    /// A last tile that fits both ends.
    CapicuWhen {
        /// Is a capicú unless it is a double; the ends may be equal.
        NotDouble = "not-double",
        /// Is one only if the ends differ.
        DifferentEnds = "different-ends",
        /// Is one, doubles included.
        DoubleToo = "double-too",
    }
}
choice! {
    /// What a capicú adds.
    CapicuPays {
        /// A fixed number of points.
        Points = "points",
        /// What the tiles of the round bring, once more.
        Doubles = "doubles",
    }
}
choice! {
    /// Going out with the double blank.
    ChuchazoWhen {
        /// Is always a chuchazo.
        Always = "always",
        /// Is none where both ends are blank.
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
    /// Which tiles that open a round pay when the next player passes on them.
    PaseDeSalidaWhen {
        /// Any.
        AnyTile = "any-tile",
        /// Doubles alone.
        Double = "double",
        /// Any; what is no double pays twice.
        PlainTwice = "plain-twice",
    }
}
choice! {
    /// Which totals of the open ends score, and how much.
    Ends {
        /// None.
        Off = "off",
        /// Multiples of five: the total.
        Fives = "fives",
        /// Multiples of three: the total.
        Threes = "threes",
        /// Multiples of seven: the total.
        Sevens = "sevens",
        /// Multiples of three or five: the total, once.
        FivesAndThrees = "fives-and-threes",
        /// Multiples of three or five: how often each goes into the total, added.
        EachMultiple = "each-multiple",
        /// Multiples of three or five: the total, twice where both go into it.
        TotalForEach = "total-for-each",
    }
}
choice! {
    /// How points of the open ends are claimed.
    Calls {
        /// They are written down at once.
        Automatic = "automatic",
        /// They must be declared; an opponent may claim what was missed once the next tile lies.
        Muggins = "muggins",
        /// They must be declared before the next play, or they are lost.
        Declared = "declared",
    }
}
choice! {
    /// Who says how many points are called.
    CallSum {
        /// The table: it tells what there is to call, and no call is wrong.
        Told = "told",
        /// Whoever calls, and he may be wrong: see [`Call::Sum`](crate::Call::Sum).
        Own = "own",
    }
}
choice! {
    /// A tile on which nobody can ever play again.
    BoardPassBlock {
        /// Is no board pass: its player never plays again.
        No = "no",
        /// Is one.
        Yes = "yes",
    }
}
choice! {
    /// A pass that falls under both penalties.
    PassPenalties {
        /// Costs both.
        Both = "both",
        /// Costs the larger.
        Larger = "larger",
    }
}
choice! {
    /// A blocked round in a game of penalties.
    BlockPenalties {
        /// Everybody counts his tiles; the lightest hand, doubles undoubled, wins.
        Everybody = "everybody",
        /// The lightest hand wins and counts nothing.
        WinnerFree = "winner-free",
        /// Everybody counts; the lowest count after doubling wins.
        AfterDoubling = "after-doubling",
        /// Nobody counts or wins.
        Void = "void",
    }
}
choice! {
    /// How the target is reached.
    Finish {
        /// Exactly or more.
        AtLeast = "at-least",
        /// Exactly; points that would go past it are not counted.
        Exact = "exact",
    }
}
choice! {
    /// When a match can end.
    MatchCheck {
        /// As soon as a side reaches the target.
        Immediate = "immediate",
        /// After a round; the better score wins and equal scores play on.
        EndOfRound = "end-of-round",
    }
}
choice! {
    /// What wipes the scores out.
    Love {
        /// Nothing.
        Off = "off",
        /// A win by a side that is not ahead, while another holds points; it scores nothing.
        AnyOther = "any-other",
        /// A win by the last side that had none.
        Everybody = "everybody",
    }
}
choice! {
    /// One side leads by a single point and loses.
    OneAll {
        /// The scores go back to nothing.
        Reset = "reset",
        /// It is one all and a play-off round makes it two love, opened as the first round.
        PlayOff = "play-off",
        /// The same, opened by the side that won the last round.
        PlayOffWinnerLeads = "play-off-winner-leads",
    }
}
choice! {
    /// Losing without having turned the corner of the board.
    Skunk {
        /// Has no name.
        Off = "off",
        /// Is noted.
        Noted = "noted",
        /// Costs what the players have agreed on among themselves; it is told who owes it.
        Agreed = "agreed",
        /// Counts as two matches lost.
        CountsDouble = "counts-double",
    }
}
choice! {
    /// Drawing when able to play, seen afterwards.
    NeedlessDraw {
        /// Voids the round ("trampa"): its points are taken back and it is dealt again.
        VoidsRound = "voids-round",
        /// Costs the player all points for the rest of the round, those for going out included.
        NoScore = "no-score",
        /// Costs him the points of play; those for going out stay.
        NoScoreInPlay = "no-score-in-play",
    }
}
choice! {
    /// A tile shown by accident after play has begun.
    Exposed {
        /// Is picked up again.
        PickedUp = "picked-up",
        /// Stays face up, is played when an opponent says so or nothing else fits, and its ends score
        /// nothing.
        Directed = "directed",
        /// Stays face up and is played only when an opponent says so; neither its ends nor going out
        /// with it score.
        OnlyDirected = "only-directed",
    }
}
