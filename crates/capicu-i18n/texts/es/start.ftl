# Lo que dice un servidor al arrancar, o cuando no puede. Cada texto nombra el remedio.

start-ready = Capicú está en http://{ $address }/ (Ctrl-C lo detiene)
start-owner-code = Este servidor todavía no tiene administrador. Crea una cuenta y escribe este código en /moderate/owner: { $code }
start-owner-code-file = Este servidor todavía no tiene administrador. Crea una cuenta y escribe en /moderate/owner el código que está en { $file }.
start-port-taken = { $address } está ocupado por otro programa; elige otro puerto con { $argument } o detén ese programa
start-cannot-listen = no se puede escuchar en { $address }: { $why }; elige otra dirección con { $argument }
start-not-writable = no se puede escribir en la carpeta de datos { $folder }: { $why }; elige otra con --data o deja que este usuario escriba en ella
start-in-use = otro servidor capicu usa la carpeta de datos { $folder }; detenlo o elige otra con --data
start-incomplete = la base de datos { $file } es una copia incompleta: falta { $file }-wal; cópiala con `capicu backup`, elige otra carpeta con --data, o sírvela con --accept-incomplete-copy. Lo último también vale si otro programa, como sqlite3, abrió la base de datos después de que se mató al servidor
start-empty = la base de datos { $file } está vacía; repón una copia con `capicu restore`, elige otra carpeta con --data, o quita el archivo vacío para empezar un servidor nuevo
start-newer = la base de datos { $file } fue escrita por una versión más nueva de capicu; actualiza capicu o elige otra carpeta con --data
start-damaged = la base de datos { $file } está dañada ({ $why }); restáurala de una copia de seguridad o elige otra carpeta con --data
start-no-database = no es una base de datos SQLite
start-other-program = es de otro programa
start-cannot-open = no se puede abrir la base de datos { $file }: { $why }; mira que el disco tenga sitio y se pueda escribir, o elige otra carpeta con --data
store-no-address = esto no es la dirección de una base de datos; escribe una como postgres://capicu@localhost/capicu
store-left-out = este capicu se compiló sin PostgreSQL ni NATS; usa uno que haya compilado `cargo xtask build --release`
store-bus-alone = --bus necesita una base de datos que los servidores compartan; indícala con --store postgres://…
store-bus-stand-by = --bus y --stand-by on se excluyen: los servidores de un bus se relevan de todos modos; quita --stand-by
store-no-bus = esto no es la dirección de NATS; escribe una como nats://localhost:4222
store-bus-credentials = da --bus-user y --bus-password juntos, o solo --bus-credentials
store-credentials-alone = las credenciales de NATS necesitan su dirección; indícala con --bus nats://…
store-bad-credentials = no se pueden usar las credenciales de { $file }: { $why }; crea el archivo con `nsc generate creds`
store-in-use = otro servidor capicu usa la base de datos { $place }; detenlo o deja que este lo espere con --stand-by
store-newer = la base de datos { $place } fue escrita por una versión más nueva de capicu; actualiza capicu o elige otra base con --store
store-older-servers = servidores de una versión anterior usan la base de datos { $place }; detenlos todos y luego inicia esta versión
store-other-program = la base de datos { $place } es de otro programa; crea una solo para capicu con `createdb`
store-unfit = la base de datos { $place } no sirve: es { $what }, y capicu necesita PostgreSQL 15 o posterior y UTF8
store-cannot-open = no se puede usar la base de datos { $place }: { $why }; mira que PostgreSQL funcione allí y deje entrar a este usuario, o elige otra con --store
store-occupied = la base de datos { $place } ya contiene algo; elige una vacía con --store
store-older = { $file } viene de una versión anterior de capicu; ponlo en una carpeta con `capicu import` y exporta esa
store-filled = la base de datos { $place } contiene { $contents }
store-lost = otro servidor se ha hecho cargo de la base de datos { $place }, o puede haberlo hecho; arranca capicu otra vez para que espere
start-network = falló la red: { $why }; arranca capicu otra vez

# El archivo de ajustes de un servidor.
settings-head = Los ajustes de `capicu serve`, tal como están. Guárdalos en un archivo, cambia lo que deba ser distinto y nómbralo con --config ARCHIVO o en CAPICU_CONFIG. Lo que diga un argumento o una variable cuenta más que el archivo.
settings-variable = Variable: { $name }
settings-place = { $file }, línea { $line }: { $why }
settings-variable-unknown = no existe el ajuste `{ $name }`{ $meant }
settings-syntax = esto no es TOML: { $why }
settings-unknown = no existe el ajuste `{ $key }`{ $meant }
settings-wants-one = `{ $key }` lleva un solo valor: un texto entre comillas o un número entero
settings-wants-list = `{ $key }` lleva una lista de textos, como ["uno", "dos"]
start-venue-no-address = No se encontró ninguna dirección a la que lleguen los teléfonos de la misma Wi-Fi. Conéctate a una Wi-Fi o activa la de la laptop, o di la dirección: --address 192.168.1.5
start-venue-public = { $address } no es una dirección de una red privada. `capicu venue` habla http sin cifrar, que es para una Wi-Fi propia; para los demás está `capicu serve` detrás de TLS
start-venue-ready = Los teléfonos de la misma Wi-Fi abren { $url } (Ctrl-C lo detiene)
start-venue-help = Puede que los teléfonos avisen de que esta Wi-Fi no tiene internet: no la dejes. Los datos están en la carpeta { $data }.

# Notificaciones.
start-push-made = La clave está en { $file }. Reinicia el servidor para usarla.
start-push-there = { $file } ya tiene una clave. Con una nueva, ningún dispositivo recibiría más notificaciones.
start-push-folder = No existe la carpeta { $folder }. Inicia el servidor una vez, o indica su carpeta de datos con --data.
start-push-wrong = { $file } no tiene una clave de `capicu push-keys`. Recupera el archivo, o bórralo y crea otra clave.
start-push-failed = no se puede usar { $file }: { $why }
start-push-contact = Las notificaciones necesitan --public-url: los servicios preguntan quién las envía.
start-push-authorities = Las notificaciones necesitan autoridades de certificación: instala el paquete ca-certificates, o borra { $file }.
