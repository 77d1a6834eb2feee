# Iterations: for-expressions and splats over collections of collections.
#
#   typelog types examples/inventory --declare examples/inventory/machines.declare

# Splats collect what each element has.
names = machines[*].name
sizes = machines[*].disks[*].size
kinds = machines[0].disks.*.kind

# A list, a map, and a map of lists.
large   = [for machine in machines : machine.name if machine.cores > 8]
by_name = { for machine in machines : machine.name => machine }
by_zone = { for machine in machines : machine.zone => machine.name... }

# Keys: of a list the positions, of a map the names.
numbered = [for i, machine in machines : "${i}: ${machine.name}"]
costs    = { for zone, price in prices : zone => price * 24 }

# A result is a value like any other.
first = by_name["web-1"].disks[0].kind
team  = by_zone["eu-1"][0]

# Iterations nest, and the inner variables hide the outer ones.
disks = [for machine in machines : [for disk in machine.disks : "${machine.name} ${disk.size}"]]

# A template iterates as well.
hosts = <<EOT
%{ for machine in machines ~}
${machine.name} ${machine.tags["address"]}
%{ endfor ~}
EOT

# A text has no elements, and a machine has no `disk`.
letters = [for letter in "web" : letter]
missing = [for machine in machines : machine.disk]
keyless = { for machine in machines : machine.disks => machine.name }
