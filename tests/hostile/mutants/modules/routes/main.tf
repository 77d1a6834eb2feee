variable "cidr" {
  type    = string
  default = "10.20.0.0/16"
}

variable "zones" {
  description = "The zones, each with its tiers."
  type = list(object({
    name  = string
    tiers = map(object({ bits = number, public = optional(bool, false) }))
  }))
  default = [
    { name = "a", tiers = { web = { bits = 8, public = true }, db = { bits = 4 } } },
    { name = "b", tiers = { web = { bits = 8, public = true } } },
  ]
  validation {
    condition     = alltrue([for zone in var.zones : length(zone.name) == 1])
    error_message = "The name of a zone is a single letter."
  }
}

variable "peers" {
  type    = set(string)
  default = ["10.30.0.0/16"]
}

variable "labels" {
  type    = map(string)
  default = {}
}

variable "gateway" {
  type = object({
    enabled = bool
    kind    = optional(string, "shared")
    ports   = optional(list(number))
  })
  default = { enabled = true }
}

locals {
  tiers = flatten([
    for index, zone in var.zones : [
      for name, tier in zone.tiers : {
        key    = "${zone.name}/${name}"
        zone   = zone.name
        cidr   = cidrsubnet(var.cidr, tier.bits, index)
        public = tier.public
      }
    ]
  ])
  subnets  = { for tier in local.tiers : tier.key => tier }
  public   = [for key, subnet in local.subnets : key if subnet.public]
  private  = [for key, subnet in local.subnets : key if !subnet.public]
  by_zone  = { for tier in local.tiers : tier.zone => tier.cidr... }
  pairs    = setproduct(local.public, tolist(var.peers))
  routes   = { for pair in local.pairs : join("->", pair) => { from = pair[0], to = pair[1] } }
  widest   = min([for zone in var.zones : min(values(zone.tiers)[*].bits...)]...)
  hosts    = { for key, subnet in local.subnets : key => cidrhost(subnet.cidr, 1) }
  ports    = coalesce(var.gateway.ports, [80, 443])
  gateway  = var.gateway.enabled ? { kind = var.gateway.kind, ports = local.ports } : null
  matrix   = [for row in range(2) : [for column in range(3) : row * 3 + column]]
  diagonal = local.matrix[1][2] + length(local.matrix[0])
  parts    = regex("^(\\d+)\\.(\\d+)\\.", var.cidr)
  network  = { for index, part in slice(split(".", split("/", var.cidr)[0]), 0, 2) : "part${index}" => tonumber(part) }
}

module "zone" {
  source   = "./zone"
  for_each = { for zone in var.zones : zone.name => zone }

  name    = each.key
  tiers   = { for name, tier in each.value.tiers : name => { bits = tier.bits } }
  cidrs   = local.by_zone[each.key]
  labels  = merge(var.labels, { zone = each.key, count = length(each.value.tiers) })
  gateway = local.gateway
}

module "spare" {
  source = "./zone"
  count  = length(local.private) > 3 ? 1 : 0
  name   = "spare-${count.index}"
  cidrs  = [cidrsubnet(var.cidr, 8, 200 + count.index)]
}

resource "terraform_data" "route" {
  for_each = local.routes
  input = {
    from = local.subnets[each.value.from].cidr
    to   = each.value.to
    via  = try(module.zone["a"].summary.first, null)
  }
  triggers_replace = [local.hosts, each.key]
  depends_on       = [module.spare]
}

resource "terraform_data" "table" {
  count = length(local.tiers)
  input = element(local.tiers, count.index).cidr
  lifecycle {
    create_before_destroy = true
    replace_triggered_by  = [terraform_data.route]
  }
}

import {
  for_each = { first = "a/web->10.30.0.0/16" }
  to       = terraform_data.route[each.value]
  id       = "route-${each.key}"
}

output "cidrs" {
  value = { for name, zone in module.zone : name => zone.summary.cidrs }
}

output "spare" {
  value = length(module.spare) > 0 ? module.spare[0].name : "none"
}

output "tables" {
  value      = terraform_data.table[*].output
  depends_on = [terraform_data.route]
}

output "routes" {
  value = [for route in values(terraform_data.route) : "${route.output.from} via ${coalesce(route.output.via, "-")}"]
}

output "numbers" {
  value = {
    widest   = local.widest
    diagonal = local.diagonal
    first    = tonumber(local.parts[0]) + local.network["part1"]
    share    = format("%.1f%%", 100 * length(local.public) / length(local.tiers))
  }
}

output "gateway" {
  value = local.gateway == null ? "none" : "${local.gateway.kind}: ${join(",", local.gateway.ports)}"
}
