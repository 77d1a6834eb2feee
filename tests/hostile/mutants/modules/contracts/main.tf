terraform {
  required_version = ">= 1.11"

  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}

variable "teams" {
  description = "Teams, and what they run."
  type = map(object({
    lead    = string
    budget  = optional(number, 100)
    members = optional(set(string), [])
    jobs = optional(list(object({
      name  = string
      every = optional(string, "1h")
      after = optional(list(string), [])
      env   = optional(map(string))
    })), [])
  }))
  default = {
    core = {
      lead = "ann"
      jobs = [{ name = "build" }, { name = "ship", after = ["build"], env = { MODE = "fast" } }]
    }
    edge = { lead = "bob", members = ["cyd"] }
  }

  validation {
    condition     = alltrue([for team in var.teams : team.budget > 0])
    error_message = "Each team has a budget."
  }

  validation {
    condition     = alltrue(flatten([for team in var.teams : [for job in team.jobs : can(regex("^\\d+[mh]$", job.every))]]))
    error_message = "Not an interval: ${jsonencode([for team in var.teams : team.jobs[*].every])}."
  }
}

variable "matrix" {
  type    = list(tuple([string, number, bool]))
  default = [["a", 1, true], ["b", 2, false]]
}

variable "session" {
  type      = string
  default   = "none"
  ephemeral = true
}

variable "limits" {
  type    = object({ soft = number, hard = optional(number) })
  default = { soft = 10 }
}

locals {
  jobs = merge([for key, team in var.teams : { for job in team.jobs : "${key}-${job.name}" => merge(job, { team = key }) }]...)

  order = {
    for key, job in local.jobs : key => [for before in job.after : "${job.team}-${before}"]
  }

  people = sort(setunion(toset([for team in var.teams : team.lead]), [for team in var.teams : team.members]...))
  busy   = [for row in var.matrix : row[0] if row[2]]
  sums   = { for row in var.matrix : row[0] => row[1]... }
  hard   = var.limits.hard == null ? var.limits.soft * 2 : var.limits.hard
  ranks  = zipmap(local.people, range(length(local.people)))
  report = <<-EOT
    %{for name, rank in local.ranks~}
    ${format("%-10s %3d", name, rank)}
    %{endfor~}
    %{if local.hard > 15}hard: ${local.hard}%{else}soft%{endif}
  EOT
  saved = provider::terraform::encode_tfvars({ people = local.people, hard = local.hard })
  read  = provider::terraform::decode_tfvars(local.saved)
}

resource "terraform_data" "job" {
  for_each         = local.jobs
  input            = { name = each.value.name, every = each.value.every, env = each.value.env }
  triggers_replace = [each.value.team, local.order[each.key]]

  provisioner "local-exec" {
    command     = "echo ${self.input.name}"
    environment = { NAME = self.input.name }
    on_failure  = continue
    when        = create
  }
}

resource "terraform_data" "limit" {
  count = local.hard > 5 ? 2 : 0
  input = element(local.people, count.index)

  lifecycle {
    replace_triggered_by = [terraform_data.job]

    precondition {
      condition     = local.ranks[local.people[0]] == 0
      error_message = "The first person has the rank 0."
    }
  }
}

module "board" {
  source  = "./board"
  entries = [for key, job in local.jobs : { key = key, weight = length(local.order[key]) }]
  session = var.session
  titles  = { for name in local.people : name => title(name) }

  depends_on = [terraform_data.limit]
}

moved {
  from = terraform_data.jobs
  to   = terraform_data.job
}

check "board" {
  assert {
    condition     = module.board.heaviest.weight < 10
    error_message = "${module.board.heaviest.key} waits for too many."
  }
}

output "names" {
  value = [for key, job in terraform_data.job : job.output.name]
}

output "board" {
  value = { lines = module.board.lines, first = module.board.lines[0], size = length(module.board.lines) }
}

output "read" {
  value = local.read.people
}

output "busy" {
  value = { busy = local.busy, sums = local.sums["a"][0], report = split("\n", chomp(local.report)) }
}
