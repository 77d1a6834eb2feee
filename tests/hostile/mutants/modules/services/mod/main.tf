variable "name" {
  type = string
}

variable "opts" {
  type = object({
    size = optional(number, 1)
    kind = string
  })
  default = { kind = "x" }
}

resource "terraform_data" "inner" {
  input = var.name
}

output "name" {
  value = terraform_data.inner.output
}

output "opts" {
  value = var.opts
}

output "secret" {
  value     = "s"
  sensitive = true
}
