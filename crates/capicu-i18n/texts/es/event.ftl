# Eventos: lo que dicen las comprobaciones y por qué algo no se puede hacer.

event-simulated = { $events } eventos, { $rounds } rondas: { $violations ->
    [0] nada que objetar
    [1] 1 infracción
   *[other] { $violations } infracciones
}
event-found = evento { $event }, fase { $stage }, ronda { $round }: no se cumple { $invariant }
event-stopped = interrumpido; la respuesta vale para lo que se había jugado
event-verified = { $name }: { $facts } hechos, { $entries } inscritos, { $rounds } rondas; la cadena está entera y { $drafts } borradores, emparejados otra vez, son los mismos
event-boards-none = aún no ha jugado todo el mundo ninguna mano fija de este evento
event-board = Mano fija { $number }: sale { $seat }
event-board-par-result = par: { $value ->
    [0] ganan B y D
    [2] ganan A y C
   *[other] empate
}
event-board-par-points = par: { $value } para A y C
event-digest = resumen { $digest }
event-log-empty = el registro está vacío
event-log-too-long = el registro pasa de 256 MiB, y ningún evento llega a tanto
event-log-cut-off = esta línea está cortada; bórrala para conservar lo que hay antes
event-log-not-a-line = no es una línea del registro de un evento: { $why }
event-log-chain = esta línea, o una anterior, no está como se escribió: el resumen no coincide; usa una copia intacta
event-log-number = esta línea tiene el número { $found }; faltan líneas, se repiten o están desordenadas
event-log-time = esta línea es anterior a la de arriba
event-broken-draft = este borrador no es lo que { $method } empareja con lo que hay antes
event-broken-stage = la fase no se abrió con quienes siguen, en su orden
event-behind = el evento tiene { $version } hechos y no { $expected }: alguien se adelantó; míralo otra vez
event-creation = un evento se crea con su primer hecho, y con ningún otro
event-preset = con esa modalidad no se puede jugar: { $why }
event-preset-no-stage = no hay ninguna fase
event-preset-range = `{ $key }` está fuera de sus límites
event-preset-clash = `{ $key }` no va con `{ $with }`
event-preset-stage = fase { $stage }: { $why }
event-frozen = el evento terminó; primero hay que deshacer su final
event-no-entry = aquí no hay ningún inscrito { $entry }
event-text = un nombre o un motivo está vacío o pasa de 2000 bytes
event-name-taken = el inscrito { $entry } se llama así; elige otro nombre
event-members = un inscrito tiene aquí de { $least } a { $most } integrantes, cada uno una vez; un jugador solo no necesita ninguno
event-entry-closed = ya no se admite a nadie: pasó la ronda hasta la que la modalidad deja entrar
event-has-left = el inscrito { $entry } se retiró
event-waits = el inscrito { $entry } espera una plaza
event-not-waiting = el inscrito { $entry } no espera una plaza
event-twice = el inscrito { $entry } ya confirmó su presencia
event-no-round = no se puede elegir la ronda { $round }: ya pasó, no es la siguiente o no existe
event-no-member = en el inscrito { $entry } no hay a quién sustituir con ese nombre, o quien entra ya juega
event-no-substitute = el inscrito { $entry } ya usó todos los suplentes de la modalidad
event-no-re-entry = el inscrito { $entry } no está eliminado, ya volvió una vez, o pasaron las rondas tras las que se puede volver
event-no-category = no hay ningún premio para «{ $category }»; las categorías son las que nombran los premios de la modalidad
event-no-penalty = un castigo quita puntos; di cuántos
event-large-penalty = un castigo quita como mucho 1000 puntos de la clasificación y 100 000 de las partidas
event-too-many-entries = un evento de esta clase tiene como mucho { $most } inscritos; crea un segundo evento
event-too-many-playing = una fase de esta clase tiene como mucho { $most } inscritos; ábrela con menos o elige otra forma de emparejar
event-too-many-meetings = una arena tiene como mucho { $most } encuentros; cierra la fase
event-too-many-penalties = una fase tiene como mucho { $most } castigos; deshaz uno primero o corrige un resultado
event-too-many-announcements = un evento tiene como mucho { $most } anuncios
event-log-full = el historial de este evento está lleno: tiene { $most } bytes; cierra el evento o pide un límite mayor al administrador
event-logs-full = tus eventos ya tienen { $most } bytes; pide un límite mayor al administrador
event-stage-running = hay una fase en curso; ciérrala primero
event-no-stage = no hay ninguna fase en curso; abre una primero
event-no-more-stages = la modalidad no tiene más fases
event-too-few = tienen que estar presentes al menos { $seats } inscritos
event-order = el orden de siembra no nombra a quienes juegan, cada uno una vez
event-draft-waiting = hay un borrador en espera; publícalo o descártalo
event-no-draft = no hay borrador, ni ronda que retirar
event-stale-draft = el borrador quedó viejo: cambió quién está o un resultado; descártalo y empareja otra vez
event-time-is-over = se acabó el tiempo: ya no se empareja a nadie
event-nobody-free = ahora no se puede emparejar a nadie; espera a que termine otra mesa
event-no-more-rounds = todas las rondas de la fase están emparejadas; ciérrala
event-unsettled = el encuentro de la mesa { $meeting } todavía no está resuelto
event-needs-consent = la ronda no se puede emparejar sin { $number } repeticiones, segundos descansos o encuentros del mismo club; el director tiene que consentir
event-seated-twice = el inscrito { $entry } está sentado dos veces
event-seating = el inscrito { $entry } está y no tiene puesto, o tiene puesto y no juega
event-sides = el encuentro de la mesa { $meeting } tiene un número de lados que no es
event-boards = la mesa { $meeting } tiene manos fijas que no le tocan: cada mesa necesita una serie, y nadie juega dos veces la misma
event-schedule = el calendario de esta fase sale de su sistema y no se cambia a mano
event-no-meeting = en esta ronda no hay mesa { $meeting }
event-not-there = el inscrito { $entry } no juega en la mesa { $meeting }
event-line-up = mesa { $meeting }: la alineación del inscrito { $entry } nombra a alguien que no es del equipo, dos veces en una tanda o demasiadas veces, o no llena una mesa
event-settled = la mesa { $meeting } ya tiene resultado; corrígelo
event-nothing-claimed = en la mesa { $meeting } nadie anotó un resultado que espere respuesta
event-own-claim = el inscrito { $entry } ya habló; tiene que responder otro lado
event-for-desk = solo la mesa de dirección puede decir que en la mesa { $meeting } no se jugó
event-at-the-table = la mesa { $meeting } es del servidor, que apunta su resultado
event-not-online = esto no se juega en una mesa de un servidor
event-impossible = mesa { $meeting }: { $why }
event-next-follows = la ronda siguiente sale de la mesa { $meeting }; retira primero esa ronda
event-no-change = no cambiaría nada
event-has-results = la ronda tiene resultados; corrígelos o deshazlos primero
event-not-last = el hecho { $fact } no es el último que cuenta
event-rounds-left = a la fase le quedan rondas por jugar
event-contested = el resultado de la mesa { $meeting } está impugnado; corrígelo o recházalo primero
event-has-begun = el evento ha empezado; termínalo en su lugar
event-cancelled = el evento está cancelado; deshazlo primero
event-cut-tied = { $number } inscripciones están igualadas en el corte y no todas pueden pasar; deja pasar a todas, juega un desempate o sortea
event-no-tie = no hay igualdad en el corte, o ya está resuelta
event-result-scores = hay { $given } puntuaciones para { $sides } lados
event-result-tables = este encuentro tiene { $due } mesas, y hay resultados de { $given }
event-result-boards = este encuentro tiene { $due } manos fijas, alguna de ellas jugada, y hay resultados de { $given }
event-result-absent = los lados que faltaron son lados de la mesa, cada uno una vez
event-result-too-many = el lado { $side } tiene más partidas o puntos de los que puede haber
event-result-too-few = el lado { $side } tiene menos puntos de los que dan sus partidas
event-result-two-reached = no pueden haber llegado al final los dos lados
event-result-nobody-reached = nadie llegó al final y ningún reloj termina este encuentro
event-result-draw = un encuentro de este tipo tiene un solo ganador
event-result-going-on = el resultado no dice quién pasa: comparten el último puesto que pasa, o hay más presentes de los que pueden; que se desempate
event-bye-kind = el descanso del inscrito { $entry } se pidió o no se pidió: su clase dice otra cosa
