variable "name" {
  type = string
}

variable "tiers" {
  type    = map(object({ bits = number, public = optional(bool) }))
  default = {}
}

variable "cidrs" {
  type = list(string)
}

variable "labels" {
  type    = map(string)
  default = {}
}

variable "gateway" {
  type    = object({ kind = string, ports = list(number) })
  default = null
}

locals {
  sizes = { for name, tier in var.tiers : name => pow(2, 32 - tier.bits) }
  kind  = var.gateway != null ? var.gateway.kind : "none"
}

resource "terraform_data" "zone" {
  input = { name = title(var.name), sizes = local.sizes }
}

output "summary" {
  value = {
    first  = var.cidrs[0]
    cidrs  = sort(var.cidrs)
    labels = [for key, value in var.labels : "${key}=${value}"]
    kind   = local.kind
  }
}

output "name" {
  value = terraform_data.zone.output.name
}
