# Lo que se dice la gente en una mesa. Ninguna frase dice nada de las fichas.

talk = Chat
talk-heard = Mostrar lo que dicen los demás
talk-mute = No mostrar lo que dice { $who }
talk-own-words = Con tus palabras, entre mano y mano
talk-say = Enviar
talk-members-only = Los invitados usan las frases. Crea una cuenta para escribir tus propios mensajes.
talk-muted = La moderación te silenció: las frases siguen funcionando. La página «Cuenta» dice por qué y hasta cuándo.
talk-bad-text = Eso no se puede decir: 200 letras visibles como mucho.

phrase-hello = ¡Hola!
phrase-good-luck = ¡Suerte!
phrase-well-played = ¡Bien jugado!
phrase-thanks = ¡Gracias!
phrase-sorry = ¡Perdón!
phrase-one-moment = Un momento, por favor.
phrase-back = Ya volví.
phrase-good-game = ¡Buena partida!
phrase-goodbye = ¡Hasta luego!
phrase-applause = 👏 ¡Bravo!
phrase-laughter = 😄 ¡Ja, ja!
phrase-amazement = 😮 ¡Vaya!
