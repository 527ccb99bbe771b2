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
status-no-server = { $address } is not the admin listener of a capicu server; name that with --admin

doctor-config = the settings are valid
doctor-folder = the data folder is { $folder }
doctor-no-folder = there is no data folder { $folder }; name it with --data, or start `capicu serve`, which makes it
doctor-postgres = everything is kept in PostgreSQL, which this command does not check; ask PostgreSQL itself
doctor-private = only its user can read the data
doctor-readable = others can read { $file }; run `chmod -R go= { $folder }`
doctor-not-writable = this user cannot write { $file }; run the doctor as the user of the server, or give that user the file
doctor-database = the database is whole ({ $size })
doctor-no-database = there is no database yet; `capicu serve` makes it
doctor-wal = the write-ahead log has { $size }
doctor-wal-long = the write-ahead log has { $size }; end other programs that have capicu.db open, or restart the server
doctor-disk = { $free } of the disk are free
doctor-disk-unknown = the system does not say how much of the disk is free
doctor-disk-low = only { $free } of the disk are free; make room before it is full
doctor-clock = the clock agrees with the last fact stored
doctor-clock-behind = the last fact stored is { $time } ahead of the clock; set the clock before you start the server
doctor-clock-unset = the clock says a time before this program was written; set it before you start the server
doctor-files = the server may open { $files } files
doctor-files-free = the number of open files is not limited
doctor-files-few = the server may open { $files } files, and needs { $needed } for { $connections } connections; raise the limit (LimitNOFILE= or `ulimit -n`), or lower --connections
doctor-backup = the last backup is { $time } old
doctor-backup-old = the last backup is { $time } old; make one with `capicu backup` every day
doctor-no-backup = there was no backup yet; make one with `capicu backup` every day
doctor-server = the server at { $address } is ready
doctor-not-ready = the server at { $address } is not ready: { $why }; see its log
doctor-no-server = no server answers at { $address }; start it, or ignore this while it is stopped
doctor-ok = ok
doctor-warn = warn
doctor-fail = fail
