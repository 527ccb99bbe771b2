# Les options d'un jeu de règles, dans l'ordre de `Choices::OPTIONS`.

set = Jeu de dominos
    .help = Avec quels dominos on joue.
    .rule = On joue avec un { $set-name } de { $in-set } dominos.
set-double-two = double-deux
set-double-three = double-trois
set-double-four = double-quatre
set-double-five = double-cinq
set-double-six = double-six
set-double-seven = double-sept
set-double-eight = double-huit
set-double-nine = double-neuf
set-double-ten = double-dix
set-double-eleven = double-onze
set-double-twelve = double-douze
set-double-thirteen = double-treize
set-double-fourteen = double-quatorze
set-double-fifteen = double-quinze
set-double-sixteen = double-seize
set-double-seventeen = double-dix-sept
set-double-eighteen = double-dix-huit

removed = Dominos écartés
    .help = Les dominos qui restent dans la boîte.
    .rule = { $n-removed ->
        [0] Aucun domino ne reste dans la boîte.
        [1] Le { $removed-tiles } reste dans la boîte.
       *[other] Restent dans la boîte : { $removed-tiles }.
    }

players = Joueurs
    .help = Combien sont assis à la table.
    .rule = { $players } joueurs sont assis à la table.

teams = Camps
    .help = Joueurs qui marquent ensemble.
teams-singles = Chacun pour soi
    .rule = { $players ->
        [2] On joue à deux, l’un contre l’autre.
        [3] On joue à trois, chacun pour soi.
        [4] On joue à quatre, chacun pour soi.
        [5] On joue à cinq, chacun pour soi.
       *[other] On joue à { $players }, chacun pour soi.
    }
teams-pairs = Deux paires
    .rule = On joue à quatre en deux paires ; votre partenaire est assis en face de vous.

hand = Dominos en main
    .help = Combien de dominos reçoit chaque joueur.
    .rule = Chacun reçoit { $hand ->
        [one] { $hand } domino
       *[other] { $hand } dominos
    }, { $asleep ->
        [0] et il n’en reste aucun
        [1] et il en reste un dans la pioche
       *[other] et il en reste { $asleep } dans la pioche
    }.

direction = Sens
    .help = Joueur suivant.
direction-anticlockwise = Vers la droite
    .rule = On tourne vers la droite, dans le sens inverse des aiguilles d’une montre.
direction-clockwise = Vers la gauche
    .rule = On tourne vers la gauche, dans le sens des aiguilles d’une montre.

opener = Ouverture
    .help = Joueur qui ouvre la première manche, et celles que l’on ouvre comme elle.
opener-highest-double = Le plus fort double
    .rule = { $next-opener ->
        [same-test] Chaque manche est ouverte par celui qui a le plus fort double distribué.
       *[other] La première manche est ouverte par celui qui a { $asleep ->
            [0] le { $highest-double }
           *[other] le plus fort double distribué
        }.
    }
opener-double-blank = Le double blanc
    .rule = { $next-opener ->
        [same-test] Chaque manche est ouverte par celui qui a le double blanc.
       *[other] La première manche est ouverte par celui qui a le double blanc.
    }
opener-draw-for-set = Le tirage
    .rule = Avant la première manche, chacun retourne un domino, et le plus fort ouvre.
opener-first-seat = La première place
    .rule = La première manche est ouverte par le joueur de la première place.
opener-lowest-double = Le double le plus bas
    .rule = { $next-opener ->
        [same-test] Chaque manche est ouverte par celui qui a le double distribué le plus bas, à partir du { $first-double }-{ $first-double }.
       *[other] La première manche est ouverte par celui qui a le double distribué le plus bas, à partir du { $first-double }-{ $first-double }.
    }
opener-round-double = Un double plus haut à chaque manche
    .rule = La première manche est ouverte par celui qui a le { $first-double }-{ $first-double }, chacune des suivantes par le double suivant. Un double qui dort laisse la place au suivant.
opener-highest-tile = Le plus fort domino
    .rule = { $next-opener ->
        [same-test] Chaque manche est ouverte par celui qui a le plus fort domino, double ou non.
       *[other] La première manche est ouverte par celui qui a le plus fort domino, double ou non.
    }

first-double = Premier double d’ouverture
    .help = Double à partir duquel on compte les doubles d’ouverture ; 0 pour le double blanc.
    .rule = Les doubles d’ouverture se comptent à partir du { $first-double }-{ $first-double }.

opening-lead = Domino d’ouverture
    .help = Ce que doit poser celui qui ouvre ainsi.
opening-lead-that-tile = Ce domino-là
    .rule = Il faut ouvrir avec ce domino-là.
opening-lead-any-tile = N’importe lequel
    .rule = Ce joueur peut ouvrir avec n’importe quel domino.

no-double = Aucun double distribué
    .help = Ce qui arrive quand personne n’a de double pour ouvrir.
no-double-redeal = Redistribuer
    .rule = Si personne n’a de double, on redistribue.
no-double-highest-tile = Le plus fort domino ouvre
    .rule = Si personne n’a de double, c’est le domino qui a le plus de points qui ouvre.
no-double-draw-for-double = Piocher un double
    .rule = Si personne n’a de double, chacun pioche à son tour un domino jusqu’à ce que quelqu’un pioche un double et ouvre avec lui.
no-double-heaviest-hand = La main la plus lourde ouvre
    .rule = Si personne n’a de double, le joueur qui a le plus de points en main ouvre avec le domino de son choix.

doubles-redeal = Trop de doubles
    .help = On redistribue quand une main a ce nombre de doubles ; 0 pour jamais.
    .rule = { $doubles-redeal ->
        [0] On joue ses dominos, quel que soit le nombre de doubles.
        [1] Si quelqu’un a un double, on redistribue.
       *[other] Si quelqu’un a { $doubles-redeal } doubles ou plus, on redistribue.
    }

suit-redeal = Trop d’un même numéro
    .help = Nouvelle donne quand une main a ce nombre de dominos d’un numéro ; 0 pour jamais.
    .rule = { $suit-redeal ->
        [0] On joue quel que soit le nombre de dominos d’un même numéro.
        [1] Si quelqu’un a un domino d’un numéro, on redistribue.
       *[other] Si quelqu’un a { $suit-redeal } dominos d’un même numéro ou plus, on redistribue.
    }

doubles-score = Doubles qui marquent
    .help = Ce nombre de doubles dans une main marque, et l’on redistribue ; 0 pour jamais.
    .rule = { $doubles-score ->
        [0] Les doubles d’une main ne marquent rien.
        [1] { $doubles-pay ->
            [stake] Après un double dans une main on redistribue, et la manche vaut plus, comme après une égalité.
           *[points] Un double dans une main marque { $doubles-points ->
                [1] un point
               *[other] { $doubles-points } points
            }, et l’on redistribue.
        }
       *[other] { $doubles-pay ->
            [stake] Si quelqu’un reçoit { $doubles-score } doubles ou plus, on redistribue, et la manche vaut plus, comme après une égalité.
           *[points] Si quelqu’un reçoit { $doubles-score } doubles ou plus, il marque { $doubles-points ->
                [1] un point
               *[other] { $doubles-points } points
            }, et l’on redistribue.
        }
    }

doubles-points = Points pour les doubles
    .help = Points d’une main qui a assez de doubles.
    .rule = Une main qui a assez de doubles marque { $doubles-points ->
        [1] un point
       *[other] { $doubles-points } points
    }.

doubles-pay = Valeur des doubles qui marquent
    .help = Ce que donne une main qui a assez de doubles.
doubles-pay-points = Points
    .rule = Une main qui a assez de doubles marque des points.
doubles-pay-stake = Une mise plus haute
    .rule = Après une main qui a assez de doubles, la manche suivante vaut plus, comme après une égalité.

doubles-win = Doubles qui gagnent
    .help = Ce nombre de doubles dans une main gagne la partie ; 0 pour jamais.
    .rule = { $doubles-win ->
        [0] Aucun nombre de doubles ne gagne la partie.
        [1] Un double dans une main gagne la partie.
       *[other] Si quelqu’un reçoit { $doubles-win } doubles ou plus, il gagne la partie.
    }

doubles-opener = Ouverture après des doubles
    .help = Le joueur qui ouvre après une main de doubles qui a marqué.
doubles-opener-stays = Comme prévu
    .rule = On ouvre comme on devait le faire avant de redistribuer.
doubles-opener-holder = Celui qui les avait
    .rule = Celui qui avait les doubles ouvre ensuite.

set-tie = Égalité au tirage
    .help = Ce qui arrive quand les plus forts dominos retournés ont autant de points.
set-tie-draw-again = On retourne de nouveau
    .rule = Si les plus forts dominos ont autant de points, on retourne de nouveau des dominos.
set-tie-higher-half = La plus forte moitié gagne
    .rule = De deux dominos qui ont autant de points, celui qui a la plus forte moitié gagne.

next-match-opener = Ouverture d’une revanche
    .help = Si l’on retourne de nouveau des dominos avant une revanche.
next-match-opener-draw = On tire de nouveau
    .rule = Avant une revanche, on retourne de nouveau des dominos pour savoir qui ouvre.
next-match-opener-goes-on = On continue
    .rule = On ne tire rien pour une revanche : elle s’ouvre comme se serait ouverte la manche suivante.
next-match-opener-next-seat = La place suivante
    .rule = On ne tire rien pour une revanche : la place qui suit celle qui a ouvert cette partie l’ouvre.
next-opener = Ouverture suivante
    .help = Joueur qui ouvre après une manche gagnée.
next-opener-winner = Le gagnant
    .rule = Les manches suivantes sont ouvertes par { $teams ->
        [pairs] la paire qui a gagné la dernière
       *[singles] celui qui a gagné la dernière
    }.
next-opener-same-test = La même épreuve
    .rule = Peu importe qui a gagné la manche d’avant.
next-opener-rotate = Chacun son tour
    .rule = { $players ->
        [2] Les deux ouvrent à tour de rôle, quel que soit le gagnant.
       *[other] La pose fait le tour de la table, quel que soit le gagnant.
    }

pose = Quel partenaire ouvre
    .help = Lequel des deux qui ont gagné ouvre la manche suivante.
pose-winner = Celui qui a fait domino
    .rule = Des deux, c’est celui qui a fait domino qui ouvre.
pose-huddle = Ils s’accordent
    .rule = Les partenaires regardent leurs dominos et s’accordent sur celui qui ouvre, sans un mot sur ce qu’ils ont ; on le propose d’abord à celui qui a fait domino.
pose-lot = Par le sort
    .rule = Le sort décide lequel des deux ouvre.
pose-fixed-seat = Toujours le même
    .rule = Des deux, c’est toujours le même qui ouvre.

blocked-opener = Après un jeu fermé
    .help = Lequel des gagnants ouvre après un jeu fermé.
blocked-opener-huddle = Ils s’accordent
    .rule = Après un jeu fermé, on le propose d’abord au partenaire qui a la main la plus légère.
blocked-opener-lightest = La main la plus légère
    .rule = { $teams ->
        [pairs] Après un jeu fermé, c’est le gagnant qui a la main la plus légère qui ouvre.
       *[singles] Après un jeu fermé, c’est le gagnant qui ouvre.
    }
blocked-opener-blocker-or-next = Celui qui a fermé, ou le suivant
    .rule = Après un jeu fermé, c’est le joueur qui a fermé qui ouvre, si son camp a gagné, sinon le joueur suivant.
blocked-opener-lot = Par le sort
    .rule = Après un jeu fermé, l’un des gagnants ouvre, par le sort.
blocked-opener-opener = Comme la première
    .rule = Après un jeu fermé, on ouvre comme à la première manche.

lightest-tie = Partenaires à égalité
    .help = Joueur qui ouvre quand les deux partenaires ont aussi peu après un jeu fermé.
lightest-tie-next-in-turn = Le prochain à jouer
    .rule = Si les deux partenaires ont aussi peu, c’est celui dont le tour serait venu en premier qui ouvre.
lightest-tie-free-choice = Comme ils veulent
    .rule = Si les deux partenaires ont aussi peu, l’un ou l’autre peut ouvrir.

tie-opener = Après une égalité
    .help = Joueur qui ouvre après une manche que personne n’a gagnée.
tie-opener-opener = Comme la première
    .rule = Après une égalité, la manche s’ouvre comme la première.
tie-opener-same-seat = Le même joueur
    .rule = Après une égalité, le même joueur ouvre de nouveau, avec n’importe quel domino.
tie-opener-next-seat = Le joueur suivant
    .rule = Après une égalité, c’est le joueur suivant qui ouvre, avec n’importe quel domino.

reset-opener = Après une remise à zéro
    .help = Joueur qui ouvre quand les scores sont revenus à zéro.
reset-opener-opener = Comme la première
    .rule = Quand les scores sont revenus à rien, la manche s’ouvre comme la première.
reset-opener-winner = Le gagnant
    .rule = Quand les scores sont revenus à rien, c’est encore le gagnant qui ouvre.

lead = Ce qu’un gagnant peut poser
    .help = Ce que peut poser celui qui ouvre sans qu’un domino l’ait désigné.
lead-any = N’importe quel domino
    .rule = { $next-opener ->
        [rotate] Celui qui ouvre peut poser n’importe quel domino.
       *[other] Un gagnant peut ouvrir avec n’importe quel domino.
    }
lead-double = Un double
    .rule = { $next-opener ->
        [rotate] Celui qui ouvre pose un double, n’importe lequel.
       *[other] Un gagnant ouvre avec un double, n’importe lequel.
    }

pose-pass = Pas de double à poser
    .help = Ce qui arrive à celui qui devrait ouvrir d’un double et n’en a pas.
pose-pass-free = Il passe, sans frais
    .rule = Sans double, celui qui ouvre passe, et le suivant qui en a un doit le poser ; ces passes ne coûtent rien.
pose-pass-counts = Il passe, comme toujours
    .rule = Sans double, celui qui ouvre passe, et le suivant qui en a un doit le poser ; ces passes comptent comme les autres.
pose-pass-any-tile = N’importe quel domino
    .rule = Sans double, celui qui ouvre pose n’importe quel domino.

spinner = Doubles qui bifurquent
    .help = Quels doubles sont ouverts de leurs quatre côtés.
spinner-none = Aucun
    .rule = Les dominos font une seule chaîne à deux bouts ; les doubles s’y posent en travers.
spinner-first = Le premier
    .rule = Le premier double posé est ouvert de ses quatre côtés ; les suivants non.
spinner-every = Tous
    .rule = Chaque double bifurque : on peut y jouer de plus de deux côtés.

cross = Croix d’ouverture
    .help = Si les quatre côtés du double d’ouverture passent avant tout le reste.
cross-free = Non
    .rule = Personne n’a à couvrir d’abord les côtés d’un double.
cross-first = Oui
    .rule = { $spinner ->
        [none] Si un double ouvre, les deux dominos suivants vont contre ses deux côtés, avant toute autre chose.
       *[other] Les quatre premiers dominos vont contre les quatre côtés du double d’ouverture, avant toute autre chose.
    }

sides = Ordre des côtés
    .help = Dans quel ordre servent les côtés d’un double qui bifurque.
sides-sides-first = Les flancs d’abord
    .rule = On joue contre un double qui bifurque d’abord de ses deux flancs, et ensuite seulement de ses extrémités.
sides-any-side = N’importe quel côté
    .rule = Les côtés libres d’un double qui bifurque servent dans n’importe quel ordre.

later-double = Doubles suivants
    .help = Combien de places un double suivant laisse ouvertes.
later-double-three-places = Trois places
    .rule = Un double posé sur une branche laisse trois places : tout droit, et une nouvelle chaîne de chaque côté.
later-double-two-places = Deux places
    .rule = Un double posé sur une branche laisse deux places : une nouvelle chaîne de chaque côté, rien tout droit.

arms = Ce que demandent les branches
    .help = Quand une branche qui part du double d’ouverture peut être prolongée.
arms-free = Tout domino qui va
    .rule = Tout domino qui va peut se poser sur une branche.
arms-own-double = D’abord son double
    .rule = Le deuxième domino d’une branche doit être le double du numéro qu’elle montre. Ce double ne va nulle part ailleurs. Plus loin, on peut jouer sur un numéro dès que son double est sur la table.
arms-any-double = Le double, n’importe où
    .rule = Une branche ne peut être prolongée que si le double du numéro qu’elle montre est sur la table ; ce double peut se poser sur toute branche qui montre ce numéro.

after-double = Tour après un double
    .help = Le joueur dont c’est le tour après un double.
after-double-next-player = Le joueur suivant
    .rule = Après un double, le joueur suivant joue.
after-double-again = Le même joueur
    .rule = Un joueur qui pose un double pose encore un domino. Si aucun ne va, il boude sans piocher, et cela ne coûte rien.

draw = Pioche
    .help = Ce que fait un joueur qui ne peut pas jouer.
draw-never = Jamais
    .rule = Un joueur qui ne peut pas jouer boude{ $asleep ->
        [0] {""}
       *[other] {" "}; on ne pioche jamais
    }.
draw-until-playable = Jusqu’à ce qu’un aille
    .rule = Un joueur qui ne peut pas jouer pioche jusqu’à ce qu’un aille, et ne boude que lorsqu’il n’y a plus rien à piocher.
draw-one-may-play = Un, à poser s’il va
    .rule = Un joueur qui ne peut pas jouer pioche un domino, le pose s’il va, et boude sinon.
draw-one-ends-turn = Un au lieu de jouer
    .rule = Un joueur qui ne peut pas jouer pioche un domino à la place ; c’est tout son tour. Quand il n’y a plus rien à piocher, ce joueur boude.

reserve = Dominos jamais piochés
    .help = Combien de dominos de la pioche ne se piochent jamais.
    .rule = { $reserve ->
        [0] Tous les dominos de la pioche peuvent être piochés.
        [1] Le dernier domino de la pioche ne se pioche jamais.
       *[other] Les { $reserve } derniers dominos de la pioche ne se piochent jamais.
    }

draw-when = Droit de piocher
    .help = Si un joueur qui pourrait jouer peut piocher.
draw-when-unable = Celui qui ne peut pas jouer
    .rule = Un joueur qui peut jouer doit le faire et n’a pas le droit de piocher.
draw-when-any-time = Tout le monde
    .rule = Un joueur qui peut jouer peut quand même piocher.

dead-chain = Plus rien ne pourra aller
    .help = Ce qui arrive quand aucun domino ne pourra plus jamais être joué, mais qu’il reste de quoi piocher.
dead-chain-keep-drawing = Piocher quand même
    .rule = Si aucun domino ne pourra plus jamais aller, on pioche quand même.
dead-chain-ends-round = Le jeu est fermé
    .rule = Si aucun domino ne pourra plus jamais aller, le jeu est fermé aussitôt, même s’il reste une pioche.

block-seen = Quand le jeu est fermé
    .help = Quand une manche compte comme fermée.
block-seen-at-once = Aussitôt
    .rule = Le jeu est fermé dès que personne ne peut jouer{ $draw ->
        [never] {""}
       *[other] { $asleep ->
            [0] {""}
           *[other] {" "}ni piocher
        }
    } ; personne n’a à bouder pour le montrer.
block-seen-by-passes = En boudant
    .rule = Le jeu est fermé quand chacun a boudé à son tour, et ces passes comptent comme les autres.

going-out = Faire domino
    .help = Joueurs qui doivent avoir tout posé pour finir la manche.
going-out-one = Un joueur
    .rule = { $teams ->
        [pairs] { $out-winner ->
            [lightest-team] Une manche finit quand quelqu’un pose son dernier domino, ou quand le jeu est fermé.
           *[player-out] Une manche finit quand quelqu’un pose son dernier domino et la gagne ainsi pour sa paire, ou quand le jeu est fermé.
        }
       *[singles] Une manche finit quand quelqu’un pose son dernier domino et la gagne ainsi, ou quand le jeu est fermé.
    }
going-out-both-partners = Les deux partenaires
    .rule = Une manche finit quand les deux partenaires d’une paire ont posé tous leurs dominos, ou quand le jeu est fermé ; dès lors, on saute celui qui a fini le premier.

out-winner = Gagnant quand on fait domino
    .help = Gagnant d’une manche où quelqu’un a fait domino.
out-winner-player-out = Le camp qui a fait domino
    .rule = Le camp du joueur qui fait domino gagne la manche.
out-winner-lightest-team = La paire la plus légère
    .rule = Quand quelqu’un fait domino, la paire à qui il reste le moins de points gagne la manche, même si l’autre a fait domino. À égalité, personne ne gagne.

block-winner = Gagnant d’un jeu fermé
    .help = Quelles mains décident d’un jeu fermé.
block-winner-lightest-hand = La main la plus légère
    .rule = { $teams ->
        [pairs] Un jeu fermé revient à la paire du joueur qui a la main la plus légère, quels que soient les dominos de son partenaire.
       *[singles] Un jeu fermé revient au joueur qui a la main la plus légère.
    }
block-winner-lightest-team = Le camp le plus léger
    .rule = { $teams ->
        [pairs] Un jeu fermé revient à la paire qui a le moins à elle deux.
       *[singles] Un jeu fermé revient au joueur qui a la main la plus légère.
    }
block-winner-nobody = Personne
    .rule = Personne ne gagne un jeu fermé.
block-winner-blocker-or-next = Celui qui a fermé ou le suivant
    .rule = Dans un jeu fermé, on compare les mains de celui qui a fermé et du suivant ; le camp de la plus légère gagne.
block-winner-blocker-or-previous = Celui qui a fermé ou le précédent
    .rule = Dans un jeu fermé, on compare les mains de celui qui a fermé et du précédent ; le camp de la plus légère gagne.

block-tie = Jeu fermé à égalité
    .help = Gagnant d’un jeu fermé quand les plus petits comptes sont égaux.
block-tie-nobody = Personne
    .rule = Si { $teams ->
        [pairs] les deux paires partagent
       *[singles] { $players ->
            [2] les deux joueurs partagent
           *[other] plusieurs joueurs partagent
        }
    } le plus petit compte, personne ne gagne la manche.
block-tie-seat-order = Le premier par place
    .rule = Si le plus petit compte est partagé, le premier d’entre eux dans l’ordre des places gagne.
block-tie-openers-side = Le camp qui a ouvert
    .rule = Si le plus petit compte est partagé, il revient au camp qui a ouvert, s’il en est ; sinon personne ne gagne.
block-tie-blocker = Le camp qui a fermé
    .rule = Si le plus petit compte est partagé, il revient au camp qui a fermé, s’il en est ; sinon personne ne gagne.
block-tie-blockers-opponents = Les adversaires de qui a fermé
    .rule = Si le camp qui a fermé partage le plus petit compte avec un seul autre, c’est l’autre qui gagne ; sinon personne.
block-tie-lightest-tile = Le domino le plus léger
    .rule = Si le plus petit compte est partagé, le domino le plus léger décide ; s’il l’est aussi, personne ne gagne.
block-tie-nearest-to-opener = Le premier après l’ouvreur
    .rule = Si le plus petit compte est partagé, il revient à qui joue le premier à partir de l’ouvreur.

ties-in-a-row = Limite d’égalités de suite
    .help = Après ce nombre d’égalités de suite, une autre comparaison décide ; 0 pour jamais.
    .rule = { $ties-in-a-row ->
        [0] Un jeu fermé à égalité reste nul, quel que soit le nombre d’égalités d’avant.
        [1] Après une égalité, un autre jeu fermé à égalité revient à { $block-winner ->
            [lightest-team] la paire qui a la main la plus légère
           *[other] la paire qui a le moins en tout
        }.
       *[other] Après { $ties-in-a-row } égalités de suite, un autre jeu fermé à égalité revient à { $block-winner ->
            [lightest-team] la paire qui a la main la plus légère
           *[other] la paire qui a le moins en tout
        }.
    }

block-limit = Limite pour gagner un jeu fermé
    .help = Un jeu fermé ne se gagne qu’avec moins de points que cela ; 0 pour n’importe quel nombre.
    .rule = { $block-limit ->
        [0] Un jeu fermé se gagne avec n’importe quel nombre de points.
       *[other] Un jeu fermé ne se gagne qu’avec moins de { $block-limit } points ; sinon, personne ne gagne.
    }

double-pips = Compte d’un double
    .help = Ce que compte un double resté en main.
double-pips-both-halves = Ses deux moitiés
    .rule = Un double resté en main compte ses deux moitiés : le 5-5 vaut dix.
double-pips-once = Une moitié
    .rule = Un double resté en main ne compte qu’une moitié : le 5-5 vaut cinq.

double-blank = Compte du double blanc
    .help = Ce que compte le double blanc resté en main.
double-blank-nothing = Rien
    .rule = Le double blanc resté en main ne compte rien.
double-blank-ten = Dix
    .rule = Le double blanc resté en main compte dix.
double-blank-ten-alone = Dix s’il est seul
    .rule = Le double blanc compte dix s’il est le seul domino resté en main, sinon rien.
double-blank-priced = Sa propre valeur
    .rule = Le double blanc resté en main compte { $double-blank-pips }.
double-blank-priced-alone = Sa propre valeur s’il est seul
    .rule = Le double blanc compte { $double-blank-pips } s’il est le seul domino resté en main, sinon rien.

double-blank-pips = Valeur du double blanc
    .help = Points du double blanc quand il a sa propre valeur.
    .rule = La valeur du double blanc est { $double-blank-pips }.

highest-double-pips = Compte du plus haut double
    .help = Points du plus haut double resté en main ; 0 pour ceux de ses moitiés.
    .rule = { $highest-double-pips ->
        [0] Le plus haut double resté en main compte ses points.
       *[other] Le { $highest-double } resté en main compte { $highest-double-pips }.
    }

hand-count = Compte d’un domino
    .help = Si les dominos restés en main comptent leurs points.
hand-count-pips = Ses points
    .rule = Les dominos restés en main comptent leurs points.
hand-count-tiles = Un
    .rule = Chaque domino resté en main compte un point.
own-tiles = Dominos des perdants
    .help = Si les dominos des perdants réduisent aussi leur propre score.
own-tiles-free = Pas retirés
    .rule = Le score des perdants ne change pas.
own-tiles-taken-off = Retirés
    .rule = Les points des dominos restés à chaque camp perdant sont retirés de son propre score, jusqu’à zéro.

score = Ce que l’on compte
    .help = En quoi l’on note une manche.
score-games = Les manches gagnées
    .rule = { $round-price ->
        [table] Les gagnants d’une manche marquent des points.
       *[one] Une manche gagnée vaut un point.
    }
score-pips = Points des dominos
    .rule = Les gagnants d’une manche marquent d’après les points restés en main.
score-penalties = Les pénalités
    .rule = Celui qui fait domino ne note rien. Tous les autres comptent en points de pénalité les points restés en main. Ils comptent deux fois s’il s’y trouve un double, et deux fois encore si le gagnant a fini sur un double.

out-count = Points pour faire domino
    .help = Quels dominos paient quand quelqu’un fait domino.
out-count-losers = Ceux des perdants
    .rule = { $teams ->
        [pairs] Pour avoir fait domino, une paire marque ce qu’ont encore les adversaires ; les dominos du partenaire ne comptent pas.
       *[singles] Celui qui fait domino marque ce que { $players ->
            [2] l’autre a encore
           *[other] les autres ont encore
        }.
    }
out-count-all-others = Ceux de tous les autres
    .rule = { $teams ->
        [pairs] Pour avoir fait domino, une paire marque ce qu’ont encore tous les autres, le partenaire compris.
       *[singles] Celui qui fait domino marque ce que { $players ->
            [2] l’autre a encore
           *[other] les autres ont encore
        }.
    }
out-count-one-point = Un point
    .rule = Faire domino marque un point.

block-count = Points d’un jeu fermé
    .help = Quels dominos paient quand le jeu est fermé.
block-count-difference = La différence
    .rule = { $teams ->
        [pairs] Quand le jeu est fermé, les gagnants marquent la différence entre les deux camps.
       *[singles] { $players ->
            [2] Quand le jeu est fermé, le gagnant marque la différence entre les deux mains.
           *[other] Quand le jeu est fermé, chaque perdant paie la différence avec le compte du gagnant.
        }
    }
block-count-subtract-once = Le total moins le gagnant
    .rule = Quand le jeu est fermé, les gagnants marquent tout ce qu’ont les perdants, moins une fois leur propre compte.
block-count-losers = Ceux des perdants
    .rule = { $teams ->
        [pairs] Quand le jeu est fermé, les gagnants marquent ce qu’a encore l’autre camp ; leurs propres dominos ne comptent pas.
       *[singles] Quand le jeu est fermé, le gagnant marque ce que { $players ->
            [2] l’autre a encore
           *[other] les autres ont encore
        } ; ses propres dominos ne comptent pas.
    }
block-count-all-hands = Toutes les mains
    .rule = { $teams ->
        [pairs] Quand le jeu est fermé, les gagnants marquent ce qui reste dans toutes les mains, les leurs comprises.
       *[singles] Quand le jeu est fermé, le gagnant marque ce qui reste dans toutes les mains, la sienne comprise.
    }
block-count-one-point = Un point
    .rule = Gagner un jeu fermé marque un point.
block-count-nothing = Rien
    .rule = Un jeu fermé ne marque rien.
block-count-each-heavier = L’écart avec chaque plus lourd
    .rule = Après un jeu fermé, chaque camp marque l’écart avec chacun des camps plus lourds.

rounding = Arrondi
    .help = Si les points gagnés sont arrondis.
rounding-exact = Aucun
    .rule = Les points ne sont pas arrondis.
rounding-each-loser = Pour chaque perdant
    .rule = { $n-sides ->
        [2] On arrondit { $rounding-way ->
            [down] vers le bas, à un multiple de { $rounding-to }
            [up] vers le haut, à un multiple de { $rounding-to }
           *[nearest] { $rounding-to ->
                [5] au cinq le plus proche
               *[other] au multiple de { $rounding-to } le plus proche
            }
        }.
       *[other] Ce que paie chaque perdant est arrondi { $rounding-way ->
            [down] vers le bas, à un multiple de { $rounding-to }
            [up] vers le haut, à un multiple de { $rounding-to }
           *[nearest] { $rounding-to ->
                [5] au cinq le plus proche
               *[other] au multiple de { $rounding-to } le plus proche
            }
        }.
    }
rounding-sum = La somme
    .rule = La somme est arrondie { $rounding-way ->
        [down] vers le bas, à un multiple de { $rounding-to }
        [up] vers le haut, à un multiple de { $rounding-to }
       *[nearest] { $rounding-to ->
            [5] au cinq le plus proche
           *[other] au multiple de { $rounding-to } le plus proche
        }
    }.

rounding-to = Arrondi à
    .help = Le nombre de points aux multiples duquel on arrondit, comme 5 ou 10.
    .rule = On arrondit à des multiples de { $rounding-to }.
rounding-way = Arrondi vers le haut ou le bas
    .help = À quel multiple les points sont arrondis.
rounding-way-nearest = Au plus proche
    .rule = On arrondit au multiple le plus proche, vers le haut au milieu.
rounding-way-down = Vers le bas
    .rule = On arrondit vers le bas.
rounding-way-up = Vers le haut
    .rule = On arrondit vers le haut.

pips-per-point = Points de domino par point
    .help = Combien de points de domino font un point.
    .rule = { $pips-per-point ->
        [1] Chaque point de domino est un point.
       *[other] { $pips-per-point } points de domino font un point.
    }

band = Points d’une tranche
    .help = Combien de points de domino de plus font un point de plus ; 0 sans tranches.
    .rule = { $band ->
        [0] Les points de domino ne se comptent pas par tranches.
       *[other] { $first-band ->
            [0] Les points de domino gagnés rapportent
           *[other] Jusqu’à { $first-band } points de domino gagnés, on marque
        } { $first-band-points ->
            [0] zéro point
            [one] un point
           *[other] { $first-band-points } points
        }, et un point de plus par tranche de { $band }, même entamée.
    }
first-band = Première tranche
    .help = Les points de domino où finit la première tranche.
    .rule = La première tranche finit à { $first-band } points de domino.
first-band-points = Valeur de la première tranche
    .help = Ce que rapporte la première tranche ; chaque tranche suivante en rapporte un de plus.
    .rule = La première tranche rapporte { $first-band-points ->
        [0] zéro point
        [one] un point
       *[other] { $first-band-points } points
    }.

key-tile = Clé
    .help = Ce qu’ajoute faire domino avec le seul domino qui va encore à deux bouts différents.
key-tile-off = Rien
    .rule = Faire domino avec la clé est une victoire comme une autre.
key-tile-adds-one = Un de plus
    .rule = C’est un de plus si l’on fait domino avec la clé : le seul domino non joué qui aille encore quelque part, et qui joint deux numéros différents.
key-tile-flat-two = Deux en tout
    .rule = Faire domino avec la clé, le seul domino non joué qui aille encore quelque part et qui joint deux numéros différents, fait valoir deux à la manche{ $stakes ->
        [off] {""}
       *[other] , ou la mise si elle est plus forte
    }.

round-price = Valeur d’une manche
    .help = Ce que vaut une manche gagnée quand on compte les manches.
round-price-one = Un point
    .rule = Toutes les manches gagnées ont la même valeur.
round-price-table = Selon la fin
    .rule = La valeur d’une manche gagnée dépend de la façon dont elle finit.

price-out = Prix : un bout
    .help = Points pour finir sur un domino simple qui va à un seul bout.
    .rule = { $price-out ->
        [0] Finir sur un domino simple à un seul bout ne vaut rien.
        [one] Finir sur un domino simple à un seul bout vaut un point.
       *[other] Finir sur un domino simple à un seul bout vaut { $price-out } points.
    }

price-double = Prix : double
    .help = Points pour finir sur un double qui va à un seul bout.
    .rule = { $price-double ->
        [0] Finir sur un double à un seul bout ne vaut rien.
        [one] Finir sur un double à un seul bout vaut un point.
       *[other] Finir sur un double à un seul bout vaut { $price-double } points.
    }

price-both-ends = Prix : deux bouts
    .help = Points pour finir sur un domino simple qui va aux deux bouts.
    .rule = { $price-both-ends ->
        [0] Finir sur un domino simple qui va aux deux bouts ne vaut rien.
        [one] Finir sur un domino simple qui va aux deux bouts vaut un point.
       *[other] Finir sur un domino simple qui va aux deux bouts vaut { $price-both-ends } points.
    }

price-both-ends-double = Prix : double aux deux bouts
    .help = Points pour finir sur un double qui va aux deux bouts.
    .rule = { $price-both-ends-double ->
        [0] Finir sur un double qui va aux deux bouts ne vaut rien.
        [one] Finir sur un double qui va aux deux bouts vaut un point.
       *[other] Finir sur un double qui va aux deux bouts vaut { $price-both-ends-double } points.
    }

price-own-block = Prix : fermé et gagné
    .help = Points pour fermer le jeu et gagner.
    .rule = { $price-own-block ->
        [0] Fermer le jeu et gagner ne vaut rien.
        [one] Fermer le jeu et gagner vaut un point.
       *[other] Fermer le jeu et gagner vaut { $price-own-block } points.
    }

price-lost-block = Prix : fermé et perdu
    .help = Points pour gagner une manche que d’autres ont fermée.
    .rule = { $price-lost-block ->
        [0] Gagner une manche que d’autres ont fermée ne vaut rien.
        [one] Gagner une manche que d’autres ont fermée vaut un point.
       *[other] Gagner une manche que d’autres ont fermée vaut { $price-lost-block } points.
    }

block-fine = Amende d’un jeu fermé et perdu
    .help = Points que perd le camp qui ferme et perd, sans passer sous zéro ; 0 s’il n’y en a pas.
    .rule = { $block-fine ->
        [0] Fermer le jeu et perdre ne coûte rien.
        [one] Le camp qui ferme le jeu et perd rend un point, s’il en a un.
       *[other] Le camp qui ferme le jeu et perd rend { $block-fine } points, ou tous ceux qu’il a.
    }

stakes = Mise après une égalité
    .help = Ce qu’une manche nulle fait à la suivante.
stakes-off = Aucune
    .rule = Une égalité ne change rien à la manche suivante.
stakes-rising = Un de plus par égalité
    .rule = Après une égalité, la manche suivante vaut deux, après deux égalités trois, et ainsi de suite. Ceux qui mènent l’ouvrent ; à zéro partout, elle s’ouvre comme la première.
stakes-two = Deux
    .rule = Après une égalité, la manche suivante vaut deux, quel que soit le nombre d’égalités d’avant ; elle s’ouvre comme la première.

first-game = Première manche gagnée
    .help = Points ajoutés à la première manche gagnée.
    .rule = { $first-game ->
        [0] Gagner la première manche n’ajoute rien.
       *[other] Gagner la première manche ajoute { $first-game }.
    }
second-game = Deuxième manche gagnée
    .help = Points ajoutés à la deuxième manche gagnée.
    .rule = { $second-game ->
        [0] Gagner la deuxième manche n’ajoute rien.
       *[other] Gagner la deuxième manche ajoute { $second-game }.
    }
third-game = Troisième manche gagnée
    .help = Points ajoutés à la troisième manche gagnée.
    .rule = { $third-game ->
        [0] Gagner la troisième manche n’ajoute rien.
       *[other] Gagner la troisième manche ajoute { $third-game }.
    }
fourth-game = Quatrième manche gagnée
    .help = Points ajoutés à la quatrième manche gagnée.
    .rule = { $fourth-game ->
        [0] Gagner la quatrième manche n’ajoute rien.
       *[other] Gagner la quatrième manche ajoute { $fourth-game }.
    }

game-number = Numéros des manches
    .help = Quelles manches sont la première et la deuxième pour ces primes.
game-number-decided = Les manches gagnées
    .rule = On ne numérote que les manches que quelqu’un a gagnées : une égalité laisse sa prime à la suivante.
game-number-every = Toutes les manches
    .rule = On numérote toutes les manches : une égalité consomme sa prime.

capicu = Capicú
    .help = Points ajoutés quand on fait domino avec un domino qui va aux deux bouts ; 0 pour aucun.
    .rule = { $capicu ->
        [0] Un capicú n’ajoute rien.
       *[other] Un capicú, faire domino avec un domino qui va aux deux bouts, ajoute { $capicu }.
    }
capicu-when = Quand c’est un capicú
    .help = Quels derniers dominos comptent comme un capicú.
capicu-when-not-double = Tout sauf un double
    .rule = Un double n’est jamais un capicú, mais les deux bouts peuvent montrer le même numéro.
capicu-when-different-ends = Bouts différents seulement
    .rule = Ce n’est un capicú que si les deux bouts montrent des numéros différents.
capicu-when-double-too = Les doubles aussi
    .rule = Un double peut être un capicú aussi.
capicu-pays = Ce qu’ajoute un capicú
    .help = Si un capicú ajoute un nombre fixe de points ou double la manche.
capicu-pays-points = Des points fixes
    .rule = Un capicú ajoute la même chose à chaque manche.
capicu-pays-doubles = La manche encore une fois
    .rule = Un capicú, faire domino avec un domino qui va aux deux bouts, double ce que rapportent les dominos de la manche ; les primes restent les mêmes.

chuchazo = Chuchazo
    .help = Points ajoutés quand on fait domino avec le double blanc ; 0 pour aucun.
    .rule = { $chuchazo ->
        [0] Un chuchazo n’ajoute rien.
       *[other] Un chuchazo, faire domino avec le double blanc, ajoute { $chuchazo }.
    }
chuchazo-when = Quand c’est un chuchazo
    .help = Si le double blanc entre deux bouts blancs compte.
chuchazo-when-always = Toujours
    .rule = C’est un chuchazo partout où le double blanc va.
chuchazo-when-not-between-blanks = Pas entre deux blancs
    .rule = Ce n’est pas un chuchazo quand les deux bouts sont blancs.

paso = Paso
    .help = Points pour faire bouder un adversaire ; 0 pour aucun.
    .rule = { $paso ->
        [0] Faire bouder un adversaire ne rapporte rien.
       *[other] { $teams ->
            [pairs] Quand un adversaire doit bouder sur votre domino, votre camp reçoit { $paso } points ; que votre partenaire boude ne rapporte rien.
           *[singles] Quand { $players ->
                [2] votre adversaire
               *[other] quelqu’un
            } doit bouder sur votre domino, vous recevez { $paso } points.
        }
    }
paso-when = Quels passes rapportent
    .help = Quels passes sur un domino rapportent au camp qui l’a posé.
paso-when-every-opponent = Ceux de chaque adversaire
    .rule = Chaque adversaire qui boude dessus paie.
paso-when-once-per-tile = Un par domino
    .rule = Un domino n’est payé que d’un passe.

first-paso = Première passe
    .help = Points pour la première passe qui rapporte ; 0 si elle vaut autant que les autres.
    .rule = { $first-paso ->
        [0] La première passe vaut autant que les autres.
        [1] La première passe rapporte un point.
       *[other] La première passe rapporte { $first-paso } points.
    }

first-paso-of = Première passe de quoi
    .help = Combien de fois la première passe rapporte.
first-paso-of-match = De la partie
    .rule = Seule compte la première passe de la partie.
first-paso-of-round = De chaque manche
    .rule = Chaque manche a sa première passe.
pase-corrido = Pase corrido
    .help = Points pour faire bouder tous les autres et continuer ; 0 pour aucun.
    .rule = { $pase-corrido ->
        [0] Faire bouder tous les autres n’ajoute rien.
       *[other] Quand tous les autres, partenaire compris, boudent sur votre domino et que vous pouvez continuer, { $teams ->
            [pairs] votre camp reçoit
           *[singles] vous recevez
        } { $pase-corrido } pour le pase corrido.
    }
pase-de-salida = Pase de salida
    .help = Points pour ouvrir la manche d’un domino sur lequel le suivant boude ; 0 pour aucun.
    .rule = { $pase-de-salida ->
        [0] Un passe sur le premier domino n’ajoute rien.
       *[other] Quand le joueur qui vous suit boude sur le domino avec lequel vous avez ouvert, { $teams ->
            [pairs] votre camp reçoit
           *[singles] vous recevez
        } { $pase-de-salida } pour le pase de salida.
    }
pase-de-salida-when = Quels premiers dominos rapportent
    .help = Si un pase de salida demande un double, ou rapporte plus sans lui.
pase-de-salida-when-any-tile = Tous
    .rule = Tout premier domino peut le rapporter.
pase-de-salida-when-double = Les doubles seulement
    .rule = Seul un double le rapporte.
pase-de-salida-when-plain-twice = Deux fois sans double
    .rule = Un domino qui n’est pas un double le rapporte deux fois.

block-bonus = Prime d’un jeu fermé
    .help = Points ajoutés quand on gagne un jeu fermé ; 0 pour aucun.
    .rule = { $block-bonus ->
        [0] Gagner un jeu fermé n’ajoute rien.
       *[other] Gagner un jeu fermé ajoute { $block-bonus }.
    }
bonus-below = Limite des primes
    .help = Les primes ne comptent que pour un camp qui a commencé la manche sous ce score ; 0 pour aucune limite.
    .rule = { $bonus-below ->
        [0] Les primes comptent à tout score.
       *[other] Les primes ne comptent que pour un camp qui a commencé la manche avec moins de { $bonus-below } points.
    }

double-out = Finir par un double
    .help = Points pour finir par un double.
    .rule = { $double-out ->
        [0] Finir par un double ne rapporte rien de plus.
        [1] Finir par un double rapporte un point de plus.
       *[other] Finir par un double rapporte { $double-out } points de plus.
    }

hanged-blank = Double blanc pendu
    .help = Points ajoutés quand un perdant a le double blanc et ne peut plus le poser.
    .rule = { $hanged-blank ->
        [0] Un double blanc pendu n’ajoute rien.
        [1] Faire domino rapporte un point de plus si un perdant a le double blanc, devenu injouable.
       *[other] Faire domino rapporte { $hanged-blank } points de plus si un perdant a le double blanc, devenu injouable.
    }

blocker-bonus = Fermer le jeu
    .help = Points du camp qui ferme le jeu, quel que soit le gagnant.
    .rule = { $blocker-bonus ->
        [0] Fermer le jeu ne rapporte rien.
        [1] Fermer le jeu rapporte un point, quel que soit le gagnant.
       *[other] Fermer le jeu rapporte { $blocker-bonus } points, quel que soit le gagnant.
    }

ends = Bouts qui marquent
    .help = Quels totaux des bouts ouverts marquent pendant le jeu.
ends-off = Aucun
    .rule = Les bouts ouverts ne marquent pas.
ends-fives = Les cinq
    .rule = Dès que votre domino fait des bouts ouverts un multiple de cinq, vous marquez aussitôt { $pips-per-point ->
        [1] ce total
       *[other] un point par cinq
    }.
ends-threes = Les trois
    .rule = Dès que votre domino fait des bouts ouverts un multiple de trois, vous marquez aussitôt ce total.
ends-sevens = Les sept
    .rule = Dès que votre domino fait des bouts ouverts un multiple de sept, vous marquez aussitôt ce total.
ends-fives-and-threes = Les cinq et les trois
    .rule = Dès que votre domino fait des bouts ouverts un multiple de cinq ou de trois, vous marquez aussitôt ce total ; quinze, c’est quinze.
ends-each-multiple = Combien de fois chacun
    .rule = Dès que votre domino fait des bouts ouverts un multiple de cinq ou de trois, vous marquez. Vous comptez combien de fois cinq et trois y entrent : quinze, c’est trois et cinq, huit points.
ends-total-for-each = Le total pour chacun
    .rule = Dès que votre domino fait des bouts ouverts un multiple de cinq ou de trois, vous marquez aussitôt ce total, deux fois si les deux y entrent : quinze, c’est trente.
ends-multiples = Un autre nombre
    .rule = Dès que votre domino fait des bouts ouverts un multiple de { $ends-divisor }, vous marquez aussitôt { $pips-per-point ->
        [1] ce total
       *[other] un point par { $ends-divisor }
    }.
ends-equal = Bouts égaux
    .rule = Dès que votre domino fait que tous les bouts ouverts montrent le même nombre, vous marquez aussitôt.
ends-equal-total = Bouts égaux, leur total
    .rule = Dès que votre domino fait que tous les bouts ouverts montrent le même nombre, vous marquez aussitôt leur total.

ends-divisor = Nombre qui marque
    .help = Nombre dont les multiples marquent.
    .rule = Les multiples de { $ends-divisor } marquent.
equal-ends = Points pour des bouts égaux
    .help = Points quand tous les bouts ouverts montrent le même nombre.
    .rule = Des bouts égaux donnent { $equal-ends ->
        [1] un point
       *[other] { $equal-ends } points
    } ; un double qui ouvre la manche a les deux bouts.
equal-ends-double = Bouts égaux avec un double
    .help = Points quand un double est à l’un des bouts égaux.
    .rule = Avec un double à l’un d’eux, des bouts égaux donnent { $equal-ends-double ->
        [1] un point
       *[other] { $equal-ends-double } points
    }.

calls = Prendre ses points
    .help = S’il faut annoncer les points des bouts ouverts.
calls-automatic = Notés aussitôt
    .rule = Ces points sont notés sans qu’on les demande.
calls-muggins = Muggins
    .rule = Ces points doivent être annoncés ; dès que le domino suivant est posé, un adversaire qui dit « Muggins ! » reçoit ce qui a été oublié.
calls-declared = Annoncés ou perdus
    .rule = Ces points doivent être annoncés avant le coup suivant, sinon ils sont perdus.
call-sum = Annonce des points
    .help = Si la table dit ce qu’il y a à annoncer, ou si chacun compte pour soi.
call-sum-told = La table
    .rule = La table dit quand il y a des points à annoncer, et aucune annonce n’est fausse.
call-sum-own = Celui qui annonce
    .rule = La table ne dit pas la somme. Celui qui a posé le dernier domino nomme les points, une fois et avant que le domino suivant soit posé ; qui nomme un faux nombre n’a rien.
wrong-call = Prix d’une fausse annonce
    .help = Points pour chacun des autres camps quand quelqu’un nomme un faux nombre, ou dit « Muggins ! » pour rien ; 0 pour aucun.
    .rule = { $wrong-call ->
        [0] Une fausse annonce ne coûte rien de plus.
        [1] Une fausse annonce donne un point à chacun des autres.
       *[other] Une fausse annonce donne { $wrong-call } points à chacun des autres.
    }

three-passes = Trois passes
    .help = Pénalité pour chaque troisième passe de suite ; 0 pour aucune.
    .rule = { $three-passes ->
        [0] Bouder trois fois de suite ne coûte rien.
       *[other] Bouder trois fois de suite coûte { $three-passes } points.
    }
board-pass = Tour de table
    .help = Pénalité de chacun des autres quand tous boudent sur un même domino ; 0 pour aucune.
    .rule = { $board-pass ->
        [0] Que tous les autres boudent sur un même domino ne coûte rien.
       *[other] Quand tous les autres boudent avant que le même joueur rejoue, c’est un tour de table, et chacun d’eux reçoit { $board-pass } points de pénalité.
    }
board-pass-block = Tour de table en fermant
    .help = Si un domino sur lequel personne ne pourra plus jamais jouer est un tour de table.
board-pass-block-no = Non
    .rule = Un domino qui ferme le jeu n’est pas un tour de table.
board-pass-block-yes = Oui
    .rule = Un domino qui ferme le jeu est aussi un tour de table.
pass-penalties = Deux pénalités à la fois
    .help = Ce que coûte un passe qui est à la fois le troisième de suite et d’un tour de table.
pass-penalties-both = Les deux
    .rule = Un passe qui tombe sous les deux pénalités coûte les deux.
pass-penalties-larger = La plus forte
    .rule = Un passe qui tombe sous les deux pénalités coûte la plus forte des deux.
block-penalties = Pénalités d’un jeu fermé
    .help = Joueurs qui comptent leurs dominos quand une manche à pénalités est fermée.
block-penalties-everybody = Tout le monde
    .rule = Après un jeu fermé, chacun compte, le gagnant aussi ; on compare les mains avant de rien doubler.
block-penalties-winner-free = Tous sauf le gagnant
    .rule = Après un jeu fermé, le gagnant ne compte rien.
block-penalties-after-doubling = Tout le monde, doublé d’abord
    .rule = Après un jeu fermé, chacun compte, le gagnant aussi ; les mains qui ont un double sont doublées avant d’être comparées.
block-penalties-void = Personne
    .rule = Après un jeu fermé, personne ne compte et personne ne gagne.
block-penalties-heaviest-takes-all = La main la plus lourde
    .rule = Après un jeu fermé, celui qui a le plus de points compte ceux de tous ; à égalité, chacun compte les siens.

hand-penalties = Dominos restants
    .help = Comment les dominos restés en main comptent contre leur joueur.
hand-penalties-doubled = Doublés par les doubles
    .rule = Les dominos restants comptent double dans une main qui a un double, et encore double si le gagnant a fini par un double.
hand-penalties-plain = Leurs points
    .rule = Chacun compte les points restés en main, et rien de plus.

target = But
    .help = Les points qui gagnent la partie ; dans un jeu à pénalités, ceux qui y mettent fin.
    .rule = { $score ->
        [penalties] { $at-target ->
            [player-out] La partie se joue en { $target } points de pénalité.
           *[match-ends] La partie finit quand quelqu’un a { $target } points de pénalité ou plus ; le plus petit score gagne, et qui a atteint { $target } a perdu.
        }
        [games] { $love ->
            [any-other] La partie se joue en { $target } points tant que { $n-sides ->
                [2] l’autre camp n’en a
               *[other] tous les autres n’en ont
            } aucun.
            [everybody] La partie se joue en { $target } points tant que { $n-sides ->
                [2] l’autre n’en a
               *[other] quelqu’un n’en a
            } aucun.
           *[off] La partie se joue en { $target } points.
        }
       *[pips] La partie se joue en { $target } points.
    }

at-target = Au but
    .help = Un joueur au but met fin à la partie, ou sort pendant que les autres continuent.
at-target-match-ends = La partie finit
    .rule = Atteindre le but met fin à la partie.
at-target-player-out = Le joueur sort
    .rule = { $score ->
        [penalties] Un joueur qui atteint { $target } sort après la manche ; les autres continuent avec autant de dominos chacun. { $players-left ->
            [1] Le dernier qui reste gagne.
           *[other] Quand il reste { $players-left } joueurs, la partie finit et le plus petit score gagne.
        }
       *[other] Un joueur qui atteint { $target } a fini après la manche ; les autres continuent avec autant de dominos chacun. Le premier qui finit gagne. { $players-left ->
            [1] Quand il reste un joueur, la partie finit.
           *[other] Quand il reste { $players-left } joueurs, la partie finit.
        }
    }
players-left = Joueurs restants
    .help = La partie finit quand il reste ce nombre de joueurs.
    .rule = { $players-left ->
        [1] La partie finit quand il reste un joueur.
       *[other] La partie finit quand il reste { $players-left } joueurs.
    }

match-rounds = Manches d’une partie
    .help = Nombre de manches après lesquelles le meilleur score gagne ; 0 pour n’importe lequel.
    .rule = { $match-rounds ->
        [0] Une partie a autant de manches qu’il faut.
        [1] Après une manche, le meilleur score gagne ; à égalité, on continue.
       *[other] Après { $match-rounds } manches, le meilleur score gagne ; à égalité, on continue.
    }

first-score = Premier score
    .help = Points avec lesquels un camp à zéro commence à marquer ; 0 pour n’importe combien.
    .rule = { $first-score ->
        [0] Un camp à zéro marque n’importe quelle manche.
       *[other] Un camp à zéro ne marque qu’une manche de { $first-score } points ou plus.
    }
finish = Atteindre le but
    .help = Si l’on peut dépasser le but.
finish-at-least = Autant ou plus
    .rule = Plus de { $target } convient aussi.
finish-exact = Tout rond
    .rule = Il faut atteindre le but tout rond : les points qui le dépasseraient ne comptent pas.
match-check = Fin de la partie
    .help = Quand on compare les scores au but.
match-check-immediate = Aussitôt
    .rule = La partie est finie dès qu’il est atteint, même au milieu d’une manche.
match-check-end-of-round = Après la manche
    .rule = On regarde les scores quand une manche est finie ; { $score ->
        [penalties] le plus petit
       *[other] le plus fort
    } gagne, et s’il est partagé on joue encore une manche.
love = Retour à rien
    .help = Quand les scores reviennent à rien.
love-off = Jamais
    .rule = Les points faits sont gardés.
love-any-other = Une victoire contre des points
    .rule = Celui qui gagne une manche pendant que d’autres ont des points ne marque rien, mais tous les scores reviennent à rien.
love-everybody = Quand tous ont gagné
    .rule = Dès que chacun a gagné une manche, tous les scores reviennent à rien.
one-all = Un partout
    .help = Ce qui arrive quand un camp qui n’a qu’un point perd une manche.
one-all-reset = Retour à rien
    .rule = Un point se perd comme toute autre avance.
one-all-play-off = Belle
    .rule = Mais quand un camp qui a un point perd, c’est un partout : une belle, qui s’ouvre comme la première manche, en fait deux à rien.
one-all-play-off-winner-leads = Belle, les gagnants ouvrent
    .rule = Mais quand un camp qui a un point perd, c’est un partout : une belle, ouverte par ceux qui ont fait un partout, en fait deux à rien.
skunk = Skunk
    .help = Ce que veut dire perdre sans avoir passé le tournant de la planche.
skunk-off = Rien
    .rule = Peu importe jusqu’où le perdant est arrivé.
skunk-noted = Noté
    .rule = Un perdant qui n’a pas atteint { $skunk-line } est skunk ; on le note.
skunk-agreed = La peine convenue
    .rule = Un perdant qui n’a pas atteint { $skunk-line } est skunk et doit la peine convenue avant la partie.
skunk-counts-double = Deux parties
    .rule = Un perdant qui n’a pas atteint { $skunk-line } est skunk et a perdu deux parties.
skunk-line = Ligne du skunk
    .help = Les points qui sauvent un perdant du skunk.
    .rule = On passe le tournant à { $skunk-line } points.

false-play = Faux coup
    .help = Prix d’un passe alors que l’on peut jouer ou d’un coup interdit ; 0 pour aucun.
    .rule = { $false-play ->
        [0] Bouder alors que l’on peut jouer, ou un coup interdit, ne coûte rien.
       *[other] { $score ->
           *[penalties] Bouder alors que l’on peut jouer, ou un coup interdit, coûte { $false-play } points.
            [pips] Bouder alors que l’on peut jouer, ou un coup interdit, donne { $n-sides ->
                [2] à l’autre camp
               *[other] à chacun des autres
            } { $false-play ->
                [1] un point
               *[other] { $false-play } points
            }.
            [games] Bouder alors que l’on peut jouer, ou un coup interdit, donne { $n-sides ->
                [2] à l’autre camp
               *[other] à chacun des autres
            } { $false-play ->
                [1] une manche
               *[other] { $false-play } manches
            }, avant que la manche elle-même soit comptée.
        }
    }
false-play-pays = Paiement d’une faute
    .help = Camp qui reçoit ou paie le prix d’un faux coup ou d’un jeu lent.
false-play-pays-others = Les autres le reçoivent
    .rule = Les autres reçoivent ce prix.
false-play-pays-taken-off = Retiré
    .rule = Ce prix est retiré du score du camp en faute, jusqu’à zéro.
false-play-ends = La manche après un faux coup
    .help = Effet d’un faux coup sur la manche.
false-play-ends-nothing = Elle continue
    .rule = Le jeu continue après un faux coup.
false-play-ends-voids-round = Elle est annulée
    .rule = Un faux coup annule la manche : ses points sont repris, on redistribue, et le prix reste dû.
false-play-ends-loses-round = Elle est perdue
    .rule = Un faux coup perd la manche : l’autre camp la gagne avec les dominos tels quels.
false-play-ends-loses-match = La partie est perdue
    .rule = Un faux coup perd la partie.
slow-play = Jeu lent
    .help = Prix d’un tour qui dure trop longtemps, aux tables avec pendule ; 0 pour aucun.
    .rule = { $slow-play ->
        [0] Le jeu lent ne coûte rien.
       *[other] { $score ->
           *[games] Un tour qui dure trop longtemps coûte { $slow-play ->
                [1] une manche
               *[other] { $slow-play } manches
            }.
            [pips] Un tour qui dure trop longtemps coûte { $slow-play ->
                [1] un point
               *[other] { $slow-play } points
            }.
            [penalties] Un tour qui dure trop longtemps coûte { $slow-play ->
                [1] un point
               *[other] { $slow-play } points
            }.
        }
    }
slow-play-after = Secondes avant le jeu lent
    .help = Secondes d’un tour après lesquelles le jeu lent est compté.
    .rule = Le jeu lent est compté après { $slow-play-after } secondes, et de nouveau après autant d’autres.
slow-play-times = Fois où le jeu lent est compté
    .help = Combien de fois un tour est compté avant que la pendule joue.
    .rule = { $slow-play-times ->
        [1] Il est compté une fois par tour ; ensuite la pendule joue.
       *[other] Il est compté { $slow-play-times } fois par tour ; ensuite la pendule joue.
    }
needless-draw = Pioche sans nécessité
    .help = Ce que coûte une pioche à un joueur qui aurait pu jouer.
needless-draw-voids-round = La manche
    .rule = Une pioche de quelqu’un qui aurait pu jouer annule la manche : ses points sont repris et l’on redistribue.
needless-draw-no-score = Tous les points suivants
    .rule = Un joueur qui pioche alors qu’il aurait pu jouer ne marque plus rien de la manche, pas même pour faire domino.
needless-draw-no-score-in-play = Les points du jeu
    .rule = Un joueur qui pioche alors qu’il aurait pu jouer ne marque plus rien en jeu de la manche, mais encore pour faire domino.
exposed = Domino montré
    .help = Ce que devient un domino montré par accident.
exposed-picked-up = Repris
    .rule = Un domino montré par accident est repris en main.
exposed-directed = Joué sur ordre
    .rule = Un domino montré par accident reste face visible et se joue quand un adversaire le dit, ou quand rien d’autre ne va ; ses bouts ne marquent rien.
exposed-only-directed = Joué seulement sur ordre
    .rule = Un domino montré par accident reste face visible et ne se joue que quand un adversaire le dit ; il ne marque rien, pas même pour faire domino.

# Ce que l'on choisit encore pour une table : qui joue, non selon quelles règles.

level = Comment jouent les bots
    .help = Les niveaux 1 à 5 ignorent les primes. Là où l’on compte les manches, les niveaux 1 à 7 ignorent leur valeur.
level-heaviest = 1 · Main-lourde – se défait du plus lourd, quoi qu’il arrive
level-own-hand = 2 · Casanière – garde ouverts ses propres numéros et ne regarde rien d’autre
level-table = 3 · Lèche-vitrine – compte aussi ce que marquent les bouts, et quel domino il couvre
level-passes = 4 · Éléphant – se souvient aussi des numéros auxquels les autres ont boudé
level-club = 5 · Habitué – compte aussi les dominos, comme au club
level-imagines = 6 · Rêveuse – imagine les dominos cachés avant de jouer
level-concludes = 7 · Détective – conclut aussi de la façon de jouer de chacun à ce qu’il a
level-match = 8 · Doyenne – réfléchit le plus longtemps, et joue pour la partie, pas seulement pour la manche

hints = Indices
hints-off = Aucun indice
hints-on = On peut demander quoi jouer

watching = Spectateurs
watching-off = Seuls les joueurs voient la table
watching-on = Chacun peut regarder, et la table est listée

passed = Ce que chacun a boudé
passed-on = Est affiché à côté de son nom
passed-off = Est à retenir
