# Tiles and lists as they are read aloud.

pip-name = { $pip ->
    [0] blank
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] eleven
   *[12] twelve
}
tile-double = double { pip-name }
tile-single = { $high }-{ $low }
list-and = { $first } and { $last }
list-comma = { $first }, { $next }
number-word = { $n ->
    [0] love
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
   *[other] { $n }
}
