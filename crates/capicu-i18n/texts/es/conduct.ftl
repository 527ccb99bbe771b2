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
