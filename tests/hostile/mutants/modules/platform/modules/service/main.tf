variable "name" {
  type = string
}

variable "port" {
  type = number
}

variable "domains" {
  type    = list(string)
  default = []
}

variable "database" {
  type = object({
    host = string
    port = number
  })
  default = null
}

variable "labels" {
  type    = map(string)
  default = {}
}

locals {
  has_database = var.database != null
  domain       = length(var.domains) > 0 ? var.domains[0] : "${var.name}.internal"
  environment = merge(
    { NAME = var.name, PORT = tostring(var.port) },
    local.has_database ? { DATABASE = "${var.database.host}:${var.database.port}" } : {},
  )
}

resource "terraform_data" "service" {
  input            = local.environment
  triggers_replace = [var.name, var.port]
}

output "url" {
  value = "https://${local.domain}:${var.port}"
}

output "domains" {
  value = var.domains
}

output "settings" {
  value = {
    port        = var.port
    environment = terraform_data.service.output
    labels      = var.labels
  }
}
