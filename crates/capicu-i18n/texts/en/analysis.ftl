# A match looked at again: `capicu analyze` and its page.

analysis-title = Match review
analysis-seen = Seen from { $side }, in percent of the match
analysis-start = chance at the start
analysis-deals = tiles that were dealt
analysis-draws = tiles that were drawn
analysis-mistakes-of = mistakes of { $seat }
analysis-lay = how the tiles lay
analysis-estimate = scores, estimated again between rounds
analysis-calls = calls and irregularities
analysis-won = result: won
analysis-lost = result: lost
analysis-so-far = chance at the last move
analysis-round = round
analysis-begins = before
analysis-dealt = dealt
analysis-drawn = drawn
analysis-ends = after
analysis-others = rest
analysis-no-tiles = There is no sum, as not every tile is known.
analysis-no-stopped = There is no sum, as the work was stopped before its end.
analysis-no-round = There is no sum, as no tiles were dealt.
analysis-left-out = As tiles are not known, nothing can be said of these rounds: { $rounds }.
analysis-mistakes = Mistakes, costliest first
analysis-none = No mistake is large enough to differ from chance.
analysis-close = { $n ->
    [one] One choice is too close to call.
   *[other] { $n } choices are too close to call.
}
analysis-mistake = Round { $round }, move { $turn }, { $seat }: { $class }
analysis-inaccuracy = inaccuracy
analysis-error = error
analysis-blunder = blunder
analysis-costs = { $game } % of the match (± { $game-error }), { $round } % of a round (± { $round-error })
analysis-known = Visible from the tiles and passes alone.
analysis-readable = Visible only from how the others played.
analysis-table = table
analysis-nothing-laid = nothing yet
analysis-hand = hand
# What is read out instead of a board.
analysis-board = the table before the move, the hand, and what was better
analysis-more = Smaller mistakes not shown: { $n }
analysis-played = played
analysis-better = better
analysis-players = Players
analysis-player-few = choices { $n }, loss of each { $mean } % of a round
analysis-player = choices { $n }, loss of each { $mean } % of a round (± { $within })
analysis-counts = inaccuracies { $inaccuracies }, errors { $errors }, blunders { $blunders }
analysis-within = ± is meant to hold the exact value in 95 of 100 choices.
analysis-chart = The chance of { $side } after each move, from 0 to 100 %
analysis-band = The band around the line is ± twice the standard error of each chance.
analysis-numbers = The numbers of the chart, in percent
analysis-move = move
analysis-players-out = a match is not analyzed if players are out or withdraw (option at-target)
analysis-too-long = the match is too long to be looked at: { $rounds } rounds with { $moves } moves; { $most-rounds } rounds with { $most-moves } moves are the most
analysis-knew = Knowledge of { $seat }, in percent
analysis-tile = tile
analysis-asleep = boneyard
analysis-phase-lead = lead
analysis-phase-middle = middle
analysis-phase-ending = last three tiles
analysis-kinds = mistakes that the facts show { $known }, that take reading { $readable }
analysis-luck = luck { $luck } % of a match
analysis-report = Players over { $n ->
    [one] one match
   *[other] { $n } matches
}
analysis-matches = { $n ->
    [one] one match
   *[other] { $n } matches
}
analysis-no-moment = round { $round } has no such moment, or nothing can be said of it
analysis-no-page = stopped, so { $file } was not written: a page needs the whole analysis
analysis-one-page = a page is of one match; choose it with --match N

# What was done, in a list of moves.
noted-draw = draw
noted-hand-over = leaves the pose
noted-pass = pass

# A mistake in words, without numbers.
moment-chose = { $seat } chose { $played }. Better: { $better }.
moment-played = { $seat } chose { $played }.
moment-you-chose = You chose { $played }. Better: { $better }.
moment-you-played = You chose { $played }.
moment-no-sign = Nothing on the table shows why; it does better over the possible deals.
moment-shuts-almost = Then { $seat } almost certainly has nothing to lay.
moment-shuts = Then { $seat } more often has nothing to lay.
moment-denies-almost = Then { $seat } almost certainly has no tile that scores.
moment-denies = Then { $seat } less often has a tile that scores.
moment-smaller = More mistakes: { $n }
moment-go = Show on the table
moment-share = Share this moment

# A player's match in words: the choices, and the tiles.
summary-flawless = No choice of yours was clearly a mistake.
summary-well-decided = { $n ->
    [one] You played well; one moment decided it.
    [2] You played well; two moments decided it.
   *[other] You played well; three moments decided it.
}
summary-well = { $n ->
    [one] You played well; one moment cost you most.
    [2] You played well; two moments cost you most.
   *[other] You played well; three moments cost you most.
}
summary-decided = { $n ->
    [one] One moment decided it.
    [2] Two moments decided it.
   *[other] Three moments decided it.
}
summary-uneven = { $n ->
    [one] One moment cost you most.
    [2] Two moments cost you most.
   *[other] Three moments cost you most.
}
summary-cost-much = The tiles cost you a lot.
summary-cost-some = The tiles cost you a little.
summary-even = The tiles favored nobody.
summary-helped-some = The tiles helped you a little.
summary-helped-much = The tiles helped you a lot.
