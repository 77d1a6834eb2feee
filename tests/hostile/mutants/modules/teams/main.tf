terraform {
  required_version = ">= 1.9"
}

variable "teams" {
  description = "The teams, by name."
  type = map(object({
    lead    = string
    members = optional(list(string), [])
    limits = optional(object({
      cpu    = optional(number, 2)
      memory = optional(string, "4Gi")
      bursts = optional(map(number), {})
    }), {})
    queues = optional(list(object({
      name     = string
      priority = optional(number)
      fifo     = optional(bool, false)
    })), [])
  }))
  default = {
    core = {
      lead    = "ada"
      members = ["bob", "eve"]
      queues  = [{ name = "jobs", priority = 3 }, { name = "mail", fifo = true }]
    }
    edge = {
      lead   = "kim"
      limits = { cpu = 4, bursts = { night = 8 } }
    }
  }
  nullable = false
  validation {
    condition     = alltrue([for t in values(var.teams) : length(t.lead) > 0])
    error_message = "Each team has a lead."
  }
}

variable "stage" {
  type    = string
  default = "dev"
  validation {
    condition     = contains(["dev", "test", "prod"], var.stage)
    error_message = "Unknown stage ${var.stage}."
  }
}

locals {
  names   = sort(keys(var.teams))
  leads   = { for name, team in var.teams : name => upper(team.lead) }
  by_lead = { for name, team in var.teams : team.lead => name... }
  pairs = flatten([
    for name, team in var.teams : [
      for q in team.queues : {
        key      = "${name}/${q.name}"
        priority = coalesce(q.priority, 1)
        fifo     = q.fifo
      }
    ]
  ])
  queues = { for p in local.pairs : p.key => p }
  total  = sum(concat([0], [for t in var.teams : t.limits.cpu]))
}

module "team" {
  source   = "./modules/team"
  for_each = var.teams

  name    = each.key
  lead    = each.value.lead
  limits  = each.value.limits
  queues  = { for q in each.value.queues : q.name => q }
  labels  = merge({ stage = var.stage }, { for m in each.value.members : m => "member" })
  enabled = length(each.value.members) > 0 || var.stage != "prod"
}

resource "terraform_data" "summary" {
  for_each = local.queues
  input    = each.value.priority
  triggers_replace = [
    each.key,
    each.value.fifo ? "fifo" : "plain",
  ]
  lifecycle {
    create_before_destroy = true
    ignore_changes        = [input]
    precondition {
      condition     = each.value.priority < 10
      error_message = "Priority of ${each.key} is too high."
    }
  }
}

moved {
  from = terraform_data.summary_old
  to   = terraform_data.summary
}

removed {
  from = terraform_data.legacy
  lifecycle {
    destroy = false
  }
}

check "sizes" {
  assert {
    condition     = local.total <= 100
    error_message = "Too large: ${local.total}."
  }
}

output "endpoints" {
  value = { for name, t in module.team : name => t.endpoints }
}

output "first" {
  value = try(module.team["core"].queue_ids["jobs"], null)
}

output "report" {
  description = "A line for each team."
  value = join("\n", [for n in local.names : format("%-10s %s", n, local.leads[n])])
  depends_on = [terraform_data.summary]
}
