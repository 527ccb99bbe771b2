# Events: what the checks say, and why something cannot be done.

event-simulated = { $events } events, { $rounds } rounds: { $violations ->
    [0] nothing wrong
    [1] 1 violation
   *[other] { $violations } violations
}
event-found = event { $event }, stage { $stage }, round { $round }: { $invariant } does not hold
event-stopped = stopped; the answer is for what had been played
event-verified = { $name }: { $facts } facts, { $entries } entries, { $rounds } rounds; the chain holds, and { $drafts } drafts were paired again and are the same
event-boards-none = no board of this event has been played by everybody yet
event-board = Board { $number }: { $seat } poses
event-board-par-result = par: { $value ->
    [0] B and D win
    [2] A and C win
   *[other] a tie
}
event-board-par-points = par: { $value } for A and C
event-digest = digest { $digest }
event-log-empty = the log is empty
event-log-too-long = the log is longer than 256 MiB, which no event is
event-log-cut-off = this line is cut off; delete it to keep what stands before it
event-log-not-a-line = not a line of an event's log: { $why }
event-log-chain = this line, or one above it, is not as it was written: the digest does not fit; take an undamaged copy
event-log-number = this line has number { $found }; lines are missing, doubled or out of order
event-log-time = this line is older than the one above it
event-broken-draft = this draft is not what { $method } pairs from what stands before it
event-broken-stage = the stage was not opened with the qualified entries, in their order
event-behind = the event has { $version } facts and not { $expected }: somebody was faster; look again
event-creation = an event is created by its first fact, and by no other
event-preset = the preset cannot be played: { $why }
event-preset-no-stage = there is no stage
event-preset-range = `{ $key }` is out of range
event-preset-clash = `{ $key }` does not go with `{ $with }`
event-preset-stage = stage { $stage }: { $why }
event-frozen = the event is over; undo its end first
event-no-entry = there is no entry { $entry } here
event-text = a name or a reason is empty, or longer than 2,000 bytes
event-name-taken = entry { $entry } has this name; choose another
event-members = an entry needs { $least } to { $most } players here, each named once; a single player needs none
event-entry-closed = nobody can enter any more: the round until which the preset lets people in is over
event-has-left = entry { $entry } has left
event-waits = entry { $entry } waits for a place
event-not-waiting = entry { $entry } does not wait for a place
event-twice = entry { $entry } has checked in already
event-no-round = round { $round } cannot be chosen: it is over, is not the next one, or does not exist
event-no-member = nobody of this name can be replaced in entry { $entry }, or who joins plays already
event-no-substitute = entry { $entry } has had all the substitutes that the preset allows
event-no-re-entry = entry { $entry } is not out, has come back before, or the rounds after which one may come back are over
event-no-category = there is no prize for “{ $category }”; categories are those that prizes of the preset name
event-no-penalty = a penalty takes away points; say how many
event-large-penalty = a penalty takes away at most 1,000 points of the standings and 100,000 of games
event-too-many-entries = an event of this kind has at most { $most } entries; make a second event
event-too-many-playing = a stage of this kind has at most { $most } entries; open it for fewer, or choose another kind of pairing
event-too-many-meetings = an arena has at most { $most } meetings; close the stage
event-too-many-penalties = a stage has at most { $most } penalties; undo one first, or correct a result
event-too-many-announcements = an event has at most { $most } announcements
event-log-full = the log of this event is full: it has { $most } bytes; close the event, or ask the admin for a higher limit
event-logs-full = your events already have { $most } bytes; ask the admin for a higher limit
event-stage-running = a stage is running; close it first
event-no-stage = no stage is running; open one first
event-no-more-stages = the preset has no more stages
event-too-few = at least { $seats } entries have to be there
event-order = the order of the seeds does not name those who play, each once
event-draft-waiting = a draft is waiting; publish it or throw it away
event-no-draft = there is no draft, and no round to take back
event-stale-draft = the draft is stale: who is there or a result has changed since; throw it away and pair again
event-time-is-over = the time is over: nobody is paired any more
event-nobody-free = nobody can be paired now; wait until another table has ended
event-no-more-rounds = all rounds of the stage are paired; close it
event-unsettled = the meeting at table { $meeting } is not settled yet
event-needs-consent = the round cannot be paired without { $number } rematches, second byes or meetings of club mates; the director has to consent
event-seated-twice = entry { $entry } is seated twice
event-seating = entry { $entry } is there and has no seat, or has a seat and does not play
event-sides = the meeting at table { $meeting } has the wrong number of sides
event-boards = table { $meeting } has boards that it may not have: every table needs a set, and nobody plays a set twice
event-schedule = the schedule of this stage follows from its method and is not changed by hand
event-no-meeting = there is no table { $meeting } in this round
event-not-there = entry { $entry } does not play at table { $meeting }
event-line-up = table { $meeting }: the line-up of entry { $entry } names a player who is not in it, twice in a sitting or too often, or does not fill a table
event-settled = table { $meeting } has its result; correct it instead
event-nothing-claimed = nobody has entered a result at table { $meeting } that is waiting for an answer
event-own-claim = entry { $entry } has spoken already; another side has to answer
event-for-desk = only the desk can say that table { $meeting } was not played
event-at-the-table = table { $meeting } is one of the server, which writes its result down
event-not-online = this is not played at a table of a server
event-impossible = table { $meeting }: { $why }
event-next-follows = the next round follows from table { $meeting }; take that round back first
event-no-change = nothing would change
event-has-results = the round has results; correct them, or undo them first
event-not-last = fact { $fact } is not the last one that counts
event-rounds-left = the stage has rounds to play
event-contested = the result of table { $meeting } is contested; correct it or reject that first
event-has-begun = the event has begun; end it instead
event-cancelled = the event is cancelled; undo that first
event-cut-tied = { $number } entries are equal at the cut, and not all of them can advance; let everyone advance, play it off, or draw lots
event-no-tie = nobody is equal at the cut, or the tie is settled
event-result-scores = there are { $given } scores for { $sides } sides
event-result-tables = this meeting has { $due } tables, and there are results of { $given }
event-result-boards = this meeting has { $due } boards, at least one of them played, and there are results of { $given }
event-result-absent = the sides that were not there are sides of the table, each named once
event-result-too-many = side { $side } has more games or points than there can be
event-result-too-few = side { $side } has fewer points than its games bring
event-result-two-reached = two sides cannot both have reached the end
event-result-nobody-reached = nobody has reached the end, and no clock ends this meeting
event-result-draw = a meeting of this kind has one winner
event-result-going-on = the result leaves open who qualifies: sides share the last place, or too many qualify; play it off
event-bye-kind = the bye of entry { $entry } was asked for, or was not: its kind says otherwise
