"""What to send on a bus line with many boards, and when. Live only: a replay interprets what was sent, it asks
nothing."""
