config "name" "string" {}

config "port" "int" {
  default = 80
}

resource "server" "cloud:Server" {
  __logicalName = "server"
  image         = name
  size          = "large"
}

resource "balancer" "cloud:Balancer" {
  listeners = [{ port = port }]
  targets   = [server.address]
}

output "host" {
  value = balancer.host
}

output "servers" {
  value = [server]
}
