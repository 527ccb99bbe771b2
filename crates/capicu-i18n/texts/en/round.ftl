# The end of a round and of the match.

won-out = { $how ->
    [key] { $who-is ->
        [you] You go out with the key tile, the { $tile }, and win the round.
       *[one] { $who } goes out with the key tile, the { $tile }, and wins the round.
    }
    [capicu] { $who-is ->
        [you] Capicú! You go out with the { $tile } and win the round.
       *[one] Capicú! { $who } goes out with the { $tile } and wins the round.
    }
    [chuchazo] { $who-is ->
        [you] Chuchazo! You go out with the { $tile } and win the round.
       *[one] Chuchazo! { $who } goes out with the { $tile } and wins the round.
    }
   *[plain] { $who-is ->
        [you] You go out with the { $tile } and win the round.
       *[one] { $who } goes out with the { $tile } and wins the round.
    }
}
won-out-pair = { $how ->
    [key] { $who-is ->
        [you] You go out with the key tile, the { $tile }: { $team } win the round.
       *[one] { $who } goes out with the key tile, the { $tile }: { $team } win the round.
    }
    [capicu] { $who-is ->
        [you] Capicú! You go out with the { $tile }: { $team } win the round.
       *[one] Capicú! { $who } goes out with the { $tile }: { $team } win the round.
    }
    [chuchazo] { $who-is ->
        [you] Chuchazo! You go out with the { $tile }: { $team } win the round.
       *[one] Chuchazo! { $who } goes out with the { $tile }: { $team } win the round.
    }
   *[plain] { $who-is ->
        [you] You go out with the { $tile }: { $team } win the round.
       *[one] { $who } goes out with the { $tile }: { $team } win the round.
    }
}
won-out-both = { $who-is ->
    [you] You go out with the { $tile } after your partner: { $team } win the round.
   *[one] { $who } goes out with the { $tile } after the partner: { $team } win the round.
}
won-out-penalties = { $who-is ->
    [you] You go out with the { $tile } and count nothing.
   *[one] { $who } goes out with the { $tile } and counts nothing.
}
won-out-penalties-double = { $who-is ->
    [you] You go out with the { $tile } and count nothing; with a double, so the others count twice.
   *[one] { $who } goes out with the { $tile } and counts nothing; with a double, so the others count twice.
}
tile-last = last tile

blocked-won = { $who-is ->
    [you] The round is blocked and you win it with the lightest hand, { $count } against { $others }.
   *[one] The round is blocked and { $who } wins it with the lightest hand, { $count } against { $others }.
}
blocked-won-pair = { $who-is ->
    [you] The round is blocked: your hand is the lightest, { $count } against { $others }, so { $team } win the round.
   *[one] The round is blocked: { $who } has the lightest hand, { $count } against { $others }, so { $team } win the round.
}
blocked-won-together = The round is blocked: { $team } hold less together, { $count } against { $others }, and win the round.
blocked-tie-broken = The round is blocked and { $sides } tie with { $count } each; such a tie goes to { $rule ->
    [seat-order] the first at the table
    [openers-side] the opener
    [blocker] the blocker
    [blockers-opponents] the other side than the one that blocked
    [nearest-to-opener] the first from the opener on
   *[lightest-tile] the holder of the lightest single tile
}, so { $winner-is ->
    [you] you win the round
    [pair] { $winner } win the round
   *[one] { $winner } wins the round
}.
blocked-tie-broken-together = The round is blocked and both sides hold { $count }; such a tie goes to { $rule ->
    [seat-order] the first at the table
    [openers-side] the side that opened the round
    [blocker] the side that blocked it
    [blockers-opponents] the other side than the one that blocked
    [nearest-to-opener] the side that comes first from the opener on
   *[lightest-tile] the side with the lightest single tile
}, so { $winner } win the round.
blocked-tie = The round is blocked and tied: { $sides } hold the fewest pips, { $count } each, so nobody scores.
blocked-tie-together = The round is blocked and tied: both sides hold { $count }, so nobody scores.
blocked-tie-penalties = The round is blocked and tied: { $sides } hold the fewest pips, { $count } each. Nobody wins it and everybody counts what is left.
blocked-nobody = The round is blocked, and nobody wins a blocked round.
blocked-limit = The round is blocked and nobody wins it: the lowest count, { $count }, is not under { $limit }.
blocked-won-two = The round is blocked: of the two hands compared { $who-is ->
    [you] yours is
   *[other] that of { $who } is
} lighter, { $count } against { $others }, so { $side-is ->
    [you] you win the round
    [pair] { $side } win the round
   *[one] { $side } wins the round
}.
blocked-void = The round is blocked: nobody wins it and nobody counts.
round-void = The round does not count: its points are taken back and the tiles are dealt again.
round-doubles = { $who-is ->
    [you] You are dealt { $doubles } doubles.
   *[one] { $who } is dealt { $doubles } doubles.
}
foul-lost = A false play decides { $what ->
    [match] the match
   *[round] the round
}.
round-ended-blocked = { $who-is ->
    [you] The round is blocked, and you win it.
    [pair] The round is blocked, and { $who } win it.
   *[one] The round is blocked, and { $who } wins it.
}
round-ended-tied = The round is blocked, and nobody wins it.
round-ended-doubles = { $who-is ->
    [you] Your doubles end the round.
   *[one] The doubles of { $who } end the round.
}
target-reached = { $who-is ->
    [you] You reach { $target } points in the middle of the round.
    [pair] { $who } reach { $target } points in the middle of the round.
   *[one] { $who } reaches { $target } points in the middle of the round.
}

then-reset = That breaks their lead: back to love all, no point scored.
then-reset-everybody = Now everybody has won a round: all scores go back to nothing.
then-false-play-reset = A false play set the scores back to love all before this round was counted.
then-false-play-two-love = A false play decided the play-off before this round was counted.
then-one-all = One all: the next round is the play-off.
then-two-love = { $who-is ->
    [you] You win the play-off and lead { $score }.
    [pair] { $who } win the play-off and lead { $score }.
   *[one] { $who } wins the play-off and leads { $score }.
}
then-stake-rises = The next round is worth { $points }.
then-stake-two = The next round is worth two.
then-block-fine = { $who-is ->
    [you] Your block costs you { $points ->
        [one] one point, if you have one
       *[other] { $points } points, or all you have
    }.
   *[other] The block costs { $who } { $points ->
        [one] one point, if they have one
       *[other] { $points } points, or all they have
    }.
}
then-points = { $who-is ->
    [you] You score { $points ->
        [one] one point
       *[other] { $points } points
    }.
    [pair] { $who } score { $points ->
        [one] one point
       *[other] { $points } points
    }.
   *[one] { $who } scores { $points ->
        [one] one point
       *[other] { $points } points
    }.
}
then-no-points = No points change hands.
then-exact = Points that would go past { $target } are not counted.

match-love = { $who-is ->
    [you] You win the match, { $score }!
    [pair] { $who } win the match, { $score }!
   *[one] { $who } wins the match, { $score }!
}
match-games = { $who-is ->
    [you] You win the match with { $score } points!
    [pair] { $who } win the match with { $score } points!
   *[one] { $who } wins the match with { $score } points!
}
match-two = { $who-is ->
    [you] You win the match, { $score } to { $other }!
    [pair] { $who } win the match, { $score } to { $other }!
   *[one] { $who } wins the match, { $score } to { $other }!
}
match-penalties = { $who-is ->
    [you] You win the match with the lowest score, { $score }!
   *[one] { $who } wins the match with the lowest score, { $score }!
}
said-places = Places: { $list }.
match-won = { $who-is ->
    [you] You win the match!
    [pair] { $who } win the match!
   *[one] { $who } wins the match!
}
match-losers = { $who-is ->
    [you] You have { $target } or more and lose.
    [pair] { $who } have { $target } or more and lose.
   *[one] { $who } has { $target } or more and loses.
}
match-skunk = { $who-is ->
    [you] You have not reached { $line }: skunked.
    [pair] { $who } have not reached { $line }: skunked.
   *[one] { $who } has not reached { $line }: skunked.
}
match-skunk-agreed = { $who-is ->
    [you] You have not reached { $line }: skunked. You owe the penalty agreed on.
    [pair] { $who } have not reached { $line }: skunked. They owe the penalty agreed on.
   *[one] { $who } has not reached { $line }: skunked, and owes the penalty agreed on.
}
match-skunk-double = { $who-is ->
    [you] You have not reached { $line }: skunked, which counts as two matches lost.
    [pair] { $who } have not reached { $line }: skunked, which counts as two matches lost.
   *[one] { $who } has not reached { $line }: skunked, which counts as two matches lost.
}

award = { $reason }: { $points }
award-to = { $who-is ->
    [you] You, { $reason }: { $points }
   *[other] { $who }, { $reason }: { $points }
}
reason-game = Round won
reason-stake = For the ties before
reason-key-tile = Key tile
reason-pips = Pips
reason-first-game = First round won
reason-second-game = Second game
reason-third-game = Third game
reason-fourth-game = Fourth game
reason-capicu = Capicú
reason-chuchazo = Chuchazo
reason-block = Block
reason-paso = Pass
reason-pase-corrido = Everybody else passed
reason-pase-de-salida = Pass on the opening tile
reason-ends = Ends
reason-muggins = Muggins
reason-hand = Tiles left
reason-three-passes = Three passes in a row
reason-board-pass = Board pass
reason-false-play = False play
reason-wrong-call = Wrong call
reason-doubles = Doubles
reason-double-out = Out with a double
reason-hanged-blank = Hanged double blank
reason-blocker = Blocked the round
reason-own-tiles = Own tiles
reason-slow-play = Slow play

matches-won = Matches won: { $scores }.
score-nothing = Love all
score-all = { $score } all
score-both = { $score } { $other }
score-leads = { $who-is ->
    [you] You lead { $score }
    [pair] { $who } lead { $score }
   *[one] { $who } leads { $score }
}
score-one = { $who } { $points }

big-word = { $what ->
    [out] Domino!
    [block] Blocked!
    [key] Key tile!
    [capicu] Capicú!
    [chuchazo] Chuchazo!
    [corrido] Pase corrido!
    [hole] The last hole!
    [skunk] Skunk!
   *[love] { $score }!
}
