# Les clubs : leurs pages, leurs membres, leurs saisons et leur calendrier.

clubs = Clubs
clubs-own = Vos clubs
clubs-all = Tous les clubs
clubs-none = Il n’y a pas encore de clubs.
clubs-none-help = Fondez le premier : donnez-lui un nom, dites où vous jouez, invitez vos amis.
clubs-help = Des joueurs qui se retrouvent à une table. Demandez à entrer, ou fondez le vôtre.
club-count = { $n ->
    [one] { $n } joueur
   *[other] { $n } joueurs
}
club-next-at = Prochain tournoi : { $when }
club-found = Fonder un club
club-members-only = Pour les clubs, il faut un compte. Créez-le sous « Compte » : un identifiant suffit.
club-name = Nom du club
club-address = Adresse
club-address-help = De 2 à 20 lettres, chiffres, - ou _, en commençant par une lettre. La page est à /club/ADRESSE, et cela reste.
club-place = Où il se retrouve
club-evening = Quand il se retrouve d’habitude
club-about = Sur le club
club-about-help = Au plus 1 000 caractères, dans n’importe quelle langue.
club-name-wrong = Un club a besoin d’un nom d’au plus 60 caractères.
club-too-long = Le lieu et la soirée ont au plus 120 caractères, ce qui est dit du club 1 000.
club-address-wrong = Une adresse a de 2 à 20 lettres, chiffres, - ou _, commence par une lettre, et n’est pas un mot de la maison.
club-address-taken = Un club a cette adresse, ou une qui lui ressemble.
club-full = Il y en a autant qu’il est permis : cinq clubs par propriétaire, 1 000 personnes par club, 20 clubs demandés à la fois.
club-muted = Vous ne pouvez rien écrire avec vos propres mots en ce moment, et c’est ce que ce serait.
club-otherwise = Ce n’est plus ainsi : quelqu’un a été plus rapide, ou cela s’est fait sur un autre appareil. La page montre ce qu’il en est.
club-closed = Ce club est fermé.
club-next = Prochains tournois
club-no-next = Rien n’est encore prévu.
club-past = Tournois passés
club-archive = Archives
club-archive-find = Tournoi ou personne
club-archive-year = Année
club-archive-all = Toutes les années
club-archive-found = { $n ->
    [one] Un tournoi terminé
   *[other] { $n } tournois terminés
}
club-calendar = Calendrier (.ics)
club-seasons = Saisons
club-ratings = Cotes des rencontres jouées
club-people = Personnes
club-people-more = { $n ->
    [one] Une personne n’est pas nommée ici.
   *[other] { $n } personnes ne sont pas nommées ici.
}
club-nobody-shown = Personne n’est nommé ici.
club-desk = Gérer le club
club-new-event = Nouveau tournoi du club
club-ask = Demander à entrer
club-asked = Vous avez demandé à entrer, et il n’y a pas encore de réponse.
club-take-back = Reprendre
club-invited = Le club aimerait vous avoir.
club-accept = Entrer
club-decline = Décliner
club-you-are = Votre rôle dans ce club : { $part }.
club-show = Me nommer sur cette page
club-hide = Ne plus me nommer
club-leave = Quitter le club
club-owner-stays = Le club est à vous. Remettez-le à quelqu’un, à sa direction, avant de partir.
club-join-title = Entrer à { $club }
club-join-help = Toute personne qui a ce lien peut rejoindre le club. Votre nom reste caché, sauf si vous l’affichez sur la page du club.
club-join = Entrer au club
club-part-asks = demande à entrer
club-part-invited = invité
club-part-member = participant
club-part-display = affichage : lit la direction des tournois
club-part-results = résultats : inscrit les joueurs et les résultats
club-part-pairing = appariements : cela, et les rondes
club-part-director = directeur : tournois, saisons, qui entre
club-part-owner = propriétaire
club-asking = Ils voudraient entrer
club-admit = Admettre
club-refuse = Refuser
club-invite = Inviter
club-invite-username = Identifiant
club-link = Lien pour entrer, pour un message ou une image au mur
club-no-one = Personne.
club-give-part = Donner ce rôle
club-part-of = Rôle de { $who }
club-remove = Retirer du club
club-withdraw = Reprendre l’invitation
club-hand-over = Remettre le club
club-hand-over-help = Le nouveau propriétaire décide de tout. Vous restez directeur.
club-sure = J’en suis sûr
club-not-sure = Rien n’a été fait. Dites que vous en êtes sûr, et renvoyez le formulaire.
club-describe = Ce qui est dit du club
club-save = Enregistrer
club-season-new = Nouvelle saison
club-season-name = Nom de la saison
club-season-rule = Son tableau
club-rule-points = On additionne les points du classement de tous ses tournois
club-rule-places = Chaque tournoi rapporte au premier autant de points qu’il y avait de joueurs ou d’équipes, un de moins au suivant, et ainsi de suite
club-rule-league = Un championnat : chaque tournoi est une division
club-season-best = Seuls comptent tant de meilleurs tournois de chacun (vide : tous)
club-season-make = Commencer la saison
club-season-wrong = Une saison a besoin d’un nom d’au plus 60 caractères, d’une règle, et d’un nombre entier là où seuls les meilleurs comptent.
club-season-change = Changer
club-calendar-change = Changer ce qui est au calendrier
club-event-day = Jour
club-event-time = Heure
club-event-season = Compte pour
club-event-no-season = aucune saison
club-event-division = Division, 1 pour la plus haute
club-event-exchanged = Autant descendent, et autant montent
club-event-keep = Recommencer la prochaine fois avec ce formulaire
club-event-wrong = Le jour s’écrit comme 2026-11-27, l’heure comme 19:00.
club-event-no-day = pas encore de jour
club-audit = Ce qui a été fait
club-close = Fermer le club
club-close-help = Sa page et ses tournois restent. Plus personne n’entre, et rien ne change plus. On ne peut pas le rouvrir.
club-rank = Rang
club-total = Total
club-events-played = Tournois
club-who = Joueur
club-unnamed = non nommé
club-season-none = Aucun tournoi de cette saison n’est encore fini.
club-season-counts = Un tournoi compte quand il est fini. Les deux joueurs d’une paire ont ses points. Un joueur est reconnu par son compte, sinon par son nom.
club-season-best-told = Les { $n } meilleurs de chacun comptent.
club-division = Division { $n }
club-next-season = Saison suivante
club-next-season-help = De chaque division les derniers descendent, et autant de la suivante montent.
club-next-season-not-over = La saison suivante peut commencer quand toutes les divisions sont finies et disent combien montent et descendent.
club-next-season-make = Commencer la saison suivante avec ces divisions
club-ratings-help = Calculées d’après les journaux des tournois. Seules comptent les rencontres jouées et gagnées : ni forfait, ni exempt, ni égalité, ni paire sans noms. Elles sont à part des cotes des parties de ce serveur.
club-ratings-none = Aucune rencontre d’un jeu classé n’a encore été jouée.
club-ratings-meetings = { $n ->
    [one] Une rencontre
   *[other] { $n } rencontres
}
club-act-found = { $by } a fondé le club
club-act-describe = { $by } a changé ce qui en est dit
club-act-move = { $by } : { $about }, { $was } → { $now }
club-act-hand-over = { $by } a remis le club à { $about }
club-act-season = { $by } a changé la saison « { $what } »
club-act-event = { $by } a changé le calendrier
club-act-close = { $by } a fermé le club
club-nothing = rien
club-somebody = quelqu’un qui est parti
club-zone = Fuseau horaire
club-zone-help = Celui du lieu où le club se réunit, par exemple America/Caracas. Vide : UTC.
club-zone-wrong = Le fuseau horaire « { $zone } » n’existe pas. Écrivez-en un comme America/Caracas.
club-times = Heures : { $zone }
club-event-ends = Fin
club-event-ends-help = Sans fin, le calendrier a la prévision.
club-event-skipped = L’horloge de { $zone } saute cette heure. Choisissez-en une autre.

# The private league of a club
league = Ligue privée
league-title = Ligue privée de { $club }
league-help = Seuls les joueurs du club voient cette page. Une partie compte pour ceux qui l’ont acceptée.
league-none = Aucune partie ne compte encore. Ouvrez le bilan de votre feuille de score et ajoutez une soirée.
league-sheet = Ouvrir la feuille de score
league-yours = Vos soirées
league-csv = Enregistrer le bilan en CSV
league-evening = { $day } : { $n ->
    [one] une partie
   *[other] { $n } parties
}, gagnées : { $won }
league-request = { $who } indique que vous avez joué à { $club } le { $day }.
league-request-gone = Une personne qui a quitté le club indique que vous avez joué à { $club } le { $day }.
league-requests = Soirées à accepter
league-accept = Accepter
league-decline = Décliner
league-leave = Se retirer
league-take-back = Annuler pour tous
league-give-title = Ajouter une soirée à { $club }
league-give-choose = À quel club ?
league-give-match = Victoire : { $winners }. Défaite : { $losers }.
league-give-who = Qui est qui ?
league-give-nobody = Personne du club
league-give-help = Choisissez des joueurs du club pour les noms. Chacun doit accepter ; les autres noms ne sont pas enregistrés.
league-give-listed = Vous pouvez choisir les joueurs que le club nomme. Chacun le décide sur la page du club.
league-give = Ajouter la soirée
league-give-nobody-named = Choisissez au moins un joueur du club.
league-give-twice = Choisissez un joueur différent pour chaque nom d’une partie.
league-give-no-member = Vous ne pouvez pas choisir l’un de ces joueurs. Rouvrez le bilan.
league-known = La ligue a déjà ces parties.
league-full = La ligue a 5 000 parties, ou quelqu’un en a 500 sans réponse.
league-done = C’est fait.
league-sheet-wrong = Les règles ne permettent pas la ligne { $line } de cette feuille. Corrigez la partie sur la feuille.
league-no-match = Aucune partie de ce jour n’est finie. Finissez-en une sur la feuille.
league-long = Cette soirée est trop longue : au plus 800 lignes.
league-no-club = Vous n’êtes dans aucun club ouvert. Rejoignez-en un ou créez-en un.
