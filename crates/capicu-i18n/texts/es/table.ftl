# La página, la entrada, la mesa.

app-name = Capicú
app-tagline = Dominó de verdad, con amigos o ya mismo.
play-now = Jugar ya
private-table = Mesa privada
private-table-help = Arma una mesa y mándale un enlace a cada amigo.
make-table = Armar la mesa
choose-game = Juego
choose-players = Jugadores
players-count = { $n ->
    [one] { $n } jugador
   *[other] { $n } jugadores
}
house-rules = Reglas de la casa
usual-rules = Volver a las reglas de siempre
by-the-book = Según el libro
by-the-book-help = Lo que dice el texto del juego donde se suele jugar de otra manera
changed-rules = { $n ->
    [0] Con las reglas de siempre
    [one] Una regla de la casa
   *[other] { $n } reglas de la casa
}
rules-of-game = Las reglas del juego
rules-cites = Mostrar tras cada frase de dónde viene

links-title = Enlaces de los puestos
links-help = El primero que abra un enlace se sienta ahí. La partida empieza cuando no queda ningún puesto libre.
code-title = Código de la mesa
code-help = Dilo en voz alta, o deja que escaneen la imagen: quien llegue con él recibe un puesto libre. También se abre en
link-for-seat = Enlace para { $seat }
copy-link = Copiar enlace
copy = Copiar
copied = Copiado
seat-taken = Ocupado
your-link = Tu propio enlace: con él vuelves a tu puesto desde cualquier dispositivo. No se lo des a nadie.
revoke-link = Hacer un enlace nuevo
link-revoked = El enlace anterior ya no sirve.
renew-free = El enlace anterior deja de servir.
renew-taken = { $who } pierde el puesto. Juega un bot hasta que alguien abra el enlace nuevo.
renew-own = El enlace anterior deja de servir y tus otros dispositivos salen de la mesa.
new-link-for = Enlace nuevo para { $seat }
your-name = Tu nombre
default-name = Invitado
leave-table = Levantarse de la mesa
delete-table = Borrar la mesa
delete-sure = ¿Borras la mesa? Nadie podrá seguir jugando aquí, y sus enlaces dejarán de funcionar.
you-left = Te levantaste de la mesa. Un bot juega por ti hasta que vuelvas.
back-home = Volver al inicio

seat-you = Tú
seat-partner = Compañero
seat-left = Izquierda
seat-right = Derecha
seat-across = Enfrente
seat-out = Fuera: lugar { $place }
withdraw = Retirarme
withdraw-sure = ¿Te retiras de esta partida? Los demás siguen sin ti.
seat-number = Puesto { $n }
you-lower = tú
bot = { $name } (bot)
is-bot = Bot
is-bot-of = Bot de nivel { $level }
is-away = Ausente
is-back = { $who } ya está de vuelta.
gone-away = { $who } se fue un momento. Se le guarda el puesto.
bot-took-over = { $who } no está: juega un bot hasta que vuelva.
away-until = { $who } no está. Un bot sigue jugando en { $seconds } s.
is-stood-in = Ausente: juega un bot
left-table = { $who } se levantó: juega un bot hasta que vuelva.
joins-next-deal = { $who } juega desde el próximo reparto; hasta entonces juega un bot.
you-next-deal = Juegas desde el próximo reparto.
you-next-deal-help = Esta mano la juega un bot por ti.
you-play-again = Juegas tú otra vez.
let-bot-play = Que juegue ya un bot
seconds-left = Te quedan { $n } segundos.
clock-played = Se te acabó el tiempo: un bot jugó este turno por ti.
play-again = Volver a jugar
bot-plays-for-you = Un bot juega por ti hasta que vuelvas. Tu puesto se guarda.
part-left = { $who } se fue: la partida cuenta como derrota.
part-deserted = { $who }, sin su compañero: la victoria cuenta, la derrota no.
devices = { $n ->
    [one] Tu puesto está abierto en un dispositivo.
   *[other] Tu puesto está abierto en { $n } dispositivos.
}
come-back = Volver a la mesa
free-seats = { $n ->
    [one] Queda un puesto libre.
   *[other] Quedan { $n } puestos libres.
}
fill-with-bots = Poner bots en los puestos libres
grace = Si alguien no está, un bot sigue jugando a los
grace-seconds = { $seconds } s
grace-minutes = { $minutes } min
match-stopped = Esta partida no puede seguir
match-stopped-why = Las reglas de la mesa se han corregido desde entonces, y con ellas las manos jugadas habrían terminado de otra manera. Los puntos quedan como estaban apuntados.
match-stopped-time = Se acabó el tiempo
match-stopped-time-why = La última mano del encuentro ha terminado. Los puntos cuentan, y el evento los tiene.
match-stopped-desk = El encuentro ha terminado
match-stopped-desk-why = La dirección del evento lo ha decidido.
sat-down = { $who } se sienta.

your-turn = Te toca
your-turn-title = ● Te toca
waiting-for = Esperando a { $who }…
thinking = { $who } está pensando…
waiting-for-players = Esperando a que los demás se sienten…
others-ready = Los demás ya están listos.
waiting-deal = Repartiendo…
may-lead-any = Sal con la ficha que quieras.
must-lead-double = Sal con un doble.
choose-tile = Elige una ficha.
choose-end = ¿En qué punta?
end-on-tile = En el { $tile }, por el { $pip }
end-left-number = ← en el { $pip }
end-right-number = en el { $pip } →
fits-nowhere = El { $tile } no cabe en ninguna parte.
fits-neither = El { $tile } no cabe ni en el { $one } ni en el { $other }.
fits-not-one = El { $tile } no cabe en el { $pip }.
play-it = Jugarla
cancel = Cancelar
close = Cerrar
pass = Paso
knock = Pasar
knocks = { $who-is ->
    [you] Pasas
   *[other] { $who } pasa
}
auto-pass = No llevas: pasas.
draw-tile = Robar una ficha
draw-needed = No llevas: roba una ficha.
draws = { $n ->
    [one] Roba una ficha
   *[other] Roba { $n } fichas
}
boneyard = Pozo
boneyard-count = { $n ->
    [0] El pozo está vacío
    [one] Una ficha en el pozo
   *[other] { $n } fichas en el pozo
}
tiles-left = { $n ->
    [0] Sin fichas
    [one] Le queda una ficha
   *[other] Le quedan { $n } fichas
}
last-tile = ¡Última ficha!
ends-sum = Puntas: { $total }
ends-sum-scores = { $points ->
    [one] Puntas: { $total }, un punto
   *[other] Puntas: { $total }, { $points } puntos
}

huddle-title = ¿Quién sale?
huddle-help = Digan solo quién sale, no lo que llevan.
huddle-i-pose = Salgo yo
huddle-you-pose = Sal tú
huddle-waiting-partner = { $partner } decide quién de ustedes sale…

match-to-love = A { $target } a cero
match-to-points = A { $target } puntos
match-to-games = A { $target }
match-to-penalties = Se acaba a los { $target }; gana el que menos tenga
next-round = Otra mano
next-round-soon = La próxima mano empieza en { $seconds ->
    [one] un segundo
   *[other] { $seconds } segundos
}.
show-table = Ver la mesa
show-result = Ver el resultado
rematch = Revancha
rematch-offered = { $who } pide la revancha.
rematch-others = Revancha con otras parejas
rematch-others-offered = { $who } pide la revancha con otras parejas.
new-partners = Otras parejas: juegas con { $who }.
rematch-waiting = Esperando a que los demás acepten la revancha…
new-match = Partida nueva
leave-sure = ¿Te levantas de la mesa? Un bot jugará por ti hasta que vuelvas.
leave-sure-lobby = ¿Te levantas de la mesa? Un bot jugará por ti. Si no vuelves, la partida contará como perdida. Si abandonas a menudo, no podrás buscar mesa por un tiempo.

connecting = Conectando…
reconnecting = Se perdió la conexión. Conectando otra vez…
reconnect-in = { $seconds ->
    [one] Se prueba otra vez en un segundo.
   *[other] Se prueba otra vez en { $seconds } segundos.
}
reconnect-now = Probar ya
offline = No tienes conexión. Se te guarda el puesto.
move-pending = Enviando…

language = Idioma
mute = Silenciar
unmute = Con sonido
menu = Menú
help = Ayuda
more = Más
fair-title = Reparto limpio
fair-help = Las fichas de toda la partida salen de un solo número secreto. Su huella se enseña antes del primer reparto y el número mismo después del último, así que cualquiera puede comprobar cada reparto.
fair-commitment = Huella: { $hash }
fair-seed = Número secreto: { $seed }

start-match = Empezar
practice = Practicar en este dispositivo
plan-open = Amigo
hint-ask = Pista
key-hint = Pedir una pista, si la mesa lo permite
hint-best-move = Lo mejor: { $best }.
hint-equal = Valen casi lo mismo: { $best } o { $next }.
hint-says = Lo mejor: { $best }; vale como ganar la mano { $chance } de 100 veces. Después: { $next }, { $less }.
hint-about-equal = { $best } o { $next }: valen casi lo mismo, como ganar la mano { $chance } de 100 veces.
hint-shuts = Con la mejor, el siguiente no tiene ninguna que sirva en { $share } de 100 repartos posibles.
hint-lay = { $tile }
hint-lay-on = { $tile } en { $on }
hint-hand-over = dejar la salida al compañero
hint-draw = robar
hint-pass = pasar
turn-time = Tiempo por turno
turn-time-off = Sin límite
turn-time-seconds = { $seconds } s
turn-time-bank = { $seconds } s + { $bank } s
turn-time-help = Con dos tiempos: cada turno tiene el primero, y lo que pase de ahí sale del segundo, que es para toda la partida.
in-bank = Tiempo extra: { $left }
call-declare = Cantar
memory-open = Lo que se ha jugado
call-muggins = ¡Muggins!
call-points = Cantar puntos
call-sum-help = Los puntos que cantas, con tu ficha o después
call-last = Canta los puntos de tu última ficha, si hizo alguno.
call-none = Nada que cantar
call-in-vain = { $who-is ->
    [you] Por ese canto no te llevas nada.
   *[other] { $who } no se lleva nada por ese canto.
}
key-calls = Elegir los puntos que cantas; gritar «¡Muggins!»

zoom = Ver de cerca
zoom-in = Más grande
zoom-out = Más pequeño
zoom-fit = Ver toda la mesa
score-sheet = Hoja de puntos

more-games = Más juegos
rule-file = Archivo de reglas
rule-file-help = Escribe las reglas de tu casa en un archivo, mira qué les falta y haz una mesa con ellas.
rule-file-text = Las reglas
rule-file-open = Abrir un archivo
rule-file-check = Revisar las reglas
rule-file-table = Hacer una mesa con estas reglas
rule-file-examples = Juegos para empezar
rule-file-wrong = { $n ->
    [one] Hay una cosa mal
   *[other] Hay { $n } cosas mal
}
rule-file-place = Línea { $line }, columna { $column }:
how-to-play = Cómo se juega a { $game }
rules-of-table = Reglas de esta mesa
result-share = Compartir una imagen
last-round = La última mano
pips-left = Puntos en la mano
rounds-played = { $n ->
    [one] una mano
   *[other] { $n } manos
}
