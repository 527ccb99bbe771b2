# La campana: lo que espera a una cuenta, en cada página y en la mesa.

bell-count = Campana: { $n ->
    [one] { $n } aviso
   *[other] { $n } avisos
}
bell-title = Te esperan
bell-empty = Nada te espera.
bell-empty-help = Aquí aparecen los retos, las solicitudes de amistad, tus turnos, las rondas de tus eventos y los eventos nuevos de tus clubes.
bell-challenge = { $who } te reta.
bell-request = { $who } te envió una solicitud de amistad.
bell-befriended = { $who } aceptó tu solicitud de amistad.
bell-profile = Ver el perfil
bell-turn = Es tu turno.
bell-members-only = La campana es para cuentas. Crea una en «Cuenta»: solo hace falta un nombre de usuario.
bell-hide = Ocultar
bell-event = { $club } tiene un evento nuevo: { $name }
bell-open-event = Ver el evento
bell-event-begins = Empieza { $event }.
bell-event-round = Tu próxima mesa en { $event } está lista.
