# Eventos en un salón: la mesa de dirección, los teléfonos, la pantalla de la pared.

desk = Mesa de dirección
desk-back = Volver
desk-events = Eventos
desk-new = Evento nuevo
desk-own = Eventos que diriges o en los que ayudas
desk-none = Todavía no hay ninguno.
desk-no-events = Todavía no hay eventos.
desk-no-events-help = Organiza una noche para ocho amigos, o una liga para toda la temporada.
desk-events-help = Torneos y noches de club, en línea y en persona.
desk-on-now = En juego
desk-coming = Próximos
desk-finished = Terminados
desk-cancelled = Cancelado
desk-created = Creado el { $when }
desk-month = { $month ->
    [1] ene
    [2] feb
    [3] mar
    [4] abr
    [5] may
    [6] jun
    [7] jul
    [8] ago
    [9] sep
    [10] oct
    [11] nov
   *[other] dic
}
desk-members-only = Para dirigir eventos necesitas una cuenta. Créala en «Cuenta»: basta un nombre de usuario.
desk-choose = ¿Qué se juega? Lo que en tu evento sea distinto se cambia en la página siguiente.
desk-for-players = Individual
desk-for-pairs = Por parejas
desk-for-teams = Por equipos
desk-by-round-robin = todos contra todos
desk-by-swiss = suizo
desk-by-tables = mesas de tres o cuatro
desk-by-partners = parejas rotativas
desk-by-duplicate = duplicado
desk-by-arena = arena
desk-by-queue = gana y sigue
desk-by-knock-out = eliminatoria
desk-by-double-knock-out = eliminatoria doble
desk-by-table-knock-out = eliminatoria por mesas
desk-own-preset = A partir de un archivo de modalidad propio
desk-own-preset-help = Una modalidad dice todo sobre un evento: emparejamiento, puntos, desempates, fases, premios. Guarda desde su página el archivo de una parecida a la tuya, cámbialo y elígelo aquí.
desk-preset-file = Esta modalidad como archivo
desk-event-name = Nombre del evento
desk-expected = Inscritos que esperas
desk-begins = Empieza a las
desk-different = Lo que aquí es distinto, y las reglas de incomparecencia
desk-rounds-field = Rondas (vacío: según los inscritos)
desk-games-field = Juegos que ganan un encuentro
desk-target-field = Puntos que ganan un juego
desk-minutes-field = Minutos de una ronda (vacío: sin reloj)
desk-arena-field = Minutos de la arena
desk-queue-field = Minutos de la velada
desk-arena-minutes-field = Minutos de un encuentro (vacío: sin reloj)
desk-late-field = Última ronda abierta a inscripciones tardías (vacío: ninguna)
desk-check-in-field = A quién se empareja
desk-check-in-none = A todos los inscritos
desk-check-in-required = Solo a quien ha dicho que está
desk-order-field = Rivales con los mismos puntos
desk-order-halves = primera mitad contra la segunda
desk-order-neighbors = vecinos
desk-order-fold = el primero contra el último
desk-order-hill = rey de la colina: 1 contra 2
desk-order-random = por sorteo
desk-order-by-field = Orden de los inscritos con iguales puntos
desk-order-seeds = por cabezas de serie
desk-order-standings = por la clasificación
desk-order-late-field = Número de últimas rondas con otro orden (vacío: ninguna)
desk-order-late-way-field = Rivales en las últimas rondas
desk-third-place = Tercer puesto
desk-third-place-shared = lo comparten quienes pierden las semifinales
desk-third-place-played = lo juegan quienes pierden las semifinales
desk-last-rounds-field = Número de últimas rondas con otro formato, 1 para la final (vacío: ninguna)
desk-last-games-field = Juegos que ganan en las últimas rondas (vacío: como antes)
desk-last-target-field = Puntos que ganan en las últimas rondas (vacío: como antes)
desk-last-minutes-field = Minutos en las últimas rondas (vacío: sin reloj)
desk-format-of-round = Formato de esta ronda
desk-format-games = { $n ->
    [one] un juego
   *[other] { $n } juegos
}
desk-format-target = { $n ->
    [one] un punto
   *[other] { $n } puntos
}
desk-format-minutes = { $n ->
    [one] un minuto
   *[other] { $n } minutos
}
desk-team-totals = Totales por equipos
desk-team-totals-none = ninguno
desk-team-totals-clubs = la suma de las inscripciones de cada club
desk-team-counted-field = Inscripciones de un club que cuentan (vacío: todas)
desk-team-counted = Inscripciones que cuentan
desk-team-others = Otras inscripciones
desk-excess-field = Puntos que pasan de la meta
desk-excess-lost = se pierden
desk-excess-counted = cuentan
desk-means-teams = Cada club tiene la suma de sus inscripciones
desk-means-teams-of = Cada club tiene la suma de { $n ->
    [one] su mejor inscripción
   *[other] sus { $n } mejores inscripciones
}
desk-pause-field = Minutos entre dos rondas
desk-policy = Reglas de incomparecencia
desk-policy-help = Puntos para la clasificación, un espacio y lo que se anota en la hoja, por ejemplo 2 200-100. No puede faltar nada.
desk-award-bye = Un descanso porque el número es impar
desk-award-requested = Un descanso pedido
desk-award-missed = Una ronda anterior a una entrada tardía
desk-award-win = Victoria por incomparecencia
desk-award-loss = Incomparecencia propia
desk-award-double = No estaba nadie
desk-withdrawal = Los resultados de quien se va
desk-withdrawal-stand = valen
desk-withdrawal-void = se anulan si se va en la primera mitad
desk-policy-missing = Las reglas de incomparecencia no pueden faltar: rellena «{ $what }».
desk-field-wrong = «{ $what }» no está bien. Escribe números enteros.
desk-make = Crear el evento
desk-look = Ver qué significa
desk-sources = De dónde vienen estas reglas
desk-our-reading = Lo que ninguna fuente aclara, y cómo lo leemos:
desk-means = { $rounds ->
    [one] una ronda
   *[other] { $rounds } rondas
} sin reloj, { $tables ->
    [one] una mesa
   *[other] { $tables } mesas
}
desk-means-minutes = { $rounds ->
    [one] una ronda
   *[other] { $rounds } rondas
} de { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
}, { $tables ->
    [one] una mesa
   *[other] { $tables } mesas
}
desk-means-end = { $rounds ->
    [one] una ronda
   *[other] { $rounds } rondas
} de { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
}, { $tables ->
    [one] una mesa
   *[other] { $tables } mesas
}, termina a las { $end }
desk-means-third-place = Quienes pierden las semifinales juegan por el tercer puesto
desk-means-last-rounds = { $rounds ->
    [one] Última ronda
   *[other] Últimas { $rounds } rondas
}: { $format }
desk-means-arena = Una arena de { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
}, { $tables ->
    [one] una mesa
   *[other] { $tables } mesas
}; después de las { $end } ya no se empareja a nadie
desk-means-queue = Gana y sigue durante { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
} en { $tables ->
    [one] una mesa
   *[other] { $tables } mesas
}; después de las { $end } no empieza ninguna partida
desk-done = Hecho. Está en el registro.
desk-done-again = Esto ya se había enviado; no se hizo dos veces.
desk-number = N.º { $number }
desk-entry-number = N.º
desk-name = Nombre
desk-place = Lugar
desk-possible = Aún posible
desk-table = Mesa
desk-who-meets = Enfrentamiento
desk-numbers = Números
desk-why = Por qué
desk-result = Resultado
desk-results = resultados
desk-standings = Clasificación
desk-final-standings = Clasificación final
desk-bye = descanso
desk-forfeit = No estaba: { $who }
desk-forfeit-all = No estaba nadie
desk-void = Nulo: no cuenta para nadie
desk-stage = Fase { $stage }
desk-stage-word = Fase
desk-round-word = Ronda
desk-round = Ronda { $round } de { $of }
desk-round-of-stage = Fase { $stage }, ronda { $round } de { $of }
desk-arena-round = Emparejamiento { $round }
desk-arena-waits = espera
desk-arena-clock = Hasta entonces se empareja a quien está libre. Lo que ha empezado se juega hasta el final.
desk-queue-clock = Hasta entonces pueden empezar partidas. Las ya empezadas se juegan hasta el final.
desk-arena-over = Se acabó el tiempo: ya no se empareja a nadie. Cuando todas las mesas tengan resultado, se puede cerrar la fase.
desk-free = Libres: { $n }
desk-deals-field = Cómo se reparten las manos fijas en mesas reales
desk-deals-bags = De bolsas que llena alguien que no juega
desk-deals-phones = Por teléfono: cada quien ve las fichas de su puesto
desk-hand-link = Mis fichas: { $who }
desk-hand-help = Cada uno abre sus fichas en su propio teléfono y las toma del juego sin que los demás las vean. Un dispositivo muestra un solo puesto por ronda, y un puesto se muestra en un solo dispositivo.
desk-hand-take = Mostrar mis fichas
desk-hand-over = Esta mano terminó
desk-hand-wait = Lo han dicho { $over } de { $all } en la mesa. Con el último, todos ven la mano siguiente.
desk-hand-none = No hay fichas que mostrar: la ronda no está publicada o la mesa ya tiene su resultado.
desk-hand-all-played = Se jugaron todas las manos de la serie. Di en tu propia página qué dio cada una.
desk-hand-elsewhere = Otro dispositivo muestra estas fichas. Si no es tuyo, ve a la mesa de dirección, que reparte de nuevo los puestos de la mesa.
desk-hand-other-seat = Este dispositivo muestra las fichas de otro puesto en esta ronda. Usa uno propio, o pide a la dirección que reparta de nuevo los puestos de aquella mesa.
desk-hand-anew = Repartir los puestos de nuevo
desk-hand-anew-help = Aquí las manos se reparten por teléfono. Si alguien cambió de teléfono o abrió el puesto equivocado, los puestos se reparten de nuevo: cada quien abre otra vez sus fichas.
desk-arena-by-itself = A quien está libre se le empareja enseguida con otro que también lo está, y tiene una mesa de este servidor. A quien no está en su mesa no se le empareja más hasta que lo pida en su propia página.
desk-queue-by-itself = Los próximos de la cola reciben enseguida una mesa de este servidor. Si alguien falta a su mesa, sale de la cola hasta que vuelva desde su propia página.
desk-arena-free = Estás libre. En cuanto otro lo esté, tu próxima mesa aparece aquí.
desk-arena-not-paired = Ya no se te empareja.
desk-arena-leave = No me emparejen más
desk-arena-come-back = Emparéjenme otra vez
desk-arena-left = lo dejó por su cuenta
desk-arena-ended = Se acabó el tiempo: ya no se empareja a nadie.
desk-arena-place = Puesto { $place } de { $all }
desk-arena-run = { $wins } victorias seguidas
desk-queue-matches = Partidas
desk-queue-playing = No hay mesa libre. Anota el resultado de una partida y se sientan los próximos de la cola.
desk-queue-place = Eres el número { $place } en la cola
desk-you-are-free = Estás libre. Tu próxima mesa aparece aquí en cuanto se publique.
desk-not-begun = No ha empezado.
desk-screen = Pantalla para la pared
desk-public = Página para todos
desk-seed = Todos los sorteos salen de la semilla { $seed }.
desk-head = Resumen del registro hasta ahora: { $head }
desk-no-clock = Esta ronda no tiene reloj.
desk-last-hand = Cuando se acaba el tiempo se termina la mano; después gana quien va delante.
desk-print-slips = Imprimir papeletas
desk-print-pairings = Imprimir emparejamientos
desk-print-standings = Imprimir clasificación
desk-by-name = Por nombre
desk-log = Registro completo
desk-log-page = Qué ha pasado
desk-log-help = Todo lo que está en el registro, lo último primero. Lo que ya no cuenta está tachado. El registro entero, como archivo, lo puede comprobar cualquiera.
desk-log-phone = un teléfono
desk-log-server = el servidor
desk-log-created = Se crea el evento: { $preset }
desk-log-entered = Se inscribe { $who }, con el número { $number }
desk-log-opened = Empieza la fase { $stage }, con { $n } inscritos
desk-log-drafted = Se prepara la ronda { $round }
desk-log-discarded = Se descarta el borrador
desk-log-published = Se publica la ronda { $round }
desk-log-corrected = Corregido: { $what }
desk-log-announced = Anunciado a todos: { $text }
desk-log-undone = La línea { $of } ya no cuenta
desk-log-contested = { $who } impugna el resultado de la mesa { $table }
desk-log-contest-rejected = El resultado impugnado de la mesa { $table } se mantiene
desk-log-clock-started = Empieza el reloj de la ronda
desk-log-clock-paused = Se detiene el reloj de la ronda
desk-log-clock-extended = La ronda dura { $n } min más
desk-log-clock-extended-at = La mesa { $table } juega { $n } min más
desk-clock-sound = Sonido antes del final
desk-log-renamed = El evento se llama ahora { $name }
desk-log-hidden = El evento no aparece en ninguna lista
desk-log-listed = El evento vuelve a aparecer en las listas
desk-log-cancelled = El evento se cancela
desk-log-rounds = La fase tiene { $n } rondas
desk-log-rounds-exchanged = Las rondas { $round } y { $with } cambian de lugar
desk-log-apart = { $one } y { $other } no se enfrentan
desk-log-may-meet = { $one } y { $other } vuelven a poder enfrentarse
desk-log-own-table = juega siempre en la mesa { $table }
desk-log-no-own-table = ya no tiene mesa propia
desk-log-first-table = Las mesas se numeran desde el { $n }
desk-log-entry-corrected = se llama ahora { $name }, con club y puntuación corregidos
desk-log-cut-everyone = Pasan las { $n } inscripciones que están igualadas en el corte
desk-log-cut-lot = El sorteo decide entre { $n } inscripciones igualadas
desk-log-cut-play-off = Un desempate decide entre { $n } inscripciones igualadas
desk-cut = Pasan: { $n }
desk-cut-misses = { $who } se queda a las puertas.
desk-cut-key = { $last } supera a { $first }; decide: { $key }.
desk-cut-tied = { $n } inscripciones están igualadas en el corte y no todas pueden pasar
desk-cut-mark-tied = (igualada en el corte)
desk-cut-mark-advances = (pasa)
desk-cut-mark-misses = (no pasa)
desk-cut-rounds = Rondas de la eliminatoria
desk-cut-last-table = Puesto en la última mesa
desk-title-tied = { $n } inscripciones comparten el primer puesto. Lo conservan, o decide un sorteo o un desempate
desk-key-play-off = Puesto en el desempate
desk-cut-everyone = Dejar pasar a las { $n }
desk-cut-lot = Sortear
desk-cut-play-off = Anotar un desempate
desk-cut-play-off-help = Escribe el puesto de cada inscripción en el desempate.
desk-cut-play-off-save = Guardar el desempate
desk-cut-places-wrong = Da a cada inscripción del desempate un puesto distinto, del 1 al { $n }.
desk-rounds-of-stage = Rondas de la fase
desk-rounds-change = Cambiar las rondas
desk-rounds-exchange = Cambiar de lugar
desk-apart-with = No se enfrenta nunca a (número)
desk-apart = Separar
desk-may-meet = Dejar que se enfrenten
desk-own-table = Mesa propia (vacío: cualquiera)
desk-own-table-set = Guardar la mesa
desk-first-table = Número de la primera mesa
desk-first-table-set = Numerar las mesas
desk-rounds-exchange-one = Jugar como ronda
desk-rounds-exchange-other = Lo previsto para la ronda
desk-end-early = Terminar antes el evento
desk-effect-rounds = La fase tiene { $n } rondas, no { $before }
desk-come-back = Dejar jugar otra vez
desk-entry-correct = Corregir nombre, club o puntuación
desk-entry-correct-save = Guardar la corrección
desk-entry-person = Persona { $n }
desk-clock-stopped = El reloj de la ronda está en pausa.
desk-clock-start = Iniciar el reloj ahora
desk-clock-continue = Reanudar el reloj
desk-clock-pause = Pausar el reloj
desk-clock-minutes = Minutos de más
desk-clock-extend = Alargar la ronda
desk-clock-extend-table = Alargar esta mesa
desk-contest = Reclamar el resultado
desk-contest-correct = Corregir el resultado
desk-contest-reject = Mantener el resultado
desk-rename = Cambiar el nombre del evento
desk-hide = Ocultar de las listas
desk-list-again = Mostrar en las listas
desk-cancel = Cancelar el evento
desk-slip = Ronda { $round }, mesa { $table }
desk-signatures = Firmas: ____________ ____________
desk-points = Puntos
desk-games = Juegos
desk-draft = Borrador
desk-no-draft = No hay borrador. Empareja la próxima ronda en la mesa de dirección.
desk-draft-help = Nadie ve esto hasta que se publica. En «Por qué» está lo que cuesta cada mesa, lo más grave primero; ningún emparejamiento cuesta menos.
desk-draft-scheduled = Nadie lo ve hasta que se publique. Quién se enfrenta a quién sale de un calendario o de un cuadro.
desk-draft-tables = Las mesas y los lados pueden cambiar; los enfrentamientos, no.
desk-publish = Publicar
desk-discard = Descartar
desk-edit = Cambiar a mano
desk-edit-help = Cambia los números de quienes se encuentran, por ejemplo 3 – 8, y da un motivo. Cada uno de los presentes tiene un sitio o un descanso. Una mesa vacía se quita.
desk-one-more-table = Una mesa más
desk-one-more-bye = Un descanso más
desk-edited = Cambiado a mano: { $reason }
desk-edited-before = Antes estaba emparejado así, y costaba:
desk-reason = Motivo
desk-reason-missing = Da un motivo: queda en el registro.
desk-cost-none = nada en contra
desk-cost-partner = compañeros otra vez
desk-cost-partner-gap = diferencia de puntos entre compañeros
desk-cost-rematch = ya se enfrentaron
desk-cost-second-bye = segundo descanso
desk-cost-clubs = mismo club
desk-cost-gap = diferencia de puntos
desk-cost-bye-above = descanso por encima del último
desk-cost-float = otra vez con más o menos puntos
desk-cost-distance = distancia del orden buscado
desk-breach-rematch = { $one } y { $other } ya se encontraron
desk-breach-partners = { $one } y { $other } ya fueron compañeros
desk-breach-bye = { $who } ya tuvo un descanso
desk-breach-club = { $one } y { $other } son del mismo club
desk-breach-apart = { $one } y { $other } se enfrentan aunque la mesa de dirección los separa
desk-kind = Cómo terminó
desk-kind-played = Se jugó
desk-correct = Corregir
desk-rule = Anotar
desk-accept = Aceptarlo
desk-open = Todavía sin resultado.
desk-claimed = Un lado ha dicho cómo terminó.
desk-disputed = Los lados no coinciden. Mira la hoja y anota lo correcto.
desk-says = { $who } dice:
desk-at-the-desk = en la mesa de dirección
desk-scores-missing = Escribe un número entero para cada lado.
desk-sure = Lo que esto cambia
desk-do-it = Confirmar
desk-not-sure = Cancelar
desk-no-effects = No cambian clasificaciones, rondas ni inscritos.
desk-do-enter = { $who } entra tarde
desk-do-list = Se inscriben todos los de la lista
desk-do-withdraw = { $who } se va del todo
desk-do-let-in = { $who } tiene plaza, aunque no quede ninguna
desk-do-limit = Hay { $places } plazas
desk-do-no-limit = Todos pueden inscribirse
desk-do-bye = { $who } no juega en la ronda { $round }
desk-do-re-enter = { $who } vuelve
desk-do-substitute = { $joins } juega por { $leaves }
desk-do-penalise = { $who } pierde { $points ->
    [one] un punto
   *[other] { $points } puntos
} de la clasificación y { $score ->
    [one] un punto
   *[other] { $score } puntos
} de juego
desk-do-unpublish = Se retira la ronda
desk-do-result = Mesa { $table }, { $who }: { $how }
desk-do-close = Termina la fase
desk-do-freeze = El evento termina
desk-do-undo = Lo último del registro deja de contar
desk-effect-standing = { $who }: puesto { $was } con { $before } puntos, después puesto { $is } con { $after }
desk-effect-enters = { $who } juega desde la próxima ronda
desk-effect-leaves = A { $who } no se le empareja más
desk-effect-waits = { $who } queda en el puesto { $place } de la lista de espera
desk-effect-comes-up = { $who }, que esperaba, tiene plaza
desk-effect-returns = A { $who } se le vuelve a emparejar
desk-effect-vanishes = { $who } queda sin inscribir
desk-effect-draft = El borrador que espera puede dejar de valer
desk-effect-round-gone = La ronda { $round } ya no está publicada y sus papeletas no valen
desk-effect-round-comes = La ronda { $round } vuelve a estar publicada
desk-effect-closed = La fase termina
desk-effect-opened = La fase vuelve a abrirse
desk-effect-over = Después de esto no puede cambiar nada
desk-director-only = Solo puede hacerlo quien dirige este evento.
desk-last-director = Un evento necesita al menos una persona que lo dirija, y para dirigir hace falta una cuenta.
desk-start = Empezar la fase
desk-pair = Emparejar la próxima ronda
desk-pair-free = Emparejar a quienes están libres
desk-pair-all-the-same = Emparejar de todos modos
desk-to-draft = Ver el borrador
desk-close = Cerrar la fase
desk-freeze = Cerrar el evento
desk-over = El evento ha terminado; su clasificación es definitiva.
desk-more = Más
desk-announce = Anunciar
desk-tell = Decir
desk-undo = Deshacer lo último
desk-unpublish-why = Por qué se retira la ronda
desk-unpublish = Retirar la ronda
desk-official = Nombre de usuario
desk-part = Qué puede hacer
desk-display = Pantalla: solo mira la mesa de dirección
desk-helper = Ayuda: inscritos y resultados
desk-pairing = Emparejamientos: eso y las rondas
desk-director = Dirección: todo
desk-appoint = Darle un sitio en la mesa de dirección
desk-entries = Inscritos: { $n }
desk-entries-of = Inscritos: { $n } de { $places } plazas
desk-entries-word = inscritos
desk-people = Integrantes
desk-rating = Puntuación
desk-state = Situación
desk-categories = Categorías
desk-categories-set = Guardar las categorías
desk-category-mixed = mixta
desk-category-women = femenina
desk-fee = La inscripción cuesta { $fee }.
desk-fee-field = Cuánto cuesta inscribirse, por ejemplo US$15 (vacío: nada)
desk-paid-of = { $paid } de { $all } han pagado.
desk-paid = pagado
desk-pay = Ha pagado
desk-unpay = No ha pagado, o se le ha devuelto
desk-places = Plazas y lista de espera
desk-places-field = Plazas; las inscripciones posteriores esperan (vacío: sin límite)
desk-places-set = Fijar las plazas
desk-waiting-list = Lista de espera
desk-waits = espera una plaza
desk-let-in = Dar una plaza
desk-you-wait = Todas las plazas están ocupadas. Tienes el número { $place } en la lista de espera; en cuanto alguien se retira, la plaza es del primero.
desk-join-full = Todas las plazas están ocupadas. Quien se inscribe ahora queda en la lista de espera.
desk-prizes = Premios
desk-prizes-now = Tal como están las cosas, ganarían estos. El público ve a los ganadores cuando termina el evento.
desk-prizes-field = Premios, uno por línea: nombre; puestos; categoría (vacía: para todos)
desk-prizes-wrong = Una línea de los premios no está bien. Escribe: nombre; puestos; categoría. La categoría se puede omitir.
desk-enter-name = Nombre; las parejas como Ana / Luis
desk-club = Club
desk-enter = Inscribir
desk-list = Pegar una lista o elegir un archivo
desk-list-help = Una línea por inscrito: nombre; club; puntuación. Con un encabezado, las columnas pueden ir en cualquier orden: nombre, integrantes, club, puntuación, categorías, pagado.
desk-list-line = Línea { $line }
desk-list-rating = la puntuación no es un número entero
desk-list-columns = más columnas que nombre, club y puntuación
desk-list-quote = falta una comilla
desk-list-category = no hay premio para la categoría «{ $category }»
desk-list-paid = no dice ni sí ni no sobre si han pagado
desk-list-letters = hay letras que no se pueden leer. Guarda el archivo como CSV en UTF-8
desk-list-file = O elige un archivo: CSV, con un encabezado que nombre las columnas
desk-list-name = falta el nombre
desk-list-empty = La lista está vacía. Escribe una línea por inscrito.
desk-list-too-long = una lista tiene como mucho { $most } líneas. Inscribe el resto con una segunda lista
desk-list-doubts = Dudas: { $n }. Confirma la lista como está o cámbiala abajo.
desk-list-change = Cambiar la lista
desk-list-alike = se parece a { $other } ({ $place })
desk-list-twice = { $person } está también en { $other } ({ $place })
desk-list-twice-here = { $person } aparece dos veces en esta inscripción
desk-list-partner = falta un compañero; cada inscripción tiene { $n } personas
desk-list-people = más personas que las de una inscripción: { $n }
desk-link = Enlace para inscribirse
desk-check-in = Está
desk-here = presente
desk-not-here = aún no está
desk-gone = se fue
desk-own-link = Su página: mesa y resultado en el teléfono
desk-trouble = Lo que puede pasar
desk-ask-bye = No juega esa ronda
desk-withdraw = Se va del todo
desk-substitute = Juega otra persona
desk-leaves = Quién sale
desk-joins = Quién entra
desk-re-enter = Vuelve a la eliminatoria
desk-penalise = Quitar puntos
desk-penalty-points = Puntos de la clasificación
desk-penalty-score = Puntos de juego
desk-penalty-missing = Escribe cuántos puntos se quitan, en números enteros.
desk-join-help = Inscríbete aquí y guarda la página siguiente: muestra tu mesa y recibe tu resultado.
desk-join-late = El evento ha empezado. Ve a la mesa de dirección: quizá puedas entrar aún.
desk-hide-name = Mostrar a todos mi número y no mi nombre
desk-no-table = Ahora no tienes mesa. Esta página la muestra en cuanto se publique la ronda.
desk-slip-over = Esta papeleta es de una ronda que ya terminó.
desk-agreed = De acuerdo:
desk-to-the-desk = No coinciden. Vayan los dos a la mesa de dirección con la hoja.
desk-waiting = Falta que lo confirme el otro lado:
desk-say-again = Me equivoqué
desk-say = Decir cómo terminó
desk-hand-number = Mano
desk-keep-score = Anotar los puntos en este teléfono
desk-from-sheet = Estos son los puntos de la hoja. Compruébalos y envíalos.
desk-they-say = El otro lado dice:
desk-confirm = Es correcto
desk-not-so = No es correcto
desk-dispute = Decirlo a la mesa de dirección
desk-key-points = Puntos
desk-key-percentage = Porcentaje
desk-key-wins = Victorias
desk-key-played-wins = Victorias jugadas
desk-key-difference = Diferencia
desk-key-points-for = A favor
desk-key-games = Juegos
desk-key-games-difference = Diferencia de juegos
desk-key-loves = A cero
desk-key-streak = Mejor racha
desk-key-head-to-head = Entre ellos
desk-key-head-to-head-for = Tantos entre ellos
desk-key-direct = Encuentro directo
desk-key-buchholz = Buchholz
desk-key-buchholz-cut = Buchholz corte 1
desk-key-sonneborn = Sonneborn-Berger
desk-key-progressive = Progresivo
desk-key-lot = Sorteo
desk-impossible-many = el lado { $side } tiene más juegos o puntos de los que da un encuentro
desk-impossible-few = el lado { $side } tiene menos puntos de los que dan sus juegos
desk-impossible-two = los dos han llegado a lo que lo termina
desk-impossible-nobody = nadie ha llegado a lo que lo termina, y no hay reloj
desk-impossible-draw = tiene que haber quien gane
desk-impossible-form = no hay un tanteo por lado
desk-refused-result = La mesa { $table } no puede terminar así: { $why }. Mira la hoja otra vez.
desk-refused-behind = Ha pasado algo desde que abriste la página. Vuelve, mira y hazlo otra vez si sigue siendo correcto.
desk-refused-stale = Ha cambiado quién está. Vuelve e inténtalo otra vez.
desk-refused-preset = Así no se puede jugar: { $why }
desk-refused-frozen = El evento ha terminado.
desk-refused-no-entry = No hay ningún inscrito con el número { $number }.
desk-refused-text = Escribe un nombre o un motivo; no puede ser demasiado largo.
desk-refused-name = Ya hay un inscrito con este nombre: { $name }. Añade un club o un segundo nombre.
desk-refused-members = Un inscrito tiene de { $least } a { $most } personas, cada una una vez.
desk-refused-closed = Ya no se puede entrar: pasó la última ronda para eso.
desk-refused-waits = { $who } espera una plaza y todavía no puede estar presente.
desk-refused-not-waiting = { $who } no espera una plaza.
desk-refused-draft = Alguien llegó, se fue o se corrigió algo desde este borrador. Descártalo y empareja otra vez.
desk-refused-waiting = Hay un borrador pendiente. Publícalo o descártalo primero.
desk-refused-unsettled = La mesa { $table } no tiene resultado todavía.
desk-refused-consent = No hay emparejamiento sin esto: { $what }. Hace falta que lo aceptes.
desk-refused-twice = { $who } está dos veces. Cada cual tiene un sitio.
desk-refused-seating = { $who } no tiene sitio, o no está. Cada uno de los presentes tiene un sitio o un descanso.
desk-refused-has-results = La ronda ya tiene resultados. Corrige los que estén mal.
desk-refused-next = La próxima ronda sale de la mesa { $table }. Retira antes esa ronda.
desk-refused-settled = La mesa { $table } tiene resultado. Corrígelo en su página.
desk-refused-few = Para empezar tienen que estar al menos { $n }.
desk-refused-no-more = Ya se emparejaron todas las rondas.
desk-refused-left = A la fase le quedan rondas.
desk-refused-substitute = { $who } no puede traer a nadie más.
desk-refused-same = Ya es así; no cambiaría nada.
desk-refused-gone = { $who } se fue.
desk-refused-spoken = Tu lado ya dijo cómo terminó. Ahora le toca al otro lado o a la mesa de dirección.
desk-refused-schedule = Aquí los encuentros salen de un calendario. Solo pueden cambiar las mesas y los lados.
desk-refused-other = Esto no se puede hacer: { $why }
desk-broken = El servidor encontró un error en este evento y no cambia nada en él hasta que se reinicie. Avisa al administrador de este servidor.
desk-stopped = El administrador de este servidor detuvo este evento. Nada puede cambiar en él.

# Equipos y manos fijas
desk-sheet-tables = Rellena todas las mesas. Donde un lado no tenía a nadie, márcalo y deja los números.
desk-sheet-boards = De cada mano fija, escribe los puntos de quienes la ganaron, o 0 si hubo empate. Deja los dos campos vacíos si no se jugó.
desk-adjust = Ajustar esta mano
desk-adjust-help = Si no puede haber resultado: ¿quién tuvo la culpa? Deja los puntos vacíos. Un resultado asignado va como puntos.
desk-average-plus = media más (60 %)
desk-average-even = media (50 %)
desk-average-minus = media menos (40 %)
desk-sheet-nobody = nadie
desk-sitting = Tanda { $sitting }, mesa { $table }
desk-board = Mano fija { $board }
desk-set = Serie { $set }
desk-set-boards = Juego { $set }: manos fijas { $first } a { $last }
desk-boards = Manos fijas
desk-boards-none = Ninguna mano fija se ha jugado aún en todas sus mesas. El reparto aparece aquí en cuanto sea así.
desk-boards-not-here = Las manos fijas son del duplicado, en que todas las mesas juegan los mismos repartos. Este evento no las tiene, o no ha empezado.
desk-boards-field = Manos fijas que juega una mesa en una ronda
desk-board-seed = El reparto sale de la semilla { $seed }.
desk-poses = Sale { $seat }
desk-poses-tile = Sale { $seat } con el { $tile }
desk-north = Norte
desk-east = Este
desk-south = Sur
desk-west = Oeste
desk-north-south = Norte-Sur
desk-east-west = Este-Oeste
desk-direction = Dirección
desk-matchpoints = Puntos de comparación
desk-imps = IMP
desk-par-soon = El par se está calculando; aparecerá aquí en un momento.
desk-par-never = El par de este juego no se calcula aquí.
desk-par-tie = Par: empate
desk-par-wins = Par: gana { $side }
desk-par-points = Par: { $n } puntos para { $side }
desk-par-line = con las manos a la vista y el mejor juego de todos: { $line }
desk-print-travellers = Imprimir hojas de las manos fijas
desk-print-deals = Imprimir repartos para las bolsas
desk-deals-help = Estos son los repartos de manos fijas que aún se van a jugar. Quien llena las bolsas no juega.
desk-team = Equipo
desk-team-tables = Las mesas
desk-team-target-field = Puntos que ganan un encuentro
desk-players = Jugadores
desk-player-tables = Mesas
desk-player-none = Sin ganar un juego
desk-line-up = Quién se sienta dónde
desk-line-up-of = Alineación: { $who }
desk-line-up-there = entregada
desk-line-up-help = Los demás la ven cuando todos los lados han entregado la suya. Se puede cambiar hasta que haya un resultado.
desk-line-up-hand-in = Entregarla
desk-line-up-nobody = De este equipo no se conoce ningún nombre. Sin alineación el resultado cuenta igual.
desk-fill-in = Rellenar la hoja
desk-enter-team = Equipo y su gente: Leones: Ana / Luis / Eva
desk-means-boards = { $boards } manos fijas en cada mesa de una ronda, con los mismos repartos en todas
desk-means-sittings = Un encuentro de equipos: { $sittings ->
    [one] una tanda
   *[other] { $sittings } tandas
}, { $tables ->
    [one] una mesa en total
   *[other] { $tables } mesas en total
}
desk-refused-line-up = Esta alineación de { $who } no se puede jugar. Cada mesa está llena o vacía, nadie se sienta dos veces en una tanda, y nadie en más tandas de las que permiten las reglas.
desk-refused-boards = Alguien ya ha jugado estas manos fijas, o una mesa se quedaría sin ellas. Deja los juegos como están.
desk-impossible-boards = no se jugó ninguna mano fija

# Salas sin red
venue = Jugarlo donde no hay red
venue-help = El evento se entrega como archivo. Solo lo escribe la laptop de la sede, con `capicu venue`, y aquí no se puede cambiar nada hasta que vuelva o se reclame.
venue-hand-over = Entregarlo
venue-here = Esta es la copia de la sala, la única que se escribe.
venue-give-back = Devolver el evento
venue-away = Este evento está en la sede. Aquí solo se puede leer.
venue-not-here = Este evento se juega en una sala. Lo jugado allí se verá aquí cuando vuelva.
venue-only-read = Esta copia del evento solo se puede leer. Se escribe en otro sitio.
venue-file = Archivo para la sala
venue-bring-back = Traer el evento de vuelta
venue-bring-back-help = En la sala devuelve el evento, guarda el registro completo y elígelo aquí.
venue-recall = Reclamarlo sin lo que se escribió allí
venue-given-back = El evento se devolvió. Guarda el registro completo y llévalo al servidor del que vino.
venue-send = Enviarlo a su servidor
venue-send-help = Con conexión, este navegador envía el registro completo al servidor del que vino el evento. Enviarlo dos veces no cambia nada.
venue-home = Dirección del evento allí
venue-home-wrong = Esta no es la dirección de un evento, como https://domino.example/e/abc123. Cópiala en su servidor, en la mesa de dirección del evento.
venue-send-to = El registro va a { $address }, que lo comprueba línea por línea. Se acepta entero o no se acepta.
venue-choose = Elegir el archivo
venue-text = O pegar su texto
venue-take = Hacerse cargo de un evento
venue-take-help = En la dirección del evento entrégalo a una sala y guarda el archivo. Después solo este servidor escribe el evento, hasta que lo devuelvas.
venue-taken = De este evento ya se hizo cargo este servidor:
venue-no-file = Esto no es un archivo para una sala. Guárdalo en la dirección del evento, después de entregarlo.
venue-empty = No contiene ningún registro. Elige otra vez el archivo.
venue-damaged = La línea { $line } del registro está dañada, o fue cambiada. Guarda otra vez el archivo donde se hizo; de este no se tomó nada.
venue-broken = La línea { $line } del registro no puede seguir a las anteriores. De este archivo no se tomó nada.
venue-wrong-key = Este archivo es de un evento que ya volvió, o su llave es de otro. Guárdalo otra vez en la dirección del evento.
venue-not-away = Este evento no está en ninguna sala: ya volvió, o se reclamó.
venue-foreign = Desde la línea { $line } este no es el registro de este evento. Elige el registro de la sala a la que se entregó.
venue-not-given-back = La sala no ha devuelto el evento. Hazlo en su mesa de dirección y guarda el registro otra vez.
venue-forged = Este registro no lo selló la sala a la que se entregó el evento. No se tomó nada de él.
venue-do-hand-over = El evento se entrega a una sala. Aquí no se puede cambiar nada hasta que vuelva o se reclame.
venue-do-give-back = El evento se devuelve. Después aquí no se puede cambiar nada.
venue-do-recall = El evento sigue aquí. Lo que se escribió en la sala ya no se podrá traer.
venue-refused-elsewhere = Este evento se escribe ahora en otro sitio. Tráelo antes de vuelta, o reclámalo.
venue-refused-handed-on = Que el evento se entregara, se devolviera o se reclamara no se puede deshacer.
venue-second = Un segundo dispositivo
venue-second-help = Otra laptop en esta Wi-Fi puede seguir este evento y continuarlo si esta falla. Inicia allí capicu venue, elige en Eventos «Seguir un evento de otro dispositivo» y escribe este enlace. Quien lo tiene puede dirigir el evento: no se lo muestres a nadie más.
venue-elsewhere = Otro dispositivo continúa este evento en el lugar de juego. Aquí solo se puede leer.
venue-follow = Seguir un evento de otro dispositivo
venue-follow-help = En la mesa de dirección del evento, en el otro dispositivo, abre «Un segundo dispositivo» y escribe aquí su enlace. Cada línea del registro se copia y se comprueba al llegar; hasta que tomes el relevo, aquí no se escribe nada.
venue-follow-link = Enlace del otro dispositivo
venue-follow-begin = Seguir
venue-follow-end = Dejar de seguir
venue-follow-only = Un segundo dispositivo sigue al primero en un lugar de juego. Inicia este servidor con: capicu venue
venue-follow-lines = { $lines ->
    [one] Aquí está una línea del registro.
   *[other] Aquí están { $lines } líneas del registro.
}
venue-follow-heard = El otro dispositivo responde.
venue-follow-silent = { $seconds ->
    [one] El otro dispositivo no responde desde hace un segundo.
   *[other] El otro dispositivo no responde desde hace { $seconds } segundos.
}
venue-follow-take = Tomar el relevo
venue-follow-take-help = Desde ese momento diriges el evento aquí, y los enlaces y las papeletas se abren en esta dirección. El otro dispositivo deja de escribir en cuanto responde. No se puede deshacer. Quienes ayudan en la mesa de dirección se nombran aquí de nuevo, y las fichas de los teléfonos se abren otra vez.
venue-follow-wrong = No es el enlace de un dispositivo cercano. Empieza por http:// y una dirección privada como 192.168.1.5, y está en la mesa de dirección del evento.
venue-follow-nobody = El otro dispositivo no responde o no conoce ese evento. Comprueba que los dos estén en la misma Wi-Fi y que el enlace esté completo.
venue-follow-broken = Lo que llegó del otro dispositivo no es el registro que se seguía. Lo que hay aquí queda como estaba.
venue-follow-there = Este evento ya se sigue o se dirige aquí.
venue-follow-not = Aquí no sigues este evento.
venue-follow-gone = Un tercer dispositivo ya continúa este evento, o el evento fue devuelto. Solo uno lo escribe.
venue-follow-full = Este dispositivo ya sigue { $most } eventos. Deja de seguir uno primero.
venue-follow-here = Abre esta página en el mismo dispositivo que va a seguir, en la dirección que él muestra.

# Encuentros en mesas de este servidor
desk-where = Dónde se juega
desk-where-hall = En persona
desk-where-online = En línea
desk-where-both = En una sala, y algunas mesas aquí
desk-where-details = Mesas de este servidor: relojes, y quien no está
desk-turn-time = Tiempo por turno
desk-no-turn-time = El que haga falta
desk-grace = Minutos que se espera a quien no está
desk-absent = Qué pasa después
desk-absent-forfeit = Ese lado pierde por incomparecencia
desk-absent-desk = Decide la dirección
desk-absent-bot = Sigue jugando un bot
desk-absent-for = no estuvo durante { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
}
desk-watchers = Quién puede mirar
desk-watchers-everybody = Todo el mundo
desk-watchers-nobody = Nadie
desk-watch = Mesas para mirar
desk-online-table = Mesa en este servidor
desk-online-making = La mesa se está preparando.
desk-online-there = Están { $there } de { $all }
desk-online-away = { $who } lleva { $time } de { $grace } minutos sin estar.
desk-online-refused = La mesa terminó, pero su resultado no cabe en el evento. Apúntalo en la página de esta mesa.
desk-online-undone = El resultado de esta mesa se deshizo. Apúntalo en la página de esta mesa, o haz que el encuentro se juegue de nuevo en otro sitio.
desk-online-stopped = La partida de esta mesa no puede seguir: las reglas se corrigieron desde entonces. Apunta el resultado en la página de esta mesa.
desk-online-boards = Las manos fijas solo se juegan en mesas de este servidor si una mano vale lo mismo gane quien gane antes. Juega el evento en una sala, o cambia las reglas de la casa.
desk-online-sittings = Los equipos solo juegan en mesas de este servidor si la modalidad dice en cuántas mesas. Juega el evento en una sala.
desk-online-line-ups = Las mesas se arman en cuanto todos los equipos hayan dicho quién juega dónde. A partir de ahí ya no cambia ninguna alineación.
desk-online-no-seat = Ahora ninguno del equipo tiene puesto en una mesa de este servidor. El siguiente aparece aquí.
desk-online-boards-played = { $played } de { $boards } manos fijas jugadas
desk-online-turn-time = Aquí no hay ningún reloj «{ $word }».
desk-online-game = «{ $game }» no se juega entre tantos lados en una mesa de este servidor. Juega el evento en una sala.
desk-online-house-rule = Una regla de la casa no se puede jugar: { $what }
desk-online-players-out = En una mesa de este servidor un encuentro termina al llegar al tope; nadie puede salir antes que los demás. Quita la regla de la casa at-target.
desk-online-no-end = En una mesa de este servidor un encuentro tiene que terminar por puntos, por partidas o por reloj. Rellena uno de ellos.
desk-move-online = Jugar en una mesa de este servidor
desk-move-to-hall = Jugar en la sala
desk-table-ready = Tu mesa está lista.
desk-sit-down = Sentarme
desk-sit-down-as = Sentarme como { $who }
desk-online-rules = El resultado llega aquí solo. A quien no está se le espera { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
} del encuentro en total.
desk-me = Soy { $who }
desk-me-help = Di quién eres, y la página del evento te lleva a tus mesas.
desk-me-not = Ese sitio ya es de alguien, o ya tienes otro en este evento.
desk-refused-at-the-table = Este encuentro se juega en una mesa de este servidor, que apunta el resultado.
desk-refused-not-online = Este encuentro no se juega en una mesa de este servidor.

# The entry line and the search.
desk-line-help = Por ejemplo { $example }, y Intro. Los puntos van en el orden de los nombres.
desk-line-lost = El servidor no respondió. Envía la línea otra vez.
desk-line-wrong = «{ $text }» no es un resultado. Escribe la mesa y los puntos, por ejemplo { $example }.
desk-line-no-table = Esta ronda no tiene mesa { $table }.
desk-line-left = Mesas sin resultado: { $n }
desk-settled = Mesas con resultado: { $n }
desk-next-table = Siguiente mesa sin resultado: { $table }
desk-find = Nombre o número
desk-find-it = Buscar
desk-found = { $n ->
    [one] Un inscrito para «{ $text }»
   *[other] { $n } inscritos para «{ $text }»
}
