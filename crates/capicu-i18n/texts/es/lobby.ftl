# La sala: quien busca mesa con gente.

lobby = Jugar con gente
lobby-help = Toca una velocidad junto a un juego: te sientas en segundos.
lobby-game = Juego
lobby-speed = Velocidad
lobby-fast = Rápida, { $seconds } s por turno y { $bank } s por partida
lobby-usual = Normal, { $seconds } s por turno y { $bank } s por partida
lobby-slow = Lenta, { $seconds } s por turno y { $bank } s por partida
lobby-fast-short = Rápida
lobby-usual-short = Normal
lobby-slow-short = Lenta
lobby-company = Compañía
lobby-alone = Sin pareja
lobby-alone-line = con cualquiera
lobby-partner-line = por invitación
lobby-a-turn = { $seconds } s por turno
lobby-a-turn-and-bank = { $seconds } s por turno y { $bank } s por partida
lobby-waiting-here = hay { $n }
lobby-you-wait = estás esperando
lobby-live = Ahora en juego
lobby-open = Mesas con puesto libre
lobby-open-help = Un bot te deja su puesto, y juegas desde la próxima mano.
lobby-open-none = Ahora mismo, ninguna.
lobby-places = { $n ->
    [one] un puesto libre
   *[other] { $n } puestos libres
}
lobby-sit = Sentarme
lobby-sit-with = Sentarme con { $who }
lobby-sit-gone = En esa mesa ya no queda puesto. Elige otra, o busca una nueva.
lobby-cancelled = Ya no buscas mesa.

lobby-waiting = Buscando gente
lobby-people = { $n ->
    [one] Por ahora solo estás tú. La mesa tiene { $seats } puestos.
   *[other] Hay { $n } personas que buscan esto. La mesa tiene { $seats } puestos.
}
lobby-time = Llevas { $waited } s esperando. En { $bots } s, los bots ocupan los puestos libres.
lobby-moment = En un momento te sientas.
lobby-bots-now = Empezar ya con bots
lobby-cancel = Cancelar
lobby-keep-open = Deja abierta esta página: te lleva sola a la mesa.
lobby-over = No estás buscando mesa
lobby-over-help = La búsqueda termina cuando la página lleva unos segundos cerrada, o cuando el servidor vuelve a arrancar.
lobby-again = Buscar otra vez
lobby-seated = Ya tienes puesto
lobby-seated-help = La mesa apareció antes de que cancelaras. Un bot juega por ti mientras no vengas.
lobby-to-table = Ir a la mesa

lobby-invite = Con mi compañero
lobby-no-partners = En este juego nadie tiene compañero. Elige otro, o busca mesa por tu cuenta.
lobby-partner = Tu compañero
lobby-partner-help = Mándale este enlace a tu compañero, o que lo escanee. En cuanto llegue, buscan mesa juntos y se sientan frente a frente.
lobby-partner-link = Enlace para tu compañero
lobby-partner-picture = Código QR del enlace
lobby-partner-awaited = Tu compañero todavía no llega.
lobby-partner-away = Tu compañero no está. La búsqueda sigue en cuanto su página vuelva a estar abierta.
lobby-invited = { $who } te quiere de compañero
lobby-invited-help = Buscan mesa juntos y se sientan frente a frente.
lobby-join = Jugar en pareja
lobby-invitation-over = Esta invitación ya no vale: alguien la aceptó, o se canceló. Pide otra, o busca mesa por tu cuenta.

invited-title = { $who } te invita a una mesa
invited-rules = Con las reglas de { $game }
invited-seats = Elige un puesto, visto desde el de { $who }
invited-house-rules = { $game } con reglas de la casa:
invited-free = Libre
invited-bot = Un bot
invited-sit = Sentarse
invited-over = Este código no abre nada: está mal escrito, la mesa ya está completa o ya no existe. Si ya tienes un puesto en ella, la mesa está entre las tuyas en la primera página.

room-called = Guardar nombre
room-share = Compartir la invitación
room-copy = Copiar la invitación
room-invitation = { $name } te invita a una mesa de { $game }:
room-ready = Listo
room-unready = Todavía no está listo
room-missing = Esperando a { $who }.
room-all = Están todos y listos.
room-swap = Cambiar de puesto
room-swap-with = ¿Con quién cambia de puesto { $name }?
room-swap-to = A este puesto
room-bot-short = Bot
room-bot-here = Que juegue un bot
room-remove = Sacar
room-remove-sure = { $who } pierde el puesto, y su enlace ya no abre nada. ¿Sacar a { $who }?
room-give = Dejarle la mesa a { $who }
room-give-sure = { $who } se encarga de la mesa desde entonces: puestos, enlaces y lugares. ¿Se la dejas?
people-here = Quién está en la mesa
maker-other = { $who } se encarga de la mesa desde ahora.
maker-you = Desde ahora te encargas tú de la mesa: puestos, enlaces y lugares.
