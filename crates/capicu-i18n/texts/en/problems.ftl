# What went wrong, and what to do about it. The server sends codes; these are their texts.

problem-stale = The table has moved on: look again and play.
problem-not-your-turn = It is not your turn.
problem-not-seated = You are watching: only a seat can play.
problem-table-gone = This table is gone. Start a new one.
problem-table-full = All seats of this table are taken.
problem-wrong-link = This link does not open a seat. Ask for a new one.
problem-revoked-link = This link was replaced by a new one. Ask for it.
problem-seat-taken = Somebody sits there already.
problem-rate-limited = Too much at once. Wait a moment.
problem-too-large = That message is too large.
problem-malformed = The table did not understand that. Reload the page.
problem-version = This page is out of date. Reload it.
problem-origin = This page does not belong to this table.
problem-internal = Something broke on our side. Your seat is kept; try again.
problem-storage = The table cannot write down the move. Nothing is lost; try again in a moment.
problem-shutdown = The server is restarting. Your seat is kept.
problem-unknown-game = There is no such game.
problem-unknown-page = There is no such page.
problem-match-over = The match is over.
problem-bad-rules = These rules cannot be played: { $why }
problem-no-wasm = This browser is too old for the table. Please update it.
problem-no-script = The table needs JavaScript and WebAssembly.
problem-wait-deal = The next round has not been dealt yet.
problem-bad-name = A name has 1 to 24 letters.

illegal-round-over = The round is over.
illegal-not-held = You do not hold the { $tile }.
illegal-nothing-led = A tile has to be led first.
illegal-already-led = The round has been opened already.
illegal-must-lead = The { $tile } has to open.
illegal-must-lead-double = A double has to open.
illegal-does-not-fit = The { $tile } cannot go on the { $on } now.
illegal-can-play = You can play, so you may not pass.
illegal-must-draw = You have to draw first.
illegal-cannot-draw = You may not draw now.
illegal-cannot-hand-over = You cannot leave the pose to your partner now.

rules-too-few-tiles = { $needed } tiles would be dealt, but the set has only { $available }.
rules-removed-unknown = The { $tile } is not in this set.
rules-pairs-need-four = Partners need exactly four players.
rules-nobody-can-open = It could happen that nobody ever holds the tile that opens.
rules-no-deal-accepted = With so few doubles allowed in a hand, every deal would be thrown in.
clash-partners-go-out = Both partners can only go out where people play in pairs.
clash-love-needs-games = Scores can only go back to nothing where games are counted.
clash-play-off-needs-love = A play-off at one all needs two sides and scores that go back to nothing.
clash-stakes-need-games = Ties can only raise the stake where games are counted.
clash-stakes-need-two-sides = A rising stake needs two sides.
clash-key-tile-needs-line = The key tile belongs to a plain line where games are counted.
clash-exact-needs-immediate = An exact finish has to be looked at during play; at the end of a round it might never come.
clash-exact-no-penalties = Penalties cannot be held to an exact number.
clash-nothing-to-call = There is nothing to call where the open ends do not score.
clash-ends-need-pips = The open ends can only score where pips are counted.
clash-premiums-need-pips = Premiums can only be paid where pips are counted.
clash-fines-are-penalties = Fines for passing and false plays belong to games of penalties.
clash-pips-per-point = More than one pip to a point means five, with rounding, and with ends in fives or not at all.
clash-skunk-line = The corner of the board must come before the target.
clash-skunk-needs-pips = A skunk belongs to a race for points.
clash-withheld-needs-pips = Points can only be withheld where pips are counted.

cli-serving = Capicú is ready: { $url }
cli-stop = Press Ctrl+C to stop. Tables are kept in { $folder }.
cli-port-taken = Port { $port } is taken. Stop the other program or choose another with --listen { $host }:PORT.
cli-cannot-listen = Cannot listen on { $address }: { $why }
cli-not-writable = Cannot write in { $folder }. Choose another folder with --data DIR or change its permissions.
cli-newer-database = The database in { $folder } was made by a newer version. Update Capicú; the file was not touched.
cli-damaged-database = The database { $file } is damaged and was not touched. Restore a copy, or move it away to start anew.
cli-in-use = Another Capicú is using { $folder }.
cli-unknown-game = There is no game “{ $id }”. “capicu games” lists them.
cli-unknown-game-near = There is no game “{ $id }”. Did you mean “{ $near }”?
cli-bad-players = { $game } is not played by { $n ->
    [one] one player
   *[other] { $n } players
}, but by { $players }.
