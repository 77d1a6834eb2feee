# A balancer before servers that run the latest image.

config "replicas" "int" {
  default     = 2
  description = "how many servers there are"
}

config "domain" "string" {}

image = invoke("cloud:getImage", { name = "web", latest = true })

resource "server" "cloud:Server" {
  image    = image.id
  size     = "small"
  userData = stringAsset("PORT=${port}")
  open     = true

  options {
    range = replicas
  }
}

port = 8080

resource "balancer" "cloud:Balancer" {
  listeners = [{ port = 443, certificate = domain }, { port = 80 }]
  targets   = [for s in server : "${s.address}:${port}"]
  check     = { kind = "http", path = "/health" }
}

output "url" {
  value = "https://${balancer.host}"
}

output "log" {
  value = call(server[0], "console", { lines = 20 }).text
}
