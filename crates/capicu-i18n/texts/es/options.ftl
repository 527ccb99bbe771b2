hand = Fichas por jugador
    .help = Cuántas fichas se le reparten a cada uno.
