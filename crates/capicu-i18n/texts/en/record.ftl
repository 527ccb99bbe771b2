# What can be wrong with rule files and match records. A program says the place first; what stands
# between backticks is written so in the file, in every language.

did-you-mean = ; did you mean `{ $word }`?
at-option = { $option }: { $why }

file-too-long = the text is longer than 64 KiB, the limit of rule files
file-syntax = not TOML: { $why }
file-json = this is JSON; a rule file is TOML: one setting per line, such as `target = 100`, with text in quotes
file-one-name = {"; "}in files it is always called `{ $name }`
file-unknown-option = unknown option `{ $name }`
file-no-table = options belong at the top of the file, not in a table `{ $name }`
file-unknown-base = unknown game `{ $name }`
file-value = invalid value `{ $value }` for `{ $option }`: { $why }
file-one-of = not one of the values of this option: { $words }
file-from-to = not a whole number from { $min } to { $max }
file-tiles = a tile is two numbers from 0 to 18 joined by a hyphen, such as 6-4
file-type = `{ $name }` has to be { $due ->
    [word] a word in quotes
    [number] a whole number without quotes
    [tiles] a list of tiles such as ["0-0"]
    [text] a text in quotes
    [texts] a list of texts
   *[table] a table of options
}, not { $found ->
    [text] a text
    [number] a number
    [fraction] a number with a fraction
    [truth] true or false
    [date] a date
    [list] a list
   *[table] a table
}
file-id = an id has only lower-case letters, digits and hyphens
file-known-id = `{ $id }` is the id of a shipped game; matches under this file will carry its name
file-no-effect = `{ $option }` has no effect with the other options
file-nothing-to-draw = `reserve` keeps all tiles, so nobody can draw
file-players = `players` lists at least one number from 2 to 12, each once
file-missing = a file without `base` also needs these options: { $options }
file-rules = with { $players } players: { $why }
file-more = there are more problems; fix the first { $n } to see them

text-too-long = the text is longer than 8 MiB, the limit of a match
text-utf16 = the text is in UTF-16; save it as UTF-8
text-utf32 = the text is in UTF-32; save it as UTF-8
text-not-utf8 = the text is not UTF-8 from here on; save it as UTF-8
text-not-a-record = not a domino record: the first line must be `domino-record { $version }`
text-json = this is JSON; `capicu convert --from json` turns it into a record, and `capicu arena --record FILE.domino` writes records of bot matches
text-newer = this record has format version { $found }, and this program reads up to { $version }; update capicu
text-cut-off = the record ends before its `result:` line; it is incomplete, or needs `result: unfinished`
text-after-result = nothing may follow the `result:` line of a record
text-another-record = another match begins here; this command reads one match, `capicu replay` and `capicu convert` read several
text-control = control characters are not allowed here
text-not-a-tag = expected a tag such as `event: name`, `round 1`, `turn-up:`, `thrown-in:` or `result:`
text-line-control = line breaks and control characters are not allowed in this text
text-line-name = a tag has only lower-case letters, digits and hyphens, and begins with a letter
text-line-reserved = this name is reserved in records
text-twice-tag = `{ $name }` occurs twice
text-no-rules = the rules are missing: `base: GAME` or a line `rules: players 4, …`
text-rules = invalid rules: { $why }
text-not-an-item = expected `round N`, `turn-up:`, `thrown-in:`, `withdrew:` or `result:`
text-round-number = this is round { $number }
text-not-a-turn = expected a turn such as `A: 6-4@6-6`, or `hand`, `boneyard`, `left`, `count`, `end`, `points` or `score`
text-deal-after-moves = hands and boneyard come before the first move
text-moves-after-claims = moves come before `left`, `count`, `end`, `points` and `score`
text-not-a-move = not a move: a tile (`6-6`), a tile and the one it is laid against (`6-4@6-6`), `draw`, `pass`, `hand-over`, or another of the words in docs/record-format.md
text-incomplete = `{ $word }` has to be followed by { $due ->
    [tile] a tile
    [play] the tile and the one it was laid against, as in `6-4@6-6`
    [points] how many points, as in `declare 10`
   *[open] `open` and the number that is open now
}
text-no-move = a move is missing here
text-several-ends = { $tile } fits different ends; write one of { $plays }
text-no-sides = this layout is not a line, so it has no left and right; write the tile it was played against, as in `6-4@6-6`
text-nothing-lies = the first tile of a round is played at no end; write it alone
text-not-a-tile = expected a tile: two numbers from 0 to 18 joined by a hyphen, such as `6-4`
text-not-in-game = { $tile } is not a tile of this game
text-twice = { $tile } occurs twice in this deal
text-number = hands and boneyard hold { $held } tiles, but the game has { $tiles }; write `?` for unknown tiles
text-not-a-seat = expected a seat: letters from A for the { $n } seats, in order of play
text-not-a-side = expected a side: one of { $sides }
text-not-a-number = expected a whole number in range
text-turn-up = expected seats and their tiles in order: `turn-up: A 6-5, B 4-4`
text-thrown-in = expected `thrown-in: no double`, `thrown-in: doubles A` or `thrown-in: suit A`
text-end = expected `end: out A`, `end: blocked A+C`, `end: tied`, `end: target A+C` or `end: void`
text-points = expected points such as `A+C 25 pips, A+C 20 capicu`, or `none`
text-reason = `{ $word }` is not a reason for points
text-score = expected the scores of all sides in order, such as `score: A+C 25, B+D 0`
text-result = expected `result: unfinished`, the winning side, or that side and `forfeit`
text-too-much = unexpected text at the end of this line

breach-round = round { $round }: { $problem }
breach-move = round { $round }, move { $turn }: { $problem }
breach-legal = (legal for { $seat }: { $actions })
breach-not-its-turn = it is the turn of { $to-act }, not { $seat }
breach-illegal = { $action } is not legal: { $why }
breach-irregular = { $action } is impossible: { $why }
breach-drew = { $drawn } cannot have been drawn; the next tile of the boneyard is { $next }
breach-round-over = the round is already over
breach-not-over = the round is not over; it is the turn of { $seat }
breach-match-over = the match is already over
breach-deal = this deal does not fit the game: { $why }
breach-must-throw-in = this deal must be thrown in: { $why }
breach-not-thrown-in = the rules do not throw this deal in
breach-other-reason = wrong reason to throw the deal in: { $why }
breach-withdrew-partner = a player withdraws only where all play alone
breach-withdrew-already = this seat plays no more
breach-turn-up-first = the first opener must be drawn: `turn-up: A 6-5, B 4-4`
breach-no-turn-up = no tiles are turned up at this point
breach-not-drawing = every seat turns up a tile; after a tie, only the tied seats do
breach-end = wrong end of the round; correct: { $right }
breach-points = wrong points; correct: { $right }
breach-score = wrong score; correct: { $right }
breach-goes-on = the match is not over
breach-won = wrong result; { $winner } won the match
breach-hex = the tag `{ $tag }` needs 64 hexadecimal digits
breach-commitment = the commitment does not match the seed
breach-seed = the seed gives a different deal
breach-too-many-unknown = too few tiles are known to check this; record more of them
breach-fits-nowhere = { $tile } fits no open end
breach-laid-already = { $tile } is already on the table
breach-was-left = { $tile } cannot have been played: `left { $seat }` lists it
breach-elsewhere = { $tile } was dealt to { $seat }, so it cannot be here
breach-asleep = { $tile } was dealt to nobody, so it cannot be here
breach-passed-on = { $seat } cannot hold { $tile }: it would have fitted at move { $turn }
breach-cannot-hold = with the tiles seen so far, { $seat } cannot hold { $tile }
breach-holds = { $seat } holds { $tile }, which can be played
breach-not-asleep = { $tile } cannot be the next tile of the boneyard
breach-no-deal-allows = with the tiles seen so far, { $action } is impossible
breach-cannot-open = { $seat } cannot open: another seat holds the opening tile
breach-hand-size = { $seat } is dealt { $held ->
    [one] { $held } tile
   *[other] { $held } tiles
} instead of { $due }: write `?` for each tile that is not known, or what was left in the end as `left { $seat }: 4-4`
breach-left = these tiles cannot all have been left in these hands
breach-left-otherwise = { $seat } was left with { $held ->
    [0] no tile
    [one] { $held } tile
   *[other] { $held } tiles
}; `left` lists them, with `?` for one that is not known
breach-count = the tiles of { $seat } count { $right }
breach-claimed-by-no-deal = `{ $claim }` is wrong whatever the tiles were that are not shown
breach-no-deal = no deal of the tiles that are not shown makes this possible
breach-open-end = { $pip } at { $tile }
breach-open = (open: { $ends })

unchecked = not checked, since { $why }
unchecked-turn = it depends on tiles that the record does not show whether this was allowed
unchecked-claim = it depends on tiles that the record does not show
unchecked-too-many = there are too many ways in which the tiles that are not shown can have lain

round-not-known = Its value depends on tiles that the record does not show.

thrown-in-no-double = nobody holds a double
thrown-in-many-doubles = { $seat } holds too many doubles
thrown-in-long-suit = { $seat } holds too many tiles of one number

not-legal-round-over = the round is over
not-legal-not-your-turn = it is the turn of another seat
not-legal-not-held = { $tile } is not in the hand
not-legal-nothing-led = no tile has been led yet
not-legal-already-led = the round has been opened already
not-legal-must-lead = { $tile } has to be led
not-legal-must-lead-double = a double has to be led
not-legal-does-not-fit = { $tile } cannot be laid against { $on } now
not-legal-can-play = a tile in the hand can be played
not-legal-must-draw = a tile has to be drawn first
not-legal-cannot-draw = no tile may be drawn now
not-legal-cannot-hand-over = the pose cannot be handed over

not-irregular-not-in-play = no tile is to be played now
not-irregular-cannot-play = the seat cannot play, so its pass is not false
not-irregular-fits = { $tile } fits { $on }, so the play is not wrong
not-irregular-not-held = { $tile } is not in the hand
not-irregular-no-place = { $tile } cannot lie open against { $on }
not-irregular-may-draw = the seat may draw although it could play
not-irregular-cannot-draw = no tile may be drawn now
not-irregular-right-number = the hand was dealt the right number of tiles
not-irregular-not-slow = slow play has no price here, or it is the turn of another seat
not-irregular-not-exposed = { $tile } is not an exposed tile
not-irregular-nothing-to-call = there is no score to call
not-irregular-silent = this seat called wrongly and may call nothing more until the next tile
not-irregular-named = the points of this tile have been named already

no-deal-twice = { $tile } is dealt twice
no-deal-not-in-game = { $tile } is not in this game
no-deal-missing = { $tile } is missing
no-deal-hand-size = { $seat } holds { $held } tiles instead of { $hand }
no-deal-seats = { $hands } hands for { $seats } seats

in-match = match { $number }: { $problem }
of-match = { $file }, match { $number }
no-such-match = there is no match { $number }; there are { $n }
folder-without = there is no file in this folder whose name ends in { $endings }
matches-judged = { $n } matches: { $valid } keep to the rules, { $broken } break them, { $unreadable } cannot be read
stopped-after = stopped after { $n ->
    [one] { $n } match
   *[other] { $n } matches
}

choice-unknown = unknown game `{ $name }`{ $meant } (`capicu games` lists them)
choice-players = { $game } is not played by { $players }; it is for { $numbers } players
choice-plain = plain rules are for { $numbers } players, not { $players }; choose a game with --game or --rules
choice-none = name a game with --game or a rule file with --rules
standard-input = standard input
no-such-file = there is no such file

twin-format = this has to be `{ $format }`
twin-version = this program reads version { $version }, not { $found }
twin-seat = there are { $n } seats, from 0
twin-side = there are { $n } sides, from 0
twin-each-seat = an entry for each seat is needed
twin-each-side = an entry for each side is needed
twin-turn-up = the tiles turned up are tiles of this game, none of them twice, and there is at least one
twin-tile = a tile is needed
twin-on = the tile it was laid against is needed
twin-no-at = only a `play` without `on` has this
twin-no-tile = this move has no such tile
twin-no-open = only a wrong play has this
twin-no-points = only a `declare` has this
twin-pip = a number from 0 to 18 is needed
twin-mark = this is not a mark
twin-json = not the JSON of a record: { $why }

foreign-no-moves = there are no moves; they look like `{ $example }`
foreign-tile = move { $number }: not a tile of a double-six set
foreign-does-not-fit = move { $number }: { $tile } does not fit there
foreign-player = move { $number }: there is no such player
foreign-deal = the hands and the moves do not go together: { $why }
foreign-too-many = player { $player } laid or holds more than seven tiles
not-openspiel-rounds = OpenSpiel’s dominoes are a single round; this record has { $rounds }
not-openspiel-deal = OpenSpiel deals a double-six set to 2 or 4 players, 7 tiles each
not-openspiel-hidden = OpenSpiel needs every hand, and not all tiles of seat { $seat } are known
not-openspiel-move = move { $number }: OpenSpiel only lays tiles at the two ends of a line, or passes

list-no-moves = there are no moves; begin with a heading such as `round,player,tile,end`, then write one move per line
list-heading = the heading needs a column `player` and a column `tile`, as in `round,player,tile,end`
list-heading-twice = two headings mean the same column; rename or remove one
list-no-heading = this cell has no heading; put tiles with commas in quotes, or name the column
list-quote = a quotation mark is not closed on this line; close it
list-json = not JSON: { $why }; write objects such as { $example }
list-value = this must be text, a number or a list
list-log-line = not a line of this log; write `MOVE: [0, (6, 4), 1]`, `PASS: [0]`, `DRAW: [0]`, `HAND: [0, (6, 4)]` or `NEW_GAME: []`
list-no-player = the player is missing; write a name, or the number or letter of the seat
list-no-move = the move is missing; write a tile such as `6-4`, `pass` or `draw`
list-word = unknown move `{ $word }`; write a tile such as `6-4`, or one of `pass`, `draw`, `hand`, `boneyard`, `turn-up`, `hand-over`, `declare` and `muggins`
list-tile = `{ $text }` is not a tile; write two numbers from 0 to 18, such as `6-4`
list-no-tile = the tile is missing; write two numbers from 0 to 18, such as `6-4`
list-tiles = not a list of tiles; write them with spaces, such as `6-4 5-5 1-0`, and `?` for an unknown one
list-tile-twice = this move names its tile in two columns; leave one empty
list-takes-no-tile = this move has no tile; leave the cell empty
list-points = not a number of points; write `declare 10`
list-end = `{ $text }` is not an end; write `left`, `right`, the open number, or the tile there
list-side = `{ $text }` is not a side; write `left`, `right`, 0 or 1
list-end-twice = two columns name the end; leave one empty
list-not-on-tile = { $tile } has no { $pip }; write the number that the tile joins, not the one that it leaves open
list-not-open = no open end shows { $pip }; write the number that the tile joins
list-several = { $tile } fits several ends; write the tile that it joins: { $on }
list-no-sides = this layout has no left and right; write the tile that it joins
list-player = `{ $name }` is one player too many: the rules have { $seats } seats; correct the name, or choose the rules with --game and --players
list-players = the list names { $found ->
    [one] { $found } player
   *[other] { $found } players
}, but the rules have { $seats } seats; choose the number with --players
list-round-order = round `{ $round }` is out of order; sort the lines by round
list-hand-twice = list a hand once per round, before the first move of its player
list-boneyard-late = list the boneyard once per round, before the first move
list-turn-up-late = tiles are turned up before the first move
list-turn-up-first = the rules draw for the first lead; write a line `turn-up 6-5` for each player, before the first move
list-hand = the hand has { $held ->
    [one] { $held } tile
   *[other] { $held } tiles
}, but each player gets { $due }; list the hand as dealt
list-plain = no game is chosen, so plain rules apply; choose a game with --game or --rules
list-without-hands = the list has no complete hand for { $seats }; unknown tiles become `?`
list-passes = the list names no passes; { $n ->
    [one] { $n } pass was added
   *[other] { $n } passes were added
}
list-unchecked = { $n ->
    [one] { $n } move depends
   *[other] { $n } moves depend
} on unknown tiles and cannot be checked
list-other-form = --game, --rules, --players and --set need `--from moves`
