# Eventual values: known only later, as an output that carries what it depends on, or as a promise.
#
#   typelog types examples/eventuals --declare examples/eventuals/cloud.declare

# A prompt property of the database is a plain string; a step into an output leads to an output.
name = database.name
host = database.endpoint.host

# A text is as eventual as its parts, and an operator as its operands.
url    = "postgres://${host}:${database.endpoint.port}/${name}"
backup = database.endpoint.port + 1

# The result of an iteration is inside the collection's output; what is in there is prompt.
mirrors = [for replica in database.replicas : "${replica}:5432"]
first   = database.replicas[0]

# An eventual condition makes the whole conditional eventual.
size = is_production ? "large" : "small"

# A call waits for an eventual argument, unless the parameter takes it as it is.
shouted  = upper(host)
password = secret(host)

# Promises come before outputs: a promise alone stays one, together with an output the result is an output.
arn     = certificate.arn
summary = "${arn} for ${host}"

# An object may hold some eventual values and be prompt itself.
settings = { name = name, host = host, domains = certificate.domains }
domain   = settings.domains[0]

# To wait is not to convert: an output of an object is not a text.
wrong = upper(database.endpoint)
