# What the sentences of the options need around them.

section-seats = Tiles and seats
section-opening = Opening
section-play = Play
section-end = End of a round
section-scoring = Scoring
section-match = The match
section-wrong = When something goes wrong

general-match-numbers = A turn is one tile, laid so that equal numbers touch.
general-must-play = A player who can play must.
general-talk = Partners may not speak or sign to each other about their tiles.
general-double-counts = A double at an end counts both its halves until there is a tile on either side of it; then it no longer counts.
general-bots-bonuses = Bots of levels 1 to 5 ignore bonuses.
general-bots-price = Bots of levels 1 to 7 play to win the round, whatever it is worth.
