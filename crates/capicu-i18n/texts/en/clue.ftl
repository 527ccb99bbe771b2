# What speaks for one play against another: a hint's best against its next best, or what was better in a match against
# what was played.

clue-lacks-passed = { $seat } has no { $pip }: passed in move { $turn }.
clue-lacks-drew = { $seat } had no { $pip } before drawing in move { $turn }, and drew none.
clue-shuts = { $seat } then has nothing to lay in { $better } of 1,000 possible deals; after the other play, in { $other }.
clue-denies = { $seat } then holds nothing that scores in { $better } of 1,000 possible deals; after the other play, in { $other }.
clue-holds = It opens { $pip }. Tiles left with that number: { $held } in this hand, { $others } elsewhere.
clue-stitches = Every end then shows { $pip }. Tiles left with that number: { $held } in this hand, { $others } elsewhere.
clue-cuts-off = It shuts out { $pip }. Tiles left with that number: { $others } elsewhere, { $held } in this hand.
clue-led = { $seat } led { $tile }, and so probably holds more of its numbers.
clue-scores = The ends go from { $before } to { $after }, which is worth { $points }.
clue-one-number = A double leaves one number to answer, { $pip }; another tile would leave two.
clue-asleep = Of the { $unseen } tiles that are not seen, { $asleep } sleep to the end.
