# Les dominos et les listes, comme on les lit à voix haute.

pip-name = { $pip ->
    [0] blanc
    [1] un
    [2] deux
    [3] trois
    [4] quatre
    [5] cinq
    [6] six
    [7] sept
    [8] huit
    [9] neuf
    [10] dix
    [11] onze
   *[12] douze
}
tile-double = double { pip-name }
tile-single = { $high }-{ $low }
list-and = { $first } et { $last }
list-comma = { $first }, { $next }
number-word = { $n ->
    [0] zéro
    [1] un
    [2] deux
    [3] trois
    [4] quatre
    [5] cinq
    [6] six
    [7] sept
    [8] huit
    [9] neuf
    [10] dix
   *[other] { $n }
}
