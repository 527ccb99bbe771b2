# Une partie finie à n'importe lequel de ses moments, dans le navigateur.

replay-title = Revoir une partie
replay-help = Une partie notée (.domino) et finie : choisissez le fichier, déposez-le ici, ou collez son texte.
replay-file = Choisir une partie notée
replay-paste = Ou coller une partie notée
replay-open = Ouvrir
replay-tiles-unknown = Il n’y a dans cette partie aucun joueur dont les dominos soient connus dans toutes les manches qu’elle raconte ; on ne peut donc pas la montrer sur la table. `capicu analyze` dit ce que l’on peut en dire.
replay-unknown = { $n ->
    [one] { $n } domino inconnu
   *[other] { $n } dominos inconnus
}
replay-first = Premier moment
replay-back = Un coup en arrière
replay-forward = Un coup en avant
replay-last = Dernier moment
replay-scrubber = Moment de la partie
replay-moment = Manche { $round }, après { $moves } coups sur { $all }
replay-seen-from = Vue de
replay-all-hands = Toutes les mains
replay-hands = Mains
replay-copy-position = Copier la position
replay-copy-link = Copier un lien vers ce moment
replay-copied = Copié
replay-another = Revoir une autre partie
replay-match = La page de cette partie
replay-look = La revoir
replay-analyze = Analyser
replay-analyze-there = Analyser sur le serveur
replay-server-off = Ce serveur n’analyse pas les parties. Faites-le sur cet appareil.
replay-server-busy = Le serveur est occupé par d’autres parties. Réessayez dans une minute, ou faites-le sur cet appareil.
replay-stop = Arrêter
replay-progress = { $done } étapes faites sur { $all }

# Ses propres fautes en problèmes.
puzzle-find = Trouver ce qui vous a échappé ({ $n })
puzzle-title = Ce qui vous a échappé, { $n } sur { $all }
puzzle-ask = Manche { $round }, coup { $turn }. Que jouez-vous ?
puzzle-best = Oui : { $action }.
puzzle-as-good = Oui : { $action } vaut le meilleur coup, autant qu’on puisse en juger.
puzzle-played = { $action }, c’est ce qui a été joué. Cela coûte { $share } pour cent d’une manche ; essayez autre chose.
puzzle-worse = { $action } coûte { $share } pour cent d’une manche ; essayez autre chose.
puzzle-solution = Montrer la solution
puzzle-next = Suivant
puzzle-end = Retour à la partie

# Ce qui a été joué à une table, à côté d'elle.
memory-last = Le dernier coup
memory-none = Rien n’a encore été joué.
memory-round = Manche { $round }
memory-drawn-later = { $n ->
    [one] dont { $n } pioché ensuite
   *[other] dont { $n } piochés ensuite
}
replay-resume = Reprendre la partie regardée en dernier
replay-elsewhere = Ce lien mène à un moment d’une partie qui n’est pas notée sur cet appareil. Ouvrez cette partie notée, et vous y êtes.
replay-broken-link = Ce lien est incomplet. Redemandez-le, ou ouvrez la partie notée.
replay-not-theirs = Seuls ceux qui ont joué cette partie peuvent la revoir ici. Connectez-vous comme l’un d’eux, ou ouvrez la partie notée.
replay-too-large = C’est trop grand pour une partie notée que l’on puisse revoir : plus de 1 Mo.
replay-page = Enregistrer une page à partager

# Les moments sur la feuille du résultat.
lookback-lost = Où ai-je perdu ?
lookback-won = Que puis-je en apprendre ?
lookback-looking = Examen de la manche { $round } sur { $all }
lookback-none = Aucun coup à la table n’a été clairement une faute.
lookback-number = { $n } sur { $all }
lookback-next = Suivant
