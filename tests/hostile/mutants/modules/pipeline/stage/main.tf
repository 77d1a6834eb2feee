variable "name" {
  type = string
  validation {
    condition     = can(regex("^[a-z]+$", var.name))
    error_message = "The name has letters only."
  }
}

variable "timeout" {
  type     = number
  default  = 30
  nullable = false
}

output "command" {
  value = "run ${var.name} --timeout ${var.timeout}"
}
