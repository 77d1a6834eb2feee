# What is secret is an output, and so is all that is made of it.

config "password" "string" {
  secret = true
}

config "settings" "object({host=string, ports=list(int)})" {
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
