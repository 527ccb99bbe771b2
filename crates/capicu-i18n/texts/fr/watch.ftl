# Regarder une table : la liste des tables, et ce que la table dit à ceux qui regardent.

watch = Regarder
watch-help = Chacun peut regarder ces tables. Vous voyez ce que tous y voient ; les mains sont montrées quand une manche est finie.
watch-none = Personne ne joue à une telle table en ce moment.
watch-none-help = Les parties du salon peuvent être regardées. Commencez-en une, ou revenez plus tard.
watch-all = Toutes les tables
watch-table = Regarder { $game } : { $who }
watch-count = { $n ->
    [0] personne ne regarde
    [1] une personne regarde
   *[other] { $n } personnes regardent
}
watch-open = Chacun peut regarder cette table. Les spectateurs ne voient aucune main.
watch-you = Vous regardez
watch-closed = Seuls les joueurs voient cette table. Demandez à l’un d’eux un lien vers une place.
