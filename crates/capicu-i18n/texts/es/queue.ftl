# Gana y sigue: la gente hace cola para una mesa.

queue-title = Gana y sigue
queue-help = Los que ganan siguen en la mesa y se sientan los próximos de la cola. Empiezan los nombres de arriba.
queue-unit = En la cola
queue-pairs = Parejas fijas
queue-singles = Jugadores sueltos
queue-tables = Mesas
queue-waiting = Esperan, uno por línea
queue-waiting-pairs = Esperan: una pareja (Rosa, Luis) o un jugador por línea
queue-start = Empezar gana y sigue
queue-winner = { $n ->
    [one] En la mesa: { $who }
   *[other] { $who }: { $n } seguidas
}
queue-next = Entran: { $who }
queue-next-match = Empezar la próxima
queue-lacks = Faltan jugadores para la próxima partida.
queue-nobody = No espera nadie.
queue-best = Mejor racha: { $n } ({ $who })
queue-minutes = unos { $n } min
queue-soon = en cualquier momento
queue-players = Todos los que han venido
queue-record = { $wins } de { $matches } ganadas, mejor racha { $best }
queue-leave = Se va
queue-leaves = Se va { $who }
queue-come = Llega alguien
queue-name = Nombre
queue-partner = Compañero
queue-add = Poner en la cola
queue-table = Mesa { $n }
queue-won = Ganó: { $who }
queue-close = Terminar gana y sigue
queue-resume = Continuar gana y sigue
queue-two-names = Escribe dos nombres en cada línea, separados por una coma.
queue-bad-name = Un nombre está vacío, es muy largo o ya está aquí.
queue-counted = Los que ganaron esta partida ya siguen en la mesa. El resultado ya no puede cambiar.
queue-impossible = La cola no permite esto ahora.

# La cola de una mesa privada.
queue-table-help = El que gana una partida sigue. Los que pierden van al final de la cola y se sientan los próximos.
queue-off = Terminar gana y sigue
queue-later = Entre dos partidas, el anfitrión puede activar o cambiar gana y sigue.
queue-place = Eres el número { $n } de la cola
queue-free = Hay un puesto libre para ti.
queue-seconds = { $n ->
    [one] Queda { $n } segundo
   *[other] Quedan { $n } segundos
}
queue-leave-now = Salir de la cola
queue-join = Entrar en la cola
queue-join-help = Todos los puestos están ocupados. Puedes esperar uno.
queue-alone = Las parejas esperan juntas. Espera a un compañero o elige uno:
queue-with = Jugar con { $who }
queue-over = La cola está cerrada o ya no estás en ella. Para volver a entrar, abre el enlace otra vez.
queue-full = La cola está llena. Inténtalo más tarde.
queue-no-seat = Ahora no hay un puesto libre para ti.
queue-no-partner = Ese jugador ya no espera solo. Elige otro.
