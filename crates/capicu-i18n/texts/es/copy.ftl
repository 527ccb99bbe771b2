# Copias de lo que guarda un servidor, y por qué no se pueden hacer o devolver. Cada una dice el remedio.

copy-made = { $file }: { $contents }
copy-tables = { $n ->
    [one] { $n } mesa
   *[other] { $n } mesas
}
copy-matches = { $n ->
    [one] { $n } partida terminada
   *[other] { $n } partidas terminadas
}
copy-players = { $n ->
    [one] { $n } jugador
   *[other] { $n } jugadores
}
copy-back = la carpeta de datos { $folder } tiene { $contents }
copy-nothing = en { $folder } no hay ninguna base de datos; di con --data la carpeta que usa `capicu serve`
copy-inside = { $file } está en la propia carpeta de datos; elige un sitio fuera de ella
copy-occupied = en { $folder } ya hay una base de datos; quítala antes de ahí o elige otra carpeta con --data
copy-newer = { $file } lo escribió una versión más nueva de capicu; actualiza antes capicu
copy-damaged = { $file } no se puede devolver ({ $why }); toma otra copia
copy-altered = { $file } no es lo que escribió `capicu backup`: su suma no coincide; cópialo otra vez desde donde se hizo, o usa otra copia
copy-rescued = { $folder } ya no tiene su base de datos; se copia { $file }, donde el servidor la guardó
copy-unsealed = { $file } no tiene suma, porque lo hizo una versión anterior; no se puede comprobar si está como se escribió
copy-not-found = no existe tal archivo o carpeta; mira el nombre
copy-failed = { $file }: la base de datos dice: { $why }; mira que haya sitio en el disco y prueba otra vez
copy-line-unreadable = en la columna { $column } no está lo que una exportación tiene ahí; haz otra vez la exportación
copy-line-no-export = esto no es un archivo de `capicu export`; di uno que lo sea
copy-line-table = no hay ninguna tabla llamada { $table }; haz otra vez la exportación
copy-line-columns = estas no son las columnas de { $table }; haz otra vez la exportación
copy-line-value = { $column } no puede tener este valor; haz otra vez la exportación
copy-line-refused = esto no va con las líneas anteriores ({ $why }); haz otra vez la exportación
copy-line-cut-off = la exportación acaba a la mitad; copia otra vez el archivo o hazla otra vez
copy-line-after-end = hay algo después del final de la exportación; hazla otra vez
copy-line-digest = esta línea o una anterior no es como se escribió: la suma no coincide; copia el archivo otra vez, o exporta de nuevo
copy-line-count = la exportación dice que tiene { $said } filas, pero hay { $found }; hazla otra vez
