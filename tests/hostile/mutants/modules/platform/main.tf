variable "environment" {
  type    = string
  default = "stage"
}

variable "services" {
  type = map(object({
    port    = number
    domains = optional(list(string), [])
    store   = optional(string)
  }))
  default = {
    shop = { port = 8080, domains = ["shop.example.org"], store = "orders" }
    blog = { port = 8081 }
  }
}

variable "stores" {
  type    = list(string)
  default = ["orders", "stock"]
}

variable "audit" {
  type    = bool
  default = true
}

locals {
  prefix = "${var.environment}-platform"
  labels = {
    environment = var.environment
    managed     = "terraform"
  }
}

module "store" {
  source   = "./modules/store"
  for_each = toset(var.stores)

  name   = "${local.prefix}-${each.key}"
  size   = 20
  backup = { hour = 3, keep = 7 }
  labels = local.labels
}

module "service" {
  source   = "./modules/service"
  for_each = var.services

  name     = each.key
  port     = each.value.port
  domains  = each.value.domains
  database = each.value.store != null ? module.store[each.value.store].connection : null
  labels   = merge(local.labels, { service = each.key })
}

module "audit" {
  source = "./modules/service"
  count  = var.audit ? 1 : 0

  name   = "audit"
  port   = 9000
  labels = local.labels

  depends_on = [module.store]
}

output "urls" {
  value = { for name, service in module.service : name => service.url }
}

output "audit_url" {
  value = one(module.audit[*].url)
}

output "all_domains" {
  value = flatten([for service in module.service : service.domains])
}

output "connections" {
  value = { for name in var.stores : name => module.store[name].connection.host }
}

output "ports" {
  value = [for service in values(module.service) : service.settings.port + 1]
}
