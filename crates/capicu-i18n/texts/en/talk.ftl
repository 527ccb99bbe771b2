# What people say to each other at a table. No phrase says anything about tiles.

talk = Talk
talk-heard = Show what the others say
talk-mute = Do not show what { $who } says
talk-own-words = In your own words, between rounds
talk-say = Say it
talk-members-only = Guests use the phrases. Become a member on the page “You” to write words of your own.
talk-muted = A moderator has muted you: phrases still work. The page “You” says why and until when.
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
