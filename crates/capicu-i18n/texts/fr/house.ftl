# Les règles de la maison, autour des champs du formulaire.

house-as-in = Comme à…
house-choose = Choisissez comment d’autres y jouent
house-usual = D’ordinaire :
house-name = Comment vous appelez ces règles
house-save = Garder comme ma maison
house-saved = Gardé : vous le trouverez à l’accueil, sur cet appareil.
house-full = Cet appareil ne garde plus rien ; partagez le lien ou gardez le fichier à la place.
house-link = Copier un lien vers ces règles
house-file = Garder en fichier de règles
house-learn = L’apprendre avec ces règles
house-as-usual = { $game }, comme d’ordinaire. { $aim }
house-summary = { $game }, avec vos propres règles. { $aim } Ce qui change : { $changed }

house-example = Tout ce qui peut changer dans ce jeu, tel que c’est maintenant. Retirez le # devant une ligne et changez-la.
house-example-name = { $game } comme nous y jouons
house-example-words = L’un de : { $words }.
house-example-number = De { $min } à { $max }.
