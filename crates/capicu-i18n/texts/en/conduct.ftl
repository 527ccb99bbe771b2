# How people behave: those who leave, reports, and what moderators do.

problem-paused = You cannot look for people to play with just now.
problem-banned = This player is banned here.

conduct-paused = You cannot look for people to play with until { $until }. { $why }
conduct-left = { $of ->
    [one] You left your last match with people.
   *[other] You left { $left } of your last { $of } matches with people.
}
conduct-paused-help = Bots and private tables are open to you all the time.
conduct-pause-near = { $why } Leave one more, and you cannot look for people here for { $long }.
conduct-minutes = { $n ->
    [one] a minute
   *[other] { $n } minutes
}
conduct-hours = { $n ->
    [one] an hour
   *[other] { $n } hours
}

conduct-mute-until = You are muted until { $until }; preset phrases still work.
conduct-mute-good = You cannot write words of your own any more.
conduct-pause-until = You cannot look for people to play with until { $until }.
conduct-pause-good = You cannot look for people to play with any more.
conduct-ban-until = You are banned until { $until }.
conduct-ban-good = You are banned permanently.
conduct-warned = A moderator has warned you.
conduct-renamed = A moderator has taken your name away. Choose another on the page “Account”.
conduct-reason = Reason: { $reason }
conduct-read = I have read this
conduct-notices = From the moderators
conduct-holds = Decisions of moderators about you

report = Report
report-title = Report somebody
report-help = A moderator reads it, with the last that was said at this table. The player you report will not know it was you.
report-whom = Player
report-why = Reason
report-words = In your own words
report-words-help = Describe what happened, and when. Optional; at most { $most } characters.
report-send = Send the report
report-sent = Your report is with the moderators. Thank you.
report-again = You have reported this already for this match. The moderators have it.
report-nobody = There is no other player that this server knows, so you cannot report anybody.
report-nothing = There is no such table or match, or you were not there.
report-why-talk = Abuse in talk
report-why-unfair = Unfair play
report-why-leaving = Leaving on purpose
report-why-name = Their name
report-why-other = Something else

moderate = Moderation
moderate-none = No open reports.
moderate-reports = { $n ->
    [one] one open report
   *[other] { $n } open reports
}
moderate-by = By { $who }; of their reports { $upheld } upheld and { $dismissed } dismissed.
moderate-match = Match { $number }
moderate-table = Table
moderate-said = Last messages at the table
moderate-seat = Seat { $seat }
moderate-do = Action
moderate-dismiss = Nothing: dismiss
moderate-warn = Warn
moderate-rename = Take the name away
moderate-mute = Mute: phrases only
moderate-pause = Pause: no people from the lobby
moderate-ban = Ban: signed out, no sign-in
moderate-until = For how long, where it is for a time
moderate-for-good = Permanently
moderate-why = Reason (shown to the player)
moderate-why-needed = Give a reason of at most { $most } characters: the person reads it.
moderate-act = Do it
moderate-done = Done. It is in the audit.
moderate-holds = Active sanctions
moderate-lift = Lift
moderate-lift-why = Why it is lifted
moderate-history = History
moderate-person-reports = Reports about this person
moderate-find = Find an account
moderate-found-none = No account has this username.
moderate-role = Role
moderate-role-moderator = Make this person a moderator
moderate-role-none = Take the role away
moderate-audit = Audit
moderate-audit-help = Everything that admins and moderators did, latest first. Nothing here can be changed.
moderate-audit-older = Older entries
moderate-audit-when = When
moderate-audit-who = Who
moderate-audit-what = What
moderate-audit-whom = Whom
moderate-audit-until = Until
moderate-audit-reason = Reason
moderate-act-owner = made admin
moderate-act-moderator = made moderator
moderate-act-no-role = role taken away
moderate-act-dismiss = reports dismissed
moderate-act-warn = warned
moderate-act-rename = name taken away
moderate-act-mute = muted
moderate-act-pause = paused
moderate-act-ban = banned
moderate-act-lift = lifted entry { $entry }
moderate-act-read = read entry { $entry }
moderate-act-sign-out = signed out everywhere
moderate-act-close = closed a table, or acted on an event
moderate-by-code = the code of the server
moderate-gone = deleted
moderate-guest = { $name } (guest)
moderate-member = { $name } (@{ $username })
moderate-owner = Become the admin
moderate-owner-help = The server printed a code when it started. Enter it to become the admin, who appoints moderators.
moderate-owner-code = Code
moderate-owner-closed = This server already has an admin, or it printed no code.
moderate-owner-member = Create an account first, under “Account”; guests cannot be admins.
moderate-days = { $n ->
    [one] a day
   *[other] { $n } days
}
