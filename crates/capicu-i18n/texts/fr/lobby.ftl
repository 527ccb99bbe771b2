# Le salon : qui cherche une table avec des gens.

lobby = Jouer en ligne
lobby-help = Touchez une cadence à côté d’un jeu : vous vous asseyez en quelques secondes.
lobby-game = Jeu
lobby-speed = Cadence
lobby-fast = Rapide, { $seconds } s par tour et { $bank } s par partie
lobby-usual = Normale, { $seconds } s par tour et { $bank } s par partie
lobby-slow = Lente, { $seconds } s par tour et { $bank } s par partie
lobby-fast-short = Rapide
lobby-usual-short = Normale
lobby-slow-short = Lente
lobby-company = Compagnie
lobby-alone = Sans partenaire
lobby-alone-line = avec n’importe qui
lobby-partner-line = sur invitation
lobby-a-turn = { $seconds } s par tour
lobby-a-turn-and-bank = { $seconds } s par tour et { $bank } s par partie
lobby-waiting-here = { $n } en attente
lobby-you-wait = vous attendez
lobby-live = En cours
lobby-open = Tables où il y a de la place
lobby-open-help = Un bot vous cède sa place, et vous jouez à partir de la prochaine donne.
lobby-open-none = Aucune en ce moment.
lobby-places = { $n ->
    [one] { $n } place libre
   *[other] { $n } places libres
}
lobby-sit = S’asseoir
lobby-sit-with = S’asseoir avec { $who }
lobby-sit-gone = Il n’y a plus de place libre à cette table. Choisissez-en une autre, ou cherchez-en une nouvelle.
lobby-cancelled = Vous ne cherchez plus de table.

lobby-waiting = Recherche de joueurs
lobby-people = { $n ->
    [1] Vous êtes le premier. La table a { $seats } places.
   *[other] { $n } personnes cherchent la même chose. La table a { $seats } places.
}
lobby-time = Attente : { $waited } s. Des bots prennent les places libres dans { $bots } s.
lobby-moment = Vous vous asseyez dans un instant.
lobby-bots-now = Commencer avec des bots
lobby-cancel = Annuler
lobby-keep-open = Gardez cette page ouverte : elle vous mène d’elle-même à la table.
lobby-over = Vous ne cherchez pas de table
lobby-over-help = Une recherche finit quand sa page est fermée depuis quelques secondes, et quand le serveur redémarre.
lobby-again = Chercher de nouveau
lobby-seated = Vous avez déjà une place
lobby-seated-help = La table a été trouvée avant que vous annuliez. Un bot joue pour vous tant que vous restez absent.
lobby-to-table = Aller à la table

lobby-invite = Avec un partenaire
lobby-no-partners = Personne n’a de partenaire dans ce jeu. Choisissez-en un autre, ou cherchez une table seul.
lobby-partner = Votre partenaire
lobby-partner-help = Envoyez ce lien à votre partenaire, ou faites-le scanner. Dès qu’il est là, vous cherchez ensemble une table et vous vous asseyez face à face.
lobby-partner-link = Lien pour votre partenaire
lobby-partner-picture = QR code du lien
lobby-partner-awaited = Votre partenaire n’est pas encore arrivé.
lobby-partner-away = Votre partenaire n’est pas là. La recherche reprend dès que l’autre page est rouverte.
lobby-invited = { $who } vous veut comme partenaire
lobby-invited-help = Vous cherchez ensemble une table et vous vous asseyez face à face.
lobby-join = Jouer en équipe
lobby-invitation-over = Cette invitation est passée : quelqu’un l’a acceptée, ou elle a été annulée. Demandez-en une autre, ou cherchez une table seul.

invited-title = { $who } vous invite à une table
invited-rules = Aux règles de { $game }
invited-seats = Choisissez une place, vue de celle de { $who }
invited-house-rules = { $game } avec des règles de la maison :
invited-free = Libre
invited-bot = Un bot
invited-sit = S’asseoir
invited-over = Ce code n’ouvre rien : il est mal tapé, toutes les places de sa table sont prises, ou la table n’existe plus. Si vous y êtes déjà assis, la table est parmi les vôtres à l’accueil.
room-called = C’est mon nom
room-share = Partager l’invitation
room-copy = Copier l’invitation
room-invitation = { $name } vous invite à une table de { $game } :
room-ready = Prêt
room-unready = Pas encore prêt
room-missing = On attend encore { $who }.
room-all = Tout le monde est là et prêt.
room-swap = Changer de place
room-swap-with = Qui doit changer de place avec { $name } ?
room-swap-to = À cette place
room-bot-short = Bot
room-bot-here = Un bot joue ici
room-remove = Retirer
room-remove-sure = { $who } perd sa place, et son lien n’ouvre plus rien. Retirer { $who } ?
room-give = Confier la table à { $who }
room-give-sure = { $who } s’occupe dès lors de la table : places, liens et sièges. La confier ?
people-here = À la table
maker-other = { $who } s’occupe de la table à partir de maintenant.
maker-you = Vous vous occupez de la table à partir de maintenant : places, liens et sièges.
