# Comment on se conduit : ceux qui partent, les signalements, et ce que font les modérateurs.

problem-paused = Vous ne pouvez pas chercher de joueurs en ce moment.
problem-banned = Ce joueur est exclu d’ici.

conduct-paused = Vous ne pouvez pas chercher de joueurs jusqu’au { $until }. { $why }
conduct-left = { $of ->
    [1] Vous avez quitté votre dernière partie en ligne.
   *[other] Vous avez quitté { $left } de vos { $of } dernières parties en ligne.
}
conduct-paused-help = Les bots et les tables privées vous restent toujours ouverts.
conduct-pause-near = { $why } Quittez-en encore une, et vous ne pourrez plus chercher de joueurs ici pendant { $long }.
conduct-minutes = { $n ->
    [1] une minute
   *[other] { $n } minutes
}
conduct-hours = { $n ->
    [1] une heure
   *[other] { $n } heures
}

conduct-mute-until = Vous ne pouvez pas écrire avec vos propres mots jusqu’au { $until }.
conduct-mute-good = Vous ne pouvez plus écrire avec vos propres mots.
conduct-pause-until = Vous ne pouvez pas chercher de joueurs jusqu’au { $until }.
conduct-pause-good = Vous ne pouvez plus chercher de joueurs.
conduct-ban-until = Vous êtes exclu jusqu’au { $until }.
conduct-ban-good = Vous êtes exclu pour de bon.
conduct-warned = Un modérateur vous a averti.
conduct-renamed = Un modérateur vous a retiré votre nom. Choisissez-en un autre à la page « Compte ».
conduct-reason = Raison : { $reason }
conduct-read = J’ai lu
conduct-notices = Des modérateurs
conduct-holds = Ce qu’un modérateur a décidé à votre sujet

report = Signaler
report-title = Signaler quelqu’un
report-help = Un modérateur le lit, avec ce qui a été dit en dernier à cette table. Celui que vous signalez ne sait pas par qui.
report-whom = Personne visée
report-why = Pourquoi
report-words = Avec vos mots
report-words-help = Ce qui s’est passé, et quand. Au plus { $most } caractères ; cela peut rester vide.
report-send = Envoyer le signalement
report-sent = Votre signalement est chez les modérateurs. Merci.
report-again = Vous avez déjà signalé cela pour cette partie. Les modérateurs l’ont.
report-nobody = Personne que ce serveur connaisse n’y est assis à part vous ; il n’y a donc personne à signaler.
report-nothing = Cette table ou cette partie n’existe pas, ou vous n’y étiez pas.
report-why-talk = Injures
report-why-unfair = Jeu déloyal
report-why-leaving = Départs voulus
report-why-name = Son nom
report-why-other = Autre chose

moderate = Modération
moderate-none = Aucun signalement ouvert.
moderate-reports = { $n ->
    [one] { $n } signalement ouvert
   *[other] { $n } signalements ouverts
}
moderate-by = Par { $who } ; de ses signalements, { $upheld } retenus et { $dismissed } écartés.
moderate-match = Partie { $number }
moderate-table = Table
moderate-said = Ce qui a été dit en dernier à la table
moderate-seat = Place { $seat }
moderate-do = Que faire
moderate-dismiss = Rien : écarter
moderate-warn = Avertir
moderate-rename = Retirer le nom
moderate-mute = Couper la parole : phrases seulement
moderate-pause = Suspendre : plus de joueurs du salon
moderate-ban = Exclure : déconnecté, sans connexion possible
moderate-until = Pour combien de temps, si c’est pour un temps
moderate-for-good = Pour de bon
moderate-why = Raison, que la personne lit
moderate-why-needed = Donnez une raison d’au plus { $most } caractères : la personne la lit.
moderate-act = Appliquer
moderate-done = C’est fait. C’est au journal.
moderate-holds = Ce qui est en vigueur
moderate-lift = Lever
moderate-lift-why = Pourquoi on le lève
moderate-history = Ce qui a été fait
moderate-person-reports = Signalements au sujet de cette personne
moderate-find = Trouver un compte
moderate-found-none = Aucun compte n’a cet identifiant.
moderate-role = Rôle
moderate-role-moderator = Nommer cette personne modérateur
moderate-role-none = Retirer le rôle
moderate-audit = Journal
moderate-audit-help = Tout ce qu’ont fait les administrateurs et les modérateurs, le plus récent d’abord. Rien ici ne peut être changé.
moderate-audit-older = Plus ancien
moderate-audit-when = Quand
moderate-audit-who = Qui
moderate-audit-what = Quoi
moderate-audit-whom = Personne visée
moderate-audit-until = Jusqu’au
moderate-audit-reason = Raison
moderate-act-owner = nommé administrateur
moderate-act-moderator = fait modérateur
moderate-act-no-role = rôle retiré
moderate-act-dismiss = signalements écartés
moderate-act-warn = averti
moderate-act-rename = nom retiré
moderate-act-mute = parole coupée
moderate-act-pause = suspendu
moderate-act-ban = exclu
moderate-act-lift = entrée { $entry } levée
moderate-act-read = entrée { $entry } lue
moderate-act-sign-out = déconnecté partout
moderate-act-close = une table fermée, ou une mesure sur un tournoi
moderate-by-code = le code du serveur
moderate-gone = supprimé
moderate-guest = { $name } (invité)
moderate-member = { $name } (@{ $username })
moderate-owner = Devenir administrateur
moderate-owner-help = Le serveur a affiché un code à son démarrage. Entrez-le pour devenir administrateur et nommer les modérateurs.
moderate-owner-code = Le code
moderate-owner-closed = Ce serveur a déjà un administrateur, ou n’a pas affiché de code.
moderate-owner-member = Créez d’abord un compte, sous « Compte » ; un invité ne peut pas être administrateur.
moderate-days = { $n ->
    [1] un jour
   *[other] { $n } jours
}
