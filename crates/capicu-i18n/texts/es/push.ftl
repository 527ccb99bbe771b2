# Notificaciones en un dispositivo mientras no hay ninguna página abierta.

push-title = Notificaciones en este dispositivo
push-switch = Envíame los avisos de la campana
push-help = Solo mientras no hay ninguna página de este sitio abierta. Las notificaciones nunca muestran fichas.
push-on = Este dispositivo recibe notificaciones.
push-dismissed = No permitiste las notificaciones. Activa el interruptor y el navegador volverá a preguntar.
push-refused = El navegador bloquea las notificaciones de este sitio. Permítelas en los ajustes del navegador.
push-withdrawn = Este dispositivo ya no recibe notificaciones. Activa el interruptor para empezar de nuevo.
push-cannot = Este navegador no puede recibir notificaciones. En un iPhone o iPad, primero añade este sitio a la pantalla de inicio.
push-failed = No se pudo. Inténtalo más tarde.
