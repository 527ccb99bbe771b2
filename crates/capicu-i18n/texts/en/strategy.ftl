# Lessons of strategy: a choice at one moment of a round, and the reason for the better play.

strategies = Strategy
strategies-help = Five moments of rounds that bots played: choose a tile, and see why only one play wins.
strategy-learn = Strategy: { $lesson }
strategy-open = Learn strategy: { $lesson }
strategy-choose = Which tile do you play?
strategy-right = Right: the { $tile }, on the { $on }
strategy-better = Better: the { $tile }, on the { $on }
strategy-proof = With these hands, every other play loses the round.
strategy-again = Try again
strategy-next = Next lesson

strategy-count = Count the suits
strategy-count-look = Seven tiles have a { $pip }: { $laid } are on the table, and you have { $held }. How many do the others have?
strategy-count-why = The { $tile } leaves a { $pip } at both ends. Nobody else has one: they all pass, and you play again.
strategy-pass = Read a pass
strategy-pass-look = The next player, on your right, passed on { $one } and on { $two }. Can you leave just these two?
strategy-pass-why = The { $tile } leaves { $one } and { $two }: the next player must pass. The { $other } would leave { $left } and { $right }.
strategy-partner = Play your partner’s number
strategy-partner-look = Your partner, across, passed on { $one } and on { $two }, and laid the { $double }. Which number helps?
strategy-partner-why = The { $tile } leaves a { $pip }, the number of your partner’s double. The { $other } would leave { $left } and { $right }, and your partner has neither.
strategy-double = Keep or play a double
strategy-double-look = Your { $double } fits only a { $pip }. Of the seven tiles with a { $pip }, { $laid } are on the table and { $held } in your hand.
strategy-double-why = The { $tile } leaves a { $pip } at both ends. Only your double fits: everybody else passes, and you close the round.
strategy-block = When to block
strategy-block-look = If nobody can play, the pair with fewer pips wins. { $laid } of the seven tiles with a { $pip } are on the table.
strategy-block-why = The { $tile } leaves a { $pip } at both ends, and no other is left. Blocked: your pair has { $ours } pips, the others { $theirs }.
