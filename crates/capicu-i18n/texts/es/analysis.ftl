# Una partida vista de nuevo: `capicu analyze` y su página.

analysis-title = Repaso de la partida
analysis-seen = Visto desde { $side }, en porcentaje de la partida
analysis-start = probabilidad al empezar
analysis-deals = fichas repartidas
analysis-draws = fichas robadas
analysis-mistakes-of = errores de { $seat }
analysis-lay = cómo estaban las fichas
analysis-estimate = tanteo, valorado de nuevo entre manos
analysis-calls = cantos e irregularidades
analysis-won = resultado: ganada
analysis-lost = resultado: perdida
analysis-so-far = probabilidad en la última jugada
analysis-round = mano
analysis-begins = antes
analysis-dealt = reparto
analysis-drawn = robo
analysis-ends = después
analysis-others = resto
analysis-no-tiles = No hay suma, porque no se conocen todas las fichas.
analysis-no-stopped = No hay suma, porque el trabajo se interrumpió antes del final.
analysis-no-round = No hay suma, porque no se repartió ninguna mano.
analysis-left-out = Como faltan fichas por conocer, nada puede decirse de estas manos: { $rounds }.
analysis-mistakes = Errores, los más caros primero
analysis-none = Ningún error es tan grande que se distinga del azar.
analysis-close = { $n ->
    [one] Una decisión está demasiado igualada para juzgarla.
   *[other] { $n } decisiones están demasiado igualadas para juzgarlas.
}
analysis-mistake = Mano { $round }, jugada { $turn }, { $seat }: { $class }
analysis-inaccuracy = imprecisión
analysis-error = error
analysis-blunder = error grave
analysis-costs = { $game } % de la partida (± { $game-error }), { $round } % de una mano (± { $round-error })
analysis-known = Bastan los hechos para verlo.
analysis-readable = Para verlo hay que leer cómo jugaron los demás.
analysis-table = mesa
analysis-nothing-laid = nada todavía
analysis-hand = fichas
analysis-board = la mesa antes de la jugada, las fichas y qué era mejor
analysis-more = Errores que no caben aquí, ninguno de los cuales costó más: { $n }
analysis-played = jugó
analysis-better = mejor
analysis-players = Jugadores
analysis-player-few = decisiones { $n }, pérdida en cada una { $mean } % de una mano
analysis-player = decisiones { $n }, pérdida en cada una { $mean } % de una mano (± { $within })
analysis-counts = imprecisiones { $inaccuracies }, errores { $errors }, errores graves { $blunders }
analysis-within = En 95 de cada 100 decisiones, el valor exacto debería estar dentro de ±.
analysis-chart = La probabilidad de { $side } después de cada jugada, de 0 a 100 %
analysis-band = La franja en torno a la línea es ± el doble del error estándar de cada probabilidad.
analysis-numbers = Los números del gráfico, en tanto por ciento
analysis-move = jugada
analysis-players-out = no se analiza una partida en que salen o se retiran jugadores (opción at-target)
analysis-too-long = la partida es demasiado larga para verla de nuevo: { $rounds } manos con { $moves } jugadas; como mucho, { $most-rounds } manos con { $most-moves } jugadas
analysis-knew = Lo que { $seat } podía saber, en tanto por ciento
analysis-tile = ficha
analysis-asleep = pozo
analysis-phase-lead = salida
analysis-phase-middle = medio juego
analysis-phase-ending = últimas tres fichas
analysis-kinds = errores que los hechos muestran { $known }, que piden leer el juego { $readable }
analysis-luck = suerte { $luck } % de una partida
analysis-report = Jugadores en { $n ->
    [one] una partida
   *[other] { $n } partidas
}
analysis-matches = { $n ->
    [one] una partida
   *[other] { $n } partidas
}
analysis-no-moment = la mano { $round } no tiene ese momento, o nada puede decirse de él
analysis-no-page = interrumpido: { $file } no se escribió, porque una página necesita el análisis completo
analysis-one-page = una página es de una sola partida; elígela con --match N

# What was done, in a list of moves.
noted-draw = robo
noted-hand-over = deja la salida
noted-pass = paso

# Un error en palabras, sin números.
moment-chose = { $seat } eligió { $played }. Mejor: { $better }.
moment-played = { $seat } eligió { $played }.
moment-you-chose = Elegiste { $played }. Mejor: { $better }.
moment-you-played = Elegiste { $played }.
moment-no-sign = Nada en la mesa lo muestra; rinde mejor en los repartos posibles.
moment-shuts-almost = Así { $seat } casi seguro no tiene qué poner.
moment-shuts = Así { $seat } más veces no tiene qué poner.
moment-denies-almost = Así { $seat } casi seguro no tiene con qué hacer puntos.
moment-denies = Así { $seat } menos veces tiene con qué hacer puntos.
moment-smaller = Más errores: { $n }
moment-go = Ver en la mesa
moment-share = Compartir este momento

# La partida de un jugador en palabras: sus jugadas y las fichas.
summary-flawless = Ninguna jugada tuya fue claramente un error.
summary-well-decided = { $n ->
    [one] Jugaste bien; un momento decidió la partida.
    [2] Jugaste bien; dos momentos decidieron la partida.
   *[other] Jugaste bien; tres momentos decidieron la partida.
}
summary-well = { $n ->
    [one] Jugaste bien; un momento te costó más que los demás.
    [2] Jugaste bien; dos momentos te costaron más que los demás.
   *[other] Jugaste bien; tres momentos te costaron más que los demás.
}
summary-decided = { $n ->
    [one] Un momento decidió la partida.
    [2] Dos momentos decidieron la partida.
   *[other] Tres momentos decidieron la partida.
}
summary-uneven = { $n ->
    [one] Un momento te costó más que los demás.
    [2] Dos momentos te costaron más que los demás.
   *[other] Tres momentos te costaron más que los demás.
}
summary-cost-much = Las fichas te perjudicaron mucho.
summary-cost-some = Las fichas te perjudicaron un poco.
summary-even = Las fichas no favorecieron a nadie.
summary-helped-some = Las fichas te ayudaron un poco.
summary-helped-much = Las fichas te ayudaron mucho.
