# What can be wrong with rule files and match records. A program says the place first; what stands
# between backticks is written so in the file, in every language.

did-you-mean = ; did you mean `{ $word }`?
at-option = { $option }: { $why }

file-too-long = the text is longer than 64 KiB, which no rule file is
file-syntax = not TOML: { $why }
file-json = this is JSON; a rule file is TOML: a line each, `target = 100`, with words in quotation marks
file-one-name = {"; "}that is called `{ $name }` in a file, whatever the language
file-unknown-option = there is no option `{ $name }`
file-no-table = options stand at the top of the file, not in a table `{ $name }`
file-unknown-base = no game is called `{ $name }`
file-value = `{ $option }` cannot be `{ $value }`: { $why }
file-one-of = not one of the values of this option: { $words }
file-from-to = not a whole number from { $min } to { $max }
file-tiles = a tile is two numbers from 0 to 12 joined by a hyphen, such as 6-4
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
file-id = an id is made of small letters, digits and hyphens
file-known-id = `{ $id }` is the id of a game that is known by name: what is played by this file will bear that name
file-no-effect = `{ $option }` changes nothing here, as the other options are
file-nothing-to-draw = `reserve` keeps every tile that could be drawn, so none ever is
file-players = `players` names each number from 2 to 12 at most once, and at least one
file-missing = without a `base` these options have to be given too: { $options }
file-rules = with { $players } players: { $why }
file-more = from here on more is wrong, which is told once the first { $n } problems are mended

text-too-long = the text is longer than 8 MiB, which no match is
text-utf16 = the text is in UTF-16; save it as UTF-8
text-utf32 = the text is in UTF-32; save it as UTF-8
text-not-utf8 = the text is not UTF-8 from here on; save it as UTF-8
text-not-a-record = not a domino record: the first line has to be `domino-record { $version }`
text-json = this is JSON: `capicu convert --from json` turns the JSON twin of a record into one; of a contest of bots, `capicu arena --record FILE.domino` writes records
text-newer = this record is of format version { $found }, this program reads up to version { $version }: a newer program is needed
text-cut-off = the record stops before its `result:` line: it has been cut off, or needs `result: unfinished`
text-after-result = the result is the last line of a record
text-another-record = another match begins here: `capicu replay` and `capicu convert` read files of several, this command reads one
text-control = control characters may not stand here
text-not-a-tag = expected a tag such as `event: name`, `round 1`, `turn-up:`, `thrown-in:` or `result:`
text-line-control = a text here may not hold line breaks or control characters
text-line-name = a tag is named with small letters, digits and hyphens, beginning with a letter
text-line-reserved = this name has a meaning of its own in a record
text-twice-tag = `{ $name }` stands twice
text-no-rules = the rules are missing: `base: GAME` or a line `rules: players 4, …`
text-rules = these rules cannot be played: { $why }
text-not-an-item = expected `round N`, `turn-up:`, `thrown-in:` or `result:`
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
text-several-ends = { $tile } fits at several ends that are not alike: write which, { $plays }
text-no-sides = these tiles do not lie in a line, so nothing is left or right: write the tile it was laid against, as in `6-4@6-6`
text-nothing-lies = the first tile of a round is laid at no end: write it alone
text-not-a-tile = expected a tile: two numbers from 0 to 12 joined by a hyphen, such as `6-4`
text-not-in-game = { $tile } is not a tile of this game
text-twice = { $tile } occurs twice in this deal
text-number = hands and boneyard hold { $held } tiles together but the game has { $tiles }; write `?` for those not known
text-not-a-seat = expected a seat: the { $n } seats are called by letters from A, in the order of play
text-not-a-side = expected a side: one of { $sides }
text-not-a-number = expected a whole number that is not too large
text-turn-up = expected seats and their tiles in order: `turn-up: A 6-5, B 4-4`
text-thrown-in = expected `thrown-in: no double` or `thrown-in: doubles A`
text-end = expected `end: out A`, `end: blocked A+C`, `end: tied`, `end: target A+C` or `end: void`
text-points = expected points such as `A+C 25 pips, A+C 20 capicu`, or `none`
text-reason = points are not made for `{ $word }`
text-score = expected the scores of all sides in order, such as `score: A+C 25, B+D 0`
text-result = expected `result: unfinished`, the side that won, or that side and `forfeit`
text-too-much = nothing more may stand on this line

breach-round = round { $round }: { $problem }
breach-move = round { $round }, move { $turn }: { $problem }
breach-legal = (legal for { $seat }: { $actions })
breach-not-its-turn = it is the turn of { $to-act }, not of { $seat }
breach-illegal = { $action } is not legal: { $why }
breach-irregular = { $action } cannot have happened: { $why }
breach-drew = { $drawn } cannot have been drawn: the next tile of the boneyard is { $next }
breach-round-over = the round is over already
breach-not-over = the round is not over: it is the turn of { $seat }
breach-match-over = the match is over already
breach-deal = the deal is not one of this game: { $why }
breach-must-throw-in = this deal has to be thrown in: { $why }
breach-not-thrown-in = this deal need not be thrown in
breach-other-reason = the deal is thrown in for another reason: { $why }
breach-turn-up-first = tiles have to be turned up for the first opener: `turn-up: A 6-5, B 4-4`
breach-no-turn-up = tiles are not turned up now
breach-not-drawing = all turn up a tile, and after a tie those, and only those, whose tiles were equal
breach-end = the round ended otherwise: { $right }
breach-points = the points are others: { $right }
breach-score = the scores are others: { $right }
breach-goes-on = the match ended otherwise: it goes on
breach-won = the match ended otherwise: { $winner } won
breach-hex = the tag `{ $tag }`: not 64 hexadecimal digits
breach-commitment = the commitment is not that of the seed
breach-seed = the seed deals other tiles than these
breach-too-many-unknown = so many tiles are not known that it would take too long to find out whether this can have happened: write more of them down
breach-fits-nowhere = { $tile } fits at no open end
breach-laid-already = { $tile } lies on the table already
breach-was-left = { $tile } cannot have been laid: it is among the tiles `left { $seat }`
breach-elsewhere = { $tile } cannot have been there: it was dealt to { $seat }
breach-asleep = { $tile } cannot have been there: nobody was dealt it
breach-passed-on = { $seat } cannot hold { $tile }, which would have fitted in its move { $turn }
breach-cannot-hold = with the tiles seen so far, { $seat } cannot hold { $tile }
breach-holds = { $seat } holds { $tile }, which can be played
breach-not-asleep = { $tile } cannot be the next tile of the boneyard
breach-no-deal-allows = with the tiles seen so far, { $action } cannot be
breach-cannot-open = { $seat } cannot be the one to open: another seat holds the tile that opens
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

round-not-known = What it was worth depends on tiles that the record does not show.

thrown-in-no-double = nobody holds a double
thrown-in-many-doubles = { $seat } holds too many doubles

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

choice-unknown = no game is called `{ $name }`{ $meant } (`capicu games` lists them)
choice-players = { $game } is not played by { $players }; it is for { $numbers } players
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
twin-pip = a number from 0 to 12 is needed
twin-mark = this is not a mark
twin-json = not the JSON of a record: { $why }

foreign-no-moves = there are no moves; they look like `{ $example }`
foreign-tile = move { $number }: not a tile of a double-six set
foreign-does-not-fit = move { $number }: { $tile } does not fit there
foreign-player = move { $number }: there is no such player
foreign-deal = the hands and the moves do not go together: { $why }
foreign-too-many = player { $player } laid or holds more than seven tiles
