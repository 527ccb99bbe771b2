# Las opciones de un juego de reglas, en el orden de `Choices::OPTIONS`. La forma se explica en la
# versión inglesa.

set = Juego de fichas
    .help = Con qué fichas se juega.
    .rule = Se juega con un juego de { $set-name }, de { $in-set } fichas.
set-double-two = doble dos
set-double-three = doble tres
set-double-four = doble cuatro
set-double-five = doble cinco
set-double-six = doble seis
set-double-seven = doble siete
set-double-eight = doble ocho
set-double-nine = doble nueve
set-double-ten = doble diez
set-double-eleven = doble once
set-double-twelve = doble doce
set-double-thirteen = doble trece
set-double-fourteen = doble catorce
set-double-fifteen = doble quince
set-double-sixteen = doble dieciséis
set-double-seventeen = doble diecisiete
set-double-eighteen = doble dieciocho

removed = Fichas apartadas
    .help = Las que se quedan en la caja.
    .rule = { $n-removed ->
        [0] Ninguna ficha se queda en la caja.
        [one] Se queda en la caja el { $removed-tiles }.
       *[other] Se quedan en la caja: { $removed-tiles }.
    }

players = Jugadores
    .help = Cuántos se sientan a la mesa.
    .rule = Se sientan { $players } a la mesa.

teams = Lados
    .help = Quién anota con quién.
teams-singles = Cada uno por su cuenta
    .rule = { $players ->
        [2] Juegan dos, uno contra otro.
        [3] Juegan tres, cada uno por su cuenta.
        [4] Juegan cuatro, cada uno por su cuenta.
        [5] Juegan cinco, cada uno por su cuenta.
       *[other] Juegan { $players }, cada uno por su cuenta.
    }
teams-pairs = Dos parejas
    .rule = Juegan cuatro en dos parejas; tu compañero se sienta enfrente.

hand = Fichas por jugador
    .help = Cuántas fichas se le reparten a cada uno.
    .rule = Cada quien recibe { $hand ->
        [one] una ficha
       *[other] { $hand } fichas
    } { $asleep ->
        [0] y no sobra ninguna
        [one] y una queda en el pozo
       *[other] y { $asleep } quedan en el pozo
    }.

direction = Sentido
    .help = Quién juega después de ti.
direction-anticlockwise = Hacia la derecha
    .rule = Se juega hacia la derecha, contra las agujas del reloj.
direction-clockwise = Hacia la izquierda
    .rule = Se juega hacia la izquierda, como las agujas del reloj.

opener = Primera salida
    .help = Quién sale en la primera mano y en las que se abren de nuevo.
opener-highest-double = El doble más alto
    .rule = { $next-opener ->
        [same-test] En cada mano sale el que tenga el doble más alto de los repartidos.
       *[other] En la primera mano sale el que tenga { $asleep ->
            [0] el { $highest-double }
           *[other] el doble más alto de los repartidos
        }.
    }
opener-double-blank = El doble blanco
    .rule = { $next-opener ->
        [same-test] En cada mano sale el que tenga el doble blanco.
       *[other] En la primera mano sale el que tenga el doble blanco.
    }
opener-draw-for-set = A la ficha más alta
    .rule = Antes de la primera mano cada uno destapa una ficha, y sale el de la más alta.
opener-first-seat = El primer puesto
    .rule = En la primera mano sale el del primer puesto.
opener-lowest-double = El doble más bajo
    .rule = { $next-opener ->
        [same-test] En cada mano sale el del doble más bajo repartido, contando desde el { $first-double }-{ $first-double }.
       *[other] En la primera mano sale el del doble más bajo repartido, contando desde el { $first-double }-{ $first-double }.
    }
opener-round-double = Un doble más alto cada mano
    .rule = En la primera mano sale el que tenga el { $first-double }-{ $first-double }; en cada mano siguiente, el del próximo doble. Si un doble no se repartió, vale el que le sigue.
opener-highest-tile = La ficha más alta repartida
    .rule = { $next-opener ->
        [same-test] En cada mano sale el de la ficha más alta, sea doble o no.
       *[other] En la primera mano sale el de la ficha más alta, sea doble o no.
    }

first-double = Primer doble de salida
    .help = Doble desde el que se cuentan hacia arriba los dobles de salida; 0 es el doble blanco.
    .rule = Los dobles de salida se cuentan desde el { $first-double }-{ $first-double }.

opening-lead = Ficha de salida
    .help = Con qué tiene que salir.
opening-lead-that-tile = Con esa ficha
    .rule = Hay que salir con esa misma ficha.
opening-lead-any-tile = Con cualquiera
    .rule = Puede salir con la ficha que quiera.

no-double = Nadie tiene dobles
    .help = Qué pasa cuando nadie tiene un doble para salir.
no-double-redeal = Se reparte otra vez
    .rule = Si nadie tiene dobles, se reparte otra vez.
no-double-highest-tile = Sale la ficha más alta
    .rule = Si nadie tiene dobles, sale la ficha con más pintas.
no-double-draw-for-double = Se roba hasta un doble
    .rule = Si nadie tiene dobles, se roba una ficha por turno hasta que a alguien le salga un doble, y sale con él.
no-double-heaviest-hand = Sale la mano más cargada
    .rule = Si nadie tiene dobles, sale con cualquier ficha el jugador con más puntos en sus fichas.

doubles-redeal = Demasiados dobles
    .help = Con cuántos dobles en una mano se reparte otra vez; 0 para nunca.
    .rule = { $doubles-redeal ->
        [0] Se juega aunque alguien tenga muchos dobles.
        [one] Si alguien tiene un doble, se reparte otra vez.
       *[other] Si alguien tiene { $doubles-redeal } dobles o más, se reparte otra vez.
    }

suit-redeal = Demasiadas del mismo número
    .help = Se reparte otra vez si una mano tiene tantas fichas de un número; 0 para nunca.
    .rule = { $suit-redeal ->
        [0] Se juega con todas las fichas de un número que alguien tenga.
        [one] Si alguien tiene una ficha de algún número, se reparte otra vez.
       *[other] Si alguien tiene { $suit-redeal } fichas o más de un número, se reparte otra vez.
    }

doubles-score = Dobles que puntúan
    .help = Con tantos dobles en una mano se anotan puntos y se reparte otra vez; 0 para nunca.
    .rule = { $doubles-score ->
        [0] Los dobles de una mano no valen puntos.
        [one] { $doubles-pay ->
            [stake] Con un doble en una mano se reparte otra vez, y la mano vale más, como después de un empate.
           *[points] Un doble en una mano vale { $doubles-points ->
                [one] un punto
               *[other] { $doubles-points } puntos
            }, y se reparte otra vez.
        }
       *[other] { $doubles-pay ->
            [stake] Si alguien recibe { $doubles-score } dobles o más, se reparte otra vez, y la mano vale más, como después de un empate.
           *[points] Si alguien recibe { $doubles-score } dobles o más, vale { $doubles-points ->
                [one] un punto
               *[other] { $doubles-points } puntos
            }, y se reparte otra vez.
        }
    }

doubles-points = Puntos por los dobles
    .help = Puntos por una mano con suficientes dobles.
    .rule = Una mano con suficientes dobles vale { $doubles-points ->
        [one] un punto
       *[other] { $doubles-points } puntos
    }.

doubles-pay = Lo que dan los dobles que puntúan
    .help = Qué da una mano con suficientes dobles.
doubles-pay-points = Puntos
    .rule = Una mano con suficientes dobles vale puntos.
doubles-pay-stake = Una mano más cara
    .rule = Tras una mano con suficientes dobles, la siguiente vale más, como después de un empate.

doubles-win = Dobles que ganan
    .help = Tantos dobles en una mano ganan la partida; 0 para nunca.
    .rule = { $doubles-win ->
        [0] Ningún número de dobles gana la partida.
        [one] Un doble en una mano gana la partida.
       *[other] Si alguien recibe { $doubles-win } dobles o más, gana la partida.
    }

doubles-opener = Salida después de los dobles
    .help = Quién sale después de una mano de dobles que puntuó.
doubles-opener-stays = Como antes
    .rule = Se sale como se iba a salir antes de repartir otra vez.
doubles-opener-holder = El que los tuvo
    .rule = Después sale el que tuvo los dobles.

set-tie = Fichas iguales al destapar
    .help = Qué pasa cuando las más altas tienen las mismas pintas.
set-tie-draw-again = Se destapa otra vez
    .rule = Si las más altas tienen las mismas pintas, se destapa otra vez.
set-tie-higher-half = Gana el número mayor
    .rule = Con las mismas pintas gana la ficha del número mayor.

next-match-opener = Salida de la revancha
    .help = Si antes de la revancha se vuelven a destapar fichas.
next-match-opener-draw = Se sortea otra vez
    .rule = Antes de la revancha se destapan fichas otra vez para ver quién sale.
next-match-opener-goes-on = Sigue
    .rule = La revancha no se sortea: sale quien habría salido en la mano siguiente.
next-match-opener-next-seat = El siguiente puesto
    .rule = La revancha no se sortea: sale el puesto que sigue al que salió en esta partida.
next-opener = Siguiente salida
    .help = Quién sale después de una mano que alguien ganó.
next-opener-winner = El que ganó
    .rule = Después sale { $teams ->
        [pairs] la pareja que ganó la mano anterior
       *[singles] el que ganó la mano anterior
    }.
next-opener-same-test = La misma prueba
    .rule = Da igual quién haya ganado la mano anterior.
next-opener-rotate = Por turno
    .rule = { $players ->
        [2] La salida va de uno a otro, gane quien gane.
       *[other] La salida va dando la vuelta a la mesa, gane quien gane.
    }

pose = Cuál de los dos sale
    .help = Cuál de los compañeros que ganaron sale en la mano siguiente.
pose-winner = El que dominó
    .rule = De los dos sale el que dominó.
pose-huddle = Se ponen de acuerdo
    .rule = Los dos miran sus fichas y acuerdan quién sale, sin decir una palabra de lo que llevan; se le pregunta primero al que dominó.
pose-lot = A suertes
    .rule = Cuál de los dos sale se echa a suertes.
pose-fixed-seat = Siempre el mismo
    .rule = De cada pareja sale siempre el mismo.

blocked-opener = Salida después de un tranque
    .help = Cuál de los que ganaron sale después de una mano trancada.
blocked-opener-huddle = Se ponen de acuerdo
    .rule = Si se trancó, se le pregunta primero al que de los dos quedó con menos.
blocked-opener-lightest = El que quedó con menos
    .rule = { $teams ->
        [pairs] Si se trancó, sale el que de los dos quedó con menos.
       *[singles] Si se trancó, sale el que ganó.
    }
blocked-opener-blocker-or-next = El que trancó, o el siguiente
    .rule = Si se trancó, sale el que trancó, si ganó su lado, y si no el que le sigue.
blocked-opener-lot = A suertes
    .rule = Si se trancó, sale uno de los que ganaron, a suertes.
blocked-opener-opener = Como en la primera mano
    .rule = Si se trancó, se sale como en la primera mano.

lightest-tie = Compañeros iguales
    .help = Quién sale cuando los dos quedaron con lo mismo en una mano trancada.
lightest-tie-next-in-turn = El que seguía
    .rule = Si los dos quedaron con lo mismo, sale el que habría jugado antes.
lightest-tie-free-choice = El que quieran
    .rule = Si los dos quedaron con lo mismo, sale el que quieran.

tie-opener = Salida después de un empate
    .help = Quién sale después de una mano que nadie ganó.
tie-opener-opener = Como en la primera mano
    .rule = Después de un empate se sale como en la primera mano.
tie-opener-same-seat = El mismo
    .rule = Después de un empate sale otra vez el mismo, con la ficha que quiera.
tie-opener-next-seat = El siguiente
    .rule = Después de un empate sale el siguiente, con la ficha que quiera.

reset-opener = Salida después de volver a cero
    .help = Quién sale cuando los marcadores volvieron a cero.
reset-opener-opener = Como en la primera mano
    .rule = Cuando el marcador vuelve a cero, se sale como en la primera mano.
reset-opener-winner = El que ganó
    .rule = Aunque el marcador vuelva a cero, sale el que ganó.

lead = Con qué sale el que ganó
    .help = Con qué puede salir quien no sale por tener una ficha.
lead-any = Con cualquier ficha
    .rule = { $next-opener ->
        [rotate] Se sale con cualquier ficha.
       *[other] El que ganó puede salir con la ficha que quiera.
    }
lead-double = Con un doble
    .rule = { $next-opener ->
        [rotate] Se sale con un doble, el que se quiera.
       *[other] El que ganó sale con un doble, el que quiera.
    }

pose-pass = Sin doble para salir
    .help = Qué hace el que debe salir con un doble y no tiene.
pose-pass-free = Pasa gratis
    .rule = El que no tiene doble pasa, y el primero que le siga y tenga uno está obligado a salir con él; esos pasos no cuestan nada.
pose-pass-counts = Pasa, y cuenta
    .rule = El que no tiene doble pasa, y el primero que le siga y tenga uno está obligado a salir con él; esos pasos cuentan como cualquiera.
pose-pass-any-tile = Cualquier ficha
    .rule = El que no tiene doble sale con la ficha que quiera.

spinner = Dobles abiertos
    .help = A qué dobles se les juega por los cuatro lados.
spinner-none = Ninguno
    .rule = Las fichas hacen una sola línea con dos puntas; los dobles van atravesados.
spinner-first = El primero
    .rule = Al primer doble que cae se le juega por los cuatro lados; a los demás, no.
spinner-every = Todos
    .rule = Todo doble se abre: se le juega por más de dos lados.

cross = Cruz de salida
    .help = Si los cuatro lados del doble de salida van antes que nada.
cross-free = No
    .rule = No hay que tapar primero los lados de ningún doble.
cross-first = Sí
    .rule = { $spinner ->
        [none] Si se sale con un doble, las dos fichas siguientes van contra sus dos lados, antes que nada.
       *[other] Las cuatro primeras fichas van contra los cuatro lados del doble de salida, antes que nada.
    }

sides = Orden de los lados
    .help = En qué orden se usan los lados de un doble abierto.
sides-sides-first = Primero los costados
    .rule = Al doble abierto se le juega primero por los dos costados y solo después por las cabezas.
sides-any-side = Cualquier lado
    .rule = Los lados libres de un doble abierto se usan en el orden que sea.

later-double = Dobles de después
    .help = Cuántos sitios deja abiertos un doble que cae más tarde.
later-double-three-places = Tres sitios
    .rule = Un doble que cae en un brazo deja tres sitios: derecho, y una línea nueva a cada lado.
later-double-two-places = Dos sitios
    .rule = Un doble que cae en un brazo deja dos sitios: una línea nueva a cada lado, y derecho nada.

arms = Lo que pide un brazo
    .help = Cuándo se puede alargar un brazo que nace del doble de salida.
arms-free = Cualquiera que quepa
    .rule = En un brazo se pone cualquier ficha que quepa.
arms-own-double = Primero su doble
    .rule = La segunda ficha de cada brazo tiene que ser el doble del número que enseña. Ese doble no va en otra parte. Más afuera, un número se puede seguir cuando su doble ya está en la mesa.
arms-any-double = El doble, donde sea
    .rule = Un brazo solo se alarga cuando el doble del número que enseña ya está en la mesa; ese doble va en cualquier brazo que enseñe el número.

after-double = Turno después de un doble
    .help = Quién juega después de que alguien pone un doble.
after-double-next-player = El siguiente
    .rule = Después de un doble juega el siguiente.
after-double-again = El mismo jugador
    .rule = El que pone un doble pone otra ficha más. Si ninguna le cabe, pasa sin robar, y ese paso no cuesta nada.

draw = Robar
    .help = Qué hace el que no lleva.
draw-never = Nunca
    .rule = El que no lleva, pasa{ $asleep ->
        [0] {""}
       *[other] ; del pozo no se roba nunca
    }.
draw-until-playable = Hasta poder jugar
    .rule = El que no lleva roba hasta que le salga una que sirva, y solo pasa cuando ya no hay qué robar.
draw-one-may-play = Una, y si cabe se juega
    .rule = El que no lleva roba una ficha; si le sirve la juega, y si no, pasa.
draw-one-ends-turn = Una en vez de jugar
    .rule = El que no lleva roba una ficha, y ese es su turno; cuando ya no hay qué robar, pasa.

reserve = Fichas que no se roban
    .help = Cuántas fichas del pozo no se roban nunca.
    .rule = { $reserve ->
        [0] Se pueden robar todas las fichas del pozo.
        [one] La última ficha del pozo no se roba nunca.
       *[other] Las { $reserve } últimas no se roban nunca.
    }

draw-when = Quién puede robar
    .help = Si puede robar el que lleva.
draw-when-unable = Solo el que no lleva
    .rule = El que lleva tiene que jugar y no puede robar.
draw-when-any-time = Cualquiera
    .rule = El que lleva también puede robar.

dead-chain = Ya no cabe nada
    .help = Qué pasa cuando ninguna ficha puede jugarse jamás y todavía queda pozo.
dead-chain-keep-drawing = Se sigue robando
    .rule = Aunque ya ninguna ficha pueda jugarse jamás, se sigue robando.
dead-chain-ends-round = Queda trancado
    .rule = Si ya ninguna ficha puede jugarse jamás, la mano queda trancada aunque quede pozo.

block-seen = Cómo se ve que está trancado
    .help = Cuándo la mano se da por trancada.
block-seen-at-once = Enseguida
    .rule = Se tranca en cuanto nadie puede jugar{ $draw ->
        [never] {""}
       *[other] { $asleep ->
            [0] {""}
           *[other] {" "}ni robar
        }
    }; no hace falta que pasen todos.
block-seen-by-passes = Con el paso de todos
    .rule = Se da por trancada cuando todos pasan uno tras otro, y esos pasos cuentan como cualquiera.

going-out = Dominar
    .help = Quién tiene que quedarse sin fichas para que termine la mano.
going-out-one = Uno
    .rule = { $teams ->
        [pairs] { $out-winner ->
            [lightest-team] La mano termina cuando alguien domina, es decir, pone su última ficha, o cuando se tranca.
           *[player-out] La mano termina cuando alguien domina, es decir, pone su última ficha y gana para su pareja, o cuando se tranca.
        }
       *[singles] La mano termina cuando alguien domina, es decir, pone su última ficha y gana, o cuando se tranca.
    }
going-out-both-partners = Los dos compañeros
    .rule = La mano termina cuando los dos de una pareja se quedan sin fichas, o cuando se tranca; al que acaba primero se le salta.

out-winner = Quién gana si alguien domina
    .help = Quién gana una mano en la que alguien dominó.
out-winner-player-out = El lado que dominó
    .rule = La mano la gana el lado del que domina.
out-winner-lightest-team = La pareja con menos puntos
    .rule = Cuando alguien domina, gana la pareja a la que le quedan menos puntos en las fichas, aunque haya dominado la otra. Si quedan iguales, no gana nadie.

block-winner = Quién gana si se tranca
    .help = Qué fichas deciden una mano trancada.
block-winner-lightest-hand = El que menos tiene
    .rule = { $teams ->
        [pairs] La mano trancada la gana la pareja del jugador que quedó con menos, tenga lo que tenga el compañero.
       *[singles] La mano trancada la gana el que quedó con menos.
    }
block-winner-lightest-team = El lado que menos junta
    .rule = { $teams ->
        [pairs] La mano trancada la gana la pareja que junta menos.
       *[singles] La mano trancada la gana el que quedó con menos.
    }
block-winner-nobody = Nadie
    .rule = La mano trancada no la gana nadie.
block-winner-blocker-or-next = El que trancó o el siguiente
    .rule = En una mano trancada se comparan las fichas del que trancó y del siguiente; gana el lado del que menos tiene.
block-winner-blocker-or-previous = El que trancó o el anterior
    .rule = En una mano trancada se comparan las fichas del que trancó y del anterior; gana el lado del que menos tiene.

block-tie = Mano trancada con empate
    .help = Quién gana la mano trancada cuando lo más bajo es igual.
block-tie-nobody = Nadie
    .rule = Si lo más bajo empata { $teams ->
        [pairs] entre las dos parejas
       *[singles] { $players ->
            [2] entre los dos
           *[other] entre varios
        }
    }, la mano no la gana nadie.
block-tie-seat-order = El primero en el orden
    .rule = Si lo más bajo empata, gana el primero en el orden de los puestos.
block-tie-openers-side = El lado del que salió
    .rule = Si lo más bajo empata, gana el lado del que salió, si está entre ellos; si no, nadie.
block-tie-blocker = El lado del que trancó
    .rule = Si lo más bajo empata, gana el lado del que trancó, si está entre ellos; si no, nadie.
block-tie-blockers-opponents = Los contrarios del que trancó
    .rule = Si lo más bajo empata entre el lado que trancó y otro, gana el otro; si no, nadie.
block-tie-lightest-tile = La ficha más liviana
    .rule = Si lo más bajo empata, decide la ficha más liviana; si también es igual, nadie gana.
block-tie-nearest-to-opener = El primero desde el que salió
    .rule = Si lo más bajo empata, gana aquel a quien le toca primero, contando desde el que salió.

ties-in-a-row = Límite de empates seguidos
    .help = Tras tantos empates seguidos, otra comparación decide el tranque empatado; 0 para nunca.
    .rule = { $ties-in-a-row ->
        [0] El tranque empatado queda en empate, por muchos empates que haya habido.
        [one] Después de un empate, otro tranque empatado lo gana { $block-winner ->
            [lightest-team] la pareja con la mano más liviana
           *[other] la pareja que junta menos
        }.
       *[other] Después de { $ties-in-a-row } empates seguidos, otro tranque empatado lo gana { $block-winner ->
            [lightest-team] la pareja con la mano más liviana
           *[other] la pareja que junta menos
        }.
    }

block-limit = Límite para ganar la trancada
    .help = La mano trancada solo se gana con menos pintas que estas; 0 si vale con cualquier número.
    .rule = { $block-limit ->
        [0] La mano trancada se gana con cualquier número de pintas.
       *[other] La mano trancada solo se gana con menos de { $block-limit } pintas; si no, nadie la gana.
    }

double-pips = Cuenta de un doble
    .help = Cuánto cuenta un doble que te queda.
double-pips-both-halves = Las dos mitades
    .rule = Un doble que te queda cuenta sus dos mitades: el 5-5 son diez.
double-pips-once = Una mitad
    .rule = Un doble que te queda cuenta una sola mitad: el 5-5 son cinco.

double-blank = Cuenta del doble blanco
    .help = Cuánto cuenta el doble blanco que te queda.
double-blank-nothing = Nada
    .rule = El doble blanco que te queda no cuenta nada.
double-blank-ten = Diez
    .rule = El doble blanco que te queda cuenta diez.
double-blank-ten-alone = Diez si está solo
    .rule = El doble blanco cuenta diez si es la única ficha que te queda; si no, nada.
double-blank-priced = Su propio valor
    .rule = El doble blanco que te queda cuenta { $double-blank-pips }.
double-blank-priced-alone = Su propio valor si está solo
    .rule = El doble blanco cuenta { $double-blank-pips } si es la única ficha que te queda; si no, nada.

double-blank-pips = Valor del doble blanco
    .help = Pintas del doble blanco cuando tiene su propio valor.
    .rule = El valor del doble blanco es { $double-blank-pips }.

highest-double-pips = Cuenta del doble más alto
    .help = Pintas del doble más alto que te queda; 0 si cuenta las suyas.
    .rule = { $highest-double-pips ->
        [0] El doble más alto que te queda cuenta sus pintas.
       *[other] El { $highest-double } que te queda cuenta { $highest-double-pips }.
    }

hand-count = Cuenta de una ficha
    .help = Si las fichas que quedan cuentan sus pintas.
hand-count-pips = Sus pintas
    .rule = Las fichas que quedan cuentan sus pintas.
hand-count-tiles = Una
    .rule = Cada ficha que queda cuenta como una pinta.
own-tiles = Fichas propias del que pierde
    .help = Si las fichas de los que pierden también bajan su propia cuenta.
own-tiles-free = No se descuentan
    .rule = La cuenta de los que pierden queda igual.
own-tiles-taken-off = Se descuentan
    .rule = Los puntos de las fichas que le quedan a cada lado que pierde se le descuentan de su propia cuenta, hasta cero.

score = Qué se anota
    .help = En qué se anota una mano.
score-games = Manos ganadas
    .rule = { $round-price ->
        [table] Los que ganan una mano se anotan puntos.
       *[one] Mano ganada, un punto.
    }
score-pips = Pintas
    .rule = Los que ganan una mano se anotan las pintas que quedan sin jugar.
score-penalties = Castigos
    .rule = El que domina no se apunta nada. A los demás se les apuntan en contra las pintas que les quedan. Se doblan si entre ellas hay un doble, y otra vez si el ganador dominó con un doble.

out-count = Puntos por dominar
    .help = Qué fichas pagan cuando alguien domina.
out-count-losers = Las de los que pierden
    .rule = { $teams ->
        [pairs] Al dominar, la pareja se anota lo que les quedó a los contrarios; lo del compañero no cuenta.
       *[singles] El que domina se anota { $players ->
            [2] lo que le quedó al otro
           *[other] lo que les quedó a los demás
        }.
    }
out-count-all-others = Las de todos los demás
    .rule = { $teams ->
        [pairs] Al dominar, la pareja se anota lo que les quedó a los otros tres, también al compañero.
       *[singles] El que domina se anota { $players ->
            [2] lo que le quedó al otro
           *[other] lo que les quedó a los demás
        }.
    }
out-count-one-point = Un punto
    .rule = Dominar vale un punto.

block-count = Puntos por la mano trancada
    .help = Qué fichas pagan cuando se tranca.
block-count-difference = La diferencia
    .rule = { $teams ->
        [pairs] Si se tranca, los que ganan se anotan la diferencia entre las dos parejas.
       *[singles] { $players ->
            [2] Si se tranca, el que gana se anota la diferencia con el otro.
           *[other] Si se tranca, cada perdedor paga la diferencia con el que gana.
        }
    }
block-count-subtract-once = Todo menos lo suyo
    .rule = Si se tranca, los que ganan se anotan todo lo de los que pierden, menos lo suyo una vez.
block-count-losers = Las de los que pierden
    .rule = { $teams ->
        [pairs] Si se tranca, los que ganan se anotan lo que les quedó a los contrarios; lo suyo no cuenta.
       *[singles] Si se tranca, el que gana se anota { $players ->
            [2] lo que le quedó al otro
           *[other] lo que les quedó a los demás
        }; lo suyo no cuenta.
    }
block-count-all-hands = Todas las manos
    .rule = { $teams ->
        [pairs] Si se tranca, los que ganan se anotan lo que les quedó a todos, también lo suyo.
       *[singles] Si se tranca, el que gana se anota lo que les quedó a todos, también lo suyo.
    }
block-count-one-point = Un punto
    .rule = Ganar una mano trancada vale un punto.
block-count-nothing = Nada
    .rule = La mano trancada no vale nada.
block-count-each-heavier = Diferencia con cada más cargado
    .rule = Si se tranca, cada lado anota la diferencia con cada uno más cargado.

rounding = Redondeo
    .help = Si las pintas ganadas se redondean.
rounding-exact = Ninguno
    .rule = Las pintas no se redondean.
rounding-each-loser = A cada uno
    .rule = { $n-sides ->
        [2] Se redondea { $rounding-way ->
            [down] hacia abajo, a un múltiplo de { $rounding-to }
            [up] hacia arriba, a un múltiplo de { $rounding-to }
           *[nearest] { $rounding-to ->
                [5] al cinco más cercano
               *[other] al múltiplo de { $rounding-to } más cercano
            }
        }.
       *[other] Lo que paga cada uno se redondea { $rounding-way ->
            [down] hacia abajo, a un múltiplo de { $rounding-to }
            [up] hacia arriba, a un múltiplo de { $rounding-to }
           *[nearest] { $rounding-to ->
                [5] al cinco más cercano
               *[other] al múltiplo de { $rounding-to } más cercano
            }
        }.
    }
rounding-sum = La suma
    .rule = La suma se redondea { $rounding-way ->
        [down] hacia abajo, a un múltiplo de { $rounding-to }
        [up] hacia arriba, a un múltiplo de { $rounding-to }
       *[nearest] { $rounding-to ->
            [5] al cinco más cercano
           *[other] al múltiplo de { $rounding-to } más cercano
        }
    }.

rounding-to = Redondeo a
    .help = El número de pintas a cuyos múltiplos se redondea, como 5 o 10.
    .rule = Se redondea a múltiplos de { $rounding-to }.
rounding-way = Redondeo hacia arriba o abajo
    .help = A qué múltiplo se redondean las pintas.
rounding-way-nearest = Al más cercano
    .rule = Se redondea al múltiplo más cercano; desde la mitad, hacia arriba.
rounding-way-down = Hacia abajo
    .rule = Se redondea hacia abajo.
rounding-way-up = Hacia arriba
    .rule = Se redondea hacia arriba.

pips-per-point = Pintas por punto
    .help = Cuántas pintas hacen un punto.
    .rule = { $pips-per-point ->
        [one] Cada pinta es un punto.
       *[other] Cada { $pips-per-point } pintas son un punto.
    }

band = Pintas de un tramo
    .help = Cuántas pintas más dan un punto más; 0 si no hay tramos.
    .rule = { $band ->
        [0] Las pintas no se cuentan por tramos.
       *[other] { $first-band ->
            [0] Las pintas ganadas dan
           *[other] Hasta { $first-band } pintas ganadas dan
        } { $first-band-points ->
            [0] cero puntos
            [one] un punto
           *[other] { $first-band-points } puntos
        }, y cada { $band } pintas más, o parte de ellas, un punto más.
    }
first-band = Primer tramo
    .help = Las pintas con que acaba el primer tramo.
    .rule = El primer tramo acaba en { $first-band } pintas.
first-band-points = Puntos del primer tramo
    .help = Lo que da el primer tramo; cada tramo siguiente da uno más.
    .rule = El primer tramo da { $first-band-points ->
        [0] cero puntos
        [one] un punto
       *[other] { $first-band-points } puntos
    }.

key-tile = Llave
    .help = Qué añade dominar con la única ficha que ya cabe en dos puntas distintas.
key-tile-off = Nada
    .rule = Dominar con la llave es una mano como cualquier otra.
key-tile-adds-one = Uno más
    .rule = Dominar con la llave, la única ficha sin jugar que todavía cabe, y que une dos números distintos, vale un punto más.
key-tile-flat-two = Dos en total
    .rule = Dominar con la llave, la única ficha sin jugar que todavía cabe, y que une dos números distintos, hace que la mano valga dos{ $stakes ->
        [off] {""}
       *[other] , o lo que valga si es más
    }.

round-price = Valor de una mano
    .help = Cuánto vale una mano ganada donde se cuentan manos.
round-price-one = Un punto
    .rule = Todas las manos ganadas valen lo mismo.
round-price-table = Según el final
    .rule = Lo que vale una mano ganada depende de cómo termina.

price-out = Precio: una punta
    .help = Puntos por dominar con una ficha que no es doble y va en una punta.
    .rule = { $price-out ->
        [0] Dominar con una ficha que no es doble, por una punta, no vale nada.
        [one] Dominar con una ficha que no es doble, por una punta, vale un punto.
       *[other] Dominar con una ficha que no es doble, por una punta, vale { $price-out } puntos.
    }

price-double = Precio: doble
    .help = Puntos por dominar con un doble que va en una punta.
    .rule = { $price-double ->
        [0] Dominar con un doble por una punta no vale nada.
        [one] Dominar con un doble por una punta vale un punto.
       *[other] Dominar con un doble por una punta vale { $price-double } puntos.
    }

price-both-ends = Precio: dos puntas
    .help = Puntos por dominar con una ficha que no es doble y va en las dos puntas.
    .rule = { $price-both-ends ->
        [0] Dominar con una ficha que no es doble y va en las dos puntas no vale nada.
        [one] Dominar con una ficha que no es doble y va en las dos puntas vale un punto.
       *[other] Dominar con una ficha que no es doble y va en las dos puntas vale { $price-both-ends } puntos.
    }

price-both-ends-double = Precio: doble a dos puntas
    .help = Puntos por dominar con un doble que va en las dos puntas.
    .rule = { $price-both-ends-double ->
        [0] Dominar con un doble que va en las dos puntas no vale nada.
        [one] Dominar con un doble que va en las dos puntas vale un punto.
       *[other] Dominar con un doble que va en las dos puntas vale { $price-both-ends-double } puntos.
    }

price-own-block = Precio: tranque ganado
    .help = Puntos por trancar y ganar.
    .rule = { $price-own-block ->
        [0] Trancar y ganar no vale nada.
        [one] Trancar y ganar vale un punto.
       *[other] Trancar y ganar vale { $price-own-block } puntos.
    }

price-lost-block = Precio: tranque perdido
    .help = Puntos por ganar una mano que trancaron otros.
    .rule = { $price-lost-block ->
        [0] Ganar una mano que trancaron otros no vale nada.
        [one] Ganar una mano que trancaron otros vale un punto.
       *[other] Ganar una mano que trancaron otros vale { $price-lost-block } puntos.
    }

block-fine = Multa por trancar y perder
    .help = Puntos que pierde quien tranca y pierde, sin bajar de cero; 0 si no hay.
    .rule = { $block-fine ->
        [0] Trancar y perder no cuesta nada.
        [one] El lado que tranca y pierde devuelve un punto, si lo tiene.
       *[other] El lado que tranca y pierde devuelve { $block-fine } puntos, o todos los que tenga.
    }

stakes = Empates que suben
    .help = Qué le hace un empate a la mano siguiente.
stakes-off = No se juega
    .rule = Un empate no cambia lo que vale la mano siguiente.
stakes-rising = Uno más por empate
    .rule = Después de un empate la mano vale dos, después de dos empates tres, y así. Sale la pareja que va ganando; con cero a cero se sale como en la primera mano.
stakes-two = Dos
    .rule = Después de un empate la mano vale dos, por muchos empates que haya habido, y se sale como en la primera.

first-game = Primera mano ganada
    .help = Puntos que se le suman a la primera mano ganada.
    .rule = { $first-game ->
        [0] Ganar la primera mano no da nada más.
       *[other] Ganar la primera mano da { $first-game } más.
    }
second-game = Segunda mano ganada
    .help = Puntos que se le suman a la segunda mano ganada.
    .rule = { $second-game ->
        [0] Ganar la segunda mano no da nada más.
       *[other] Ganar la segunda mano da { $second-game } más.
    }
third-game = Tercera mano ganada
    .help = Puntos que se le suman a la tercera mano ganada.
    .rule = { $third-game ->
        [0] Ganar la tercera mano no da nada más.
       *[other] Ganar la tercera mano da { $third-game } más.
    }
fourth-game = Cuarta mano ganada
    .help = Puntos que se le suman a la cuarta mano ganada.
    .rule = { $fourth-game ->
        [0] Ganar la cuarta mano no da nada más.
       *[other] Ganar la cuarta mano da { $fourth-game } más.
    }

game-number = Cómo se numeran las manos
    .help = Qué manos cuentan como primera y segunda para esos premios.
game-number-decided = Las ganadas
    .rule = Solo se numeran las manos que alguien ganó: el empate le deja su premio a la siguiente.
game-number-every = Todas
    .rule = Se numeran todas las manos: el empate gasta su premio.

capicu = Capicú
    .help = Puntos por dominar con una ficha que cabe en las dos puntas; 0 para ninguno.
    .rule = { $capicu ->
        [0] El capicú no da nada.
       *[other] El capicú, dominar con una ficha que cabe en las dos puntas, da { $capicu } más.
    }
capicu-when = Cuándo es capicú
    .help = Qué última ficha cuenta como capicú.
capicu-when-not-double = Todas menos un doble
    .rule = Un doble nunca es capicú, pero las dos puntas pueden tener el mismo número.
capicu-when-different-ends = Solo con puntas distintas
    .rule = Solo es capicú si las dos puntas tienen números distintos.
capicu-when-double-too = También un doble
    .rule = Un doble también puede ser capicú.
capicu-pays = Qué da el capicú
    .help = Si el capicú da puntos fijos o vale doble.
capicu-pays-points = Puntos fijos
    .rule = El capicú da lo mismo en todas las manos.
capicu-pays-doubles = Vale doble
    .rule = El capicú, dominar con una ficha que cabe en las dos puntas, vale doble. Lo que dan las fichas de la mano se apunta dos veces; los premios no se doblan.

chuchazo = Chuchazo
    .help = Puntos por dominar con el doble blanco; 0 para ninguno.
    .rule = { $chuchazo ->
        [0] El chuchazo no da nada.
       *[other] El chuchazo, dominar con el doble blanco, da { $chuchazo } más.
    }
chuchazo-when = Cuándo es chuchazo
    .help = Si cuenta el doble blanco entre dos blancas.
chuchazo-when-always = Siempre
    .rule = Es chuchazo quepa donde quepa el doble blanco.
chuchazo-when-not-between-blanks = No entre blancas
    .rule = No es chuchazo cuando las dos puntas son blancas.

paso = Paso
    .help = Puntos por hacer pasar a un contrario; 0 para ninguno.
    .rule = { $paso ->
        [0] Hacer pasar a un contrario no da nada.
       *[other] { $teams ->
            [pairs] Cuando un contrario pasa con la ficha que tú pusiste, tu pareja gana { $paso } puntos; el paso de tu compañero es gratis.
           *[singles] Cuando { $players ->
                [2] el otro
               *[other] alguien
            } pasa con la ficha que tú pusiste, ganas { $paso } puntos.
        }
    }
paso-when = Qué pasos pagan
    .help = Cuáles de los pasos después de una ficha pagan.
paso-when-every-opponent = El de cada contrario
    .rule = Paga cada contrario que pase con ella.
paso-when-once-per-tile = Uno por ficha
    .rule = Cada ficha cobra un solo paso.

first-paso = Primer paso
    .help = Puntos por el primer paso que vale; 0 si vale como los demás.
    .rule = { $first-paso ->
        [0] El primer paso vale como los demás.
        [one] El primer paso vale un punto.
       *[other] El primer paso vale { $first-paso } puntos.
    }

first-paso-of = De qué es el primer paso
    .help = Cuántas veces se paga el primer paso.
first-paso-of-match = De la partida
    .rule = Solo cuenta el primer paso de la partida.
first-paso-of-round = De cada mano
    .rule = Cada mano tiene su primer paso.
pase-corrido = Pase corrido
    .help = Puntos por hacer pasar a todos los demás y seguir jugando; 0 para ninguno.
    .rule = { $pase-corrido ->
        [0] Hacer pasar a todos los demás no da nada.
       *[other] Cuando todos los demás, compañeros incluidos, pasan con tu ficha y tú puedes seguir, { $teams ->
            [pairs] tu pareja gana
           *[singles] ganas
        } { $pase-corrido } por el pase corrido.
    }
pase-de-salida = Pase de salida
    .help = Puntos por salir con una ficha con la que pasa el siguiente; 0 para ninguno.
    .rule = { $pase-de-salida ->
        [0] Que pasen con la ficha de salida no da nada.
       *[other] Cuando el que te sigue pasa con la ficha con la que saliste, { $teams ->
            [pairs] tu pareja gana
           *[singles] ganas
        } { $pase-de-salida } por el pase de salida.
    }
pase-de-salida-when = Qué salidas pagan
    .help = Si el pase de salida pide un doble, o paga más sin él.
pase-de-salida-when-any-tile = Todas
    .rule = Cualquier ficha de salida puede cobrarlo.
pase-de-salida-when-double = Solo con doble
    .rule = Solo lo cobra un doble.
pase-de-salida-when-plain-twice = Sin doble, dos veces
    .rule = La ficha que no es doble lo cobra dos veces.

block-bonus = Premio por la mano trancada
    .help = Puntos que se le suman a una mano trancada ganada; 0 para ninguno.
    .rule = { $block-bonus ->
        [0] Ganar la mano trancada no da nada más.
       *[other] Ganar la mano trancada da { $block-bonus } más.
    }
bonus-below = Límite de los premios
    .help = Los premios solo cuentan para el lado que empezó la mano con menos puntos que estos; 0 para ningún límite.
    .rule = { $bonus-below ->
        [0] Los premios cuentan siempre.
       *[other] Los premios solo cuentan para el lado que empezó la mano con menos de { $bonus-below } puntos.
    }

double-out = Dominar con un doble
    .help = Puntos por dominar con un doble.
    .rule = { $double-out ->
        [0] Dominar con un doble no vale nada más.
        [one] Dominar con un doble vale un punto más.
       *[other] Dominar con un doble vale { $double-out } puntos más.
    }

hanged-blank = Doble blanco ahorcado
    .help = Puntos por dominar cuando un perdedor tiene el doble blanco y ya no puede ponerse.
    .rule = { $hanged-blank ->
        [0] El doble blanco ahorcado no da nada más.
        [one] Dominar vale un punto más si un perdedor tiene el doble blanco y ya no puede ponerse.
       *[other] Dominar vale { $hanged-blank } puntos más si un perdedor tiene el doble blanco y ya no puede ponerse.
    }

blocker-bonus = Trancar
    .help = Puntos para el lado que tranca, gane quien gane.
    .rule = { $blocker-bonus ->
        [0] Trancar no vale nada.
        [one] Trancar vale un punto, gane quien gane.
       *[other] Trancar vale { $blocker-bonus } puntos, gane quien gane.
    }

ends = Puntas que dan puntos
    .help = Qué sumas de las puntas abiertas dan puntos mientras se juega.
ends-off = Ninguna
    .rule = Las puntas abiertas no dan puntos.
ends-fives = Cincos
    .rule = Cada vez que con tu ficha las puntas abiertas suman un múltiplo de cinco, te anotas ahí mismo { $pips-per-point ->
        [one] ese total
       *[other] un punto por cada cinco
    }.
ends-threes = Treses
    .rule = Cada vez que con tu ficha las puntas abiertas suman un múltiplo de tres, te anotas ese total ahí mismo.
ends-sevens = Sietes
    .rule = Cada vez que con tu ficha las puntas abiertas suman un múltiplo de siete, te anotas ese total ahí mismo.
ends-fives-and-threes = Cincos y treses
    .rule = Cada vez que con tu ficha las puntas abiertas suman un múltiplo de cinco o de tres, te anotas ese total ahí mismo; quince son quince.
ends-each-multiple = Las veces que cabe cada uno
    .rule = Cada vez que con tu ficha las puntas abiertas suman un múltiplo de cinco o de tres, anotas. Cuentan las veces que caben el cinco y el tres: quince son tres y cinco, ocho puntos.
ends-total-for-each = El total por cada uno
    .rule = Cada vez que con tu ficha las puntas abiertas suman un múltiplo de cinco o de tres, te anotas ese total ahí mismo. Vale dos veces si lo es de los dos: quince son treinta.
ends-multiples = Otro número
    .rule = Cada vez que con tu ficha las puntas abiertas suman un múltiplo de { $ends-divisor }, te anotas ahí mismo { $pips-per-point ->
        [one] ese total
       *[other] un punto por cada { $ends-divisor }
    }.
ends-equal = Puntas iguales
    .rule = Cada vez que con tu ficha todas las puntas abiertas muestran el mismo número, anotas ahí mismo.
ends-equal-total = Puntas iguales, su suma
    .rule = Cada vez que con tu ficha todas las puntas abiertas muestran el mismo número, te anotas su suma ahí mismo.

ends-divisor = Número que puntúa
    .help = Número cuyos múltiplos dan puntos.
    .rule = Dan puntos los múltiplos de { $ends-divisor }.
equal-ends = Puntos por puntas iguales
    .help = Puntos cuando todas las puntas abiertas muestran el mismo número.
    .rule = Las puntas iguales dan { $equal-ends ->
        [one] un punto
       *[other] { $equal-ends } puntos
    }; el doble de salida tiene las dos puntas.
equal-ends-double = Puntas iguales con doble
    .help = Puntos cuando hay un doble en una de las puntas iguales.
    .rule = Con un doble en una de ellas, las puntas iguales dan { $equal-ends-double ->
        [one] un punto
       *[other] { $equal-ends-double } puntos
    }.

calls = Cantar los puntos
    .help = Si los puntos de las puntas hay que cantarlos.
calls-automatic = Se anotan solos
    .rule = Esos puntos se anotan sin pedirlos.
calls-muggins = Muggins
    .rule = Esos puntos hay que cantarlos; cuando cae la ficha siguiente, el contrario que grite «¡Muggins!» se lleva los que se olvidaron.
calls-declared = Cantar o perder
    .rule = Esos puntos hay que cantarlos antes de la jugada siguiente; si no, se pierden.
call-sum = Quién dice cuántos
    .help = Si la mesa avisa de lo que hay que cantar o cada quien lleva su cuenta.
call-sum-told = La mesa
    .rule = La mesa avisa cuando hay puntos que cantar, y ningún canto está equivocado.
call-sum-own = Quien canta
    .rule = La mesa no dice la suma. Quien puso la última ficha dice los puntos, una sola vez y antes de que caiga la siguiente; si se equivoca de número, no cobra nada.
wrong-call = Precio de un canto equivocado
    .help = Puntos para cada uno de los otros lados cuando alguien dice un número que no es, o grita «¡Muggins!» por nada; 0 para ninguno.
    .rule = { $wrong-call ->
        [0] Un canto equivocado no cuesta nada más.
        [one] Un canto equivocado le da un punto a cada uno de los demás.
       *[other] Un canto equivocado le da { $wrong-call } puntos a cada uno de los demás.
    }

three-passes = Tres pasos
    .help = Castigo por cada tercer paso seguido; 0 para ninguno.
    .rule = { $three-passes ->
        [0] Tres pasos seguidos no cuestan nada.
       *[other] Tres pasos seguidos cuestan { $three-passes } puntos.
    }
board-pass = Paso de mesa
    .help = Castigo para cada uno de los demás cuando todos pasan con la misma ficha; 0 para ninguno.
    .rule = { $board-pass ->
        [0] No cuesta nada que todos los demás pasen con la misma ficha.
       *[other] Si todos los demás pasan antes de que el mismo vuelva a jugar, que es el paso de mesa, se llevan { $board-pass } puntos cada uno.
    }
board-pass-block = Paso de mesa al trancar
    .help = Si es paso de mesa la ficha después de la cual ya nadie puede jugar.
board-pass-block-no = No
    .rule = La ficha que tranca la mano no es paso de mesa.
board-pass-block-yes = Sí
    .rule = La ficha que tranca la mano también es paso de mesa.
pass-penalties = Los dos castigos a la vez
    .help = Qué cuesta el paso que es el tercero seguido y además paso de mesa.
pass-penalties-both = Los dos
    .rule = El paso que cae en las dos cosas paga las dos.
pass-penalties-larger = El mayor
    .rule = El paso que cae en las dos cosas paga solo la mayor.
block-penalties = Castigos si se tranca
    .help = Quién cuenta sus fichas cuando se tranca un juego de castigos.
block-penalties-everybody = Todos
    .rule = Si se tranca, cuentan todos, también el que gana; se compara antes de doblar nada.
block-penalties-winner-free = Todos menos el que gana
    .rule = Si se tranca, el que gana no cuenta nada.
block-penalties-after-doubling = Todos, ya doblados
    .rule = Si se tranca, cuentan todos, también el que gana; se compara con los dobles ya doblados.
block-penalties-void = Nadie
    .rule = Si se tranca, nadie cuenta y nadie gana.
block-penalties-heaviest-takes-all = La mano más cargada
    .rule = Si se tranca, el que tiene más pintas cuenta las de todos; si varios tienen las mismas, cuentan todos.

hand-penalties = Fichas que quedan
    .help = Cómo cuentan contra ti las fichas que te quedan.
hand-penalties-doubled = Dobladas por los dobles
    .rule = Las fichas que quedan cuentan doble en una mano con un doble, y otra vez doble si se dominó con uno.
hand-penalties-plain = Sus pintas
    .rule = Cada uno cuenta las pintas que le quedan, y nada más.

target = Tope
    .help = Los puntos con que se gana la partida o, en un juego de castigos, con que se acaba.
    .rule = { $score ->
        [penalties] { $at-target ->
            [player-out] La partida es a { $target } puntos en contra.
           *[match-ends] La partida se acaba cuando alguien tiene { $target } puntos en contra o más; gana el que menos tiene, y los que llegaron a { $target } pierden.
        }
        [games] { $love ->
            [any-other] La partida es a { $target } puntos con { $n-sides ->
                [2] el otro lado
               *[other] todos los demás
            } en cero.
            [everybody] La partida es a { $target } puntos, mientras { $n-sides ->
                [2] el otro siga
               *[other] alguno siga
            } en cero.
           *[off] La partida es a { $target } puntos.
        }
       *[pips] La partida es a { $target } puntos.
    }

at-target = En el tope
    .help = Si quien llega al tope acaba la partida, o sale y los demás siguen.
at-target-match-ends = Se acaba la partida
    .rule = Llegar al tope acaba la partida.
at-target-player-out = El jugador sale
    .rule = { $score ->
        [penalties] El jugador que llega a { $target } sale al acabar la mano; los demás siguen con las mismas fichas cada uno. { $players-left ->
            [one] El último que queda gana.
           *[other] Con { $players-left } jugadores se acaba la partida, y gana el que menos tiene.
        }
       *[other] El jugador que llega a { $target } termina al acabar la mano; los demás siguen con las mismas fichas cada uno. El primero que termina gana. { $players-left ->
            [one] Con un jugador se acaba la partida.
           *[other] Con { $players-left } jugadores se acaba la partida.
        }
    }
players-left = Jugadores que quedan
    .help = La partida se acaba cuando queda este número de jugadores.
    .rule = { $players-left ->
        [one] La partida se acaba cuando queda un jugador.
       *[other] La partida se acaba cuando quedan { $players-left } jugadores.
    }

match-rounds = Manos de una partida
    .help = Número de manos tras las que gana el mejor tanteo; 0 para cualquiera.
    .rule = { $match-rounds ->
        [0] Una partida tiene las manos que hagan falta.
        [one] Después de una mano gana el mejor tanteo; si hay empate, se sigue.
       *[other] Después de { $match-rounds } manos gana el mejor tanteo; si hay empate, se sigue.
    }

first-score = Primera anotación
    .help = Con cuántos puntos empieza a anotar un lado que no tiene nada; 0 con cualquiera.
    .rule = { $first-score ->
        [0] Un lado sin puntos anota cualquier mano.
       *[other] Un lado sin puntos solo anota una mano de { $first-score } puntos o más.
    }
finish = Llegar al tope
    .help = Si uno se puede pasar del tope.
finish-at-least = Eso o más
    .rule = También vale pasar de { $target }.
finish-exact = Justos
    .rule = Hay que llegar justo al tope: los puntos que se pasarían no se cuentan.
match-check = Final de la partida
    .help = Cuándo se mira si alguien llegó al tope.
match-check-immediate = Ahí mismo
    .rule = La partida se acaba en cuanto alguien llega, aunque sea a media mano.
match-check-end-of-round = Al acabar la mano
    .rule = Los marcadores se miran al acabar la mano; gana { $score ->
        [penalties] el más bajo
       *[other] el más alto
    }, y si hay empate se juega otra mano.
love = Volver a cero
    .help = Cuándo los marcadores vuelven a cero.
love-off = Nunca
    .rule = Los puntos hechos ya no se pierden.
love-any-other = Si gana el que no lleva
    .rule = El que gana una mano cuando los otros tienen puntos no anota nada, pero el marcador vuelve a cero.
love-everybody = Cuando todos ganaron
    .rule = En cuanto todos han ganado una mano, los marcadores vuelven a cero.
one-all = Uno a uno
    .help = Qué pasa cuando pierde una mano el lado que tiene un solo punto.
one-all-reset = Se vuelve a cero
    .rule = Un solo punto se pierde como cualquier ventaja.
one-all-play-off = Desempate
    .rule = Pero si pierde el lado que tiene un punto, queda uno a uno: un desempate, que se abre como la primera mano, lo deja dos a cero.
one-all-play-off-winner-leads = Desempate, salen los que ganaron
    .rule = Pero si pierde el lado que tiene un punto, queda uno a uno: un desempate, en el que salen los que lo empataron, lo deja dos a cero.
skunk = Zapato
    .help = Qué significa perder sin haber dado la vuelta al tablero.
skunk-off = Nada
    .rule = Da igual hasta dónde llegó el que pierde.
skunk-noted = Se apunta
    .rule = El que pierde sin haber llegado a { $skunk-line } queda zapatero, y se apunta.
skunk-agreed = Castigo acordado
    .rule = El que pierde sin haber llegado a { $skunk-line } queda zapatero y debe el castigo acordado antes de la partida.
skunk-counts-double = Dos partidas
    .rule = El que pierde sin haber llegado a { $skunk-line } queda zapatero y perdió dos partidas.
skunk-line = Línea del zapato
    .help = Los puntos que libran del zapato al que pierde.
    .rule = La vuelta del tablero se da con { $skunk-line } puntos.

false-play = Jugada falsa
    .help = Precio de pasar llevando o de una jugada que no vale; 0 para ninguno.
    .rule = { $false-play ->
        [0] Pasar llevando, o una jugada que no vale, no cuesta nada.
       *[other] { $score ->
           *[penalties] Pasar llevando, o una jugada que no vale, cuesta { $false-play } puntos.
            [pips] Pasar llevando, o una jugada que no vale, le da { $n-sides ->
                [2] al otro lado
               *[other] a cada uno de los demás
            } { $false-play ->
                [one] un punto
               *[other] { $false-play } puntos
            }.
            [games] Pasar llevando, o una jugada que no vale, le da { $n-sides ->
                [2] al otro lado
               *[other] a cada uno de los demás
            } { $false-play ->
                [one] una mano
               *[other] { $false-play } manos
            }, antes de contar la mano misma.
        }
    }
false-play-pays = Pago de una falta
    .help = Quién recibe o paga el precio de una jugada falsa o de la demora.
false-play-pays-others = Lo reciben los demás
    .rule = Ese precio lo reciben los demás.
false-play-pays-taken-off = Se descuenta
    .rule = Ese precio se le descuenta al lado que cometió la falta, hasta cero.
false-play-ends = La mano tras una jugada falsa
    .help = Qué le pasa a la mano con una jugada falsa.
false-play-ends-nothing = Sigue
    .rule = Después de una jugada falsa se sigue jugando.
false-play-ends-voids-round = No vale
    .rule = Con una jugada falsa la mano no vale: se devuelven sus puntos, se reparte otra vez y el precio queda.
false-play-ends-loses-round = Se pierde
    .rule = Una jugada falsa pierde la mano: la gana el otro lado con las fichas como están.
false-play-ends-loses-match = Se pierde la partida
    .rule = Una jugada falsa pierde la partida.
slow-play = Demora
    .help = Precio de un turno que tarda demasiado, en mesas con reloj; 0 para ninguno.
    .rule = { $slow-play ->
        [0] La demora no cuesta nada.
       *[other] { $score ->
           *[games] Un turno que tarda demasiado cuesta { $slow-play ->
                [one] una mano
               *[other] { $slow-play } manos
            }.
            [pips] Un turno que tarda demasiado cuesta { $slow-play ->
                [one] un punto
               *[other] { $slow-play } puntos
            }.
            [penalties] Un turno que tarda demasiado cuesta { $slow-play ->
                [one] un punto
               *[other] { $slow-play } puntos
            }.
        }
    }
slow-play-after = Segundos hasta la demora
    .help = Segundos de un turno tras los cuales se cobra la demora.
    .rule = La demora se cobra a los { $slow-play-after } segundos, y otra vez tras otros tantos.
slow-play-times = Cobros por demora
    .help = Cuántas veces se cobra en un turno antes de que juegue el reloj.
    .rule = { $slow-play-times ->
        [one] Se cobra una vez por turno; después juega el reloj.
       *[other] Se cobra { $slow-play-times } veces por turno; después juega el reloj.
    }
needless-draw = Robo sin necesidad
    .help = Qué cuesta robar llevando ficha.
needless-draw-voids-round = La mano
    .rule = Robar llevando ficha es trampa: la mano no vale, se devuelven sus puntos y se reparte otra vez.
needless-draw-no-score = Todo lo que falte
    .rule = El que robó llevando ficha ya no anota más en esa mano, ni por dominar.
needless-draw-no-score-in-play = Lo que falte en juego
    .rule = El que robó llevando ficha ya no anota más en juego en esa mano, pero sí por dominar.
exposed = Ficha vista
    .help = Qué se hace con la ficha que se enseña sin querer.
exposed-picked-up = Se recoge
    .rule = La ficha que se vio sin querer se recoge y se sigue jugando.
exposed-directed = Se juega cuando lo manden
    .rule = La ficha que se vio sin querer queda boca arriba y se juega cuando lo diga un contrario o cuando no haya otra que pegue; sus puntas no anotan.
exposed-only-directed = Solo cuando lo manden
    .rule = La ficha que se vio sin querer queda boca arriba y se juega solo cuando lo diga un contrario; no anota nada, ni por dominar.

# Lo demás que se elige para una mesa: quién juega, no con qué reglas.

level = Nivel de los bots
    .help = Los niveles 1 a 5 no miran los premios. Donde se cuentan las manos, los niveles 1 a 7 no miran cuánto vale cada una.
level-heaviest = 1 · Mano Pesada – suelta su ficha más pesada, pase lo que pase
level-own-hand = 2 · La Casera – cuida sus propios palos y no se fija en nada más
level-table = 3 · El Mirón – también cuenta lo que anotan las puntas y mira de quién es la ficha que tapa
level-passes = 4 · El Elefante – también recuerda qué palos no pudo jugar cada uno
level-club = 5 · El del Club – además cuenta las fichas, como en un club
level-imagines = 6 · La Soñadora – se imagina las fichas ocultas antes de jugar
level-concludes = 7 · El Detective – también deduce de cómo juega cada uno lo que tiene
level-match = 8 · La Veterana – es la que más piensa, y juega para la partida, no solo para la mano

hints = Pistas
hints-off = Sin pistas
hints-on = Se puede preguntar qué jugar

watching = Espectadores
watching-off = Solo los jugadores ven la mesa
watching-on = Puede mirar cualquiera, y la mesa sale en la lista

passed = A qué pasó cada uno
passed-on = Se ve junto a su nombre
passed-off = Hay que acordarse
