# Messages of a server that starts, or cannot. Each names the remedy.

start-ready = Capicú is at http://{ $address }/ (Ctrl-C stops it)
start-owner-code = This server has no admin yet. Create an account and enter this code at /moderate/owner: { $code }
start-owner-code-file = This server has no admin yet. Create an account and enter the code from { $file } at /moderate/owner.
start-port-taken = { $address } is already in use; choose another port with { $argument }, or stop the other program
start-cannot-listen = cannot listen on { $address }: { $why }; choose another address with { $argument }
start-not-writable = cannot write to the data folder { $folder }: { $why }; choose another with --data, or let this user write to it
start-in-use = another capicu server uses the data folder { $folder }; stop it, or choose another with --data
start-incomplete = the database { $file } is an incomplete copy: { $file }-wal is missing; copy it with `capicu backup`, choose another folder with --data, or serve it with --accept-incomplete-copy. The last is also right if another program, such as sqlite3, opened the database after the server was killed
start-empty = the database { $file } is empty; restore a backup with `capicu restore`, choose another folder with --data, or remove the empty file to begin a new server
start-newer = the database { $file } was written by a newer version of capicu; update capicu, or choose another folder with --data
start-damaged = the database { $file } is damaged ({ $why }); restore it from a backup, or choose another folder with --data
start-no-database = not a SQLite database
start-other-program = it belongs to another program
start-cannot-open = cannot open the database { $file }: { $why }; check disk space and permissions, or choose another folder with --data
store-no-address = not a database address; write one such as postgres://capicu@localhost/capicu
store-left-out = this capicu was built without PostgreSQL and NATS; use the binary of `cargo xtask build --release`
store-bus-alone = --bus needs a shared database; name it with --store postgres://…
store-bus-stand-by = --bus and --stand-by on exclude each other; servers on a bus take over from each other without --stand-by
store-no-bus = not a NATS address; write one such as nats://localhost:4222
store-bus-credentials = name --bus-user and --bus-password together, or --bus-credentials alone
store-credentials-alone = NATS credentials need an address; name it with --bus nats://…
store-bad-credentials = cannot use the credentials in { $file }: { $why }; write the file with `nsc generate creds`
store-in-use = another capicu server uses the database { $place }; stop it, or let this one wait for it with --stand-by
store-newer = the database { $place } was written by a newer version of capicu; update capicu, or choose another database with --store
store-older-servers = servers of an older version use the database { $place }; stop all of them, then start this version
store-other-program = the database { $place } belongs to another program; make one for capicu alone, with `createdb`
store-unfit = cannot use the database { $place }: it is { $what }; capicu needs PostgreSQL 15 or later and UTF8
store-cannot-open = cannot use the database { $place }: { $why }; check that PostgreSQL runs there and accepts this user, or choose another with --store
store-occupied = the database { $place } is not empty; choose an empty one with --store
store-older = { $file } comes from an older version of capicu; import it into a folder with `capicu import`, then export that folder
store-filled = the database { $place } holds { $contents }
store-lost = another server may have taken over the database { $place }; start capicu again as a standby
start-network = the network failed: { $why }; start capicu again

# The file of settings of a server.
settings-head = The current settings of `capicu serve`. Save this as a file, change it, and name it with --config FILE or in CAPICU_CONFIG. Arguments and environment variables override the file.
settings-variable = Variable: { $name }
settings-place = { $file }, line { $line }: { $why }
settings-variable-unknown = unknown setting `{ $name }`{ $meant }
settings-syntax = not TOML: { $why }
settings-unknown = unknown setting `{ $key }`{ $meant }
settings-wants-one = `{ $key }` takes one value: a quoted text or a whole number
settings-wants-list = `{ $key }` takes a list of texts, such as ["one", "two"]
start-venue-no-address = Found no address that phones on the same Wi-Fi can reach. Join a Wi-Fi, start the hotspot of this laptop, or name the address: --address 192.168.1.5
start-venue-public = { $address } is not a private network address. `capicu venue` uses plain http, for your own Wi-Fi; for the internet run `capicu serve` behind TLS
start-venue-ready = Phones on the same Wi-Fi open { $url } (Ctrl-C stops it)
start-venue-help = Phones may warn that this Wi-Fi has no internet: stay on it. Data is in the folder { $data }.

# Push notifications.
start-push-made = The key is in { $file }. Restart the server to use it.
start-push-there = { $file } already has a key. A new key would end the notifications on all devices.
start-push-folder = There is no folder { $folder }. Start the server once, or name its data folder with --data.
start-push-wrong = { $file } has no key from `capicu push-keys`. Restore the file, or remove it and make a new key.
start-push-failed = cannot use { $file }: { $why }
start-push-contact = Notifications need --public-url: push services ask who sends them.
start-push-authorities = Notifications need certificate authorities: install the package ca-certificates, or remove { $file }.
