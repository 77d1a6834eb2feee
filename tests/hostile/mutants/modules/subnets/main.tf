variable "cidr" {
  type    = string
  default = "10.20.0.0/16"
}

variable "zones" {
  type    = list(string)
  default = ["a", "b", "c"]
}

variable "tiers" {
  type = map(object({
    newbits = number
    public  = optional(bool, false)
    routes  = optional(list(string), [])
  }))
  default = {
    front = { newbits = 8, public = true }
    back  = { newbits = 4, routes = ["10.0.0.0/8"] }
  }
}

variable "single_gateway" {
  type    = bool
  default = false
}

variable "reserved" {
  type    = set(string)
  default = ["10.20.255.0/24"]
}

locals {
  tier_names    = sort(keys(var.tiers))
  gateway_count = var.single_gateway ? 1 : length(var.zones)
  newbits       = flatten([for name in local.tier_names : [for zone in var.zones : var.tiers[name].newbits]])
  blocks        = cidrsubnets(var.cidr, 8, 8, 8, 4, 4, 4)

  pairs = setproduct(local.tier_names, var.zones)

  subnets = [
    for index, pair in local.pairs : {
      name   = "${pair[0]}-${pair[1]}"
      zone   = pair[1]
      tier   = pair[0]
      cidr   = local.blocks[index]
      public = var.tiers[pair[0]].public
    }
  ]

  by_name = { for subnet in local.subnets : subnet.name => subnet }
  by_tier = { for subnet in local.subnets : subnet.tier => subnet.cidr... }
  public  = [for subnet in local.subnets : subnet.cidr if subnet.public]

  routes = merge([
    for name, tier in var.tiers : {
      for route in tier.routes : "${name}/${route}" => {
        tier        = name
        destination = route
        hosts       = pow(2, 32 - tonumber(split("/", route)[1]))
      }
    }
  ]...)

  first_host = cidrhost(local.blocks[0], 10)
  netmask    = cidrnetmask(var.cidr)
  widest     = max([for tier in values(var.tiers) : tier.newbits]...)
  overlap    = setintersection(var.reserved, toset(local.public))
  table = formatlist("%s is in %s", keys(local.by_name), [
    for subnet in values(local.by_name) : upper(subnet.zone)
  ])
}

output "subnets" {
  value = local.by_name
}

output "public_cidrs" {
  value = local.public

  precondition {
    condition     = length(local.overlap) == 0
    error_message = "Reserved networks overlap: ${join(", ", local.overlap)}."
  }
}

output "gateways" {
  value = [for number in range(local.gateway_count) : format("gateway-%02d", number + 1)]
}

output "summary" {
  value = {
    first   = element(local.subnets, 0).name
    host    = local.first_host
    netmask = local.netmask
    widest  = local.widest
    largest = one([for tier in local.tier_names : tier if tier == "front"])
    front   = lookup(local.by_tier, "front", [])
    routes  = local.routes
    table   = local.table
  }
}
