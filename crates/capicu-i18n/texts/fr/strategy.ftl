# Leçons de stratégie : un choix à un moment de la manche, et la raison du meilleur coup.

strategies = Stratégie
strategies-help = Cinq moments de manches jouées par des bots : choisissez un domino et voyez pourquoi un seul coup gagne.
strategy-learn = Stratégie : { $lesson }
strategy-open = Apprendre la stratégie : { $lesson }
strategy-choose = Quel domino posez-vous ?
strategy-right = C’est juste : le { $tile }, sur le { $on }
strategy-better = Mieux : le { $tile }, sur le { $on }
strategy-proof = Avec ces mains, tout autre coup perd la manche.
strategy-again = Réessayer
strategy-next = Leçon suivante

strategy-count = Compter les dominos
strategy-count-look = Sept dominos ont un { $pip } : { $laid } sont sur la table, et vous en avez { $held }. Combien en ont les autres ?
strategy-count-why = Le { $tile } laisse un { $pip } aux deux bouts. Personne d’autre n’en a : tous boudent, et vous rejouez.
strategy-pass = Lire une passe
strategy-pass-look = Le joueur suivant, à votre droite, a boudé sur { $one } et sur { $two }. Pouvez-vous ne laisser que ces deux-là ?
strategy-pass-why = Le { $tile } laisse { $one } et { $two } : le joueur suivant doit bouder. Le { $other } laisserait { $left } et { $right }.
strategy-partner = Jouer le numéro du partenaire
strategy-partner-look = Votre partenaire, en face, a boudé sur { $one } et sur { $two }, et a posé le { $double }. Quel numéro l’aide ?
strategy-partner-why = Le { $tile } laisse un { $pip }, le numéro du double de votre partenaire. Le { $other } laisserait { $left } et { $right } : il n’a ni l’un ni l’autre.
strategy-double = Garder ou poser un double
strategy-double-look = Votre { $double } ne va que sur un { $pip }. Des sept dominos avec un { $pip }, { $laid } sont sur la table et { $held } dans votre main.
strategy-double-why = Le { $tile } laisse un { $pip } aux deux bouts. Seul votre double va : les autres boudent, et vous fermez le jeu.
strategy-block = Quand fermer le jeu
strategy-block-look = Si personne ne peut jouer, la paire avec le moins de points gagne. La table a { $laid } des sept dominos avec un { $pip }.
strategy-block-why = Le { $tile } laisse un { $pip } aux deux bouts, et il n’en reste plus. Jeu fermé : votre paire a { $ours } points, l’autre { $theirs }.
