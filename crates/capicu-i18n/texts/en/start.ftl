# What a server says when it starts, or cannot. Each names the remedy.

start-ready = Capicú is at http://{ $address }/ (Ctrl-C stops it)
start-owner-code = Nobody owns this server yet. Become a member and enter this code at /moderate/owner: { $code }
start-owner-code-file = Nobody owns this server yet. Become a member and enter the code from { $file } at /moderate/owner.
start-port-taken = { $address } is taken by another program; choose another port with { $argument }, or stop that program
start-cannot-listen = cannot listen on { $address }: { $why }; choose another address with { $argument }
start-not-writable = cannot write to the data folder { $folder }: { $why }; choose another with --data, or let this user write to it
start-in-use = another capicu server uses the data folder { $folder }; stop it, or choose another with --data
start-incomplete = the database { $file } was copied while a server used it, without { $file }-wal, and lacks what was in there; make a copy with `capicu backup`, choose another folder with --data, or serve what there is with --accept-incomplete-copy. The last is right as well if another program, such as sqlite3, opened the database after the server was killed
start-empty = the database { $file } is empty; put a backup back with `capicu restore`, choose another folder with --data, or remove the empty file to begin a new server
start-newer = the database { $file } was written by a newer version of capicu; update capicu, or choose another folder with --data
start-damaged = the database { $file } is damaged ({ $why }); restore it from a backup, or choose another folder with --data
start-no-database = it is not a SQLite database
start-other-program = it belongs to another program
start-cannot-open = cannot open the database { $file }: { $why }; see that the disk has room and can be written, or choose another folder with --data
store-no-address = this is no address of a database; write one such as postgres://capicu@localhost/capicu
store-left-out = this capicu was built without PostgreSQL and NATS; take one that `cargo xtask build --release` built
store-bus-alone = --bus needs a database that the servers share; name it with --store postgres://…
store-bus-stand-by = --bus and --stand-by on exclude each other: servers on a bus take over from each other anyway; leave --stand-by out
store-no-bus = this is no address of NATS; write one such as nats://localhost:4222
store-bus-credentials = name --bus-user and --bus-password together, or --bus-credentials alone
store-credentials-alone = credentials for NATS need its address; name it with --bus nats://…
store-bad-credentials = cannot use the credentials in { $file }: { $why }; write the file with `nsc generate creds`
store-in-use = another capicu server uses the database { $place }; stop it, or let this one wait for it with --stand-by
store-newer = the database { $place } was written by a newer version of capicu; update capicu, or choose another database with --store
store-other-program = the database { $place } belongs to another program; make one for capicu alone, with `createdb`
store-unfit = the database { $place } cannot be used: it is { $what }, and capicu needs PostgreSQL 15 or later and UTF8
store-cannot-open = cannot use the database { $place }: { $why }; see that PostgreSQL runs there and lets this user in, or choose another with --store
store-occupied = the database { $place } holds something already; choose an empty one with --store
store-older = { $file } comes from an older version of capicu; put it into a folder with `capicu import`, and export that
store-filled = the database { $place } holds { $contents }
store-lost = another server has taken over the database { $place }, or may have; start capicu again, to stand by
start-network = the network failed: { $why }; start capicu again

# The file of settings of a server.
settings-head = The settings of `capicu serve`, as they are. Keep this as a file, change what is to be different, and name it with --config FILE or in CAPICU_CONFIG. What an argument or a variable says counts more than the file.
settings-variable = Variable: { $name }
settings-place = { $file }, line { $line }: { $why }
settings-variable-unknown = there is no setting `{ $name }`{ $meant }
settings-syntax = this is no TOML: { $why }
settings-unknown = there is no setting `{ $key }`{ $meant }
settings-wants-one = `{ $key }` takes one value: a text in quotation marks or a whole number
settings-wants-list = `{ $key }` takes a list of texts, such as ["one", "two"]
start-venue-no-address = No address that phones on the same Wi-Fi could reach was found. Join a Wi-Fi or start the laptop’s own, or name the address: --address 192.168.1.5
start-venue-public = { $address } is not an address of a private network. `capicu venue` speaks plain http, which is for a Wi-Fi of your own; for everybody else there is `capicu serve` behind TLS
start-venue-ready = Phones on the same Wi-Fi open { $url } (Ctrl-C stops it)
start-venue-help = Phones may warn that this Wi-Fi has no internet: stay on it. Data is in the folder { $data }.
