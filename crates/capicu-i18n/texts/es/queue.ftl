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
