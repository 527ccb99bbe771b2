# The lobby: who seeks a table with people.

lobby = Play with people
lobby-help = Tap a game and a speed: you sit down within seconds.
lobby-game = Game
lobby-speed = Speed
lobby-fast = Fast, { $seconds } s a turn and { $bank } s a match
lobby-usual = Usual, { $seconds } s a turn and { $bank } s a match
lobby-slow = Slow, { $seconds } s a turn and { $bank } s a match
lobby-fast-short = Fast
lobby-usual-short = Usual
lobby-slow-short = Slow
lobby-company = Company
lobby-alone = Alone
lobby-alone-line = with anybody
lobby-partner-line = by invitation
lobby-a-turn = { $seconds } s a turn
lobby-a-turn-and-bank = { $seconds } s a turn and { $bank } s a match
lobby-waiting-here = { $n } waiting
lobby-you-wait = you are waiting
lobby-live = Being played now
lobby-open = Tables with room
lobby-open-help = A bot gives you its seat, and you play from the next deal on.
lobby-open-none = None just now.
lobby-places = { $n ->
    [one] one seat free
   *[other] { $n } seats free
}
lobby-sit = Sit down
lobby-sit-with = Sit down with { $who }
lobby-sit-gone = No seat is free at that table any more. Choose another, or find a new one.
lobby-cancelled = You are not looking for a table any more.

lobby-waiting = Looking for people
lobby-people = { $n ->
    [one] You are the first. The table has { $seats } seats.
   *[other] { $n } people are looking for this. The table has { $seats } seats.
}
lobby-time = Waiting for { $waited } s. Bots take the empty seats in { $bots } s.
lobby-moment = You sit down in a moment.
lobby-bots-now = Start with bots now
lobby-cancel = Cancel
lobby-keep-open = Keep this page open: it takes you to the table.
lobby-over = You are not looking for a table
lobby-over-help = A search ends a few seconds after you close its page, or when the server restarts.
lobby-again = Look again
lobby-seated = You have a seat already
lobby-seated-help = The table was found before you cancelled. A bot plays for you as long as you stay away.
lobby-to-table = Go to the table

lobby-invite = With a partner
lobby-no-partners = Nobody has a partner in this game. Choose another, or look for a table alone.
lobby-partner = Your partner
lobby-partner-help = Send this link to your partner, or have it scanned. As soon as your partner is here, you look for a table together and sit across from each other.
lobby-partner-link = Link for your partner
lobby-partner-picture = QR code of the link
lobby-partner-awaited = Your partner has not come yet.
lobby-partner-away = Your partner is not here. The search resumes when their page is open again.
lobby-invited = { $who } wants you as a partner
lobby-invited-help = You look for a table together and sit across from each other.
lobby-join = Play as partners
lobby-invitation-over = This invitation is over: somebody has accepted it, or it was cancelled. Ask for another, or look for a table alone.

invited-title = { $who } invites you to a table
invited-rules = By the rules of { $game }
invited-seats = Choose a seat, as { $who } sees the table
invited-house-rules = { $game } with house rules:
invited-free = Free
invited-bot = A bot
invited-sit = Sit down
invited-over = This code doesn’t work: it is mistyped, the table is full, or the table is closed.

room-called = Save name
room-share = Share the invitation
room-copy = Copy the invitation
room-invitation = { $name } invites you to a table of { $game }:
room-ready = Ready
room-unready = Not ready yet
room-missing = Still waiting for { $who }.
room-all = Everybody is there and ready.
room-swap = Change places
room-swap-with = Who is to change places with { $name }?
room-swap-to = To this place
room-bot-short = Bot
room-bot-here = A bot plays here
room-remove = Remove
room-remove-sure = { $who } loses the seat, and its link opens nothing more. Remove { $who }?
room-give = Give the table to { $who }
room-give-sure = { $who } looks after the table from then on: seats, links and places. Give it away?
people-here = People at the table
maker-other = { $who } looks after the table from now on.
maker-you = You are now the host: you manage seats and links.
