variable "entries" {
  type = list(object({ key = string, weight = number }))
}

variable "titles" {
  type = map(string)
}

variable "session" {
  type      = string
  ephemeral = true
}

locals {
  by_weight = { for entry in var.entries : format("%03d", entry.weight) => entry... }
  heavy     = reverse(sort(keys(local.by_weight)))
}

output "heaviest" {
  value = local.by_weight[local.heavy[0]][0]
}

output "lines" {
  value = [for key in local.heavy : join(" ", concat([key], local.by_weight[key][*].key))]
}

output "session" {
  value     = upper(var.session)
  ephemeral = true
}
