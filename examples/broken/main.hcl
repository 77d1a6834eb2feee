# Broken input: what can be read is typed, and what cannot is reported, each thing once and at its place.
#
#   typelog types examples/broken

name = "shop"
port = 8080

# A bracket that is never closed, a value that is missing, an operator without its right side.
list   = [1, 2
map    = { a = }
sum    = port +

# The rest is read as if nothing had happened.
url    = "${name}:${port}"
typo   = "${nmae}"
huge   = 1e99999
double = huge * 2

service "web" {
  port = port
  path = "/${name}/${
}

last = [for x in [port] : x]
