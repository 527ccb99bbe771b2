# Lo que se escribe en la mesa y lo que se contesta. Un texto de palabras las da separadas por espacios; una letra sola
# vale en este idioma, las palabras largas en todos.
typed-open = Jugar escribiendo
typed-close = Dejar de escribir
typed-label = Qué hacer, por ejemplo 64 d, paso o ayuda
typed-send = Hacerlo
typed-pass = paso pasar toco p
typed-draw = robar robo r
typed-hand = mano m
typed-ends = puntas e
typed-board = mesa b
typed-score = tanteo puntos s
typed-last = última u
typed-passes = pasos v
typed-counts = cuenta c
typed-turn = turno t
typed-again = repite otra o
typed-advice = consejo a
typed-muggins = castigo
typed-call = canto cantar
typed-mine = salgo
typed-yours = sales
typed-next = siguiente n
typed-ready = empezar listo
typed-withdraw = retirarme retirarse
typed-help = ayuda ?
typed-left = izquierda i
typed-right = derecha d
typed-on = en sobre @
typed-help-text = Fichas: 64 o 6-4. Puntas: 64 i a la izquierda, 64 d a la derecha. Si hay más puntas: 64 a, b o c, 6-4@6-6 contra el doble seis, 64 en 4 en un 4. Además: { typed-pass }; { typed-draw }; { typed-hand }; { typed-ends }; { typed-board }; { typed-score }; { typed-last }; { typed-passes }, todos los pasos. { typed-counts }, las fichas que quedan; { typed-turn }; { typed-again }, el último mensaje; { typed-advice }. { typed-call } 10 y { typed-muggins } para los puntos; { typed-mine } o { typed-yours } para quién sale; { typed-next } para la mano siguiente; { typed-ready }; { typed-withdraw } para dejar la partida a los demás; { typed-help }.
typed-empty = Escribe qué hacer, o ayuda.
typed-unknown = Aquí «{ $text }» no significa nada. Escribe ayuda para ver lo que sí.
typed-no-tile = «{ $text }» no es una ficha. Escríbela como 6-4.
typed-no-place = «{ $text }» no es un lugar para la ficha. Escribe i o d, una letra, o la ficha contra la que va, como en 6-4@6-6.
typed-no-points = Escribe los puntos que cantas, como en canto 10.
typed-not-held = No tienes el { $tile }.
typed-not-turn = No es tu turno.
typed-ready-help = Escribe empezar cuando quieras jugar.
typed-next-round = La mano terminó. Escribe siguiente para la mano siguiente.
typed-next-match = La partida terminó. Escribe siguiente para la revancha.
typed-not-now = Eso no se puede hacer ahora.
typed-not-there = El { $tile } no puede ir ahí. Puede ir así: { $places }.
typed-where = ¿Dónde va el { $tile }? { $places }.
typed-place = { $key } para { $place }
typed-on-tile = el { $tile }, en su { $pip }
typed-passed = { $who-is ->
    [you] Pasaste a { $numbers }.
   *[other] { $who } pasó a { $numbers }.
}
typed-passed-none = Nadie ha pasado en esta mano.
