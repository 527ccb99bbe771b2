# Les cotes : comment on joue, par famille de jeux.

ratings = Cotes
ratings-of = Cotes : { $games }
ratings-help = Une cote est un intervalle : la force du joueur s’y trouve à 95 %. 1000 est la moyenne, et chaque famille de jeux a ses propres cotes.
ratings-provisional = provisoire
ratings-provisional-help = Une cote est provisoire pendant { $matches } parties et n’a pas de rang jusque-là.
ratings-none = Personne n’est encore classé ici.
ratings-none-help = Jouez une partie classée : la première place est libre.
ratings-players = Joueurs
ratings-pairs = Équipes
ratings-pairs-help = Deux joueurs qui ont joué { $matches } parties ensemble sont dès lors classés en équipe, et non plus séparément quand ils jouent ensemble.
ratings-place = Rang
ratings-player = Joueur
ratings-pair = { $one } et { $other }
ratings-rating = Cote
ratings-between = de { $low } à { $high }
ratings-mean = Le plus probable
ratings-matches = Parties
ratings-rated = { $n ->
    [0] personne n’est encore classé
    [1] un joueur classé
   *[other] { $n } joueurs classés
}
ratings-you = vous
ratings-yours = Vos cotes
ratings-yours-none = Vous n’avez pas encore fini de partie classée.
ratings-yours-guest = Pour les parties classées, il faut un compte.
ratings-history = Votre cote après chaque partie
ratings-history-pair = Avec { $who }
ratings-match = Partie
ratings-last = Les { $n } dernières, la plus récente d’abord.
ratings-bots = Bots
ratings-bots-help = Leurs cotes sont fixes : ils tiennent l’échelle en place.
ratings-to-lobby = Jouer une partie classée

lobby-stakes = Ce qui est en jeu
lobby-casual = Amicale
lobby-casual-line = bots aux places libres
lobby-rated-title = Classée
lobby-rated-line = avec un compte
lobby-rated = classée
lobby-members-only = Pour les parties classées, il faut un compte. Créez-le sous « Compte », ou jouez une partie amicale.
lobby-rated-time = Attente : { $waited } s. Une partie classée se joue sans bots.
lobby-offer-casual = Personne n’est venu depuis { $waited } s. Préférez-vous une partie amicale ? Des bots y prennent les places libres.
lobby-play-casual = Jouer une partie amicale
lobby-bots = Contre des bots
lobby-bots-line = classée
lobby-rated-bots-help = Une partie classée avec des bots d’un même niveau à toutes les autres places. Leur cote est fixe, la vôtre non.
lobby-rated-bots-level = Niveau des bots
lobby-no-anchor = Les bots de ce niveau n’ont pas de cote dans ce jeu. Choisissez un niveau plus bas.
