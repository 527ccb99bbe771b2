# Clubs: their pages, members, seasons and calendar.

clubs = Clubs
clubs-own = Your clubs
clubs-all = All clubs
clubs-none = There are no clubs yet.
clubs-none-help = Create the first one: give it a name, say where you meet, invite your friends.
clubs-help = People who meet and play. Ask to join one, or create your own.
club-count = { $n ->
    [one] { $n } player
   *[other] { $n } players
}
club-next-at = Next event: { $when }
club-found = Create a club
club-members-only = Clubs need an account. Create one under “Account”: you only need a username.
club-name = Name of the club
club-address = Address
club-address-help = 2 to 20 letters, digits, - or _, the first one a letter. The page is at /club/ADDRESS, and that stays.
club-place = Where it meets
club-evening = When it usually meets
club-about = About the club
club-about-help = At most 1,000 characters, in any language.
club-name-wrong = A club needs a name of at most 60 characters.
club-too-long = The place and the evening have at most 120 characters, what is said about the club 1,000.
club-address-wrong = An address is 2 to 20 letters, digits, - or _, the first one a letter, and not a word of the house.
club-address-taken = A club has this address, or one that looks like it.
club-full = A limit is reached: five clubs per owner, 1,000 people per club, 20 open requests per person.
club-muted = You are muted, so you can’t write this now.
club-otherwise = This has changed since you opened the page. You now see the current state.
club-closed = This club is closed.
club-next = Next events
club-no-next = Nothing is planned yet.
club-past = Past events
club-archive = Archive
club-archive-find = Event or person
club-archive-year = Year
club-archive-all = All years
club-archive-found = { $n ->
    [one] One finished event
   *[other] { $n } finished events
}
club-calendar = Calendar (.ics)
club-seasons = Seasons
club-ratings = Ratings of the meetings played
club-people = People
club-people-more = { $n ->
    [one] One person is not named here.
   *[other] { $n } people are not named here.
}
club-nobody-shown = Nobody is named here.
club-desk = Manage the club
club-new-event = New event of the club
club-ask = Ask to join
club-asked = You have asked to join, and there is no answer yet.
club-take-back = Take back
club-invited = This club has invited you.
club-accept = Join
club-decline = Decline
club-you-are = Your role in this club: { $part }.
club-show = Name me on this page
club-hide = Do not name me any more
club-leave = Leave the club
club-owner-stays = The club is yours. Hand it over at its desk before you leave.
club-join-title = Join { $club }
club-join-help = Anybody with this link can join the club. Your name stays hidden unless you show it on the club’s page.
club-join = Join the club
club-part-asks = asks to join
club-part-invited = invited
club-part-member = player
club-part-display = display: reads the desks of events
club-part-results = results: enters people and puts results down
club-part-pairing = pairing: that, and the rounds
club-part-director = director: events, seasons, who joins
club-part-owner = owner
club-asking = They would like to join
club-admit = Admit
club-refuse = Refuse
club-invite = Invite
club-invite-username = Username
club-link = Link to join by, for a message or a picture on the wall
club-no-one = Nobody.
club-give-part = Give this part
club-part-of = Role of { $who }
club-remove = Remove from the club
club-withdraw = Take the invitation back
club-hand-over = Hand the club over
club-hand-over-help = The new owner decides about everything. You stay as a director.
club-sure = I am sure
club-not-sure = Nothing was done. Say that you are sure, and send the form again.
club-describe = Club description
club-save = Save
club-season-new = New season
club-season-name = Name of the season
club-season-rule = Its table
club-rule-points = The points of the standings of all its events are added
club-rule-places = Each event brings as many points as people or pairs played it to the first, one less to the next, and so on
club-rule-league = A league: each event is a division
club-season-best = Number of best events that count (empty: all)
club-season-make = Begin the season
club-season-wrong = A season needs a name of at most 60 characters, a rule, and a whole number where only the best count.
club-season-change = Change
club-calendar-change = Change what is in the calendar
club-event-day = Day
club-event-time = Time
club-event-season = Counts for
club-event-no-season = no season
club-event-division = Division, 1 for the highest
club-event-exchanged = Number that move down, and up
club-event-keep = Begin the form with this the next time
club-event-wrong = The day is written as 2026-11-27, the time as 19:00.
club-event-no-day = no day yet
club-audit = Audit log
club-close = Close the club
club-close-help = Its page and its events stay. Nobody joins any more, and nothing is changed. It cannot be opened again.
club-rank = Place
club-total = Total
club-events-played = Events
club-who = Player
club-unnamed = not named
club-season-none = No event of this season is over yet.
club-season-counts = An event counts once it is over. Both players of a pair get its points. Players are identified by account, otherwise by name.
club-season-best-told = The best { $n } of each count.
club-division = Division { $n }
club-next-season = Next season
club-next-season-help = Of each division the last go down, and as many of the next come up.
club-next-season-not-over = The next season can be begun when all divisions are over and say how many go up and down.
club-next-season-make = Begin the next season with these divisions
club-ratings-help = Calculated from the event logs. Only meetings that were played and won count: no forfeits, byes, ties or unnamed pairs. These ratings are separate from those of matches on this server.
club-ratings-none = No meeting of a game that is rated has been played yet.
club-ratings-meetings = { $n ->
    [one] One meeting
   *[other] { $n } meetings
}
club-act-found = { $by } founded the club
club-act-describe = { $by } changed what is said of it
club-act-move = { $by }: { $about }, { $was } → { $now }
club-act-hand-over = { $by } handed the club over to { $about }
club-act-season = { $by } changed the season “{ $what }”
club-act-event = { $by } changed the calendar
club-act-close = { $by } closed the club
club-nothing = nothing
club-somebody = somebody who has left
club-zone = Time zone
club-zone-help = Where the club meets, such as America/Caracas. Empty: UTC.
club-zone-wrong = There is no time zone “{ $zone }”. Write one such as America/Caracas.
club-times = Times: { $zone }
club-event-ends = Ends at
club-event-ends-help = Without an end, the calendar has the forecast.
club-event-skipped = The clock in { $zone } skips this time. Choose another one.

# The private league of a club
league = Private league
league-title = Private league of { $club }
league-help = Only people of the club see this page. A match counts for the players who accepted it.
league-none = No match counts yet. Open the tally of your score sheet and add an evening.
league-sheet = Open the score sheet
league-yours = Your evenings
league-csv = Save the tally as CSV
league-evening = { $day }: { $n ->
    [one] one match
   *[other] { $n } matches
}, { $won } won
league-request = { $who } says that you played in { $club } on { $day }.
league-request-gone = Someone who left says that you played in { $club } on { $day }.
league-requests = Evenings to accept
league-accept = Accept
league-decline = Decline
league-leave = Withdraw
league-take-back = Remove for everyone
league-give-title = Add an evening to { $club }
league-give-choose = To which club?
league-give-match = Won: { $winners }. Lost: { $losers }.
league-give-who = Who is who?
league-give-nobody = Nobody in the club
league-give-help = Choose people of the club for the names. Each of them has to accept; other names are not stored.
league-give-listed = You can choose people on the club’s list. They add themselves on the club’s page.
league-give = Add the evening
league-give-nobody-named = Choose at least one person of the club.
league-give-twice = Choose a different person for each name of a match.
league-give-no-member = You cannot choose one of these people. Open the tally again.
league-known = The league already has these matches.
league-full = The league has 5,000 matches, or someone has 500 matches to answer.
league-done = Done.
league-sheet-wrong = The rules do not allow line { $line } of this sheet. Correct the match on the score sheet.
league-no-match = No match of that day is finished. Finish one on the score sheet.
league-long = This evening is too long: at most 800 lines.
league-no-club = You are not in an open club. Join or create one.
