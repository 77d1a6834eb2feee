terraform {
  required_version = ">= 1.5"
}

variable "orders" {
  type = map(object({
    customer = string
    lines = list(object({
      sku      = string
      quantity = number
      price    = optional(number, 1.5)
    }))
    express = optional(bool, false)
    notes   = optional(map(string))
  }))
  description = "All orders."
  default = {
    one = { customer = "Ann", lines = [{ sku = "s", quantity = 2 }], express = true }
  }

  validation {
    condition     = alltrue([for o in values(var.orders) : length(o.lines) > 0])
    error_message = "An order has lines: ${join(", ", keys(var.orders))}."
  }
}

variable "currency" {
  type     = string
  default  = "EUR"
  nullable = false

  validation {
    condition     = contains(["EUR", "USD"], var.currency)
    error_message = "Unknown currency."
  }
}

variable "token" {
  type      = string
  sensitive = true
  default   = "secret"
}

variable "discount" {
  type    = number
  default = 0.1
}

locals {
  totals = {
    for id, o in var.orders : id => sum([for l in o.lines : l.quantity * l.price])
  }
  express   = { for id, o in var.orders : id => o if o.express }
  customers = toset([for o in values(var.orders) : lower(o.customer)])
  highest   = max(values(local.totals)...)
  header    = format("%-10s|%5.2f", var.currency, var.discount)
  banner    = <<-EOT
    Orders of ${length(var.orders)} customers
    %{for name in local.customers}
    * ${upper(name)}
    %{endfor}
    %{if length(local.express) > 0}express%{else}plain%{endif}
  EOT
  pairs = flatten([
    for id, o in var.orders : [
      for i, l in o.lines : {
        key = "${id}-${i}"
        sku = l.sku
      }
    ]
  ])
}

resource "terraform_data" "order" {
  for_each         = local.express
  input            = { id = each.key, total = local.totals[each.key], customer = each.value.customer }
  triggers_replace = [each.value.express, var.discount]

  lifecycle {
    create_before_destroy = true
    ignore_changes        = [input]

    precondition {
      condition     = local.totals[each.key] > 0
      error_message = "The order ${each.key} costs nothing."
    }
  }
}

resource "terraform_data" "audit" {
  count = length(local.pairs) > 0 ? 1 : 0
  input = local.banner

  provisioner "local-exec" {
    command     = "echo ${self.id}"
    working_dir = path.module
    environment = { CURRENCY = var.currency }
    on_failure  = continue
  }

  depends_on = [terraform_data.order]
}

module "item" {
  source   = "./item"
  for_each = { for p in local.pairs : p.key => p }

  sku    = each.value.sku
  tags   = { currency = var.currency }
  limits = { soft = 1, hard = 2 }

  depends_on = [terraform_data.audit]
}

moved {
  from = terraform_data.old
  to   = terraform_data.audit
}

check "total" {
  assert {
    condition     = length(local.totals) >= 0
    error_message = "No totals."
  }
}

output "totals" {
  value       = local.totals
  description = "Totals by order."

  precondition {
    condition     = var.discount < 1
    error_message = "The discount is too large."
  }
}

output "labels" {
  value      = { for k, m in module.item : k => m.label }
  depends_on = [terraform_data.order]
}

output "token" {
  value     = var.token
  sensitive = true
}

output "first" {
  value = one(terraform_data.audit[*].id)
}
