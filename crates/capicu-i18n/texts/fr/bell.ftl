# La cloche : ce qui attend un compte, sur chaque page et à la table.

bell = Cloche
bell-count = Cloche : { $n ->
    [one] { $n } avis
   *[other] { $n } avis
}
bell-title = On vous attend
bell-empty = Rien ne vous attend.
bell-empty-help = Les défis, les demandes d’amitié et vos tours paraissent ici.
bell-challenge = { $who } vous défie.
bell-request = { $who } vous envoie une demande d’amitié.
bell-turn = C’est votre tour.
bell-members-only = La cloche est pour les comptes. Créez-en un sous « Compte » : il ne faut qu’un nom d’utilisateur.
bell-hide = Masquer
