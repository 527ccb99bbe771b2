# Qué puede estar mal en los archivos de reglas y en las partidas escritas. Primero se dice el lugar; lo
# que va entre acentos graves se escribe así en el archivo, en todos los idiomas.

did-you-mean = ; ¿querías decir `{ $word }`?
at-option = { $option }: { $why }

file-too-long = el texto pasa de 64 KiB, y ningún archivo de reglas es tan largo
file-syntax = no es TOML: { $why }
file-json = esto es JSON; un archivo de reglas es TOML: una línea por opción, `target = 100`, y las palabras entre comillas
file-one-name = {"; "}en un archivo se llama `{ $name }`, sea cual sea el idioma
file-unknown-option = opción desconocida `{ $name }`
file-no-table = las opciones van al principio del archivo, no en una tabla `{ $name }`
file-unknown-base = ningún juego se llama `{ $name }`
file-value = valor no válido `{ $value }` para `{ $option }`: { $why }
file-one-of = no es ninguno de los valores de esta opción: { $words }
file-from-to = no es un número entero de { $min } a { $max }
file-tiles = una ficha son dos números de 0 a 18 unidos por un guion, como 6-4
file-type = `{ $name }` tiene que ser { $due ->
    [word] una palabra entre comillas
    [number] un número entero sin comillas
    [tiles] una lista de fichas como ["0-0"]
    [text] un texto entre comillas
    [texts] una lista de textos
   *[table] una tabla de opciones
}, no { $found ->
    [text] un texto
    [number] un número
    [fraction] un número con decimales
    [truth] verdadero o falso
    [date] una fecha
    [list] una lista
   *[table] una tabla
}
file-id = un id se escribe con minúsculas, cifras y guiones
file-known-id = `{ $id }` es el id de un juego que ya se conoce por su nombre: lo que se juegue con este archivo llevará ese nombre
file-no-effect = `{ $option }` aquí no cambia nada, tal como están las demás opciones
file-nothing-to-draw = `reserve` guarda todas las fichas que podrían robarse, así que nunca se roba ninguna
file-players = `players` nombra cada número de 2 a 12 una vez como mucho, y al menos uno
file-missing = sin `base` también hay que dar estas opciones: { $options }
file-rules = con { $players } jugadores: { $why }
file-more = de aquí en adelante hay más errores, que se dicen cuando estén corregidos los primeros { $n }

text-too-long = el texto pasa de 8 MiB, y ninguna partida es tan larga
text-utf16 = el texto está en UTF-16; guárdalo en UTF-8
text-utf32 = el texto está en UTF-32; guárdalo en UTF-8
text-not-utf8 = desde aquí el texto no es UTF-8; guárdalo en UTF-8
text-not-a-record = no es un registro: la primera línea tiene que ser `domino-record { $version }`
text-json = esto es JSON: `capicu convert --from json` convierte el gemelo JSON de un registro; de bots que juegan entre sí, `capicu arena --record ARCHIVO.domino` escribe registros
text-newer = esta partida está en la versión { $found } del formato y este programa lee hasta la { $version }: hace falta un programa más nuevo
text-cut-off = la partida se corta antes de su línea `result:`: le falta el final, o le falta `result: unfinished`
text-after-result = el resultado es la última línea de una partida
text-another-record = aquí empieza otra partida: `capicu replay` y `capicu convert` leen archivos de varias, este comando lee una
text-control = aquí no puede haber caracteres de control
text-not-a-tag = aquí va una etiqueta como `event: nombre`, `round 1`, `turn-up:`, `thrown-in:` o `result:`
text-line-control = un texto aquí no lleva saltos de línea ni caracteres de control
text-line-name = una etiqueta se escribe con minúsculas, cifras y guiones, y empieza por una letra
text-line-reserved = ese nombre ya quiere decir otra cosa en una partida
text-twice-tag = `{ $name }` está dos veces
text-no-rules = faltan las reglas: `base: JUEGO` o una línea `rules: players 4, …`
text-rules = con estas reglas no se puede jugar: { $why }
text-not-an-item = aquí va `round N`, `turn-up:`, `thrown-in:`, `withdrew:` o `result:`
text-round-number = esta es la mano { $number }
text-not-a-turn = aquí va una jugada como `A: 6-4@6-6`, o `hand`, `boneyard`, `left`, `count`, `end`, `points` o `score`
text-deal-after-moves = las fichas de cada uno y el pozo van antes de la primera jugada
text-moves-after-claims = las jugadas van antes de `left`, `count`, `end`, `points` y `score`
text-not-a-move = no es una jugada: una ficha (`6-6`), una ficha y aquella junto a la que va (`6-4@6-6`), `draw`, `pass`, `hand-over` u otra de las palabras de docs/record-format.md
text-incomplete = después de `{ $word }` va { $due ->
    [tile] una ficha
    [play] la ficha y aquella junto a la que se puso, como en `6-4@6-6`
    [points] cuántos puntos, como en `declare 10`
   *[open] `open` y el número que quedó abierto
}
text-no-move = aquí falta una jugada
text-several-ends = el { $tile } va en varias puntas que no son iguales: escribe en cuál, { $plays }
text-no-sides = estas fichas no están en línea, así que no hay izquierda ni derecha: escribe la ficha junto a la que se puso, como en `6-4@6-6`
text-nothing-lies = la primera ficha de una mano no va en ninguna punta: escríbela sola
text-not-a-tile = aquí va una ficha: dos números de 0 a 18 unidos por un guion, como `6-4`
text-not-in-game = el { $tile } no es una ficha de este juego
text-twice = el { $tile } está dos veces en este reparto
text-number = entre las manos y el pozo hay { $held } fichas, pero el juego tiene { $tiles }; pon `?` por las que no se saben
text-not-a-seat = aquí va un puesto: los { $n } puestos se llaman con letras desde la A, en el orden del juego
text-not-a-side = aquí va un lado: uno de { $sides }
text-not-a-number = aquí va un número entero que no sea demasiado grande
text-turn-up = aquí van los puestos y sus fichas en orden: `turn-up: A 6-5, B 4-4`
text-thrown-in = aquí va `thrown-in: no double`, `thrown-in: doubles A` o `thrown-in: suit A`
text-end = aquí va `end: out A`, `end: blocked A+C`, `end: tied`, `end: target A+C` o `end: void`
text-points = aquí van puntos como `A+C 25 pips, A+C 20 capicu`, o `none`
text-reason = por `{ $word }` no se dan puntos
text-score = aquí va el marcador de todos los lados en orden, como `score: A+C 25, B+D 0`
text-result = aquí va `result: unfinished`, el lado que ganó, o ese lado y `forfeit`
text-too-much = en esta línea no puede ir nada más

breach-round = mano { $round }: { $problem }
breach-move = mano { $round }, jugada { $turn }: { $problem }
breach-legal = (para { $seat } valía: { $actions })
breach-not-its-turn = le toca a { $to-act }, no a { $seat }
breach-illegal = { $action } no vale: { $why }
breach-irregular = { $action } no puede haber pasado: { $why }
breach-drew = no se puede haber robado el { $drawn }: la próxima ficha del pozo es el { $next }
breach-round-over = la mano ya se acabó
breach-not-over = la mano no se ha acabado: le toca a { $seat }
breach-match-over = la partida ya se acabó
breach-deal = el reparto no es de este juego: { $why }
breach-must-throw-in = este reparto no vale y hay que repartir otra vez: { $why }
breach-not-thrown-in = este reparto vale y no hay que repartir otra vez
breach-other-reason = se reparte otra vez por otra razón: { $why }
breach-withdrew-partner = solo en juego individual se retira alguien
breach-withdrew-already = este puesto ya no juega
breach-turn-up-first = primero hay que destapar para ver quién sale: `turn-up: A 6-5, B 4-4`
breach-no-turn-up = ahora no se destapa
breach-not-drawing = destapan todos, y después de un empate aquellos, y solo aquellos, que destaparon igual
breach-end = la mano acabó de otra manera: { $right }
breach-points = los puntos son otros: { $right }
breach-score = el marcador es otro: { $right }
breach-goes-on = la partida acabó de otra manera: sigue
breach-won = la partida acabó de otra manera: ganó { $winner }
breach-hex = la etiqueta `{ $tag }`: no son 64 cifras hexadecimales
breach-commitment = el compromiso no es el de la semilla
breach-seed = la semilla reparte otras fichas
breach-too-many-unknown = no se sabe de tantas fichas que se tardaría demasiado en ver si esto puede haber pasado: escribe más
breach-fits-nowhere = el { $tile } no va en ninguna punta abierta
breach-laid-already = el { $tile } ya está en la mesa
breach-was-left = el { $tile } no se puede haber jugado: está entre las fichas de `left { $seat }`
breach-elsewhere = el { $tile } no puede haber estado ahí: se le repartió a { $seat }
breach-asleep = el { $tile } no puede haber estado ahí: no se le repartió a nadie
breach-passed-on = { $seat } no puede llevar el { $tile }, que habría cabido en su jugada { $turn }
breach-cannot-hold = con las fichas vistas hasta aquí, { $seat } no puede llevar el { $tile }
breach-holds = { $seat } lleva el { $tile }, que se puede jugar
breach-not-asleep = el { $tile } no puede ser la próxima ficha del pozo
breach-no-deal-allows = con las fichas vistas hasta aquí, { $action } no puede ser
breach-cannot-open = { $seat } no puede ser quien sale: otro puesto lleva la ficha que abre
breach-hand-size = a { $seat } { $held ->
    [one] se le reparte { $held } ficha
   *[other] se le reparten { $held } fichas
} en vez de { $due }: pon `?` por cada ficha que no se sabe, o lo que le quedó al final como `left { $seat }: 4-4`
breach-left = estas fichas no pueden haber quedado todas en estas manos
breach-left-otherwise = a { $seat } le quedaron { $held ->
    [0] cero fichas
    [one] { $held } ficha
   *[other] { $held } fichas
}; `left` las enumera, con `?` por la que no se sabe
breach-count = las fichas de { $seat } cuentan { $right }
breach-claimed-by-no-deal = `{ $claim }` está mal, fueran cuales fueran las fichas que no se muestran
breach-no-deal = ningún reparto de las fichas que no se muestran lo hace posible
breach-open-end = { $pip } en el { $tile }
breach-open = (abierto: { $ends })

unchecked = no se comprueba, porque { $why }
unchecked-turn = depende de fichas que el registro no muestra si esto valía
unchecked-claim = depende de fichas que el registro no muestra
unchecked-too-many = las fichas que no se muestran pueden haber estado de demasiadas maneras

round-not-known = Cuánto valió depende de fichas que el registro no muestra.

thrown-in-no-double = nadie tiene un doble
thrown-in-many-doubles = { $seat } tiene demasiados dobles
thrown-in-long-suit = { $seat } tiene demasiadas fichas de un número

not-legal-round-over = la mano ya se acabó
not-legal-not-your-turn = le toca a otro puesto
not-legal-not-held = el { $tile } no está en su mano
not-legal-nothing-led = todavía no se ha salido
not-legal-already-led = ya se salió
not-legal-must-lead = se sale con el { $tile }
not-legal-must-lead-double = hay que salir con un doble
not-legal-does-not-fit = el { $tile } no puede ir ahora en el { $on }
not-legal-can-play = lleva una ficha que se puede jugar
not-legal-must-draw = primero hay que robar
not-legal-cannot-draw = ahora no se puede robar
not-legal-cannot-hand-over = ahora no se le puede dejar la salida al compañero

not-irregular-not-in-play = ahora no se juega ninguna ficha
not-irregular-cannot-play = no puede jugar, así que no pasa en falso
not-irregular-fits = el { $tile } va con el { $on }, así que la jugada no está mal
not-irregular-not-held = el { $tile } no está en su mano
not-irregular-no-place = el { $tile } no puede quedar abierto junto al { $on }
not-irregular-may-draw = puede robar aunque pueda jugar
not-irregular-cannot-draw = ahora no se puede robar
not-irregular-right-number = se le repartieron las fichas debidas
not-irregular-not-slow = aquí la demora no tiene precio, o el turno es de otro puesto
not-irregular-not-exposed = el { $tile } no es una ficha enseñada
not-irregular-nothing-to-call = no hay puntos que cantar
not-irregular-silent = este puesto cantó mal y no puede cantar nada más hasta la próxima ficha
not-irregular-named = los puntos de esta ficha ya se nombraron

no-deal-twice = el { $tile } se repartió dos veces
no-deal-not-in-game = el { $tile } no es de este juego
no-deal-missing = falta el { $tile }
no-deal-hand-size = { $seat } tiene { $held } fichas en vez de { $hand }
no-deal-seats = { $hands } manos para { $seats } puestos

in-match = partida { $number }: { $problem }
of-match = { $file }, partida { $number }
no-such-match = no hay partida { $number }; hay { $n }
folder-without = en esta carpeta no hay ningún archivo cuyo nombre termine en { $endings }
matches-judged = { $n } partidas: { $valid } siguen las reglas, { $broken } no, { $unreadable } no se pueden leer
stopped-after = interrumpido después de { $n ->
    [one] { $n } partida
   *[other] { $n } partidas
}

choice-unknown = ningún juego se llama `{ $name }`{ $meant } (`capicu games` los enumera)
choice-players = { $game } no se juega entre { $players }; es para { $numbers } jugadores
choice-plain = las reglas sencillas son para { $numbers } jugadores, no para { $players }; elige un juego con --game o --rules
choice-none = di un juego con --game o un archivo de reglas con --rules
standard-input = entrada estándar
no-such-file = no hay tal archivo

twin-format = esto tiene que ser `{ $format }`
twin-version = este programa lee la versión { $version }, no la { $found }
twin-seat = hay { $n } puestos, desde el 0
twin-side = hay { $n } lados, desde el 0
twin-each-seat = hace falta un valor para cada puesto
twin-each-side = hace falta un valor para cada lado
twin-turn-up = las fichas que se voltean son de este juego, ninguna dos veces, y hay al menos una
twin-tile = hace falta una ficha
twin-on = hace falta la ficha junto a la que se puso
twin-no-at = esto solo lo tiene un `play` sin `on`
twin-no-tile = esta jugada no tiene tal ficha
twin-no-open = esto solo lo tiene una jugada equivocada
twin-no-points = esto solo lo tiene un `declare`
twin-pip = hace falta un número de 0 a 18
twin-mark = esto no es una marca
twin-json = no es el JSON de un registro: { $why }

foreign-no-moves = no hay jugadas; son como `{ $example }`
foreign-tile = jugada { $number }: no es una ficha del doble seis
foreign-does-not-fit = jugada { $number }: el { $tile } no encaja ahí
foreign-player = jugada { $number }: no hay tal jugador
foreign-deal = las manos y las jugadas no van juntas: { $why }
foreign-too-many = el jugador { $player } puso o lleva más de siete fichas
not-openspiel-rounds = el dominó de OpenSpiel es una sola mano; este registro tiene { $rounds }
not-openspiel-deal = OpenSpiel reparte un doble seis entre 2 o 4 jugadores, 7 fichas a cada uno
not-openspiel-hidden = OpenSpiel necesita todas las manos, y no se conocen todas las fichas del puesto { $seat }
not-openspiel-move = jugada { $number }: OpenSpiel solo pone fichas en los dos extremos de una línea, o pasa

list-no-moves = no hay jugadas; empieza con un encabezado como `round,player,tile,end` y escribe una jugada por línea
list-heading = el encabezado necesita una columna `player` y una columna `tile`, como en `round,player,tile,end`
list-heading-twice = dos encabezados corresponden a la misma columna; cambia o quita uno
list-no-heading = esta celda no tiene encabezado; pon entre comillas las fichas con comas, o dale nombre a la columna
list-quote = hay unas comillas sin cerrar en esta línea; ciérralas
list-json = no es JSON: { $why }; escribe objetos como { $example }
list-value = tiene que ser un texto, un número o una lista
list-log-line = no es una línea de esta lista; escribe `MOVE: [0, (6, 4), 1]`, `PASS: [0]`, `DRAW: [0]`, `HAND: [0, (6, 4)]` o `NEW_GAME: []`
list-no-player = falta el jugador; escribe un nombre, o el número o la letra del puesto
list-no-move = falta la jugada; escribe una ficha como `6-4`, `pass` o `draw`
list-word = jugada desconocida `{ $word }`; escribe una ficha como `6-4`, o `pass`, `draw`, `hand`, `boneyard`, `turn-up`, `hand-over`, `declare` o `muggins`
list-tile = `{ $text }` no es una ficha; escribe dos números de 0 a 18, como `6-4`
list-no-tile = falta la ficha; escribe dos números de 0 a 18, como `6-4`
list-tiles = no es una lista de fichas; escríbelas con espacios, como `6-4 5-5 1-0`, y `?` si no se conoce
list-tile-twice = esta jugada tiene su ficha en dos columnas; deja una vacía
list-takes-no-tile = esta jugada no tiene ficha; deja la celda vacía
list-points = no es un número de puntos; escribe `declare 10`
list-end = `{ $text }` no es una punta; escribe `left`, `right`, el número de la punta o la ficha que está ahí
list-side = `{ $text }` no es un lado; escribe `left`, `right`, 0 o 1
list-end-twice = dos columnas indican la punta; deja una vacía
list-not-on-tile = el { $tile } no tiene { $pip }; escribe el número al que se une la ficha, no el que deja abierto
list-not-open = ninguna punta tiene { $pip }; escribe el número al que se une la ficha
list-several = el { $tile } encaja en puntas distintas; escribe la ficha junto a la que se puso: { $on }
list-no-sides = estas fichas no están en línea, así que no hay izquierda ni derecha; escribe la ficha junto a la que se puso
list-player = `{ $name }` es un jugador de más: las reglas tienen { $seats } puestos; corrige el nombre, o elige las reglas con --game y --players
list-players = la lista nombra { $found ->
    [one] { $found } jugador
   *[other] { $found } jugadores
}, pero las reglas tienen { $seats } puestos; elige el número con --players
list-round-order = la mano `{ $round }` llega demasiado tarde; ordena las líneas por mano
list-hand-twice = las fichas de un jugador van una vez por mano, antes de su primera jugada
list-boneyard-late = el pozo va una vez por mano, antes de la primera jugada
list-turn-up-late = las fichas se voltean antes de la primera jugada
list-turn-up-first = las reglas sortean la primera salida; escribe una línea `turn-up 6-5` por jugador, antes de la primera jugada
list-hand = hay { $held ->
    [one] { $held } ficha
   *[other] { $held } fichas
}, pero cada jugador recibe { $due }; escribe las fichas repartidas
list-plain = no se eligió juego, así que se usan reglas sencillas; elige un juego con --game o --rules
list-without-hands = la lista no tiene todas las fichas de { $seats }; las desconocidas quedan como `?`
list-passes = la lista no nombra los pasos; { $n ->
    [one] se añadió { $n } paso
   *[other] se añadieron { $n } pasos
}
list-unchecked = { $n ->
    [one] { $n } jugada depende de fichas desconocidas y no se puede revisar
   *[other] { $n } jugadas dependen de fichas desconocidas y no se pueden revisar
}
list-other-form = --game, --rules, --players y --set necesitan `--from moves`
