# The options of a rule set, in the order of `Choices::OPTIONS`.
#
# `option` is its label, `.help` what it decides. A number's `.rule` states the rule. A word is
# `option-word`, with its label and its own `.rule`.
#
# A rule may insert, or choose by, every option by its name, and what `src/explain.rs` derives.

set = Set of tiles
    .help = Which tiles you play with.
    .rule = You play with a { $set-name } set of { $in-set } tiles.
set-double-two = double-two
set-double-three = double-three
set-double-four = double-four
set-double-five = double-five
set-double-six = double-six
set-double-seven = double-seven
set-double-eight = double-eight
set-double-nine = double-nine
set-double-ten = double-ten
set-double-eleven = double-eleven
set-double-twelve = double-twelve
set-double-thirteen = double-thirteen
set-double-fourteen = double-fourteen
set-double-fifteen = double-fifteen
set-double-sixteen = double-sixteen
set-double-seventeen = double-seventeen
set-double-eighteen = double-eighteen

removed = Tiles left out
    .help = Tiles that stay in the box.
    .rule = { $n-removed ->
        [0] No tile stays in the box.
        [one] The { $removed-tiles } stays in the box.
       *[other] Left in the box: { $removed-tiles }.
    }

players = Players
    .help = How many sit at the table.
    .rule = { $players } players sit at the table.

teams = Sides
    .help = Who scores with whom.
teams-singles = Everybody alone
    .rule = { $players ->
        [2] Two play, one against the other.
        [3] Three play, everybody alone.
        [4] Four play, everybody alone.
        [5] Five play, everybody alone.
       *[other] { $players } play, everybody alone.
    }
teams-pairs = Two pairs
    .rule = Four play in two pairs; your partner sits across from you.

hand = Tiles in hand
    .help = How many tiles each player is dealt.
    .rule = Everybody is dealt { $hand ->
        [one] one tile
       *[other] { $hand } tiles
    }, { $asleep ->
        [0] so none is left over
        [one] and one is left in the boneyard
       *[other] and { $asleep } are left in the boneyard
    }.

direction = Direction
    .help = Who comes after you.
direction-anticlockwise = To the right
    .rule = Turns go to the right, anticlockwise.
direction-clockwise = To the left
    .rule = Turns go to the left, clockwise.

opener = First to open
    .help = Who opens the first round, and later ones that are opened like it.
opener-highest-double = Highest double
    .rule = { $next-opener ->
        [same-test] Every round is opened by the holder of the highest double dealt.
       *[other] The first round is opened by the holder of { $asleep ->
            [0] the { $highest-double }
           *[other] the highest double dealt
        }.
    }
opener-double-blank = Double blank
    .rule = { $next-opener ->
        [same-test] Every round is opened by the holder of the double blank.
       *[other] The first round is opened by the holder of the double blank.
    }
opener-draw-for-set = Draw for it
    .rule = Before the first round everybody turns up a tile, and the highest opens.
opener-first-seat = First seat
    .rule = The first round is opened by the player in the first seat.
opener-lowest-double = Lowest double
    .rule = { $next-opener ->
        [same-test] Every round is opened by the holder of the lowest double dealt, counting up from { $first-double }-{ $first-double }.
       *[other] The first round is opened by the holder of the lowest double dealt, counting up from { $first-double }-{ $first-double }.
    }
opener-round-double = A higher double each round
    .rule = The first round is opened by the holder of { $first-double }-{ $first-double }; each round after it moves up one double. A double not dealt gives way to the next.
opener-highest-tile = Highest tile
    .rule = { $next-opener ->
        [same-test] Every round is opened by the holder of the highest tile, a double or not.
       *[other] The first round is opened by the holder of the highest tile, a double or not.
    }

first-double = First double to open
    .help = Double from which the opening doubles are counted upwards; 0 for the double blank.
    .rule = The opening doubles are counted up from { $first-double }-{ $first-double }.

opening-lead = Opening tile
    .help = Tile that such an opener has to lead.
opening-lead-that-tile = That very tile
    .rule = It has to be opened with that very tile.
opening-lead-any-tile = Any tile
    .rule = That player may open with any tile.

no-double = No double dealt
    .help = Result if nobody holds a double to open with.
no-double-redeal = Deal again
    .rule = If nobody holds a double, the tiles are dealt again.
no-double-highest-tile = Highest tile opens
    .rule = If nobody holds a double, the tile with the most pips opens.
no-double-draw-for-double = Draw for a double
    .rule = If nobody holds a double, everybody in turn draws a tile until somebody draws a double and opens with it.
no-double-heaviest-hand = Heaviest hand opens
    .rule = If nobody holds a double, the player with the most pips in hand opens with any tile.

doubles-redeal = Too many doubles
    .help = A new deal when one hand holds this many doubles; 0 for never.
    .rule = { $doubles-redeal ->
        [0] The tiles are played however many doubles somebody holds.
        [one] If somebody holds a double, the tiles are dealt again.
       *[other] If somebody holds { $doubles-redeal } doubles or more, the tiles are dealt again.
    }

suit-redeal = Too many of one number
    .help = A new deal when one hand holds this many tiles with one number; 0 for never.
    .rule = { $suit-redeal ->
        [0] The tiles are played however many of one number somebody holds.
        [one] If somebody holds a tile of any number, the tiles are dealt again.
       *[other] If somebody holds { $suit-redeal } tiles of one number or more, the tiles are dealt again.
    }

doubles-score = Doubles that score
    .help = This many doubles in one hand score, and the tiles are dealt again; 0 for never.
    .rule = { $doubles-score ->
        [0] Doubles in a hand score nothing.
        [one] { $doubles-pay ->
            [stake] After a double in a hand the tiles are dealt again, and the round is worth more, as after a tie.
           *[points] A double in a hand scores { $doubles-points ->
                [one] a point
               *[other] { $doubles-points } points
            }, and the tiles are dealt again.
        }
       *[other] { $doubles-pay ->
            [stake] If somebody is dealt { $doubles-score } doubles or more, the tiles are dealt again, and the round is worth more, as after a tie.
           *[points] If somebody is dealt { $doubles-score } doubles or more, that scores { $doubles-points ->
                [one] a point
               *[other] { $doubles-points } points
            }, and the tiles are dealt again.
        }
    }

doubles-points = Points for doubles
    .help = Points for a hand with enough doubles.
    .rule = A hand with enough doubles scores { $doubles-points ->
        [one] a point
       *[other] { $doubles-points } points
    }.

doubles-pay = Worth of doubles that score
    .help = The gain from a hand with enough doubles.
doubles-pay-points = Points
    .rule = A hand with enough doubles scores points.
doubles-pay-stake = A higher stake
    .rule = After a hand with enough doubles, the next round is worth more, as after a tie.

doubles-win = Doubles that win
    .help = This many doubles in one hand win the match; 0 for never.
    .rule = { $doubles-win ->
        [0] No number of doubles wins the match.
        [one] A double in a hand wins the match.
       *[other] If somebody is dealt { $doubles-win } doubles or more, that wins the match.
    }

doubles-opener = Opener after doubles
    .help = Who opens after a hand of doubles that scored.
doubles-opener-stays = As before
    .rule = The new deal is opened as the one thrown in would have been.
doubles-opener-holder = The holder
    .rule = The player who had the doubles opens the new deal.

set-tie = Equal tiles turned up
    .help = Result if the highest tiles turned up have equal pips.
set-tie-draw-again = Turn up again
    .rule = If the highest tiles have equally many pips, tiles are turned up again.
set-tie-higher-half = Higher half wins
    .rule = Of tiles with equally many pips the one with the higher half wins.

next-match-opener = Opening a rematch
    .help = Whether tiles are turned up again before a rematch.
next-match-opener-draw = Drawn for again
    .rule = Before a rematch tiles are turned up again to see who opens.
next-match-opener-goes-on = Continues
    .rule = A rematch is opened as the next round would have been, without a draw.
next-match-opener-next-seat = Next seat
    .rule = A rematch is opened by the seat after the one that opened this match, without a draw.
next-opener = Next to open
    .help = Who opens after a round that somebody won.
next-opener-winner = The winner
    .rule = Later rounds are opened by { $teams ->
        [pairs] the pair that won the last one
       *[singles] the player who won the last one
    }.
next-opener-same-test = The same test again
    .rule = It makes no difference who won the round before.
next-opener-rotate = In turn
    .rule = { $players ->
        [2] The two take turns at opening, no matter who wins.
       *[other] Opening goes round the table, no matter who wins.
    }

pose = Which partner opens
    .help = Which of the two that won opens the next round.
pose-winner = The one who went out
    .rule = Of the two, the one who went out opens.
pose-huddle = They agree
    .rule = The partners look at their tiles and agree who opens, without a word about what they hold; the one who went out is asked first.
pose-lot = By lot
    .rule = Which of the two opens is decided by lot.
pose-fixed-seat = Always the same
    .rule = Of the two, always the same one opens.

blocked-opener = Opener after a block
    .help = Which of the winners opens after a blocked round.
blocked-opener-huddle = They agree
    .rule = After a block the partner with the lighter hand is asked first.
blocked-opener-lightest = The lightest hand
    .rule = { $teams ->
        [pairs] After a block it is opened by the winner with the lighter hand.
       *[singles] After a block it is opened by the winner.
    }
blocked-opener-blocker-or-next = The blocker, or the next
    .rule = After a block it is opened by the player who blocked, if that side won, else by the next player.
blocked-opener-lot = By lot
    .rule = After a block one of the winners opens by lot.
blocked-opener-opener = As in the first round
    .rule = After a block it is opened as the first round was.

lightest-tie = Equally light partners
    .help = Who opens when both partners hold equally little after a block.
lightest-tie-next-in-turn = Next in turn
    .rule = If both partners hold equally little, the one whose turn would have come first opens.
lightest-tie-free-choice = As they like
    .rule = If both partners hold equally little, either of them may open.

tie-opener = Opener after a tie
    .help = Who opens after a round that nobody won.
tie-opener-opener = As in the first round
    .rule = After a tie the round is opened like the first one.
tie-opener-same-seat = The same player
    .rule = After a tie the same player opens again, with any tile.
tie-opener-next-seat = The next player
    .rule = After a tie the next player opens, with any tile.

reset-opener = Opener after a reset
    .help = Who opens when the scores have gone back to nothing.
reset-opener-opener = As in the first round
    .rule = When the scores have gone back to nothing, the round is opened like the first one.
reset-opener-winner = The winner
    .rule = When the scores have gone back to nothing, the winner still opens.

lead = Lead of a winner
    .help = Tiles that an opener may lead who was not named by a tile.
lead-any = Any tile
    .rule = { $next-opener ->
        [rotate] The opener may lead any tile.
       *[other] A winner may open with any tile.
    }
lead-double = A double
    .rule = { $next-opener ->
        [rotate] The opener leads any double.
       *[other] A winner opens with a double, whichever that is.
    }

pose-pass = No double to lead
    .help = Result if an opener should lead a double and has none.
pose-pass-free = Pass, free
    .rule = Without a double the opener passes, and the next player who holds one has to lead it; these passes cost nothing.
pose-pass-counts = Pass, as any other
    .rule = Without a double the opener passes, and the next player who holds one has to lead it; these passes count like any other.
pose-pass-any-tile = Any tile
    .rule = Without a double the opener leads any tile.

spinner = Doubles that branch
    .help = Which doubles are open on all four sides.
spinner-none = None
    .rule = The tiles form one line with two ends; doubles lie across it.
spinner-first = The first
    .rule = The first double laid is open on all four sides; later ones are not.
spinner-every = Every double
    .rule = Every double branches: it can be played on at more than two sides.

cross = Opening cross
    .help = Whether the four sides of the opening double come before all else.
cross-free = No
    .rule = Nobody has to cover the sides of a double first.
cross-first = Yes
    .rule = { $spinner ->
        [none] If a double opens, the next two tiles go against its two sides, before anything else.
       *[other] The first four tiles go against the four sides of the opening double, before anything else.
    }

sides = Order of the sides
    .help = In which order the sides of a branching double are used.
sides-sides-first = Long sides first
    .rule = A branching double is first played on at its two long sides and only then at its ends.
sides-any-side = Any side
    .rule = The free sides of a branching double may be used in any order.

later-double = Later doubles
    .help = How many places a later double leaves open.
later-double-three-places = Three places
    .rule = A double laid on an arm leaves three places: straight on, and a new line on either side.
later-double-two-places = Two places
    .rule = A double laid on an arm leaves two places: a new line on either side, none straight on.

arms = Extending an arm
    .help = When an arm that leads away from the opening double may be extended.
arms-free = Any tile that fits
    .rule = Any tile that fits may be laid on an arm.
arms-own-double = Its own double first
    .rule = The second tile of an arm has to be the double of the number it shows. That double goes nowhere else. Further out, a number may be played on once its double is on the table.
arms-any-double = The double anywhere
    .rule = An arm may be extended only when the double of the number it shows is on the table; that double may be laid on any arm that shows the number.

after-double = Turn after a double
    .help = Who plays after somebody has laid a double.
after-double-next-player = The next player
    .rule = After a double the next player plays.
after-double-again = The same player
    .rule = A player who lays a double lays one more tile. If none fits, that player passes without drawing, and the pass costs nothing.

draw = Drawing
    .help = Action of a player who cannot play.
draw-never = Never
    .rule = A player who cannot play passes{ $asleep ->
        [0] {""}
       *[other] ; the boneyard is never drawn from
    }.
draw-until-playable = Until one fits
    .rule = A player who cannot play draws until a tile fits, and passes only when there is nothing left to draw.
draw-one-may-play = One, play it if it fits
    .rule = A player who cannot play draws one tile, plays it if it fits and passes if not.
draw-one-ends-turn = One instead of playing
    .rule = A player who cannot play draws one tile instead; that is the turn. When there is nothing left to draw, they pass.

reserve = Tiles never drawn
    .help = How many tiles of the boneyard are never drawn.
    .rule = { $reserve ->
        [0] All tiles of the boneyard may be drawn.
        [one] The last tile of the boneyard is never drawn.
       *[other] The last { $reserve } tiles of the boneyard are never drawn.
    }

draw-when = Who may draw
    .help = Whether a player who could play may draw.
draw-when-unable = Only if unable to play
    .rule = A player who can play must, and may not draw.
draw-when-any-time = Anybody
    .rule = A player who can play may draw all the same.

dead-chain = Nothing can ever fit
    .help = Result if no tile can ever be played again, but some could be drawn.
dead-chain-keep-drawing = Draw all the same
    .rule = If no tile can ever fit again, players continue to draw.
dead-chain-ends-round = The round is blocked
    .rule = If no tile can ever fit again, the round is blocked at once, even with tiles in the boneyard.

block-seen = How a block is found
    .help = When a round counts as blocked.
block-seen-at-once = At once
    .rule = It is blocked as soon as nobody can play{ $draw ->
        [never] {""}
       *[other] { $asleep ->
            [0] {""}
           *[other] {" "}or draw
        }
    }; nobody has to pass to show it.
block-seen-by-passes = By passing
    .rule = It is blocked when everybody has passed in turn, and these passes count like any other.

going-out = Going out
    .help = Who has to have played out for the round to end.
going-out-one = One player
    .rule = { $teams ->
        [pairs] { $out-winner ->
            [lightest-team] A round ends when somebody plays the last tile in hand, or when it is blocked.
           *[player-out] A round ends when somebody plays the last tile in hand and so wins it for the pair, or when it is blocked.
        }
       *[singles] A round ends when somebody plays the last tile in hand and so wins it, or when it is blocked.
    }
going-out-both-partners = Both partners
    .rule = A round ends when both partners of a pair have played all their tiles, or when it is blocked; a partner who has finished is skipped.

out-winner = Winner after going out
    .help = Who wins a round in which somebody went out.
out-winner-player-out = The side that went out
    .rule = The side of the player who goes out wins the round.
out-winner-lightest-team = The lighter pair
    .rule = When somebody goes out, the pair with fewer pips left wins the round, even if the other pair went out. If both have the same, nobody wins.

block-winner = Winner of a block
    .help = Whose hands decide a blocked round.
block-winner-lightest-hand = The lightest hand
    .rule = { $teams ->
        [pairs] A blocked round goes to the pair of the player with the lightest hand, whatever the partner holds.
       *[singles] A blocked round goes to the player with the lightest hand.
    }
block-winner-lightest-team = The lighter side
    .rule = { $teams ->
        [pairs] A blocked round goes to the pair that holds less together.
       *[singles] A blocked round goes to the player with the lightest hand.
    }
block-winner-nobody = Nobody
    .rule = Nobody wins a blocked round.
block-winner-blocker-or-next = The blocker or the next player
    .rule = In a blocked round the hands of the blocker and the next player are compared; the side of the lighter hand wins.
block-winner-blocker-or-previous = The blocker or the player before
    .rule = In a blocked round the hands of the blocker and the player before are compared; the side of the lighter hand wins.

block-tie = Tied block
    .help = Who wins a blocked round when the lowest counts are equal.
block-tie-nobody = Nobody
    .rule = If the lowest count is shared by { $teams ->
        [pairs] both pairs
       *[singles] { $players ->
            [2] both players
           *[other] several players
        }
    }, nobody wins the round.
block-tie-seat-order = First in seat order
    .rule = If the lowest count is shared, the first of them in seat order wins.
block-tie-openers-side = The opener’s side
    .rule = If the lowest count is shared, it goes to the side that opened, if it is one of them; else nobody wins.
block-tie-blocker = The blocker’s side
    .rule = If the lowest count is shared, it goes to the side that blocked, if it is one of them; else nobody wins.
block-tie-blockers-opponents = The blocker’s opponents
    .rule = If the lowest count is shared by the side that blocked and one other, the other wins; else nobody does.
block-tie-lightest-tile = The lightest tile
    .rule = If the lowest count is shared, the lightest single tile decides; if that is shared too, nobody wins.
block-tie-nearest-to-opener = Nearest after the opener
    .rule = A tie for the lowest count goes to the player whose turn comes first, counting from the opener.

ties-in-a-row = Limit of ties in a row
    .help = After this many ties in a row, a second comparison decides a tied block; 0 for never.
    .rule = { $ties-in-a-row ->
        [0] A tied block stays a tie, however many ties came before.
        [one] After a tie, a block that is tied again goes to { $block-winner ->
            [lightest-team] the pair with the lightest single hand
           *[other] the pair that holds less together
        }.
       *[other] After { $ties-in-a-row } ties in a row, a block that is tied again goes to { $block-winner ->
            [lightest-team] the pair with the lightest single hand
           *[other] the pair that holds less together
        }.
    }

block-limit = Limit for winning a block
    .help = A block is won only with fewer pips than this; 0 for any number.
    .rule = { $block-limit ->
        [0] A block can be won with any number of pips.
       *[other] A block is won only with fewer than { $block-limit } pips; otherwise nobody wins it.
    }

double-pips = Count of a double
    .help = Pips of a double left in hand.
double-pips-both-halves = Both halves
    .rule = A double left in hand counts both its halves: 5-5 is ten.
double-pips-once = One half
    .rule = A double left in hand counts only one half: 5-5 is five.

double-blank = Count of the double blank
    .help = Points of the double blank left in hand.
double-blank-nothing = Nothing
    .rule = The double blank left in hand counts nothing.
double-blank-ten = Ten
    .rule = The double blank left in hand counts ten.
double-blank-ten-alone = Ten when alone
    .rule = The double blank counts ten if it is the only tile left in the hand, else nothing.
double-blank-priced = Its own price
    .rule = The double blank left in hand counts { $double-blank-pips }.
double-blank-priced-alone = Its own price when alone
    .rule = The double blank counts { $double-blank-pips } if it is the only tile left in the hand, else nothing.

double-blank-pips = Price of the double blank
    .help = Pips of the double blank where it has its own price.
    .rule = The price of the double blank is { $double-blank-pips }.

highest-double-pips = Count of the highest double
    .help = Pips of the highest double left in hand; 0 for those of its halves.
    .rule = { $highest-double-pips ->
        [0] The highest double left in hand counts its pips.
       *[other] The { $highest-double } left in hand counts { $highest-double-pips }.
    }

hand-count = Count of a tile
    .help = Whether a tile left in hand counts its pips.
hand-count-pips = Its pips
    .rule = Tiles left in hand count their pips.
hand-count-tiles = One
    .rule = Every tile left in hand counts as one pip.
own-tiles = Losers’ own tiles
    .help = Whether the tiles of losers also reduce their own scores.
own-tiles-free = Not taken off
    .rule = The losers’ own scores stay as they are.
own-tiles-taken-off = Taken off
    .rule = The points of the tiles left to each losing side are taken off its own score, down to nothing.

score = Scoring
    .help = Unit in which rounds are scored.
score-games = Rounds won
    .rule = { $round-price ->
        [table] The winners of a round score points.
       *[one] Each round won is worth one point.
    }
score-pips = Pips
    .rule = The winners of a round score by the pips that are left in hand.
score-penalties = Penalties
    .rule = The player who goes out scores no penalty. Everybody else counts the pips left in hand as penalty points, twice if there is a double among them, and twice again if the winner went out with a double.

out-count = Points for going out
    .help = Whose tiles pay when somebody goes out.
out-count-losers = The losers’
    .rule = { $teams ->
        [pairs] For going out a pair scores what the opponents still hold; the partner’s tiles do not count.
       *[singles] The player who goes out scores what { $players ->
            [2] the other still holds
           *[other] the others still hold
        }.
    }
out-count-all-others = Everybody else’s
    .rule = { $teams ->
        [pairs] For going out a pair scores what all the others still hold, the partner included.
       *[singles] The player who goes out scores what { $players ->
            [2] the other still holds
           *[other] the others still hold
        }.
    }
out-count-one-point = One point
    .rule = Going out scores one point.

block-count = Points for a block
    .help = Whose tiles pay when the round is blocked.
block-count-difference = The difference
    .rule = { $teams ->
        [pairs] In a block the winners score the difference between the two sides.
       *[singles] { $players ->
            [2] In a block the winner scores the difference between the two hands.
           *[other] In a block every loser pays the difference to the winner’s count.
        }
    }
block-count-subtract-once = Total less the winner’s
    .rule = In a block the winners score all that the losers hold, less their own count once.
block-count-losers = The losers’
    .rule = { $teams ->
        [pairs] In a block the winners score what the other side still holds; their own tiles do not count.
       *[singles] In a block the winner scores what { $players ->
            [2] the other still holds
           *[other] the others still hold
        }; the winner’s own tiles do not count.
    }
block-count-all-hands = All hands
    .rule = { $teams ->
        [pairs] In a block the winners score what all hands hold, their own included.
       *[singles] In a block the winner scores what all hands hold, the winner’s own included.
    }
block-count-one-point = One point
    .rule = Winning a block scores one point.
block-count-nothing = Nothing
    .rule = A block scores nothing.
block-count-each-heavier = Difference to each heavier
    .rule = After a block every side scores the difference to each heavier one.

rounding = Rounding
    .help = Whether the pips won are rounded.
rounding-exact = Not at all
    .rule = Pips are not rounded.
rounding-each-loser = Each loser
    .rule = { $n-sides ->
        [2] It is rounded { $rounding-way ->
            [down] down to a multiple of { $rounding-to }
            [up] up to a multiple of { $rounding-to }
           *[nearest] { $rounding-to ->
                [5] to the nearest five
               *[other] to the nearest multiple of { $rounding-to }
            }
        }.
       *[other] Each loser’s payment is rounded { $rounding-way ->
            [down] down to a multiple of { $rounding-to }
            [up] up to a multiple of { $rounding-to }
           *[nearest] { $rounding-to ->
                [5] to the nearest five
               *[other] to the nearest multiple of { $rounding-to }
            }
        }.
    }
rounding-sum = The sum
    .rule = The sum is rounded { $rounding-way ->
        [down] down to a multiple of { $rounding-to }
        [up] up to a multiple of { $rounding-to }
       *[nearest] { $rounding-to ->
            [5] to the nearest five
           *[other] to the nearest multiple of { $rounding-to }
        }
    }.

rounding-to = Rounding to
    .help = The number of pips whose multiples count, such as 5 or 10.
    .rule = It is rounded to multiples of { $rounding-to }.
rounding-way = Rounding up or down
    .help = The multiple to which pips are rounded: the nearest, the next lower or the next higher one.
rounding-way-nearest = The nearest
    .rule = It is rounded to the nearest multiple, up from the middle.
rounding-way-down = Down
    .rule = It is rounded down.
rounding-way-up = Up
    .rule = It is rounded up.

pips-per-point = Pips for a point
    .help = How many pips make one point.
    .rule = { $pips-per-point ->
        [one] Every pip is a point.
       *[other] Every { $pips-per-point } pips are one point.
    }

band = Pips of a band
    .help = The pips of each band after the first, which brings one more point; 0 for no bands.
    .rule = { $band ->
        [0] Pips are not counted in bands.
       *[other] { $first-band ->
            [0] Any pips won bring
           *[other] Up to { $first-band } pips won bring
        } { $first-band-points ->
            [0] nothing
            [one] one point
           *[other] { $first-band-points } points
        }, and every { $band } pips more, or a part of them, one point more.
    }
first-band = First band
    .help = The most pips of the first band.
    .rule = The first band ends at { $first-band } pips.
first-band-points = Points of the first band
    .help = Points for the first band; each band after it brings one more.
    .rule = The first band brings { $first-band-points ->
        [0] nothing
        [one] one point
       *[other] { $first-band-points } points
    }.

key-tile = Key tile
    .help = Points for going out with the only tile that still fits two different ends.
key-tile-off = Nothing
    .rule = Going out with the key tile is a win like any other.
key-tile-adds-one = One more
    .rule = It is one more for going out with the key tile: the only tile not yet played that fits anywhere, joining two different numbers.
key-tile-flat-two = Two in all
    .rule = Going out with the key tile, the only tile not yet played that fits anywhere, joining two different numbers, makes the round worth two{ $stakes ->
        [off] {""}
       *[other] , or the stake if that is more
    }.

round-price = Worth of a round
    .help = Points for a round won, where games are counted.
round-price-one = One point
    .rule = Every round won is worth the same.
round-price-table = By its ending
    .rule = The points for a round depend on how it ends.

price-out = Price: one end
    .help = Points for going out with a plain tile that fits one end.
    .rule = { $price-out ->
        [0] Going out with a plain tile at one end is worth nothing.
        [one] Going out with a plain tile at one end is worth one point.
       *[other] Going out with a plain tile at one end is worth { $price-out } points.
    }

price-double = Price: double
    .help = Points for going out with a double that fits one end.
    .rule = { $price-double ->
        [0] Going out with a double at one end is worth nothing.
        [one] Going out with a double at one end is worth one point.
       *[other] Going out with a double at one end is worth { $price-double } points.
    }

price-both-ends = Price: both ends
    .help = Points for going out with a plain tile that fits both ends.
    .rule = { $price-both-ends ->
        [0] Going out with a plain tile that fits both ends is worth nothing.
        [one] Going out with a plain tile that fits both ends is worth one point.
       *[other] Going out with a plain tile that fits both ends is worth { $price-both-ends } points.
    }

price-both-ends-double = Price: double at both ends
    .help = Points for going out with a double that fits both ends.
    .rule = { $price-both-ends-double ->
        [0] Going out with a double that fits both ends is worth nothing.
        [one] Going out with a double that fits both ends is worth one point.
       *[other] Going out with a double that fits both ends is worth { $price-both-ends-double } points.
    }

price-own-block = Price: own block
    .help = Points for blocking a round and winning it.
    .rule = { $price-own-block ->
        [0] Blocking a round and winning it is worth nothing.
        [one] Blocking a round and winning it is worth one point.
       *[other] Blocking a round and winning it is worth { $price-own-block } points.
    }

price-lost-block = Price: lost block
    .help = Points for the winners of a round that others have blocked.
    .rule = { $price-lost-block ->
        [0] Winning a round that others have blocked is worth nothing.
        [one] Winning a round that others have blocked is worth one point.
       *[other] Winning a round that others have blocked is worth { $price-lost-block } points.
    }

block-fine = Fine for a lost block
    .help = Points taken from those who block and lose, down to nothing; 0 for none.
    .rule = { $block-fine ->
        [0] Blocking and losing costs nothing.
        [one] A side that blocks and loses gives up one point, if it has one.
       *[other] A side that blocks and loses gives up { $block-fine } points, or all it has.
    }

stakes = Stakes after ties
    .help = Effect of a tied round on the next one.
stakes-off = None
    .rule = A tie changes nothing about the next round.
stakes-rising = One more for each tie
    .rule = After a tie the next round is worth two, after two ties three, and so on. The leaders open it; at love all it is opened like the first round.
stakes-two = Two
    .rule = After a tie the next round is worth two, however many ties came before; it is opened like the first round.

first-game = First round won
    .help = Points added to the first round that is won.
    .rule = { $first-game ->
        [0] Winning the first round adds nothing.
       *[other] Winning the first round adds { $first-game }.
    }
second-game = Second round won
    .help = Points added to the second round that is won.
    .rule = { $second-game ->
        [0] Winning the second round adds nothing.
       *[other] Winning the second round adds { $second-game }.
    }
third-game = Third round won
    .help = Points added to the third round that is won.
    .rule = { $third-game ->
        [0] Winning the third round adds nothing.
       *[other] Winning the third round adds { $third-game }.
    }
fourth-game = Fourth round won
    .help = Points added to the fourth round that is won.
    .rule = { $fourth-game ->
        [0] Winning the fourth round adds nothing.
       *[other] Winning the fourth round adds { $fourth-game }.
    }

game-number = Numbering of rounds
    .help = Which rounds count as first and second for these bonuses.
game-number-decided = Rounds that were won
    .rule = Only rounds that somebody won are numbered: a tie leaves its bonus to the next round.
game-number-every = All rounds
    .rule = All rounds are numbered: a tie uses up its bonus.

capicu = Capicú
    .help = Points added for going out with a tile that fits both ends; 0 for none.
    .rule = { $capicu ->
        [0] A capicú adds nothing.
       *[other] A capicú, going out with a tile that fits both ends, adds { $capicu }.
    }
capicu-when = When it is a capicú
    .help = Which last tiles count as a capicú.
capicu-when-not-double = Any but a double
    .rule = A double is never a capicú, but the two ends may show the same number.
capicu-when-different-ends = Only different ends
    .rule = It is a capicú only if the two ends show different numbers.
capicu-when-double-too = Doubles too
    .rule = A double can be a capicú as well.
capicu-pays = Value of a capicú
    .help = Whether a capicú adds a fixed number of points or doubles the round.
capicu-pays-points = Fixed points
    .rule = A capicú adds the same in every round.
capicu-pays-doubles = The round once more
    .rule = A capicú, going out with a tile that fits both ends, doubles what the tiles of the round bring; bonuses stay as they are.

chuchazo = Chuchazo
    .help = Points added for going out with the double blank; 0 for none.
    .rule = { $chuchazo ->
        [0] A chuchazo adds nothing.
       *[other] A chuchazo, going out with the double blank, adds { $chuchazo }.
    }
chuchazo-when = When it is a chuchazo
    .help = Whether the double blank between blank ends counts.
chuchazo-when-always = Always
    .rule = It is a chuchazo wherever the double blank fits.
chuchazo-when-not-between-blanks = Not between blanks
    .rule = It is no chuchazo when both ends are blank.

paso = Paso
    .help = Points for making an opponent pass; 0 for none.
    .rule = { $paso ->
        [0] Making an opponent pass pays nothing.
       *[other] { $teams ->
            [pairs] When an opponent has to pass on your tile, your side gets { $paso } points; your partner’s pass pays nothing.
           *[singles] When { $players ->
                [2] your opponent
               *[other] somebody
            } has to pass on your tile, you get { $paso } points.
        }
    }
paso-when = Which passes pay
    .help = Which passes after a tile pay its side.
paso-when-every-opponent = Every opponent’s
    .rule = Every opponent who passes on it pays.
paso-when-once-per-tile = Once a tile
    .rule = A tile pays for one pass only.

first-paso = First pass
    .help = Points for the first pass that pays; 0 for the same as later ones.
    .rule = { $first-paso ->
        [0] The first pass pays as later ones.
        [one] The first pass pays a point.
       *[other] The first pass pays { $first-paso } points.
    }

first-paso-of = First pass of what
    .help = How often the bonus for a first pass is paid.
first-paso-of-match = Of the match
    .rule = Only the first pass of the match is a first pass.
first-paso-of-round = Of every round
    .rule = Every round has a first pass.
pase-corrido = Pase corrido
    .help = Points for making everybody else pass and playing on; 0 for none.
    .rule = { $pase-corrido ->
        [0] Making everybody else pass adds nothing.
       *[other] When everybody else, partners included, passes on your tile and you can continue, { $teams ->
            [pairs] your side gets
           *[singles] you get
        } { $pase-corrido } for the pase corrido.
    }
pase-de-salida = Pase de salida
    .help = Points for opening the round with a tile on which the next player passes; 0 for none.
    .rule = { $pase-de-salida ->
        [0] A pass on the opening tile adds nothing.
       *[other] When the player after you passes on the tile you opened the round with, { $teams ->
            [pairs] your side gets
           *[singles] you get
        } { $pase-de-salida } for the pase de salida.
    }
pase-de-salida-when = Which opening tiles pay
    .help = Whether a pase de salida needs a double, or pays more without one.
pase-de-salida-when-any-tile = Any
    .rule = Any opening tile can pay that.
pase-de-salida-when-double = Doubles only
    .rule = Only a double pays that.
pase-de-salida-when-plain-twice = Twice without a double
    .rule = A tile that is no double pays it twice.

block-bonus = Bonus for a block
    .help = Points added for winning a blocked round; 0 for none.
    .rule = { $block-bonus ->
        [0] Winning a block adds nothing.
       *[other] Winning a block adds { $block-bonus }.
    }
bonus-below = Limit for bonuses
    .help = Bonuses count only for a side that began the round below this score; 0 for no limit.
    .rule = { $bonus-below ->
        [0] Bonuses count at any score.
       *[other] Bonuses count only for a side that began the round with fewer than { $bonus-below } points.
    }

double-out = Out with a double
    .help = Points for going out with a double.
    .rule = { $double-out ->
        [0] Going out with a double scores nothing more.
        [one] Going out with a double scores a point more.
       *[other] Going out with a double scores { $double-out } points more.
    }

hanged-blank = Hanged double blank
    .help = Points for going out while a loser holds a double blank that can never be played.
    .rule = { $hanged-blank ->
        [0] A double blank that can never be played adds nothing.
        [one] Going out scores a point more if a loser holds the double blank, and it can never be played.
       *[other] Going out scores { $hanged-blank } points more if a loser holds the double blank, and it can never be played.
    }

blocker-bonus = Blocking the round
    .help = Points for the side that blocks, even if another side wins the block.
    .rule = { $blocker-bonus ->
        [0] Blocking the round scores nothing.
        [one] Blocking the round scores a point, even if another side wins it.
       *[other] Blocking the round scores { $blocker-bonus } points, even if another side wins it.
    }

ends = Scoring ends
    .help = Which totals of the open ends score during play.
ends-off = None
    .rule = The open ends do not score.
ends-fives = Fives
    .rule = Whenever your tile makes the open ends add up to a multiple of five, you score { $pips-per-point ->
        [one] that total
       *[other] a point for every five
    } at once.
ends-threes = Threes
    .rule = Whenever your tile makes the open ends add up to a multiple of three, you score that total at once.
ends-sevens = Sevens
    .rule = Whenever your tile makes the open ends add up to a multiple of seven, you score that total at once.
ends-fives-and-threes = Fives and threes
    .rule = Whenever your tile makes the open ends add up to a multiple of five or three, you score that total at once; fifteen is fifteen.
ends-each-multiple = How often each goes into it
    .rule = Whenever your tile makes the open ends add up to a multiple of five or three, you score. You get how often five and three go into it: fifteen is three and five, eight points.
ends-total-for-each = The total for each
    .rule = Whenever your tile makes the open ends add up to a multiple of five or three, you score that total at once. It counts twice if both go into it: fifteen is thirty.
ends-multiples = Another number
    .rule = Whenever your tile makes the open ends add up to a multiple of { $ends-divisor }, you score { $pips-per-point ->
        [one] that total
       *[other] a point for every { $ends-divisor }
    } at once.
ends-equal = Equal ends
    .rule = Whenever your tile makes all open ends show the same number, you score at once.
ends-equal-total = Equal ends, their total
    .rule = Whenever your tile makes all open ends show the same number, you score their total at once.

ends-divisor = Scoring number
    .help = Number whose multiples score.
    .rule = Multiples of { $ends-divisor } score.
equal-ends = Points for equal ends
    .help = Points where all open ends show the same number.
    .rule = Equal ends score { $equal-ends ->
        [one] one point
       *[other] { $equal-ends } points
    }; a double that opens the round has both ends.
equal-ends-double = Equal ends with a double
    .help = Points where a double lies at one of the equal ends.
    .rule = With a double at one of them, equal ends score { $equal-ends-double ->
        [one] one point
       *[other] { $equal-ends-double } points
    }.

calls = Claiming points
    .help = Whether points of the open ends must be declared.
calls-automatic = Written down at once
    .rule = These points are written down without being asked for.
calls-muggins = Muggins
    .rule = These points have to be declared; once the next tile is played, an opponent who calls “Muggins!” gets what was missed.
calls-declared = Declared or lost
    .rule = These points have to be declared before the next play, or they are lost.
call-sum = Who says how many
    .help = Whether the table shows what there is to call, or callers count for themselves.
call-sum-told = The table
    .rule = The table shows points to call, and no call is wrong.
call-sum-own = The caller
    .rule = The table shows no sum. The player of the last tile names the points, once and before the next tile is played; a wrong number gets nothing.
wrong-call = Price of a wrong call
    .help = Points for every other side when somebody names a wrong number, or calls “Muggins!” for nothing; 0 for none.
    .rule = { $wrong-call ->
        [0] A wrong call costs nothing else.
        [one] A wrong call gives each of the others one point.
       *[other] A wrong call gives each of the others { $wrong-call } points.
    }

three-passes = Three passes
    .help = Penalty for every third pass in a row; 0 for none.
    .rule = { $three-passes ->
        [0] Passing three times in a row costs nothing.
       *[other] Passing three times in a row costs { $three-passes } points.
    }
board-pass = Board pass
    .help = Penalty for each of the others when all of them pass on one tile; 0 for none.
    .rule = { $board-pass ->
        [0] It costs nothing when all the others pass on one tile.
       *[other] When all the others pass before the same player plays again, a board pass, each of them gets { $board-pass } penalty points.
    }
board-pass-block = Board pass by blocking
    .help = Whether a tile on which nobody can ever play again is a board pass.
board-pass-block-no = No
    .rule = A tile that blocks the round is no board pass.
board-pass-block-yes = Yes
    .rule = A tile that blocks the round is a board pass as well.
pass-penalties = Both penalties at once
    .help = Cost of a pass that is both the third in a row and part of a board pass.
pass-penalties-both = Both
    .rule = A pass that falls under both penalties costs both.
pass-penalties-larger = The larger
    .rule = A pass that falls under both penalties costs the larger of the two.
block-penalties = Penalties of a block
    .help = Who counts tiles when a round of penalties is blocked.
block-penalties-everybody = Everybody
    .rule = After a block everybody counts, the winner as well; hands are compared before anything is doubled.
block-penalties-winner-free = All but the winner
    .rule = After a block the winner counts nothing.
block-penalties-after-doubling = Everybody, doubled first
    .rule = After a block everybody counts, the winner as well; hands with a double are doubled before they are compared.
block-penalties-void = Nobody
    .rule = After a block nobody counts and nobody wins.
block-penalties-heaviest-takes-all = The heaviest hand
    .rule = After a block the player with the most pips counts everybody’s tiles; if several have the most, everybody counts.

hand-penalties = Tiles left in hand
    .help = How tiles left count against their holder.
hand-penalties-doubled = Doubled for doubles
    .rule = Tiles left count double in a hand with a double, and double again if the winner went out with one.
hand-penalties-plain = Their pips
    .rule = Everybody counts the pips left in hand, and no more.

target = Target
    .help = The points that win the match; in a game of penalties, that end it.
    .rule = { $score ->
        [penalties] { $at-target ->
            [player-out] The match goes to { $target } penalty points.
           *[match-ends] The match ends when somebody has { $target } penalty points or more; the lowest score wins, and a player who has reached { $target } has lost.
        }
        [games] { $love ->
            [any-other] The match goes to { $target } points while { $n-sides ->
                [2] the other side has
               *[other] all others have
            } none.
            [everybody] The match goes to { $target } points while { $n-sides ->
                [2] the other still has
               *[other] somebody still has
            } none.
           *[off] The match goes to { $target } points.
        }
       *[pips] The match goes to { $target } points.
    }

at-target = At the target
    .help = Whether a player at the target ends the match, or is out while the others play on.
at-target-match-ends = The match ends
    .rule = Reaching the target ends the match.
at-target-player-out = The player is out
    .rule = { $score ->
        [penalties] A player who reaches { $target } is out after the round; the others play on with as many tiles each. { $players-left ->
            [one] The last one left wins.
           *[other] With { $players-left } players left the match ends, and the lowest score wins.
        }
       *[other] A player who reaches { $target } is done after the round; the others play on with as many tiles each. The first one done wins. { $players-left ->
            [one] With one player left the match ends.
           *[other] With { $players-left } players left the match ends.
        }
    }
players-left = Players left
    .help = The match ends with this number of players left.
    .rule = { $players-left ->
        [one] The match ends when one player is left.
       *[other] The match ends when { $players-left } players are left.
    }

match-rounds = Rounds of a match
    .help = Number of rounds after which the best score wins; 0 for any number.
    .rule = { $match-rounds ->
        [0] A match has any number of rounds.
        [one] After one round the best score wins; if it is shared, play continues.
       *[other] After { $match-rounds } rounds the best score wins; if it is shared, play continues.
    }

first-score = First score
    .help = Fewest points with which a side on nothing starts; 0 for any number.
    .rule = { $first-score ->
        [0] A side on nothing writes down any round.
       *[other] A side on nothing writes down only a round of { $first-score } points or more.
    }
finish = Reaching the target
    .help = Whether the target may be passed.
finish-at-least = That or more
    .rule = More than { $target } will do as well.
finish-exact = Exactly
    .rule = The target has to be met exactly: points that would go past it are not counted.
match-check = End of the match
    .help = When the scores are held against the target.
match-check-immediate = At once
    .rule = The match is over as soon as that is reached, also in the middle of a round.
match-check-end-of-round = After the round
    .rule = The scores are looked at when a round is over; the { $score ->
        [penalties] lowest
       *[other] highest
    } wins, and if it is shared, another round is played.
love = Back to nothing
    .help = When the scores go back to nothing.
love-off = Never
    .rule = Points once made are kept.
love-any-other = A win against points
    .rule = A win while others have points scores nothing, but all scores go back to nothing.
love-everybody = When all have won
    .rule = As soon as everybody has won a round, all scores go back to nothing.
one-all = One all
    .help = Result if a side with a single point loses a round.
one-all-reset = Back to nothing
    .rule = One point is lost like any other lead.
one-all-play-off = Play-off
    .rule = But when a side with one point loses, it is one all: a play-off, opened like the first round, makes it two love.
one-all-play-off-winner-leads = Play-off, winners open
    .rule = But when a side with one point loses, it is one all: a play-off, opened by those who made it one all, makes it two love.
skunk = Skunk
    .help = Effect of losing without turning the corner of the board.
skunk-off = Nothing
    .rule = How far the loser came makes no difference.
skunk-noted = Noted
    .rule = A loser who has not reached { $skunk-line } is skunked; that is noted.
skunk-agreed = Agreed penalty
    .rule = A loser who has not reached { $skunk-line } is skunked and owes the penalty agreed on before the match.
skunk-counts-double = Two matches
    .rule = A loser who has not reached { $skunk-line } is skunked and has lost two matches.
skunk-line = Skunk line
    .help = The points that save a loser from a skunk.
    .rule = The corner is turned with { $skunk-line } points.

false-play = False play
    .help = Price of passing when able or of an illegal play; 0 for none.
    .rule = { $false-play ->
        [0] Passing when able, or an illegal play, costs nothing.
       *[other] { $score ->
           *[penalties] Passing when able, or an illegal play, costs { $false-play } points.
            [pips] Passing when able, or an illegal play, gives { $n-sides ->
                [2] the other side
               *[other] each of the others
            } { $false-play ->
                [one] one point
               *[other] { $false-play } points
            }.
            [games] Passing when able, or an illegal play, gives { $n-sides ->
                [2] the other side
               *[other] each of the others
            } { $false-play ->
                [one] one round
               *[other] { $false-play } rounds
            }, before the round itself is counted.
        }
    }
false-play-pays = Payment for a fault
    .help = Who receives or pays the price of a false play or slow play.
false-play-pays-others = Others receive it
    .rule = The others receive that price.
false-play-pays-taken-off = Taken off
    .rule = That price is taken off the score of the side at fault, down to nothing.
false-play-ends = Round after a false play
    .help = Effect of a false play on the round.
false-play-ends-nothing = It continues
    .rule = Play continues after a false play.
false-play-ends-voids-round = It is void
    .rule = A false play voids the round: its points are taken back, the tiles are dealt again, and the price stands.
false-play-ends-loses-round = It is lost
    .rule = A false play loses the round: the other side wins it with the tiles as they are.
false-play-ends-loses-match = The match is lost
    .rule = A false play loses the match.
slow-play = Slow play
    .help = Price of a turn that takes too long, at tables with a clock; 0 for none.
    .rule = { $slow-play ->
        [0] Slow play costs nothing.
       *[other] { $score ->
           *[games] A turn that takes too long costs { $slow-play ->
                [one] one round
               *[other] { $slow-play } rounds
            }.
            [pips] A turn that takes too long costs { $slow-play ->
                [one] one point
               *[other] { $slow-play } points
            }.
            [penalties] A turn that takes too long costs { $slow-play ->
                [one] one point
               *[other] { $slow-play } points
            }.
        }
    }
slow-play-after = Seconds until slow play
    .help = Seconds of a turn after which slow play is charged.
    .rule = Slow play is charged after { $slow-play-after } seconds, and again after as many more.
slow-play-times = Charges for slow play
    .help = How often a turn is charged before the clock plays.
    .rule = { $slow-play-times ->
        [one] It is charged once in a turn; then the clock plays.
       *[other] It is charged { $slow-play-times } times in a turn; then the clock plays.
    }
needless-draw = Needless draw
    .help = Cost of a draw by a player who could have played.
needless-draw-voids-round = The round
    .rule = A draw by somebody who could have played voids the round: its points are taken back and the tiles are dealt again.
needless-draw-no-score = All further points
    .rule = A player who draws despite a playable tile scores nothing more in that round, not even for going out.
needless-draw-no-score-in-play = Points of play
    .rule = A player who draws despite a playable tile scores nothing more in play in that round, but still for going out.
exposed = Exposed tile
    .help = Result of showing a tile by accident.
exposed-picked-up = Picked up again
    .rule = A tile shown by accident is picked up again.
exposed-directed = Played on command
    .rule = A tile shown by accident stays face up and is played when an opponent says so, or when nothing else fits; its ends score nothing.
exposed-only-directed = Played only on command
    .rule = A tile shown by accident stays face up and is played only when an opponent says so; it scores nothing, not even for going out.

# What else is chosen for a table: who plays, not by which rules.

level = How well the bots play
    .help = Levels 1 to 5 ignore bonuses. Where rounds are counted, levels 1 to 7 ignore what a round is worth.
level-heaviest = 1 · Heavyhand – drops its heaviest tile, whatever happens
level-own-hand = 2 · Homebody – keeps its own suits open and minds nothing else
level-table = 3 · Windowshopper – also counts what the ends score, and whose tile it covers
level-passes = 4 · Elephant – also remembers which suits the others could not play
level-club = 5 · Clubman – counts tiles too, as in a club
level-imagines = 6 · Dreamer – imagines the hidden tiles before it plays
level-concludes = 7 · Detective – also concludes from how everybody plays what they hold
level-match = 8 · Old Hand – thinks longest, and plays for the match, not just the round

hints = Hints
hints-off = No hints
hints-on = Players may ask what to play

watching = Watching
watching-off = Only the players see the table
watching-on = Anybody may watch, and the table is listed

passed = Passes of each player
passed-on = Shown next to them
passed-off = Has to be remembered
