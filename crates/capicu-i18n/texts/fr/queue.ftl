# Le gagnant reste : on fait la queue pour une table.

queue-title = Le gagnant reste
queue-help = Les gagnants restent à la table et les suivants de la file s’assoient. Les noms ci-dessus commencent.
queue-unit = Dans la file
queue-pairs = Paires fixes
queue-singles = Joueurs seuls
queue-tables = Tables
queue-waiting = En attente, un par ligne
queue-waiting-pairs = En attente : une paire (Rosa, Luis) ou un joueur par ligne
queue-start = Commencer la file
queue-winner = { $n ->
    [one] À la table : { $who }
   *[other] { $who } : { $n } de suite
}
queue-next = Ensuite : { $who }
queue-next-match = Partie suivante
queue-lacks = Il manque des joueurs pour la prochaine partie.
queue-nobody = Personne n’attend.
queue-best = Meilleure série : { $n } ({ $who })
queue-minutes = environ { $n } min
queue-soon = d’un moment à l’autre
queue-players = Tous les participants
queue-record = { $wins } sur { $matches } gagnées, meilleure série { $best }
queue-leave = S’en va
queue-leaves = { $who } s’en va
queue-come = Un joueur arrive
queue-name = Nom
queue-partner = Partenaire
queue-add = Ajouter à la file
queue-table = Table { $n }
queue-won = Vainqueur : { $who }
queue-close = Terminer la file
queue-resume = Reprendre la file
queue-two-names = Écrivez deux noms par ligne, séparés par une virgule.
queue-bad-name = Un nom est vide, trop long ou déjà présent.
queue-counted = Les gagnants de cette partie restent déjà à la table. Le résultat ne peut plus changer.
queue-impossible = La file ne permet pas cela maintenant.

# La file d’une table privée.
queue-table-help = Le gagnant d’une partie reste. Les perdants vont à la fin de la file et les suivants s’assoient.
queue-off = Terminer la file
queue-later = Entre deux parties, l’hôte peut activer ou changer « Le gagnant reste ».
queue-place = Vous êtes numéro { $n } dans la file
queue-free = Une place est libre pour vous.
queue-seconds = { $n ->
    [one] Encore { $n } seconde
   *[other] Encore { $n } secondes
}
queue-leave-now = Quitter la file
queue-join = Entrer dans la file
queue-join-help = Toutes les places sont prises. Vous pouvez en attendre une.
queue-alone = Les paires attendent ensemble. Attendez un partenaire ou choisissez-en un :
queue-with = Jouer avec { $who }
queue-over = La file est fermée, ou vous n’y êtes plus. Pour y revenir, ouvrez de nouveau le lien.
queue-full = La file est pleine. Réessayez plus tard.
queue-no-seat = Aucune place n’est libre pour vous maintenant.
queue-no-partner = Ce joueur n’attend plus seul. Choisissez-en un autre.
