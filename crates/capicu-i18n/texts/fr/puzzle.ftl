# Les problèmes d'un serveur : celui du jour, et ceux que des joueurs ont donnés ; et ce que vaut chaque ouverture d'une main.

# Ce qui ne va pas dans un problème en texte.
puzzle-too-long = C’est trop long pour un problème.
puzzle-lines = Un problème a trois lignes : une position, les coups, et `played:` avec un coup.
puzzle-line = Ligne { $line } : { $why }
puzzle-one-hand = une main, et une seule, doit être connue
puzzle-not-begun = ce doit être la manche telle qu’elle était après la distribution, sans rien d’autre
puzzle-no-move = le numéro { $number }, `{ $word }`, n’est pas un coup ; un coup, c’est une place et ce qu’elle a fait, comme A: 6-6, B: 6-4@6-6, C: pass ou D: draw
puzzle-no-choice = il n’y a pas de choix, ou ce n’est pas l’un de ceux qu’il y a

# Les pages.
puzzles = Problèmes
puzzles-daily = Le problème du jour
puzzles-of = { $game }, problème { $id }
puzzles-help = Un choix d’une partie tel que sa place l’a vu. Tout ce qui vaut le meilleur coup, autant qu’on puisse en juger, est juste.
puzzles-new-daily = Tout le monde a le même aujourd’hui ; le prochain vient à minuit, temps universel.
puzzles-yours = Essayés { $tried }, résolus { $solved }, dont { $first } du premier coup.
puzzles-streak = { $n ->
    [1] Problème du jour résolu : un jour.
   *[other] Problème du jour résolu : { $n } jours de suite.
}
puzzles-pool = Plus de problèmes
puzzles-all-games = Tous les jeux
puzzles-count = { $n ->
    [one] { $n } problème
   *[other] { $n } problèmes
}
puzzles-random = En résoudre un
puzzles-next = Le suivant
puzzles-unknown = Ce problème n’existe pas, ou il a été repris.
puzzles-moves = Ce qui a été joué
puzzles-nothing = Encore rien : vous ouvrez.
puzzles-board = la table et votre main
puzzles-hand = Votre main
puzzles-ask = Que jouez-vous ?
puzzles-choose = Choisissez ce que vous jouez.
puzzles-solution = Montrer la solution
puzzles-right = Oui : { $action }.
puzzles-right-best = Oui : { $action } est le mieux.
puzzles-wrong = { $action } n’est pas le meilleur coup. Essayez-en un autre.
puzzles-better = Il y a un meilleur coup. { $why }
puzzles-cost = { $action } coûte { $share } % d’une manche (± { $within }).
puzzles-numbers = Les chiffres
puzzles-best = Le meilleur coup : { $action }.
puzzles-solved = Vous l’avez résolu.
puzzles-shown = Vous avez regardé la solution.
puzzles-themes = Thèmes
puzzles-theme = { $theme ->
    [lead] La pose
    [block] Fermer le jeu ou non
    [shut-out] Faire bouder un joueur
    [keep-double] Garder le double
    [play-double] Jouer le double
    [capicu] Une chance de capicú
    [count] Compter la couleur
    [pass] Lire une passe
    [partner] Le chiffre du partenaire
    [points] Des points aux bouts
   *[last-tiles] Les derniers dominos
}
puzzles-hint = Indice
puzzles-no-hint = Ce problème n’a pas d’indice.
puzzles-open = Touchez un domino. Bouts : { $ends }.
puzzles-where = Où va le { $tile } ?
puzzles-place = Contre le { $tile }
puzzles-led = a posé le { $tile }
puzzles-tiles = { $n ->
    [one] un domino
   *[other] { $n } dominos
}
puzzles-reply = La table répond : { $moves }.
puzzles-days = { $n ->
    [one] un jour
   *[other] { $n } jours de suite
}
puzzles-rating = Cote aux problèmes : { $points }
puzzles-strength = Cote du problème : { $points }.
puzzles-offline = Problèmes sur cet appareil
puzzles-share = Partager
puzzles-answers = Toutes les réponses
puzzles-loss = Perte, % d’une manche
puzzles-is-good = vaut le mieux
puzzles-is-best = le mieux
puzzles-was-played = ce qui a été joué
puzzles-how = Trouvé avec { $nodes } nœuds par réponse, version { $version } de l’analyse : `capicu analyze` trouve la même chose.
puzzles-shipped = D’une partie entre bots.
puzzles-given = Donné par un joueur de ce serveur.

# En donner un.
puzzle-give = Le donner aux problèmes de ce serveur
puzzle-give-what = Ce qui est donné est ci-dessous : votre main, les dominos et les coups que vous aviez vus, les règles et le score. Aucun nom, aucune autre main, pas la partie.
puzzle-give-help = Tout le monde sur ce serveur peut le résoudre. Vous pouvez le reprendre à tout moment à la page de vos problèmes, et il s’en va avec votre compte.
puzzle-give-sure = Le donner
puzzle-given = Donné. Merci !
puzzle-give-members = Il faut un compte pour partager des problèmes et pouvoir les retirer.
puzzle-give-full = Vous avez donné autant de problèmes qu’il est permis à un joueur : { $most }. Reprenez-en un d’abord.
puzzle-give-taken = Ce problème a déjà été donné.
puzzle-give-not = D’après l’analyse du serveur, ce n’est pas une faute qui ait un nom ; il n’y a donc rien à trouver.
puzzle-give-wrong = Ce n’est pas un problème.
puzzle-give-become = Créer un compte
puzzle-mine = Problèmes que vous avez donnés
puzzle-mine-none = Vous n’en avez donné aucun. Revoyez une de vos parties, analysez-la, et donnez un de ses problèmes.
puzzle-take-back = Le reprendre
puzzle-taken-back = Il est repris.

# Ce que vaut chaque ouverture.
pose-heading = { $hand }, { $game }, score { $score }
pose-lead = ouverture
pose-chance = chance de la partie, %
pose-loss = perte, % d’une manche
pose-best = le mieux
pose-close = trop serré pour trancher
pose-deals = Sur { $deals } distributions, avec la même chance pour chaque ouverture. La manche vaut { $stake } % de la partie : gagnée comme d’ordinaire au lieu de perdue comme d’ordinaire. ± est deux fois l’erreur type.
pose-free = La place A pose comme à une manche qui n’est pas la première.
pose-hand-size = dominos de la main : { $there } ; dominos distribués à ce jeu : { $due }
pose-scores = scores donnés : { $there } ; camps à ce jeu : { $due } ; le sien vient en premier
pose-over = à ce score, la partie est finie
pose-nothing = avec une telle main, on redistribue, ou il n’y a rien à choisir ; essayez une autre main
pose-named = dans ce jeu, les règles désignent le domino à poser : il n’y a rien à choisir ; essayez un jeu où le gagnant pose
pose-named-at-score = à ce score, les règles désignent le domino à poser ; donnez une manche au camp qui pose, par exemple 1,0
pose-not-a-score = `{ $word }` n’est pas un score ; les scores sont des nombres entiers séparés par des virgules, comme 40,25
pose-help = Votre main, le jeu et le score : ce que vaut chaque ouverture, trouvé sur cet appareil en jouant des distributions jusqu’au bout. Cela prend quelques secondes et peut être arrêté.
pose-not-a-tile = `{ $word }` n’est pas un domino ; un domino est deux nombres, comme 6-5
pose-progress = { $done } lots de distributions sur { $all }
pose-game = Jeu
pose-score = Score, votre camp d’abord, comme 40,25 ; vide si personne n’a de points
pose-hand = Vos dominos
pose-hand-help = Des dominos comme 6-5 ou 65, séparés par des espaces.
pose-start = Avec quoi ouvrir ?
pose-ask = Comparer les ouvertures
