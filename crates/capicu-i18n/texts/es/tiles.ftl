# Fichas y listas, como se leen en voz alta.

pip-name = { $pip ->
    [0] blanca
    [1] uno
    [2] dos
    [3] tres
    [4] cuatro
    [5] cinco
    [6] seis
    [7] siete
    [8] ocho
    [9] nueve
    [10] diez
    [11] once
   *[12] doce
}
tile-double = { $pip ->
    [0] doble blanco
   *[other] doble { pip-name }
}
tile-single = { $high }-{ $low }
list-and = { $before ->
    [i] { $first } e { $last }
   *[other] { $first } y { $last }
}
list-comma = { $first }, { $next }
number-word = { $n ->
    [0] cero
    [1] uno
    [2] dos
    [3] tres
    [4] cuatro
    [5] cinco
    [6] seis
    [7] siete
    [8] ocho
    [9] nueve
    [10] diez
   *[other] { $n }
}
