# Events in a hall: the director’s desk, phones, the screen on the wall.

desk = Desk
desk-back = Go back
desk-events = Events
desk-new = New event
desk-own = Events you direct or help with
desk-none = There are none yet.
desk-no-events = There are no events yet.
desk-no-events-help = Run an evening for eight friends, or a league for a season.
desk-events-help = Tournaments and club evenings, online and in person.
desk-on-now = On now
desk-coming = Coming
desk-finished = Finished
desk-cancelled = Cancelled
desk-created = Created on { $when }
desk-month = { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[other] Dec
}
desk-members-only = Directors need an account. Create one under “Account”: you only need a username.
desk-choose = What is played? Whatever is different at your event can be changed on the next page.
desk-for-players = Single players
desk-for-pairs = Pairs
desk-for-teams = Teams
desk-by-round-robin = round robin
desk-by-swiss = Swiss
desk-by-tables = tables of three or four
desk-by-partners = rotating partners
desk-by-duplicate = duplicate
desk-by-arena = arena
desk-by-queue = winner stays
desk-by-knock-out = knock-out
desk-by-double-knock-out = double knock-out
desk-by-table-knock-out = knock-out by tables
desk-own-preset = From a preset file of your own
desk-own-preset-help = A preset says everything about an event: pairing, points, tie-breaks, stages, prizes. Save the file of one that is near yours from its page, change it, and choose it here.
desk-preset-file = This preset as a file
desk-event-name = Name of the event
desk-expected = Entries you expect
desk-begins = Begins at
desk-different = Differences, and the forfeit policy
desk-rounds-field = Rounds (empty: by the number of entries)
desk-games-field = Games that win a meeting
desk-target-field = Points that win a game
desk-minutes-field = Minutes of a round (empty: no clock)
desk-arena-field = Minutes of the arena
desk-queue-field = Minutes of the evening
desk-arena-minutes-field = Minutes of a meeting (empty: no clock)
desk-late-field = Last round open to late entries (empty: none)
desk-check-in-field = Who is paired
desk-check-in-none = Everybody who has entered
desk-check-in-required = Checked-in entries only
desk-order-field = Opponents with equal points
desk-order-halves = first half against second
desk-order-neighbors = neighbors
desk-order-fold = first against last
desk-order-hill = king of the hill: 1 against 2
desk-order-random = by lot
desk-order-by-field = Order of entries with equal points
desk-order-seeds = by seed
desk-order-standings = by the standings
desk-order-late-field = Number of last rounds with another order (empty: none)
desk-order-late-way-field = Opponents in the last rounds
desk-third-place = Third place
desk-third-place-shared = shared by the losers of the semifinals
desk-third-place-played = the losers of the semifinals play for it
desk-last-rounds-field = Number of last rounds with another format, 1 for the final (empty: none)
desk-last-games-field = Games that win in the last rounds (empty: as before)
desk-last-target-field = Points that win in the last rounds (empty: as before)
desk-last-minutes-field = Minutes in the last rounds (empty: no clock)
desk-format-of-round = Format of this round
desk-format-games = { $n ->
    [one] one game
   *[other] { $n } games
}
desk-format-target = { $n ->
    [one] one point
   *[other] { $n } points
}
desk-format-minutes = { $n ->
    [one] one minute
   *[other] { $n } minutes
}
desk-team-totals = Team totals
desk-team-totals-none = none
desk-team-totals-clubs = the sum of the entries of each club
desk-team-counted-field = Entries of a club that count (empty: all)
desk-team-counted = Counted entries
desk-team-others = Other entries
desk-excess-field = Points beyond the target
desk-excess-lost = are lost
desk-excess-counted = count
desk-means-teams = Each club has the sum of its entries
desk-means-teams-of = Each club has the sum of its best { $n ->
    [one] entry
   *[other] { $n } entries
}
desk-pause-field = Minutes between two rounds
desk-policy = Forfeit policy
desk-policy-help = Points for the standings, a space, and what is put down on the sheet, such as 2 200-100. Nothing may be left out.
desk-award-bye = A bye because the numbers are odd
desk-award-requested = A bye that was asked for
desk-award-missed = A round before a late entry
desk-award-win = Win by forfeit
desk-award-loss = Loss by forfeit
desk-award-double = Nobody was there
desk-withdrawal = Results of entries that withdraw
desk-withdrawal-stand = stand
desk-withdrawal-void = are void if they leave in the first half
desk-policy-missing = The forfeit policy may not be missing: fill in “{ $what }”.
desk-field-wrong = “{ $what }” is not filled in as it should be. Write whole numbers.
desk-make = Create the event
desk-look = Preview
desk-sources = Where these rules come from
desk-our-reading = Open in the sources, and our reading:
desk-means = { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
} without a clock, { $tables ->
    [one] one table
   *[other] { $tables } tables
}
desk-means-minutes = { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
} of { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}, { $tables ->
    [one] one table
   *[other] { $tables } tables
}
desk-means-end = { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
} of { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}, { $tables ->
    [one] one table
   *[other] { $tables } tables
}, ends { $end }
desk-means-third-place = The losers of the semifinals play for the third place
desk-means-last-rounds = { $rounds ->
    [one] Last round
   *[other] Last { $rounds } rounds
}: { $format }
desk-means-arena = An arena of { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}, { $tables ->
    [one] one table
   *[other] { $tables } tables
}, nobody is paired after { $end }
desk-means-queue = Winner stays for { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
} at { $tables ->
    [one] one table
   *[other] { $tables } tables
}; no match begins after { $end }
desk-done = Done. It is on the log.
desk-done-again = Already done; nothing changed.
desk-number = No. { $number }
desk-entry-number = No.
desk-name = Name
desk-place = Place
desk-possible = Still possible
desk-table = Table
desk-who-meets = Who meets
desk-numbers = Numbers
desk-why = Why
desk-result = Result
desk-results = results
desk-standings = Standings
desk-final-standings = Final standings
desk-bye = bye
desk-forfeit = { $who } not there
desk-forfeit-all = Nobody there
desk-void = Void: it counts for nobody
desk-stage = Stage { $stage }
desk-stage-word = Stage
desk-round-word = Round
desk-round = Round { $round } of { $of }
desk-round-of-stage = Stage { $stage }, round { $round } of { $of }
desk-arena-round = Pairing { $round }
desk-arena-waits = waits
desk-arena-clock = Free players are paired until then. Meetings in play continue to their end.
desk-queue-clock = Matches begin until then. Matches in play continue to their end.
desk-arena-over = The time is over: nobody is paired any more. When all tables have a result, the stage can be closed.
desk-free = Free: { $n }
desk-deals-field = How boards are dealt at real tables
desk-deals-bags = From bags that somebody fills who does not play
desk-deals-phones = By phone: everybody sees the tiles of their own seat
desk-hand-link = My tiles: { $who }
desk-hand-help = Open your tiles on your own phone, and take them from the set where the others cannot see them. In a round, a device shows one seat, and each seat is on one device.
desk-hand-take = Show my tiles
desk-hand-over = This board is over
desk-hand-wait = { $over } of { $all } at the table have said so. With the last of them everybody sees the next board.
desk-hand-none = There are no tiles to be shown: the round is not published, or the table has its result.
desk-hand-all-played = All boards of the set are played. Say on your own page what each of them brought.
desk-hand-elsewhere = Another device shows these tiles. If it isn’t yours, ask the desk to assign the seats again.
desk-hand-other-seat = This device shows the tiles of another seat in this round. Use your own device, or ask the desk to assign the seats again.
desk-hand-anew = Reset the seats
desk-hand-anew-help = Phones deal the boards here. If somebody changed phones or opened the wrong seat, assign the seats again. Everybody then opens their tiles again.
desk-arena-by-itself = Free players are paired at once and get a table on this server. Players who miss their table are not paired until they ask on their own page.
desk-queue-by-itself = The next in the queue get a table on this server at once. Players who miss their table leave the queue until they return on their own page.
desk-arena-free = You are free. As soon as somebody else is, your next table stands here.
desk-arena-not-paired = You are not paired any more.
desk-arena-leave = Stop pairing me
desk-arena-come-back = Pair me again
desk-arena-left = stopped on their own
desk-arena-ended = The time is over: nobody is paired any more.
desk-arena-place = Place { $place } of { $all }
desk-arena-run = { $wins } wins in a row
desk-queue-matches = Matches
desk-queue-playing = No table is free. Enter the result of a match, and the next in the queue sit down.
desk-queue-place = You are number { $place } in the queue
desk-you-are-free = You are free. Your next table stands here as soon as it is published.
desk-not-begun = Not started yet.
desk-screen = Screen for the wall
desk-public = Page for everybody
desk-seed = All draws come from the seed { $seed }.
desk-head = Digest of the log so far: { $head }
desk-no-clock = This round has no clock.
desk-last-hand = When time runs out, finish the hand; then the leader wins.
desk-print-slips = Print slips
desk-print-pairings = Print pairings
desk-print-standings = Print standings
desk-by-name = By name
desk-log = Whole log
desk-log-page = Event log
desk-log-help = All entries, latest first. Entries that no longer count are struck out. Download the log to check it.
desk-log-phone = a phone
desk-log-server = the server
desk-log-created = The event is made: { $preset }
desk-log-entered = { $who } enters with number { $number }
desk-log-opened = Stage { $stage } begins with { $n } entries
desk-log-drafted = Round { $round } is drafted
desk-log-discarded = The draft is thrown away
desk-log-published = Round { $round } is published
desk-log-corrected = Corrected: { $what }
desk-log-announced = Told everybody: { $text }
desk-log-undone = Line { $of } counts no more
desk-log-contested = { $who } contests the result of table { $table }
desk-log-contest-rejected = The contested result of table { $table } stays
desk-log-clock-started = The round clock starts
desk-log-clock-paused = The round clock stops
desk-log-clock-extended = The round is { $n } min longer
desk-log-clock-extended-at = Table { $table } plays { $n } min longer
desk-clock-sound = Sound before the end
desk-log-renamed = The event is now called { $name }
desk-log-hidden = The event is in no list
desk-log-listed = The event is listed again
desk-log-cancelled = The event is cancelled
desk-log-rounds = The stage has { $n } rounds
desk-log-rounds-exchanged = Rounds { $round } and { $with } change places
desk-log-apart = { $one } and { $other } do not meet
desk-log-may-meet = { $one } and { $other } may meet again
desk-log-own-table = always sits at table { $table }
desk-log-no-own-table = has no table of its own anymore
desk-log-first-table = The tables are numbered from { $n } on
desk-log-entry-corrected = is now called { $name }, with club and rating as corrected
desk-log-cut-everyone = All { $n } entries that are equal at the cut advance
desk-log-cut-lot = A lot decides among { $n } equal entries
desk-log-cut-play-off = A play-off decides among { $n } equal entries
desk-cut = Advance: { $n }
desk-cut-misses = { $who } just misses.
desk-cut-key = { $last } is ahead of { $first }: { $key } decides.
desk-cut-tied = { $n } entries are equal at the cut, and not all of them can advance
desk-cut-mark-tied = (tied at the cut)
desk-cut-mark-advances = (advances)
desk-cut-mark-misses = (is out)
desk-cut-rounds = Rounds in the knock-out
desk-cut-last-table = Place at the last table
desk-title-tied = { $n } entries share the first place. They keep it, or a lot or play-off decides
desk-key-play-off = Place in the play-off
desk-cut-everyone = Let all { $n } advance
desk-cut-lot = Draw lots
desk-cut-play-off = Enter a play-off
desk-cut-play-off-help = Write the place of each entry in the play-off.
desk-cut-play-off-save = Save the play-off
desk-cut-places-wrong = Give each entry of the play-off its own place, from 1 to { $n }.
desk-rounds-of-stage = Rounds of the stage
desk-rounds-change = Change the rounds
desk-rounds-exchange = Exchange rounds
desk-apart-with = Never meets (entry number)
desk-apart = Keep apart
desk-may-meet = Let them meet
desk-own-table = Own table (empty: any)
desk-own-table-set = Save the table
desk-first-table = Number of the first table
desk-first-table-set = Number the tables
desk-rounds-exchange-one = Play as round
desk-rounds-exchange-other = The plan of round
desk-end-early = End the event early
desk-effect-rounds = The stage has { $n } rounds, not { $before }
desk-come-back = Let play again
desk-entry-correct = Correct name, club or rating
desk-entry-correct-save = Save the correction
desk-entry-person = Person { $n }
desk-clock-stopped = The round clock is paused.
desk-clock-start = Start the clock now
desk-clock-continue = Continue the clock
desk-clock-pause = Pause the clock
desk-clock-minutes = Minutes more
desk-clock-extend = Extend the round
desk-clock-extend-table = Extend this table
desk-contest = Contest the result
desk-contest-correct = Correct the result
desk-contest-reject = Keep the result
desk-rename = Rename the event
desk-hide = Hide from lists
desk-list-again = Show in lists
desk-cancel = Cancel the event
desk-slip = Round { $round }, table { $table }
desk-signatures = Signatures: ____________ ____________
desk-points = Points
desk-games = Games
desk-draft = Draft
desk-no-draft = There is no draft. Pair the next round at the desk.
desk-draft-help = Nobody sees this until it is published. Under “Why” stands what each table costs, the heaviest first; no pairing costs less.
desk-draft-scheduled = Nobody sees this until it is published. Who meets whom follows from a schedule or a bracket.
desk-draft-tables = Tables and sides may change; who meets whom may not.
desk-publish = Publish
desk-discard = Throw away
desk-edit = Change by hand
desk-edit-help = Change the numbers of those who meet, such as 3 – 8, and give a reason. Everybody who is there has one seat or a bye. An empty table is removed.
desk-one-more-table = One more table
desk-one-more-bye = One more bye
desk-edited = Changed by hand: { $reason }
desk-edited-before = Paired before that, and what it would have cost:
desk-reason = Reason
desk-reason-missing = Give a reason: it stands on the log.
desk-cost-none = nothing speaks against it
desk-cost-partner = partners again
desk-cost-partner-gap = difference of the partners’ points
desk-cost-rematch = met before
desk-cost-second-bye = a second bye
desk-cost-clubs = same club
desk-cost-gap = difference of points
desk-cost-bye-above = bye above the lowest
desk-cost-float = higher or lower points again
desk-cost-distance = distance from the wanted order
desk-breach-rematch = { $one } and { $other } have met before
desk-breach-partners = { $one } and { $other } have been partners before
desk-breach-bye = { $who } has had a bye already
desk-breach-club = { $one } and { $other } are of one club
desk-breach-apart = { $one } and { $other } meet although the desk keeps them apart
desk-kind = How it ended
desk-kind-played = It was played
desk-correct = Correct
desk-rule = Enter result
desk-accept = Accept it
desk-open = No result yet.
desk-claimed = One side has said how it ended.
desk-disputed = The sides differ. Look at the sheet and put down what is right.
desk-says = { $who } says:
desk-at-the-desk = at the desk
desk-scores-missing = Fill in a whole number for every side.
desk-sure = Changes
desk-do-it = Confirm
desk-not-sure = Cancel
desk-no-effects = No standings, rounds or entries change.
desk-do-enter = { $who } enters late
desk-do-list = Everybody on the list enters
desk-do-withdraw = { $who } withdraws
desk-do-let-in = { $who } has a place, also if none is free
desk-do-limit = There are { $places } places
desk-do-no-limit = Everybody may enter
desk-do-bye = { $who } does not play in round { $round }
desk-do-re-enter = { $who } comes back
desk-do-substitute = { $joins } plays for { $leaves }
desk-do-penalise = { $who } loses { $points ->
    [one] one point
   *[other] { $points } points
} of the standings and { $score ->
    [one] one point
   *[other] { $score } points
} of games
desk-do-unpublish = The round is taken back
desk-do-result = Table { $table }, { $who }: { $how }
desk-do-close = The stage is over
desk-do-freeze = The event is over
desk-do-undo = The last thing on the log counts no more
desk-effect-standing = { $who }: place { $was } with { $before } points, then place { $is } with { $after }
desk-effect-enters = { $who } plays from the next round on
desk-effect-leaves = { $who } is not paired any more
desk-effect-waits = { $who } waits for a place, at place { $place } of the waiting list
desk-effect-comes-up = { $who }, who was waiting, has a place
desk-effect-returns = { $who } is paired again
desk-effect-vanishes = { $who } was never entered
desk-effect-draft = The draft that waits may be stale after this
desk-effect-round-gone = Round { $round } is not published any more, and its slips are worth nothing
desk-effect-round-comes = Round { $round } is published again
desk-effect-closed = The stage is over
desk-effect-opened = The stage is open again
desk-effect-over = Nothing can change after this
desk-director-only = Only a director of this event can do that.
desk-last-director = An event needs at least one director, and directors need an account.
desk-start = Begin the stage
desk-pair = Pair the next round
desk-pair-free = Pair those who are free
desk-pair-all-the-same = Pair it all the same
desk-to-draft = Look at the draft
desk-close = Close the stage
desk-freeze = Close the event
desk-over = The event is over; its standings are final.
desk-more = More
desk-announce = Announce
desk-tell = Tell
desk-undo = Undo last action
desk-unpublish-why = Why the round is taken back
desk-unpublish = Take the round back
desk-official = Username
desk-part = Role
desk-display = Display: reads the desk
desk-helper = Helper: people and results
desk-pairing = Pairing: that, and the rounds
desk-director = Director: everything
desk-appoint = Give them a place at the desk
desk-entries = Entries: { $n }
desk-entries-of = Entries: { $n } of { $places } places
desk-entries-word = entries
desk-people = People
desk-rating = Rating
desk-state = State
desk-categories = Categories
desk-categories-set = Keep the categories
desk-category-mixed = mixed
desk-category-women = women
desk-fee = Entering costs { $fee }.
desk-fee-field = Entry fee, such as US$15 (empty: none)
desk-paid-of = { $paid } of { $all } have paid.
desk-paid = paid
desk-pay = Has paid
desk-unpay = Has not paid, or has it back
desk-places = Places and waiting list
desk-places-field = Places; later entries wait (empty: no limit)
desk-places-set = Set the places
desk-waiting-list = Waiting list
desk-waits = waits for a place
desk-let-in = Give a place
desk-you-wait = All places are taken. You are number { $place } on the waiting list; as soon as somebody leaves, the first has the place.
desk-join-full = All places are taken. New entries join the waiting list.
desk-prizes = Prizes
desk-prizes-now = As things stand, these would win. The public sees winners once the event is over.
desk-prizes-field = Prizes, a line each: name; places; category (empty: for everybody)
desk-prizes-wrong = A line of the prizes is not as it should be. Write: name; places; category. The category may be left out.
desk-enter-name = Name; partners as Ana / Luis
desk-club = Club
desk-enter = Enter
desk-list = Paste a list, or choose a file
desk-list-help = A line for each entry: name; club; rating. With a heading, the columns may be in any order: name, people, club, rating, categories, paid.
desk-list-line = Line { $line }
desk-list-rating = the rating is not a whole number
desk-list-columns = more columns than name, club and rating
desk-list-quote = a quotation mark is missing
desk-list-category = there is no prize for the category “{ $category }”
desk-list-paid = whether they have paid is neither yes nor no
desk-list-letters = some letters cannot be read. Save the file as CSV in UTF-8
desk-list-file = Or choose a file: CSV, with a heading that names the columns
desk-list-name = the name is missing
desk-list-empty = The list is empty. Write a line for each entry.
desk-list-too-long = a list has at most { $most } lines. Enter the rest as a second list
desk-list-doubts = Doubts: { $n }. Confirm the list as it is, or change it below.
desk-list-change = Change the list
desk-list-alike = looks like { $other } ({ $place })
desk-list-twice = { $person } is also in { $other } ({ $place })
desk-list-twice-here = { $person } appears twice in this entry
desk-list-partner = a partner is missing; an entry has { $n } people
desk-list-people = more people than an entry has: { $n }
desk-link = Link by which people enter
desk-check-in = Is here
desk-here = here
desk-not-here = not here yet
desk-gone = has left
desk-own-link = Their own page: table and result on the phone
desk-trouble = Changes and penalties
desk-ask-bye = Does not play that round
desk-withdraw = Withdraws
desk-substitute = Somebody plays instead
desk-leaves = Who leaves
desk-joins = Who joins
desk-re-enter = Comes back into the knock-out
desk-penalise = Take points away
desk-penalty-points = Points of the standings
desk-penalty-score = Points of games
desk-penalty-missing = Write whole numbers of points to take away.
desk-join-help = Enter here; then keep the page that follows: it shows your table and takes your result.
desk-join-late = The event has begun. Go to the desk: they may still let you in.
desk-hide-name = Show my number to everybody, not my name
desk-no-table = You have no table just now. This page shows it as soon as the round is published.
desk-slip-over = This slip is of a round that is over.
desk-agreed = Agreed:
desk-to-the-desk = You differ. Go to the desk with the sheet, both of you.
desk-waiting = The other side has to confirm:
desk-say-again = I was wrong
desk-say = Say how it ended
desk-hand-number = Hand
desk-keep-score = Keep the score on this phone
desk-from-sheet = These are the scores of the sheet. Check them and send them.
desk-they-say = The other side says:
desk-confirm = That is right
desk-not-so = That is not right
desk-dispute = Tell the desk
desk-key-points = Points
desk-key-percentage = Percent
desk-key-wins = Wins
desk-key-played-wins = Wins played
desk-key-difference = Difference
desk-key-points-for = Points for
desk-key-games = Games
desk-key-games-difference = Games difference
desk-key-loves = Loves
desk-key-streak = Best streak
desk-key-head-to-head = Head to head
desk-key-head-to-head-for = Points head to head
desk-key-direct = Direct encounter
desk-key-buchholz = Buchholz
desk-key-buchholz-cut = Buchholz cut 1
desk-key-sonneborn = Sonneborn-Berger
desk-key-progressive = Progressive
desk-key-lot = Lot
desk-impossible-many = side { $side } has more games or points than a meeting can bring
desk-impossible-few = side { $side } has fewer points than its games bring
desk-impossible-two = both have reached what ends it
desk-impossible-nobody = nobody has reached what ends it, and there is no clock
desk-impossible-draw = there has to be a winner
desk-impossible-form = there is not one score for each side
desk-refused-result = Table { $table } cannot end like this: { $why }. Look at the sheet again.
desk-refused-behind = The event changed while this page was open. Go back, check, and try again.
desk-refused-stale = Who is there has changed. Go back and try again.
desk-refused-preset = It cannot be played like this: { $why }
desk-refused-frozen = The event is over.
desk-refused-no-entry = There is no entry of number { $number }.
desk-refused-text = Write a name or a reason; it may not be too long.
desk-refused-name = There is an entry of this name already: { $name }. Add a club or a second name.
desk-refused-members = An entry has from { $least } to { $most } people, each named once.
desk-refused-closed = Nobody may enter any more: the last round for that is over.
desk-refused-waits = { $who } waits for a place and cannot be there yet.
desk-refused-not-waiting = { $who } does not wait for a place.
desk-refused-draft = Somebody came, left or was corrected since this was drafted. Throw the draft away and pair again.
desk-refused-waiting = A draft is waiting. Publish it or throw it away first.
desk-refused-unsettled = Table { $table } has no result yet.
desk-refused-consent = There is no pairing without this: { $what }. It needs your consent.
desk-refused-twice = { $who } is seated twice. Everybody has one seat.
desk-refused-seating = { $who } has no seat, or is not there. Everybody who is there has one seat or a bye.
desk-refused-has-results = The round has results already. Correct those that are wrong instead.
desk-refused-next = The next round follows from table { $table }. Take that round back first.
desk-refused-settled = Table { $table } has a result. Correct it from its own page.
desk-refused-few = At least { $n } have to be there to begin.
desk-refused-no-more = All rounds have been paired.
desk-refused-left = The stage has rounds to play.
desk-refused-substitute = { $who } may use no more substitutes.
desk-refused-same = That is so already; nothing would change.
desk-refused-gone = { $who } has left.
desk-refused-spoken = Your side has said how it ended. Now it is for the other side, or for the desk.
desk-refused-schedule = Meetings follow from a schedule here. Only tables and sides may change.
desk-refused-other = This cannot be done: { $why }
desk-broken = The server met an error in this event and changes nothing in it until it restarts. Tell the admin of this server.
desk-stopped = The admin of this server has stopped this event. Nothing in it can change.

# Teams and boards
desk-sheet-tables = Fill in every table. Where a side had nobody, tick that and leave the numbers.
desk-sheet-boards = For each board, enter the winners’ points, or 0 for a tie. Leave both fields empty if the board was not played.
desk-adjust = Adjust this board
desk-adjust-help = If no result is possible: who was at fault? Leave the points empty. Enter an assigned result as points.
desk-average-plus = average plus (60 %)
desk-average-even = average (50 %)
desk-average-minus = average minus (40 %)
desk-sheet-nobody = nobody
desk-sitting = Sitting { $sitting }, table { $table }
desk-board = Board { $board }
desk-set = Set { $set }
desk-set-boards = Set { $set }: boards { $first } to { $last }
desk-boards = Boards
desk-boards-none = No board has been played by all its tables yet. The deals stand here as soon as one has.
desk-boards-not-here = Boards are for duplicate, where every table plays the same deals. This event has none, or has not begun.
desk-boards-field = Boards that a table plays in a round
desk-board-seed = The deal comes from the seed { $seed }.
desk-poses = { $seat } poses
desk-poses-tile = { $seat } poses { $tile }
desk-north = North
desk-east = East
desk-south = South
desk-west = West
desk-north-south = North-South
desk-east-west = East-West
desk-direction = Direction
desk-matchpoints = Matchpoints
desk-imps = IMPs
desk-par-soon = Par is being worked out; it stands here in a moment.
desk-par-never = Par of this game is not worked out here.
desk-par-tie = Par: a tie
desk-par-wins = Par: { $side } win
desk-par-points = Par: { $n } points for { $side }
desk-par-line = with open hands and best play: { $line }
desk-print-travellers = Print travellers
desk-print-deals = Print deals for the bags
desk-deals-help = These are the deals of boards that are still to be played. Do not play if you fill the bags.
desk-team = Team
desk-team-tables = The tables
desk-team-target-field = Points that win a meeting
desk-players = Players
desk-player-tables = Tables
desk-player-none = Without a game
desk-line-up = Who sits where
desk-line-up-of = Line-up: { $who }
desk-line-up-there = handed in
desk-line-up-help = The others see it once all sides have handed theirs in. Until there is a result it can be changed.
desk-line-up-hand-in = Hand it in
desk-line-up-nobody = No names are known of this team. Without a line-up the result counts all the same.
desk-fill-in = Fill in the sheet
desk-enter-team = Team and its people: Lions: Ana / Luis / Eva
desk-means-boards = { $boards } boards at each table of a round, with the same deals everywhere
desk-means-sittings = A meeting of teams: { $sittings ->
    [one] one sitting
   *[other] { $sittings } sittings
}, { $tables ->
    [one] one table in all
   *[other] { $tables } tables in all
}
desk-refused-line-up = This line-up of { $who } cannot be played. Each table is full or empty, nobody sits twice in a sitting, and nobody in more sittings than the rules allow.
desk-refused-boards = Somebody has played these boards, or a table would have none. Leave the sets as they are.
desk-impossible-boards = no board was played

# Venues
venue = Run it offline at a venue
venue-help = The event is handed over as a file. The laptop at the venue, with `capicu venue`, writes it alone, and nothing can be changed here until it comes back or is called back.
venue-hand-over = Transfer to the venue
venue-here = This is the venue’s copy, the only one that is written.
venue-give-back = Give the event back
venue-away = A venue has this event. Here it can only be read.
venue-not-here = This event is played at a venue. Its results appear here once it returns.
venue-only-read = This copy of the event can only be read. It is written elsewhere.
venue-file = File for the venue
venue-bring-back = Bring the event back
venue-bring-back-help = At the venue give the event back, save the whole log, and choose it here.
venue-recall = Call it back without what was written there
venue-given-back = The event was given back. Save the whole log and bring it to the server that it came from.
venue-send = Send it home
venue-send-help = With a connection, this browser sends the whole log to the server that the event came from. Sent twice, nothing changes.
venue-home = Address of the event there
venue-home-wrong = This is no address of an event, such as https://dominoes.example/e/abc123. Copy it at home from the desk of the event.
venue-send-to = The log goes to { $address }, where it is checked line by line. It is taken as a whole, or not at all.
venue-choose = Choose the file
venue-text = Or paste its text
venue-take = Take an event over
venue-take-help = At the desk of the event hand it over to a venue, and save the file. This server then writes the event alone until you give it back.
venue-taken = This event has been taken over here already:
venue-no-file = This is no file for a venue. Save it from the desk of the event, after handing the event over.
venue-empty = There is no log in it. Choose the file again.
venue-damaged = Line { $line } of the log is damaged, or was changed. Save the file again where it comes from; nothing was taken from this one.
venue-broken = Line { $line } of the log cannot follow those before it. Nothing was taken from this file.
venue-wrong-key = This file is of an event that has come back since, or its key is another one’s. Save it again at the desk of the event.
venue-not-away = This event is not at a venue. It came back, or was called back.
venue-foreign = From line { $line } on, this is not the log of this event. Choose the log of the venue that it was handed over to.
venue-not-given-back = The venue has not given the event back. Do that at its desk, and save the log once more.
venue-forged = This log was not sealed by the venue that the event was handed over to. Nothing was taken from it.
venue-do-hand-over = The event is handed over to a venue. Nothing can be changed here until it comes back or is called back.
venue-do-give-back = The event is given back. Nothing can be changed here after that.
venue-do-recall = The event continues here. Entries made at the venue are lost.
venue-refused-elsewhere = This event is written elsewhere just now. Bring it back first, or call it back.
venue-refused-handed-on = You cannot undo handing over, giving back or calling back an event.
venue-second = A second device
venue-second-help = A second laptop on this Wi-Fi can follow this event and take over if this one fails. Start capicu venue there. Under Events, choose “Follow an event of another device” and enter this link. Keep the link secret: it lets others direct the event.
venue-elsewhere = Another device at the venue has taken over this event. Here it is read-only.
venue-follow = Follow an event of another device
venue-follow-help = At the desk of the event, on the other device, open “A second device”, and write its link here. Every line of the log is copied and checked as it comes; until you take over, nothing is written here.
venue-follow-link = Link of the other device
venue-follow-begin = Follow
venue-follow-end = Stop following
venue-follow-only = A second device follows the first at a venue. Start this server with: capicu venue
venue-follow-lines = { $lines ->
    [one] One line of the log is here.
   *[other] { $lines } lines of the log are here.
}
venue-follow-heard = The other device answers.
venue-follow-silent = { $seconds ->
    [one] The other device has not answered for a second.
   *[other] The other device has not answered for { $seconds } seconds.
}
venue-follow-take = Take over
venue-follow-take-help = From then on you direct the event here, and links and slips open at this address. The other device stops writing as soon as it answers. This cannot be undone. Appoint your helpers again here, and open the tiles on phones again.
venue-follow-wrong = This is no link of a device nearby. It begins with http:// and a private address such as 192.168.1.5, and stands at the desk of the event.
venue-follow-nobody = The other device does not answer, or knows no such event. See that both are on the same Wi-Fi and that the link is whole.
venue-follow-broken = The other device sent a different log. Nothing was changed here.
venue-follow-there = This event is followed or directed here already.
venue-follow-not = You do not follow this event here.
venue-follow-gone = A third device has taken over this event already, or it was given back. Only one device can write.
venue-follow-full = This device follows { $most } events already. Stop following one of them first.
venue-follow-here = Open this page on the device itself that is to follow, at the address that it shows.

# Meetings at tables of this server
desk-where = Where it is played
desk-where-hall = In person
desk-where-online = Online
desk-where-both = In person, some tables online
desk-where-details = Tables of this server: clocks, and who is not there
desk-turn-time = Time for a turn
desk-no-turn-time = As long as it takes
desk-grace = Grace period (minutes)
desk-absent = If time runs out
desk-absent-forfeit = The side loses by forfeit
desk-absent-desk = The desk decides
desk-absent-bot = A bot plays on
desk-absent-for = not there for { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}
desk-watchers = Who may watch
desk-watchers-everybody = Everybody
desk-watchers-nobody = Nobody
desk-watch = Tables to watch
desk-online-table = Table on this server
desk-online-making = The table is being made.
desk-online-there = { $there } of { $all } are there
desk-online-away = { $who } has been away for { $time } of { $grace } minutes.
desk-online-refused = The table is over, but its result does not go with the event. Put it down at this table’s page.
desk-online-undone = The result of this table was undone. Enter it on this table’s page, or have the meeting played again elsewhere.
desk-online-stopped = The match at this table cannot continue: its rules have been corrected. Enter the result on this table’s page.
desk-online-boards = Online boards need rules in which earlier rounds do not change the score. Play the event in person, or change the house rules.
desk-online-sittings = Teams play at tables of this server only where the preset says at how many tables. Have the event played in a hall.
desk-online-line-ups = The tables are made as soon as every team has said who sits where. Then no line-up changes any more.
desk-online-no-seat = Nobody of the entry has a seat at a table of this server now. The next one shows here.
desk-online-boards-played = { $played } of { $boards } boards played
desk-online-turn-time = There is no clock “{ $word }” here.
desk-online-game = “{ $game }” cannot seat this number of sides online. Play the event in person.
desk-online-house-rule = A house rule cannot be played: { $what }
desk-online-players-out = At a table of this server a meeting ends at its target, so that nobody can be out before the others. Remove the house rule at-target.
desk-online-no-end = At a table of this server a meeting has to end by points, by games or by a clock. Fill in one of them.
desk-move-online = Play at a table of this server
desk-move-to-hall = Play in the hall
desk-table-ready = Your table is ready.
desk-sit-down = Sit down
desk-sit-down-as = Sit down as { $who }
desk-online-rules = The result appears here automatically. Each player may be absent for { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
} per meeting.
desk-me = I am { $who }
desk-me-help = Say who you are, and this event’s page leads you to your tables.
desk-me-not = Somebody has that place already, or you have another one at this event.
desk-refused-at-the-table = This meeting is played at a table of this server, which writes its result down.
desk-refused-not-online = This meeting is not played at a table of this server.

# The entry line and the search.
desk-line-help = Such as { $example }, then Enter. The points follow the order of the names.
desk-line-lost = The server did not answer. Send the line again.
desk-line-wrong = “{ $text }” is no result. Type the table and the points, such as { $example }.
desk-line-no-table = This round has no table { $table }.
desk-line-left = Tables without a result: { $n }
desk-settled = Tables with a result: { $n }
desk-next-table = Next table without a result: { $table }
desk-find = Name or number
desk-find-it = Search
desk-found = { $n ->
    [one] One entry for “{ $text }”
   *[other] { $n } entries for “{ $text }”
}
