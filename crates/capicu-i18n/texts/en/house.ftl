# House rules, around the fields of the form.

house-as-in = As in …
house-choose = Choose how others play it
house-usual = Standard:
house-name = Name of these rules
house-save = Save as my house rules
house-saved = Saved: you find it on the first page, on this device.
house-full = This device keeps nothing more; share the link or save the file instead.
house-link = Copy a link to these rules
house-file = Save as a rule file
house-learn = Learn it with these rules
house-as-usual = { $game }, as usual. { $aim }
house-summary = { $game }, with rules of your own. { $aim } Other than usual: { $changed }

house-example = Everything that can be different in this game, as it is now. Take away the # before a line and change it.
house-example-name = { $game } as we play it
house-example-words = One of: { $words }.
house-example-number = From { $min } to { $max }.
