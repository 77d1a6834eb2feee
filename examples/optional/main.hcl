# Optional values: of a type, or null. `optional(T)` is `union(T, none)`.
#
#   typelog types examples/optional --declare examples/optional/people.declare

# Null goes through the steps of a path, however long it is.
city     = person.address.city
director = person.manager.manager.name

# A comparison takes it; so does a conditional, which does not get rid of it.
has_mail = person.email != null
contact  = has_mail ? person.email : "nobody@example.com"

# A splat over a value that may be null gives a list of one or none.
mails = person.email[*]
names = staff[*].manager.name

# A property that only one arm has becomes optional.
card  = has_mail ? { name = person.name, mail = person.email } : { name = person.name }
shown = card.mail

# A parameter that accepts null may be left out; an argument that may be null is converted where it can be.
sent    = mail("ada@example.com")
hopeful = mail(person.email, "hello")

# Null itself is no text, and leads to null, with a warning.
nobody = null
never  = nobody.name
wrong  = mail(nobody)
