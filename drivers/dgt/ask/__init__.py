"""What to send to a board, and when. Live only: a replay interprets what was sent, it asks nothing; of this it
needs no more than the sieve."""
