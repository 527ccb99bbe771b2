# The pages around the table: the first page, who is signed in, finished matches.

site-skip = Skip to the content
site-pages = Pages
site-new-table = New table
site-rules = Rules
site-history = My matches
site-you = You
site-at = on { $when }

home-tables = Your tables
home-continue = Continue
home-welcome = Welcome back, { $name }.
home-name-help = The others at the table see it. You can change it later.
home-play-now-help = { $game }: you sit down at once, with bots in the other seats.
home-lobby = Play with people: choose a game and a speed, or sit down at a table with room
home-games = Games
home-play = Play
home-play-game = Play { $game } with bots
home-friends = With friends
home-friends-game = Play { $game } with friends
home-rules-game = Rules of { $game }
home-more-games-help = Games that are a change of one of those above.
home-link = Have a link?
home-link-label = Link or code of a table
home-link-help = Paste the link that you were sent, or type the six letters that you were told.
home-link-open = Open
home-link-wrong = This is no link to a table. It ends in /t/ and twelve letters and digits, often with # and a long word after them; a messenger may have cut it off. Copy it whole, or ask for it again. A code is six letters and digits.
home-script = The table needs JavaScript and WebAssembly; the other pages do without.

me-guest = You play as a guest. This browser knows you by a cookie, and nothing else is needed to play.
me-nobody = This browser has not played here yet. Say what you are called, or sign in if you are a member.
me-member = You are the member { $username }.
me-since = Here since { $when }
me-name-change = Change the name
me-join = Become a member
me-join-help = A member signs in on any device and keeps seats and matches. There is no password: a passkey of your phone, computer or security key lets you in. You get ten recovery codes to write down as well, and they alone are enough.
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
me-sign-out-guest = A guest who signs out cannot come back. Become a member first to keep your seats and matches.
me-sign-out-of = Sign out: { $device }
me-sign-out-everywhere = Sign out everywhere
me-add-device = Add a device
me-add-device-help = A link with a picture to scan signs another device of yours in. It works once, within five minutes.
me-device-link = Link for the other device
me-device-scan = Scan this with the other device, or open the link there. It works once, within five minutes. Whoever opens it is signed in as you.
me-device-picture = Picture of the link, to be scanned
me-data = Your data
me-export = Download everything
me-export-help = Who you are, your devices, seats and matches, in one file.
me-delete = Delete me
me-delete-help = Name, username, codes and devices are removed at once and for good. Matches stay whole for the others, without your name.
me-delete-sure = Delete { $name } for good?
me-delete-yes = Yes, delete me
me-delete-no = No, keep me
me-deleted = You are deleted. Nothing here knows your name any more.
me-signed-out = You are signed out on this device.

sign-in = Sign in
sign-in-passkey = Sign in with a passkey
sign-in-by-code = Sign in with a code
sign-in-help = With your username and one of your recovery codes. Or open the page “You” on a device where you are signed in, and add this one.
sign-in-code = Recovery code
sign-in-code-help = Four groups of four letters and digits. It is used up by this.
sign-in-guest = What you did here as a guest becomes yours.
sign-in-device = Sign in on this device
sign-in-device-help = The link that you opened signs this device in, once. Go on only if it comes from a device of yours.
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
history-most-with = In a pair most with
history-pair = { $who }: won { $won } of { $matches }
history-counted = All matches that you finished here count, with house rules or without. Bots do not count as partners.
history-list = The matches

past-rules = Played by the rules of { $game }.
past-house-rules = House rules
past-house-rules-help = Where it was played otherwise than { $game } usually is:
past-left = { $who } (left: a loss)
past-deserted = { $who } (deserted: a loss does not count)
past-seats = Who sat where
past-seat = Seat
past-player = Player
past-score = Score
past-after = After round
past-round = Round { $number }
past-board = The board at the end of round { $number }
past-record = The record
past-download = Download the record
past-record-help = Every deal and every move, as a text that people and programs read. “capicu replay” checks it, “capicu analyze” looks at the match again.
past-no-record = There is no record of this match: it ended before records were kept, or went on with the set of the match before it, which a record cannot say.
past-damaged = The record of this match is damaged; only its result can be shown.
past-otherwise = By today’s rules this match would have gone otherwise, so its rounds are not shown. The record is whole.
past-unknown-title = No such match
past-unknown = You have no match of this number, or what is kept of it is damaged. Those who sat at the table when a match ended can see it, and nobody else.
past-back = All my matches

problem-title = That did not work
problem-sent-elsewhere = This was not sent from a page of this site, so nothing was done. Open the page here and send it again.
problem-name-kind = A name has 1 to 24 letters that can be seen, all of one alphabet; Latin ones may stand beside it in words of their own.
problem-username-kind = A username is a letter and 1 to 19 letters of a to z, digits, _ or -. A few that could be the house’s are nobody’s.
problem-username-taken = Somebody has this username, or one that looks like it. Choose another.
problem-code-wrong = This code opens nothing for this username: one of them is mistyped, or the code was used before. Each works once.
problem-no-passkeys = Passkeys do not work at this address: they need https and a name. Use a recovery code.
problem-ceremony-over = That took longer than five minutes, or was done already. Begin again.
problem-bad-passkey = This passkey opens nothing here: it is unknown, was removed, or what it signed is not right. Use another one, or a recovery code.
problem-passkey-known = This passkey is known already, so it was not added again.
problem-too-many-passkeys = You have as many passkeys as one may have. Remove one first.
problem-last-way-in = This is the last way in: without it you could not sign in any more. Get new recovery codes or add another passkey first.
problem-device-link = This link opens nothing: it is older than five minutes, was used, or is cut off. Make another on the page “You” of the other device.
problem-not-signed-in = You are not signed in on this device any more. Sign in and do it again.
problem-unavailable = The server cannot write anything down just now. Nothing was changed; try again in a moment.
problem-too-long = That is too long to be taken.
problem-other-host = This server does not answer for that name. Open it by its own address. If you run it, name it with --host.
problem-no-host = The request has to name one host.
# Between what something is called and what it is.
colon = :
