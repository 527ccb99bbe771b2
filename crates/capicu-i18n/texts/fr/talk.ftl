# Ce que l'on se dit à une table. Aucune phrase ne dit rien des dominos.

talk = Chat
talk-heard = Montrer ce que disent les autres
talk-mute = Ne pas montrer ce que dit { $who }
talk-own-words = Avec vos mots, entre les manches
talk-say = Envoyer
talk-members-only = Les invités ont les phrases. Créez un compte pour écrire vos propres messages.
talk-muted = Un modérateur vous a coupé la parole : les phrases restent permises. La page « Compte » dit pourquoi et jusqu’à quand.
talk-bad-text = Cela ne peut pas se dire : au plus 200 lettres visibles.

phrase-hello = Bonjour !
phrase-good-luck = Bonne chance !
phrase-well-played = Bien joué !
phrase-thanks = Merci !
phrase-sorry = Pardon !
phrase-one-moment = Un instant, s’il vous plaît.
phrase-back = Me revoilà.
phrase-good-game = Belle partie !
phrase-goodbye = À bientôt !
phrase-applause = 👏 Bravo !
phrase-laughter = 😄 Ha ha !
phrase-amazement = 😮 Oh là là !
