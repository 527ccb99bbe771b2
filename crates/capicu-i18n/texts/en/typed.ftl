# What is typed at a table, and what is answered. A text of words lists them with spaces between; one letter works in
# this language alone, longer words in every language.
typed-open = Play by typing
typed-close = Stop typing
typed-label = Command, such as 64 r, pass or help
typed-send = Do it
typed-pass = pass knock p
typed-draw = draw d
typed-hand = hand h
typed-ends = ends e
typed-board = board b
typed-score = score s
typed-last = last l
typed-passes = passes voids v
typed-counts = count c
typed-turn = turn t
typed-again = again repeat r
typed-advice = advice hint a
typed-muggins = muggins m
typed-call = call declare
typed-mine = mine
typed-yours = yours
typed-next = next n
typed-ready = start ready
typed-withdraw = withdraw
typed-help = help ?
typed-left = left l
typed-right = right r
typed-on = on @
typed-help-text = Tiles: 64, or 6-4. Ends: 64 l on the left, 64 r on the right. With more ends: 64 a, b or c, 6-4@6-6 on the double six, 64 on 4 at a 4. More: { typed-pass }; { typed-draw }; { typed-hand }; { typed-ends }; { typed-board }; { typed-score }; { typed-last }; { typed-passes } for all passes. { typed-counts } for tiles held; { typed-turn }; { typed-again } to repeat the last message; { typed-advice }. { typed-call } 10 and { typed-muggins } for points; { typed-mine } or { typed-yours } for who poses; { typed-next } for the next round; { typed-ready }; { typed-withdraw } to leave the match to the others; { typed-help }.
typed-empty = Type what to do, or help.
typed-unknown = I don’t know “{ $text }”. Type help for the commands.
typed-no-tile = “{ $text }” is no tile. Type one as 6-4.
typed-no-place = “{ $text }” is no place for a tile. Type l or r, a letter, or the tile to lay it against, as in 6-4@6-6.
typed-no-points = Type the points to be called, as in call 10.
typed-not-held = You do not hold the { $tile }.
typed-not-turn = It is not your turn.
typed-ready-help = Type start when you are ready to play.
typed-next-round = The round is over. Type next for the next round.
typed-next-match = The match is over. Type next for a rematch.
typed-not-now = That cannot be done now.
typed-not-there = The { $tile } cannot go there. Where it can: { $places }.
typed-where = Where does the { $tile } go? { $places }.
typed-place = { $key } for { $place }
typed-on-tile = the { $tile }, at its { $pip }
typed-passed = { $who-is ->
    [you] You passed on { $numbers }.
   *[other] { $who } passed on { $numbers }.
}
typed-passed-none = Nobody has passed in this round.
