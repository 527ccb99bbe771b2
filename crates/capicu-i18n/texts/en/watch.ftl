# Watching a table: the list of tables, and what the table says to those who watch.

watch = Watch
watch-help = Anybody may watch these tables. You see what everybody at the table sees; the hands are shown when a round is over.
watch-none = No public table is being played right now.
watch-none-help = Matches in the lobby can be watched. Start one, or come back later.
watch-all = All tables
watch-table = Watch { $game }: { $who }
watch-count = { $n ->
    [0] nobody is watching
    [one] one person is watching
   *[other] { $n } people are watching
}
watch-open = Anybody may watch this table. Spectators see no hands.
watch-you = You are watching
watch-closed = Only the players see this table. Ask one of them for a link to a seat.
