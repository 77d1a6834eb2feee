terraform {
  required_version = ">= 1.11"
  required_providers {
    terraform = { source = "terraform.io/builtin/terraform" }
  }
}

variable "stage" {
  type        = string
  default     = "test"
  description = "The stage whose alarms are made."
  validation {
    condition     = contains(["test", "live"], var.stage)
    error_message = "The stage is \"test\" or \"live\", not \"${var.stage}\"."
  }
}

variable "defaults" {
  type = object({
    period = optional(number, 60)
    notify = optional(object({
      channels = optional(list(string), ["mail"])
      escalate = optional(object({
        after = optional(number, 15)
        to    = optional(string, "duty")
      }), {})
    }), {})
  })
  default  = {}
  nullable = false
}

variable "overrides" {
  type    = map(map(number))
  default = { cpu = { threshold = 95 } }
}

variable "token" {
  type      = string
  default   = "none"
  ephemeral = true
}

locals {
  file    = yamldecode(file("${path.module}/rules/alarms.yaml"))
  owners  = jsondecode(file("${path.module}/rules/owners.json"))
  groups  = { for name, alarm in local.file.alarms : alarm.metric => name... }
  alarms  = { for name, alarm in local.file.alarms : name => merge(alarm, lookup(var.overrides, name, {})) if try(alarm.enabled, true) }
  periods = { for name, alarm in local.alarms : name => try(alarm.period, var.defaults.period) }
  mails   = distinct(flatten([for owner in local.owners : [for mail in owner.mails : lower(mail)]]))
  escalation = {
    after   = var.defaults.notify.escalate.after
    to      = upper(var.defaults.notify.escalate.to)
    minutes = format("%d min", var.defaults.notify.escalate.after)
  }
  longest = max(values(local.periods)...)
  report  = <<-EOT
    %{for name, alarm in local.alarms~}
    %{if alarm.threshold > 50~}
    ${name}: ${alarm.metric} above ${alarm.threshold}
    %{else~}
    ${name} is low
    %{endif~}
    %{endfor~}
  EOT
  stages = {
    test = { days = 3, paging = false }
    live = { days = 90, paging = true }
  }
  stage = local.stages[var.stage]
}

resource "terraform_data" "alarm" {
  for_each = local.alarms
  input = {
    name      = "${var.stage}-${each.key}"
    metric    = each.value.metric
    threshold = each.value.threshold
    period    = local.periods[each.key]
    actions   = [for channel in var.defaults.notify.channels : "${channel}:${local.escalation.to}"]
  }

  lifecycle {
    precondition {
      condition     = local.periods[each.key] >= 10
      error_message = "The period of ${each.key} is too short."
    }
  }
}

resource "terraform_data" "digest" {
  count            = local.stage.paging ? 1 : 0
  input            = sha1(local.report)
  triggers_replace = { days = local.stage.days, alarms = keys(terraform_data.alarm) }
}

resource "terraform_data" "pager" {
  input = provider::terraform::encode_tfvars({ mails = local.mails, longest = local.longest })

  provisioner "local-exec" {
    command     = "notify --stage ${var.stage}"
    environment = { OWNERS = join(",", local.mails) }
  }
}

check "owners" {
  assert {
    condition     = length(local.mails) > 0
    error_message = "Nobody owns the alarms of ${var.stage}."
  }
}

moved {
  from = terraform_data.summary
  to   = terraform_data.digest[0]
}

removed {
  from = terraform_data.legacy
  lifecycle {
    destroy = false
  }
}

output "alarms" {
  value = { for name, alarm in terraform_data.alarm : name => alarm.output.threshold }
}

output "groups" {
  value = [for metric, names in local.groups : "${metric} (${length(names)})"]
}

output "digest" {
  value = one(terraform_data.digest[*].output)
}

output "first" {
  value       = try(local.owners[0].name, "nobody")
  description = "The first owner."
}

output "report" {
  value = split("\n", trimspace(local.report))
}

output "token" {
  value     = length(local.mails) == 1 ? local.mails[0] : null
  sensitive = true
}
