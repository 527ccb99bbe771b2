# What can be wrong with a position (docs/position.md). What stands between backticks is written so in it,
# in every language.

position-column = column { $column }: { $why }
position-begins = a position begins with `domino-position: 1;`
position-version = positions of form `{ $form }` cannot be read by this program
position-no-name = a field is a name, a colon and its value, and a semicolon stands between two
position-unknown-field = there is no field `{ $name }`; the fields are { $fields }
position-twice = { $what } stands here a second time
position-missing = { $field } is missing
position-expected = expected { $part }
position-unknown-game = no game is called `{ $name }`
position-players = { $game } is not played by { $players }
position-unknown-option = unknown option `{ $option }`
position-option = `{ $option }`: { $why }
position-no-seat = there is no seat { $seat }
position-number = { $there } values, and there have to be { $due }
position-cannot-lie = { $action } cannot be laid
position-two-layouts = either `layout`, or `laid` and `ends`

position-part-game = a game, such as `cien 4`
position-part-players = how many play
position-part-option = an option and its value, such as `target=150`
position-part-number = a number
position-part-seat = the letter of a seat
position-part-tile = a tile, such as `6-4`
position-part-hand = the tiles of a hand, `?` and their number, or `-` for none
position-part-unknown = a number of tiles, such as `?7`
position-part-lead = a tile to lead, `any`, `double`, `draw` or `hand-over`
position-part-turn = `drawn`, `declare`, or the end of the turn
position-part-lay = a tile, or a tile and the one it lies against, as in `6-4@6-6`
position-part-laid = the tiles laid, the first of the round first
position-part-half = the half that is open, as in `6-4:4`
position-part-undeclared = seat, points and the number of tiles laid, as in `B=10@5`
position-part-two-scores = no more than two scores
position-part-withheld = a seat and what is withheld, as in `B=play`
position-part-one-of = one of { $words }

layout-not-in-game = { $tile } is not in this game
layout-not-laid = { $tile } is not among the tiles laid
layout-no-such-half = { $tile } does not show a { $pip }
layout-places = at { $tile } there are 1 to { $most } open places
layout-twice = { $tile } is named twice
layout-depth = too many tiles between { $tile } and the first
layout-ends = no layout can have this number of ends
layout-open = these tiles leave { $due } places open, not { $there }
layout-spinner = the spinner has to be the first double laid, where the rules have one

setup-number = `{ $what }`: { $there } values, and there have to be { $due }
setup-no-seat = there is no seat { $seat }
setup-not-in-game = { $tile } is not in this game
setup-twice = { $tile } is in two places
setup-missing = { $tile } is missing
setup-tiles = hands, layout and boneyard have { $there } tiles, but the game has { $due }
setup-layout = the layout is not one of these rules
setup-last-player = name who played the last tile if tiles are on the table, and only then
setup-laid = { $laid } tiles lie, and the seats have laid { $seats }
setup-received = seat { $seat } cannot hold or have drawn more tiles than it received
setup-phase = a round that opens has no tile on the table; one in play has some
setup-over = the round is over
setup-empty-hand = seat { $seat } holds no tile, so that the round is over
setup-lead-not-held = seat { $seat } does not hold { $tile }, which it is to lead
setup-no-double = a double is to be led, and there is none to lead
setup-no-partner = seat { $seat } has no partner to hand over to
setup-blocked = no tile can be played or drawn, so that the round is over
setup-target-reached = the points made in play have ended the match
setup-match-over = the scores have ended the match
setup-too-many = { $number } is more points or rounds than any match comes to
setup-places = a seat with a place has no tiles and no turn; places need a game where all play alone and two seats without one
setup-standing = these numbers of rounds won, tied or played off are not possible together
setup-passes = this number of passes in a row is not possible
setup-undeclared = there is no such score to declare or claim
setup-exposed = { $tile } cannot lie exposed
setup-declare = a round that waits for points to be declared has to tell how it ends
setup-unknown-hand = the hand of seat { $seat } is not known
setup-unknown-boneyard = the boneyard is not known
