# The bell: what waits for an account, on every page and at the table.

bell = Bell
bell-count = Bell: { $n ->
    [one] { $n } notice
   *[other] { $n } notices
}
bell-title = Waiting for you
bell-empty = Nothing waits for you.
bell-empty-help = Challenges, friend requests and your turns appear here.
bell-challenge = { $who } challenges you.
bell-request = { $who } wants to be your friend.
bell-turn = It is your turn.
bell-members-only = The bell is for accounts. Create one under “Account”: you only need a username.
bell-hide = Hide
