# Lo que las frases de las opciones necesitan alrededor.

section-seats = Fichas y puestos
section-opening = La salida
section-play = El juego
section-end = Cómo termina la mano
section-scoring = Cómo se anota
section-match = La partida
section-wrong = Cuando algo sale mal

general-match-numbers = En cada turno se pone una ficha, número con número.
general-must-play = El que lleva tiene que jugar.
general-talk = Los compañeros ni hablan ni se hacen señas sobre sus fichas.
general-double-counts = Un doble en la punta cuenta sus dos mitades hasta que tiene una ficha a cada lado; después ya no cuenta.
