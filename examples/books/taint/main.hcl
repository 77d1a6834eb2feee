# Strings from outside: with the book, a string becomes a tainted one, and a tainted one is no value of any type.
name   = query["name"]
listed = [for text in query : text]
done   = run(name)

greetings = [for text in [name, "nobody"] : text]
logged    = log(["a request", name])
