# La page, l'entrée, la table.

app-name = Capicú
app-tagline = Les vrais dominos, entre amis ou tout de suite.
play-now = Jouer maintenant
private-table = Table privée
private-table-help = Créez une table et envoyez un lien à chacun.
make-table = Créer la table
choose-game = Jeu
choose-players = Joueurs
players-count = { $n ->
    [one] { $n } joueur
   *[other] { $n } joueurs
}
house-rules = Règles de la maison
usual-rules = Revenir aux règles habituelles
by-the-book = À la lettre
by-the-book-help = Ce que dit le texte même du jeu, là où l’usage est autre
changed-rules = { $n ->
    [0] Aux règles habituelles
    [1] Une règle de la maison
   *[other] { $n } règles de la maison
}
rules-of-game = Règles des jeux
rules-cites = Montrer après chaque phrase d’où elle vient

links-title = Liens vers les places
links-help = Le premier qui ouvre un lien prend la place. La partie commence quand aucune place n’est libre.
code-title = Code de la table
code-help = Dites-le à voix haute, ou faites scanner l’image : qui vient par lui reçoit une place libre. On l’ouvre aussi à
link-for-seat = Lien pour { $seat }
copy-link = Copier le lien
copy = Copier
copied = Copié
seat-taken = Prise
your-link = Votre propre lien : il vous ramène à votre place depuis n’importe quel appareil. Gardez-le pour vous.
revoke-link = Faire un nouveau lien
link-revoked = L’ancien lien n’est plus valable.
renew-free = L’ancien lien cesse de marcher.
renew-taken = { $who } perd sa place. Un bot y joue jusqu’à ce que quelqu’un ouvre le nouveau lien.
renew-own = L’ancien lien cesse de marcher, et vos autres appareils quittent la table.
new-link-for = Nouveau lien pour { $seat }
your-name = Votre nom
default-name = Invité
leave-table = Quitter la table
delete-table = Supprimer la table
delete-sure = Supprimer la table ? Plus personne ne pourra y jouer, et ses liens cesseront de marcher.
you-left = Vous avez quitté la table. Un bot joue pour vous jusqu’à votre retour.
back-home = Retour à l’accueil

seat-you = Vous
seat-partner = Partenaire
seat-left = Gauche
seat-right = Droite
seat-across = En face
seat-out = Sorti : rang { $place }
withdraw = Se retirer
withdraw-sure = Vous retirer de cette partie ? Les autres continuent sans vous.
seat-number = Place { $n }
you-lower = vous
bot = { $name } (bot)
is-bot = Bot
is-bot-of = Bot, niveau { $level }
is-away = Absent
is-back = { $who } est de retour.
gone-away = { $who } s’est absenté. Sa place est gardée.
bot-took-over = { $who } est absent : un bot joue jusqu’à son retour.
away-until = { $who } est absent. Un bot prend la suite dans { $seconds } s.
is-stood-in = Absent : un bot joue
left-table = { $who } est parti : un bot joue jusqu’à son retour.
joins-next-deal = { $who } joue à partir de la prochaine donne ; d’ici là, un bot joue.
you-next-deal = Vous jouez à partir de la prochaine donne.
you-next-deal-help = Un bot joue cette manche pour vous.
you-play-again = C’est de nouveau vous qui jouez.
let-bot-play = Laisser jouer un bot
seconds-left = Il reste { $n } secondes.
clock-played = Votre temps est écoulé : un bot a joué ce tour pour vous.
play-again = Reprendre la main
bot-plays-for-you = Un bot joue pour vous jusqu’à votre retour. Votre place est gardée.
part-left = { $who } est parti : la partie compte comme perdue.
part-deserted = { $who }, dont le partenaire est parti : une victoire compte, une défaite non.
devices = { $n ->
    [one] Votre place est ouverte sur un appareil.
   *[other] Votre place est ouverte sur { $n } appareils.
}
come-back = Revenir
free-seats = { $n ->
    [one] Une place est encore libre.
   *[other] { $n } places sont encore libres.
}
fill-with-bots = Compléter avec des bots
grace = Si quelqu’un s’absente, un bot prend la suite après
grace-seconds = { $seconds } s
grace-minutes = { $minutes } min
match-stopped = Cette partie ne peut pas continuer
match-stopped-why = Les règles de la table ont été corrigées depuis, et selon elles les manches jouées auraient fini autrement. Les scores restent comme ils ont été notés.
match-stopped-time = Le temps est écoulé
match-stopped-time-why = La dernière manche de la rencontre est finie. Les scores comptent, et le tournoi les a.
match-stopped-desk = La rencontre est terminée
match-stopped-desk-why = La direction du tournoi a tranché.
sat-down = { $who } s’assied.

your-turn = À vous
your-turn-title = ● À vous
waiting-for = On attend { $who }…
thinking = { $who } réfléchit…
waiting-for-players = On attend que les autres s’asseyent…
others-ready = Tous les autres sont prêts.
waiting-deal = Distribution…
may-lead-any = Ouvrez avec le domino que vous voulez.
must-lead-double = Ouvrez avec un double.
choose-tile = Choisissez un domino.
choose-end = À quel bout ?
end-on-tile = Sur le { $tile }, à son { $pip }
end-left-number = ← au { $pip }
end-right-number = au { $pip } →
fits-nowhere = Le { $tile } ne peut se poser nulle part.
fits-neither = Le { $tile } ne va ni au { $one } ni au { $other }.
fits-not-one = Le { $tile } ne va pas au { $pip }.
play-it = Jouer
cancel = Annuler
close = Fermer
pass = Passe
knock = Bouder
knocks = { $who-is ->
    [you] Vous boudez
   *[other] { $who } boude
}
auto-pass = Vous ne pouvez pas jouer : vous boudez.
draw-tile = Piocher
draw-needed = Vous ne pouvez pas jouer : piochez.
draws = { $n ->
    [one] Pioche un domino
   *[other] Pioche { $n } dominos
}
boneyard = Pioche
boneyard-count = { $n ->
    [0] La pioche est vide
    [1] Un domino à la pioche
   *[other] { $n } dominos à la pioche
}
tiles-left = { $n ->
    [0] Plus de domino
    [1] Encore un domino
   *[other] Encore { $n } dominos
}
last-tile = Dernier domino !
ends-sum = Bouts : { $total }
ends-sum-scores = { $points ->
    [one] Bouts : { $total }, un point
   *[other] Bouts : { $total }, { $points } points
}

huddle-title = Qui a la pose ?
huddle-help = Dites seulement qui pose, pas ce que vous tenez.
huddle-i-pose = Je pose
huddle-you-pose = Posez
huddle-waiting-partner = { $partner } décide qui de vous deux pose…

match-to-love = En { $target } à zéro
match-to-points = En { $target } points
match-to-games = En { $target }
match-to-penalties = Fin à { $target } ; le plus petit score gagne
next-round = Manche suivante
next-round-soon = La manche suivante commence dans { $seconds ->
    [one] une seconde
   *[other] { $seconds } secondes
}.
show-table = Regarder la table
show-result = Montrer le résultat
rematch = Revanche
rematch-offered = { $who } voudrait une revanche.
rematch-others = Revanche avec d’autres partenaires
rematch-others-offered = { $who } voudrait une revanche avec d’autres partenaires.
new-partners = Autres partenaires : vous jouez avec { $who }.
rematch-waiting = On attend que les autres acceptent la revanche…
new-match = Nouvelle partie
leave-sure = Quitter la table ? Un bot jouera vos dominos jusqu’à votre retour.
leave-sure-lobby = Quitter la table ? Un bot jouera pour vous. Sans retour, la partie comptera comme perdue. Si vous partez souvent, vous ne pourrez plus chercher de table pendant un temps.

connecting = Connexion…
reconnecting = Connexion perdue. Nouvelle tentative…
reconnect-in = { $seconds ->
    [one] Nouvelle tentative dans une seconde.
   *[other] Nouvelle tentative dans { $seconds } secondes.
}
reconnect-now = Essayer maintenant
offline = Vous êtes hors ligne. Votre place est gardée.
move-pending = Envoi…

language = Langue
mute = Couper le son
unmute = Remettre le son
menu = Menu
help = Aide
more = Plus
fair-title = Donnes honnêtes
fair-help = Les dominos de toute la partie découlent d’un seul nombre secret. Son empreinte est montrée avant la première donne et le nombre lui-même après la dernière ; chacun peut donc vérifier chaque donne.
fair-commitment = Empreinte : { $hash }
fair-seed = Nombre secret : { $seed }

start-match = Commencer
practice = S’entraîner sur cet appareil
plan-open = Ami
hint-ask = Indice
key-hint = Demander quoi jouer, là où la table le permet
hint-best-move = Le mieux : { $best }.
hint-equal = À peu près égaux : { $best } ou { $next }.
hint-says = Le mieux : { $best }, aussi bon que gagner la manche { $chance } fois sur 100 ; ensuite : { $next }, { $less } fois.
hint-about-equal = { $best } ou { $next } : à peu près égaux, aussi bons que gagner la manche { $chance } fois sur 100.
hint-shuts = Après le meilleur coup, le joueur suivant n’a rien qui aille dans { $share } distributions possibles sur 100.
hint-lay = { $tile }
hint-lay-on = { $tile } sur le { $on }
hint-hand-over = laisser la pose au partenaire
hint-draw = piocher
hint-pass = passer
turn-time = Temps par tour
turn-time-off = Sans limite
turn-time-seconds = { $seconds } s
turn-time-bank = { $seconds } s + { $bank } s
turn-time-help = Avec deux temps : chaque tour a le premier, et ce qui le dépasse se prend sur le second, qui vaut pour toute la partie.
in-bank = Réserve de temps : { $left }
call-declare = Annoncer
memory-open = Ce qui a été joué
call-muggins = Muggins !
call-points = Annoncer les points
call-sum-help = Les points à annoncer, avec votre domino ou après
call-last = Annoncez les points de votre dernier domino, s’il en a fait.
call-none = Rien à annoncer
call-in-vain = { $who-is ->
    [you] Cette annonce ne vous donne rien.
   *[other] Cette annonce ne donne rien à { $who }.
}
key-calls = Choisir les points à annoncer ; dire « Muggins ! »

zoom = Regarder de près
zoom-in = Plus grand
zoom-out = Plus petit
zoom-fit = Montrer toute la table
score-sheet = Feuille de score

more-games = Plus de jeux
rule-file = Fichier de règles
rule-file-help = Écrivez vos règles dans un fichier, voyez ce qui n’y va pas, et créez une table qui les suit.
rule-file-text = Les règles
rule-file-open = Ouvrir un fichier
rule-file-check = Vérifier les règles
rule-file-table = Créer une table avec ces règles
rule-file-examples = Jeux de départ
rule-file-wrong = { $n ->
    [one] Une chose ne va pas
   *[other] { $n } choses ne vont pas
}
rule-file-place = Ligne { $line }, colonne { $column } :
how-to-play = Comment on joue à { $game }
rules-of-table = Règles de cette table
result-share = Partager une image
last-round = La dernière manche
pips-left = Points restants
rounds-played = { $n ->
    [one] une manche
   *[other] { $n } manches
}
