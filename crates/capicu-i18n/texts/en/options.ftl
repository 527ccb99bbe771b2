hand = Tiles in hand
    .help = How many tiles each player is dealt.
