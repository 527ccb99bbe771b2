# Ce qui peut ne pas aller dans une position (docs/position.md). Ce qui est entre accents graves s'y écrit ainsi,
# dans toutes les langues.

position-column = colonne { $column } : { $why }
position-begins = une position commence par `domino-position: 1;`
position-version = ce programme ne lit pas les positions de forme `{ $form }`
position-no-name = un champ est un nom, un deux-points et sa valeur, et un point-virgule sépare deux champs
position-unknown-field = il n’y a pas de champ `{ $name }` ; les champs sont { $fields }
position-twice = { $what } est là une seconde fois
position-missing = il manque { $field }
position-expected = on attend { $part }
position-unknown-game = aucun jeu ne s’appelle `{ $name }`
position-players = { $game } ne se joue pas à { $players }
position-unknown-option = il n’y a pas d’option `{ $option }`
position-option = `{ $option }` : { $why }
position-no-seat = il n’y a pas de place { $seat }
position-number = il y a { $there } valeurs, et il en faut { $due }
position-cannot-lie = { $action } ne peut pas être posé
position-two-layouts = ou bien `layout`, ou bien `laid` et `ends`

position-part-game = un jeu, comme `cien 4`
position-part-players = le nombre de joueurs
position-part-option = une option et sa valeur, comme `target=150`
position-part-number = un nombre
position-part-seat = la lettre d’une place
position-part-tile = un domino, comme `6-4`
position-part-hand = les dominos d’une main, `?` et leur nombre, ou `-` s’il n’y en a pas
position-part-unknown = un nombre de dominos, comme `?7`
position-part-lead = un domino à poser, `any`, `double`, `draw` ou `hand-over`
position-part-turn = `drawn`, `declare`, ou la fin du tour
position-part-lay = un domino, ou un domino et celui contre lequel il est, comme dans `6-4@6-6`
position-part-laid = les dominos posés, en commençant par le premier de la manche
position-part-half = la moitié ouverte, comme dans `6-4:4`
position-part-undeclared = place, points et nombre de dominos posés, comme dans `B=10@5`
position-part-two-scores = au plus deux scores
position-part-withheld = une place et ce qui est retenu, comme dans `B=play`
position-part-one-of = l’un de { $words }

layout-not-in-game = { $tile } n’est pas dans ce jeu
layout-not-laid = { $tile } n’est pas parmi les dominos posés
layout-no-such-half = { $tile } ne montre pas de { $pip }
layout-places = à { $tile } il y a de 1 à { $most } places ouvertes
layout-twice = { $tile } est nommé deux fois
layout-depth = trop de dominos entre { $tile } et le premier
layout-ends = aucune pose n’a tant de bouts
layout-open = ces dominos laissent { $due } places ouvertes, et non { $there }
layout-spinner = le pivot doit être le premier double posé, là où les règles en ont un

setup-number = `{ $what }` : il y a { $there } valeurs, et il en faut { $due }
setup-no-seat = il n’y a pas de place { $seat }
setup-not-in-game = { $tile } n’est pas dans ce jeu
setup-twice = { $tile } est à deux endroits
setup-missing = il manque { $tile }
setup-tiles = mains, chaîne et pioche ont { $there } dominos, mais le jeu en a { $due }
setup-layout = cette pose n’est pas de ces règles
setup-last-player = qui a posé le dernier domino se dit quand des dominos sont posés, et seulement alors
setup-laid = { $laid } dominos sont posés, et les places en ont posé { $seats }
setup-received = la place { $seat } ne peut pas tenir ou avoir pioché plus de dominos qu’elle n’en a reçu
setup-phase = une manche s’ouvre tant qu’aucun domino n’est posé, et continue quand il y en a
setup-over = la manche est finie
setup-empty-hand = la place { $seat } ne tient aucun domino ; la manche est donc finie
setup-lead-not-held = la place { $seat } ne tient pas { $tile }, qu’elle doit poser
setup-no-double = il faut poser un double, et il n’y en a pas
setup-no-partner = la place { $seat } n’a pas de partenaire à qui laisser la pose
setup-blocked = aucun domino ne peut être posé ni pioché ; la manche est donc finie
setup-target-reached = les points marqués pendant le jeu ont fini la partie
setup-match-over = les scores ont fini la partie
setup-too-many = { $number } : aucune partie n’atteint tant de points ou de manches
setup-places = un joueur classé n’a ni dominos ni tour ; il faut que chacun joue pour soi et que deux joueurs ne soient pas classés
setup-standing = ces nombres de manches gagnées, nulles ou de belles sont impossibles ensemble
setup-passes = ce nombre de passes de suite est impossible
setup-undeclared = il n’y a pas de tels points à annoncer ou à réclamer
setup-exposed = { $tile } ne peut pas être un domino montré
setup-declare = une manche qui attend une annonce doit dire comment elle finit
setup-unknown-hand = la main de la place { $seat } n’est pas connue
setup-unknown-boneyard = la pioche n’est pas connue
