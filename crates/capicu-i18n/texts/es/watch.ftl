# Mirar una mesa: la lista de mesas, y lo que la mesa dice a los mirones.

watch = Mirar
watch-help = En estas mesas puede mirar cualquiera. Ves lo mismo que todos en la mesa; las fichas de cada uno se destapan cuando termina la mano.
watch-none = Ahora mismo no se juega en ninguna de esas mesas.
watch-none-help = Las partidas de la sala se pueden ver. Empieza una o vuelve más tarde.
watch-all = Todas las mesas
watch-table = Mirar { $game }: { $who }
watch-count = { $n ->
    [0] nadie está mirando
    [one] una persona está mirando
   *[other] { $n } personas están mirando
}
watch-open = En esta mesa puede mirar cualquiera. Quien mira no ve las fichas de nadie.
watch-you = Estás mirando
watch-closed = Esta mesa solo la ven los jugadores. Pídele a uno de ellos un enlace para un puesto.
