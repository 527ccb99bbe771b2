# Puzzles of a server: the day's, and those that players gave; and how good each lead of a hand is.

# What is wrong with a puzzle as a text.
puzzle-too-long = It is too long to be a puzzle.
puzzle-lines = A puzzle has three lines: a position, the moves, and `played:` with a move.
puzzle-line = Line { $line }: { $why }
puzzle-one-hand = exactly one hand is to be known
puzzle-not-begun = it is to be the round when the tiles had been dealt, with nothing else in it
puzzle-no-move = number { $number }, `{ $word }`, is no move; moves are a seat and what it did, such as A: 6-6, B: 6-4@6-6, C: pass or D: draw
puzzle-no-choice = there is no choice, or it is not one of those that there are

# The pages.
puzzles = Puzzles
puzzles-daily = Puzzle of the day
puzzles-of = { $game }, puzzle { $id }
puzzles-help = A choice from a match as its seat saw it. Every move that is as good as the best counts as right.
puzzles-new-daily = Everybody has the same one today; the next comes at midnight, universal time.
puzzles-yours = Tried { $tried }, solved { $solved }, of these at the first try { $first }.
puzzles-streak = { $n ->
    [one] Puzzle of the day solved: one day.
   *[other] Puzzle of the day solved: { $n } days in a row.
}
puzzles-pool = More puzzles
puzzles-all-games = All games
puzzles-count = { $n ->
    [one] one puzzle
   *[other] { $n } puzzles
}
puzzles-random = Solve one
puzzles-next = Next one
puzzles-unknown = There is no such puzzle, or it was taken back.
puzzles-moves = Moves
puzzles-nothing = Nothing yet: you lead.
puzzles-board = the table and your hand
puzzles-hand = Your hand
puzzles-ask = What do you play?
puzzles-choose = Choose what you play.
puzzles-solution = Show the solution
puzzles-right = Yes: { $action }.
puzzles-right-best = Yes: { $action } is the best.
puzzles-wrong = { $action } is not the best. Try another.
puzzles-better = There is a better move. { $why }
puzzles-cost = { $action } costs { $share } % of a round (± { $within }).
puzzles-numbers = The numbers
puzzles-best = The best: { $action }.
puzzles-solved = You have solved it.
puzzles-shown = You have looked at the solution.
puzzles-themes = Themes
puzzles-theme = { $theme ->
    [lead] The first tile
    [block] To block or not
    [shut-out] Shut a player out
    [keep-double] Keep the double
    [play-double] Play the double
    [capicu] A chance of capicú
    [count] Count the suit
    [pass] Read a pass
    [partner] Your partner’s number
    [points] Points at the ends
   *[last-tiles] The last tiles
}
puzzles-hint = Hint
puzzles-no-hint = There is no hint for this puzzle.
puzzles-open = Tap a tile. Open: { $ends }.
puzzles-where = Where does { $tile } go?
puzzles-place = At the { $tile }
puzzles-led = led { $tile }
puzzles-tiles = { $n ->
    [one] one tile
   *[other] { $n } tiles
}
puzzles-reply = The table answers: { $moves }.
puzzles-days = { $n ->
    [one] one day
   *[other] { $n } days in a row
}
puzzles-rating = Rating for puzzles: { $points }
puzzles-strength = Rating of the puzzle: { $points }.
puzzles-offline = Puzzles on this device
puzzles-share = Share
puzzles-answers = Every answer
puzzles-loss = Loss, % of a round
puzzles-is-good = as good as the best
puzzles-is-best = the best
puzzles-was-played = what was played
puzzles-how = Found by { $nodes } nodes an answer, version { $version } of the analysis: `capicu analyze` finds the same.
puzzles-shipped = From a match between bots.
puzzles-given = Given by a player of this server.

# Giving one.
puzzle-give = Give it to the puzzles of this server
puzzle-give-what = You share your hand, the tiles and moves you had seen, the rules and the score. You share no names, other hands or the match.
puzzle-give-help = Everybody on this server may solve it. You can take it back at any time on your page of puzzles, and it goes with your account.
puzzle-give-sure = Give it
puzzle-given = Given. Thank you!
puzzle-give-members = You need an account to share puzzles, so that you can withdraw them.
puzzle-give-full = You have given as many puzzles as one player may: { $most }. Take one back first.
puzzle-give-taken = This puzzle has been given already.
puzzle-give-not = By the analysis of the server it is no mistake that has a name, so that there is nothing to find.
puzzle-give-wrong = This is no puzzle.
puzzle-give-become = Create an account
puzzle-mine = Puzzles that you gave
puzzle-mine-none = You have given none. Look at a match of yours again, analyze it, and give one of its puzzles.
puzzle-take-back = Take it back
puzzle-taken-back = It is taken back.

# How good each lead is.
pose-heading = { $hand }, { $game }, score { $score }
pose-lead = lead
pose-chance = chance of the match, %
pose-loss = loss, % of a round
pose-best = the best
pose-close = too close to call
pose-deals = By { $deals } deals, with the same luck for every lead. The round is worth { $stake } % of the match: won as usual instead of lost as usual. ± is twice the standard error.
pose-free = Seat A leads as in a round after the first.
pose-hand-size = tiles in the hand: { $there }; tiles that are dealt in this game: { $due }
pose-scores = scores given: { $there }; sides in this game: { $due }; your own side comes first
pose-over = at this score the match is over
pose-nothing = with such a hand the tiles are dealt again, or there is nothing to choose; try another hand
pose-named = in this game the rules name the tile that is led, so there is nothing to choose; try a game in which the winner leads
pose-named-at-score = at this score the rules name the tile that is led; give the side of the leader a win, such as 1,0
pose-not-a-score = `{ $word }` is no score; scores are whole numbers with commas between, such as 40,25
pose-help = Your hand, the game and the score: what each lead is worth, found on this device by playing deals on. It takes some seconds and can be stopped.
pose-not-a-tile = `{ $word }` is no tile; tiles are two numbers such as 6-5
pose-progress = { $done } of { $all } batches of deals
pose-game = Game
pose-score = Score, your side first, such as 40,25; empty where nobody has points
pose-hand = Your tiles
pose-hand-help = Tiles such as 6-5 or 65, with spaces between.
pose-start = What to lead?
pose-ask = Compare the leads
