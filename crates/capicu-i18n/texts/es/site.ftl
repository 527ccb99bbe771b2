# Las páginas alrededor de la mesa: el inicio, quién eres, las partidas terminadas.

site-skip = Ir al contenido
site-pages = Páginas
rules-index = Reglas de todos los juegos
rules-index-help = Cómo se juega al dominó: las reglas de cada juego en palabras sencillas, con sus fuentes.
site-rules = Reglas
site-history = Mis partidas
site-you = Cuenta
account-menu = Cuenta de { $name }
site-at = el { $when }

home-tables = Tus mesas
home-continue = Seguir
table-waits-title = Tu mesa
table-waits = Tu mesa con { $who } te espera.
table-over = La partida terminó.
home-welcome = Hola otra vez, { $name }.
home-name-help = Lo ven los demás en la mesa. Después lo puedes cambiar.
home-games = Juegos
home-play = Jugar
home-play-game = Jugar { $game } con bots
home-friends = Con amigos
home-friends-game = Jugar { $game } con amigos
make-needs-script = Este formulario necesita JavaScript y WebAssembly. Sin ellos, juega con bots o busca gente en la primera página.
home-rules-game = Reglas de { $game }
home-more-games-help = Variantes de los juegos principales.
home-link-label = Enlace o código de una mesa
home-link-open = Abrir
home-link-wrong = Este no es el enlace de una mesa. Termina en /t/ y doce letras y números, muchas veces con # y una palabra larga detrás; la aplicación de mensajes pudo cortarlo. Cópialo entero, o pídelo otra vez. Un código tiene seis letras y números.
home-script = La mesa necesita JavaScript y WebAssembly; las demás páginas, no.

home-headline = El dominó como se juega en tu mesa
home-promise = Gratis, sin cuenta y sin anuncios. Catorce juegos con las reglas de tu casa.
home-bots-door = { $game }, con bots
home-bots-play = Juegan los bots
home-live = En vivo
home-choose = Elegir juego
home-friends-door = Un enlace por puesto
home-online = En línea
home-online-door = { $n ->
    [0] Buscar mesa
   *[other] { $n } en espera
}
home-new = ¿Es tu primera vez?
home-new-help = Juega una primera mano de verdad de cualquier juego. Todo se explica cuando ocurre.
home-lesson = Empezar una lección
home-score = Abrir la hoja de puntos
home-own-rules = Tus propias reglas
home-own-rules-line = Adapta cualquier juego a tu casa
home-solve = Resolver
home-all-events = Todos los eventos
watch-tables = { $n ->
    [0] Mirar
    [one] Mirar: { $n } mesa
   *[other] Mirar: { $n } mesas
}
site-further = Más páginas

country-title = ¿Dónde juegas?
country-help = La portada empieza entonces con las reglas de la mayoría de las mesas de allí. Puedes cambiarlas todas.
country-set = Ahora { $game } es lo primero.
country-undo = Deshacer
country-jm = Jamaica
country-pr = Puerto Rico
country-do = República Dominicana
country-cu = Cuba
country-ve = Venezuela
country-mx = México
country-br = Brasil
country-id = Indonesia
country-ht = Haití
country-mq = Martinica
country-es = España
country-gb = Reino Unido
country-us = Estados Unidos

me-guest = Juegas como invitado. Este navegador te conoce por una cookie, y para jugar no hace falta más.
me-nobody = En este navegador no se ha jugado todavía. Para crear una cuenta, escribe primero tu nombre; o inicia sesión.
me-member = Tu sesión es la de { $username }.
me-since = Aquí desde el { $when }
me-name-change = Cambiar el nombre
me-join = Crear una cuenta
me-join-help = Con una cuenta inicias sesión en cualquier dispositivo y conservas tus puestos y partidas. No hay contraseña: entras con una llave de acceso o con uno de diez códigos de recuperación.
me-join-passkey = Con una llave de acceso
me-join-codes = Solo con códigos
me-username = Nombre de usuario
me-username-help = Una letra y después de 1 a 19 letras, números, _ o -. No se repite ni se cambia.
me-passkeys = Llaves de acceso
me-passkeys-none = Todavía no tienes ninguna llave de acceso.
me-passkeys-help = Una llave de acceso te deja entrar sin nombre de usuario ni código. Se queda en tu dispositivo o en su gestor de contraseñas; el servidor guarda solo lo que hace falta para comprobarla.
me-passkey-add = Añadir una llave de acceso
me-passkey-done = La llave de acceso quedó añadida.
me-passkey-since = desde el { $when }
me-passkey-used = usada por última vez el { $when }
me-passkey-remove = Quitar
me-passkey-remove-of = Quitar la llave de acceso: { $device }
passkey-cancelled = No se hizo nada: la llave de acceso no se confirmó, o tardó demasiado. Prueba otra vez cuando quieras.
passkey-known = Este dispositivo ya tiene una llave de acceso tuya. Entra con ella, o usa otro dispositivo.
passkey-unsupported = Este dispositivo no puede crear una llave de acceso para este sitio. Los códigos de recuperación siempre sirven.
passkey-offline = El servidor no responde. Mira tu conexión y prueba otra vez.
passkey-failed = El navegador no pudo usar aquí una llave de acceso. Prueba con otro navegador, o con un código de recuperación.
passkey-none = Este navegador no conoce las llaves de acceso. Los códigos de recuperación siempre sirven.
passkey-script = Las llaves de acceso necesitan JavaScript. Los códigos de recuperación, no.
passkeys-elsewhere = Las llaves de acceso sirven en esta dirección:
passkeys-nowhere = Las llaves de acceso necesitan una dirección con https y un nombre. Aquí se entra con códigos de recuperación.
me-codes = Códigos de recuperación
me-codes-left = { $n ->
    [0] No te queda ningún código: pide otros.
    [one] Te queda un código de recuperación.
   *[other] Te quedan { $n } códigos de recuperación.
}
me-codes-new = Pedir códigos nuevos
me-codes-new-help = Los códigos anteriores dejan de servir.
me-codes-shown = Tus códigos de recuperación
me-codes-once = Solo se muestran esta vez. Anótalos o imprímelos: cada uno sirve para entrar una vez, desde cualquier dispositivo, junto con tu nombre de usuario { $username }.
me-codes-kept = Ya los anoté
me-devices = Dispositivos
me-device-this = este
me-device-unknown = Dispositivo desconocido
me-device-seen = visto por última vez el { $when }
me-sign-out = Cerrar sesión
me-sign-out-guest = Un invitado que cierra la sesión no puede volver. Crea antes una cuenta para conservar tus puestos y partidas.
me-sign-out-of = Cerrar sesión: { $device }
me-sign-out-everywhere = Cerrar sesión en todas partes
me-add-device = Añadir un dispositivo
me-add-device-help = Un enlace con código QR inicia tu sesión en otro dispositivo tuyo. Sirve una vez, durante cinco minutos.
me-device-link = Enlace para el otro dispositivo
me-device-scan = Escanéalo con el otro dispositivo, o abre ahí el enlace. Sirve una vez, durante cinco minutos. Quien lo abra entra como si fuera tú.
me-device-picture = Código QR del enlace
me-data = Tus datos
me-export = Descargar todo
me-export-help = Quién eres, tus dispositivos, puestos y partidas, en un archivo.
me-delete = Borrar mi cuenta
me-delete-help = Nombre, nombre de usuario, códigos y dispositivos se borran ahora mismo y para siempre. Las partidas quedan enteras para los demás, sin tu nombre.
me-delete-sure = ¿Borrar a { $name } para siempre?
me-delete-yes = Sí, bórrame
me-delete-no = No, quiero quedarme
me-deleted = Tu cuenta se borró.
me-signed-out = Saliste en este dispositivo.

sign-in = Iniciar sesión
sign-in-passkey = Entrar con una llave de acceso
sign-in-by-code = Entrar con un código
sign-in-help = Con tu nombre de usuario y uno de tus códigos de recuperación. O abre la página «Cuenta» en un dispositivo donde ya entraste, y añade este.
sign-in-code = Código de recuperación
sign-in-code-help = Cuatro grupos de cuatro letras y números. Con esto queda usado.
sign-in-guest = Lo que hiciste aquí como invitado pasa a ser tuyo.
sign-in-new = ¿Primera vez aquí? Crea una cuenta
sign-in-device = Entrar en este dispositivo
sign-in-device-help = El enlace que abriste hace entrar a este dispositivo, una sola vez. Sigue solo si viene de un dispositivo tuyo.
sign-in-device-done = Ya entraste en este dispositivo.

history-none = Todavía no has terminado ninguna partida. Cada una que termines sale aquí, con su resultado y quiénes jugaron.
history-nobody = En este navegador todavía no se ha jugado aquí, así que no hay partidas.
history-won = Ganada
history-lost = Perdida
history-score = { $score } en { $rounds ->
    [one] una mano
   *[other] { $rounds } manos
}
history-partner = Con { $who }
history-against = Contra { $who }
history-rated = Clasificatoria
history-older = Partidas anteriores
history-newest = Las últimas partidas

history-game = Juego
history-by-game = Por juego
history-matches = Partidas
history-wins = Ganadas
history-most-with = En pareja, sobre todo con
history-pair = { $who }: { $won } ganadas de { $matches }
history-counted = Cuentan todas las partidas que terminaste aquí, con reglas de la casa o sin ellas. Los bots no cuentan como pareja.
history-list = Las partidas

history-tally = Cuenta de tus mesas privadas
history-tally-help = Cuentan las partidas de mesas privadas y de eventos con dos personas o más. Los bots y los jugadores borrados no salen. Los invitados cuentan por su nombre.
history-tally-none = Todavía no cuenta ninguna partida con otras personas. Arma una mesa privada y manda el enlace a tus amigos.
history-tally-empty = Ninguna partida cuenta en { $year }. Elige otro año.
history-tally-wrong = «{ $year }» no es un año. Elige uno de la lista.
history-tally-days = Una partida cuenta el día en que empezó y en el año en que terminó, según el reloj de { $zone }.
history-tally-latest = Aquí solo cuentan tus últimas { $n } partidas.

past-rules = Jugada con las reglas de { $game }.
past-house-rules = Reglas de la casa
past-house-rules-help = En qué se jugó distinto de lo usual en { $game }:
past-left = { $who } (se fue: derrota)
past-deserted = { $who } (sin compañero: la derrota no cuenta)
past-seats = Quién se sentó dónde
past-seat = Puesto
past-player = Jugador
past-score = Tantos
past-after = Tras la mano
past-course = La partida, mano a mano
past-round = Mano { $number }
past-board = La mesa al final de la mano { $number }
past-record = El registro
past-download = Descargar el registro
past-record-help = Cada reparto y cada jugada, en un texto que leen personas y programas. «capicu replay» lo comprueba, «capicu analyze» vuelve a mirar la partida.
past-no-record = De esta partida no hay registro: terminó antes de que se guardaran, o siguió con la salida de la partida anterior, y un registro no sabe decirlo.
past-damaged = El registro de esta partida está dañado; solo se puede mostrar el resultado.
past-otherwise = Con las reglas de hoy esta partida habría ido de otra manera, así que sus manos no se muestran. El registro está entero.
past-unknown-title = Esa partida no existe
past-unknown = No tienes ninguna partida con este número, o lo que se guarda de ella está dañado. La pueden ver quienes estaban en la mesa cuando terminó, y nadie más.
past-share = Compartir esta partida
past-share-help = Quien tenga este enlace puede ver la partida y su registro.
past-share-unknown = Este enlace no lleva a ninguna partida, o su registro se borró.
past-back = Todas mis partidas

problem-title = Eso no se pudo hacer
problem-sent-elsewhere = Esto no se mandó desde una página de este sitio, así que no se hizo nada. Abre la página aquí y mándalo otra vez.
problem-name-kind = Un nombre tiene de 1 a 24 letras que se ven, todas de un mismo alfabeto; las latinas pueden ir al lado, en palabras aparte.
problem-username-kind = Un nombre de usuario es una letra y de 1 a 19 letras de la a a la z, números, _ o -. Unos pocos que podrían ser de la casa no son de nadie.
problem-username-taken = Alguien tiene ese nombre de usuario, o uno que se le parece. Elige otro.
problem-code-wrong = Ese código no abre nada con ese nombre de usuario: uno de los dos está mal escrito, o el código ya se usó. Cada uno sirve una vez.
problem-no-passkeys = Las llaves de acceso no sirven en esta dirección: necesitan https y un nombre. Usa un código de recuperación.
problem-ceremony-over = Eso tardó más de cinco minutos, o ya estaba hecho. Empieza otra vez.
problem-bad-passkey = Esa llave de acceso no abre nada aquí: no se conoce, se quitó, o lo que firmó no está bien. Usa otra, o un código de recuperación.
problem-passkey-known = Esa llave de acceso ya se conoce, así que no se añadió otra vez.
problem-too-many-passkeys = Tienes tantas llaves de acceso como se puede. Quita una primero.
problem-last-way-in = Es la última forma de entrar: sin ella ya no podrías. Pide antes códigos nuevos o añade otra llave de acceso.
problem-device-link = Ese enlace no abre nada: tiene más de cinco minutos, ya se usó, o está cortado. Haz otro en la página «Cuenta» del otro dispositivo.
problem-not-signed-in = Ya no estás dentro en este dispositivo. Entra y hazlo otra vez.
problem-unavailable = El servidor no puede anotar nada en este momento. No se cambió nada; prueba otra vez en un momento.
problem-too-long = Eso es demasiado largo.
problem-other-host = Este servidor no responde por ese nombre. Ábrelo por su propia dirección. Si lo administras, dale ese nombre con --host.
problem-no-host = La petición tiene que nombrar un solo host.
# Between what something is called and what it is.
colon = :
