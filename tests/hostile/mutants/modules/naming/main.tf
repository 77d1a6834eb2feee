terraform {
  required_version = ">= 1.5"
}

variable "organization" {
  description = "The short name of the organization."
  type        = string
  default     = "acme"

  validation {
    condition     = can(regex("^[a-z][a-z0-9]{2,11}$", var.organization))
    error_message = "The name must have 3 to 12 lower-case letters and digits."
  }
}

variable "environment" {
  type     = string
  nullable = false

  validation {
    condition     = contains(["dev", "stage", "prod"], var.environment)
    error_message = "The environment ${var.environment} is not known."
  }
}

variable "attributes" {
  description = "Further parts of each name."
  type        = list(string)
  default     = []
}

variable "label_order" {
  type    = list(string)
  default = ["organization", "environment", "name", "attributes"]
}

variable "delimiter" {
  type    = string
  default = "-"
}

variable "max_length" {
  type    = number
  default = 48
}

variable "tags" {
  type    = map(string)
  default = {}
}

variable "enabled" {
  type    = bool
  default = true
}

locals {
  replacement = "/[^a-zA-Z0-9-]/"

  parts = {
    organization = lower(replace(var.organization, local.replacement, ""))
    environment  = lower(var.environment)
    name         = "core"
    attributes   = join(var.delimiter, compact(distinct(var.attributes)))
  }

  ordered   = [for label in var.label_order : local.parts[label] if length(local.parts[label]) > 0]
  full      = join(var.delimiter, local.ordered)
  hash      = substr(md5(local.full), 0, 5)
  is_long   = length(local.full) > var.max_length
  shortened = "${trimsuffix(substr(local.full, 0, var.max_length - 6), var.delimiter)}-${local.hash}"
  id        = local.is_long ? local.shortened : local.full

  generated = {
    for key, value in local.parts : title(key) => value
    if value != ""
  }

  tags = merge(var.tags, local.generated, { Name = local.id })

  tag_list = flatten([
    for key in keys(local.tags) : {
      key                 = key
      value               = local.tags[key]
      propagate_at_launch = true
    }
  ])
}

output "id" {
  description = "The complete name."
  value       = var.enabled ? local.id : ""
}

output "tags" {
  value = var.enabled ? local.tags : {}
}

output "tag_list" {
  value = local.tag_list[*].key
}

output "context" {
  value = {
    enabled     = var.enabled
    environment = local.parts.environment
    length      = length(local.id)
    order       = var.label_order[0]
  }
}
