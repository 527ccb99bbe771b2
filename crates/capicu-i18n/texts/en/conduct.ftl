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
