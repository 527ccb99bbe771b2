# Lecciones de estrategia: una elección en un momento de la mano y la razón de la mejor jugada.

strategies = Estrategia
strategies-help = Cinco momentos de manos jugadas por bots: elige una ficha y mira por qué solo una jugada gana.
strategy-learn = Estrategia: { $lesson }
strategy-open = Aprender estrategia: { $lesson }
strategy-choose = ¿Qué ficha juegas?
strategy-right = Correcto: { $tile }, junto al { $on }
strategy-better = Mejor: { $tile }, junto al { $on }
strategy-proof = Con estas fichas, cualquier otra jugada pierde la mano.
strategy-again = Otra vez
strategy-next = Siguiente lección

strategy-count = Cuenta las fichas
strategy-count-look = Hay siete fichas con { $pip }: { $laid } están en la mesa y tú tienes { $held }. ¿Cuántas tienen los demás?
strategy-count-why = El { $tile } deja { $pip } en las dos puntas. Nadie más lo tiene: todos pasan y juegas otra vez.
strategy-pass = Lee un paso
strategy-pass-look = El siguiente, a tu derecha, pasó con { $one } y con { $two }. ¿Puedes dejar solo esos dos?
strategy-pass-why = El { $tile } deja { $one } y { $two }: el siguiente tiene que pasar. El { $other } dejaría { $left } y { $right }.
strategy-partner = Juega el número de tu compañero
strategy-partner-look = Tu compañero, enfrente, pasó con { $one } y con { $two }, y puso el { $double }. ¿Qué número lo ayuda?
strategy-partner-why = El { $tile } deja { $pip }, el número del doble de tu compañero. El { $other } dejaría { $left } y { $right }, y él no tiene ninguno.
strategy-double = Guardar o jugar un doble
strategy-double-look = Tu { $double } solo va con { $pip }. De las siete fichas con { $pip }, { $laid } están en la mesa y { $held } en tu mano.
strategy-double-why = El { $tile } deja { $pip } en las dos puntas. Solo va tu doble: los demás pasan y tú cierras la mano.
strategy-block = Cuándo trancar
strategy-block-look = Si nadie puede jugar, gana la pareja con menos pintas. En la mesa hay { $laid } de las siete fichas con { $pip }.
strategy-block-why = El { $tile } deja { $pip } en las dos puntas y no queda otro. Tranque: tu pareja tiene { $ours } pintas; la otra, { $theirs }.
