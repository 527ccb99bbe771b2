# Ce qui parle pour un coup contre un autre : le meilleur d'un conseil contre le suivant, ou ce qui valait mieux contre
# ce qui a été joué.

clue-lacks-passed = { $seat } n’a pas de { $pip } : a boudé au coup { $turn }.
clue-lacks-drew = { $seat } n’avait pas de { $pip } en piochant au coup { $turn }, et n’en a pas pioché.
clue-shuts = { $seat } n’a alors rien à poser dans { $better } distributions possibles sur 1000 ; après l’autre coup, dans { $other }.
clue-denies = { $seat } ne tient alors rien qui marque dans { $better } distributions possibles sur 1000 ; après l’autre coup, dans { $other }.
clue-holds = Cela ouvre le { $pip }. Restent avec ce numéro : { $held } dans cette main, { $others } ailleurs.
clue-stitches = Tous les bouts montrent alors { $pip }. Restent avec ce numéro : { $held } dans cette main, { $others } ailleurs.
clue-cuts-off = Cela ferme le { $pip }. Restent avec ce numéro : { $others } ailleurs, { $held } dans cette main.
clue-led = { $seat } a ouvert avec le { $tile }, et tient donc sans doute d’autres dominos de ses numéros.
clue-scores = Les bouts passent de { $before } à { $after }, ce qui vaut { $points }.
clue-one-number = Un double laisse un seul numéro à suivre, le { $pip } ; un autre domino en laisserait deux.
clue-asleep = Des { $unseen } dominos que l’on ne voit pas, { $asleep } dorment jusqu’à la fin.
