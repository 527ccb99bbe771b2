# What `capicu status` and `capicu doctor` answer about a server. Each problem names the remedy.

status-ready = { $address }: ready
status-not-ready = { $address }: not ready: { $why }
status-program = version { $version }, commit { $commit }, up for { $time }
status-people = tables { $tables }, connections { $connections }, sockets { $sockets }, in the lobby { $lobby }
status-process = memory { $memory }, open files { $files } of { $most }
status-disk = database { $database }, write-ahead log { $wal }, free disk { $free }
status-backup = last backup { $time } ago
status-no-backup = no backup yet; make one with `capicu backup`
status-unreachable = no server answers at { $address }: { $why }; start it with --admin, or name its admin listener with --admin
status-no-server = { $address } is not the admin listener of a capicu server; name the listener with --admin

doctor-config = the settings are valid
doctor-folder = the data folder is { $folder }
doctor-no-folder = no data folder { $folder }; name it with --data, or create it with `capicu serve`
doctor-postgres = the data is in PostgreSQL, which this command does not check
doctor-private = only the server user can read the data
doctor-readable = others can read { $file }; run `chmod -R go= { $folder }`
doctor-not-writable = this user cannot write { $file }; run `capicu doctor` as the server user, or change the owner of the file
doctor-database = the database is intact ({ $size })
doctor-no-database = no database yet; `capicu serve` creates it
doctor-wal = the write-ahead log is { $size }
doctor-wal-long = the write-ahead log is { $size }; close other programs that use capicu.db, or restart the server
doctor-disk = { $free } of disk space is free
doctor-disk-unknown = the system does not report free disk space
doctor-disk-low = only { $free } of disk space is free; free some before the disk is full
doctor-clock = the clock agrees with the latest stored fact
doctor-clock-behind = the clock is { $time } behind the latest stored fact; set the clock before you start the server
doctor-clock-unset = the clock shows a time before this program was built; set it before you start the server
doctor-files = the server may open { $files } files
doctor-files-free = the number of open files is unlimited
doctor-files-few = the server may open { $files } files, and needs { $needed } for { $connections } connections; raise the limit (LimitNOFILE= or `ulimit -n`), or lower --connections
doctor-backup = the last backup is { $time } old
doctor-backup-old = the last backup is { $time } old; make one with `capicu backup` every day
doctor-no-backup = no backup yet; make one with `capicu backup` every day
doctor-server = the server at { $address } is ready
doctor-not-ready = the server at { $address } is not ready: { $why }; see its log
doctor-no-server = no server answers at { $address }; start it, or ignore this while it is stopped
doctor-ok = ok
doctor-warn = warn
doctor-fail = fail
