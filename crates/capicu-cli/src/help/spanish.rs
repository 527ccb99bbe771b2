//! The help in Spanish, by command and argument.

/// The text for a command, or for an argument of it; one that several commands share stands there
/// without a command.
pub fn of(path: &str, id: Option<&str>) -> Option<&'static str> {
    let key = key(path, id)?;
    let found = TEXTS.iter().find(|(known, _)| *known == key);
    found.map(|(_, text)| *text)
}

/// Under which key a text is found.
pub fn key(path: &str, id: Option<&str>) -> Option<&'static str> {
    let find = |wanted: &str| keys().find(|key| *key == wanted);
    match id {
        None if path.is_empty() => find("capicu"),
        None => find(path),
        Some(id) => find(&format!("{path} .{id}")).or_else(|| find(&format!(".{id}"))),
    }
}

/// All keys.
pub fn keys() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(key, _)| *key)
}

/// A heading over some arguments.
pub fn heading(english: &str) -> &'static str {
    match english.split(' ').next() {
        Some("Limits") => "Límites (RÁFAGA/MINUTO: tantos a la vez, y después tantos por minuto)",
        _ => "Opciones",
    }
}

/// The name of a value.
pub fn value_name(english: &str) -> String {
    let words = [
        ("ACTIONS", "JUGADAS"),
        ("ADDRESS", "DIRECCIÓN"),
        ("BURST/MINUTE", "RÁFAGA/MINUTO"),
        ("COUNT", "CUENTA"),
        ("DAYS", "DÍAS"),
        ("DIR", "CARPETA"),
        ("FILE", "ARCHIVO"),
        ("FOLDER", "CARPETA"),
        ("FORMAT", "FORMATO"),
        ("FROM", "DE"),
        ("HANDS", "MANOS"),
        ("HAND", "FICHAS"),
        ("HOPS", "SALTOS"),
        ("LANG", "IDIOMA"),
        ("LEVEL", "NIVEL"),
        ("NAME", "NOMBRE"),
        ("NODES", "NODOS"),
        ("OPTION=VALUE", "OPCIÓN=VALOR"),
        ("ORIGIN", "ORIGEN"),
        ("PLAYER", "JUGADOR"),
        ("POSITION", "POSICIÓN"),
        ("SEAT", "PUESTO"),
        ("SECONDS", "SEGUNDOS"),
        ("SEED", "SEMILLA"),
        ("SHARE", "PARTE"),
        ("TILES", "FICHAS"),
        ("TO", "A"),
        ("WANTED", "META"),
        ("WHEN", "CUÁNDO"),
    ];
    let word = |part: &str| {
        let found = words.iter().find(|(en, _)| *en == part);
        found.map_or_else(|| part.to_owned(), |(_, es)| (*es).to_owned())
    };
    let separator = |c| c == ',' || c == '|';
    match english.find(separator) {
        Some(at) => format!("{}{}", word(&english[..at]), {
            let (mark, rest) = english[at..].split_at(1);
            format!("{mark}{}", word(rest))
        }),
        None => word(english),
    }
}

const TEXTS: &[(&str, &str)] = &[
    ("capicu", "Dominó, con las reglas que tú digas"),
    ("help", "Muestra esta ayuda o la de la orden que se nombre"),
    (".help", "Muestra la ayuda; --help la muestra entera"),
    (".version", "Muestra la versión"),
    (
        ".lang",
        "El idioma de respuestas, errores y ayuda; si no, el del sistema",
    ),
    (".color", "Cuándo usar color"),
    (".json", "Responde en JSON"),
    (".force", "Reemplaza un archivo que ya existe"),
    (".game", "El juego: un id de los que enumera `capicu games`"),
    (
        ".rules",
        "Un archivo de reglas en su lugar, o junto al nombre que han de llevar los resultados",
    ),
    (
        ".players",
        "Cuántos juegan; si no, los de costumbre en el juego",
    ),
    (
        ".options",
        "Una opción de las reglas que ha de ser otra, como target=150; puede repetirse",
    ),
    (
        ".seed",
        "La semilla: con la misma sale lo mismo en cualquier máquina",
    ),
    (
        ".record",
        "Empieza en una mano de una partida escrita; `-` es la entrada estándar",
    ),
    (
        ".number",
        "Solo esta partida del archivo, desde 1; de varios archivos, de cada uno",
    ),
    (".round", "Qué mano de la partida escrita"),
    (".after", "Después de cuántas de sus jugadas"),
    (".data", "La carpeta que usa `capicu serve`"),
    (
        "backup",
        "Copia en un archivo todo lo que guarda un servidor, sin detenerlo",
    ),
    (
        "backup .file",
        "El archivo que se escribe; `-` es la salida estándar",
    ),
    (
        "restore",
        "Devuelve una copia a una carpeta de datos que todavía no tiene base de datos",
    ),
    (
        "restore .file",
        "Un archivo que escribió `capicu backup`; `-` es la entrada estándar",
    ),
    (
        "export",
        "Escribe como texto todo lo que guarda un servidor, una línea de JSON por fila, sin detenerlo",
    ),
    (
        "export .file",
        "El archivo que se escribe; `-` es la salida estándar",
    ),
    (
        "export .store",
        "La base de datos PostgreSQL que usa `capicu serve` en su lugar, como postgres://capicu@localhost/capicu",
    ),
    (
        "import",
        "Devuelve una exportación a una carpeta de datos que todavía no tiene base de datos",
    ),
    (
        "import .file",
        "Un archivo que escribió `capicu export`; `-` es la entrada estándar",
    ),
    (
        "import .store",
        "La base de datos PostgreSQL que usa `capicu serve` en su lugar, como postgres://capicu@localhost/capicu",
    ),
    (
        "bot-check",
        "Somete un servidor, o con --listen un bot, a lo que sale mal en las redes, y dice qué resistió",
    ),
    (
        "bot-check .url",
        "El servidor, como http://127.0.0.1:7878; se le pregunta con las claves de `CAPICU_TOKEN`",
    ),
    (
        "bot-check .token_file",
        "Un archivo de claves en lugar de `CAPICU_TOKEN`; con varias, como una caducada, se prueba más",
    ),
    (
        "bot-check .listen",
        "Ser el servidor en esta dirección y probar el bot que se conecte y haga una mesa",
    ),
    ("bot-check .wait", "Cuánto puede callar un bot, en segundos"),
    // status, doctor
    (
        "status",
        "Pregunta a un servidor en marcha cómo está: si está listo, desde cuándo corre y cuánto pasa en él",
    ),
    (
        "status .admin",
        "Dónde escucha para la administración: lo que recibió `capicu serve --admin`",
    ),
    (
        "doctor",
        "Revisa los ajustes, la carpeta de datos, la máquina y el servidor, y nombra un remedio para cada problema. No cambia nada, y el servidor puede seguir en marcha",
    ),
    (
        "doctor .config",
        "El archivo de ajustes que usa `capicu serve`",
    ),
    (
        "doctor .data",
        "La carpeta que usa `capicu serve`, si los ajustes no la nombran",
    ),
    (
        "doctor .admin",
        "Dónde escucha el servidor para la administración, si los ajustes no lo nombran",
    ),
    // ratings
    (
        "ratings",
        "La clasificación de un servidor que no está en marcha",
    ),
    (
        "ratings recompute",
        "Calcula de nuevo toda la clasificación a partir de los resultados guardados, y dice si concuerda con lo escrito",
    ),
    (
        "ratings recompute .check",
        "No cambia nada, y termina con 1 si algo no concuerda; si no, eso se escribe de nuevo",
    ),
    // venue
    (
        "venue",
        "Dirige eventos en un portátil sin internet, para los teléfonos de su Wi-Fi",
    ),
    (
        "venue .address",
        "La dirección del portátil en la Wi-Fi; si no se da, se busca",
    ),
    (
        "venue .port",
        "El puerto donde escuchar; el 0 toma uno libre",
    ),
    (
        "venue .data",
        "Carpeta de la base de datos; se crea si no la hay",
    ),
    // serve
    (
        "serve",
        "Sirve la plataforma: la página, las mesas y los bots",
    ),
    (
        "serve .config",
        "Archivo de ajustes, como el que escribe --print-config. Lo que diga un argumento o una variable cuenta más",
    ),
    (
        "serve .print_config",
        "Muestra los ajustes tal como están, con lo que significa cada uno, como archivo para --config, y no sirve nada",
    ),
    (
        "serve .listen",
        "Dirección y puerto donde escuchar; el puerto 0 toma uno libre",
    ),
    (
        "serve .admin",
        "Dirección y puerto para quien cuida el servidor: /metrics, /livez y /readyz, que no preguntan a nadie quién es, y páginas para los dueños. Que nadie más llegue. Apagado si no se da",
    ),
    (
        "serve .data",
        "Carpeta de la base de datos; se crea si no la hay",
    ),
    (
        "serve .accept_incomplete_copy",
        "Sirve una base de datos que se copió mientras un servidor la usaba, aunque le falte su registro",
    ),
    (
        "serve .origin",
        "Otro sitio cuyas páginas pueden usar este servidor, como https://domino.example; puede repetirse",
    ),
    (
        "serve .host",
        "Un nombre con el que pueden abrirse las páginas de este servidor, como domino.example; puede repetirse. Si no se da ninguno vale cualquiera; si se da, solo esos, las direcciones y localhost",
    ),
    (
        "serve .store",
        "Una base de datos PostgreSQL donde guardarlo todo en vez de en la carpeta de datos, como postgres://capicu@localhost/capicu",
    ),
    (
        "serve .stand_by",
        "Si otros servidores pueden usar esa base: este espera entonces hasta que no la use ninguno, toma el relevo cuando desaparece el que la usa y la suelta cuando no llega a ella",
    ),
    (
        "serve .bus",
        "NATS, por donde varios servidores con una misma base de datos sirven a la vez, cada uno una parte de las mesas, como nats://localhost:4222; varios servidores de NATS, separados por comas",
    ),
    (
        "serve .bus_user",
        "Quién es el servidor para NATS, si la dirección no lo dice",
    ),
    (
        "serve .bus_password",
        "La contraseña de --bus-user; otros usuarios de la máquina pueden leer los argumentos, pero no las variables",
    ),
    (
        "serve .bus_credentials",
        "Archivo de credenciales para NATS, como lo escribe nsc, en lugar de usuario y contraseña",
    ),
    (
        "serve .public_url",
        "Dónde se abre este servidor, como https://domino.example: el sitio para el que se crean las llaves de acceso. Si no se da, solo sirven en localhost, y en otras direcciones los miembros entran con códigos de recuperación",
    ),
    (
        "serve .behind_proxy",
        "El servidor está detrás de tantos proxies (1 si no se dice cuántos); cada uno añade a X-Forwarded-For la dirección que le preguntó",
    ),
    (
        "serve .log",
        "Qué se anota: error, warn, info, debug o trace, o un filtro como capicu_server=debug",
    ),
    (
        "serve .keep_days",
        "Cuántos días se guarda una mesa en la que ya no pasa nada; 0 es para siempre",
    ),
    (
        "serve .analyses",
        "Si aquí se analizan partidas terminadas para quien tiene un aparato lento. Va detrás de todo lo demás, pero usa lo que le sobra a la máquina",
    ),
    (
        "serve .bot_pace",
        "A qué ritmo juegan los bots del servidor: natural se toma un momento como una persona; immediate es para probar bots",
    ),
    ("serve .limit_messages", "Mensajes de una conexión abierta"),
    (
        "serve .limit_sockets",
        "Conexiones abiertas desde una dirección",
    ),
    ("serve .limit_tables", "Mesas armadas desde una dirección"),
    (
        "serve .limit_guesses",
        "Secretos erróneos y mesas desconocidas probados desde una dirección",
    ),
    (
        "serve .limit_rule_files",
        "Archivos de reglas revisados para una dirección",
    ),
    (
        "serve .limit_lookups",
        "Personas buscadas por nombre de usuario desde una dirección",
    ),
    (
        "serve .upload_mb",
        "Envío más largo en MB, como el registro de un evento; uno a la vez por dirección",
    ),
    (
        "serve .limit_desk",
        "Cambios de eventos y clubes por cuenta; desde una dirección, cuatro veces más",
    ),
    (
        "serve .event_log_bytes",
        "Bytes que puede tener el historial de un evento",
    ),
    (
        "serve .account_log_bytes",
        "Bytes que pueden tener juntos los historiales de los eventos de una cuenta",
    ),
    (
        "serve .limit_disk",
        "Millones de bytes que se guardan para una dirección en un día",
    ),
    (
        "serve .connections",
        "Conexiones abiertas a la vez; a quien llega después se le pide que vuelva a probar",
    ),
    (
        "serve .connections_per_address",
        "Lo mismo desde una dirección; detrás de un proxy no se cuenta",
    ),
    (
        "serve .sockets_per_address",
        "Conexiones permanentes abiertas a la vez desde una dirección",
    ),
    (
        "serve .head_timeout",
        "Cuánto puede tardar la cabecera de una petición",
    ),
    (
        "serve .body_timeout",
        "Cuánto puede tardar el cuerpo de una petición",
    ),
    (
        "serve .idle_timeout",
        "Cuánto puede una conexión esperar su próxima petición, o no leer nada de una respuesta",
    ),
    (
        "serve .answer_timeout",
        "Cuánto puede tardar un cliente en leer una respuesta entera",
    ),
    // verify
    (
        "verify",
        "Vuelve a calcular cada reparto de una partida a partir de su semilla",
    ),
    (
        "verify .seed",
        "La semilla que se mostró después de la partida: 64 dígitos hexadecimales",
    ),
    (
        "verify .commitment",
        "El compromiso que se mostró antes; falla si la semilla es otra",
    ),
    (
        "verify .rounds",
        "Cuántos repartos tuvo la partida, contando los anulados",
    ),
    // games
    (
        "games",
        "Enumera los juegos, explica uno o revisa un archivo de reglas",
    ),
    ("games .json", "Responde en JSON (la lista y `check`)"),
    (
        "games show",
        "Muestra las reglas de un juego o de un archivo de reglas",
    ),
    (
        "games show .game",
        "Un id de los que enumera `capicu games`, o un archivo de reglas",
    ),
    (
        "games show .format",
        "En frases (text), o todas las opciones: como archivo de reglas (toml) o para programas (json)",
    ),
    (
        "games check",
        "Revisa un archivo de reglas: dice todo lo que está mal, con línea y columna",
    ),
    (
        "games check .file",
        "El archivo de reglas; `-` es la entrada estándar",
    ),
    (
        "games schema",
        "Muestra el JSON Schema de los archivos de reglas, para editores",
    ),
    // replay
    (
        "replay",
        "Repasa una partida escrita y la arbitra: los tantos, y dónde falta a las reglas",
    ),
    (
        "replay .files",
        "Partidas escritas, una en cada archivo o muchas, y carpetas con ellas; `-` es la entrada estándar",
    ),
    (
        "replay .strict",
        "Lo que las fichas mostradas no dejan comprobar es un error",
    ),
    // simulate
    (
        "simulate",
        "Juega muchas partidas entre bots y dice cómo fueron",
    ),
    (
        "simulate .bot",
        "Los bots: uno para todos los puestos, uno por lado o uno por puesto\n\nrandom, heavy, counter, reader (50000 nodos por decisión), facts (el reader que no saca conclusiones de lo jugado), level:1, el más flojo, y así. reader y facts admiten un presupuesto: reader@20000 en nodos, reader@5ms en milisegundos; reader:aim=round juega por los puntos de la mano y reader:aim=win por ganarla. Cualquier programa juega como \"cmd:python3 bot.py\" (docs/bot-protocol.md). Con milisegundos y con programas la respuesta es otra cada vez.",
    ),
    (
        "simulate .patience",
        "Milisegundos tras los cuales un programa que no contesta acaba la serie",
    ),
    (
        "simulate .rounds",
        "Cuántas manos; se juega partida tras partida y la última se corta",
    ),
    (
        "simulate .matches",
        "Cuántas partidas; una de 10 000 manos se deja sin terminar, y con --out o --records una de 1000",
    ),
    (
        "simulate .threads",
        "Cuántos hilos; si no, uno por procesador",
    ),
    ("simulate .records", "Escribe cada partida en esta carpeta"),
    (
        "simulate .out",
        "Escribe cada decisión en este archivo, según su sufijo como Parquet, CSV o líneas de JSON (.ndjson); `-` escribe Parquet en la salida estándar. Tras una interrupción, la misma orden sigue",
    ),
    (
        "simulate .shard",
        "Juega solo una parte de las partidas, la I de N, para `capicu merge`",
    ),
    (
        "simulate .judge",
        "Hace que el reader piense cada decisión durante tantos nodos y escribe lo que halla",
    ),
    // merge
    (
        "merge",
        "Junta las partes de `capicu simulate --shard`: los mismos bytes que de una vez",
    ),
    ("merge .shards", "Las partes, en cualquier orden"),
    (
        "merge .out",
        "El archivo que se escribe, en la forma de su sufijo: .parquet, .csv o .ndjson; `-` es Parquet en la salida estándar",
    ),
    // perft
    (
        "perft",
        "Cuenta las sucesiones de jugadas válidas desde un reparto, nivel por nivel",
    ),
    ("perft .seed", "La semilla del reparto"),
    ("perft .depth", "Cuántas jugadas seguidas"),
    (
        "perft .count",
        "Si una ficha que va en dos puntas que nunca se distinguirán cuenta una vez (distinct) o dos (every)",
    ),
    // arena
    (
        "arena",
        "Enfrenta a bots con los mismos repartos y dice cuál es más fuerte\n\nUn jugador es un nombre (random, heavy, counter, reader, o facts: el reader que no saca conclusiones de lo jugado), con un presupuesto si lo admite (reader@5ms, reader@20000 en nodos, 50000 si no se dice; reader:aim=round juega por los puntos de la mano y reader:aim=win por ganarla, ninguno por la partida), un nivel (level:1, el más flojo, y así) o cualquier programa, como \"cmd:python3 bot.py\" (docs/bot-protocol.md).",
    ),
    (
        "arena .names",
        "Los dos jugadores; con --pool, más jugadores para la tabla",
    ),
    (
        "arena .rounds",
        "Juega manos sueltas, que se abren como la primera de una partida; es lo usual",
    ),
    ("arena .matches", "Juega partidas enteras"),
    (
        "arena .pairs",
        "Cuántos pares de juegos; con --sprt, a lo sumo tantos. Si no, 500, o 100000 con --sprt",
    ),
    (
        "arena .sprt",
        "Acaba en cuanto una prueba secuencial haya hallado si A es más fuerte",
    ),
    (
        "arena .elo0",
        "La fuerza, en Elo normalizado, que la prueba ha de descartar",
    ),
    ("arena .elo1", "La fuerza que la prueba ha de hallar"),
    (
        "arena .error",
        "Con qué frecuencia puede errar cada hallazgo",
    ),
    (
        "arena .ms",
        "Milisegundos por decisión, para jugadores que admiten un presupuesto",
    ),
    (
        "arena .nodes",
        "Nodos por decisión, para jugadores que admiten un presupuesto: los mismos juegos en cualquier máquina",
    ),
    (
        "arena .patience",
        "Milisegundos tras los cuales pierde un programa que no contesta",
    ),
    ("arena .seed", "La semilla de todos los repartos y azares"),
    (
        "arena .threads",
        "Cuántos juegos van a la vez; si no, uno por procesador",
    ),
    (
        "arena .pool",
        "Enfrenta a todos los bots entre sí, y a los jugadores que se nombren",
    ),
    (
        "arena .ladder",
        "Enfrenta cada nivel con el que tiene debajo",
    ),
    (
        "arena .record",
        "Escribe cada juego en este archivo: como partidas escritas si su nombre acaba en .domino; si no, un objeto JSON por línea, como en la salida estándar con `-`",
    ),
    (
        "arena .resume",
        "Sigue con los juegos de ese archivo donde se interrumpieron",
    ),
    // solve
    (
        "solve",
        "Resuelve una mano con todas las fichas a la vista: lo que vale, y cada jugada con su valor",
    ),
    (
        "solve .deal",
        "Las manos desde el puesto A, como \"6-6 5-4 / 6-5 4-4\"; lo que falta duerme, en el orden de las fichas",
    ),
    (
        "solve .boneyard",
        "Las fichas que duermen, en el orden en que se roban",
    ),
    (
        "solve .opener",
        "Sale este puesto, con cualquier ficha; si no, lo dicen las reglas",
    ),
    (
        "solve .moves",
        "Lo que se ha jugado, como \"6-6 6-4@6-6 pass\"",
    ),
    (
        "solve .wanted",
        "Qué se busca: ganar la mano (result) o los más puntos (points)",
    ),
    (
        "solve .budget",
        "A lo sumo cuántas posiciones se examinan en un juego sin forma rápida",
    ),
    (
        "solve .deals",
        "Resuelve tantos repartos al azar y dice cómo fueron",
    ),
    (
        "solve .each",
        "Imprime una línea de JSON por cada reparto, en cuanto se resuelve, en vez del resumen",
    ),
    ("solve .seed", "La semilla de los repartos al azar"),
    // hint
    (
        "hint",
        "Dice qué conviene jugar y cuánto vale, visto desde una sola mano\n\nEl reader imagina las fichas que no se ven según lo que pasó y juega la mano hasta el final muchas veces. Lo que pasó se da con opciones o como una mano de una partida escrita en la que bastan las fichas de quien juega.",
    ),
    (
        "hint .hand",
        "Las fichas que tiene ahora quien juega, como \"6-5 4-2\"",
    ),
    (
        "hint .moves",
        "Lo que ha pasado en la mano, como \"6-6 6-4@6-6 pass\"; con el puesto delante si se quiere: \"C: 6-6 D: 6-4@6-6\"",
    ),
    (
        "hint .seat",
        "El puesto de quien juega; si no, el que sigue si salió A",
    ),
    (
        "hint .opener",
        "Sale este puesto con cualquier ficha, como en una mano que no es la primera; si no, es la primera",
    ),
    (
        "hint .nodes",
        "Cuántos nodos piensa el reader: con los mismos sale lo mismo en cualquier máquina",
    ),
    ("hint .seed", "La semilla de lo que imagina"),
    (".position", "Empieza en una posición, escrita en una línea"),
    // analyze
    (
        "analyze",
        "Mira de nuevo unas partidas: qué perdió cada decisión según lo que su puesto podía saber, y qué fue suerte\n\nCada decisión se compara con la mejor de las otras jugadas, en repartos que concuerdan con lo que ese puesto había visto y nunca con las fichas como estaban. Todo ello suma exactamente el resultado. No decide ningún reloj: con la misma partida y los mismos nodos sale lo mismo en cualquier máquina.",
    ),
    (
        "analyze .files",
        "Partidas escritas, una o varias en un archivo, y carpetas de ellas; `-` es la entrada estándar",
    ),
    (
        "analyze .seat",
        "De qué lado se ve la suma, y qué decisiones se miran primero",
    ),
    (
        "analyze .html",
        "Escribe una página para compartir: un solo archivo sin programas; `-` es la salida estándar",
    ),
    (
        "analyze .report",
        "Dice solo cómo les fue a los jugadores en todas las partidas, por su nombre",
    ),
    (
        "analyze .grid",
        "Dice solo lo que cada puesto podía saber tras tantas jugadas de una mano",
    ),
    (
        "analyze .nodes",
        "Cuántos nodos se dan a cada decisión, y hasta veinte veces más donde no bastan",
    ),
    // pose
    (
        "pose",
        "Dice lo que vale cada salida con unas fichas, según el juego y el tanteo\n\nSale A como en una mano que no es la primera: con cualquier ficha, o con cualquier doble donde hay que salir con uno. Donde las reglas dicen la ficha, no hay nada que elegir. Cada salida se juega hasta el final en los mismos repartos y con la misma suerte, según el modelo con el que se analizan las partidas. La mejor se busca en unos repartos, y lo que pierden las demás frente a ella en otros. No decide ningún reloj: con las mismas fichas, tanteo y nodos sale lo mismo en cualquier máquina.",
    ),
    (
        "pose .hand",
        "Las fichas de quien sale, como \"6-6 6-5 6-4 6-0 3-1 2-0 1-0\"",
    ),
    (
        "pose .score",
        "El tanteo de cada equipo, primero el de quien sale, como 40,25; si no, nadie tiene puntos, o los de quien sale han ganado una mano donde solo así sale con lo que quiera",
    ),
    ("pose .nodes", "Cuántos nodos se dan a cada salida"),
    // convert
    (
        "convert",
        "Convierte listas de jugadas de otros programas en una partida escrita, o una partida en su gemelo JSON y al revés",
    ),
    ("convert .from", "Qué es la entrada"),
    ("convert .to", "Qué ha de ser la salida"),
    ("convert .files", "La entrada; `-` es la entrada estándar"),
    // event
    (
        "event",
        "Torneos: revisa el registro de uno, o juega torneos al azar y comprueba todo lo que ha de cumplirse",
    ),
    (
        "event boards",
        "Muestra las manos fijas de un torneo de duplicado que ya jugaron todas las mesas, con su par",
    ),
    (
        "event boards .file",
        "El registro, un objeto JSON por línea; `-` es la entrada estándar",
    ),
    (
        "event verify",
        "Revisa el registro de un evento: la cadena, cada hecho y cada borrador, emparejándolo otra vez",
    ),
    (
        "event verify .file",
        "El registro, un objeto JSON por línea; `-` es la entrada estándar",
    ),
    (
        "event simulate",
        "Juega eventos al azar de todos los tipos y los comprueba con un segundo modelo",
    ),
    ("event simulate .events", "Cuántos eventos"),
    // completions and man
    (
        "completions",
        "Muestra lo que un intérprete de órdenes necesita para completar órdenes y opciones",
    ),
    ("completions .shell", "El intérprete"),
    (
        "man",
        "Escribe una página de manual por orden en una carpeta",
    ),
    ("man .folder", "La carpeta; se crea si no la hay"),
];
