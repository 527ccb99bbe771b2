command-warning = aviso
command-note = nota
command-stopped = interrumpido; la respuesta vale para lo que se había hecho
command-given-up = interrumpido; lo que estaba en marcha se pierde
command-output = no se pudo escribir la respuesta: { $why }
command-binary = esto no es texto para una terminal; mándalo a un archivo o a una tubería, o di un archivo en vez de `-`
command-file-exists = { $file } ya existe; di otro, o deja que --force lo reemplace
command-no-folder = no hay tal carpeta
command-left-out = `capicu { $name }` no está en este programa, compilado de prisa para servir; `cargo xtask build --release` compila el que tiene todas las órdenes
command-left-out-short = En el programa que compila `cargo xtask build --release`
command-more = `{ $command } --help` explica cada opción

command-number-from = tiene que ser un número entero de { $least } o más
command-number-within = tiene que ser un número entero de { $least } a { $most }
command-number-large = el número es demasiado grande
command-number-any = tiene que ser un número, como 0.5
command-milliseconds = tiene que ser un número de milisegundos mayor de 0
command-set = tiene que ser OPCIÓN=VALOR, como target=150

command-no-value = a { $argument } le falta su valor
command-one-of = { $argument } no puede ser `{ $value }`; es uno de { $known }{ $meant }
command-value = { $argument } no puede ser `{ $value }`: { $why }
command-too-much = no hay nada que hacer con `{ $argument }`
command-unknown = no hay ninguna opción `{ $argument }`{ $meant }
command-no-command = no hay ninguna orden `{ $name }`{ $meant }
command-values = { $argument } lleva otro número de valores
command-twice = { $argument } puede darse una sola vez
command-conflict = { $argument } y { $other } no van juntos
command-missing = falta { $argument }
command-missing-command = falta una orden
command-not-utf8 = un argumento no está en UTF-8

simulate-how-much = di cuánto se juega: --matches N o --rounds N
simulate-out-matches = --out escribe partidas enteras: di cuántas con --matches N, sin --rounds
simulate-not-repeatable = lo que decide un reloj o un programa sale distinto la próxima vez: la semilla no repite esta respuesta
simulate-seats = --bot: { $bots } bots no se reparten por igual entre { $seats } puestos; nombra uno para todos, o uno por puesto
simulate-fault = partida { $number }: { $seat }, { $name }, { $fault }

player-unknown = ningún jugador se llama `{ $name }`{ $meant } (hay random, heavy, counter, reader, facts, level:1 a level:{ $best }, y programas como cmd:ORDEN)
player-no-budget = `{ $name }` no admite presupuesto; reader y facts sí
player-budget = `{ $text }` no es un presupuesto: es un tiempo como 5ms o un número de nodos como 20000, mayor de 0
player-command = `{ $text }` no es una orden: está vacía, o falta cerrar unas comillas

data-suffix = --out: no se conoce el sufijo .{ $suffix }; hay .parquet, .csv, .ndjson y .jsonl
data-shard-form = --shard: `capicu merge` lee Parquet; di un archivo como parte-1.parquet con --out
data-in-the-way = está en medio; di otro archivo con --out, o deja que --force lo reemplace
data-locked = otro capicu está escribiendo ahí
data-kept = lo escrito antes se guarda, y la misma orden sigue desde ahí
data-remove-file = bórralo y empieza de nuevo
data-remove-folder = borra la carpeta y empieza de nuevo
data-other-matches = tiene las partidas { $from }..{ $to }
data-other-run = hay otra serie: { $difference }; di otro archivo con --out, o deja que --force lo reemplace
data-other-rules = las reglas son otras
data-differs = { $name } es { $theirs }, no { $ours }
data-not-there = nada
data-nothing = no hay archivos que juntar
data-foreign = { $file } es de otra serie que { $first }: { $difference }
data-twice = { $first } y { $second } tienen los dos la partida { $number }; deja fuera uno
data-missing = las partidas { $from } a { $to } no están en ningún archivo; añade la parte que las tiene
data-shard = una parte se escribe I/N, de 1/N a N/N
data-not-parquet = no es un archivo Parquet completo ({ $why })
data-not-ours = no es de capicu simulate

perft-no-deal = con ningún reparto se puede salir
from-no-round = no hay ninguna mano { $number }; la partida tiene { $n }
from-no-move = la mano { $number } tiene menos jugadas: { $n }
from-unknown = esto necesita una mano en la que se conozcan todas las fichas
from-not-reached = no se llegó a esa mano

solve-budget = el presupuesto de { $budget } posiciones se agotó tras { $nodes }; los valores que faltan no se conocen (con --budget se dan más)
solve-sides = solo un juego de dos lados tiene valor; este tiene { $n }
solve-over = la mano ha acabado
solve-nothing = di una mano con --deal, --record o --position, o pide --deals N
solve-not-a-move = --moves: la número { $number }, `{ $word }`, no es una jugada; una jugada es una ficha como 6-6, una ficha contra otra como 6-4@6-6, pass, draw o hand-over
solve-illegal = --moves: la número { $number }, { $word }: { $why } (para { $seat } valía: { $legal })
solve-not-a-tile = { $option }: `{ $word }` no es una ficha; una ficha son dos números de 0 a 12 unidos por un guion, como 6-4
solve-twice = --deal: una ficha está dos veces en la mano { $hand }
solve-hands = --deal: hay { $n } manos para { $seats } puestos
solve-no-seat = { $option }: no hay ningún puesto `{ $letter }`; los puestos van de A a { $last }
solve-opener = --opener: di quién sacó la ficha más alta
solve-no-double = --deal: nadie tiene un doble con el que salir
solve-many-doubles = --deal: el puesto { $seat } tiene tantos dobles que se reparte otra vez

verify-hex = tienen que ser 64 dígitos hexadecimales
verify-other-seed = no es la semilla prometida: su compromiso es { $ours }, no { $shown }

serve-listen = tiene que ser una dirección y un puerto, como 127.0.0.1:7878
serve-log = tiene que ser error, warn, info, debug o trace, o un filtro como capicu_server=debug
serve-limit = tienen que ser dos números enteros a partir de 1, como 30/12: 30 a la vez y después 12 por minuto
serve-origin = un origen es un esquema y un nombre, como https://domino.example
serve-public-url = la dirección en que se abre el servidor es un esquema y un nombre, como https://domino.example
serve-public-url-address = las llaves de acceso son de un nombre, no de una dirección de números: ponle un nombre al servidor, o quita --public-url
serve-public-url-plain = los navegadores solo ofrecen llaves de acceso por https, o por http en localhost: pon delante un proxy que hable TLS, o quita --public-url
serve-public-url-proxy = --public-url { $url }: el servidor no habla TLS, así que hace falta un proxy delante; añade --behind-proxy
serve-host = el nombre de un servidor no lleva esquema ni puerto, como domino.example

arena-two = juegan dos, uno contra otro, no { $n }; --pool los enfrenta a todos
arena-elo = --elo0 tiene que ser menor que --elo1
arena-error = --error tiene que estar entre 0 y 0.5
arena-stopped = interrumpido; la respuesta vale para lo que se había jugado, y la misma orden con --resume sigue desde ahí
arena-interrupted = --record: en { $file } hay juegos de una arena interrumpida; --resume sigue con ellos, --force empieza de nuevo
arena-no-resume = --resume: la salida estándar no se puede continuar; di un archivo con --record
arena-complete = --record: { $file } está completo, no hay con qué seguir
arena-not-begun = esto no es lo que deja una arena interrumpida
arena-differs = { $name } era `{ $before }` cuando empezaron los juegos y ahora es `{ $now }`

hint-nothing = di con --hand qué fichas tiene el puesto, o nombra una partida con --record
hint-hand-size = --hand: la mano tiene { $n } fichas; después de estas jugadas ha de tener { $due }
hint-unknown = las fichas de { $seat }, a quien le toca, no se conocen; escríbelas como `hand { $seat }: …`
hint-over = la mano ha acabado, o no le toca a nadie
hint-cannot-open = así no pudo salir nadie en la primera mano de una partida; `--opener { $seat }` es para una mano posterior
hint-move = jugada { $number }, { $word }: { $why }
hint-no-deal = ningún reparto de las fichas que no se ven lo permite
hint-irregular = hay consejo para manos en las que no ha pasado nada irregular
hint-draw-tile = di qué ficha se robó, como `draw 6-4`
hint-only = { $seat } no puede hacer otra cosa que { $action }.
hint-best = Juega { $seat }: { $action }
hint-share = mano
hint-worth = partida
hint-meaning = Mano: vale tanto como ganar esta mano tantas veces. Partida: la probabilidad de ganar la partida.

position-at = tiene que ser el número de una mano, dos puntos y un número de sus jugadas, como 2:5
position-no-round = no hay mano { $number }
position-fewer-moves = la mano tiene menos jugadas: { $n }
position-over = ahí la mano ya se acabó

not-covered-set = el juego tiene demasiadas fichas para esto
not-covered-drawing = todavía se puede robar (opción draw)
not-covered-layout = la mesa no es una simple línea (opciones spinner, cross, arms)
not-covered-scoring = se cuentan puntos que dependen del camino (opciones ends, score = penalties)
not-covered-paso = los pases pagan entre más de dos bandos, o no todos lo mismo (opciones paso, pase-corrido, pase-de-salida)
not-covered-opening = quién sale se decide robando (opciones opener, no-double)
not-covered-irregular = una irregularidad pesa todavía sobre la mano: hay una ficha a la vista o puntos que no valen
not-covered-not-in-play = todavía no hay fichas en la mesa, o la mano ya se acabó

fault-told = { $name } { $fault }
fault-not-started = no pudo arrancar: { $why }
fault-silent = no contestó en { $ms } ms
fault-ended = acabó sin contestar
fault-ended-so = acabó sin contestar ({ $how })
fault-words = { $fault }: { $words }
fault-exit = código de salida { $code }
fault-signal = señal { $signal }
fault-closed = cerró su entrada o su salida sin contestar
fault-flooded = escribió más de lo que se le pidió
fault-too-long = escribió una línea de más de { $n } bytes
fault-garbage = escribió algo que no es el mensaje pedido: { $why }
fault-protocol = habla la versión { $found } del protocolo de bots; esta es la { $version }: mira docs/bot-protocol.md
fault-protocol-2 = habla la versión 2 del protocolo de bots; esta es la { $version }, en la que las opciones que son números vienen como números, y `round-over`, `over` y `bye` dicen cómo acaba cada cosa: mira "From version 2" en docs/bot-protocol.md
fault-name = se llama con lo que no es un nombre: de 1 a { $most } letras o signos, ninguno de control, sin espacios alrededor
fault-wrong-seat = contestó por el puesto { $answered } desde el puesto { $seat }
fault-wrong-turn = contestó a la petición { $answered } en vez de a la { $asked }
fault-illegal = contestó { $action }, pero { $why }
fault-idle = no hizo nada en su turno

io-denied = este usuario no puede hacer eso ahí
io-no-address = esta máquina no tiene esa dirección
io-is-a-folder = es una carpeta
io-no-folder = una parte de la ruta no es una carpeta
io-full = el disco está lleno
io-read-only = ahí solo se puede leer
