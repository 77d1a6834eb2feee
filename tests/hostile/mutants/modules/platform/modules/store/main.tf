variable "name" {
  type = string
}

variable "size" {
  type = number

  validation {
    condition     = var.size > 0 && var.size <= 500
    error_message = "The size must lie between 1 and 500."
  }
}

variable "backup" {
  type = object({
    hour = number
    keep = optional(number, 14)
  })
  default = null
}

variable "labels" {
  type = map(string)
}

resource "terraform_data" "store" {
  input = {
    name   = var.name
    size   = var.size
    backup = var.backup == null ? "never" : format("at %d, %d kept", var.backup.hour, var.backup.keep)
    labels = var.labels
  }
}

output "connection" {
  value = {
    host = "${var.name}.internal"
    port = 5432
    id   = terraform_data.store.id
  }
}

output "labels" {
  value = var.labels
}
