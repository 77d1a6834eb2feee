# Unions: a value of one type or another.
#
#   typelog types examples/unions --declare examples/unions/shapes.declare

# A step into a union leads to what it leads to from the members that have it.
kind   = shape.kind
radius = shape.radius
area   = shape.height

# A union converts if some member does; to a text, all do.
label  = "size ${size}"
scaled = scale(size)

# A union whose members are all collections is iterated.
doubled = [for value in values : value * 2]
keys    = [for key, value in values : key]

# Arms with nothing in common give a union, which a step takes apart again.
either = flag ? { left = 1 } : ["right"]
left   = either.left

# An argument suits a union if it suits one member; a text that is not known may be any colour.
circle = draw({ kind = "circle", radius = 2 }, "red")
square = draw({ kind = "square", side = 1.5 }, size)
wrong  = draw({ kind = "circle", radius = [] }, true)
