# Las reglas de la casa, alrededor de los campos del formulario.

house-as-in = Como en …
house-choose = Elige cómo lo juegan otros
house-usual = Lo usual:
house-name = Cómo llamas a estas reglas
house-save = Guardar como mi casa
house-saved = Guardadas: las encuentras en la primera página, en este dispositivo.
house-full = Este dispositivo ya no guarda más; comparte el enlace o guarda el archivo.
house-link = Copiar un enlace a estas reglas
house-file = Guardar como archivo de reglas
house-learn = Aprenderlo con estas reglas
house-as-usual = { $game }, como siempre. { $aim }
house-summary = { $game }, con reglas propias. { $aim } Distinto de lo usual: { $changed }

house-example = Todo lo que puede ser distinto en este juego, como es ahora. Quita el # de una línea y cámbiala.
house-example-name = { $game } como se juega en casa
house-example-words = Una de: { $words }.
house-example-number = De { $min } a { $max }.
