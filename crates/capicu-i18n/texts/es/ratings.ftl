# Puntuaciones: qué tan bien juega la gente, por familias de juegos.

ratings = Puntuaciones
ratings-of = Puntuaciones: { $games }
ratings-help = Una puntuación es un intervalo: con el 95 % de seguridad, la fuerza del jugador está dentro. 1000 es el promedio, y cada familia de juegos tiene la suya.
ratings-provisional = provisional
ratings-provisional-help = Una puntuación es provisional durante { $matches } partidas, y hasta entonces no tiene lugar en la tabla.
ratings-none = Aquí nadie tiene puntuación todavía.
ratings-none-help = Juega una partida clasificatoria: el primer lugar está libre.
ratings-players = Jugadores
ratings-pairs = Parejas
ratings-pairs-help = Dos que han jugado { $matches } partidas juntos se clasifican desde entonces como pareja, y ya no por separado cuando juegan juntos.
ratings-place = Lugar
ratings-player = Jugador
ratings-pair = { $one } y { $other }
ratings-rating = Puntuación
ratings-between = de { $low } a { $high }
ratings-mean = Lo más probable
ratings-matches = Partidas
ratings-rated = { $n ->
    [0] nadie clasificado todavía
    [one] un jugador clasificado
   *[other] { $n } jugadores clasificados
}
ratings-you = tú
ratings-yours = Tu puntuación
ratings-yours-none = Todavía no has terminado ninguna partida clasificatoria.
ratings-yours-guest = Para las partidas clasificatorias necesitas una cuenta.
ratings-history = Tu puntuación después de cada partida
ratings-history-pair = Con { $who }
ratings-match = Partida
ratings-last = Las últimas { $n }, la más reciente primero.
ratings-bots = Bots
ratings-bots-help = La suya es fija: así la escala no se mueve.
ratings-to-lobby = Jugar una partida clasificatoria

lobby-stakes = Para qué cuenta
lobby-casual = Amistosa
lobby-casual-line = bots en puestos libres
lobby-rated-title = Clasificatoria
lobby-rated-line = con cuenta
lobby-rated = clasificatoria
lobby-members-only = Para las partidas clasificatorias necesitas una cuenta. Créala en «Cuenta», o juega una amistosa.
lobby-rated-time = Llevas { $waited } s esperando. Una partida clasificatoria espera a que venga gente.
lobby-offer-casual = En { $waited } s no ha venido nadie más. ¿Prefieres una partida que no cuente? Ahí los bots ocupan los puestos libres.
lobby-play-casual = Jugar una amistosa
lobby-bots = Contra bots
lobby-bots-line = clasificatoria
lobby-rated-bots-help = Una partida clasificatoria con bots de un mismo nivel en los demás puestos. La puntuación de ellos es fija; la tuya, no.
lobby-rated-bots-level = Nivel de los bots
lobby-no-anchor = Los bots de ese nivel no tienen puntuación en este juego. Elige un nivel más bajo.

command-ratings-told = { $results } resultados, { $rated } de ellos clasificatorios.
command-ratings-agree = Lo que está escrito de ellos concuerda.
command-ratings-differ = De { $different } resultados está escrito algo distinto de lo que resulta; de { $missing }, nada.
command-ratings-written = Se escribió de nuevo.
command-ratings-family = { $games }: { $matches } partidas, { $players } jugadores, { $pairs } parejas
command-ratings-loss = Pérdida media { $loss }, con 0.71 veces la suerte { $less }, con 1.41 veces { $more }
command-ratings-unreadable = No se pueden leer los resultados de la carpeta, o no se pueden escribir las puntuaciones.
command-ratings-no-data = En { $folder } no hay ninguna base de datos de capicu. Nombra la carpeta con que arranca el servidor.
