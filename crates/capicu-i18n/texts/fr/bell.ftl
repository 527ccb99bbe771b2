# La cloche : ce qui attend un compte, sur chaque page et à la table.

bell-count = Cloche : { $n ->
    [one] { $n } avis
   *[other] { $n } avis
}
bell-title = On vous attend
bell-empty = Rien ne vous attend.
bell-empty-help = Les défis, les demandes d’amitié, vos tours, les rondes de vos tournois et les nouveaux tournois de vos clubs paraissent ici.
bell-challenge = { $who } vous défie.
bell-request = { $who } vous envoie une demande d’amitié.
bell-befriended = { $who } a accepté votre demande d’amitié.
bell-profile = Voir le profil
bell-turn = C’est votre tour.
bell-members-only = La cloche est pour les comptes. Créez-en un sous « Compte » : il ne faut qu’un nom d’utilisateur.
bell-hide = Masquer
bell-event = { $club } a un nouveau tournoi : { $name }
bell-open-event = Voir le tournoi
bell-event-begins = { $event } commence.
bell-event-round = Votre prochaine table à { $event } est prête.
