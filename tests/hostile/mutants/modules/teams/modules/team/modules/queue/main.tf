variable "name" {
  type = string
}

variable "fifo" {
  type    = bool
  default = false
}

variable "weight" {
  type    = number
  default = 1
  validation {
    condition     = var.weight >= 1 && var.weight <= 10
    error_message = "The weight is between 1 and 10."
  }
}

variable "labels" {
  type = map(string)
}

locals {
  full = var.fifo ? "${var.name}.fifo" : var.name
}

resource "terraform_data" "this" {
  input = merge(var.labels, { name = local.full, weight = tostring(var.weight) })
}

output "id" {
  value = terraform_data.this.id
}

output "url" {
  value = "https://queue.example.com/${local.full}?w=${var.weight}"
}
