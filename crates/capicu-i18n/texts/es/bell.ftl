# La campana: lo que espera a una cuenta, en cada página y en la mesa.

bell = Campana
bell-count = Campana: { $n ->
    [one] { $n } aviso
   *[other] { $n } avisos
}
bell-title = Te esperan
bell-empty = Nada te espera.
bell-empty-help = Aquí aparecen los retos, las solicitudes de amistad y tus turnos.
bell-challenge = { $who } te reta.
bell-request = { $who } te envió una solicitud de amistad.
bell-turn = Es tu turno.
bell-members-only = La campana es para cuentas. Crea una en «Cuenta»: solo hace falta un nombre de usuario.
bell-hide = Ocultar
