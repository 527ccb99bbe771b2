# A finished match at any of its moments, in the browser.

replay-title = Review a match
replay-help = A record (.domino) of any finished match: choose the file, drop it here, or paste its text.
replay-file = Choose a record
replay-paste = Or paste a record
replay-open = Look at it
replay-resume = Resume your last review
replay-elsewhere = This link leads to a moment of a match whose record is not on this device. Open that record, and you are there.
replay-broken-link = This link is incomplete. Ask for it again, or open the record.
replay-not-theirs = Only those who played this match can look at it here. Sign in as one of them, or open its record.
replay-too-large = That is too large to be the record of a match that can be looked at: more than 1 MB.
replay-tiles-unknown = In this record there is no player whose tiles are known in every round that it tells, so that it cannot be shown on the table. `capicu analyze` says what can be said of it.
replay-unknown = { $n ->
    [one] one tile that is not known
   *[other] { $n } tiles that are not known
}
replay-first = First moment
replay-back = One move back
replay-forward = One move on
replay-last = Last moment
replay-scrubber = Moment of the match
replay-moment = Round { $round }, after { $moves } of { $all } moves
replay-seen-from = Seen from
replay-all-hands = All hands
replay-hands = Hands
replay-copy-position = Copy the position
replay-copy-link = Copy a link to this moment
replay-copied = Copied
replay-another = Look at another match
replay-match = The page of this match
replay-look = Review
replay-analyze = Analyze
replay-analyze-there = Analyze on the server
replay-server-off = This server does not analyze matches. Do it on this device.
replay-server-busy = The server is busy with other matches. Try again in a minute, or do it on this device.
replay-stop = Stop
replay-page = Save a page to share
replay-progress = { $done } of { $all } steps done

# Mistakes of one's own as puzzles.
puzzle-find = Find what you missed ({ $n })
puzzle-title = Missed chance { $n } of { $all }
puzzle-ask = Round { $round }, move { $turn }. What do you play?
puzzle-best = Yes: { $action }.
puzzle-as-good = Yes: { $action } is as good as the best.
puzzle-played = { $action } is what was played. It costs { $share } percent of a round; try another.
puzzle-worse = { $action } costs { $share } percent of a round; try another.
puzzle-solution = Show the solution
puzzle-next = Next
puzzle-end = Back to the match

# What was played at a table, beside it.
memory-last = Last move
memory-none = Nothing has been played yet.
memory-round = Round { $round }
memory-drawn-later = { $n ->
    [one] one of them drawn later
   *[other] { $n } of them drawn later
}

# The moments on the result sheet.
lookback-lost = Where did I lose it?
lookback-won = What can I learn from it?
lookback-looking = Looking at round { $round } of { $all }
lookback-none = No choice at the table was clearly a mistake.
lookback-number = { $n } of { $all }
lookback-next = Next
