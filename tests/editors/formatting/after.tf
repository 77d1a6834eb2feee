resource "aws_vpc" "main" {
  a = var.x
  bb = (var.y ? 1 :
  2) # c
  ccc = <<EOT
  x ${var.a
} y
EOT
d   = 1 // z
e   = [for k in [1] : -k if !x && -1 < -2]
f   = { a : 1, "b" = 2 } /* x */
g   = a.b[0].c
h   = x ? y : -z
i   = f(1, 2...)
j   = "${a}${b}%{if x}y%{endif}"
k   = "é" # 1
lmn = 1   # 2
}
variable "x" {
  type    = list(string)
  default = {}
}
variable "y" {
  type = map(any)
}
locals { a = 1 }
locals {
  a = [
    1,
  2]
  b = f({
    a = 1
  })
  c = provider::foo::bar(1)
  d = a[*].b
  e = a.*.b
  f = !a
  g = "a" == "b" && c
  h = (1 + 2) * 3 % 4

  i = []
  j = {}
  k = {
    "x" = 1
    (y) = 2
  }
  t = [
    <<A
 a
A
    , <<-B
   ${x
  }
   B
]
longer = 2
l = (
1)
m = [for x in y :
x]
o = x[
  1
]
p = f("${a}")
q = "x"
s = "a ${x~} b %{if x~} c %{endif}"
}
a "x" /* d */ {
}
b {}
c "x" "y" { a = 1 }

# end
