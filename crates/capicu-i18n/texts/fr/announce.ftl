# Ce que dit un lecteur d'écran, et les étiquettes qu'il est seul à lire.

said-lead = { $who-is ->
    [you] Vous ouvrez avec le { $tile }.
   *[other] { $who } ouvre avec le { $tile }.
}
said-play = { $who-is ->
    [you] Vous posez le { $tile } { $side ->
        [left] à gauche
       *[right] à droite
    } ; { $left ->
        [0] il ne vous reste aucun domino
        [1] il vous reste un domino
       *[other] il vous reste { $left } dominos
    } ; bouts { $ends }.
   *[other] { $who } pose le { $tile } { $side ->
        [left] à gauche
       *[right] à droite
    } ; bouts { $ends } ; { $left ->
        [0] il ne lui reste aucun domino
        [1] il lui reste un domino
       *[other] il lui reste { $left } dominos
    }.
}
said-play-on = { $who-is ->
    [you] Vous posez le { $tile } sur le { $on } ; { $left ->
        [0] il ne vous reste aucun domino
        [1] il vous reste un domino
       *[other] il vous reste { $left } dominos
    } ; bouts { $ends }.
   *[other] { $who } pose le { $tile } sur le { $on } ; bouts { $ends } ; { $left ->
        [0] il ne lui reste aucun domino
        [1] il lui reste un domino
       *[other] il lui reste { $left } dominos
    }.
}
said-draw = { $who-is ->
    [you] Vous piochez un domino ; il en reste { $boneyard } à la pioche.
   *[other] { $who } pioche un domino ; il en reste { $boneyard } à la pioche.
}
said-you-drew = Vous piochez le { $tile } ; il en reste { $boneyard } à la pioche.
said-drew-shown = { $who-is ->
    [you] Vous piochez le { $tile } et le montrez.
   *[other] { $who } pioche le { $tile } et le montre.
}
said-pass = { $who-is ->
    [you] Vous boudez ; bouts { $ends }.
   *[other] { $who } boude ; bouts { $ends }.
}
said-pass-opening = { $who-is ->
    [you] Vous n’avez pas de double pour ouvrir et vous passez.
   *[other] { $who } n’a pas de double pour ouvrir et passe.
}
said-hand-over = { $who-is ->
    [you] Vous laissez la pose à votre partenaire.
   *[other] { $who } laisse la pose à son partenaire.
}
said-turned-up = On retourne des dominos pour savoir qui ouvre : { $tiles }.
said-turned-up-one = { $who } : { $tile }
said-turned-up-opener = { $who-is ->
    [you] Vous avez retourné le plus fort domino et vous ouvrez.
   *[other] { $who } a retourné le plus fort domino et ouvre.
}
said-turned-up-tie = Les plus forts dominos sont égaux : on retourne de nouveau.
shuffles = { $who-is ->
    [you] Vous mélangez.
   *[other] { $who } mélange.
}
sets = { $who-is ->
    [you] Vous avez la pose, et vous mélangerez ensuite.
   *[other] { $who } a la pose, et mélangera ensuite.
}
said-redealt-no-double = Personne ne tient de double : on redistribue.
said-redealt-many-doubles = { $who-is ->
    [you] Vous tenez trop de doubles : on redistribue.
   *[other] { $who } tient trop de doubles : on redistribue.
}
said-redealt-long-suit = Une main a trop de dominos d’un même numéro : on redistribue.
said-withdrew = { $who-is ->
    [you] Vous vous retirez ; les autres continuent.
   *[other] { $who } se retire ; les autres continuent.
}
said-dealt = Manche { $round }. Vos dominos : { $tiles }.
opens-with-tile = { $who-is ->
    [you] Vous tenez le { $tile } et vous ouvrez avec lui.
   *[other] { $who } tient le { $tile } et ouvre avec lui.
}
opens-any = { $who-is ->
    [you] Vous ouvrez avec le domino que vous voulez.
   *[other] { $who } ouvre avec n’importe quel domino.
}
opens-holding = { $who-is ->
    [you] Vous tenez le { $tile } : vous ouvrez, avec le domino que vous voulez.
   *[other] { $who } tient le { $tile } et ouvre donc, avec n’importe quel domino.
}
opens-double = { $who-is ->
    [you] Vous ouvrez avec un double.
   *[other] { $who } ouvre avec un double.
}
opens-draw = Personne ne tient de double. { $who-is ->
    [you] Vous piochez en premier
   *[other] { $who } pioche en premier
} ; qui pioche un double ouvre avec lui.
said-your-turn = À vous ; bouts { $ends }.
said-your-turn-open = À vous : vous ouvrez.
said-hand = Votre main : { $tiles }.
said-ends = Bouts { $ends }.
said-chain = Sur la table, de gauche à droite : { $tiles }.
said-table-empty = Il n’y a encore aucun domino sur la table.
said-counts = { $who } : { $n ->
    [1] un domino
   *[other] { $n } dominos
}
said-points = { $who-is ->
    [you] { $n ->
        [one] Vous : { $n } point ({ $reason }).
       *[other] Vous : { $n } points ({ $reason }).
    }
   *[other] { $n ->
        [one] { $who } : { $n } point ({ $reason }).
       *[other] { $who } : { $n } points ({ $reason }).
    }
}
said-penalty = { $who-is ->
    [you] { $n ->
        [one] Vous : { $n } point de pénalité ({ $reason }).
       *[other] Vous : { $n } points de pénalité ({ $reason }).
    }
   *[other] { $n ->
        [one] { $who } : { $n } point de pénalité ({ $reason }).
       *[other] { $who } : { $n } points de pénalité ({ $reason }).
    }
}
said-word = { $word ->
    [tranque] Tranque : le { $what } ferme le jeu.
    [ahorcado] Ahorcado : le { $what } ne peut plus être joué.
    [puerta] Vous avez la puerta du { $what } : personne d’autre ne peut jouer là.
    [nugget-adds] Pépite : cinq de plus.
    [nugget-takes] Pépite : cinq de moins.
    [crown-jewels] Les joyaux de la couronne !
    [harry-belly] Harry Belly !
    [snake-eyes] Yeux de serpent !
    [double-deuce] Double deuce !
    [lighthouse] Phare : le { $what } a été posé avec d’autres de son numéro en main.
    [domino] Domino, avec le { $what }.
    [dancing-girls] Les danseuses entrent : il y a un cinq où jouer.
    [cut-off] Coupé : le suivant ne peut pas jouer.
    [follow] Suivi : un coup marqué après un coup marqué.
    [bankers-set] La pose du banquier : aucune réponse ne marque.
    [crossing-the-t] On barre le T du { $what }.
   *[dominoitis] Dominoïte, des points devant les yeux : encore une partie rapide la guérit.
}

label-hand = Votre main
label-score = Score
label-tile-plays-both = { $tile }, se pose sur { $one } et { $other }
label-tile-plays-one = { $tile }, se pose sur { $one }
label-tile-plays-many = { $tile }, se pose sur { $ends }
label-tile-opens = { $tile }, vous pouvez ouvrir avec lui
label-tile-cannot = { $tile }, injouable pour l’instant
label-tile-selected = { $tile }, choisi
label-seat = { $who }, { $place }, { $n ->
    [one] { $n } domino
   *[other] { $n } dominos
}
label-seat-turn = { $who }, { $place }, { $n ->
    [one] { $n } domino
   *[other] { $n } dominos
}, à jouer
has-passed-on = a boudé à { $numbers }
label-pegs = { $who } : { $points } sur { $target }
label-board-summary = { $n ->
    [0] Aucun domino sur la table.
    [1] Un domino sur la table ; bouts { $ends }.
   *[other] { $n } dominos sur la table ; bouts { $ends }.
}

keys-title = Clavier
key-tiles = Choisir un domino
key-ends = Choisir le bout
key-play = Jouer
key-pass = Bouder
key-draw = Piocher
key-hand = Lire ma main
key-ends-read = Lire les bouts
key-chain = Lire la table de gauche à droite
key-counts = Combien de dominos tient chacun
key-score = Lire le score
key-last = Lire le dernier coup
key-again = Redire ce qui a été dit en dernier
key-skip = Passer l’attente d’un bot
key-help = Cette aide
key-cancel = Annuler
