# Ce qu'il faut autour des phrases des options.

section-seats = Dominos et places
section-opening = Ouverture
section-play = Le jeu
section-end = Fin de la manche
section-scoring = Les points
section-match = La partie
section-wrong = Quand quelque chose va de travers

general-match-numbers = Un tour, c’est un domino posé de façon que des numéros égaux se touchent.
general-must-play = Un joueur qui peut jouer doit jouer.
general-talk = Les partenaires n’ont pas le droit de se parler ni de se faire signe au sujet de leurs dominos.
general-double-counts = Un double à un bout compte ses deux moitiés jusqu’à ce qu’il y ait un domino de chaque côté ; ensuite il ne compte plus.
general-bots-bonuses = Les bots des niveaux 1 à 5 ignorent les primes.
general-bots-price = Les bots des niveaux 1 à 7 jouent pour gagner la manche, quelle que soit sa valeur.
