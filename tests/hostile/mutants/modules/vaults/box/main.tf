variable "name" {
  type     = string
  nullable = false
}

variable "digits" {
  type = number
  validation {
    condition     = var.digits >= 4 && var.digits <= 8
    error_message = "A code has 4 to 8 digits."
  }
}

variable "until" { type = string }

variable "code" {
  type      = string
  ephemeral = true
}

locals {
  days  = formatdate("YYYY-MM-DD", var.until)
  valid = ephemeralasnull(var.code) == null
}

resource "terraform_data" "lock" {
  input = { name = var.name, days = local.days, digits = range(var.digits) }
}

module "lock" {
  source = "./lock"
  id     = terraform_data.lock.id
  parts  = [for i in range(var.digits) : pow(10, i)]
}

output "pattern" {
  value = "${module.lock.text}: ${join("", [for i in range(var.digits) : "#"])}"
}

output "valid" { value = local.valid }
