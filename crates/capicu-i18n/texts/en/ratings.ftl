# Ratings: how well people play, by families of games.

ratings = Ratings
ratings-of = Ratings: { $games }
ratings-help = A rating is a range: we are 95% sure a player’s strength is inside it.
ratings-provisional = provisional
ratings-provisional-help = A rating is provisional for { $matches } matches and has no place until then.
ratings-none = Nobody is rated here yet.
ratings-none-help = Play a rated match: the first place is free.
ratings-players = Players
ratings-pairs = Pairs
ratings-pairs-help = Two who have played { $matches } matches together are rated as a pair from then on, and no longer apart when they play together.
ratings-place = Place
ratings-player = Player
ratings-pair = { $one } and { $other }
ratings-rating = Rating
ratings-between = { $low } to { $high }
ratings-mean = Most likely
ratings-matches = Matches
ratings-rated = { $n ->
    [0] nobody rated yet
    [one] one player rated
   *[other] { $n } players rated
}
ratings-you = you
ratings-yours = Your ratings
ratings-yours-none = You have not finished a rated match yet.
ratings-yours-guest = You need an account for rated matches.
ratings-history = Your rating after each match
ratings-history-pair = With { $who }
ratings-match = Match
ratings-last = The last { $n }, the latest first.
ratings-bots = Bots
ratings-bots-help = Their ratings are fixed: they hold the scale in its place.
ratings-to-lobby = Play a rated match

lobby-stakes = Rated or casual
lobby-casual = Casual
lobby-casual-line = bots take empty seats
lobby-rated-title = Rated
lobby-rated-line = with an account
lobby-rated = rated
lobby-members-only = You need an account for rated matches. Create one under “Account”, or play a casual match.
lobby-rated-time = Waiting for { $waited } s. A rated match waits for people.
lobby-offer-casual = Nobody has come for { $waited } s. Would you rather play a casual match? Bots take the empty seats there.
lobby-play-casual = Play a casual match
lobby-bots = Against bots
lobby-bots-line = rated
lobby-rated-bots-help = A rated match with bots of one level in all other seats. Their rating is fixed, yours is not.
lobby-rated-bots-level = Level of the bots
lobby-no-anchor = Bots of this level have no rating in this game. Choose a lower level.

command-ratings-told = { $results } results, { $rated } of them rated.
command-ratings-agree = The stored ratings agree.
command-ratings-differ = Of { $different } results something else is written than follows, of { $missing } nothing.
command-ratings-written = The stored ratings were replaced.
command-ratings-family = { $games }: { $matches } matches, { $players } players, { $pairs } pairs
command-ratings-loss = Mean loss { $loss }, with 0.71 times the luck { $less }, with 1.41 times { $more }
command-ratings-unreadable = The results of the folder cannot be read, or the ratings not be written.
command-ratings-no-data = There is no database of capicu in { $folder }. Name the folder that the server is started with.
