# What speaks for one play against another: a hint's best against its next best, or what was better in a match against
# what was played.

clue-lacks-passed = { $seat } no tiene { $pip }: pasó en la jugada { $turn }.
clue-lacks-drew = { $seat } no tenía { $pip } cuando robó en la jugada { $turn }, ni robó ninguno.
clue-shuts = Así { $seat } no tiene qué poner en { $better } de 1000 repartos posibles; con la otra jugada, en { $other }.
clue-denies = Así { $seat } no tiene con qué hacer puntos en { $better } de 1000 repartos posibles; con la otra jugada, en { $other }.
clue-holds = Abre el { $pip }. Con ese número quedan { $held } en esta mano y { $others } fuera.
clue-stitches = Todas las puntas muestran { $pip }. Con ese número quedan { $held } en esta mano y { $others } fuera.
clue-cuts-off = Cierra el { $pip }. Con ese número quedan { $others } fuera y { $held } en esta mano.
clue-led = { $seat } salió con { $tile }, y es probable que tenga más de sus números.
clue-scores = Las puntas pasan de { $before } a { $after }, que vale { $points }.
clue-one-number = Un doble deja un solo número que contestar, el { $pip }; otra ficha dejaría dos.
clue-asleep = De las { $unseen } fichas que no se ven, { $asleep } duermen hasta el final.
