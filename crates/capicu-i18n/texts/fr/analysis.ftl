# Une partie revue : `capicu analyze` et sa page.

analysis-title = Analyse de la partie
analysis-seen = Vue de { $side }, en pour cent de la partie
analysis-start = chance au départ
analysis-deals = dominos distribués
analysis-draws = dominos piochés
analysis-mistakes-of = fautes de { $seat }
analysis-lay = place des dominos
analysis-estimate = scores rejugés entre les manches
analysis-calls = annonces et irrégularités
analysis-won = résultat : gagnée
analysis-lost = résultat : perdue
analysis-so-far = chance au dernier coup
analysis-round = manche
analysis-begins = avant
analysis-dealt = donne
analysis-drawn = pioche
analysis-ends = après
analysis-others = reste
analysis-no-tiles = Il n’y a pas de somme, car tous les dominos ne sont pas connus.
analysis-no-stopped = Il n’y a pas de somme, car le travail a été arrêté avant la fin.
analysis-no-round = Il n’y a pas de somme, car rien n’a été distribué.
analysis-left-out = Comme des dominos sont inconnus, on ne peut rien dire de ces manches : { $rounds }.
analysis-mistakes = Fautes, la plus chère d’abord
analysis-none = Aucune faute n’est assez grande pour se distinguer du hasard.
analysis-close = { $n ->
    [1] Un choix est trop serré pour trancher.
   *[other] { $n } choix sont trop serrés pour trancher.
}
analysis-mistake = Manche { $round }, coup { $turn }, { $seat } : { $class }
analysis-inaccuracy = imprécision
analysis-error = erreur
analysis-blunder = gaffe
analysis-costs = { $game } % de la partie (± { $game-error }), { $round } % d’une manche (± { $round-error })
analysis-known = Les faits suffisent à le montrer.
analysis-readable = Il faut lire le jeu des autres pour le voir.
analysis-table = table
analysis-nothing-laid = encore rien
analysis-hand = main
# Ce qui est lu à voix haute à la place du dessin.
analysis-board = la table avant le coup, la main, et ce qui valait mieux
analysis-more = Fautes non montrées ici, dont aucune n’a coûté davantage : { $n }
analysis-played = joué
analysis-better = mieux
analysis-players = Joueurs
analysis-player-few = choix { $n }, perte de chacun { $mean } % d’une manche
analysis-player = choix { $n }, perte de chacun { $mean } % d’une manche (± { $within })
analysis-counts = imprécisions { $inaccuracies }, erreurs { $errors }, gaffes { $blunders }
analysis-within = ± est fait pour contenir la valeur exacte dans 95 choix sur 100.
analysis-chart = La chance de { $side } après chaque coup, de 0 à 100 %
analysis-band = La bande autour de la ligne est de ± deux fois l’erreur type de chaque chance.
analysis-numbers = Les nombres du graphique, en pour cent
analysis-move = coup
analysis-players-out = une partie n’est pas analysée si des joueurs sortent ou se retirent
analysis-too-long = la partie est trop longue pour être revue : { $rounds } manches et { $moves } coups ; le plus est de { $most-rounds } manches et { $most-moves } coups
analysis-knew = Ce que { $seat } pouvait savoir, en pour cent
analysis-tile = domino
analysis-asleep = pioche
analysis-phase-lead = ouverture
analysis-phase-middle = milieu
analysis-phase-ending = trois derniers dominos
analysis-kinds = fautes que montrent les faits { $known }, qu’il faut lire { $readable }
analysis-luck = chance { $luck } % d’une partie
analysis-report = Joueurs sur { $n ->
    [one] { $n } partie
   *[other] { $n } parties
}
analysis-matches = { $n ->
    [one] { $n } partie
   *[other] { $n } parties
}
analysis-no-moment = la manche { $round } n’a pas ce moment, ou l’on ne peut rien en dire
analysis-no-page = arrêté : { $file } n’a pas été écrit, car une page demande l’analyse entière
analysis-one-page = une page est celle d’une seule partie ; choisissez-la avec --match N

# What was done, in a list of moves.
noted-draw = pioche
noted-hand-over = laisse la pose
noted-pass = passe

# Une faute en mots, sans chiffres.
moment-chose = Choix de { $seat } : { $played }. Mieux : { $better }.
moment-played = Choix de { $seat } : { $played }.
moment-you-chose = Votre choix : { $played }. Mieux : { $better }.
moment-you-played = Votre choix : { $played }.
moment-no-sign = Rien sur la table ne le montre ; ce coup rend mieux sur les distributions possibles.
moment-shuts-almost = Alors { $seat } n’a presque sûrement rien à poser.
moment-shuts = Alors { $seat } se trouve plus souvent sans rien à poser.
moment-denies-almost = Alors { $seat } n’a presque sûrement aucun domino qui marque.
moment-denies = Alors { $seat } a moins souvent un domino qui marque.
moment-smaller = Autres fautes : { $n }
moment-go = Voir sur la table
moment-share = Partager ce moment

# La partie d'un joueur en mots : ses coups, et les dominos.
summary-flawless = Aucun de vos coups n’a été clairement une faute.
summary-well-decided = { $n ->
    [one] Vous avez bien joué ; un moment a décidé de la partie.
    [2] Vous avez bien joué ; deux moments ont décidé de la partie.
   *[other] Vous avez bien joué ; trois moments ont décidé de la partie.
}
summary-well = { $n ->
    [one] Vous avez bien joué ; un moment vous a coûté le plus.
    [2] Vous avez bien joué ; deux moments vous ont coûté le plus.
   *[other] Vous avez bien joué ; trois moments vous ont coûté le plus.
}
summary-decided = { $n ->
    [one] Un moment a décidé de la partie.
    [2] Deux moments ont décidé de la partie.
   *[other] Trois moments ont décidé de la partie.
}
summary-uneven = { $n ->
    [one] Un moment vous a coûté le plus.
    [2] Deux moments vous ont coûté le plus.
   *[other] Trois moments vous ont coûté le plus.
}
summary-cost-much = Les dominos vous ont coûté beaucoup.
summary-cost-some = Les dominos vous ont coûté un peu.
summary-even = Les dominos n’ont favorisé personne.
summary-helped-some = Les dominos ont un peu joué en votre faveur.
summary-helped-much = Les dominos ont beaucoup joué en votre faveur.
