# A first look: `typelog types examples/tour` prints the type of each value, and what is wrong with two of them.

name     = "shop"
replicas = 3
load     = 0.75

# The order of definitions does not matter.
address = "${host}:${ports.http}"
host    = "${name}.example.com"
ports   = { http = 8080, metrics = 9090 }

# The elements of a tuple keep their own types; a for-expression gives a list of what they have in common.
mixed  = [1, 2.5, "three"]
common = [for x in mixed : x]

# The arms of a conditional have in common what both convert to without fail.
budget = load > 0.5 ? replicas * 2 : "unlimited"
zone   = replicas > 1 ? { region = "eu", spread = true } : { region = "eu" }
spread = zone.spread

# Two mistakes.
metrics = "${host}:${port.metrics}"
total   = replicas + ports
