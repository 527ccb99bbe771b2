# The pages around the table: the first page, who is signed in, finished matches.

site-skip = Skip to the content
site-pages = Pages
rules-index = Rules of all games
rules-index-help = How to play dominoes: the rules of each game in plain words, with their sources.
site-rules = Rules
site-history = My matches
site-you = Account
account-menu = Account of { $name }
site-at = on { $when }

home-tables = Your tables
home-continue = Continue
table-waits-title = Your table
table-waits = Your table with { $who } is waiting.
table-over = The match is over.
home-welcome = Welcome back, { $name }.
home-name-help = The others at the table see it. You can change it later.
home-games = Games
home-play = Play
home-play-game = Play { $game } with bots
home-friends = With friends
home-friends-game = Play { $game } with friends
make-needs-script = This form needs JavaScript and WebAssembly. Without them, play with bots or search for people on the front page.
home-rules-game = Rules of { $game }
home-more-games-help = Variations of the main games.
home-link-label = Link or code of a table
home-link-open = Open
home-link-wrong = This is no link to a table. It ends in /t/ and twelve letters and digits, often with # and a long word after them; a messenger may have cut it off. Copy it whole, or ask for it again. A code is six letters and digits.
home-script = The table needs JavaScript and WebAssembly; the other pages do without.

home-headline = Dominoes the way your table plays it
home-promise = Free, no account, no ads. Fourteen games with your house rules.
home-bots-door = { $game }, with bots
home-bots-play = Bots are playing
home-live = Live
home-choose = Choose a game
home-friends-door = A link for every seat
home-online = Online
home-online-door = { $n ->
    [0] Find a table
   *[other] { $n } waiting
}
home-new = New to dominoes?
home-new-help = Play a real first round of any game. Everything is explained when it happens.
home-lesson = Start a lesson
home-score = Open the score sheet
home-own-rules = Your own rules
home-own-rules-line = Change any game to suit your house
home-solve = Solve it
home-all-events = All events
watch-tables = { $n ->
    [0] Watch
    [one] Watch: { $n } table
   *[other] Watch: { $n } tables
}
site-further = More pages

country-title = Where do you play?
country-help = The first page then begins with the rules that most tables there use. You can change every one.
country-set = { $game } comes first now.
country-undo = Undo
country-jm = Jamaica
country-pr = Puerto Rico
country-do = Dominican Republic
country-cu = Cuba
country-ve = Venezuela
country-mx = Mexico
country-br = Brazil
country-id = Indonesia
country-ht = Haiti
country-mq = Martinique
country-es = Spain
country-gb = United Kingdom
country-us = United States

me-guest = You are playing as a guest. A cookie remembers you in this browser.
me-nobody = This browser has not played here yet. To create an account, enter your name first; or sign in.
me-member = You are signed in as { $username }.
me-since = Here since { $when }
me-name-change = Change the name
me-join = Create an account
me-join-help = With an account you sign in on any device and keep your seats and matches. There is no password: sign in with a passkey or one of ten recovery codes.
me-join-passkey = Join with a passkey
me-join-codes = Join with codes only
me-username = Username
me-username-help = A letter, then 1 to 19 letters, digits, _ or -. It is unique and stays.
me-passkeys = Passkeys
me-passkeys-none = You have no passkey yet.
me-passkeys-help = A passkey signs you in without a username or a code. It stays in your device or its password manager; the server keeps only what checks it.
me-passkey-add = Add a passkey
me-passkey-done = The passkey is added.
me-passkey-since = since { $when }
me-passkey-used = last used { $when }
me-passkey-remove = Remove
me-passkey-remove-of = Remove the passkey: { $device }
passkey-cancelled = Nothing was done: the passkey was not confirmed, or it took too long. Try again whenever you like.
passkey-known = This device has a passkey of yours already. Sign in with it, or use another device.
passkey-unsupported = This device cannot make a passkey for this site. Recovery codes always work.
passkey-offline = The server does not answer. Look at your connection and try again.
passkey-failed = The browser could not use a passkey here. Try another browser, or a recovery code.
passkey-none = This browser does not know passkeys. Recovery codes always work.
passkey-script = Passkeys need JavaScript. Recovery codes do without.
passkeys-elsewhere = Passkeys work at this address:
passkeys-nowhere = Passkeys need an address with https and a name. Here, recovery codes are the way.
me-codes = Recovery codes
me-codes-left = { $n ->
    [0] You have no recovery code left: get new ones.
    [one] You have one recovery code left.
   *[other] You have { $n } recovery codes left.
}
me-codes-new = Get new codes
me-codes-new-help = The codes from before stop working.
me-codes-shown = Your recovery codes
me-codes-once = They are shown this once. Write them down or print them: each signs you in once, on any device, together with your username { $username }.
me-codes-kept = I have written them down
me-devices = Devices
me-device-this = this one
me-device-unknown = Unknown device
me-device-seen = last seen { $when }
me-sign-out = Sign out
me-sign-out-guest = Guests who sign out cannot come back. Create an account first to keep your seats and matches.
me-sign-out-of = Sign out: { $device }
me-sign-out-everywhere = Sign out everywhere
me-add-device = Add a device
me-add-device-help = A link with a picture to scan signs another device of yours in. It works once, within five minutes.
me-device-link = Link for the other device
me-device-scan = Scan this with the other device, or open the link there. It works once, within five minutes. Show it to nobody: it signs in as you.
me-device-picture = QR code of the link
me-data = Your data
me-export = Download everything
me-export-help = Who you are, your devices, seats and matches, in one file.
me-delete = Delete my account
me-delete-help = This deletes your name, username, codes and devices permanently. Matches stay complete for the others, without your name.
me-delete-sure = Delete { $name } permanently?
me-delete-yes = Yes, delete me
me-delete-no = No, keep me
me-deleted = Your account is deleted.
me-signed-out = You are signed out on this device.

sign-in = Sign in
sign-in-passkey = Sign in with a passkey
sign-in-by-code = Sign in with a code
sign-in-help = With your username and one of your recovery codes. Or open the page “Account” on a device where you are signed in, and add this one.
sign-in-code = Recovery code
sign-in-code-help = Four groups of four letters and digits. It is used up by this.
sign-in-guest = Your guest matches move to your account.
sign-in-new = New here? Create an account
sign-in-device = Sign in on this device
sign-in-device-help = This link signs in this device once. Continue only if you created it yourself.
sign-in-device-done = This device is signed in.

history-none = No match finished yet. Each that you finish is listed here, with its result and who played.
history-nobody = This browser has not played here yet, so there are no matches.
history-won = Won
history-lost = Lost
history-score = { $score } in { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}
history-partner = With { $who }
history-against = Against { $who }
history-rated = Rated
history-older = Older matches
history-newest = The latest matches

history-game = Game
history-by-game = By game
history-matches = Matches
history-wins = Won
history-most-with = Most frequent partner
history-pair = { $who }: won { $won } of { $matches }
history-counted = All matches that you finished here count, with house rules or without. Bots do not count as partners.
history-list = The matches

history-tally = Tally of your private tables
history-tally-help = Matches of private tables and events with two or more people count. Bots and deleted players are not listed. Guests count by name.
history-tally-none = No match with other people counts yet. Make a private table and send the link to your friends.
history-tally-empty = No match counts in { $year }. Choose another year.
history-tally-wrong = “{ $year }” is not a year. Choose one from the list.
history-tally-days = A match counts on the day it began and in the year it ended, by the clock of { $zone }.
history-tally-latest = Only your last { $n } matches count here.

past-rules = Played by the rules of { $game }.
past-house-rules = House rules
past-house-rules-help = Where it was played otherwise than { $game } usually is:
past-left = { $who } (left: a loss)
past-deserted = { $who } (partner left: a loss doesn’t count)
past-seats = Who sat where
past-seat = Seat
past-player = Player
past-score = Score
past-after = After round
past-course = The match, round by round
past-round = Round { $number }
past-board = The board at the end of round { $number }
past-record = The record
past-download = Download the record
past-record-help = Every deal and every move, as a text that people and programs read. “capicu replay” checks it, “capicu analyze” looks at the match again.
past-no-record = This match has no record. It ended before records existed, or continued with the opening of the previous match.
past-damaged = The record of this match is damaged; only its result can be shown.
past-otherwise = The rules have changed since this match, so its rounds can’t be shown. The record is intact.
past-unknown-title = No such match
past-unknown = You have no match of this number, or what is kept of it is damaged. Those who sat at the table when a match ended can see it, and nobody else.
past-share = Share this match
past-share-help = Anyone with this link can see the match and its record.
past-share-unknown = This link leads to no match, or its record was deleted.
past-back = All my matches

problem-title = That did not work
problem-sent-elsewhere = This was not sent from a page of this site, so nothing was done. Open the page here and send it again.
problem-name-kind = A name has 1 to 24 visible letters of one alphabet. Whole words in Latin letters are allowed too.
problem-username-kind = A username is a letter and 1 to 19 letters of a to z, digits, _ or -. A few that could be the house’s are nobody’s.
problem-username-taken = Somebody has this username, or one that looks like it. Choose another.
problem-code-wrong = This code opens nothing for this username: one of them is mistyped, or the code was used before. Each works once.
problem-no-passkeys = Passkeys do not work at this address: they need https and a name. Use a recovery code.
problem-ceremony-over = That took longer than five minutes, or was done already. Begin again.
problem-bad-passkey = This passkey opens nothing here: it is unknown, was removed, or what it signed is not right. Use another one, or a recovery code.
problem-passkey-known = This passkey is known already, so it was not added again.
problem-too-many-passkeys = You have as many passkeys as one may have. Remove one first.
problem-last-way-in = This is the last way in: without it you could not sign in any more. Get new recovery codes or add another passkey first.
problem-device-link = This link opens nothing: it is older than five minutes, was used, or is cut off. Make another on the page “Account” of the other device.
problem-not-signed-in = You are not signed in on this device any more. Sign in and do it again.
problem-unavailable = The server cannot write anything down just now. Nothing was changed; try again in a moment.
problem-too-long = That is too long to be taken.
problem-other-host = This server does not answer for that name. Open it by its own address. If you run it, name it with --host.
problem-no-host = The request has to name one host.
# Between what something is called and what it is.
colon = :
