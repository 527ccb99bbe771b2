# The public page of a player: rating, matches in numbers, recent boards.

profile-rating = Rating: { $games }
profile-families = Ratings by game
profile-place-of = { $place } of { $n }
profile-chart = Rating after { $n ->
    [one] one match
   *[other] each of { $n } matches
}: at first { $first }, now { $now }.
profile-band = The true strength is in the band 95 times in a hundred. More matches make it narrower.
profile-settled = { $n } matches: no longer provisional
profile-no-rating = { $n } rated matches make a rating
profile-no-rating-help = The chart begins with the first one.
profile-boards = Recent boards
profile-boards-none = No board yet
profile-boards-help = Finished matches from the lobby appear here.
profile-all-matches = All matches
profile-counts = All matches in numbers
profile-rounds = Rounds
profile-to-zero = Won to zero
profile-partner = Best partner
profile-together = { $matches } matches together, { $won } won
profile-share = { $percent }%
profile-won = Won { $score }
profile-lost = Lost { $score }
profile-to-lobby = Play now
