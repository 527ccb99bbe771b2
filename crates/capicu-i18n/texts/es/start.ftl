# Lo que dice un servidor al arrancar, o cuando no puede. Cada texto nombra el remedio.

start-ready = Capicú está en http://{ $address }/ (Ctrl-C lo detiene)
start-port-taken = { $address } está ocupado por otro programa; elige otro puerto con --listen o detén ese programa
start-cannot-listen = no se puede escuchar en { $address }: { $why }; elige otra dirección con --listen
start-not-writable = no se puede escribir en la carpeta de datos { $folder }: { $why }; elige otra con --data o deja que este usuario escriba en ella
start-in-use = otro servidor capicu usa la carpeta de datos { $folder }; detenlo o elige otra con --data
start-newer = la base de datos { $file } fue escrita por una versión más nueva de capicu; actualiza capicu o elige otra carpeta con --data
start-damaged = la base de datos { $file } está dañada ({ $why }); restáurala de una copia de seguridad o elige otra carpeta con --data
start-no-database = no es una base de datos SQLite
start-other-program = es de otro programa
start-cannot-open = no se puede abrir la base de datos { $file }: { $why }; mira que el disco tenga sitio y se pueda escribir, o elige otra carpeta con --data
start-network = falló la red: { $why }; arranca capicu otra vez
