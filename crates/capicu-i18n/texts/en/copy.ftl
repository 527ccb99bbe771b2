# Copies of what a server keeps, and why they cannot be made or put back. Each names the remedy.

copy-made = { $file }: { $contents }
copy-tables = { $n ->
    [one] { $n } table
   *[other] { $n } tables
}
copy-matches = { $n ->
    [one] { $n } finished match
   *[other] { $n } finished matches
}
copy-players = { $n ->
    [one] { $n } player
   *[other] { $n } players
}
copy-back = the data folder { $folder } holds { $contents }
copy-nothing = there is no database in { $folder }; name the folder that `capicu serve` uses with --data
copy-inside = { $file } lies in the data folder itself; choose a place outside of it
copy-occupied = there is a database in { $folder } already; move it away first, or choose another folder with --data
copy-newer = { $file } was written by a newer version of capicu; update capicu first
copy-damaged = { $file } cannot be put back ({ $why }); take another copy
copy-altered = { $file } is not as `capicu backup` wrote it: its digest does not fit; copy it again from where it was made, or take another backup
copy-rescued = { $folder } no longer has its database; copying { $file }, in which the server saved it
copy-unsealed = { $file } has no digest, since an earlier version made it; whether it is as it was written cannot be checked
copy-not-found = there is no such file or folder; look at its name
copy-failed = { $file }: the database says: { $why }; see that the disk has room, and try again
copy-line-unreadable = column { $column } is not what an export has there; make the export again
copy-line-no-export = this is no file of `capicu export`; name one that is
copy-line-table = there is no table called { $table }; make the export again
copy-line-columns = these are not the columns of { $table }; make the export again
copy-line-value = { $column } cannot have this value; make the export again
copy-line-refused = this does not go with the lines before it ({ $why }); make the export again
copy-line-cut-off = the export ends in the middle; copy the file again, or make it again
copy-line-after-end = there is something after the end of the export; make the export again
copy-line-digest = this line or one above it is not as it was written: the digest does not fit; copy the file again, or make the export again
copy-line-count = the export says that it has { $said } rows, but there are { $found }; make it again
