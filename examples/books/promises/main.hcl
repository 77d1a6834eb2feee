# Two outputs of different types: with the book, what they have in common is a promise.
host   = "db-${database.port}.example.com"
backup = database.port + 1
mixed  = [for value in [host, backup] : value]
first  = mixed[0]
