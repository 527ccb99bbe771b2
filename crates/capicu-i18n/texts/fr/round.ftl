# La fin d'une manche et d'une partie.

won-out = { $how ->
    [key] { $who-is ->
        [you] Vous faites domino avec la clé, le { $tile }, et gagnez la manche.
       *[one] { $who } fait domino avec la clé, le { $tile }, et gagne la manche.
    }
    [capicu] { $who-is ->
        [you] Capicú ! Vous faites domino avec le { $tile } et gagnez la manche.
       *[one] Capicú ! { $who } fait domino avec le { $tile } et gagne la manche.
    }
    [chuchazo] { $who-is ->
        [you] Chuchazo ! Vous faites domino avec le { $tile } et gagnez la manche.
       *[one] Chuchazo ! { $who } fait domino avec le { $tile } et gagne la manche.
    }
   *[plain] { $who-is ->
        [you] Vous faites domino avec le { $tile } et gagnez la manche.
       *[one] { $who } fait domino avec le { $tile } et gagne la manche.
    }
}
won-out-pair = { $how ->
    [key] { $who-is ->
        [you] Vous faites domino avec la clé, le { $tile } : la manche est à { $team }.
       *[one] { $who } fait domino avec la clé, le { $tile } : la manche est à { $team }.
    }
    [capicu] { $who-is ->
        [you] Capicú ! Vous faites domino avec le { $tile } : la manche est à { $team }.
       *[one] Capicú ! { $who } fait domino avec le { $tile } : la manche est à { $team }.
    }
    [chuchazo] { $who-is ->
        [you] Chuchazo ! Vous faites domino avec le { $tile } : la manche est à { $team }.
       *[one] Chuchazo ! { $who } fait domino avec le { $tile } : la manche est à { $team }.
    }
   *[plain] { $who-is ->
        [you] Vous faites domino avec le { $tile } : la manche est à { $team }.
       *[one] { $who } fait domino avec le { $tile } : la manche est à { $team }.
    }
}
won-out-both = { $who-is ->
    [you] Vous faites domino avec le { $tile } après votre partenaire : la manche est à { $team }.
   *[one] { $who } fait domino avec le { $tile } après son partenaire : la manche est à { $team }.
}
won-out-penalties = { $who-is ->
    [you] Vous faites domino avec le { $tile } et ne comptez rien.
   *[one] { $who } fait domino avec le { $tile } et ne compte rien.
}
won-out-penalties-double = { $who-is ->
    [you] Vous faites domino avec le { $tile } et ne comptez rien ; c’est un double, les autres comptent donc deux fois.
   *[one] { $who } fait domino avec le { $tile } et ne compte rien ; c’est un double, les autres comptent donc deux fois.
}
tile-last = dernier domino

blocked-won = { $who-is ->
    [you] Le jeu est fermé et vous gagnez la manche avec la main la plus légère, { $count } contre { $others }.
   *[one] Le jeu est fermé et { $who } gagne la manche avec la main la plus légère, { $count } contre { $others }.
}
blocked-won-pair = { $who-is ->
    [you] Le jeu est fermé : votre main est la plus légère, { $count } contre { $others } ; la manche est à { $team }.
   *[one] Le jeu est fermé : { $who } a la main la plus légère, { $count } contre { $others } ; la manche est à { $team }.
}
blocked-won-together = Le jeu est fermé : ensemble, { $count } contre { $others } ; la manche est à { $team }.
blocked-tie-broken = Le jeu est fermé et { $sides } sont à égalité avec { $count } ; une telle égalité revient à { $rule ->
    [seat-order] qui vient en premier à la table
    [openers-side] qui a ouvert la manche
    [blocker] qui a fermé le jeu
    [blockers-opponents] l’autre camp que celui qui a fermé le jeu
    [nearest-to-opener] qui vient en premier après l’ouvreur
   *[lightest-tile] qui tient le domino le plus léger
} : { $winner-is ->
    [you] vous gagnez la manche
    [pair] la manche est à { $winner }
   *[one] { $winner } gagne la manche
}.
blocked-tie-broken-together = Le jeu est fermé et les deux camps tiennent { $count } ; une telle égalité revient { $rule ->
    [seat-order] à qui vient en premier à la table
    [openers-side] au camp qui a ouvert la manche
    [blocker] au camp qui a fermé le jeu
    [blockers-opponents] à l’autre camp que celui qui a fermé le jeu
    [nearest-to-opener] au camp qui vient en premier à partir de l’ouvreur
   *[lightest-tile] au camp qui tient le domino le plus léger
} : la manche est à { $winner }.
blocked-tie = Le jeu est fermé, à égalité : { $sides } ont le moins de points, { $count } chacun ; personne ne marque.
blocked-tie-together = Le jeu est fermé, à égalité : les deux camps tiennent { $count } ; personne ne marque.
blocked-tie-penalties = Le jeu est fermé, à égalité : { $sides } ont le moins de points, { $count } chacun. Personne ne gagne et chacun compte ce qui lui reste.
blocked-nobody = Le jeu est fermé, et personne ne gagne un jeu fermé.
blocked-limit = Le jeu est fermé et personne ne gagne : le plus petit compte, { $count }, n’est pas sous { $limit }.
blocked-won-two = Le jeu est fermé : des deux mains comparées, { $who-is ->
    [you] la vôtre
   *[other] celle de { $who }
} est la plus légère, { $count } contre { $others } ; { $side-is ->
    [you] vous gagnez la manche
    [pair] { $side } gagnent la manche
   *[one] { $side } gagne la manche
}.
blocked-void = Le jeu est fermé : personne ne gagne et personne ne compte.
round-void = La manche ne compte pas : ses points sont repris et l’on redistribue.
round-doubles = { $who-is ->
    [you] Vous recevez { $doubles } doubles.
   *[one] { $who } reçoit { $doubles } doubles.
}
foul-lost = Un faux coup décide { $what ->
    [match] de la partie
   *[round] de la manche
}.
round-ended-blocked = { $who-is ->
    [you] Le jeu est fermé et vous gagnez la manche.
    [pair] Le jeu est fermé et { $who } gagnent la manche.
   *[one] Le jeu est fermé et { $who } gagne la manche.
}
round-ended-tied = Le jeu est fermé et personne ne gagne la manche.
round-ended-doubles = { $who-is ->
    [you] Vos doubles terminent la manche.
   *[one] Les doubles de { $who } terminent la manche.
}
target-reached = { $who-is ->
    [you] Vous atteignez { $target } points au milieu de la manche.
    [pair] { $who } atteignent { $target } points au milieu de la manche.
   *[one] { $who } atteint { $target } points au milieu de la manche.
}

then-reset = Cela brise l’avance des autres et ne marque rien : tout revient à zéro.
then-reset-everybody = Tout le monde a maintenant gagné une manche : les scores reviennent à rien.
then-false-play-reset = Un faux coup avait remis les scores à zéro avant le compte de cette manche.
then-false-play-two-love = Un faux coup avait décidé la belle avant le compte de cette manche.
then-one-all = Un partout : la manche suivante est la belle.
then-two-love = { $who-is ->
    [you] Vous gagnez la belle et menez { $score }.
    [pair] { $who } gagnent la belle et mènent { $score }.
   *[one] { $who } gagne la belle et mène { $score }.
}
then-stake-rises = La manche suivante vaut { $points }.
then-stake-two = La manche suivante vaut deux.
then-block-fine = { $who-is ->
    [you] Votre jeu fermé vous coûte { $points ->
        [one] un point, si vous en avez un
       *[other] { $points } points, ou tous les vôtres
    }.
   *[other] Le jeu fermé coûte à { $who } { $points ->
        [one] un point, s’il y en a un
       *[other] { $points } points, ou tous les siens
    }.
}
then-points = { $who-is ->
    [you] Vous marquez { $points ->
        [one] { $points } point
       *[other] { $points } points
    }.
    [pair] { $who } marquent { $points ->
        [one] { $points } point
       *[other] { $points } points
    }.
   *[one] { $who } marque { $points ->
        [one] { $points } point
       *[other] { $points } points
    }.
}
then-no-points = Aucun point n’est marqué.
then-exact = Les points qui dépasseraient { $target } ne comptent pas.

match-love = { $who-is ->
    [you] Vous gagnez la partie, { $score } !
    [pair] { $who } gagnent la partie, { $score } !
   *[one] { $who } gagne la partie, { $score } !
}
match-games = { $who-is ->
    [you] Vous gagnez la partie avec { $score } points !
    [pair] { $who } gagnent la partie avec { $score } points !
   *[one] { $who } gagne la partie avec { $score } points !
}
match-two = { $who-is ->
    [you] Vous gagnez la partie, { $score } à { $other } !
    [pair] { $who } gagnent la partie, { $score } à { $other } !
   *[one] { $who } gagne la partie, { $score } à { $other } !
}
match-penalties = { $who-is ->
    [you] Vous gagnez la partie avec le plus petit score, { $score } !
   *[one] { $who } gagne la partie avec le plus petit score, { $score } !
}
said-places = Rangs : { $list }.
match-won = { $who-is ->
    [you] Vous gagnez la partie !
    [pair] { $who } gagnent la partie !
   *[one] { $who } gagne la partie !
}
match-losers = { $who-is ->
    [you] Vous avez { $target } ou plus et vous perdez.
    [pair] { $who } ont { $target } ou plus et perdent.
   *[one] { $who } a { $target } ou plus et perd.
}
match-skunk = { $who-is ->
    [you] Vous n’avez pas atteint { $line } : skunk.
    [pair] { $who } n’ont pas atteint { $line } : skunk.
   *[one] { $who } n’a pas atteint { $line } : skunk.
}
match-skunk-agreed = { $who-is ->
    [you] Vous n’avez pas atteint { $line } : skunk. Vous devez la peine convenue.
    [pair] { $who } n’ont pas atteint { $line } : skunk. Ils doivent la peine convenue.
   *[one] { $who } n’a pas atteint { $line } : skunk, et doit la peine convenue.
}
match-skunk-double = { $who-is ->
    [you] Vous n’avez pas atteint { $line } : skunk, ce qui compte pour deux parties perdues.
    [pair] { $who } n’ont pas atteint { $line } : skunk, ce qui compte pour deux parties perdues.
   *[one] { $who } n’a pas atteint { $line } : skunk, ce qui compte pour deux parties perdues.
}

award = { $reason } : { $points }
award-to = { $who-is ->
    [you] Vous, { $reason } : { $points }
   *[other] { $who }, { $reason } : { $points }
}
reason-game = Manche gagnée
reason-stake = Pour les égalités d’avant
reason-key-tile = Clé
reason-pips = Points des dominos
reason-first-game = Première manche
reason-second-game = Deuxième manche
reason-third-game = Troisième manche
reason-fourth-game = Quatrième manche
reason-capicu = Capicú
reason-chuchazo = Chuchazo
reason-block = Jeu fermé
reason-paso = Passe
reason-pase-corrido = Tous les autres ont boudé
reason-pase-de-salida = Passe sur le premier domino
reason-ends = Bouts
reason-muggins = Muggins
reason-hand = Dominos restants
reason-three-passes = Trois passes de suite
reason-board-pass = Tour de table
reason-false-play = Faux coup
reason-wrong-call = Fausse annonce
reason-doubles = Doubles
reason-double-out = Fini par un double
reason-hanged-blank = Double blanc pendu
reason-blocker = A fermé le jeu
reason-own-tiles = Dominos restants
reason-slow-play = Jeu lent

matches-won = Parties gagnées : { $scores }.
score-nothing = Zéro partout
score-all = { $score } partout
score-both = { $score } { $other }
score-leads = { $who-is ->
    [you] Vous menez { $score }
    [pair] { $who } mènent { $score }
   *[one] { $who } mène { $score }
}
score-one = { $who } { $points }

big-word = { $what ->
    [out] Domino !
    [block] Fermé !
    [key] La clé !
    [capicu] Capicú !
    [chuchazo] Chuchazo !
    [corrido] Pase corrido !
    [hole] Le dernier trou !
    [skunk] Skunk !
   *[love] { $score } !
}
