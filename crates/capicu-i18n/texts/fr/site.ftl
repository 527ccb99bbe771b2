# Les pages autour de la table : l'accueil, qui est connecté, les parties finies.

site-skip = Aller au contenu
site-pages = Pages
rules-index = Les règles de tous les jeux
rules-index-help = Comment jouer aux dominos : les règles de chaque jeu en mots simples, avec leurs sources.
site-rules = Règles
site-history = Mes parties
site-you = Compte
account-menu = Compte de { $name }
site-at = le { $when }

home-tables = Vos tables
home-continue = Continuer
table-waits-title = Votre table
table-waits = Votre table avec { $who } vous attend.
table-over = La partie est finie.
home-welcome = Content de vous revoir, { $name }.
home-name-help = Les autres le voient à la table. Vous pourrez le changer plus tard.
home-games = Jeux
home-play = Jouer
home-play-game = Jouer à { $game } avec des bots
home-friends = Entre amis
home-friends-game = Jouer à { $game } entre amis
make-needs-script = Ce formulaire a besoin de JavaScript et de WebAssembly. Sans eux, jouez avec des bots ou cherchez du monde sur la première page.
home-rules-game = Règles de { $game }
home-more-games-help = Des variantes des jeux principaux.
home-link-label = Lien ou code d’une table
home-link-open = Ouvrir
home-link-wrong = Ce n’est pas le lien d’une table. Il finit par /t/ et douze lettres et chiffres, souvent suivis de # et d’un long mot ; une messagerie l’a peut-être coupé. Copiez-le en entier, ou redemandez-le. Un code fait six lettres et chiffres.
home-script = La table a besoin de JavaScript et de WebAssembly ; les autres pages s’en passent.

home-headline = Les dominos comme on les joue chez vous
home-promise = Gratuit, sans compte ni publicité. Quatorze jeux avec vos propres règles.
home-bots-door = { $game }, avec des bots
home-bots-play = Des bots jouent
home-live = En direct
home-choose = Choisir un jeu
home-friends-door = Un lien par place
home-online = En ligne
home-online-door = { $n ->
    [0] Trouver une table
   *[other] { $n } en attente
}
home-new = Première partie ?
home-new-help = Jouez une vraie première manche de n’importe quel jeu. Tout est expliqué au moment voulu.
home-lesson = Commencer une leçon
home-score = Ouvrir la feuille de score
home-own-rules = Vos propres règles
home-own-rules-line = Adaptez n’importe quel jeu à votre table
home-solve = Résoudre
home-all-events = Tous les tournois
watch-tables = { $n ->
    [0] Regarder
    [one] Regarder : { $n } table
   *[other] Regarder : { $n } tables
}
site-further = Autres pages

country-title = Où jouez-vous ?
country-help = L’accueil commence alors par les règles de la plupart des tables de là-bas. Vous pouvez toutes les changer.
country-set = { $game } vient maintenant en premier.
country-undo = Annuler
country-jm = Jamaïque
country-pr = Porto Rico
country-do = République dominicaine
country-cu = Cuba
country-ve = Venezuela
country-mx = Mexique
country-br = Brésil
country-id = Indonésie
country-ht = Haïti
country-mq = Martinique
country-es = Espagne
country-gb = Royaume-Uni
country-us = États-Unis

me-guest = Vous jouez en invité. Ce navigateur vous reconnaît à un cookie, et il n’en faut pas plus pour jouer.
me-nobody = Ce navigateur n’a pas encore joué ici. Pour créer un compte, entrez d’abord votre nom ; ou connectez-vous.
me-member = Vous êtes connecté comme { $username }.
me-since = Ici depuis { $when }
me-name-change = Changer de nom
me-join = Créer un compte
me-join-help = Avec un compte, vous vous connectez sur tout appareil et gardez vos places et vos parties. Il n’y a pas de mot de passe : utilisez une clé d’accès ou l’un de dix codes de secours.
me-join-passkey = S’inscrire avec une clé d’accès
me-join-codes = S’inscrire avec les seuls codes
me-username = Identifiant
me-username-help = Une lettre, puis de 1 à 19 lettres, chiffres, _ ou -. Il est unique et ne change pas.
me-passkeys = Clés d’accès
me-passkeys-none = Vous n’avez pas encore de clé d’accès.
me-passkeys-help = Une clé d’accès vous connecte sans identifiant ni code. Elle reste dans votre appareil ou son gestionnaire de mots de passe ; le serveur ne garde que de quoi la vérifier.
me-passkey-add = Ajouter une clé d’accès
me-passkey-done = La clé d’accès est ajoutée.
me-passkey-since = depuis { $when }
me-passkey-used = utilisée en dernier { $when }
me-passkey-remove = Retirer
me-passkey-remove-of = Retirer la clé d’accès : { $device }
passkey-cancelled = Rien n’a été fait : la clé d’accès n’a pas été confirmée, ou cela a pris trop de temps. Réessayez quand vous voulez.
passkey-known = Cet appareil a déjà une de vos clés d’accès. Connectez-vous avec elle, ou prenez un autre appareil.
passkey-unsupported = Cet appareil ne peut pas créer de clé d’accès pour ce site. Les codes de secours restent valables.
passkey-offline = Le serveur ne répond pas. Regardez votre connexion et réessayez.
passkey-failed = Le navigateur n’a pas pu se servir d’une clé d’accès ici. Essayez un autre navigateur, ou un code de secours.
passkey-none = Ce navigateur ne connaît pas les clés d’accès. Les codes de secours restent valables.
passkey-script = Les clés d’accès ont besoin de JavaScript. Les codes de secours s’en passent.
passkeys-elsewhere = Les clés d’accès fonctionnent à cette adresse :
passkeys-nowhere = Les clés d’accès demandent une adresse en https et un nom. Ici, ce sont les codes de secours.
me-codes = Codes de secours
me-codes-left = { $n ->
    [0] Il ne vous reste aucun code de secours : demandez-en de nouveaux.
    [1] Il vous reste un code de secours.
   *[other] Il vous reste { $n } codes de secours.
}
me-codes-new = Nouveaux codes
me-codes-new-help = Les anciens codes ne seront plus valables.
me-codes-shown = Vos codes de secours
me-codes-once = Ils ne sont montrés que cette fois. Notez-les ou imprimez-les : chacun vous connecte une fois, depuis n’importe quel appareil, avec votre identifiant { $username }.
me-codes-kept = Je les ai notés
me-devices = Appareils
me-device-this = celui-ci
me-device-unknown = Appareil inconnu
me-device-seen = vu en dernier { $when }
me-sign-out = Se déconnecter
me-sign-out-guest = Un invité qui se déconnecte ne peut pas revenir. Créez d’abord un compte pour garder vos places et vos parties.
me-sign-out-of = Se déconnecter : { $device }
me-sign-out-everywhere = Se déconnecter partout
me-add-device = Ajouter un appareil
me-add-device-help = Un lien avec QR code connecte un autre de vos appareils. Il est valable une fois, pendant cinq minutes.
me-device-link = Lien pour l’autre appareil
me-device-scan = Scannez ceci avec l’autre appareil, ou ouvrez-y le lien. Il est valable une fois, pendant cinq minutes. Ne le montrez à personne : il connecte à votre compte.
me-device-picture = QR code du lien
me-data = Vos données
me-export = Tout télécharger
me-export-help = Votre compte, vos appareils, vos places et vos parties, dans un seul fichier.
me-delete = Supprimer mon compte
me-delete-help = Nom, identifiant, codes et appareils disparaissent aussitôt et pour de bon. Les parties restent entières pour les autres, sans votre nom.
me-delete-sure = Supprimer { $name } pour de bon ?
me-delete-yes = Oui, me supprimer
me-delete-no = Annuler
me-deleted = Votre compte est supprimé.
me-signed-out = Vous êtes déconnecté sur cet appareil.

sign-in = Se connecter
sign-in-passkey = Se connecter avec une clé d’accès
sign-in-by-code = Se connecter avec un code
sign-in-help = Avec votre identifiant et l’un de vos codes de secours. Ou bien ouvrez la page « Compte » sur un appareil où vous êtes connecté, et ajoutez celui-ci.
sign-in-code = Code de secours
sign-in-code-help = Quatre groupes de quatre lettres et chiffres. Il ne servira plus ensuite.
sign-in-guest = Ce que vous avez fait ici en invité devient vôtre.
sign-in-new = Nouveau ici ? Créez un compte
sign-in-device = Se connecter sur cet appareil
sign-in-device-help = Le lien que vous avez ouvert connecte cet appareil, une fois. Ne continuez que s’il vient d’un de vos appareils.
sign-in-device-done = Cet appareil est connecté.

history-none = Aucune partie finie pour l’instant. Chacune de celles que vous finirez sera listée ici, avec son résultat et ceux qui y ont joué.
history-nobody = Personne n’a encore joué ici avec ce navigateur ; il n’y a donc pas de parties.
history-won = Gagnée
history-lost = Perdue
history-score = { $score } en { $rounds ->
    [one] { $rounds } manche
   *[other] { $rounds } manches
}
history-partner = Avec { $who }
history-against = Contre { $who }
history-rated = Classée
history-older = Parties plus anciennes
history-newest = Les dernières parties

history-game = Jeu
history-by-game = Par jeu
history-matches = Parties
history-wins = Gagnées
history-most-with = En équipe le plus souvent avec
history-pair = { $who } : { $won } gagnées sur { $matches }
history-counted = Toutes les parties que vous avez finies ici comptent, avec ou sans règles de la maison. Les bots ne comptent pas comme partenaires.
history-list = Les parties

history-tally = Bilan de vos tables privées
history-tally-help = Les parties de tables privées et de tournois avec deux personnes ou plus comptent. Les bots et les joueurs supprimés ne figurent pas. Les invités comptent par leur nom.
history-tally-none = Aucune partie avec d’autres personnes ne compte encore. Créez une table privée et envoyez le lien à vos amis.
history-tally-empty = Aucune partie ne compte en { $year }. Choisissez une autre année.
history-tally-wrong = « { $year } » n’est pas une année. Choisissez-en une dans la liste.
history-tally-days = Une partie compte le jour où elle a commencé et l’année où elle s’est terminée, à l’heure de { $zone }.
history-tally-latest = Seules vos { $n } dernières parties comptent ici.

past-rules = Jouée aux règles de { $game }.
past-house-rules = Règles de la maison
past-house-rules-help = Là où l’on a joué autrement que d’habitude à { $game } :
past-left = { $who } (parti : une défaite)
past-deserted = { $who } (partenaire parti : défaite non comptée)
past-seats = Places
past-seat = Place
past-player = Joueur
past-score = Score
past-after = Après la manche
past-course = La partie, manche par manche
past-round = Manche { $number }
past-board = La table à la fin de la manche { $number }
past-record = La partie notée
past-download = Télécharger la partie notée
past-record-help = Chaque donne et chaque coup, en un texte lisible par tous, programmes compris. « capicu replay » le vérifie, « capicu analyze » revoit la partie.
past-no-record = Cette partie n’est pas notée. Elle est trop ancienne, ou elle a continué avec la pose de la précédente.
past-damaged = La partie notée est abîmée ; on ne peut montrer que son résultat.
past-otherwise = Aux règles d’aujourd’hui, cette partie serait allée autrement ; ses manches ne sont donc pas montrées. La partie notée est entière.
past-unknown-title = Partie introuvable
past-unknown = Vous n’avez pas de partie de ce numéro, ou ce qui en est gardé est abîmé. Seuls ceux qui étaient à la table à la fin d’une partie peuvent la voir.
past-share = Partager cette partie
past-share-help = Toute personne qui a ce lien peut voir la partie et chacun de ses coups.
past-share-unknown = Ce lien ne mène à aucune partie, ou celle-ci a été supprimée.
past-back = Toutes mes parties

problem-title = Cela n’a pas marché
problem-sent-elsewhere = Ceci n’a pas été envoyé depuis une page de ce site ; rien n’a donc été fait. Ouvrez la page ici et renvoyez-le.
problem-name-kind = Un nom a de 1 à 24 lettres visibles, toutes d’un même alphabet ; des lettres latines peuvent être à côté, dans leurs propres mots.
problem-username-kind = Un identifiant est une lettre suivie de 1 à 19 lettres de a à z, chiffres, _ ou -. Quelques-uns, qui pourraient être ceux de la maison, ne sont à personne.
problem-username-taken = Quelqu’un a cet identifiant, ou un qui lui ressemble. Choisissez-en un autre.
problem-code-wrong = Ce code n’ouvre rien pour cet identifiant : l’un des deux est mal tapé, ou le code a déjà servi. Chacun est valable une fois.
problem-no-passkeys = Les clés d’accès ne fonctionnent pas à cette adresse : il leur faut https et un nom. Prenez un code de secours.
problem-ceremony-over = Cela a pris plus de cinq minutes, ou c’est déjà fait. Recommencez.
problem-bad-passkey = Cette clé d’accès n’ouvre rien ici : elle est inconnue, a été retirée, ou ce qu’elle a signé n’est pas juste. Prenez-en une autre, ou un code de secours.
problem-passkey-known = Cette clé d’accès est déjà connue ; elle n’a donc pas été ajoutée de nouveau.
problem-too-many-passkeys = Vous avez autant de clés d’accès qu’il est permis. Retirez-en une d’abord.
problem-last-way-in = C’est votre dernier moyen d’entrer : sans lui, vous ne pourriez plus vous connecter. Demandez d’abord de nouveaux codes de secours ou ajoutez une autre clé d’accès.
problem-device-link = Ce lien n’ouvre rien : il a plus de cinq minutes, a déjà servi, ou est coupé. Faites-en un autre à la page « Compte » de l’autre appareil.
problem-not-signed-in = Vous n’êtes plus connecté sur cet appareil. Connectez-vous et recommencez.
problem-unavailable = Le serveur ne peut rien noter pour l’instant. Rien n’a changé ; réessayez dans un moment.
problem-too-long = C’est trop long pour être accepté.
problem-other-host = Ce serveur ne répond pas sous ce nom. Ouvrez-le à sa propre adresse. Si vous l’hébergez, donnez-lui ce nom par --host.
problem-no-host = La requête doit nommer un seul hôte.
# Between what something is called and what it is.
colon = {" "}:
