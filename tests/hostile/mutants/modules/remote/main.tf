variable "state_path" {
  type    = string
  default = "../network/terraform.tfstate"
}

variable "replicas" {
  type    = number
  default = 3
}

variable "schedule" {
  type = object({
    hour   = number
    minute = number
    days   = set(string)
  })
  default = {
    hour   = 4
    minute = 30
    days   = ["monday", "friday"]
  }
}

variable "policies" {
  type = list(object({
    name    = string
    actions = list(string)
    allow   = optional(bool, true)
  }))
  default = []
}

data "terraform_remote_state" "network" {
  backend   = "local"
  workspace = "default"

  config = {
    path = var.state_path
  }

  defaults = {
    vpc_id = "none"
  }
}

locals {
  vpc_id     = data.terraform_remote_state.network.outputs.vpc_id
  zones      = slice(["a", "b", "c", "d"], 0, var.replicas)
  is_weekly  = length(var.schedule.days) == 1
  cron       = "${var.schedule.minute} ${var.schedule.hour} * * ${join(",", var.schedule.days)}"
  denied     = [for policy in var.policies : policy.name if !policy.allow]
  statements = { for index, policy in var.policies : policy.name => { sid = "s${index}", actions = policy.actions } }
  workspace  = terraform.workspace == "default" ? "main" : terraform.workspace
  origin     = basename(path.module)
}

resource "terraform_data" "replica" {
  for_each = { for index, zone in local.zones : zone => index }

  input = {
    zone  = each.key
    index = each.value
    vpc   = local.vpc_id
  }
}

resource "terraform_data" "schedule" {
  input = local.cron

  triggers_replace = {
    replicas = [for replica in terraform_data.replica : replica.id]
    weekly   = local.is_weekly
  }
}

output "replicas" {
  value = {
    for zone, replica in terraform_data.replica : zone => {
      id   = replica.id
      zone = replica.output.zone
    }
  }
}

output "schedule" {
  value = terraform_data.schedule.output
}

output "denied" {
  value = length(local.denied) > 0 ? join(", ", local.denied) : null
}

output "actions" {
  value = distinct(flatten(values(local.statements)[*].actions))
}

output "place" {
  value = "${local.origin}/${local.workspace}"
}
