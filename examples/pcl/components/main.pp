# Two sites of one kind, which is a program of its own.

component "site" "./site" {
  name = "site-${range.key}"
  port = range.value

  options {
    range = { blog = 8080, shop = 9090 }
  }
}

component "spare" "./site" {
  name = "spare"
}

output "hosts" {
  value = { for name, s in site : name => s.host }
}

output "spareAddress" {
  value = spare.servers[0].address
}
