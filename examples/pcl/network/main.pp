# A network with a subnet in every zone.

config "cidr" "string" {
  default = "10.0.0.0/16"
}

resource "network" "cloud:network:Network" {
  cidr = cidr
  tags = { stack = stack(), owner = "platform" }
}

zones = invoke("cloud:getZones", {})

resource "subnet" "cloud:network:Subnet" {
  networkId = network.id
  zone      = range.value
  cidr      = invoke("cloud:subnetOf", cidr, 8, range.key)

  options {
    range  = zones.names
    parent = network
  }
}

resource "firewall" "cloud:firewall:Firewall" {
  networkId = network.id
  rule = {
    all = [
      { source = "0.0.0.0/0", ports = [80, 443] },
      { all = [{ source = cidr }, { ports = [22] }] },
    ]
  }

  options {
    ignoreChanges = [rule.all]
  }
}

output "subnets" {
  value = { for s in subnet : s.zone => s.id }
}
