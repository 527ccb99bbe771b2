# El final de la mano y de la partida.

won-out = { $how ->
    [key] { $who-is ->
        [you] Dominas con la llave, el { $tile }, y ganas la mano.
       *[one] { $who } domina con la llave, el { $tile }, y gana la mano.
    }
    [capicu] { $who-is ->
        [you] ¡Capicú! Dominas con el { $tile } y ganas la mano.
       *[one] ¡Capicú! { $who } domina con el { $tile } y gana la mano.
    }
    [chuchazo] { $who-is ->
        [you] ¡Chuchazo! Dominas con el { $tile } y ganas la mano.
       *[one] ¡Chuchazo! { $who } domina con el { $tile } y gana la mano.
    }
   *[plain] { $who-is ->
        [you] Dominas con el { $tile } y ganas la mano.
       *[one] { $who } domina con el { $tile } y gana la mano.
    }
}
won-out-pair = { $how ->
    [key] { $who-is ->
        [you] Dominas con la llave, el { $tile }: { $team } ganan la mano.
       *[one] { $who } domina con la llave, el { $tile }: { $team } ganan la mano.
    }
    [capicu] { $who-is ->
        [you] ¡Capicú! Dominas con el { $tile }: { $team } ganan la mano.
       *[one] ¡Capicú! { $who } domina con el { $tile }: { $team } ganan la mano.
    }
    [chuchazo] { $who-is ->
        [you] ¡Chuchazo! Dominas con el { $tile }: { $team } ganan la mano.
       *[one] ¡Chuchazo! { $who } domina con el { $tile }: { $team } ganan la mano.
    }
   *[plain] { $who-is ->
        [you] Dominas con el { $tile }: { $team } ganan la mano.
       *[one] { $who } domina con el { $tile }: { $team } ganan la mano.
    }
}
won-out-both = { $who-is ->
    [you] Dominas con el { $tile } después de tu compañero: { $team } ganan la mano.
   *[one] { $who } domina con el { $tile } después del compañero: { $team } ganan la mano.
}
won-out-penalties = { $who-is ->
    [you] Dominas con el { $tile } y no te apuntas nada.
   *[one] { $who } domina con el { $tile } y no se apunta nada.
}
won-out-penalties-double = { $who-is ->
    [you] Dominas con el { $tile } y no te apuntas nada; como es doble, a los demás les cuenta doble.
   *[one] { $who } domina con el { $tile } y no se apunta nada; como es doble, a los demás les cuenta doble.
}
tile-last = última ficha

blocked-won = { $who-is ->
    [you] Se trancó y ganas la mano, porque tienes menos: { $count } contra { $others }.
   *[one] Se trancó y { $who } gana la mano, porque tiene menos: { $count } contra { $others }.
}
blocked-won-pair = { $who-is ->
    [you] Se trancó y el que menos tiene eres tú, { $count } contra { $others }: { $team } ganan la mano.
   *[one] Se trancó y { $who } es quien menos tiene, { $count } contra { $others }: { $team } ganan la mano.
}
blocked-won-together = Se trancó y { $team } ganan la mano, porque juntan menos: { $count } contra { $others }.
blocked-tie-broken = Se trancó y { $sides } empatan con { $count }; ese empate es { $rule ->
    [seat-order] del primero de la mesa
    [openers-side] de quien salió
    [blocker] de quien trancó
    [blockers-opponents] de los contrarios del que trancó
    [nearest-to-opener] del primero desde el que salió
   *[lightest-tile] de quien tiene la ficha más liviana
}, así que { $winner-is ->
    [you] ganas la mano
    [pair] { $winner } ganan la mano
   *[one] { $winner } gana la mano
}.
blocked-tie-broken-together = Se trancó y las dos parejas juntan { $count }; ese empate es { $rule ->
    [seat-order] de la primera de la mesa
    [openers-side] de la pareja que salió
    [blocker] de la pareja que trancó
    [blockers-opponents] de los contrarios del que trancó
    [nearest-to-opener] del primero desde el que salió
   *[lightest-tile] de la pareja con la ficha más liviana
}, así que { $winner } ganan la mano.
blocked-tie = Se trancó y quedó tablas: los que menos tienen son { $sides }, con { $count } cada uno, y nadie anota.
blocked-tie-together = Se trancó y quedó tablas: las dos parejas juntan { $count } y nadie anota.
blocked-tie-penalties = Se trancó y quedó tablas: los que menos tienen son { $sides }, con { $count } cada uno. Nadie gana y todos cuentan lo que les quedó.
blocked-nobody = Se trancó, y una mano trancada no la gana nadie.
blocked-limit = Se trancó y nadie gana la mano: lo más bajo, { $count }, no baja de { $limit }.
blocked-won-two = Se trancó: de las dos manos que se comparan, { $who-is ->
    [you] la tuya
   *[other] la de { $who }
} es la más liviana, { $count } contra { $others }, y { $side-is ->
    [you] ganas la mano
    [pair] { $side } ganan la mano
   *[one] { $side } gana la mano
}.
blocked-void = Se trancó: nadie gana y nadie cuenta nada.
round-void = ¡Trampa! La mano no vale: se devuelven sus puntos y se reparte otra vez.
round-doubles = { $who-is ->
    [you] Recibes { $doubles } dobles.
   *[one] { $who } recibe { $doubles } dobles.
}
foul-lost = Una jugada falsa decide { $what ->
    [match] la partida
   *[round] la mano
}.
round-ended-blocked = { $who-is ->
    [you] Se trancó y ganas la mano.
    [pair] Se trancó y { $who } ganan la mano.
   *[one] Se trancó y { $who } gana la mano.
}
round-ended-tied = Se trancó y nadie gana la mano.
round-ended-doubles = { $who-is ->
    [you] Tus dobles terminan la mano.
   *[one] Los dobles de { $who } terminan la mano.
}
target-reached = { $who-is ->
    [you] Llegas a { $target } puntos a media mano.
    [pair] { $who } llegan a { $target } puntos a media mano.
   *[one] { $who } llega a { $target } puntos a media mano.
}

then-reset = Con eso se cae la ventaja de los otros y nadie anota: otra vez cero a cero.
then-reset-everybody = Ya todos ganaron una mano: los marcadores vuelven a cero.
then-false-play-reset = Una jugada falsa había dejado los marcadores en cero a cero antes de contar esta mano.
then-false-play-two-love = Una jugada falsa había decidido el desempate antes de contar esta mano.
then-one-all = Uno a uno: la próxima mano es el desempate.
then-two-love = { $who-is ->
    [you] Ganas el desempate y vas { $score }.
    [pair] { $who } ganan el desempate y van { $score }.
   *[one] { $who } gana el desempate y va { $score }.
}
then-stake-rises = La próxima mano vale { $points }.
then-stake-two = La próxima mano vale dos.
then-block-fine = { $who-is ->
    [you] Tu tranque te cuesta { $points ->
        [one] un punto, si lo tienes
       *[other] { $points } puntos, o todos los que tengas
    }.
   *[other] El tranque les cuesta a { $who } { $points ->
        [one] un punto, si lo tienen
       *[other] { $points } puntos, o todos los que tengan
    }.
}
then-points = { $who-is ->
    [you] Te anotas { $points ->
        [one] un punto
       *[other] { $points } puntos
    }.
    [pair] { $who } se anotan { $points ->
        [one] un punto
       *[other] { $points } puntos
    }.
   *[one] { $who } se anota { $points ->
        [one] un punto
       *[other] { $points } puntos
    }.
}
then-no-points = Nadie se anota nada.
then-exact = Los puntos que pasarían de { $target } no se cuentan.

match-love = { $who-is ->
    [you] ¡Ganas la partida, { $score }!
    [pair] ¡{ $who } ganan la partida, { $score }!
   *[one] ¡{ $who } gana la partida, { $score }!
}
match-games = { $who-is ->
    [you] ¡Ganas la partida con { $score } puntos!
    [pair] ¡{ $who } ganan la partida con { $score } puntos!
   *[one] ¡{ $who } gana la partida con { $score } puntos!
}
match-two = { $who-is ->
    [you] ¡Ganas la partida, { $score } a { $other }!
    [pair] ¡{ $who } ganan la partida, { $score } a { $other }!
   *[one] ¡{ $who } gana la partida, { $score } a { $other }!
}
match-penalties = { $who-is ->
    [you] ¡Ganas la partida por tener menos, { $score }!
   *[one] ¡{ $who } gana la partida por tener menos, { $score }!
}
said-places = Lugares: { $list }.
match-won = { $who-is ->
    [you] ¡Ganas la partida!
    [pair] ¡{ $who } ganan la partida!
   *[one] ¡{ $who } gana la partida!
}
match-losers = { $who-is ->
    [you] Tienes { $target } o más y pierdes.
    [pair] { $who } tienen { $target } o más y pierden.
   *[one] { $who } tiene { $target } o más y pierde.
}
match-skunk = { $who-is ->
    [you] No llegaste a { $line }: zapatero.
    [pair] { $who } no llegaron a { $line }: zapatero.
   *[one] { $who } no llegó a { $line }: zapatero.
}
match-skunk-agreed = { $who-is ->
    [you] No llegaste a { $line }: zapatero. Debes el castigo acordado.
    [pair] { $who } no llegaron a { $line }: zapatero. Deben el castigo acordado.
   *[one] { $who } no llegó a { $line }: zapatero, y debe el castigo acordado.
}
match-skunk-double = { $who-is ->
    [you] No llegaste a { $line }: zapatero, que vale por dos partidas perdidas.
    [pair] { $who } no llegaron a { $line }: zapatero, que vale por dos partidas perdidas.
   *[one] { $who } no llegó a { $line }: zapatero, que vale por dos partidas perdidas.
}

award = { $reason }: { $points }
award-to = { $who-is ->
    [you] Tú, { $reason }: { $points }
   *[other] { $who }, { $reason }: { $points }
}
reason-game = Mano ganada
reason-stake = Por los empates
reason-key-tile = Llave
reason-pips = Pintas
reason-first-game = Primera mano
reason-second-game = Segunda mano
reason-third-game = Tercera mano
reason-fourth-game = Cuarta mano
reason-capicu = Capicú
reason-chuchazo = Chuchazo
reason-block = Juego trancado
reason-paso = Paso
reason-pase-corrido = Pase corrido
reason-pase-de-salida = Pase de salida
reason-ends = Puntas
reason-muggins = Muggins
reason-hand = Fichas que quedaron
reason-three-passes = Tres pasos seguidos
reason-board-pass = Paso de mesa
reason-false-play = Jugada falsa
reason-wrong-call = Canto equivocado
reason-doubles = Dobles
reason-double-out = Dominó con doble
reason-hanged-blank = Doble blanco ahorcado
reason-blocker = Trancó
reason-own-tiles = Fichas propias
reason-slow-play = Demora

matches-won = Partidas ganadas: { $scores }.
score-nothing = Cero a cero
score-all = { $score } a { $score }
score-both = { $score } a { $other }
score-leads = { $who-is ->
    [you] Vas ganando { $score }
    [pair] { $who } van ganando { $score }
   *[one] { $who } va ganando { $score }
}
score-one = { $who } { $points }

big-word = { $what ->
    [out] ¡Dominó!
    [block] ¡Tranque!
    [key] ¡Llave!
    [capicu] ¡Capicú!
    [chuchazo] ¡Chuchazo!
    [corrido] ¡Pase corrido!
    [hole] ¡El último hoyo!
    [skunk] ¡Zapato!
   *[love] ¡{ $score }!
}
