# Ce que l'on tape à une table, et ce qui est répondu. Un texte de mots les donne séparés par des espaces ; une lettre seule
# ne vaut que dans cette langue, les mots plus longs dans toutes.
typed-open = Jouer en tapant
typed-close = Ne plus taper
typed-label = Que faire, comme 64 d, passe ou aide
typed-send = Faire
typed-pass = passe boude p
typed-draw = pioche i
typed-hand = main m
typed-ends = bouts e
typed-board = table b
typed-score = score s
typed-last = dernier l
typed-passes = passes v
typed-counts = compte c
typed-turn = tour t
typed-again = encore r
typed-advice = conseil a
typed-muggins = muggins
typed-call = annonce
typed-mine = moi
typed-yours = toi
typed-next = suivante n
typed-ready = commencer
typed-withdraw = retrait
typed-help = aide ?
typed-left = gauche g
typed-right = droite d
typed-on = sur @
typed-help-text = Dominos : 64, ou 6-4. Bouts : 64 g à gauche, 64 d à droite. S’il y a plus de bouts : 64 a, b ou c, 6-4@6-6 contre le double six, 64 sur 4 à un 4. Puis : { typed-pass } ; { typed-draw } ; { typed-hand } ; { typed-ends } ; { typed-board } ; { typed-score } ; { typed-last } ; { typed-passes }, toutes les passes. { typed-counts }, les dominos en main ; { typed-turn } ; { typed-again }, le dernier message ; { typed-advice }. { typed-call } 10 et { typed-muggins } pour les points ; { typed-mine } ou { typed-yours } pour la pose ; { typed-next } pour la manche suivante ; { typed-ready } ; { typed-withdraw } pour laisser la partie aux autres ; { typed-help }.
typed-empty = Tapez ce qu’il faut faire, ou aide.
typed-unknown = « { $text } » ne veut rien dire ici. Tapez aide pour voir ce qui veut dire quelque chose.
typed-no-tile = « { $text } » n’est pas un domino. Tapez-en un comme 6-4.
typed-no-place = « { $text } » n’est pas une place pour un domino. Tapez g ou d, une lettre, ou le domino contre lequel le poser, comme 6-4@6-6.
typed-no-points = Tapez les points à annoncer, comme annonce 10.
typed-not-held = Vous n’avez pas le { $tile }.
typed-not-turn = Ce n’est pas à vous.
typed-ready-help = Tapez commencer pour jouer.
typed-next-round = La manche est finie. Tapez suivante pour la manche suivante.
typed-next-match = La partie est finie. Tapez suivante pour la revanche.
typed-not-now = Cela ne peut pas se faire maintenant.
typed-not-there = Le { $tile } ne peut pas aller là. Il peut aller : { $places }.
typed-where = Où va le { $tile } ? { $places }.
typed-place = { $key } pour { $place }
typed-on-tile = le { $tile }, à son { $pip }
typed-passed = { $who-is ->
    [you] Vous avez boudé à { $numbers }.
   *[other] { $who } a boudé à { $numbers }.
}
typed-passed-none = Personne n’a boudé à cette manche.
