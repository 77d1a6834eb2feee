# The third step of the cycle stands in another file.
route = [for hop in hops : "${hop} via ${gateway.address}"]
hops  = ["a", "b"]

# This name is taken in the other file.
length = 13
