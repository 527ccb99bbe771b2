# Lo que responden `capicu status` y `capicu doctor` sobre un servidor. Cada problema nombra el remedio.

status-ready = { $address }: listo
status-not-ready = { $address }: no está listo: { $why }
status-program = versión { $version }, commit { $commit }, en marcha desde hace { $time }
status-people = mesas { $tables }, conexiones { $connections }, sockets { $sockets }, en la sala { $lobby }
status-process = memoria { $memory }, archivos abiertos { $files } de { $most }
status-disk = base de datos { $database }, registro WAL { $wal }, disco libre { $free }
status-backup = última copia de seguridad hace { $time }
status-no-backup = todavía no hay copia de seguridad; haz una con `capicu backup`
status-unreachable = ningún servidor responde en { $address }: { $why }; arráncalo con --admin o nombra con --admin dónde escucha
status-no-server = { $address } no es la dirección de administración de un servidor capicu; nómbrala con --admin

doctor-config = los ajustes son válidos
doctor-folder = la carpeta de datos es { $folder }
doctor-no-folder = no hay carpeta de datos { $folder }; nómbrala con --data o arranca `capicu serve`, que la crea
doctor-postgres = todo se guarda en PostgreSQL, que este comando no revisa; pregunta al propio PostgreSQL
doctor-private = solo su usuario puede leer los datos
doctor-readable = otros pueden leer { $file }; ejecuta `chmod -R go= { $folder }`
doctor-not-writable = este usuario no puede escribir { $file }; ejecuta doctor como el usuario del servidor o dale el archivo a ese usuario
doctor-database = la base de datos está completa ({ $size })
doctor-no-database = todavía no hay base de datos; `capicu serve` la crea
doctor-wal = el registro WAL tiene { $size }
doctor-wal-long = el registro WAL tiene { $size }; cierra los otros programas que tienen abierto capicu.db o reinicia el servidor
doctor-disk = quedan { $free } libres en el disco
doctor-disk-unknown = el sistema no dice cuánto disco queda libre
doctor-disk-low = solo quedan { $free } libres en el disco; haz sitio antes de que se llene
doctor-clock = el reloj concuerda con el último hecho guardado
doctor-clock-behind = el último hecho guardado está { $time } por delante del reloj; pon el reloj en hora antes de arrancar el servidor
doctor-clock-unset = el reloj marca un momento anterior a este programa; ponlo en hora antes de arrancar el servidor
doctor-files = el servidor puede abrir { $files } archivos
doctor-files-free = el número de archivos abiertos no tiene límite
doctor-files-few = el servidor puede abrir { $files } archivos y necesita { $needed } para { $connections } conexiones; sube el límite (LimitNOFILE= o `ulimit -n`) o baja --connections
doctor-backup = la última copia de seguridad es de hace { $time }
doctor-backup-old = la última copia de seguridad es de hace { $time }; haz una cada día con `capicu backup`
doctor-no-backup = todavía no hubo copia de seguridad; haz una cada día con `capicu backup`
doctor-server = el servidor en { $address } está listo
doctor-not-ready = el servidor en { $address } no está listo: { $why }; mira su registro
doctor-no-server = ningún servidor responde en { $address }; arráncalo, o no hagas caso si está detenido
doctor-ok = bien
doctor-warn = aviso
doctor-fail = mal
