# Lo que dice el lector de pantalla, y rótulos que solo él lee.

said-lead = { $who-is ->
    [you] Sales con el { $tile }.
   *[other] { $who } sale con el { $tile }.
}
said-play = { $who-is ->
    [you] Juegas el { $tile } { $side ->
        [left] a la izquierda
       *[right] a la derecha
    }; { $left ->
        [0] ya no te quedan fichas
        [one] te queda una ficha
       *[other] te quedan { $left } fichas
    }; puntas { $ends }.
   *[other] { $who } juega el { $tile } { $side ->
        [left] a la izquierda
       *[right] a la derecha
    }; puntas { $ends }; { $left ->
        [0] no le quedan fichas
        [one] le queda una ficha
       *[other] le quedan { $left } fichas
    }.
}
said-play-on = { $who-is ->
    [you] Juegas el { $tile } en el { $on }; { $left ->
        [0] ya no te quedan fichas
        [one] te queda una ficha
       *[other] te quedan { $left } fichas
    }; puntas { $ends }.
   *[other] { $who } juega el { $tile } en el { $on }; puntas { $ends }; { $left ->
        [0] no le quedan fichas
        [one] le queda una ficha
       *[other] le quedan { $left } fichas
    }.
}
said-draw = { $who-is ->
    [you] Robas una ficha; { $boneyard ->
        [one] queda una
       *[other] quedan { $boneyard }
    } en el pozo.
   *[other] { $who } roba una ficha; { $boneyard ->
        [one] queda una
       *[other] quedan { $boneyard }
    } en el pozo.
}
said-you-drew = Robas el { $tile }; { $boneyard ->
    [one] queda una ficha
   *[other] quedan { $boneyard } fichas
} en el pozo.
said-drew-shown = { $who-is ->
    [you] Robas el { $tile } y lo enseñas.
   *[other] { $who } roba el { $tile } y lo enseña.
}
said-pass = { $who-is ->
    [you] Pasas; puntas { $ends }.
   *[other] { $who } pasa; puntas { $ends }.
}
said-pass-opening = { $who-is ->
    [you] No tienes doble para salir y pasas.
   *[other] { $who } no tiene doble para salir y pasa.
}
said-hand-over = { $who-is ->
    [you] Le dejas la salida a tu compañero.
   *[other] { $who } le deja la salida al compañero.
}
said-turned-up = Se destapa para ver quién sale: { $tiles }.
said-turned-up-one = { $who }: { $tile }
said-turned-up-opener = { $who-is ->
    [you] Destapaste la más alta y sales.
   *[other] { $who } destapó la más alta y sale.
}
said-turned-up-tie = Las más altas son iguales: se destapa otra vez.
shuffles = { $who-is ->
    [you] Revuelves tú.
   *[other] Revuelve { $who }.
}
sets = { $who-is ->
    [you] Sales tú, y después te toca revolver.
   *[other] Sale { $who }, y después le toca revolver.
}
said-redealt-no-double = Nadie tiene dobles: se reparte otra vez.
said-redealt-many-doubles = { $who-is ->
    [you] Tienes demasiados dobles: se reparte otra vez.
   *[other] { $who } tiene demasiados dobles: se reparte otra vez.
}
said-redealt-long-suit = Una mano tiene demasiadas fichas de un número: se reparte otra vez.
said-withdrew = { $who-is ->
    [you] Te retiras; los demás siguen.
   *[other] { $who } se retira; los demás siguen.
}
said-dealt = Mano { $round }. Tus fichas: { $tiles }.
opens-with-tile = { $who-is ->
    [you] Tienes el { $tile } y sales con él.
   *[other] { $who } tiene el { $tile } y sale con él.
}
opens-any = { $who-is ->
    [you] Sales con la ficha que quieras.
   *[other] { $who } sale con la ficha que quiera.
}
opens-holding = { $who-is ->
    [you] Tienes el { $tile }: sales tú, con la ficha que quieras.
   *[other] { $who } tiene el { $tile }: sale con la ficha que quiera.
}
opens-double = { $who-is ->
    [you] Sales con un doble.
   *[other] { $who } sale con un doble.
}
opens-draw = Nadie tiene dobles. { $who-is ->
    [you] Robas tú primero
   *[other] { $who } roba primero
}; el que saque un doble sale con él.
said-your-turn = Te toca; puntas { $ends }.
said-your-turn-open = Te toca: sales tú.
said-hand = Tus fichas: { $tiles }.
said-ends = Puntas { $ends }.
said-chain = En la mesa, de izquierda a derecha: { $tiles }.
said-table-empty = Todavía no hay fichas en la mesa.
said-counts = { $who }: { $n ->
    [one] una ficha
   *[other] { $n } fichas
}
said-points = { $who-is ->
    [you] { $n ->
        [one] Tú: un punto ({ $reason }).
       *[other] Tú: { $n } puntos ({ $reason }).
    }
   *[other] { $n ->
        [one] { $who }: un punto ({ $reason }).
       *[other] { $who }: { $n } puntos ({ $reason }).
    }
}
said-penalty = { $who-is ->
    [you] { $n ->
        [one] Tú: un punto en contra ({ $reason }).
       *[other] Tú: { $n } puntos en contra ({ $reason }).
    }
   *[other] { $n ->
        [one] { $who }: un punto en contra ({ $reason }).
       *[other] { $who }: { $n } puntos en contra ({ $reason }).
    }
}
said-word = { $word ->
    [tranque] El tranque: el { $what } cerró la mano.
    [ahorcado] Ahorcado: el { $what } ya no se puede jugar.
    [puerta] Tienes la puerta del { $what }: ahí nadie más puede jugar.
    [nugget-adds] Nugget, la pepita: cinco más.
    [nugget-takes] Nugget, la pepita: cinco menos.
    [crown-jewels] ¡Las joyas de la corona!
    [harry-belly] ¡Harry Belly!
    [snake-eyes] ¡Snake eyes, los ojos de serpiente!
    [double-deuce] ¡Double deuce!
    [lighthouse] El faro: se salió con el { $what } teniendo más de su número.
    [domino] Dominar: se acabó con el { $what }.
    [dancing-girls] Salen las bailarinas: hay un cinco en una punta.
    [cut-off] Cortado: el siguiente no puede jugar.
    [follow] Seguir: puntos después de puntos.
    [bankers-set] La salida del banquero: nadie le puede anotar encima.
    [crossing-the-t] Se cruza la T del { $what }.
   *[dominoitis] Dominoitis, puntos delante de los ojos: se cura con otra partida rápida.
}

label-hand = Tus fichas
label-score = Marcador
label-tile-plays-both = { $tile }, cabe en { $one } y en { $other }
label-tile-plays-one = { $tile }, cabe en { $one }
label-tile-plays-many = { $tile }, cabe en { $ends }
label-tile-opens = { $tile }, puedes salir con ella
label-tile-cannot = { $tile }, ahora no se puede jugar
label-tile-selected = { $tile }, elegida
label-seat = { $who }, { $place }, { $n ->
    [one] una ficha
   *[other] { $n } fichas
}
label-seat-turn = { $who }, { $place }, { $n ->
    [one] una ficha
   *[other] { $n } fichas
}, le toca
has-passed-on = pasó a { $numbers }
label-pegs = { $who }: { $points } de { $target }
label-board-summary = { $n ->
    [0] No hay fichas en la mesa.
    [one] Una ficha en la mesa; puntas { $ends }.
   *[other] { $n } fichas en la mesa; puntas { $ends }.
}

keys-title = Teclado
key-tiles = Elegir ficha
key-ends = Elegir punta
key-play = Jugar
key-pass = Pasar
key-draw = Robar
key-hand = Leer mis fichas
key-ends-read = Leer las puntas
key-chain = Leer la mesa de izquierda a derecha
key-counts = Cuántas fichas tiene cada uno
key-score = Leer el marcador
key-last = Leer la última jugada
key-again = Repetir lo último que se dijo
key-skip = Saltarte la espera de un bot
key-help = Esta ayuda
key-cancel = Cancelar
