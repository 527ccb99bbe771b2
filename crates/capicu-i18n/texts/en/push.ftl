# Notifications on a device while no page is open.

push-title = Notifications on this device
push-switch = Send me what the bell shows
push-help = Only while no page of this site is open. Notifications never show tiles.
push-on = This device receives notifications.
push-dismissed = You have not allowed notifications. Turn the switch on and the browser asks again.
push-refused = The browser blocks notifications from this site. Allow them in the settings of the browser.
push-withdrawn = This device no longer receives notifications. Turn the switch on to start again.
push-cannot = This browser cannot receive notifications. On an iPhone or iPad, first add this site to the Home Screen.
push-failed = That did not work. Try again later.
