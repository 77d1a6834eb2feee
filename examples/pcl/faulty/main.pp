# Everything here is wrong in its own way.

config "count" "int" {
  default = ["one"]
}

config "colour" "strin" {}

resource "server" "cloud:Sever" {}

resource "balancer" "cloud:Balancer" {
  listenrs = []
  check    = { kind = "tcp", timeout = {} }
  options {
    protec = true
    hooks  = { beforeCreat = [] }
  }
}

resource "worker" "data:Worker" {
  code    = fileAsset("./worker")
  handler = ["main"]
  size    = "huge"
  options {
    ignoreChanges = [handlr]
    range         = 3.5 == []
  }
}

image = invoke("cloud:getImage", { nme = "web" })
zone  = invoke("cloud:subnetOf", { cidr = "10.0.0.0/8", bits = 8 })
other = invoke("nowhere:index:f", {})

loopA = [loopB]
loopB = loopA

output "port" "int" {
  value = worker.version.major
}

hook "server" "check" {
  comand = []
}
