command-warning = aviso
command-note = nota
command-stopped = interrumpido; la respuesta cubre lo hecho hasta ahora
command-given-up = interrumpido; se pierde el trabajo sin terminar
command-output = no se pudo escribir la respuesta: { $why }
command-binary = salida binaria en una terminal; redirígela a un archivo o una tubería, o nombra un archivo en lugar de `-`
command-file-exists = { $file } ya existe; usa otro nombre o --force
command-no-folder = la carpeta no existe
command-left-out = `capicu { $name }` no está en esta compilación; `cargo xtask build --release` compila todos los comandos
command-left-out-short = Requiere `cargo xtask build --release`
command-more = `{ $command } --help` explica cada opción

command-number-from = debe ser un número entero de { $least } o más
command-number-within = debe ser un número entero de { $least } a { $most }
command-number-large = número demasiado grande
command-number-any = debe ser un número, como 0.5
command-milliseconds = debe ser un número de milisegundos mayor de 0
command-set = debe ser OPCIÓN=VALOR, como target=150

command-no-value = { $argument } requiere un valor
command-one-of = valor no válido `{ $value }` para { $argument }; valores posibles: { $known }{ $meant }
command-value = valor no válido `{ $value }` para { $argument }: { $why }
command-too-much = argumento inesperado `{ $argument }`
command-unknown = opción desconocida `{ $argument }`{ $meant }
command-no-command = comando desconocido `{ $name }`{ $meant }
command-values = número de valores incorrecto para { $argument }
command-twice = { $argument } no se puede usar más de una vez
command-conflict = { $argument } no se puede usar con { $other }
command-missing = se requiere { $argument }
command-missing-command = se requiere un comando
command-not-utf8 = un argumento no es UTF-8 válido

simulate-how-much = se requiere --matches N o --rounds N
simulate-out-matches = --out escribe partidas enteras: usa --matches N sin --rounds
simulate-not-repeatable = decide un reloj o un programa: la semilla no repite esta respuesta
simulate-seats = --bot: { $bots } bots no caben en { $seats } puestos; nombra uno para todos, uno por lado o uno por puesto
simulate-fault = partida { $number }: { $seat }, { $name }, { $fault }

player-unknown = jugador desconocido `{ $name }`{ $meant } (jugadores: random, heavy, counter, reader, facts, level:1 a level:{ $best }, cmd:COMANDO)
player-no-budget = `{ $name }` no admite presupuesto; reader y facts sí
player-budget = presupuesto no válido `{ $text }`: usa un tiempo como 5ms o un número de nodos como 20000, mayor de 0
player-command = comando no válido `{ $text }`: está vacío o le faltan unas comillas

data-suffix = --out: sufijo desconocido .{ $suffix }; usa .parquet, .csv, .ndjson o .jsonl
data-shard-form = --shard: `capicu merge` requiere Parquet; usa --out con un nombre como parte-1.parquet
data-in-the-way = ya existe; usa otro nombre en --out, o --force
data-locked = otro capicu está escribiendo ahí
data-kept = lo escrito se conserva; repite el comando para continuar
data-remove-file = bórralo y empieza otra vez
data-remove-folder = borra la carpeta y empieza otra vez
data-other-matches = tiene las partidas { $from }..{ $to }
data-other-run = es de otra serie: { $difference }; usa otro nombre en --out, o --force
data-other-rules = otras reglas
data-differs = { $name } es { $theirs }, no { $ours }
data-not-there = nada
data-nothing = no hay archivos que unir
data-foreign = { $file } y { $first } son de series distintas: { $difference }
data-twice = { $first } y { $second } tienen la partida { $number }; omite uno
data-missing = faltan las partidas { $from } a { $to }; añade su parte
data-shard = debe ser I/N, de 1/N a N/N
data-not-parquet = no es un archivo Parquet completo ({ $why })
data-not-ours = no es de capicu simulate

perft-no-deal = con ningún reparto se puede salir
from-no-round = no hay mano { $number }; la partida tiene { $n }
from-no-move = la mano { $number } tiene menos jugadas: { $n }
from-unknown = requiere una mano en la que se conozcan todas las fichas
from-not-reached = no se llegó a esa mano

solve-budget = presupuesto de { $budget } posiciones agotado tras { $nodes }; los valores que faltan se desconocen (aumenta --budget)
solve-sides = solo un juego de dos lados tiene valor; este tiene { $n }
solve-over = la mano ha acabado
solve-nothing = se requiere --deal, --record, --position o --deals N
solve-not-a-move = --moves: jugada { $number } no válida, `{ $word }`; son jugadas 6-6, 6-4@6-6, pass, draw o hand-over
solve-illegal = --moves: jugada { $number } ilegal, { $word }: { $why } (legales para { $seat }: { $legal })
solve-not-a-tile = { $option }: ficha no válida `{ $word }`; una ficha son dos números de 0 a 18, como 6-4
solve-twice = --deal: ficha repetida en la mano { $hand }
solve-hands = --deal: { $n } manos para { $seats } puestos
solve-no-seat = { $option }: no hay puesto `{ $letter }`; los puestos van de A a { $last }
solve-opener = --opener: nombra el puesto que sacó la ficha más alta
solve-no-double = --deal: ninguna mano tiene un doble para salir
solve-many-doubles = --deal: el puesto { $seat } tiene demasiados dobles; estas reglas piden repartir otra vez
solve-long-suit = --deal: el puesto { $seat } tiene demasiadas fichas de un número; estas reglas piden repartir otra vez

verify-hex = deben ser 64 dígitos hexadecimales
verify-other-seed = la semilla no concuerda con el compromiso: el suyo es { $ours }, no { $shown }

serve-listen = debe ser una dirección y un puerto, como 127.0.0.1:7878
serve-log = debe ser error, warn, info, debug o trace, o un filtro como capicu_server=debug
serve-limit = deben ser dos números enteros desde 1, como 30/12: 30 de golpe, después 12 por minuto
serve-origin = debe ser un esquema y un nombre, como https://domino.example
serve-public-url = debe ser un esquema y un nombre, como https://domino.example
serve-public-url-address = las llaves de acceso requieren un nombre, no una dirección IP: usa un nombre, u omite --public-url
serve-public-url-plain = las llaves de acceso requieren https, o http en localhost: pon un proxy con TLS, u omite --public-url
serve-public-url-proxy = --public-url { $url }: el servidor no tiene TLS; usa un proxy y añade --behind-proxy
serve-host = debe ser un nombre sin esquema ni puerto, como domino.example

arena-two = se requieren dos jugadores, no { $n }; usa --pool para más
arena-elo = --elo0 debe ser menor que --elo1
arena-error = --error debe estar entre 0 y 0.5
arena-stopped = interrumpido; el resultado cubre los juegos jugados; usa --resume para continuar
arena-interrupted = --record: { $file } tiene juegos de una arena interrumpida; usa --resume para continuar o --force para empezar otra vez
arena-no-resume = --resume: no se puede continuar la salida estándar; nombra un archivo con --record
arena-complete = --record: { $file } está completo; no hay nada que continuar
arena-not-begun = no es un archivo de una arena interrumpida
arena-differs = { $name } era `{ $before }` al empezar y ahora es `{ $now }`

hint-nothing = se requiere --hand o --record
hint-hand-size = --hand: la mano tiene { $n } fichas, pero estas jugadas dejan { $due }
hint-unknown = las fichas de { $seat }, a quien le toca, no se conocen; añade `hand { $seat }: …`
hint-over = la mano ha acabado, o no le toca a nadie
hint-cannot-open = ningún puesto puede abrir así la primera mano de una partida; usa `--opener { $seat }` para una posterior
hint-move = jugada { $number }, { $word }: { $why }
hint-no-deal = ningún reparto de las fichas que no se ven lo permite
hint-irregular = las pistas requieren una mano sin irregularidades
hint-draw-tile = nombra la ficha robada, como `draw 6-4`
hint-only = { $seat } solo puede { $action }.
hint-best = Juega { $seat }: { $action }
hint-share = mano
hint-worth = partida
hint-meaning = Mano: equivale a ganarla con esa probabilidad. Partida: la probabilidad de ganarla.

position-at = debe ser MANO:JUGADAS, como 2:5
position-no-round = no hay mano { $number }
position-fewer-moves = la mano tiene menos jugadas: { $n }
position-over = ahí la mano ya se acabó

not-covered-set = el juego tiene demasiadas fichas
not-covered-drawing = todavía se puede robar (opción draw)
not-covered-layout = la mesa no es una línea simple (opciones spinner, cross, arms)
not-covered-scoring = los puntos dependen del orden de juego o de la partida (opciones ends, own-tiles, bonus-below, hanged-blank, out-winner, ties-in-a-row, score = penalties, block-count = each-heavier)
not-covered-seats = un jugador salió o se retiró (opción at-target)
not-covered-turns = un doble da otro turno (opción after-double)
not-covered-paso = los pasos no pagan por igual, o pagan entre más de dos lados (opciones paso, pase-corrido, pase-de-salida)
not-covered-block-fine = trancar cuesta o vale puntos (opciones block-fine, blocker-bonus)
not-covered-opening = quién sale se decide robando (opciones opener, no-double)
not-covered-irregular = una irregularidad afecta la mano: hay una ficha a la vista o puntos retenidos
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
fault-flooded = escribió más de una respuesta
fault-too-long = escribió una línea de más de { $n } bytes
fault-garbage = escribió un mensaje no válido: { $why }
fault-protocol = usa la versión { $found } del protocolo de bots, pero hace falta la { $version }; mira docs/bot-protocol.md
fault-protocol-2 = usa la versión 2 del protocolo de bots, pero hace falta la { $version }; mira "From version 2" en docs/bot-protocol.md
fault-name = tiene un nombre no válido: usa de 1 a { $most } signos, sin signos de control ni espacios alrededor
fault-wrong-seat = contestó por el puesto { $answered } desde el puesto { $seat }
fault-wrong-turn = contestó a la petición { $answered } en vez de a la { $asked }
fault-illegal = contestó { $action }, pero { $why }
fault-idle = no hizo nada en su turno

io-denied = permiso denegado
io-no-address = esta máquina no tiene esa dirección
io-is-a-folder = es una carpeta
io-no-folder = una parte de la ruta no es una carpeta
io-full = el disco está lleno
io-read-only = ahí solo se puede leer
