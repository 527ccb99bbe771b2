# Les tournois : ce que disent les vérifications, et pourquoi une chose n'est pas possible.

event-simulated = { $events } tournois, { $rounds } rondes : { $violations ->
    [0] rien à redire
    [1] 1 infraction
   *[other] { $violations } infractions
}
event-found = tournoi { $event }, phase { $stage }, ronde { $round } : { $invariant } ne tient pas
event-stopped = arrêté ; la réponse vaut pour ce qui avait été joué
event-verified = { $name } : { $facts } faits, { $entries } inscrits, { $rounds } rondes ; la chaîne tient, et { $drafts } projets, appariés de nouveau, sont les mêmes
event-boards-none = aucune donne de ce tournoi n’a encore été jouée par tous
event-board = Donne { $number } : { $seat } pose
event-board-par-result = par : { $value ->
    [0] B et D gagnent
    [2] A et C gagnent
   *[other] égalité
}
event-board-par-points = par : { $value } pour A et C
event-digest = empreinte { $digest }
event-log-empty = le journal est vide
event-log-too-long = le journal dépasse 256 Mio, ce qu’aucun tournoi ne fait
event-log-cut-off = cette ligne est coupée ; supprimez-la pour garder ce qui est avant
event-log-not-a-line = ce n’est pas une ligne du journal d’un tournoi : { $why }
event-log-chain = cette ligne, ou une d’avant, n’est plus telle qu’elle a été écrite : l’empreinte ne va pas ; prenez une copie intacte
event-log-number = cette ligne a le numéro { $found } ; des lignes manquent, sont en double ou en désordre
event-log-time = cette ligne est plus ancienne que celle d’avant
event-broken-draft = ce projet n’est pas ce que { $method } apparie d’après ce qui est avant
event-broken-stage = la phase ne s’est pas ouverte avec ceux qui continuent, dans leur ordre
event-behind = le tournoi a { $version } faits et non { $expected } : quelqu’un a été plus rapide ; regardez de nouveau
event-creation = un tournoi naît de son premier fait, et d’aucun autre
event-preset = cette formule ne peut pas se jouer : { $why }
event-preset-no-stage = il n’y a pas de phase
event-preset-range = `{ $key }` est hors des limites
event-preset-clash = `{ $key }` ne va pas avec `{ $with }`
event-preset-stage = phase { $stage } : { $why }
event-frozen = le tournoi est fini ; annulez d’abord sa fin
event-no-entry = il n’y a pas ici d’inscription { $entry }
event-text = un nom ou une raison est vide, ou dépasse 2 000 octets
event-name-taken = l’inscription { $entry } a ce nom ; choisissez-en un autre
event-members = il faut ici de { $least } à { $most } joueurs par inscription, chacun nommé une fois ; un joueur seul n’en a pas besoin
event-entry-closed = plus personne ne peut s’inscrire : la ronde jusqu’à laquelle on le peut est passée
event-has-left = l’inscription { $entry } est partie
event-twice = l’inscription { $entry } s’est déjà présentée
event-no-round = la ronde { $round } ne peut pas être choisie : elle est passée, n’est pas la suivante, ou n’existe pas
event-no-member = personne de ce nom ne peut être remplacé dans l’inscription { $entry }, ou celui qui arrive joue déjà
event-no-substitute = l’inscription { $entry } a eu tous les remplaçants permis
event-no-re-entry = l’inscription { $entry } n’est pas éliminée, est déjà revenue, ou les rondes où l’on peut revenir sont passées
event-no-category = il n’y a pas de prix pour « { $category } » ; les catégories sont celles que nomment les prix
event-no-penalty = une pénalité retire des points ; dites combien
event-large-penalty = une pénalité retire au plus 1 000 points du classement et 100 000 des parties
event-too-many-entries = un tournoi de ce genre a au plus { $most } inscriptions ; créez un second tournoi
event-too-many-playing = une phase de ce genre a au plus { $most } inscriptions ; ouvrez-la avec moins, ou choisissez un autre appariement
event-too-many-meetings = une arène a au plus { $most } rencontres ; fermez la phase
event-too-many-penalties = une phase a au plus { $most } pénalités ; annulez-en une d’abord, ou corrigez un résultat
event-too-many-announcements = un tournoi a au plus { $most } annonces
event-log-full = le journal de ce tournoi est plein : il a { $most } octets ; fermez le tournoi, ou demandez une limite plus haute à l’administrateur
event-logs-full = vos tournois ont déjà { $most } octets ; demandez une limite plus haute à l’administrateur
event-stage-running = une phase est en cours ; fermez-la d’abord
event-no-stage = aucune phase n’est en cours ; ouvrez-en une d’abord
event-no-more-stages = il n’y a plus de phase
event-too-few = il faut au moins { $seats } inscrits présents
event-order = l’ordre des têtes de série ne nomme pas ceux qui jouent, chacun une fois
event-draft-waiting = un projet attend ; publiez-le ou jetez-le d’abord
event-no-draft = il n’y a pas de projet, et pas de ronde à reprendre
event-stale-draft = le projet est dépassé : une présence ou un résultat a changé depuis ; jetez-le et appariez de nouveau
event-time-is-over = le temps est passé : plus personne n’est apparié
event-nobody-free = personne ne peut être apparié maintenant ; attendez qu’une autre table ait fini
event-no-more-rounds = toutes les rondes de la phase sont appariées ; fermez-la
event-unsettled = la rencontre de la table { $meeting } n’est pas encore réglée
event-needs-consent = la ronde ne peut pas être appariée sans { $number } secondes rencontres, seconds exempts ou rencontres entre joueurs d’un même club ; le directeur doit donner son accord
event-seated-twice = l’inscription { $entry } a deux places
event-seating = l’inscription { $entry } est là et n’a pas de place, ou a une place et ne joue pas
event-sides = la rencontre de la table { $meeting } n’a pas le bon nombre de camps
event-boards = la table { $meeting } a des donnes qu’elle ne peut avoir : chaque table a besoin d’un lot, et personne n’en joue un deux fois
event-schedule = le calendrier de cette phase découle de sa méthode et ne se change pas à la main
event-no-meeting = il n’y a pas de table { $meeting } dans cette ronde
event-not-there = l’inscription { $entry } ne joue pas à la table { $meeting }
event-line-up = table { $meeting } : la composition de l’inscription { $entry } nomme quelqu’un qui n’en est pas, deux fois dans une séance ou trop souvent, ou ne remplit pas une table
event-settled = la table { $meeting } a son résultat ; corrigez-le plutôt
event-nothing-claimed = personne n’a donné à la table { $meeting } de résultat qui attende une réponse
event-own-claim = l’inscription { $entry } a déjà parlé ; c’est à un autre camp de répondre
event-for-desk = seule la direction peut dire que la table { $meeting } n’a pas été jouée
event-at-the-table = la table { $meeting } est une de celles du serveur, qui en note le résultat
event-not-online = cela ne se joue pas à une table d’un serveur
event-impossible = table { $meeting } : { $why }
event-next-follows = la ronde suivante découle de la table { $meeting } ; reprenez d’abord cette ronde
event-no-change = rien ne changerait
event-has-results = la ronde a des résultats ; corrigez-les, ou annulez-les d’abord
event-not-last = le fait { $fact } n’est pas le dernier qui compte
event-rounds-left = la phase a encore des rondes à jouer
event-contested = le résultat de la table { $meeting } est contesté ; corrigez-le ou rejetez d’abord la contestation
event-has-begun = l’événement a commencé ; terminez-le plutôt
event-cancelled = l’événement est annulé ; défaites d’abord l’annulation
event-cut-tied = { $number } inscriptions sont à égalité à la limite et ne peuvent pas toutes passer ; faites passer tout le monde, jouez un match d’appui ou tirez au sort
event-no-tie = il n’y a pas d’égalité à la limite, ou elle est déjà réglée
event-result-scores = il y a { $given } scores pour { $sides } camps
event-result-tables = cette rencontre a { $due } tables, et il y a les résultats de { $given }
event-result-boards = cette rencontre a { $due } donnes, dont une au moins jouée, et il y a les résultats de { $given }
event-result-absent = les camps absents sont des camps de la table, chacun nommé une fois
event-result-too-many = le camp { $side } a plus de jeux ou de points qu’il ne peut y en avoir
event-result-too-few = le camp { $side } a moins de points que ses jeux n’en donnent
event-result-two-reached = deux camps ne peuvent pas avoir tous deux atteint la fin
event-result-nobody-reached = personne n’a atteint la fin, et aucune pendule ne finit cette rencontre
event-result-draw = une telle rencontre a un gagnant
event-result-going-on = le résultat ne dit pas qui continue : des camps se partagent la dernière place qui le fait, ou il y en a plus qu’il n’en peut ; départagez-les
event-bye-kind = l’exemption de l’inscription { $entry } a été demandée, ou ne l’a pas été : sa sorte dit autre chose
event-waits = l’inscription { $entry } attend une place
event-not-waiting = l’inscription { $entry } n’attend pas de place
