# Los problemas de un servidor: el del día y los que dieron los jugadores; y lo que vale cada salida de unas fichas.

# Lo que está mal en un problema escrito.
puzzle-too-long = Es demasiado largo para ser un problema.
puzzle-lines = Un problema tiene tres líneas: una posición, las jugadas y `played:` con una jugada.
puzzle-line = Línea { $line }: { $why }
puzzle-one-hand = tienen que conocerse las fichas de uno solo
puzzle-not-begun = tiene que ser la mano recién repartida, sin nada más
puzzle-no-move = la número { $number }, `{ $word }`, no es una jugada; una jugada es un puesto y lo que hizo, como A: 6-6, B: 6-4@6-6, C: pass o D: draw
puzzle-no-choice = no hay nada que elegir, o no es una de las opciones

# Las páginas.
puzzles = Problemas
puzzles-daily = El problema del día
puzzles-of = { $game }, problema { $id }
puzzles-help = Una decisión de una partida tal como la vio quien la tomó. Vale todo lo que es tan bueno como lo mejor, hasta donde se puede saber.
puzzles-new-daily = Hoy todos tienen el mismo; el próximo llega a medianoche, hora universal.
puzzles-yours = Intentados { $tried }, resueltos { $solved }, de ellos a la primera { $first }.
puzzles-streak = { $n ->
    [one] Problema del día resuelto: un día.
   *[other] Problema del día resuelto: { $n } días seguidos.
}
puzzles-pool = Más problemas
puzzles-all-games = Todos los juegos
puzzles-count = { $n ->
    [one] un problema
   *[other] { $n } problemas
}
puzzles-random = Resolver uno
puzzles-next = Otro
puzzles-unknown = No existe ese problema, o quien lo dio lo ha retirado.
puzzles-moves = Lo que se jugó
puzzles-nothing = Todavía nada: sales tú.
puzzles-board = la mesa y tus fichas
puzzles-hand = Tus fichas
puzzles-ask = ¿Qué juegas?
puzzles-choose = Elige qué juegas.
puzzles-solution = Ver la solución
puzzles-right = Sí: { $action }.
puzzles-right-best = Sí: { $action } es lo mejor.
puzzles-wrong = { $action } no es lo mejor. Prueba otra.
puzzles-better = Hay una jugada mejor. { $why }
puzzles-cost = { $action } cuesta { $share } % de una mano (± { $within }).
puzzles-numbers = Los números
puzzles-best = Lo mejor: { $action }.
puzzles-solved = Lo has resuelto.
puzzles-shown = Has mirado la solución.
puzzles-themes = Temas
puzzles-theme = { $theme ->
    [lead] La salida
    [block] Trancar o no
    [shut-out] Dejar a un jugador sin juego
    [keep-double] Guardar el doble
    [play-double] Jugar el doble
    [capicu] Posible capicú
    [count] Contar el palo
    [pass] Leer un paso
    [partner] El número de tu pareja
    [points] Puntos en las puntas
   *[last-tiles] Las últimas fichas
}
puzzles-hint = Pista
puzzles-no-hint = Este problema no tiene pista.
puzzles-open = Toca una ficha. Puntas: { $ends }.
puzzles-where = ¿Dónde va el { $tile }?
puzzles-place = Junto al { $tile }
puzzles-led = salió con el { $tile }
puzzles-tiles = { $n ->
    [one] una ficha
   *[other] { $n } fichas
}
puzzles-reply = La mesa responde: { $moves }.
puzzles-days = { $n ->
    [one] un día
   *[other] { $n } días seguidos
}
puzzles-rating = Puntuación en problemas: { $points }
puzzles-strength = Puntuación del problema: { $points }.
puzzles-offline = Problemas en este dispositivo
puzzles-share = Compartir
puzzles-answers = Todas las respuestas
puzzles-loss = Pérdida, % de una mano
puzzles-is-good = tan buena como la mejor
puzzles-is-best = la mejor
puzzles-was-played = lo que se jugó
puzzles-how = Hallado con { $nodes } nodos por respuesta, versión { $version } del análisis: `capicu analyze` halla lo mismo.
puzzles-shipped = De una partida entre bots.
puzzles-given = Dado por un jugador de este servidor.

# Dar uno.
puzzle-give = Darlo a los problemas de este servidor
puzzle-give-what = Lo que se da está abajo: tus fichas, las fichas y jugadas que habías visto, las reglas y el tanteo. Ningún nombre, ninguna otra ficha, ni la partida.
puzzle-give-help = Cualquiera de este servidor podrá resolverlo. Puedes retirarlo cuando quieras en tu página de problemas, y se va con tu cuenta.
puzzle-give-sure = Darlo
puzzle-given = Dado. ¡Gracias!
puzzle-give-members = Necesitas una cuenta para compartir problemas, así puedes retirarlos.
puzzle-give-full = Has dado tantos problemas como puede dar un jugador: { $most }. Retira uno antes.
puzzle-give-taken = Este problema ya está dado.
puzzle-give-not = Según el análisis del servidor no es un error con nombre, así que no hay nada que encontrar.
puzzle-give-wrong = Esto no es un problema.
puzzle-give-become = Crear una cuenta
puzzle-mine = Problemas que has dado
puzzle-mine-none = No has dado ninguno. Vuelve a ver una partida tuya, analízala y da uno de sus problemas.
puzzle-take-back = Retirarlo
puzzle-taken-back = Está retirado.

# Lo que vale cada salida.
pose-heading = { $hand }, { $game }, tanteo { $score }
pose-lead = salida
pose-chance = probabilidad de ganar la partida, %
pose-loss = pérdida, % de una mano
pose-best = la mejor
pose-close = demasiado parejo para saberlo
pose-deals = Según { $deals } repartos, con la misma suerte para cada salida. La mano vale un { $stake } % de la partida: ganarla como de costumbre en vez de perderla. ± es el doble del error estándar.
pose-free = Sale A, como en una mano que no es la primera.
pose-hand-size = fichas que hay: { $there }; fichas que se reparten en este juego: { $due }
pose-scores = tanteos dados: { $there }; equipos en este juego: { $due }; el propio va primero
pose-over = con este tanteo la partida ha terminado
pose-nothing = con esas fichas se reparte de nuevo, o no hay nada que elegir; prueba con otras
pose-named = en este juego las reglas dicen con qué ficha se sale y no hay nada que elegir; prueba un juego en el que sale quien gana
pose-named-at-score = con este tanteo las reglas dicen con qué ficha se sale; dale una mano ganada a quien sale, como 1,0
pose-not-a-score = `{ $word }` no es un tanteo; los tanteos son números enteros separados por comas, como 40,25
pose-help = Tus fichas, el juego y el tanteo: lo que vale cada salida, hallado en este dispositivo jugando repartos hasta el final. Tarda unos segundos y se puede parar.
pose-not-a-tile = `{ $word }` no es una ficha; una ficha son dos números, como 6-5
pose-progress = { $done } de { $all } tandas de repartos
pose-game = Juego
pose-score = Tanteo, el tuyo primero, como 40,25; vacío si nadie tiene puntos
pose-hand = Tus fichas
pose-hand-help = Fichas como 6-5 o 65, separadas por espacios.
pose-start = ¿Con qué salgo?
pose-ask = Comparar las salidas
