"""Several stories of one board at once, weighed by what each would have to explain.

Opened where the plain way does not fit, closed when one story is ahead and owes nothing (`weigher`). A story here is a
`branch`: a legal line from a common root, with a cost and with debts. All costs stand in one table (`costs`).
"""
