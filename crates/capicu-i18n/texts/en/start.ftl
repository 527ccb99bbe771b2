# What a server says when it starts, or cannot. Each names the remedy.

start-ready = Capicú is at http://{ $address }/ (Ctrl-C stops it)
start-owner-code = Nobody owns this server yet. Become a member and enter this code at /moderate/owner: { $code }
start-port-taken = { $address } is taken by another program; choose another port with { $argument }, or stop that program
start-cannot-listen = cannot listen on { $address }: { $why }; choose another address with { $argument }
start-not-writable = cannot write to the data folder { $folder }: { $why }; choose another with --data, or let this user write to it
start-in-use = another capicu server uses the data folder { $folder }; stop it, or choose another with --data
start-newer = the database { $file } was written by a newer version of capicu; update capicu, or choose another folder with --data
start-damaged = the database { $file } is damaged ({ $why }); restore it from a backup, or choose another folder with --data
start-no-database = it is not a SQLite database
start-other-program = it belongs to another program
start-cannot-open = cannot open the database { $file }: { $why }; see that the disk has room and can be written, or choose another folder with --data
start-network = the network failed: { $why }; start capicu again

# The file of settings of a server.
settings-head = The settings of `capicu serve`, as they are. Keep this as a file, change what is to be different, and name it with --config FILE or in CAPICU_CONFIG. What an argument or a variable says counts more than the file.
settings-variable = Variable: { $name }
settings-place = { $file }, line { $line }: { $why }
settings-syntax = this is no TOML: { $why }
settings-unknown = there is no setting `{ $key }`{ $meant }
settings-wants-one = `{ $key }` takes one value: a text in quotation marks or a whole number
settings-wants-list = `{ $key }` takes a list of texts, such as ["one", "two"]
start-venue-no-address = No address that phones on the same Wi-Fi could reach was found. Join a Wi-Fi or start the laptop’s own, or name the address: --address 192.168.1.5
start-venue-public = { $address } is not an address of a private network. `capicu venue` speaks plain http, which is for a Wi-Fi of your own; for everybody else there is `capicu serve` behind TLS
start-venue-ready = Phones on the same Wi-Fi open { $url } (Ctrl-C stops it)
start-venue-help = Phones may warn that this Wi-Fi has no internet: stay on it. Data is in the folder { $data }.
