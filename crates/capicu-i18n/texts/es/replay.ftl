# Una partida terminada en cualquiera de sus momentos, en el navegador.

replay-title = Repasar una partida
replay-help = Cualquier partida terminada, escrita en un archivo .domino: elige el archivo, suéltalo aquí o pega su texto.
replay-file = Elegir un archivo
replay-paste = O pega un registro
replay-open = Verla
replay-resume = Seguir con la partida que viste la última vez
replay-elsewhere = Este enlace lleva a un momento de una partida que no está en este dispositivo. Abre ese registro y llegarás a él.
replay-broken-link = Este enlace está incompleto. Pídelo otra vez o abre el registro.
replay-not-theirs = Aquí solo pueden ver esta partida quienes la jugaron. Entra como uno de ellos o abre el registro.
replay-too-large = Es demasiado grande para ser una partida que se pueda ver: más de 1 MB.
replay-tiles-unknown = Este registro no tiene ningún jugador con fichas conocidas en todas las manos, así que no se puede mostrar en la mesa. `capicu analyze` dice lo que puede decirse de ella.
replay-unknown = { $n ->
    [one] una ficha que no se conoce
   *[other] { $n } fichas que no se conocen
}
replay-first = Primer momento
replay-back = Una jugada atrás
replay-forward = Una jugada adelante
replay-last = Último momento
replay-scrubber = Momento de la partida
replay-moment = Mano { $round }, tras { $moves } de { $all } jugadas
replay-seen-from = Visto desde
replay-all-hands = Todas las fichas
replay-hands = Fichas de cada uno
replay-copy-position = Copiar la posición
replay-copy-link = Copiar un enlace a este momento
replay-copied = Copiado
replay-another = Ver otra partida
replay-match = La página de esta partida
replay-look = Volver a verla
replay-analyze = Analizar
replay-analyze-there = Analizar en el servidor
replay-server-off = Este servidor no analiza partidas. Hazlo en este dispositivo.
replay-server-busy = El servidor está ocupado con otras partidas. Prueba otra vez en un minuto, o hazlo en este dispositivo.
replay-stop = Parar
replay-page = Guardar una página para compartir
replay-progress = { $done } de { $all } pasos hechos

# Los errores propios como problemas.
puzzle-find = Encuentra lo que se te escapó ({ $n })
puzzle-title = Lo que se te escapó, { $n } de { $all }
puzzle-ask = Mano { $round }, jugada { $turn }. ¿Qué juegas?
puzzle-best = Sí: { $action }.
puzzle-as-good = Sí: { $action } es tan buena como la mejor, hasta donde se puede saber.
puzzle-played = { $action } es lo que se jugó. Cuesta un { $share } por ciento de una mano; prueba otra.
puzzle-worse = { $action } cuesta un { $share } por ciento de una mano; prueba otra.
puzzle-solution = Ver la solución
puzzle-next = Siguiente
puzzle-end = Volver a la partida

# Lo que se ha jugado en una mesa, a su lado.
memory-last = La última jugada
memory-none = Todavía no se ha jugado nada.
memory-round = Mano { $round }
memory-drawn-later = { $n ->
    [one] una de ellas robada después
   *[other] { $n } de ellas robadas después
}

# Los momentos en la hoja del resultado.
lookback-lost = ¿Dónde la perdí?
lookback-won = ¿Qué puedo aprender de ella?
lookback-looking = Mirando la mano { $round } de { $all }
lookback-none = Ninguna jugada de la mesa fue claramente un error.
lookback-number = { $n } de { $all }
lookback-next = Siguiente
