# What the command line says beside its answers. What stands between backticks is written so on the
# command line, in every language.

command-warning = warning
command-note = note
command-stopped = stopped; the answer covers the work done so far
command-given-up = stopped; unfinished work is lost
command-output = cannot write the answer: { $why }
command-binary = binary output on a terminal; redirect it to a file or pipe, or name a file instead of `-`
command-file-exists = { $file } already exists; use another name or --force
command-no-folder = no such folder
command-left-out = `capicu { $name }` is not in this build; `cargo xtask build --release` builds every command
command-left-out-short = Requires `cargo xtask build --release`
command-more = `{ $command } --help` explains every option

command-number-from = must be a whole number of { $least } or more
command-number-within = must be a whole number from { $least } to { $most }
command-number-large = number too large
command-number-any = must be a number, such as 0.5
command-milliseconds = must be a number of milliseconds above 0
command-set = must be OPTION=VALUE, such as target=150

command-no-value = { $argument } requires a value
command-one-of = invalid value `{ $value }` for { $argument }; possible values: { $known }{ $meant }
command-value = invalid value `{ $value }` for { $argument }: { $why }
command-too-much = unexpected argument `{ $argument }`
command-unknown = unknown option `{ $argument }`{ $meant }
command-no-command = unknown command `{ $name }`{ $meant }
command-values = wrong number of values for { $argument }
command-twice = { $argument } cannot be used more than once
command-conflict = { $argument } cannot be used with { $other }
command-missing = { $argument } is required
command-missing-command = a command is required
command-not-utf8 = an argument is not valid UTF-8

simulate-how-much = either --matches N or --rounds N is required
simulate-out-matches = --out writes whole matches: use --matches N without --rounds
simulate-not-repeatable = a clock or a program decides: the seed does not repeat this answer
simulate-seats = --bot: { $bots } bots do not fit { $seats } seats; name one for all, one per side or one per seat
simulate-fault = match { $number }: { $seat }, { $name }, { $fault }

player-unknown = unknown player `{ $name }`{ $meant } (players: random, heavy, counter, reader, facts, level:1 to level:{ $best }, cmd:COMMAND)
player-no-budget = `{ $name }` takes no budget; reader and facts do
player-budget = invalid budget `{ $text }`: use a time such as 5ms or a number of nodes such as 20000, above 0
player-command = invalid command `{ $text }`: it is empty or has an unclosed quote

data-suffix = --out: unknown suffix .{ $suffix }; use .parquet, .csv, .ndjson or .jsonl
data-shard-form = --shard: `capicu merge` requires Parquet; use --out with a name such as part-1.parquet
data-in-the-way = already exists; use another name for --out, or --force
data-locked = another capicu is writing to it
data-kept = the output so far is kept; run the same command to continue
data-remove-file = delete it and start again
data-remove-folder = delete the folder and start again
data-other-matches = it has the matches { $from }..{ $to }
data-other-run = belongs to another run: { $difference }; use another name for --out, or --force
data-other-rules = other rules
data-differs = { $name } is { $theirs }, not { $ours }
data-not-there = missing
data-nothing = no files to merge
data-foreign = { $file } and { $first } belong to different runs: { $difference }
data-twice = { $first } and { $second } both contain match { $number }; omit one of them
data-missing = matches { $from } to { $to } are missing; add their shard
data-shard = must be I/N, from 1/N to N/N
data-not-parquet = not a complete Parquet file ({ $why })
data-not-ours = not from capicu simulate

perft-no-deal = no deal can be opened
from-no-round = no round { $number }; the record has { $n }
from-no-move = round { $number } has fewer moves: { $n }
from-unknown = requires a round in which every tile is known
from-not-reached = the round was not reached

solve-budget = budget of { $budget } positions reached after { $nodes }; missing values are not known (raise --budget)
solve-sides = only a game of two sides has a value; this one has { $n }
solve-over = the round is over
solve-nothing = --deal, --record, --position or --deals N is required
solve-not-a-move = --moves: invalid move { $number }, `{ $word }`; moves are 6-6, 6-4@6-6, pass, draw or hand-over
solve-illegal = --moves: illegal move { $number }, { $word }: { $why } (legal for { $seat }: { $legal })
solve-not-a-tile = { $option }: invalid tile `{ $word }`; a tile is two numbers from 0 to 18, such as 6-4
solve-twice = --deal: duplicate tile in the hand { $hand }
solve-hands = --deal: { $n } hands for { $seats } seats
solve-no-seat = { $option }: no seat `{ $letter }`; the seats are A to { $last }
solve-opener = --opener: name the seat that turned up the highest tile
solve-no-double = --deal: no hand has a double to open with
solve-many-doubles = --deal: seat { $seat } has too many doubles; these rules require a new deal
solve-long-suit = --deal: seat { $seat } has too many tiles of one number; these rules require a new deal

verify-hex = must be 64 hexadecimal digits
verify-other-seed = the seed does not match the commitment: its commitment is { $ours }, not { $shown }

serve-listen = must be an address and a port, such as 127.0.0.1:7878
serve-log = must be error, warn, info, debug or trace, or a filter such as capicu_server=debug
serve-limit = must be two whole numbers from 1, such as 30/12: 30 at once, then 12 per minute
serve-origin = must be a scheme and a host, such as https://dominoes.example
serve-public-url = must be a scheme and a host, such as https://dominoes.example
serve-public-url-address = passkeys require a host name, not an IP address: use a name, or omit --public-url
serve-public-url-plain = passkeys require https, or http at localhost: add a TLS proxy, or omit --public-url
serve-public-url-proxy = --public-url { $url }: the server has no TLS; use a proxy and add --behind-proxy
serve-host = must be a host without scheme and port, such as dominoes.example

arena-two = exactly two players are required, not { $n }; use --pool for more
arena-elo = --elo0 must be less than --elo1
arena-error = --error must be between 0 and 0.5
arena-stopped = stopped; the result covers the games played so far; use --resume to continue
arena-interrupted = --record: { $file } has games of an interrupted arena; use --resume to continue or --force to start over
arena-no-resume = --resume: cannot continue standard output; name a file with --record
arena-complete = --record: { $file } is complete; nothing to resume
arena-not-begun = not a file of an interrupted arena
arena-differs = { $name } was `{ $before }` at the start and is `{ $now }` now

hint-nothing = either --hand or --record is required
hint-hand-size = --hand: the hand has { $n } tiles, but these moves leave { $due }
hint-unknown = the tiles of { $seat }, who is to play, are unknown; add `hand { $seat }: …`
hint-over = the round is over, or no seat is to act
hint-cannot-open = no seat can open the first round of a match like this; use `--opener { $seat }` for a later round
hint-move = move { $number }, { $word }: { $why }
hint-no-deal = no deal of the unseen tiles allows this
hint-irregular = hints require a round without irregularities
hint-draw-tile = name the drawn tile, such as `draw 6-4`
hint-only = { $seat } can only { $action }.
hint-best = { $seat } to act: { $action }
hint-share = round
hint-worth = match
hint-meaning = Round: equals winning this round with that chance. Match: the chance of winning the match.

position-at = must be ROUND:MOVES, such as 2:5
position-no-round = no round { $number }
position-fewer-moves = the round has fewer moves: { $n }
position-over = the round is over there

not-covered-set = too many tiles in the set
not-covered-drawing = tiles can still be drawn (option draw)
not-covered-layout = the layout is not a plain line (options spinner, cross, arms)
not-covered-scoring = points depend on the order of play or on the match (options ends, own-tiles, bonus-below, hanged-blank, out-winner, ties-in-a-row, score = penalties, block-count = each-heavier)
not-covered-seats = a player is out or has withdrawn (option at-target)
not-covered-turns = a double gives another turn (option after-double)
not-covered-paso = passes pay unequally, or more than two sides (options paso, pase-corrido, pase-de-salida)
not-covered-block-fine = a block costs or pays the blocker (options block-fine, blocker-bonus)
not-covered-opening = the opener is found by drawing tiles (options opener, no-double)
not-covered-irregular = an irregularity affects the round: a tile is exposed or points are withheld
not-covered-not-in-play = no tile is on the table yet, or the round is over

fault-told = { $name } { $fault }
fault-not-started = could not be started: { $why }
fault-silent = did not answer within { $ms } ms
fault-ended = ended without an answer
fault-ended-so = ended without an answer ({ $how })
fault-words = { $fault }: { $words }
fault-exit = exit status { $code }
fault-signal = signal { $signal }
fault-closed = closed its standard input or output without an answer
fault-flooded = wrote more than one answer
fault-too-long = wrote a line of more than { $n } bytes
fault-garbage = wrote an invalid message: { $why }
fault-protocol = uses version { $found } of the bot protocol, but version { $version } is required; see docs/bot-protocol.md
fault-protocol-2 = uses version 2 of the bot protocol, but version { $version } is required; see "From version 2" in docs/bot-protocol.md
fault-name = has an invalid name: use 1 to { $most } characters, without control characters or outer spaces
fault-wrong-seat = answered for seat { $answered } from seat { $seat }
fault-wrong-turn = answered request { $answered } instead of { $asked }
fault-illegal = answered { $action }, but { $why }
fault-idle = did nothing in its turn

io-denied = permission denied
io-no-address = this machine has no such address
io-is-a-folder = it is a folder
io-no-folder = a part of the path is no folder
io-full = the disk is full
io-read-only = it can only be read there
