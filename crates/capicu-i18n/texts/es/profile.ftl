# La página pública de un jugador: puntuación, partidas en números, últimas mesas.

profile-rating = Puntuación: { $games }
profile-families = Puntuaciones por juego
profile-place-of = { $place } de { $n }
profile-chart = Puntuación tras { $n ->
    [one] una partida
   *[other] cada una de { $n } partidas
}: al principio { $first }, ahora { $now }.
profile-band = La fuerza real está en la banda 95 veces de cada cien. Con más partidas se estrecha.
profile-settled = { $n } partidas: ya no es provisional
profile-no-rating = La puntuación sale con { $n } partidas clasificatorias
profile-no-rating-help = El gráfico empieza con la primera.
profile-boards = Últimas mesas
profile-boards-none = Todavía no hay mesas
profile-boards-help = Aquí salen las partidas terminadas en la sala.
profile-all-matches = Todas las partidas
profile-counts = Todas las partidas en números
profile-rounds = Manos
profile-to-zero = Ganadas a cero
profile-partner = Mejor pareja
profile-together = { $matches } partidas juntos, { $won } ganadas
profile-share = { $percent } %
profile-won = Ganada { $score }
profile-lost = Perdida { $score }
profile-to-lobby = Jugar ahora
