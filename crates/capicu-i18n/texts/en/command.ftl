# What the command line says beside its answers. What stands between backticks is written so on the
# command line, in every language.

command-warning = warning
command-note = note
command-stopped = stopped; the answer is for what had been done
command-given-up = stopped; work that was under way is lost
command-output = the answer could not be written: { $why }
command-binary = this is no text for a terminal; send it to a file or a pipe, or name a file instead of `-`
command-file-exists = { $file } is there already; name another, or let --force replace it
command-no-folder = there is no such folder
command-left-out = `capicu { $name }` is not in this program, which was compiled quickly to serve; `cargo xtask build --release` builds the one with every command
command-left-out-short = In the program that `cargo xtask build --release` builds
command-more = `{ $command } --help` explains every option

command-number-from = it has to be a whole number of { $least } or more
command-number-within = it has to be a whole number from { $least } to { $most }
command-number-large = the number is too large
command-number-any = it has to be a number, such as 0.5
command-milliseconds = it has to be a number of milliseconds above 0
command-set = it has to be OPTION=VALUE, such as target=150

command-no-value = { $argument } lacks its value
command-one-of = { $argument } cannot be `{ $value }`; it is one of { $known }{ $meant }
command-value = { $argument } cannot be `{ $value }`: { $why }
command-too-much = nothing is to be done with `{ $argument }`
command-unknown = there is no option `{ $argument }`{ $meant }
command-no-command = there is no command `{ $name }`{ $meant }
command-values = { $argument } takes another number of values
command-twice = { $argument } may be given once only
command-conflict = { $argument } and { $other } do not go together
command-missing = { $argument } is missing
command-missing-command = a command is missing
command-not-utf8 = an argument is not UTF-8

simulate-how-much = say how much is to be played: --matches N or --rounds N
simulate-out-matches = --out writes whole matches: say how many with --matches N, without --rounds
simulate-not-repeatable = what a clock or a program decides comes out otherwise the next time: the seed does not repeat this answer
simulate-seats = --bot: { $bots } bots cannot be seated evenly at { $seats } seats; name one for all, or one a seat
simulate-fault = match { $number }: { $seat }, { $name }, { $fault }

player-unknown = there is no player called `{ $name }`{ $meant } (there are random, heavy, counter, reader, facts, level:1 to level:{ $best }, and programs as cmd:COMMAND)
player-no-budget = `{ $name }` takes no budget; reader and facts do
player-budget = `{ $text }` is no budget: it is a time such as 5ms or a number of nodes such as 20000, above 0
player-command = `{ $text }` is no command: it is empty, or a quote is not closed

data-suffix = --out: nothing is known of the suffix .{ $suffix }; there are .parquet, .csv, .ndjson and .jsonl
data-shard-form = --shard: `capicu merge` takes Parquet; name a file such as part-1.parquet with --out
data-in-the-way = it is in the way; name another file with --out, or let --force replace it
data-locked = another capicu is writing there
data-kept = what was written before is kept, and the same command goes on from there
data-remove-file = remove it and start again
data-remove-folder = remove the folder and start again
data-other-matches = it has the matches { $from }..{ $to }
data-other-run = there is another run: { $difference }; name another file with --out, or let --force replace it
data-other-rules = the rules are others
data-differs = { $name } is { $theirs }, not { $ours }
data-not-there = missing
data-nothing = there are no files to put together
data-foreign = { $file } is of another run than { $first }: { $difference }
data-twice = { $first } and { $second } both hold match { $number }; leave one of them out
data-missing = matches { $from } to { $to } are in none of the files; add the shard that has them
data-shard = a share is written I/N, from 1/N to N/N
data-not-parquet = it is not a complete Parquet file ({ $why })
data-not-ours = it is not from capicu simulate

perft-no-deal = no deal can be opened
from-no-round = there is no round { $number }; the record has { $n }
from-no-move = round { $number } has fewer moves: { $n }
from-unknown = this needs a round in which every tile is known
from-not-reached = the round was not reached

solve-budget = the budget of { $budget } positions was reached after { $nodes }; values that are missing are not known (--budget allows more)
solve-sides = only a game of two sides has a value; this one has { $n }
solve-over = the round is over
solve-nothing = name a round with --deal, --record or --position, or ask for --deals N
solve-not-a-move = --moves: number { $number }, `{ $word }`, is no move; moves are a tile such as 6-6, a tile on another such as 6-4@6-6, pass, draw or hand-over
solve-illegal = --moves: number { $number }, { $word }: { $why } (legal for { $seat }: { $legal })
solve-not-a-tile = { $option }: `{ $word }` is no tile; a tile is two numbers from 0 to 12 joined by a hyphen, such as 6-4
solve-twice = --deal: a tile is twice in the hand { $hand }
solve-hands = --deal: there are { $n } hands for { $seats } seats
solve-no-seat = { $option }: there is no seat `{ $letter }`; the seats are A to { $last }
solve-opener = --opener: tell who turned up the highest tile
solve-no-double = --deal: nobody holds a double to open with
solve-many-doubles = --deal: seat { $seat } holds so many doubles that the tiles are dealt again

verify-hex = it has to be 64 hexadecimal digits
verify-other-seed = this is not the seed that was committed to: its commitment is { $ours }, not { $shown }

serve-listen = it has to be an address and a port, such as 127.0.0.1:7878
serve-log = it has to be error, warn, info, debug or trace, or a filter such as capicu_server=debug
serve-limit = it has to be two whole numbers from 1, such as 30/12 for 30 at once and 12 a minute after that
serve-origin = an origin is a scheme and a host, such as https://dominoes.example
serve-public-url = the address at which people open the server is a scheme and a name, such as https://dominoes.example
serve-public-url-address = passkeys belong to a name, not to an address of numbers: give the server a name, or leave --public-url out
serve-public-url-plain = browsers offer passkeys over https only, or over http at localhost: put a proxy that speaks TLS before the server, or leave --public-url out
serve-public-url-proxy = --public-url { $url }: the server speaks no TLS itself, so that takes a proxy before it; add --behind-proxy
serve-host = a name of a host has no scheme and no port, such as dominoes.example

arena-two = two players play against each other, not { $n }; --pool plays them all
arena-elo = --elo0 has to be less than --elo1
arena-error = --error has to lie between 0 and 0.5
arena-stopped = stopped; the answer is for what had been played, and the same command with --resume goes on from there
arena-interrupted = --record: games of an interrupted arena are in { $file }; --resume goes on with them, --force begins anew
arena-no-resume = --resume: standard output cannot be continued; name a file with --record
arena-complete = --record: { $file } is complete, there is nothing to go on with
arena-not-begun = this is not what an interrupted arena leaves
arena-differs = { $name } was `{ $before }` when the games were begun and is `{ $now }` now

hint-nothing = say what the seat holds with --hand, or name a record with --record
hint-hand-size = --hand: the hand has { $n } tiles; after these moves it has to have { $due }
hint-unknown = the tiles of { $seat }, whose turn it is, are not known; write them as `hand { $seat }: …`
hint-over = the round is over, or nobody is to act
hint-cannot-open = nobody could open the first round of a match so; `--opener { $seat }` is for a later round
hint-move = move { $number }, { $word }: { $why }
hint-no-deal = no deal of the tiles that are not seen allows this
hint-irregular = hints are for rounds in which nothing irregular has happened
hint-draw-tile = say which tile was drawn, such as `draw 6-4`
hint-only = { $seat } can do nothing but { $action }.
hint-best = { $seat } to act: { $action }
hint-share = round
hint-worth = match
hint-meaning = Round: as good as winning this round so often. Match: the chance of winning the match.

position-at = it has to be the number of a round, a colon and a number of its moves, such as 2:5
position-no-round = there is no round { $number }
position-fewer-moves = the round has fewer moves: { $n }
position-over = the round is over there

not-covered-set = the set of tiles is too large for this
not-covered-drawing = tiles can still be drawn (option draw)
not-covered-layout = the layout is no plain line (options spinner, cross, arms)
not-covered-scoring = points are counted that depend on the way (options ends, score = penalties)
not-covered-paso = passes pay more than two sides, or not each of them the same (options paso, pase-corrido, pase-de-salida)
not-covered-opening = the opener is found by drawing tiles (options opener, no-double)
not-covered-irregular = an irregularity still weighs on the round: a tile is exposed or points are withheld
not-covered-not-in-play = no tile lies on the table yet, or the round is over

fault-told = { $name } { $fault }
fault-not-started = could not be started: { $why }
fault-silent = did not answer within { $ms } ms
fault-ended = ended without an answer
fault-ended-so = ended without an answer ({ $how })
fault-words = { $fault }: { $words }
fault-exit = exit status { $code }
fault-signal = signal { $signal }
fault-closed = closed its standard input or output without an answer
fault-flooded = wrote more than it was asked for
fault-too-long = wrote a line of more than { $n } bytes
fault-garbage = wrote something that is not the message asked for: { $why }
fault-protocol = speaks version { $found } of the bot protocol; this is version { $version }: see docs/bot-protocol.md
fault-protocol-2 = speaks version 2 of the bot protocol; this is version { $version }, in which options that are numbers come as numbers, and `round-over`, `over` and `bye` tell how everything ends: see "From version 2" in docs/bot-protocol.md
fault-name = calls itself by what is no name: 1 to { $most } characters, none of them a control character, no spaces around them
fault-wrong-seat = answered for seat { $answered } from seat { $seat }
fault-wrong-turn = answered request { $answered } instead of { $asked }
fault-illegal = answered { $action }, but { $why }
fault-idle = did nothing in its turn

io-denied = this user may not do that here
io-no-address = this machine has no such address
io-is-a-folder = it is a folder
io-no-folder = a part of the path is no folder
io-full = the disk is full
io-read-only = it can only be read there
