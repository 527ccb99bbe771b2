# The page, the lobby, the table.

app-name = Capicú
app-tagline = Real dominoes, with friends or right now.
play-now = Play now
private-table = Private table
private-table-help = Make a table and send each friend a link.
make-table = Make the table
choose-game = Game
choose-players = Players
players-count = { $n ->
    [one] { $n } player
   *[other] { $n } players
}
house-rules = House rules
usual-rules = Back to the usual rules
by-the-book = By the book
by-the-book-help = The rules of the source, where most people play differently
changed-rules = { $n ->
    [0] Played by the usual rules
    [one] One house rule
   *[other] { $n } house rules
}
rules-of-game = Rules of the game
rules-cites = Show after each sentence where it comes from

links-title = Links to the seats
links-help = The first person to open a link gets its seat. The match begins when no seat is free.
code-title = Code of the table
code-help = Say it aloud, or show the QR code. It gives a free seat. It also opens at
link-for-seat = Link for { $seat }
copy-link = Copy link
copy = Copy
copied = Copied
seat-taken = Taken
your-link = Your own link: it brings you back to your seat on any device. Keep it to yourself.
revoke-link = Make a new link
link-revoked = The old link no longer works.
renew-free = The old link stops working.
renew-taken = { $who } loses the seat. A bot plays there until somebody opens the new link.
renew-own = The old link stops working, and your other devices leave the table.
new-link-for = New link for { $seat }
your-name = Your name
default-name = Guest
leave-table = Leave the table
delete-table = Delete the table
delete-sure = Delete the table? Nobody can play on here, and its links stop working.
you-left = You left the table. A bot plays on for you until you come back.
back-home = Home

seat-you = You
seat-partner = Partner
seat-left = Left
seat-right = Right
seat-across = Across
seat-out = Out: place { $place }
withdraw = Withdraw
withdraw-sure = Withdraw from this match? The others play on without you.
seat-number = Seat { $n }
you-lower = you
bot = { $name } (bot)
is-bot = Bot
is-bot-of = Bot, level { $level }
is-away = Away
is-back = { $who } is back.
gone-away = { $who } is away. The seat is kept.
bot-took-over = { $who } is away: a bot plays until they come back.
away-until = { $who } is away. A bot plays on in { $seconds } s.
is-stood-in = Away: a bot plays
left-table = { $who } left: a bot plays until they come back.
joins-next-deal = { $who } plays from the next deal on; a bot plays until then.
you-next-deal = You play from the next deal on.
you-next-deal-help = A bot plays this round for you.
you-play-again = You play again.
let-bot-play = Let a bot play now
seconds-left = { $n } seconds left.
clock-played = Your time ran out: a bot played this turn for you.
play-again = Take over from the bot
bot-plays-for-you = A bot plays for you until you come back. Your seat is kept.
part-left = { $who } left: the match counts as a loss.
part-deserted = { $who }, whose partner left: a win counts, a loss does not.
devices = { $n ->
    [one] Your seat is open on one device.
   *[other] Your seat is open on { $n } devices.
}
come-back = Come back
free-seats = { $n ->
    [one] One seat is still free.
   *[other] { $n } seats are still free.
}
fill-with-bots = Fill the free seats with bots
grace = If a player is away, a bot takes over after
grace-seconds = { $seconds } s
grace-minutes = { $minutes } min
match-stopped = This match cannot continue
match-stopped-why = The rules of the table have been corrected since, and by them the rounds played would have ended otherwise. The scores stay as they were written down.
match-stopped-time = Time is up
match-stopped-time-why = The last hand of the meeting is finished. The scores count, and the event has them.
match-stopped-desk = The meeting is over
match-stopped-desk-why = The desk of the event has settled it.
sat-down = { $who } sits down.

your-turn = Your turn
your-turn-title = ● Your turn
waiting-for = Waiting for { $who }…
thinking = { $who } is thinking…
waiting-for-players = Waiting for the others to sit down…
others-ready = Everybody else is ready.
waiting-deal = Dealing…
may-lead-any = Open with any tile.
must-lead-double = Open with a double.
choose-tile = Choose a tile.
choose-end = On which end?
end-on-tile = On the { $tile }, at its { $pip }
end-left-number = ← on the { $pip }
end-right-number = on the { $pip } →
fits-nowhere = The { $tile } does not fit anywhere.
fits-neither = The { $tile } fits neither { $one } nor { $other }.
fits-not-one = The { $tile } does not fit the { $pip }.
play-it = Play it
cancel = Cancel
close = Close
pass = Pass
knock = Pass
knocks = { $who-is ->
    [you] You pass
   *[other] { $who } passes
}
auto-pass = You can’t play: you pass.
draw-tile = Draw a tile
draw-needed = Nothing fits: draw a tile.
draws = { $n ->
    [one] Draws a tile
   *[other] Draws { $n } tiles
}
boneyard = Boneyard
boneyard-count = { $n ->
    [0] The boneyard is empty
    [one] One tile in the boneyard
   *[other] { $n } tiles in the boneyard
}
tiles-left = { $n ->
    [0] No tiles left
    [one] One tile left
   *[other] { $n } tiles left
}
last-tile = Last tile!
ends-sum = Ends: { $total }
ends-sum-scores = { $points ->
    [one] Ends: { $total }, one point
   *[other] Ends: { $total }, { $points } points
}

huddle-title = Who leads?
huddle-help = Say only who poses, not what you hold.
huddle-i-pose = I’ll pose
huddle-you-pose = You pose
huddle-waiting-partner = { $partner } decides who of you poses…

match-to-love = First to { $target } love
match-to-points = First to { $target } points
match-to-games = First to { $target }
match-to-penalties = Ends at { $target }; the lowest score wins
next-round = Next round
next-round-soon = The next round begins in { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
}.
show-table = Look at the table
show-result = Show the result
rematch = Rematch
rematch-offered = { $who } would like a rematch.
rematch-others = Rematch with other partners
rematch-others-offered = { $who } would like a rematch with other partners.
new-partners = Other partners: you play with { $who }.
rematch-waiting = Waiting for the others to agree to a rematch…
new-match = New match
leave-sure = Leave the table? A bot will play your tiles until you come back.
leave-sure-lobby = Leave the table? A bot plays for you. Unless you return, the match counts as a loss. If you leave often, you cannot look for people for a while.

connecting = Connecting…
reconnecting = Connection lost. Connecting again…
reconnect-in = { $seconds ->
    [one] Trying again in one second.
   *[other] Trying again in { $seconds } seconds.
}
reconnect-now = Try now
offline = You are offline. Your seat is kept.
move-pending = Sending…

language = Language
mute = Mute
unmute = Sound on
menu = Menu
help = Help
more = More
fair-title = Fair deals
fair-help = The tiles of the whole match follow from one secret number. Its fingerprint is shown before the first deal and the number itself after the last, so anybody can check every deal.
fair-commitment = Fingerprint: { $hash }
fair-seed = Secret number: { $seed }

start-match = Start
practice = Practice on this device
plan-open = Friend
hint-ask = Hint
key-hint = Ask what to play, where the table allows it
hint-best-move = Best: { $best }.
hint-equal = About equal: { $best } or { $next }.
hint-says = Best: { $best }, as good as winning the round { $chance } times in 100; next best: { $next }, { $less } times.
hint-about-equal = { $best } or { $next }: about equal, as good as winning the round { $chance } times in 100.
hint-shuts = After the best, the next player holds nothing that fits in { $share } of 100 possible deals.
hint-lay = { $tile }
hint-lay-on = { $tile } on the { $on }
hint-hand-over = leaving the pose to the partner
hint-draw = drawing
hint-pass = passing
turn-time = Time for a turn
turn-time-off = No limit
turn-time-seconds = { $seconds } s
turn-time-bank = { $seconds } s + { $bank } s
turn-time-help = With two times: each turn has the first, and whatever goes beyond it comes out of the second, which is for the whole match.
in-bank = Time bank: { $left }
call-declare = Declare
memory-open = Moves
call-muggins = Muggins!
call-points = Calling points
call-sum-help = The points to call, with your tile or after it
call-last = Call the points of your last tile, if it made any.
call-none = Nothing to call
call-in-vain = { $who-is ->
    [you] You get nothing for that call.
   *[other] { $who } gets nothing for that call.
}
key-calls = Choose the points to call; call “Muggins!”

zoom = Look closer
zoom-in = Larger
zoom-out = Smaller
zoom-fit = Show the whole table
score-sheet = Score sheet

more-games = More games
rule-file = Rule file
rule-file-help = Write your house rules in a file, check them, and play with them.
rule-file-text = The rules
rule-file-open = Open a file
rule-file-check = Check the rules
rule-file-table = Make a table by these rules
rule-file-examples = Games to start from
rule-file-wrong = { $n ->
    [one] One thing is wrong
   *[other] { $n } things are wrong
}
rule-file-place = Line { $line }, column { $column }:
how-to-play = How to play { $game }
rules-of-table = Rules at this table
result-share = Share a picture
last-round = The last round
pips-left = Pips left
rounds-played = { $n ->
    [one] one round
   *[other] { $n } rounds
}
