# Les tournois en salle : la direction, les téléphones, l'écran au mur.

desk = Direction du tournoi
desk-back = Retour
desk-events = Tournois
desk-new = Nouveau tournoi
desk-own = Les tournois que vous dirigez ou que vous aidez à diriger
desk-none = Il n’y en a pas encore.
desk-no-events = Il n’y a pas encore de tournois.
desk-no-events-help = Organisez une soirée pour huit amis, ou une ligue pour une saison.
desk-events-help = Tournois et soirées de club, en ligne et sur place.
desk-on-now = En cours
desk-coming = À venir
desk-finished = Terminés
desk-cancelled = Annulé
desk-created = Créé le { $when }
desk-month = { $month ->
    [1] janv.
    [2] févr.
    [3] mars
    [4] avr.
    [5] mai
    [6] juin
    [7] juil.
    [8] août
    [9] sept.
    [10] oct.
    [11] nov.
   *[other] déc.
}
desk-members-only = Pour diriger un tournoi, il faut un compte. Créez-le sous « Compte » : un identifiant suffit.
desk-choose = À quoi joue-t-on ? Ce qui est autrement chez vous se change à la page suivante.
desk-for-players = Individuel
desk-for-pairs = Par paires
desk-for-teams = Par équipes
desk-by-round-robin = toutes rondes
desk-by-swiss = système suisse
desk-by-tables = tables de trois ou quatre
desk-by-partners = partenaires tournants
desk-by-duplicate = duplicate
desk-by-arena = arène
desk-by-queue = le gagnant reste
desk-by-knock-out = élimination directe
desk-by-double-knock-out = double élimination
desk-by-table-knock-out = élimination par tables
desk-event-name = Nom du tournoi
desk-expected = Inscriptions attendues
desk-begins = Commence à
desk-different = Ce qui est autrement ici, et le règlement des forfaits
desk-rounds-field = Rondes (vide : d’après le nombre d’inscrits)
desk-games-field = Jeux qui gagnent une rencontre
desk-target-field = Points qui gagnent un jeu
desk-minutes-field = Minutes d’une ronde (vide : sans pendule)
desk-late-field = Dernière ronde ouverte aux inscriptions tardives (vide : aucune)
desk-check-in-field = Joueurs à apparier
desk-check-in-none = Tous les inscrits
desk-check-in-required = Seulement ceux qui se sont présentés
desk-order-field = Adversaires à égalité de points
desk-order-halves = première moitié contre seconde
desk-order-neighbors = voisins
desk-order-fold = le premier contre le dernier
desk-order-hill = roi de la colline : 1 contre 2
desk-order-random = par tirage au sort
desk-order-by-field = Ordre des inscrits à égalité de points
desk-order-seeds = par têtes de série
desk-order-standings = par le classement
desk-order-late-field = Nombre de dernières rondes dans un autre ordre (vide : aucune)
desk-order-late-way-field = Adversaires des dernières rondes
desk-third-place = Troisième place
desk-third-place-shared = partagée par les perdants des demi-finales
desk-third-place-played = les perdants des demi-finales la jouent
desk-last-rounds-field = Nombre de dernières rondes d’un autre format, 1 pour la finale (vide : aucune)
desk-last-games-field = Jeux qui gagnent dans les dernières rondes (vide : comme avant)
desk-last-target-field = Points qui gagnent dans les dernières rondes (vide : comme avant)
desk-last-minutes-field = Minutes des dernières rondes (vide : sans pendule)
desk-format-of-round = Format de cette ronde
desk-format-games = { $n ->
    [one] un jeu
   *[other] { $n } jeux
}
desk-format-target = { $n ->
    [one] un point
   *[other] { $n } points
}
desk-format-minutes = { $n ->
    [one] une minute
   *[other] { $n } minutes
}
desk-team-totals = Totaux par équipes
desk-team-totals-none = aucun
desk-team-totals-clubs = la somme des inscriptions de chaque club
desk-team-counted-field = Inscriptions d’un club qui comptent (vide : toutes)
desk-team-counted = Inscriptions comptées
desk-team-others = Autres inscriptions
desk-excess-field = Points au-delà du but
desk-excess-lost = sont perdus
desk-excess-counted = comptent
desk-means-teams = Chaque club a la somme de ses inscriptions
desk-means-teams-of = Chaque club a la somme de { $n ->
    [one] sa meilleure inscription
   *[other] ses { $n } meilleures inscriptions
}
desk-pause-field = Minutes entre deux rondes
desk-policy = Règlement des forfaits
desk-policy-help = Les points du classement, une espace, et ce qui est porté sur la feuille, comme 2 200-100. Rien ne peut manquer.
desk-award-bye = Exempt parce que le nombre est impair
desk-award-requested = Exempt à sa demande
desk-award-missed = Une ronde d’avant une arrivée tardive
desk-award-win = Victoire par forfait
desk-award-loss = Défaite par forfait
desk-award-double = Personne n’était là
desk-withdrawal = Résultats des joueurs qui se retirent
desk-withdrawal-stand = comptent
desk-withdrawal-void = sont annulés s’il part dans la première moitié
desk-policy-missing = Le règlement des forfaits ne peut manquer : remplissez « { $what } ».
desk-field-wrong = « { $what } » n’est pas rempli comme il faut. Écrivez des nombres entiers.
desk-make = Créer le tournoi
desk-look = Voir ce que cela donne
desk-sources = D’où viennent ces règles
desk-our-reading = Ce qu’aucune source ne tranche, et comment nous le lisons :
desk-means = { $rounds ->
    [one] une ronde
   *[other] { $rounds } rondes
} sans pendule, { $tables ->
    [one] une table
   *[other] { $tables } tables
}
desk-means-minutes = { $rounds ->
    [one] une ronde
   *[other] { $rounds } rondes
} de { $minutes ->
    [one] une minute
   *[other] { $minutes } minutes
}, { $tables ->
    [one] une table
   *[other] { $tables } tables
}
desk-means-end = { $rounds ->
    [one] une ronde
   *[other] { $rounds } rondes
} de { $minutes ->
    [one] une minute
   *[other] { $minutes } minutes
}, { $tables ->
    [one] une table
   *[other] { $tables } tables
}, fin à { $end }
desk-done = C’est fait. C’est au journal.
desk-done-again = Cela avait déjà été envoyé ; rien n’a été fait une seconde fois.
desk-number = N° { $number }
desk-entry-number = N°
desk-name = Nom
desk-place = Rang
desk-possible = Encore possible
desk-table = Table
desk-who-meets = Rencontres
desk-numbers = Numéros
desk-why = Pourquoi
desk-result = Résultat
desk-results = résultats
desk-standings = Classement
desk-final-standings = Classement final
desk-bye = exempt
desk-forfeit = { $who } absent
desk-forfeit-all = Personne n’est venu
desk-void = Annulée : elle ne compte pour personne
desk-stage = Phase { $stage }
desk-stage-word = Phase
desk-round-word = Ronde
desk-round = Ronde { $round } sur { $of }
desk-round-of-stage = Phase { $stage }, ronde { $round } sur { $of }
desk-not-begun = Ce n’est pas commencé.
desk-screen = Écran pour le mur
desk-public = Page pour tous
desk-seed = Tous les tirages viennent de la graine { $seed }.
desk-head = Empreinte du journal jusqu’ici : { $head }
desk-no-clock = Cette ronde n’a pas de pendule.
desk-last-hand = Quand le temps est écoulé, on finit la manche ; puis celui qui mène gagne.
desk-print-slips = Imprimer les fiches
desk-print-pairings = Imprimer les appariements
desk-print-standings = Imprimer le classement
desk-by-name = Par nom
desk-log = Journal entier
desk-log-page = Ce qui s’est passé
desk-log-help = Tout ce qui est au journal, le plus récent d’abord. Ce qui ne compte plus est barré. Le journal entier, en fichier, peut être vérifié par n’importe qui.
desk-log-phone = un téléphone
desk-log-server = le serveur
desk-log-created = Le tournoi est créé : { $preset }
desk-log-entered = { $who } s’inscrit avec le numéro { $number }
desk-log-opened = La phase { $stage } commence avec { $n } inscrits
desk-log-drafted = La ronde { $round } est préparée
desk-log-discarded = Le projet est abandonné
desk-log-published = La ronde { $round } est publiée
desk-log-corrected = Corrigé : { $what }
desk-log-announced = Annoncé à tous : { $text }
desk-log-undone = La ligne { $of } ne compte plus
desk-log-contested = { $who } conteste le résultat de la table { $table }
desk-log-contest-rejected = Le résultat contesté de la table { $table } est maintenu
desk-log-clock-started = L’horloge de la ronde démarre
desk-log-clock-paused = L’horloge de la ronde s’arrête
desk-log-clock-extended = La ronde dure { $n } min de plus
desk-log-clock-extended-at = La table { $table } joue { $n } min de plus
desk-clock-sound = Son avant la fin
desk-log-renamed = L’événement s’appelle désormais { $name }
desk-log-hidden = L’événement ne figure dans aucune liste
desk-log-listed = L’événement figure de nouveau dans les listes
desk-log-cancelled = L’événement est annulé
desk-log-rounds = La phase a { $n } rondes
desk-log-rounds-exchanged = Les rondes { $round } et { $with } sont échangées
desk-log-apart = { $one } et { $other } ne se rencontrent pas
desk-log-may-meet = { $one } et { $other } peuvent de nouveau se rencontrer
desk-log-own-table = joue toujours à la table { $table }
desk-log-no-own-table = n’a plus de table attitrée
desk-log-first-table = Les tables sont numérotées à partir de { $n }
desk-log-entry-corrected = s’appelle désormais { $name }, club et classement corrigés
desk-log-cut-everyone = Les { $n } inscriptions à égalité à la limite passent toutes
desk-log-cut-lot = Un tirage au sort décide entre { $n } inscriptions à égalité
desk-log-cut-play-off = Un match d’appui décide entre { $n } inscriptions à égalité
desk-cut = Se qualifient : { $n }
desk-cut-misses = { $who } échoue de peu.
desk-cut-key = { $last } devance { $first }, au critère : { $key }.
desk-cut-tied = { $n } inscriptions sont à égalité à la limite, et toutes ne peuvent pas passer
desk-cut-mark-tied = (à égalité)
desk-cut-mark-advances = (passe)
desk-cut-mark-misses = (ne passe pas)
desk-cut-rounds = Rondes de l’élimination
desk-cut-last-table = Place à la dernière table
desk-title-tied = { $n } inscriptions partagent la première place. Elles la gardent, ou un tirage au sort ou un match d’appui décide
desk-key-play-off = Place au match d’appui
desk-cut-everyone = Faire passer les { $n }
desk-cut-lot = Tirer au sort
desk-cut-play-off = Saisir un match d’appui
desk-cut-play-off-help = Écrivez la place de chaque inscription au match d’appui.
desk-cut-play-off-save = Enregistrer le match d’appui
desk-cut-places-wrong = Donnez à chaque inscription du match d’appui sa propre place, de 1 à { $n }.
desk-rounds-of-stage = Rondes de la phase
desk-rounds-change = Changer les rondes
desk-rounds-exchange = Échanger les rondes
desk-apart-with = Ne rencontre jamais (numéro)
desk-apart = Séparer
desk-may-meet = Autoriser la rencontre
desk-own-table = Table attitrée (vide : aucune)
desk-own-table-set = Enregistrer la table
desk-first-table = Numéro de la première table
desk-first-table-set = Numéroter les tables
desk-rounds-exchange-one = Jouer en ronde
desk-rounds-exchange-other = Ce qui était prévu en ronde
desk-end-early = Terminer le tournoi plus tôt
desk-effect-rounds = La phase a { $n } rondes, et non { $before }
desk-come-back = Laisser rejouer
desk-entry-correct = Corriger le nom, le club ou la cote
desk-entry-correct-save = Enregistrer la correction
desk-entry-person = Personne { $n }
desk-clock-stopped = La pendule de la ronde est en pause.
desk-clock-start = Lancer la pendule maintenant
desk-clock-continue = Relancer la pendule
desk-clock-pause = Arrêter la pendule
desk-clock-minutes = Minutes de plus
desk-clock-extend = Prolonger la ronde
desk-clock-extend-table = Prolonger cette table
desk-contest = Contester le résultat
desk-contest-correct = Corriger le résultat
desk-contest-reject = Maintenir le résultat
desk-rename = Renommer le tournoi
desk-hide = Masquer dans les listes
desk-list-again = Afficher dans les listes
desk-cancel = Annuler le tournoi
desk-slip = Ronde { $round }, table { $table }
desk-signatures = Signatures : ____________ ____________
desk-points = Points
desk-games = Jeux
desk-draft = Brouillon
desk-no-draft = Il n’y a pas de projet. Appariez la ronde suivante à la direction.
desk-draft-help = Personne ne voit ceci avant la publication. Sous « Pourquoi » est ce que coûte chaque table, le plus lourd d’abord ; aucun appariement ne coûte moins.
desk-draft-scheduled = Personne ne le voit avant la publication. Les rencontres viennent d’un calendrier ou d’un tableau.
desk-draft-tables = Les tables et les camps peuvent changer, pas les rencontres.
desk-publish = Publier
desk-discard = Jeter
desk-edit = Changer à la main
desk-edit-help = Changez les numéros de ceux qui se rencontrent, comme 3 – 8, et donnez une raison. Tous ceux qui sont là ont une place, ou sont exempts. Une table vide est supprimée.
desk-one-more-table = Une table de plus
desk-one-more-bye = Un exempt de plus
desk-edited = Modifié à la main : { $reason }
desk-edited-before = Auparavant c’était apparié ainsi, pour ce coût :
desk-reason = Raison
desk-reason-missing = Donnez une raison : elle est au journal.
desk-cost-none = rien ne s’y oppose
desk-cost-partner = de nouveau partenaires
desk-cost-partner-gap = écart de points entre les partenaires
desk-cost-rematch = se sont déjà rencontrés
desk-cost-second-bye = exempt une seconde fois
desk-cost-clubs = du même club
desk-cost-gap = écart de points
desk-cost-bye-above = exempt au-dessus du dernier
desk-cost-float = de nouveau plus de points, ou moins
desk-cost-distance = loin de l’ordre voulu
desk-breach-rematch = { $one } et { $other } se sont déjà rencontrés
desk-breach-partners = { $one } et { $other } ont déjà été partenaires
desk-breach-bye = { $who } a déjà été exempt
desk-breach-club = { $one } et { $other } sont du même club
desk-breach-apart = { $one } et { $other } se rencontrent malgré la direction
desk-kind = Comment elle a fini
desk-kind-played = On l’a jouée
desk-correct = Corriger
desk-rule = Inscrire
desk-accept = L’accepter
desk-open = Pas encore de résultat.
desk-claimed = Un camp a dit comment elle a fini.
desk-disputed = Les camps ne disent pas la même chose. Regardez la feuille et inscrivez ce qui est juste.
desk-says = { $who } dit :
desk-at-the-desk = à la direction
desk-scores-missing = Écrivez un nombre entier pour chaque camp.
desk-sure = Ce que cela change
desk-do-it = Confirmer
desk-not-sure = Annuler
desk-no-effects = Ni le classement, ni les rondes, ni les inscriptions ne changent.
desk-do-enter = { $who } entre en retard
desk-do-list = Tous ceux de la liste s’inscrivent
desk-do-withdraw = { $who } s’en va pour de bon
desk-do-bye = { $who } ne joue pas à la ronde { $round }
desk-do-re-enter = { $who } revient
desk-do-substitute = { $joins } joue pour { $leaves }
desk-do-penalise = { $who } perd { $points ->
    [one] { $points } point
   *[other] { $points } points
} du classement et { $score ->
    [one] { $score } point
   *[other] { $score } points
} de jeux
desk-do-unpublish = La ronde est reprise
desk-do-result = Table { $table }, { $who } : { $how }
desk-do-close = La phase est finie
desk-do-freeze = Le tournoi est fini
desk-do-undo = La dernière chose du journal ne compte plus
desk-effect-standing = { $who } : rang { $was } avec { $before } points, puis rang { $is } avec { $after }
desk-effect-enters = { $who } joue à partir de la ronde suivante
desk-effect-leaves = { $who } n’est plus apparié
desk-effect-returns = { $who } est de nouveau apparié
desk-effect-vanishes = { $who } n’a jamais été inscrit
desk-effect-draft = Le projet en attente peut être dépassé ensuite
desk-effect-round-gone = La ronde { $round } n’est plus publiée, et ses fiches ne valent plus rien
desk-effect-round-comes = La ronde { $round } est de nouveau publiée
desk-effect-closed = La phase est finie
desk-effect-opened = La phase est rouverte
desk-effect-over = Plus rien ne peut changer ensuite
desk-director-only = Seul un directeur de ce tournoi peut faire cela.
desk-last-director = Un tournoi a besoin d’au moins un directeur, et il faut un compte pour diriger.
desk-start = Commencer la phase
desk-pair = Apparier la ronde suivante
desk-pair-free = Apparier ceux qui sont libres
desk-pair-all-the-same = Apparier quand même
desk-to-draft = Voir le projet
desk-close = Clore la phase
desk-freeze = Clore le tournoi
desk-over = Le tournoi est fini ; son classement est définitif.
desk-more = Plus
desk-announce = Annoncer
desk-tell = Dire
desk-undo = Annuler la dernière chose
desk-unpublish-why = Pourquoi la ronde est reprise
desk-unpublish = Reprendre la ronde
desk-official = Identifiant
desk-part = Ce qu’il peut faire
desk-display = Affichage : lit la direction
desk-helper = Assistant : inscriptions et résultats
desk-pairing = Appariements : cela, et les rondes
desk-director = Directeur : tout
desk-appoint = Lui donner une place à la direction
desk-entries = Inscrits : { $n }
desk-enter-name = Nom ; partenaires : Ana / Luis
desk-club = Club
desk-enter = Inscrire
desk-list = Coller une liste ou choisir un fichier
desk-list-help = Une ligne par inscription : nom ; club ; cote. Avec une ligne de titres, les colonnes viennent dans n’importe quel ordre : name, people, club, rating, categories, paid.
desk-list-line = Ligne { $line }
desk-list-rating = la cote n’est pas un nombre entier
desk-list-columns = plus de colonnes que nom, club et cote
desk-list-quote = il manque un guillemet
desk-list-name = il manque le nom
desk-list-empty = La liste est vide. Écrivez une ligne par inscription.
desk-list-too-long = une liste a au plus { $most } lignes. Inscrivez le reste avec une deuxième liste
desk-list-doubts = Doutes : { $n }. Confirmez la liste telle quelle, ou modifiez-la ci-dessous.
desk-list-change = Modifier la liste
desk-list-alike = ressemble à { $other } ({ $place })
desk-list-twice = { $person } est aussi dans { $other } ({ $place })
desk-list-twice-here = { $person } apparaît deux fois dans cette inscription
desk-list-partner = il manque un partenaire ; une inscription compte { $n } personnes
desk-list-people = plus de personnes que n’en compte une inscription : { $n }
desk-link = Lien pour s’inscrire
desk-check-in = Est là
desk-here = là
desk-not-here = pas encore là
desk-gone = parti
desk-own-link = Sa propre page : table et résultat sur le téléphone
desk-trouble = Ce qui peut arriver
desk-ask-bye = Ne joue pas cette ronde
desk-withdraw = S’en va pour de bon
desk-substitute = Quelqu’un joue à sa place
desk-leaves = Sortant
desk-joins = Entrant
desk-re-enter = Revient dans le tableau à élimination directe
desk-penalise = Retirer des points
desk-penalty-points = Points du classement
desk-penalty-score = Points de jeux
desk-penalty-missing = Écrivez en nombres entiers les points à retirer.
desk-join-help = Inscrivez-vous ici ; gardez ensuite la page qui suit : elle montre votre table et prend votre résultat.
desk-join-late = Le tournoi a commencé. Allez à la direction : on vous laissera peut-être encore entrer.
desk-hide-name = Montrer à tous mon numéro et non mon nom
desk-no-table = Vous n’avez pas de table en ce moment. Cette page la montre dès que la ronde est publiée.
desk-slip-over = Cette fiche est d’une ronde passée.
desk-agreed = D’accord :
desk-to-the-desk = Vous ne dites pas la même chose. Allez tous les deux à la direction avec la feuille.
desk-waiting = L’autre camp doit confirmer :
desk-say-again = Je me suis trompé
desk-say = Dire comment elle a fini
desk-hand-number = Manche
desk-keep-score = Noter les points sur ce téléphone
desk-from-sheet = Voici les scores de la feuille. Vérifiez-les et envoyez-les.
desk-they-say = L’autre camp dit :
desk-confirm = C’est juste
desk-not-so = Ce n’est pas juste
desk-dispute = Le dire à la direction
desk-key-points = Points
desk-key-percentage = Pourcentage
desk-key-wins = Victoires
desk-key-played-wins = Victoires jouées
desk-key-difference = Différence
desk-key-points-for = Points marqués
desk-key-games = Jeux
desk-key-games-difference = Différence de jeux
desk-key-loves = Jeux à zéro
desk-key-streak = Meilleure série
desk-key-head-to-head = Face à face
desk-key-head-to-head-for = Points entre ex æquo
desk-key-direct = Confrontation directe
desk-key-buchholz = Buchholz
desk-key-buchholz-cut = Buchholz sans le plus bas
desk-key-sonneborn = Sonneborn-Berger
desk-key-progressive = Progressif
desk-key-lot = Tirage au sort
desk-impossible-many = le camp { $side } a plus de jeux ou de points qu’une rencontre n’en peut donner
desk-impossible-few = le camp { $side } a moins de points que ses jeux n’en donnent
desk-impossible-two = tous deux ont atteint ce qui y met fin
desk-impossible-nobody = personne n’a atteint ce qui y met fin, et il n’y a pas de pendule
desk-impossible-draw = il faut un gagnant
desk-impossible-form = il n’y a pas un score pour chaque camp
desk-refused-result = La table { $table } ne peut pas finir ainsi : { $why }. Regardez de nouveau la feuille.
desk-refused-behind = Autre chose est arrivé depuis que vous avez ouvert la page. Revenez, regardez, et recommencez si c’est encore juste.
desk-refused-stale = Ceux qui sont là ne sont plus les mêmes. Revenez et réessayez.
desk-refused-preset = On ne peut pas jouer ainsi : { $why }
desk-refused-frozen = Le tournoi est fini.
desk-refused-no-entry = Il n’y a pas d’inscription de numéro { $number }.
desk-refused-text = Écrivez un nom ou une raison, pas trop longs.
desk-refused-name = Il y a déjà une inscription de ce nom : { $name }. Ajoutez un club ou un second nom.
desk-refused-members = Une inscription a de { $least } à { $most } personnes, chacune nommée une fois.
desk-refused-closed = Plus personne ne peut s’inscrire : la dernière ronde pour cela est passée.
desk-refused-draft = Quelqu’un est venu, est parti ou a été corrigé depuis ce projet. Jetez-le et appariez de nouveau.
desk-refused-waiting = Un projet attend. Publiez-le ou jetez-le d’abord.
desk-refused-unsettled = La table { $table } n’a pas encore de résultat.
desk-refused-consent = Il n’y a pas d’appariement sans ceci : { $what }. Il faut votre accord.
desk-refused-twice = { $who } a deux places. Chacun en a une.
desk-refused-seating = { $who } n’a pas de place, ou n’est pas là. Tous ceux qui sont là ont une place, ou sont exempts.
desk-refused-has-results = La ronde a déjà des résultats. Corrigez plutôt ceux qui sont faux.
desk-refused-next = La ronde suivante découle de la table { $table }. Reprenez d’abord cette ronde.
desk-refused-settled = La table { $table } a un résultat. Corrigez-le à sa propre page.
desk-refused-few = Il faut au moins { $n } inscrits présents pour commencer.
desk-refused-no-more = Toutes les rondes sont appariées.
desk-refused-left = La phase a encore des rondes à jouer.
desk-refused-substitute = { $who } ne peut plus faire entrer personne.
desk-refused-same = C’est déjà ainsi ; rien ne changerait.
desk-refused-gone = { $who } est parti.
desk-refused-spoken = Votre camp a dit comment elle a fini. C’est maintenant à l’autre camp, ou à la direction.
desk-refused-schedule = Ici, les rencontres viennent d’un calendrier. Seuls les tables et les camps peuvent changer.
desk-refused-other = Cela n’est pas possible : { $why }
desk-broken = Le serveur a rencontré une erreur dans ce tournoi et n’y change rien jusqu’à son redémarrage. Prévenez l’administrateur de ce serveur.
desk-stopped = L’administrateur de ce serveur a arrêté ce tournoi. Rien ne peut y changer.

# Équipes et donnes
desk-sheet-tables = Remplissez toutes les tables. Là où un camp n’avait personne, cochez-le et laissez les nombres vides.
desk-sheet-boards = Pour chaque donne, saisissez les points des gagnants, ou 0 pour une égalité. Laissez les deux champs vides si elle n’a pas été jouée.
desk-adjust = Ajuster cette donne
desk-adjust-help = S’il n’y a pas de résultat possible : à qui la faute ? Laissez les points vides. Un résultat attribué s’entre comme points.
desk-average-plus = moyenne plus (60 %)
desk-average-even = moyenne (50 %)
desk-average-minus = moyenne moins (40 %)
desk-sheet-nobody = personne
desk-sitting = Séance { $sitting }, table { $table }
desk-board = Donne { $board }
desk-set = Lot { $set }
desk-set-boards = Lot { $set } : donnes { $first } à { $last }
desk-boards = Donnes
desk-boards-none = Aucune donne n’a encore été jouée par toutes ses tables. Les mains sont ici dès qu’il y en a une.
desk-boards-not-here = Les donnes sont celles du duplicate, où toutes les tables jouent les mêmes mains. Ce tournoi n’en a pas, ou n’a pas commencé.
desk-boards-field = Donnes jouées par une table en une ronde
desk-board-seed = Les mains viennent de la graine { $seed }.
desk-poses = { $seat } pose
desk-poses-tile = { $seat } pose { $tile }
desk-north = Nord
desk-east = Est
desk-south = Sud
desk-west = Ouest
desk-north-south = Nord-Sud
desk-east-west = Est-Ouest
desk-direction = Direction
desk-matchpoints = Points de match
desk-imps = IMP
desk-print-travellers = Imprimer les feuilles ambulantes
desk-print-deals = Imprimer les mains pour les sacs
desk-deals-help = Ce sont les mains de donnes encore à jouer. Ne jouez pas si vous remplissez les sacs.
desk-team = Équipe
desk-team-tables = Les tables
desk-team-target-field = Points qui gagnent une rencontre
desk-players = Joueurs
desk-player-tables = Tables
desk-player-none = Sans partie
desk-line-up = Composition
desk-line-up-of = Composition : { $who }
desk-line-up-there = remise
desk-line-up-help = Les autres la voient quand tous les camps ont remis la leur. Tant qu’il n’y a pas de résultat, on peut la changer.
desk-line-up-hand-in = La remettre
desk-line-up-nobody = On ne connaît pas les noms de cette équipe. Même sans composition, le résultat compte.
desk-fill-in = Remplir la feuille
desk-enter-team = Équipe et ses joueurs : Lions : Ana / Luis / Eva
desk-means-boards = { $boards } donnes à chaque table d’une ronde, les mêmes partout
desk-means-sittings = Une rencontre d’équipes : { $sittings ->
    [one] une séance
   *[other] { $sittings } séances
}, { $tables ->
    [one] une table en tout
   *[other] { $tables } tables en tout
}
desk-refused-line-up = Cette composition de { $who } ne peut pas se jouer. Chaque table est pleine ou vide, personne n’est assis deux fois dans une séance, ni dans plus de séances que les règles ne le permettent.
desk-refused-boards = Quelqu’un a joué ces donnes, ou une table n’en aurait pas. Laissez les lots comme ils sont.
desk-impossible-boards = aucune donne n’a été jouée

# Salles
venue = Le jouer là où il n’y a pas de réseau
venue-help = Le tournoi est remis sous forme de fichier. L’ordinateur de la salle, avec `capicu venue`, est seul à l’écrire, et rien ne peut changer ici avant qu’il ne revienne ou ne soit rappelé.
venue-hand-over = Transférer à la salle
venue-here = Ceci est la copie de la salle, la seule qui s’écrive.
venue-give-back = Rendre le tournoi
venue-away = Une salle a ce tournoi. Ici, on ne peut que le lire.
venue-not-here = Ce tournoi se joue dans une salle. Ce que l’on y a joué se voit ici dès qu’il revient.
venue-only-read = On ne peut que lire cette copie du tournoi. Il s’écrit ailleurs.
venue-file = Fichier pour la salle
venue-bring-back = Rapporter le tournoi
venue-bring-back-help = Dans la salle, rendez le tournoi, enregistrez le journal entier, et choisissez-le ici.
venue-recall = Le rappeler sans ce qui a été écrit là-bas
venue-given-back = Le tournoi est rendu. Enregistrez le journal entier et portez-le au serveur d’où il vient.
venue-choose = Choisir le fichier
venue-text = Ou coller son texte
venue-take = Prendre un tournoi en charge
venue-take-help = À la direction du tournoi, remettez-le à une salle et enregistrez le fichier. Ce serveur est alors seul à écrire le tournoi, jusqu’à ce que vous le rendiez.
venue-taken = Ce tournoi est déjà pris en charge ici :
venue-no-file = Ce n’est pas un fichier pour une salle. Enregistrez-le à la direction du tournoi, après l’avoir remis.
venue-empty = Il n’y a pas de journal dedans. Choisissez le fichier de nouveau.
venue-damaged = La ligne { $line } du journal est abîmée, ou a été changée. Enregistrez de nouveau le fichier là d’où il vient ; rien de celui-ci n’a été pris.
venue-broken = La ligne { $line } du journal ne peut pas suivre celles d’avant. Rien de ce fichier n’a été pris.
venue-wrong-key = Ce fichier est d’un tournoi revenu depuis, ou sa clé est d’un autre. Enregistrez-le de nouveau à la direction du tournoi.
venue-not-away = Ce tournoi n’est pas dans une salle. Il est revenu, ou a été rappelé.
venue-foreign = À partir de la ligne { $line }, ce n’est pas le journal de ce tournoi. Choisissez celui de la salle à laquelle il a été remis.
venue-not-given-back = La salle n’a pas rendu le tournoi. Faites-le à sa direction, et enregistrez encore une fois le journal.
venue-forged = Ce journal n’a pas été scellé par la salle à laquelle le tournoi a été remis. Rien n’en a été pris.
venue-do-hand-over = Le tournoi est remis à une salle. Rien ne peut changer ici avant qu’il ne revienne ou ne soit rappelé.
venue-do-give-back = Le tournoi est rendu. Rien ne peut changer ici ensuite.
venue-do-recall = Le tournoi continue ici. Ce qui a été écrit dans la salle ne pourra plus être rapporté.
venue-refused-elsewhere = Ce tournoi s’écrit ailleurs en ce moment. Rapportez-le d’abord, ou rappelez-le.
venue-refused-handed-on = Que le tournoi ait été remis, rendu ou rappelé ne peut pas être annulé.

# Rencontres aux tables de ce serveur
desk-where = Où l’on joue
desk-where-hall = Sur place
desk-where-online = En ligne
desk-where-both = En salle, et quelques tables ici
desk-where-details = Tables de ce serveur : pendules, et qui n’est pas là
desk-turn-time = Temps par tour
desk-no-turn-time = Autant qu’il en faut
desk-grace = Minutes pendant lesquelles on attend qui n’est pas là
desk-absent = Ce qui arrive ensuite
desk-absent-forfeit = Le camp perd par forfait
desk-absent-desk = La direction tranche
desk-absent-bot = Un bot prend la suite
desk-absent-for = absent depuis { $minutes ->
    [one] une minute
   *[other] { $minutes } minutes
}
desk-watchers = Spectateurs
desk-watchers-everybody = Tout le monde
desk-watchers-nobody = Personne
desk-watch = Tables à regarder
desk-online-table = Table sur ce serveur
desk-online-making = La table se prépare.
desk-online-there = { $there } sur { $all } sont là
desk-online-away = { $who } est absent depuis { $time } sur { $grace } minutes.
desk-online-refused = La table a fini, mais son résultat ne va pas avec le tournoi. Inscrivez-le à la page de cette table.
desk-online-undone = Le résultat de cette table a été annulé. Inscrivez-le à la page de cette table, ou faites rejouer la rencontre ailleurs.
desk-online-stopped = La partie de cette table ne peut pas continuer : les règles ont été corrigées depuis. Inscrivez le résultat à la page de cette table.
desk-online-boards = Les donnes identiques ne se jouent aux tables de ce serveur que là où une manche vaut autant quel qu’ait été le vainqueur d’avant. Faites jouer le tournoi en salle, ou changez les règles maison.
desk-online-sittings = Les équipes ne se rencontrent aux tables de ce serveur que là où la formule dit à combien de tables. Faites jouer le tournoi en salle.
desk-online-turn-time = Il n’y a pas ici de pendule « { $word } ».
desk-online-game = « { $game } » ne se joue pas à tant de camps à une table de ce serveur. Faites jouer le tournoi en salle.
desk-online-house-rule = Une règle de la maison ne peut pas se jouer : { $what }
desk-online-players-out = À une table de ce serveur, une rencontre finit quand le but est atteint : personne ne peut sortir avant les autres. Supprimez la règle de la maison at-target.
desk-online-no-end = À une table de ce serveur, une rencontre doit finir par des points, par des jeux ou par une pendule. Remplissez l’un des trois.
desk-move-online = Jouer à une table de ce serveur
desk-move-to-hall = Jouer en salle
desk-table-ready = Votre table est prête.
desk-sit-down = S’asseoir
desk-sit-down-as = S’asseoir : { $who }
desk-online-rules = Le résultat arrive ici de lui-même. On attend qui n’est pas là { $minutes ->
    [one] une minute
   *[other] { $minutes } minutes
} en tout sur la rencontre.
desk-me = Je suis { $who }
desk-me-help = Dites qui vous êtes, et la page de ce tournoi vous mène à vos tables.
desk-me-not = Quelqu’un a déjà cette place, ou vous en avez une autre à ce tournoi.
desk-refused-at-the-table = Cette rencontre se joue à une table de ce serveur, qui en note le résultat.
desk-refused-not-online = Cette rencontre ne se joue pas à une table de ce serveur.

# Inscriptions par fichier, liste d'attente, prix, arènes et par
desk-own-preset = Depuis un fichier de formule à vous
desk-own-preset-help = Une formule dit tout d’un tournoi : appariements, points, départages, phases, prix. Enregistrez, à sa page, le fichier d’une formule proche de la vôtre, changez-le et choisissez-le ici.
desk-preset-file = Cette formule en fichier
desk-arena-field = Minutes de l’arène
desk-queue-field = Minutes de la soirée
desk-arena-minutes-field = Minutes d’une rencontre (vide : sans pendule)
desk-means-third-place = Les perdants des demi-finales jouent pour la troisième place
desk-means-last-rounds = { $rounds ->
    [one] Dernière ronde
   *[other] { $rounds } dernières rondes
} : { $format }
desk-means-arena = Une arène de { $minutes ->
    [one] une minute
   *[other] { $minutes } minutes
}, { $tables ->
    [one] une table
   *[other] { $tables } tables
}, personne n’est apparié après { $end }
desk-means-queue = Le gagnant reste pendant { $minutes ->
    [one] une minute
   *[other] { $minutes } minutes
} à { $tables ->
    [one] une table
   *[other] { $tables } tables
} ; aucune partie ne commence après { $end }
desk-arena-round = Appariement { $round }
desk-arena-waits = attend
desk-arena-clock = Jusque-là, on apparie qui est libre. Ce qui a commencé se joue jusqu’au bout.
desk-queue-clock = Des parties peuvent commencer jusque-là. Les parties en cours se jouent jusqu’au bout.
desk-arena-over = Le temps est passé : plus personne n’est apparié. Quand toutes les tables ont un résultat, la phase peut être close.
desk-free = Libres : { $n }
desk-deals-field = Comment les donnes sont distribuées aux tables réelles
desk-deals-bags = Dans des sacs que remplit quelqu’un qui ne joue pas
desk-deals-phones = Par téléphone : chacun voit les dominos de sa place
desk-hand-link = Mes dominos : { $who }
desk-hand-help = Chacun ouvre ses dominos sur son propre téléphone et les prend dans le jeu à l’abri des regards. Un appareil montre une seule place par ronde, et une place est montrée par un seul appareil.
desk-hand-take = Montrer mes dominos
desk-hand-over = Cette donne est finie
desk-hand-wait = { $over } sur { $all } à la table l’ont dit. Avec le dernier, tout le monde voit la donne suivante.
desk-hand-none = Il n’y a pas de dominos à montrer : la ronde n’est pas publiée, ou la table a son résultat.
desk-hand-all-played = Toutes les donnes de la série sont jouées. Dites sur votre propre page ce que chacune a donné.
desk-hand-elsewhere = Un autre appareil montre ces dominos. Si ce n’est pas le vôtre, allez à la direction : elle redonne les places de la table.
desk-hand-other-seat = Cet appareil montre les dominos d’une autre place de cette ronde. Prenez le vôtre, ou demandez à la direction de redonner les places de cette table.
desk-hand-anew = Redonner les places
desk-hand-anew-help = Ici les donnes sont distribuées par téléphone. Si quelqu’un a changé de téléphone ou ouvert la mauvaise place, les places sont redonnées : chacun rouvre ses dominos.
desk-arena-by-itself = Les joueurs libres sont appariés aussitôt et ont une table de ce serveur. Un joueur absent de sa table n’est plus apparié avant de le demander sur sa page.
desk-queue-by-itself = Les suivants de la file reçoivent aussitôt une table de ce serveur. Un joueur absent quitte la file jusqu’à son retour, depuis sa page.
desk-arena-free = Vous êtes libre. Dès que quelqu’un d’autre l’est, votre prochaine table est ici.
desk-arena-not-paired = Vous n’êtes plus apparié.
desk-arena-leave = Ne plus m’apparier
desk-arena-come-back = M’apparier de nouveau
desk-arena-left = a arrêté de jouer
desk-arena-ended = Le temps est passé : plus personne n’est apparié.
desk-arena-place = Place { $place } sur { $all }
desk-arena-run = { $wins } victoires de suite
desk-queue-matches = Parties
desk-queue-playing = Aucune table n’est libre. Inscrivez le résultat d’une partie, et les suivants de la file s’assoient.
desk-queue-place = Vous êtes le numéro { $place } de la file
desk-you-are-free = Vous êtes libre. Votre prochaine table est ici dès qu’elle est publiée.
desk-do-let-in = { $who } a une place, même si aucune n’est libre
desk-do-limit = Il y a { $places } places
desk-do-no-limit = Tout le monde peut s’inscrire
desk-effect-waits = { $who } attend une place, au rang { $place } de la liste d’attente
desk-effect-comes-up = { $who }, qui attendait, a une place
desk-entries-of = Inscrits : { $n } pour { $places } places
desk-entries-word = inscrits
desk-people = Joueurs
desk-rating = Cote
desk-state = État
desk-categories = Catégories
desk-categories-set = Garder les catégories
desk-category-mixed = mixte
desk-category-women = féminine
desk-fee = L’inscription coûte { $fee }.
desk-fee-field = Prix de l’inscription, comme 15 € (vide : gratuite)
desk-paid-of = { $paid } sur { $all } ont payé.
desk-paid = payé
desk-pay = A payé
desk-unpay = N’a pas payé, ou a été remboursé
desk-places = Places et liste d’attente
desk-places-field = Places ; les inscriptions suivantes attendent (vide : sans limite)
desk-places-set = Fixer les places
desk-waiting-list = Liste d’attente
desk-waits = attend une place
desk-let-in = Donner une place
desk-you-wait = Toutes les places sont prises. Vous êtes au rang { $place } de la liste d’attente ; dès que quelqu’un part, le premier a sa place.
desk-join-full = Toutes les places sont prises. Les nouvelles inscriptions vont sur la liste d’attente.
desk-prizes = Prix
desk-prizes-now = Dans l’état actuel, voici qui les gagnerait. Le public voit les gagnants quand le tournoi est fini.
desk-prizes-field = Prix, un par ligne : nom ; rangs ; catégorie (vide : pour tous)
desk-prizes-wrong = Une ligne des prix n’est pas comme il faut. Écrivez : nom ; rangs ; catégorie. La catégorie peut manquer.
desk-list-category = il n’y a pas de prix pour la catégorie « { $category } »
desk-list-paid = s’il a payé n’est ni oui ni non
desk-list-letters = des lettres ne peuvent pas être lues. Enregistrez le fichier en CSV, en UTF-8
desk-list-file = Ou choisissez un fichier : CSV, avec une ligne de titres qui nomme les colonnes
desk-refused-waits = { $who } attend une place et ne peut pas encore être là.
desk-refused-not-waiting = { $who } n’attend pas de place.
desk-par-soon = Le par se calcule ; il est ici dans un instant.
desk-par-never = Le par de ce jeu ne se calcule pas ici.
desk-par-tie = Par : égalité
desk-par-wins = Par : { $side } gagnent
desk-par-points = Par : { $n } points pour { $side }
desk-par-line = à mains ouvertes et au mieux joué : { $line }

# Équipes et donnes aux tables du serveur, et le retour d'une salle
desk-online-line-ups = Les tables se préparent dès que chaque équipe a dit qui s’assied où. Ensuite, plus aucune composition ne change.
desk-online-no-seat = Personne de cette inscription n’a de place à une table de ce serveur en ce moment. La prochaine se montre ici.
desk-online-boards-played = { $played } donnes jouées sur { $boards }
venue-send = L’envoyer là d’où il vient
venue-send-help = Quand il y a une connexion, ce navigateur envoie le journal entier au serveur d’où vient le tournoi. Envoyé deux fois, il ne change rien.
venue-home = Adresse du tournoi là-bas
venue-home-wrong = Ce n’est pas l’adresse d’un tournoi, comme https://dominoes.example/e/abc123. Copiez-la là-bas, à la direction du tournoi.
venue-send-to = Le journal part pour { $address }, où il est vérifié ligne par ligne. Il est pris en entier, ou pas du tout.
venue-second = Un second appareil
venue-second-help = Un second ordinateur sur ce Wi-Fi peut suivre ce tournoi et prendre la suite en cas de panne. Lancez-y capicu venue. Choisissez « Suivre un tournoi d’un autre appareil » et entrez ce lien. Gardez le lien secret : il permet de diriger le tournoi.
venue-elsewhere = Un autre appareil continue ce tournoi sur le lieu de jeu. Ici, on ne peut que le lire.
venue-follow = Suivre un tournoi d’un autre appareil
venue-follow-help = À la direction du tournoi, sur l’autre appareil, ouvrez « Un second appareil » et écrivez son lien ici. Chaque ligne du journal est copiée et vérifiée dès qu’elle arrive ; tant que vous n’avez pas pris le relais, rien n’est écrit ici.
venue-follow-link = Lien de l’autre appareil
venue-follow-begin = Suivre
venue-follow-end = Ne plus suivre
venue-follow-only = Sur un lieu de jeu, un second appareil suit le premier. Lancez ce serveur par : capicu venue
venue-follow-lines = { $lines ->
    [one] Une ligne du journal est ici.
   *[other] { $lines } lignes du journal sont ici.
}
venue-follow-heard = L’autre appareil répond.
venue-follow-silent = { $seconds ->
    [one] L’autre appareil ne répond plus depuis une seconde.
   *[other] L’autre appareil ne répond plus depuis { $seconds } secondes.
}
venue-follow-take = Prendre le relais
venue-follow-take-help = Vous dirigez alors le tournoi ici, et les liens et les fiches s’ouvrent à cette adresse. L’autre appareil n’écrit plus rien dès qu’il répond. Rien de cela ne s’annule. Ceux qui aident à la direction sont nommés de nouveau ici, et les dominos des téléphones rouverts.
venue-follow-wrong = Ce n’est pas le lien d’un appareil proche. Il commence par http:// et une adresse privée comme 192.168.1.5, et se trouve à la direction du tournoi.
venue-follow-nobody = L’autre appareil ne répond pas, ou ne connaît pas ce tournoi. Vérifiez que les deux sont sur le même Wi-Fi et que le lien est entier.
venue-follow-broken = Ce qui est venu de l’autre appareil n’est pas le journal suivi. Ce qui est ici reste tel quel.
venue-follow-there = Ce tournoi est déjà suivi ou dirigé ici.
venue-follow-not = Vous ne suivez pas ce tournoi ici.
venue-follow-gone = Un troisième appareil continue déjà ce tournoi, ou le tournoi a été rendu. Un seul appareil l’écrit.
venue-follow-full = Cet appareil suit déjà { $most } tournois. Cessez d’abord d’en suivre un.
venue-follow-here = Ouvrez cette page sur l’appareil même qui doit suivre, à l’adresse qu’il affiche.

# The entry line and the search.
desk-line-help = Par exemple { $example }, puis Entrée. Les points suivent l’ordre des noms.
desk-line-lost = Le serveur n’a pas répondu. Envoyez la ligne une nouvelle fois.
desk-line-wrong = « { $text } » n’est pas un résultat. Écrivez la table et les points, par exemple { $example }.
desk-line-no-table = Cette ronde n’a pas de table { $table }.
desk-line-left = Tables sans résultat : { $n }
desk-settled = Tables avec un résultat : { $n }
desk-next-table = Table suivante sans résultat : { $table }
desk-find = Nom ou numéro
desk-find-it = Chercher
desk-found = { $n ->
    [one] Une inscription pour « { $text } »
   *[other] { $n } inscriptions pour « { $text } »
}
