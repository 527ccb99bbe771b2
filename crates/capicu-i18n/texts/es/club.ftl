# Clubes: sus páginas, miembros, temporadas y calendario.

clubs = Clubes
clubs-own = Tus clubes
clubs-all = Todos los clubes
clubs-none = Todavía no hay clubes.
clubs-none-help = Crea el primero: ponle nombre, di dónde se reúnen, invita a tus amigos.
clubs-help = Gente que se reúne y juega. Pide entrar en uno, o crea el tuyo.
club-count = { $n ->
    [one] { $n } jugador
   *[other] { $n } jugadores
}
club-next-at = Próximo evento: { $when }
club-found = Fundar un club
club-members-only = Para los clubes necesitas una cuenta. Créala en «Cuenta»: basta un nombre de usuario.
club-name = Nombre del club
club-address = Dirección
club-address-help = De 2 a 20 letras sin tilde, cifras, - o _, la primera una letra. La página está en /club/DIRECCIÓN, y así se queda.
club-place = Dónde se reúne
club-evening = Cuándo suele reunirse
club-about = Sobre el club
club-about-help = Como mucho 1000 caracteres, en cualquier idioma.
club-name-wrong = Un club necesita un nombre de 60 caracteres como mucho.
club-too-long = El lugar y el día tienen como mucho 120 caracteres; lo que se cuenta del club, 1000.
club-address-wrong = Una dirección tiene de 2 a 20 letras sin tilde, cifras, - o _, la primera una letra, y no es una palabra de la casa.
club-address-taken = Un club ya tiene esta dirección, o una que se le parece.
club-full = Ya hay tantos como puede haber: cinco clubes de una misma persona, 1000 personas en un club, 20 clubes a los que se pide entrar a la vez.
club-muted = La moderación te silenció: ahora no puedes escribir esto.
club-otherwise = Ya no es así: alguien se adelantó, o se hizo en otro dispositivo. La página muestra cómo está.
club-closed = Este club está cerrado.
club-next = Próximos eventos
club-no-next = Todavía no hay nada previsto.
club-past = Eventos pasados
club-archive = Archivo
club-archive-find = Evento o persona
club-archive-year = Año
club-archive-all = Todos los años
club-archive-found = { $n ->
    [one] Un evento terminado
   *[other] { $n } eventos terminados
}
club-calendar = Calendario (.ics)
club-seasons = Temporadas
club-ratings = Puntuaciones de los encuentros jugados
club-people = Personas
club-people-more = { $n ->
    [one] Una persona no figura aquí.
   *[other] { $n } personas no figuran aquí.
}
club-nobody-shown = Aquí no figura nadie.
club-desk = Administrar el club
club-new-event = Nuevo evento del club
club-ask = Pedir entrar
club-asked = Has pedido entrar y todavía no hay respuesta.
club-take-back = Retirar
club-invited = El club quiere contar contigo.
club-accept = Entrar
club-decline = Rechazar
club-you-are = Tu rol en este club: { $part }.
club-show = Que mi nombre figure en esta página
club-hide = Que mi nombre no figure más
club-leave = Dejar el club
club-owner-stays = El club es tuyo. Antes de dejarlo, entrégalo a alguien en su mesa de dirección.
club-join-title = Entrar en { $club }
club-join-help = Quien tiene este enlace es del club. Nadie ve tu nombre si no lo dices en la página del club.
club-join = Entrar en el club
club-part-asks = pide entrar
club-part-invited = con invitación
club-part-member = participante
club-part-display = pantalla: mira las mesas de dirección de los eventos
club-part-results = resultados: inscribe y anota resultados
club-part-pairing = emparejamientos: eso y las rondas
club-part-director = dirección: eventos, temporadas y quién entra
club-part-owner = titular
club-asking = Quieren entrar
club-admit = Admitir
club-refuse = No admitir
club-invite = Invitar
club-invite-username = Nombre de usuario
club-link = Enlace para entrar, para un mensaje o para colgarlo en la pared
club-no-one = Nadie.
club-give-part = Dar este papel
club-part-of = Rol de { $who }
club-remove = Sacar del club
club-withdraw = Retirar la invitación
club-hand-over = Entregar el club
club-hand-over-help = Quien lo recibe decide sobre todo. Tú sigues en la dirección.
club-sure = Confirmo
club-not-sure = No se ha hecho nada. Marca que estás seguro y vuelve a enviarlo.
club-describe = Lo que se cuenta del club
club-save = Guardar
club-season-new = Nueva temporada
club-season-name = Nombre de la temporada
club-season-rule = Su tabla
club-rule-points = Se suman los puntos de las clasificaciones de todos sus eventos
club-rule-places = Cada evento da al primero tantos puntos como personas o parejas lo jugaron, uno menos al siguiente, y así
club-rule-league = Una liga: cada evento es una división
club-season-best = Cuentan solo los mejores tantos eventos de cada cual (vacío: todos)
club-season-make = Empezar la temporada
club-season-wrong = Una temporada necesita un nombre de 60 caracteres como mucho, una regla, y un número entero si solo cuentan los mejores.
club-season-change = Cambiar
club-calendar-change = Cambiar lo que hay en el calendario
club-event-day = Día
club-event-time = Hora
club-event-season = Cuenta para
club-event-no-season = ninguna temporada
club-event-division = División, 1 la más alta
club-event-exchanged = Cuántos bajan, y otros tantos suben
club-event-keep = Empezar con esto la próxima vez
club-event-wrong = El día se escribe como 2026-11-27, la hora como 19:00.
club-event-no-day = sin día todavía
club-audit = Qué se ha hecho
club-close = Cerrar el club
club-close-help = Su página y sus eventos se quedan. No entra nadie más ni se cambia nada. No se puede volver a abrir.
club-rank = Puesto
club-total = Total
club-events-played = Eventos
club-who = Jugador
club-unnamed = sin nombre
club-season-none = Todavía no ha terminado ningún evento de esta temporada.
club-season-counts = Un evento cuenta cuando ha terminado. Cada uno de una pareja tiene lo que tiene la pareja. A quien tiene cuenta se le distingue por ella; a los demás, por el nombre.
club-season-best-told = Cuentan los { $n } mejores de cada cual.
club-division = División { $n }
club-next-season = Próxima temporada
club-next-season-help = De cada división bajan los últimos, y otros tantos suben de la siguiente.
club-next-season-not-over = La próxima temporada puede empezar cuando todas las divisiones hayan terminado y digan cuántos suben y bajan.
club-next-season-make = Empezar la próxima temporada con estas divisiones
club-ratings-help = Se calculan con los historiales de los eventos. Solo cuentan los encuentros jugados y ganados: ni incomparecencias, ni descansos, ni empates, ni parejas sin nombres. Son aparte de las puntuaciones de las partidas de este servidor.
club-ratings-none = Todavía no se ha jugado ningún encuentro de un juego que se clasifique.
club-ratings-meetings = { $n ->
    [one] Un encuentro
   *[other] { $n } encuentros
}
club-act-found = { $by } fundó el club
club-act-describe = { $by } cambió lo que se cuenta de él
club-act-move = { $by }: { $about }, { $was } → { $now }
club-act-hand-over = { $by } entregó el club a { $about }
club-act-season = { $by } cambió la temporada «{ $what }»
club-act-event = { $by } cambió el calendario
club-act-close = { $by } cerró el club
club-nothing = nada
club-somebody = alguien que se fue
club-zone = Zona horaria
club-zone-help = La del lugar donde se reúne el club, por ejemplo America/Caracas. Vacía: UTC.
club-zone-wrong = No existe la zona horaria «{ $zone }». Escribe una como America/Caracas.
club-times = Horas: { $zone }
club-event-ends = Termina
club-event-ends-help = Sin esa hora, el calendario tiene la previsión.
club-event-skipped = El reloj de { $zone } salta esa hora. Elige otra.

# The private league of a club
league = Liga privada
league-title = Liga privada de { $club }
league-help = Solo la gente del club ve esta página. Una partida cuenta para los jugadores que la aceptaron.
league-none = Todavía no cuenta ninguna partida. Abre la cuenta del año de tu hoja de puntos y añade una velada.
league-sheet = Abrir la hoja de puntos
league-yours = Tus veladas
league-csv = Guardar la cuenta como CSV
league-evening = { $day }: { $n ->
    [one] una partida
   *[other] { $n } partidas
}, ganadas: { $won }
league-request = { $who } dice que jugaste en { $club } el { $day }.
league-request-gone = Alguien que ya no está en el club dice que jugaste en { $club } el { $day }.
league-requests = Veladas por aceptar
league-accept = Aceptar
league-decline = Rechazar
league-leave = Retirarme
league-take-back = Anular para todos
league-give-title = Añadir una velada a { $club }
league-give-choose = ¿A qué club?
league-give-match = Victoria: { $winners }. Derrota: { $losers }.
league-give-who = ¿Quién es quién?
league-give-nobody = Nadie del club
league-give-help = Elige para los nombres a gente del club. Cada persona tiene que aceptar; los demás nombres no se guardan.
league-give-listed = Puedes elegir a quienes el club nombra. Cada persona lo decide en la página del club.
league-give = Añadir la velada
league-give-nobody-named = Elige al menos una persona del club.
league-give-twice = Elige una persona distinta para cada nombre de una partida.
league-give-no-member = No puedes elegir a una de estas personas. Abre la cuenta del año otra vez.
league-known = La liga ya tiene estas partidas.
league-full = La liga tiene 5000 partidas, o alguien tiene 500 sin responder.
league-done = Hecho.
league-sheet-wrong = Las reglas no permiten la línea { $line } de esta hoja. Corrige la partida en la hoja de puntos.
league-no-match = Ninguna partida de ese día terminó. Termina una en la hoja de puntos.
league-long = Esta velada es demasiado larga: como máximo 800 líneas.
league-no-club = No perteneces a ningún club abierto. Entra en uno o crea uno.
