# Conversions: safe ones never fail, unsafe ones may, and what does not convert at all is an error.
#
#   typelog types examples/conversions --declare examples/conversions/service.declare

# Numbers and truth values become texts safely; a text becomes a number unsafely. Both are accepted.
text   = join(", ", [1, 2.5, true])
opened = listen(port)
whole  = listen(count)

# A tuple becomes a list, and so does a set; an object becomes a map, and a map an object if it has the keys.
tagged = join(" ", tags)
sum    = count + "1"
truth  = "true" && true

# Large structures convert member by member: a missing property has to be optional, a further one is left out.
good = deploy({
  name       = "web"
  containers = [{ image = "nginx", ports = [80, "443"], env = { LEVEL = 3 } }]
  owner      = "nobody asks"
})

# Where they do not, the report shows the path to the first disagreement.
bad = deploy({
  name       = "web"
  containers = [{ image = "nginx", ports = [80] }, { image = "proxy", ports = [{ http = 80 }] }]
})
incomplete = deploy({ name = "web" })

# And a few that have no conversion.
list   = -[1]
object = !{}
joined = join(["-"], "abc")
