# What a screen reader says, and labels that only it reads.

said-lead = { $who-is ->
    [you] You open with the { $tile }.
   *[other] { $who } opens with the { $tile }.
}
said-play = { $who-is ->
    [you] You play the { $tile } { $side ->
        [left] on the left
       *[right] on the right
    }; { $left ->
        [0] no tiles left
        [one] one tile left
       *[other] { $left } tiles left
    }; ends { $ends }.
   *[other] { $who } plays { $tile } { $side ->
        [left] on the left
       *[right] on the right
    }; ends { $ends }; { $left ->
        [0] no tiles left
        [one] one tile left
       *[other] { $left } tiles left
    }.
}
said-play-on = { $who-is ->
    [you] You play the { $tile } on the { $on }; { $left ->
        [0] no tiles left
        [one] one tile left
       *[other] { $left } tiles left
    }; ends { $ends }.
   *[other] { $who } plays { $tile } on the { $on }; ends { $ends }; { $left ->
        [0] no tiles left
        [one] one tile left
       *[other] { $left } tiles left
    }.
}
said-draw = { $who-is ->
    [you] You draw a tile; { $boneyard } left in the boneyard.
   *[other] { $who } draws a tile; { $boneyard } left in the boneyard.
}
said-you-drew = You draw the { $tile }; { $boneyard } left in the boneyard.
said-drew-shown = { $who-is ->
    [you] You draw the { $tile } and show it.
   *[other] { $who } draws the { $tile } and shows it.
}
said-pass = { $who-is ->
    [you] You pass; ends { $ends }.
   *[other] { $who } passes; ends { $ends }.
}
said-pass-opening = { $who-is ->
    [you] You have no double to open with and pass.
   *[other] { $who } has no double to open with and passes.
}
said-hand-over = { $who-is ->
    [you] You leave the pose to your partner.
   *[other] { $who } leaves the pose to the partner.
}
said-turned-up = Tiles are turned up to see who opens: { $tiles }.
said-turned-up-one = { $who }: { $tile }
said-turned-up-opener = { $who-is ->
    [you] You turned up the highest tile and open.
   *[other] { $who } turned up the highest tile and opens.
}
said-turned-up-tie = The highest tiles are equal: turn up again.
shuffles = { $who-is ->
    [you] You shuffle.
   *[other] { $who } shuffles.
}
sets = { $who-is ->
    [you] You set, and shuffle next.
   *[other] { $who } sets, and shuffles next.
}
said-redealt-no-double = Nobody holds a double: the tiles are dealt again.
said-redealt-many-doubles = { $who-is ->
    [you] You hold too many doubles: the tiles are dealt again.
   *[other] { $who } holds too many doubles: the tiles are dealt again.
}
said-redealt-long-suit = A hand has too many tiles of one number: the tiles are dealt again.
said-withdrew = { $who-is ->
    [you] You withdraw; the others play on.
   *[other] { $who } withdraws; the others play on.
}
said-dealt = Round { $round }. Your tiles: { $tiles }.
opens-with-tile = { $who-is ->
    [you] You hold the { $tile } and open with it.
   *[other] { $who } holds the { $tile } and opens with it.
}
opens-any = { $who-is ->
    [you] You open with any tile.
   *[other] { $who } opens with any tile.
}
opens-holding = { $who-is ->
    [you] You hold the { $tile }, so you open, with any tile.
   *[other] { $who } holds the { $tile } and so opens, with any tile.
}
opens-double = { $who-is ->
    [you] You open with a double.
   *[other] { $who } opens with a double.
}
opens-draw = Nobody holds a double. { $who-is ->
    [you] You draw first
   *[other] { $who } draws first
}; the first player to draw a double opens with it.
said-your-turn = Your turn; ends { $ends }.
said-your-turn-open = Your turn: you open.
said-hand = Your hand: { $tiles }.
said-ends = Ends { $ends }.
said-chain = On the table, from left to right: { $tiles }.
said-table-empty = No tile lies on the table yet.
said-counts = { $who }: { $n ->
    [one] one tile
   *[other] { $n } tiles
}
said-points = { $who-is ->
    [you] { $n ->
        [one] You: one point ({ $reason }).
       *[other] You: { $n } points ({ $reason }).
    }
   *[other] { $n ->
        [one] { $who }: one point ({ $reason }).
       *[other] { $who }: { $n } points ({ $reason }).
    }
}
said-penalty = { $who-is ->
    [you] { $n ->
        [one] You: one penalty point ({ $reason }).
       *[other] You: { $n } penalty points ({ $reason }).
    }
   *[other] { $n ->
        [one] { $who }: one penalty point ({ $reason }).
       *[other] { $who }: { $n } penalty points ({ $reason }).
    }
}
said-word = { $word ->
    [tranque] Tranque: the { $what } blocks the round.
    [ahorcado] Ahorcado: the { $what } cannot be played any more.
    [puerta] You have the puerta of { $what }: nobody else can play there.
    [nugget-adds] Nugget: five more.
    [nugget-takes] Nugget: five less.
    [crown-jewels] The crown jewels!
    [harry-belly] Harry Belly!
    [snake-eyes] Snake eyes!
    [double-deuce] Double deuce!
    [lighthouse] Lighthouse: the { $what } was set with more of its number in hand.
    [domino] To domino: out with the { $what }.
    [dancing-girls] The dancing girls come on: there is a five to play on.
    [cut-off] Cut off: the next player cannot play.
    [follow] To follow: a score after a score.
    [bankers-set] The banker’s set: no reply scores.
    [crossing-the-t] Crossing the T of the { $what }.
   *[dominoitis] Dominoitis, spots before the eyes: one more fast game cures it.
}

label-hand = Your hand
label-score = Score
label-tile-plays-both = { $tile }, playable on { $one } and { $other }
label-tile-plays-one = { $tile }, playable on { $one }
label-tile-plays-many = { $tile }, playable on { $ends }
label-tile-opens = { $tile }, you can open with it
label-tile-cannot = { $tile }, not playable now
label-tile-selected = { $tile }, selected
label-seat = { $who }, { $place }, { $n ->
    [one] one tile
   *[other] { $n } tiles
}
label-seat-turn = { $who }, { $place }, { $n ->
    [one] one tile
   *[other] { $n } tiles
}, to play
has-passed-on = passed on { $numbers }
label-pegs = { $who }: { $points } of { $target }
label-board-summary = { $n ->
    [0] No tile lies on the table.
    [one] One tile on the table; ends { $ends }.
   *[other] { $n } tiles on the table; ends { $ends }.
}

keys-title = Keyboard
key-tiles = Pick a tile
key-ends = Choose the end
key-play = Play
key-pass = Pass
key-draw = Draw
key-hand = Read my hand
key-ends-read = Read the ends
key-chain = Read the table from left to right
key-counts = How many tiles everybody holds
key-score = Read the score
key-last = Read the last move
key-again = Repeat the last announcement
key-skip = Skip the wait for a bot
key-help = This help
key-cancel = Cancel
