terraform {
  required_version = ">= 1.9"
}

variable "units" {
  type = map(object({
    size   = optional(number, 1)
    labels = optional(map(string), {})
    parent = optional(string)
    links  = optional(list(object({ to = string, weight = optional(number, 1) })), [])
  }))
  default = {
    root  = { size = 2, links = [{ to = "left" }, { to = "right", weight = 3 }] }
    left  = { parent = "root", labels = { side = "l" } }
    right = { parent = "root", size = 4 }
  }
  validation {
    condition     = length(var.units) > 0
    error_message = "There are no units."
  }
}

variable "mode" {
  type    = string
  default = "small"
  validation {
    condition     = contains(["small", "large"], var.mode)
    error_message = "The mode ${var.mode} is unknown."
  }
}

variable "secret" {
  type      = string
  default   = "s3cret"
  sensitive = true
}

locals {
  factor   = { small = 1, large = 10 }[var.mode]
  sizes    = { for name, unit in var.units : name => unit.size * local.factor }
  total    = sum(values(local.sizes))
  roots    = [for name, unit in var.units : name if unit.parent == null]
  children = { for name, unit in var.units : coalesce(unit.parent, "none") => name... }
  links    = flatten([for name, unit in var.units : [for link in unit.links : merge(link, { from = name })]])
  heavy    = [for link in local.links : "${link.from}->${link.to}" if link.weight > 1]
  table    = <<-EOT
    %{for name in sort(keys(var.units))~}
    ${format("%-8s", name)} ${local.sizes[name]}
    %{endfor~}
  EOT
  pairs    = zipmap(local.roots, [for root in local.roots : lookup(local.children, root, [])])
  average  = floor(local.total / length(var.units))
}

module "unit" {
  source   = "./unit"
  for_each = var.units

  name   = each.key
  size   = local.sizes[each.key]
  labels = merge(each.value.labels, { mode = var.mode })
  parent = each.value.parent
}

resource "terraform_data" "link" {
  for_each = { for link in local.links : "${link.from}-${link.to}" => link }
  input = {
    from   = module.unit[each.value.from].name
    to     = module.unit[each.value.to].name
    weight = each.value.weight
  }
}

resource "terraform_data" "replica" {
  count            = local.average
  input            = element(local.roots, count.index)
  triggers_replace = [var.mode, local.total]

  lifecycle {
    ignore_changes = [input]
    postcondition {
      condition     = self.output != ""
      error_message = "No output."
    }
  }

  provisioner "local-exec" {
    command     = "echo ${self.id}"
    working_dir = path.module
    environment = { TOTAL = local.total }
  }
}

resource "terraform_data" "secret" {
  input = { hash = sha256(var.secret), length = length(var.secret) }
}

check "sizes" {
  assert {
    condition     = alltrue([for size in local.sizes : size > 0])
    error_message = "Some size is not positive."
  }
}

moved {
  from = terraform_data.old
  to   = terraform_data.replica[0]
}

output "names" {
  value = [for unit in module.unit : unit.name]
}

output "labels" {
  value = { for name, unit in module.unit : name => unit.labels["mode"] }
}

output "first" {
  value = local.roots[0]
}

output "links" {
  value = values(terraform_data.link)[*].output.weight
}

output "replicas" {
  value = terraform_data.replica[*].id
}

output "secret" {
  value     = terraform_data.secret.output
  sensitive = true
}

output "summary" {
  value = <<-EOT
    total ${local.total}
    heavy ${join(", ", local.heavy)}
    ${local.table}
  EOT
}
