# What people say to each other at a table. No phrase says anything about tiles.

talk = Chat
talk-heard = Show what the others say
talk-mute = Mute { $who }
talk-own-words = In your own words, between rounds
talk-say = Send
talk-members-only = Guests can use the phrases. Create an account to write your own messages.
talk-muted = A moderator has muted you: phrases still work. The page “Account” says why and until when.
talk-bad-text = That cannot be said: at most 200 letters that can be seen.

phrase-hello = Hello!
phrase-good-luck = Good luck!
phrase-well-played = Well played!
phrase-thanks = Thanks!
phrase-sorry = Sorry!
phrase-one-moment = One moment, please.
phrase-back = I’m back.
phrase-good-game = Good game!
phrase-goodbye = See you!
phrase-applause = 👏 Bravo!
phrase-laughter = 😄 Ha ha!
phrase-amazement = 😮 Wow!
