variable "name" {
  type     = string
  nullable = false
}

variable "size" {
  type    = number
  default = 1
}

variable "labels" {
  type    = map(string)
  default = {}
}

variable "parent" {
  type    = string
  default = null
}

locals {
  path = var.parent == null ? var.name : "${var.parent}/${var.name}"
}

resource "terraform_data" "this" {
  count = var.size > 3 ? 2 : 1
  input = { path = local.path, labels = var.labels }
}

output "name" {
  value = var.name
}

output "labels" {
  value = var.labels
}

output "ids" {
  value = terraform_data.this[*].id
}

output "path" {
  value = try(terraform_data.this[0].output, null) == null ? local.path : terraform_data.this[0].output.path
}
