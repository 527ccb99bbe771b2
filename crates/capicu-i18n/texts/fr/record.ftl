# Ce qui peut ne pas aller dans un fichier de règles ou une partie notée. Un programme dit d'abord le lieu ; ce qui
# est entre accents graves s'écrit ainsi dans le fichier, dans toutes les langues.

did-you-mean = {" "}; vouliez-vous dire `{ $word }` ?
at-option = { $option } : { $why }

file-too-long = le texte dépasse 64 Kio, ce qu’aucun fichier de règles ne fait
file-syntax = ce n’est pas du TOML : { $why }
file-json = ceci est du JSON ; un fichier de règles est du TOML : une ligne par option, `target = 100`, les mots entre guillemets
file-one-name = {" "}; cela s’appelle `{ $name }` dans un fichier, quelle que soit la langue
file-unknown-option = il n’y a pas d’option `{ $name }`
file-no-table = les options sont en haut du fichier, non dans une table `{ $name }`
file-unknown-base = aucun jeu ne s’appelle `{ $name }`
file-value = `{ $option }` ne peut pas être `{ $value }` : { $why }
file-one-of = ce n’est pas une des valeurs de cette option : { $words }
file-from-to = ce n’est pas un nombre entier de { $min } à { $max }
file-tiles = un domino est fait de deux nombres de 0 à 18 joints par un trait d’union, comme 6-4
file-type = `{ $name }` doit être { $due ->
    [word] un mot entre guillemets
    [number] un nombre entier sans guillemets
    [tiles] une liste de dominos comme ["0-0"]
    [text] un texte entre guillemets
    [texts] une liste de textes
   *[table] une table d’options
}, et non { $found ->
    [text] un texte
    [number] un nombre
    [fraction] un nombre à virgule
    [truth] vrai ou faux
    [date] une date
    [list] une liste
   *[table] une table
}
file-id = un identifiant est fait de petites lettres, de chiffres et de traits d’union
file-known-id = `{ $id }` est l’identifiant d’un jeu connu sous ce nom : ce que l’on joue par ce fichier portera ce nom
file-no-effect = `{ $option }` ne change rien ici, les autres options étant ce qu’elles sont
file-nothing-to-draw = `reserve` garde tous les dominos que l’on pourrait piocher ; on ne pioche donc jamais
file-players = `players` nomme des nombres de 2 à 12, chacun au plus une fois, et au moins un
file-missing = sans `base`, il faut donner aussi ces options : { $options }
file-rules = à { $players } joueurs : { $why }
file-more = à partir d’ici autre chose ne va pas, qui sera dit quand les { $n } premiers problèmes seront réglés

text-too-long = le texte dépasse 8 Mio, ce qu’aucune partie ne fait
text-utf16 = le texte est en UTF-16 ; enregistrez-le en UTF-8
text-utf32 = le texte est en UTF-32 ; enregistrez-le en UTF-8
text-not-utf8 = à partir d’ici le texte n’est pas de l’UTF-8 ; enregistrez-le en UTF-8
text-not-a-record = ce n’est pas une partie de dominos notée : la première ligne doit être `domino-record { $version }`
text-json = ceci est du JSON : `capicu convert --from json` fait une partie notée de son jumeau en JSON ; d’une rencontre de bots, `capicu arena --record FICHIER.domino` écrit les parties
text-newer = cette partie est notée dans la version { $found } du format, ce programme lit jusqu’à la version { $version } : il faut un programme plus récent
text-cut-off = la partie s’arrête avant sa ligne `result:` : elle a été coupée, ou il faut `result: unfinished`
text-after-result = le résultat est la dernière ligne d’une partie notée
text-another-record = une autre partie commence ici : `capicu replay` et `capicu convert` lisent des fichiers de plusieurs, cette commande en lit une
text-control = des caractères de contrôle ne peuvent pas être ici
text-not-a-tag = on attend une étiquette comme `event: nom`, `round 1`, `turn-up:`, `thrown-in:` ou `result:`
text-line-control = un texte ne peut contenir ici ni retour à la ligne ni caractère de contrôle
text-line-name = une étiquette est faite de petites lettres, de chiffres et de traits d’union, et commence par une lettre
text-line-reserved = ce nom a un sens à lui dans une partie notée
text-twice-tag = `{ $name }` est là deux fois
text-no-rules = il manque les règles : `base: JEU` ou une ligne `rules: players 4, …`
text-rules = ces règles ne se jouent pas : { $why }
text-not-an-item = on attend `round N`, `turn-up:`, `thrown-in:`, `withdrew:` ou `result:`
text-round-number = ceci est la manche { $number }
text-not-a-turn = on attend un tour comme `A: 6-4@6-6`, ou `hand`, `boneyard`, `left`, `count`, `end`, `points` ou `score`
text-deal-after-moves = mains et pioche viennent avant le premier coup
text-moves-after-claims = les coups viennent avant `left`, `count`, `end`, `points` et `score`
text-not-a-move = ce n’est pas un coup : un domino (`6-6`), un domino et celui contre lequel il est posé (`6-4@6-6`), `draw`, `pass`, `hand-over`, ou un autre des mots de docs/record-format.md
text-incomplete = `{ $word }` doit être suivi { $due ->
    [tile] d’un domino
    [play] du domino et de celui contre lequel il a été posé, comme dans `6-4@6-6`
    [points] du nombre de points, comme dans `declare 10`
   *[open] de `open` et du numéro qui est ouvert maintenant
}
text-no-move = il manque ici un coup
text-several-ends = { $tile } va à plusieurs bouts qui ne se valent pas : écrivez lequel, { $plays }
text-no-sides = ces dominos ne sont pas en ligne ; rien n’est donc à gauche ou à droite : écrivez le domino contre lequel il a été posé, comme dans `6-4@6-6`
text-nothing-lies = le premier domino d’une manche n’est posé à aucun bout : écrivez-le seul
text-not-a-tile = on attend un domino : deux nombres de 0 à 18 joints par un trait d’union, comme `6-4`
text-not-in-game = { $tile } n’est pas un domino de ce jeu
text-twice = { $tile } est là deux fois dans cette donne
text-number = mains et pioche ont ensemble { $held } dominos, et le jeu en a { $tiles } ; écrivez `?` pour ceux que l’on ne connaît pas
text-not-a-seat = on attend une place : les { $n } places s’appellent par des lettres à partir de A, dans l’ordre du jeu
text-not-a-side = on attend un camp : l’un de { $sides }
text-not-a-number = on attend un nombre entier qui ne soit pas trop grand
text-turn-up = on attend des places et leurs dominos, dans l’ordre : `turn-up: A 6-5, B 4-4`
text-thrown-in = on attend `thrown-in: no double`, `thrown-in: doubles A` ou `thrown-in: suit A`
text-end = on attend `end: out A`, `end: blocked A+C`, `end: tied`, `end: target A+C` ou `end: void`
text-points = on attend des points comme `A+C 25 pips, A+C 20 capicu`, ou `none`
text-reason = on ne marque pas de points pour `{ $word }`
text-score = on attend les scores de tous les camps, dans l’ordre, comme `score: A+C 25, B+D 0`
text-result = on attend `result: unfinished`, le camp qui a gagné, ou ce camp et `forfeit`
text-too-much = rien d’autre ne peut être sur cette ligne

breach-round = manche { $round } : { $problem }
breach-move = manche { $round }, coup { $turn } : { $problem }
breach-legal = (permis à { $seat } : { $actions })
breach-not-its-turn = c’est à { $to-act }, non à { $seat }
breach-illegal = { $action } n’est pas permis : { $why }
breach-irregular = { $action } n’a pas pu arriver : { $why }
breach-drew = { $drawn } n’a pas pu être pioché : le domino suivant de la pioche est { $next }
breach-round-over = la manche est déjà finie
breach-not-over = la manche n’est pas finie : c’est à { $seat }
breach-match-over = la partie est déjà finie
breach-deal = cette donne n’est pas de ce jeu : { $why }
breach-must-throw-in = il faut redistribuer cette donne : { $why }
breach-not-thrown-in = il n’y a pas à redistribuer cette donne
breach-other-reason = on redistribue pour une autre raison : { $why }
breach-withdrew-partner = un joueur ne se retire que si chacun joue pour soi
breach-withdrew-already = cette place ne joue plus
breach-turn-up-first = il faut retourner des dominos pour savoir qui ouvre : `turn-up: A 6-5, B 4-4`
breach-no-turn-up = on ne retourne pas de dominos maintenant
breach-not-drawing = tous retournent un domino, et après une égalité ceux-là, et eux seuls, dont les dominos se valaient
breach-end = la manche a fini autrement : { $right }
breach-points = les points sont autres : { $right }
breach-score = les scores sont autres : { $right }
breach-goes-on = la partie a fini autrement : elle continue
breach-won = la partie a fini autrement : { $winner } a gagné
breach-hex = l’étiquette `{ $tag }` : ce ne sont pas 64 chiffres hexadécimaux
breach-commitment = l’engagement n’est pas celui de la graine
breach-seed = la graine distribue d’autres dominos que ceux-ci
breach-too-many-unknown = tant de dominos sont inconnus qu’il serait trop long de savoir si cela a pu arriver : notez-en davantage
breach-fits-nowhere = { $tile } ne va à aucun bout ouvert
breach-laid-already = { $tile } est déjà sur la table
breach-was-left = { $tile } n’a pas pu être posé : il est parmi les dominos de `left { $seat }`
breach-elsewhere = { $tile } n’a pas pu être là : { $seat } l’a reçu
breach-asleep = { $tile } n’a pas pu être là : personne ne l’a reçu
breach-passed-on = { $seat } ne peut pas tenir { $tile }, qui serait allé à son coup { $turn }
breach-cannot-hold = avec les dominos vus jusque-là, { $seat } ne peut pas tenir { $tile }
breach-holds = { $seat } tient { $tile }, qui peut se jouer
breach-not-asleep = { $tile } ne peut pas être le domino suivant de la pioche
breach-no-deal-allows = avec les dominos vus jusque-là, { $action } n’est pas possible
breach-cannot-open = ce ne peut pas être { $seat } qui ouvre : une autre place tient le domino d’ouverture
breach-hand-size = { $seat } reçoit { $held ->
    [one] { $held } domino
   *[other] { $held } dominos
} au lieu de { $due } : écrivez `?` pour chaque domino inconnu, ou ce qui est resté à la fin, par `left { $seat }: 4-4`
breach-left = ces dominos n’ont pas pu tous rester dans ces mains
breach-left-otherwise = il est resté à { $seat } { $held ->
    [0] aucun domino
    [one] { $held } domino
   *[other] { $held } dominos
} ; `left` les liste, avec `?` pour un inconnu
breach-count = les dominos de { $seat } comptent { $right }
breach-claimed-by-no-deal = `{ $claim }` est faux, quels qu’aient été les dominos qui ne sont pas montrés
breach-no-deal = aucune donne des dominos qui ne sont pas montrés ne rend cela possible
breach-open-end = { $pip } à { $tile }
breach-open = (ouverts : { $ends })

unchecked = non vérifié, parce que { $why }
unchecked-turn = que cela ait été permis dépend de dominos que la partie notée ne montre pas
unchecked-claim = cela dépend de dominos que la partie notée ne montre pas
unchecked-too-many = les dominos qui ne sont pas montrés ont pu se trouver de trop de façons

round-not-known = Ce qu’elle a valu dépend de dominos que la partie notée ne montre pas.

thrown-in-no-double = personne ne tient de double
thrown-in-many-doubles = { $seat } tient trop de doubles
thrown-in-long-suit = { $seat } a trop de dominos d’un même numéro

not-legal-round-over = la manche est finie
not-legal-not-your-turn = c’est à une autre place
not-legal-not-held = { $tile } n’est pas dans la main
not-legal-nothing-led = aucun domino n’est encore posé
not-legal-already-led = la manche est déjà ouverte
not-legal-must-lead = c’est { $tile } qui doit ouvrir
not-legal-must-lead-double = c’est un double qui doit ouvrir
not-legal-does-not-fit = { $tile } ne va pas sur { $on } maintenant
not-legal-can-play = un domino de la main peut se jouer
not-legal-must-draw = il faut d’abord piocher
not-legal-cannot-draw = on n’a pas le droit de piocher maintenant
not-legal-cannot-hand-over = la pose ne peut pas être laissée

not-irregular-not-in-play = aucun domino n’est à jouer maintenant
not-irregular-cannot-play = cette place ne peut pas jouer ; elle boude donc à bon droit
not-irregular-fits = { $tile } va sur { $on } ; le coup n’est donc pas faux
not-irregular-not-held = { $tile } n’est pas dans la main
not-irregular-no-place = { $tile } ne peut pas être posé contre { $on }
not-irregular-may-draw = cette place a le droit de piocher bien qu’elle puisse jouer
not-irregular-cannot-draw = on n’a pas le droit de piocher maintenant
not-irregular-right-number = la main a reçu le bon nombre de dominos
not-irregular-not-slow = le jeu lent n’a pas de prix ici, ou c’est le tour d’une autre place
not-irregular-not-exposed = { $tile } n’est pas un domino montré
not-irregular-nothing-to-call = il n’y a pas de points à annoncer
not-irregular-silent = cette place a mal annoncé et ne peut plus rien annoncer avant le prochain domino
not-irregular-named = les points de ce domino ont déjà été annoncés

no-deal-twice = { $tile } est distribué deux fois
no-deal-not-in-game = { $tile } n’est pas dans ce jeu
no-deal-missing = il manque { $tile }
no-deal-hand-size = { $seat } tient { $held } dominos au lieu de { $hand }
no-deal-seats = { $hands } mains pour { $seats } places

in-match = partie { $number } : { $problem }
of-match = { $file }, partie { $number }
no-such-match = il n’y a pas de partie { $number } ; il y en a { $n }
folder-without = il n’y a dans ce dossier aucun fichier dont le nom finisse par { $endings }
matches-judged = { $n } parties : { $valid } suivent les règles, { $broken } les enfreignent, { $unreadable } ne peuvent pas être lues
stopped-after = arrêté après { $n ->
    [one] { $n } partie
   *[other] { $n } parties
}

choice-unknown = aucun jeu ne s’appelle `{ $name }`{ $meant } (`capicu games` les liste)
choice-players = { $game } ne se joue pas à { $players } ; il est pour { $numbers } joueurs
choice-plain = les règles simples sont pour { $numbers } joueurs, pas pour { $players } ; choisissez un jeu avec --game ou --rules
choice-none = nommez un jeu par --game ou un fichier de règles par --rules
standard-input = l’entrée standard
no-such-file = ce fichier n’existe pas

twin-format = ce doit être `{ $format }`
twin-version = ce programme lit la version { $version }, non la version { $found }
twin-seat = il y a { $n } places, à partir de 0
twin-side = il y a { $n } camps, à partir de 0
twin-each-seat = il faut une valeur pour chaque place
twin-each-side = il faut une valeur pour chaque camp
twin-turn-up = les dominos retournés sont de ce jeu, aucun deux fois, et il y en a au moins un
twin-tile = il faut un domino
twin-on = il faut le domino contre lequel il a été posé
twin-no-at = seul un `play` sans `on` a cela
twin-no-tile = ce coup n’a pas un tel domino
twin-no-open = seul un coup faux a cela
twin-no-points = seul un `declare` a cela
twin-pip = il faut un nombre de 0 à 18
twin-mark = ce n’est pas une marque
twin-json = ce n’est pas le JSON d’une partie notée : { $why }

foreign-no-moves = il n’y a pas de coups ; ils s’écrivent comme `{ $example }`
foreign-tile = coup { $number } : ce n’est pas un domino d’un double-six
foreign-does-not-fit = coup { $number } : { $tile } ne va pas là
foreign-player = coup { $number } : ce joueur n’existe pas
foreign-deal = les mains et les coups ne vont pas ensemble : { $why }
foreign-too-many = le joueur { $player } a posé ou tient plus de sept dominos
not-openspiel-rounds = les dominos d’OpenSpiel ne comptent qu’une manche ; cette partie en a { $rounds }
not-openspiel-deal = OpenSpiel distribue un double-six à 2 ou 4 joueurs, 7 dominos chacun
not-openspiel-hidden = OpenSpiel a besoin de toutes les mains, et celle de la place { $seat } n’est pas toute connue
not-openspiel-move = coup { $number } : OpenSpiel ne pose des dominos qu’aux deux bouts d’une ligne, ou passe

list-no-moves = il n’y a pas de coups ; commencez par un en-tête comme `round,player,tile,end`, puis écrivez un coup par ligne
list-heading = il faut dans l’en-tête une colonne `player` et une colonne `tile`, comme dans `round,player,tile,end`
list-heading-twice = deux en-têtes désignent la même colonne ; renommez ou supprimez l’un des deux
list-no-heading = cette cellule n’a pas d’en-tête ; mettez entre guillemets les dominos avec virgules, ou nommez la colonne
list-quote = un guillemet n’est pas fermé sur cette ligne ; fermez-le
list-json = ce n’est pas du JSON : { $why } ; écrivez des objets comme { $example }
list-value = il faut un texte, un nombre ou une liste
list-log-line = ce n’est pas une ligne de cette liste ; écrivez `MOVE: [0, (6, 4), 1]`, `PASS: [0]`, `DRAW: [0]`, `HAND: [0, (6, 4)]` ou `NEW_GAME: []`
list-no-player = le joueur manque ; écrivez un nom, ou le numéro ou la lettre de la place
list-no-move = le coup manque ; écrivez un domino comme `6-4`, `pass` ou `draw`
list-word = coup inconnu `{ $word }` ; écrivez un domino comme `6-4`, ou `pass`, `draw`, `hand`, `boneyard`, `turn-up`, `hand-over`, `declare` ou `muggins`
list-tile = `{ $text }` n’est pas un domino ; écrivez deux nombres de 0 à 18, comme `6-4`
list-no-tile = le domino manque ; écrivez deux nombres de 0 à 18, comme `6-4`
list-tiles = ce n’est pas une liste de dominos ; écrivez-les avec des espaces, comme `6-4 5-5 1-0`, et `?` pour un domino inconnu
list-tile-twice = ce coup a son domino dans deux colonnes ; laissez-en une vide
list-takes-no-tile = ce coup n’a pas de domino ; laissez la cellule vide
list-points = ce n’est pas un nombre de points ; écrivez `declare 10`
list-end = `{ $text }` n’est pas un bout ; écrivez `left`, `right`, le numéro ouvert ou le domino qui est là
list-side = `{ $text }` n’est pas un côté ; écrivez `left`, `right`, 0 ou 1
list-end-twice = deux colonnes donnent le bout ; laissez-en une vide
list-not-on-tile = le { $tile } n’a pas de { $pip } ; écrivez le numéro que le domino rejoint, non celui qu’il laisse ouvert
list-not-open = aucun bout ne montre { $pip } ; écrivez le numéro que le domino rejoint
list-several = le { $tile } va à des bouts différents ; écrivez le domino qu’il rejoint : { $on }
list-no-sides = ces dominos ne sont pas en ligne : il n’y a ni gauche ni droite ; écrivez le domino rejoint
list-player = `{ $name }` est un joueur de trop : les règles ont { $seats } places ; corrigez le nom, ou choisissez les règles avec --game et --players
list-players = la liste nomme { $found ->
    [one] { $found } joueur
   *[other] { $found } joueurs
}, mais les règles ont { $seats } places ; choisissez le nombre avec --players
list-round-order = la manche `{ $round }` n’est pas à sa place ; triez les lignes par manche
list-hand-twice = une main est donnée une fois par manche, avant le premier coup de son joueur
list-boneyard-late = la pioche est donnée une fois par manche, avant le premier coup
list-turn-up-late = les dominos sont retournés avant le premier coup
list-turn-up-first = les règles tirent au sort la première pose ; écrivez une ligne `turn-up 6-5` par joueur, avant le premier coup
list-hand = la main a { $held ->
    [one] { $held } domino
   *[other] { $held } dominos
}, mais chaque joueur en reçoit { $due } ; donnez la main distribuée
list-plain = aucun jeu n’est choisi, ce sont donc des règles simples ; choisissez le jeu avec --game ou --rules
list-without-hands = la liste n’a pas la main complète de { $seats } ; les dominos inconnus deviennent `?`
list-passes = la liste n’indique aucune passe ; { $n ->
    [one] { $n } passe a été ajoutée
   *[other] { $n } passes ont été ajoutées
}
list-unchecked = { $n ->
    [one] { $n } coup dépend de dominos inconnus et ne peut pas être vérifié
   *[other] { $n } coups dépendent de dominos inconnus et ne peuvent pas être vérifiés
}
list-other-form = --game, --rules, --players et --set exigent `--from moves`
