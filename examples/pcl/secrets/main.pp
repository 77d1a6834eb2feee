# What is secret is an output, and so is all that is made of it. Schemas declare properties secret as well.

config "password" "string" {
  secret = true
}

config "settings" "object({host=string, ports=optional(list(int))})" {
  default = { host = "localhost" }
}

port     = try(settings.ports[0], 5432)
address  = "${settings.host}:${port}"
url      = "db://admin:${password}@${address}"
shown    = unsecret(url)
isSet    = can(settings.ports)
length   = length(password)
fallback = recover(url, error)

output "connection" {
  value = url
}

output "summary" {
  value = { shown = shown, isSet = isSet, length = length, safe = fallback }
}

resource "store" "data:index:Database" {
  login = { user = "admin", password = password }
}

stores = [store]

output "address" {
  value = stores[0].address
}

output "login" {
  value = stores[*].login
}

output "token" {
  value = "${stores[0].token}:${store.login.user}"
}
