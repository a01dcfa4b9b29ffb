"""Documents for people: what a claim rests on, to be printed and signed. Pure."""
