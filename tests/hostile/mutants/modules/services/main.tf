terraform {
  required_version = ">= 1.5"
}

variable "region" {
  type    = string
  default = "eu"
}

variable "sizes" {
  type    = list(number)
  default = [1, 2]
}

variable "services" {
  type = map(object({
    port  = number
    tags  = optional(map(string), {})
    hosts = list(string)
  }))
  default = {}
}

variable "owner" {
  type    = string
  default = null
}

locals {
  prefix = "${var.region}-x"
  names  = [for s in var.sizes : "n${s}"]
  config = { a = 1, b = { c = "x" } }
  pairs  = { for k, s in var.services : k => s.port }
}

resource "terraform_data" "one" {
  input = local.prefix
}

resource "terraform_data" "many" {
  count = 2
  input = local.names[count.index]
}

resource "terraform_data" "each" {
  for_each = var.services
  input    = each.value.port
}

module "net" {
  source = "./mod"
  name   = var.region
}

module "nets" {
  source   = "./mod"
  for_each = toset(["a", "b"])
  name     = each.key
}

output "id" {
  value = terraform_data.one.id
}
