# The bell: what waits for an account, on every page and at the table.

bell-count = Bell: { $n ->
    [one] { $n } notice
   *[other] { $n } notices
}
bell-title = Waiting for you
bell-empty = Nothing waits for you.
bell-empty-help = Challenges, friend requests, your turns, rounds of your events and new events of your clubs appear here.
bell-challenge = { $who } challenges you.
bell-request = { $who } wants to be your friend.
bell-befriended = { $who } accepted your friend request.
bell-profile = See the profile
bell-turn = It is your turn.
bell-members-only = The bell is for accounts. Create one under “Account”: you only need a username.
bell-hide = Hide
bell-event = { $club } has a new event: { $name }
bell-open-event = See the event
bell-event-begins = { $event } begins.
bell-event-round = Your next table at { $event } is ready.
