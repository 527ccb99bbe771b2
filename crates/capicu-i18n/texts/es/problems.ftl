# Qué salió mal y qué se puede hacer. El servidor manda códigos; estos son sus textos.

problem-stale = La mesa ya siguió: mira otra vez y juega.
problem-not-your-turn = No te toca.
problem-not-seated = Estás mirando: solo se juega sentado.
problem-table-gone = Esta mesa ya no existe. Arma una nueva.
problem-table-full = Todos los puestos de esta mesa están ocupados.
problem-wrong-link = Este enlace no abre ningún puesto. Pide uno nuevo.
problem-revoked-link = Este enlace se cambió por otro nuevo. Pídelo.
problem-seat-taken = Ahí ya hay alguien sentado.
problem-rate-limited = Demasiado a la vez. Espera un momento.
problem-too-large = Ese mensaje es demasiado grande.
problem-malformed = La mesa no entendió eso. Vuelve a cargar la página.
problem-version = Esta página quedó vieja. Vuelve a cargarla.
problem-origin = Esta página no es de esta mesa.
problem-internal = Algo falló de nuestro lado. Se te guarda el puesto; prueba otra vez.
problem-storage = La mesa no puede anotar la jugada. No se pierde nada; prueba otra vez en un momento.
problem-shutdown = El servidor está arrancando otra vez. Se te guarda el puesto.
problem-unknown-game = Ese juego no existe.
problem-unknown-page = Esa página no existe.
problem-match-over = La partida ya se acabó.
problem-bad-rules = Con estas reglas no se puede jugar: { $why }
problem-no-wasm = Este navegador es demasiado viejo para la mesa. Actualízalo, por favor.
problem-no-script = La mesa necesita JavaScript y WebAssembly.
problem-wait-deal = Todavía no se ha repartido la próxima mano.

illegal-round-over = La mano ya se acabó.
illegal-not-held = No tienes el { $tile }.
illegal-nothing-led = Primero hay que salir.
illegal-already-led = Ya se salió.
illegal-must-lead = Se sale con el { $tile }.
illegal-must-lead-double = Hay que salir con un doble.
illegal-does-not-fit = El { $tile } no puede ir ahora en el { $on }.
illegal-can-play = Llevas, así que no puedes pasar.
illegal-must-draw = Primero tienes que robar.
illegal-cannot-draw = Ahora no puedes robar.
illegal-cannot-hand-over = Ahora no le puedes dejar la salida a tu compañero.

rules-too-few-tiles = Se repartirían { $needed } fichas, pero el juego solo tiene { $available }.
rules-removed-unknown = El { $tile } no está en este juego de fichas.
rules-pairs-need-four = Para jugar en parejas hacen falta exactamente cuatro.
rules-nobody-can-open = Podría pasar que nadie tenga nunca la ficha de salida.
rules-no-deal-accepted = Con tan pocos dobles permitidos en una mano, ningún reparto valdría.
rules-contradiction = «{ $option }» no va con las demás reglas.

cli-serving = Capicú está listo: { $url }
cli-stop = Ctrl+C lo para. Las mesas se guardan en { $folder }.
cli-port-taken = El puerto { $port } está ocupado. Para el otro programa o escoge otro con --listen { $host }:PUERTO.
cli-cannot-listen = No se puede escuchar en { $address }: { $why }
cli-not-writable = No se puede escribir en { $folder }. Escoge otra carpeta con --data CARPETA o cambia sus permisos.
cli-newer-database = La base de datos de { $folder } la hizo una versión más nueva. Actualiza Capicú; el archivo no se tocó.
cli-damaged-database = La base de datos { $file } está dañada y no se tocó. Recupera una copia o muévela a otro sitio para empezar de nuevo.
cli-in-use = Otro Capicú está usando { $folder }.
cli-unknown-game = No hay ningún juego «{ $id }». «capicu games» los enumera.
cli-unknown-game-near = No hay ningún juego «{ $id }». ¿Querías decir «{ $near }»?
cli-bad-players = { $game } no se juega entre { $n }, sino entre { $players }.
