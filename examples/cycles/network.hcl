# Cycles: definitions that depend on themselves, over several files.
#
#   typelog types examples/cycles

# The gateway needs the subnet, the subnet the route, and the route the gateway.
gateway = { address = "10.0.${subnet.number}.1" }
subnet  = { number = 4, cidr = "10.0.4.0/24", via = route }

# What depends on a cycle is no part of it: its type is what is known without.
url  = "https://${gateway.address}"
size = length * 2

# A definition may not even mention itself.
retries = retries + 1
length  = 12
