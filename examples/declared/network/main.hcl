# A network with its subnets, and what may pass into it.
#
#   typelog types --dialect bicep examples/declared/network --declare examples/declared/network/azure.declare

variable "prefix" {
  value = concat(environment, "-", instance)
}

resource "network" "azrm://Microsoft.Network/virtualNetworks@2019-06-01" {
  # Whether the text that is put together is short enough is found out where the program runs.
  name     = concat(prefix, "-network")
  location = location
  tags     = { environment = environment }
  properties = {
    addressSpace = { addressPrefixes = ["10.0.0.0/16"] }
    subnets = [for number in [1, 2, 3] : {
      name       = "subnet-${number}"
      properties = { addressPrefix = "10.0.${number}.0/24" }
    }]
  }
}

resource "rules" "azrm://Microsoft.Network/networkSecurityGroups@2019-06-01" {
  name     = "rules"
  location = network.location
  properties = {
    securityRules = [
      { name = "web", priority = 100, access = "Allow", destinationPort = port },
      { name = "all", priority = 4096, access = "Deny", destinationPort = "*" }
    ]
  }
}

output "networkId" "string" {
  value = azrm::resourceId("Microsoft.Network/virtualNetworks", resourceGroup().name, network.name)
}

output "names" "array" {
  value = concat([network.name], [rules.name])
}

output "network" "resource" {
  value = network
}
