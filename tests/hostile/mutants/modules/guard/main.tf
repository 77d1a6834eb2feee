terraform {
  required_version = ">= 1.9"
}

variable "rules" {
  type = map(object({
    ports    = set(number)
    protocol = optional(string, "tcp")
    from     = optional(list(string), ["0.0.0.0/0"])
    action   = string
  }))
  default = {
    web = { ports = [80, 443], action = "allow" }
  }
  validation {
    condition     = alltrue([for r in values(var.rules) : contains(["allow", "deny"], r.action)])
    error_message = "An action is allow or deny."
  }
}

variable "owner" {
  type    = object({ name = string, mail = optional(string) })
  default = { name = "ops" }
}

variable "level" {
  type    = number
  default = 3
  validation {
    condition     = var.level >= 1 && var.level <= 5
    error_message = "The level is ${var.level}, not between 1 and 5."
  }
}

variable "extra" {
  type    = any
  default = {}
}

locals {
  flat = merge([
    for name, rule in var.rules : {
      for port in rule.ports : "${name}-${port}" => {
        port     = port
        protocol = rule.protocol
        sources  = rule.from
      }
    }
  ]...)
  denied   = [for name, rule in var.rules : name if rule.action == "deny"]
  mail     = var.owner.mail != null ? var.owner.mail : "${var.owner.name}@example.org"
  severity = var.level > 3 ? "high" : var.level > 1 ? "medium" : "low"
  settings = {
    enabled   = true
    threshold = 0.75
    names     = ["a", "b"]
    nested    = { deep = { value = 1 } }
  }
  value   = local.settings.nested.deep.value + 1
  name    = local.settings.names[0]
  negated = !local.settings.enabled
  minus   = -local.settings.threshold
  digest  = substr(sha256(local.mail), 0, 8)
  lookup  = lookup(var.rules, "web", null)
  doc = yamlencode({
    rules = local.flat
    level = var.level
  })
  text = <<EOT
level: ${var.level}
%{for k, v in local.flat}
${k}: ${v.port}/${v.protocol}
%{endfor}
EOT
}

resource "terraform_data" "rule" {
  for_each = local.flat
  input    = { port = each.value.port, sources = join(",", each.value.sources) }

  lifecycle {
    prevent_destroy = false
    ignore_changes  = all
  }
}

resource "terraform_data" "summary" {
  input = {
    rules = [for r in terraform_data.rule : r.output.port]
    mail  = local.mail
  }
  triggers_replace = {
    level = var.level
    doc   = local.doc
  }

  provisioner "local-exec" {
    when    = destroy
    command = "echo ${self.id}"
  }

  connection {
    type = "ssh"
    host = "example.org"
    user = "root"
  }
}

output "rules" {
  value = { for k, r in terraform_data.rule : k => r.id }
}

output "severity" {
  value       = local.severity
  description = "How severe it is."
}

output "digest" {
  value = upper(local.digest)
}

import {
  to = terraform_data.summary
  id = "abc"
}
