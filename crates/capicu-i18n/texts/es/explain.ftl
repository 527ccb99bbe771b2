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
general-bots-bonuses = Los bots de los niveles 1 a 5 no miran los premios.
general-bots-price = Los bots de los niveles 1 a 7 juegan a ganar la mano, valga lo que valga.
