# What can be wrong with a position (docs/position.md). What stands between backticks is written so in it,
# in every language.

position-column = columna { $column }: { $why }
position-begins = una posición empieza por `domino-position: 1;`
position-version = este programa no lee posiciones de la forma `{ $form }`
position-no-name = un campo es un nombre, dos puntos y su valor, y entre dos va un punto y coma
position-unknown-field = no hay ningún campo `{ $name }`; los campos son { $fields }
position-twice = { $what } está aquí por segunda vez
position-missing = falta { $field }
position-expected = aquí va { $part }
position-unknown-game = ningún juego se llama `{ $name }`
position-players = { $game } no se juega entre { $players }
position-unknown-option = opción desconocida `{ $option }`
position-option = `{ $option }`: { $why }
position-no-seat = no hay ningún puesto { $seat }
position-number = hay { $there } valores y tienen que ser { $due }
position-cannot-lie = { $action } no se puede poner
position-two-layouts = o bien `layout`, o bien `laid` y `ends`

position-part-game = un juego, como `cien 4`
position-part-players = cuántos juegan
position-part-option = una opción y su valor, como `target=150`
position-part-number = un número
position-part-seat = la letra de un puesto
position-part-tile = una ficha, como `6-4`
position-part-hand = lo que lleva un puesto: sus fichas, `?` y cuántas son, o `-` si ninguna
position-part-unknown = un número de fichas, como `?7`
position-part-lead = la ficha con que se sale, `any`, `double`, `draw` o `hand-over`
position-part-turn = `drawn`, `declare` o el final del turno
position-part-lay = una ficha, o una ficha y aquella junto a la que está, como en `6-4@6-6`
position-part-laid = las fichas puestas, primero la de salida
position-part-half = la mitad que está abierta, como en `6-4:4`
position-part-undeclared = puesto, puntos y cuántas fichas había puestas, como en `B=10@5`
position-part-two-scores = el final: no caben más de dos tantos
position-part-withheld = un puesto y lo que no puede anotar, como en `B=play`
position-part-one-of = una de estas palabras: { $words }

layout-not-in-game = el { $tile } no es de este juego
layout-not-laid = el { $tile } no está entre las fichas puestas
layout-no-such-half = el { $tile } no tiene ningún { $pip }
layout-places = junto al { $tile } hay de 1 a { $most } lugares abiertos
layout-twice = el { $tile } está dos veces
layout-depth = entre el { $tile } y la primera ficha no caben tantas
layout-ends = ninguna mesa tiene tantas puntas
layout-open = estas fichas dejan { $due } lugares abiertos, no { $there }
layout-spinner = el doble que abre ramas tiene que ser el primero que se puso, donde las reglas lo tienen

setup-number = `{ $what }`: hay { $there } valores y tienen que ser { $due }
setup-no-seat = no hay ningún puesto { $seat }
setup-not-in-game = el { $tile } no es de este juego
setup-twice = el { $tile } está en dos sitios
setup-missing = falta el { $tile }
setup-tiles = hay { $there } fichas en manos, mesa y pozo, pero el juego tiene { $due }
setup-layout = lo que hay en la mesa no es de estas reglas
setup-last-player = quién puso la última ficha se dice cuando hay fichas puestas, y solo entonces
setup-laid = hay { $laid } fichas puestas, y los puestos han puesto { $seats }
setup-received = el puesto { $seat } no puede llevar ni haber robado más fichas de las que recibió
setup-phase = una mano se abre mientras no hay fichas puestas, y sigue cuando las hay
setup-over = la mano ya se acabó
setup-empty-hand = al puesto { $seat } no le quedan fichas, así que la mano se acabó
setup-lead-not-held = el puesto { $seat } no lleva el { $tile }, con que tiene que salir
setup-no-double = hay que salir con un doble, y no hay ninguno
setup-no-partner = el puesto { $seat } no tiene compañero a quien dejarle la salida
setup-blocked = no se puede jugar ni robar ninguna ficha, así que la mano se acabó
setup-target-reached = los puntos hechos en el juego han acabado la partida
setup-match-over = los puntos han acabado la partida
setup-too-many = { $number } son más puntos o manos de los que alcanza ninguna partida
setup-places = un puesto con lugar no tiene fichas ni turno; los lugares piden juego individual y dos puestos sin lugar
setup-standing = tantas manos ganadas, empatadas o de desempate no van juntas
setup-passes = no puede haber tantos pasos seguidos
setup-undeclared = no hay ningún tanto así que declarar o reclamar
setup-exposed = el { $tile } no puede estar a la vista
setup-declare = una mano que espera a que se declaren puntos tiene que decir cómo acaba
setup-unknown-hand = no se sabe qué lleva el puesto { $seat }
setup-unknown-boneyard = no se sabe qué hay en el pozo
