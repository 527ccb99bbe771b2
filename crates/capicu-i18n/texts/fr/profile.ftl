# La page publique d’un joueur : cote, parties en chiffres, dernières tables.

profile-rating = Cote : { $games }
profile-families = Cotes par jeu
profile-place-of = { $place } sur { $n }
profile-chart = Cote après { $n ->
    [one] une partie
   *[other] chacune des { $n } parties
} : au début { $first }, maintenant { $now }.
profile-band = La force réelle est dans la bande 95 fois sur cent. Plus de parties la resserrent.
profile-settled = { $n } parties : plus provisoire
profile-no-rating = Il faut { $n } parties classées pour une cote
profile-no-rating-help = Le graphique commence à la première.
profile-boards = Dernières tables
profile-boards-none = Pas encore de table
profile-boards-help = Les parties finies au salon apparaissent ici.
profile-all-matches = Toutes les parties
profile-counts = Toutes les parties en chiffres
profile-rounds = Manches
profile-to-zero = Gagnées à zéro
profile-partner = Meilleur partenaire
profile-together = { $matches } parties ensemble, { $won } gagnées
profile-share = { $percent } %
profile-won = Gagnée { $score }
profile-lost = Perdue { $score }
profile-to-lobby = Jouer maintenant
