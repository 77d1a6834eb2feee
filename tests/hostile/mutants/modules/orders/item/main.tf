variable "sku" {
  type = string
}

variable "tags" {
  type    = map(string)
  default = {}
}

variable "limits" {
  type = object({ soft = number, hard = optional(number, 10) })
}

resource "terraform_data" "this" {
  input = merge(var.tags, { sku = var.sku })
}

output "label" {
  value = "${var.sku}:${var.limits.hard}"
}

output "id" {
  value = terraform_data.this.id
}
