# Winner stays: people queue for a table.

queue-title = Winner stays
queue-help = The winners stay at the table, and the next in the queue sit down. The names above begin.
queue-unit = In the queue
queue-pairs = Fixed pairs
queue-singles = Single players
queue-tables = Tables
queue-waiting = Waiting, one per line
queue-waiting-pairs = Waiting, one pair (Rosa, Luis) or player per line
queue-start = Start winner stays
queue-winner = { $n ->
    [one] At the table: { $who }
   *[other] { $who }: { $n } in a row
}
queue-next = Next: { $who }
queue-next-match = Start the next match
queue-lacks = The next match needs more players.
queue-nobody = Nobody is waiting.
queue-best = Best streak: { $n } ({ $who })
queue-minutes = about { $n } min
queue-soon = any moment
queue-players = Everybody who came
queue-record = { $wins } of { $matches } won, best streak { $best }
queue-leave = Leaves
queue-leaves = { $who } leaves
queue-come = Somebody arrives
queue-name = Name
queue-partner = Partner
queue-add = Add to the queue
queue-table = Table { $n }
queue-won = Won: { $who }
queue-close = End winner stays
queue-resume = Continue winner stays
queue-two-names = Write two names on each line, with a comma between them.
queue-bad-name = A name is empty, too long or already here.
queue-counted = The winners of this match already stay at the table. The result cannot change any more.
queue-impossible = The queue does not allow this now.

# The queue of a private table.
queue-table-help = The winner of a match stays. The losers go to the end of the queue, and the next people sit down.
queue-off = End winner stays
queue-later = The host can turn winner stays on or change it between two matches.
queue-place = You are number { $n } in the queue
queue-free = A seat is free for you.
queue-seconds = { $n ->
    [one] { $n } second left
   *[other] { $n } seconds left
}
queue-leave-now = Leave the queue
queue-join = Join the queue
queue-join-help = All seats are taken. You can wait for one.
queue-alone = Partners queue together. Wait for a partner, or choose one:
queue-with = Play with { $who }
queue-over = The queue is closed, or you are no longer in it. To join again, open the link again.
queue-full = The queue is full. Try again later.
queue-no-seat = No seat is free for you now.
queue-no-partner = This player no longer waits alone. Choose another.
