# Cómo se porta la gente: quien abandona, los reportes y lo que hace la moderación.

problem-paused = Ahora mismo no puedes buscar gente para jugar.
problem-banned = Esta persona está expulsada de aquí.

conduct-paused = No puedes buscar gente para jugar hasta { $until }. { $why }
conduct-left = { $of ->
    [one] Abandonaste tu última partida con gente.
   *[other] Abandonaste { $left } de tus últimas { $of } partidas con gente.
}
conduct-paused-help = Con bots y en mesas privadas puedes jugar siempre.
conduct-pause-near = { $why } Si abandonas una más, no podrás buscar gente aquí durante { $long }.
conduct-minutes = { $n ->
    [one] un minuto
   *[other] { $n } minutos
}
conduct-hours = { $n ->
    [one] una hora
   *[other] { $n } horas
}

conduct-mute-until = No puedes escribir en el chat hasta { $until }.
conduct-mute-good = Ya no puedes escribir con tus palabras.
conduct-pause-until = No puedes buscar gente para jugar hasta { $until }.
conduct-pause-good = Ya no puedes buscar gente para jugar.
conduct-ban-until = Estás expulsado hasta { $until }.
conduct-ban-good = Estás expulsado para siempre.
conduct-warned = La moderación te hizo una advertencia.
conduct-renamed = La moderación te quitó el nombre. Elige otro en la página «Cuenta».
conduct-reason = Motivo: { $reason }
conduct-read = Ya lo leí
conduct-notices = De la moderación
conduct-holds = Lo que decidió la moderación sobre ti

report = Reportar
report-title = Reportar a alguien
report-help = Lo lee la moderación, junto con lo último que se dijo en esta mesa. A quien reportas no se le dice quién fue.
report-whom = A quién
report-why = Por qué
report-words = Con tus palabras
report-words-help = Qué pasó y cuándo. Como mucho { $most } caracteres; puede quedar vacío.
report-send = Enviar el reporte
report-sent = Tu reporte le llegó a la moderación. Gracias.
report-again = Ya reportaste esto en esta partida. La moderación lo tiene.
report-nobody = Aparte de ti, ahí no hay nadie que este servidor conozca, así que no hay a quién reportar.
report-nothing = No existe esa mesa o partida, o no estuviste en ella.
report-why-talk = Insultos en el chat
report-why-unfair = Juego sucio
report-why-leaving = Abandonar a propósito
report-why-name = Su nombre
report-why-other = Otra cosa

moderate = Moderación
moderate-none = No hay reportes abiertos.
moderate-reports = { $n ->
    [one] un reporte abierto
   *[other] { $n } reportes abiertos
}
moderate-by = De { $who }; de sus reportes, { $upheld } con razón y { $dismissed } descartados.
moderate-match = Partida { $number }
moderate-table = Mesa
moderate-said = Lo último que se dijo en la mesa
moderate-seat = Puesto { $seat }
moderate-do = Qué hacer
moderate-dismiss = Nada: descartar
moderate-warn = Advertir
moderate-rename = Quitar el nombre
moderate-mute = Silenciar: solo frases
moderate-pause = Pausa: sin gente de la sala
moderate-ban = Expulsar: cierra sus sesiones y no puede volver a entrar
moderate-until = Por cuánto tiempo, si es por un tiempo
moderate-for-good = Para siempre
moderate-why = Motivo, que la persona lee
moderate-why-needed = Da un motivo de { $most } caracteres como mucho: la persona lo lee.
moderate-act = Aplicar
moderate-done = Hecho. Queda en la auditoría.
moderate-holds = Sanciones activas
moderate-lift = Levantar
moderate-lift-why = Por qué se levanta
moderate-history = Lo que se hizo
moderate-person-reports = Reportes sobre esta persona
moderate-find = Buscar una cuenta
moderate-found-none = Ninguna cuenta tiene ese usuario.
moderate-role = Papel
moderate-role-moderator = Darle la moderación
moderate-role-none = Quitarle el papel
moderate-audit = Auditoría
moderate-audit-help = Todo lo que hicieron administradores y moderadores, lo último primero. Aquí no se puede cambiar nada.
moderate-audit-older = Entradas anteriores
moderate-audit-when = Cuándo
moderate-audit-who = Quién
moderate-audit-what = Qué
moderate-audit-whom = A quién
moderate-audit-until = Hasta
moderate-audit-reason = Motivo
moderate-act-owner = ahora es administrador
moderate-act-moderator = ahora modera
moderate-act-no-role = se le quitó el papel
moderate-act-dismiss = reportes descartados
moderate-act-warn = con advertencia
moderate-act-rename = sin su nombre
moderate-act-mute = en silencio
moderate-act-pause = en pausa
moderate-act-ban = expulsión
moderate-act-lift = se levantó la entrada { $entry }
moderate-act-read = leyó la entrada { $entry }
moderate-act-sign-out = se cerraron todas sus sesiones
moderate-act-close = cerró una mesa o actuó sobre un evento
moderate-by-code = el código del servidor
moderate-gone = eliminado
moderate-guest = { $name } (invitado)
moderate-member = { $name } (@{ $username })
moderate-owner = Ser administrador
moderate-owner-help = El servidor mostró un código al arrancar. Escríbelo para ser administrador y nombrar a los moderadores.
moderate-owner-code = El código
moderate-owner-closed = Este servidor ya tiene administrador o no mostró ningún código.
moderate-owner-member = Primero crea una cuenta en «Cuenta»; un invitado no puede ser administrador.
moderate-days = { $n ->
    [one] un día
   *[other] { $n } días
}
