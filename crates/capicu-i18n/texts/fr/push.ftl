# Notifications sur un appareil quand aucune page n'est ouverte.

push-title = Notifications sur cet appareil
push-switch = M’envoyer les avis de la cloche
push-help = Seulement quand aucune page de ce site n’est ouverte. Les notifications ne montrent jamais de dominos.
push-on = Cet appareil reçoit des notifications.
push-dismissed = Vous n’avez pas autorisé les notifications. Activez l’interrupteur et le navigateur redemandera.
push-refused = Le navigateur bloque les notifications de ce site. Autorisez-les dans ses réglages.
push-withdrawn = Cet appareil ne reçoit plus de notifications. Activez l’interrupteur pour recommencer.
push-cannot = Ce navigateur ne peut pas recevoir de notifications. Sur un iPhone ou un iPad, ajoutez d’abord ce site à l’écran d’accueil.
push-failed = Cela n’a pas marché. Réessayez plus tard.
