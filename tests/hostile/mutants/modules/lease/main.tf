terraform {
  required_version = "~> 1.11"
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}

variable "leases" {
  type = map(object({
    owner = string
    hours = optional(number, 8)
    scope = optional(object({
      read  = optional(list(string), ["*"])
      write = optional(object({ paths = optional(set(string), []), force = optional(bool, false) }), {})
    }), {})
    notes = optional(map(string))
  }))
  default = {
    build = { owner = "ci", scope = { write = { paths = ["/out"] } } }
    guest = { owner = "web", hours = 1, notes = { reason = "demo" } }
  }
  validation {
    condition     = alltrue([for lease in values(var.leases) : lease.hours > 0 && lease.hours <= 24])
    error_message = "A lease lasts from 1 to 24 hours."
  }
  validation {
    condition = alltrue([
      for name in keys(var.leases) : can(regex("^[a-z]+$", name))
    ])
    error_message = "Names of leases have small letters only."
  }
}

variable "password" {
  type      = string
  ephemeral = true
  sensitive = true
  default   = "unset"
}

variable "salt" {
  type      = string
  sensitive = true
  default   = "pepper"
}

variable "start" {
  type    = string
  default = "2024-01-01T00:00:00Z"
}

variable "weights" {
  type    = tuple([string, number, bool])
  default = ["a", 1, true]
}

locals {
  ends     = { for name, lease in var.leases : name => timeadd(var.start, "${lease.hours}h") }
  writers  = { for name, lease in var.leases : name => sort(lease.scope.write.paths) if length(lease.scope.write.paths) > 0 }
  readers  = transpose({ for name, lease in var.leases : name => lease.scope.read })
  by_owner = { for name, lease in var.leases : lease.owner => { name = name, hours = lease.hours }... }
  hours    = { for owner, list in local.by_owner : owner => sum(list[*].hours) }
  notes    = merge([for name, lease in var.leases : { for key, note in coalesce(lease.notes, {}) : "${name}.${key}" => note }]...)
  digest   = substr(sha256("${var.salt}:${jsonencode(local.ends)}"), 0, 8)
  plain    = nonsensitive(local.digest)
  forced   = anytrue([for lease in var.leases : lease.scope.write.force])
  first    = element(sort(keys(var.leases)), 0)
  weight   = var.weights[2] ? var.weights[1] * 1.5 : 0
  headers  = [for index, key in ["Owner", "Hours", "End"] : { key = key, width = index == 0 ? 12 : 8 }]
  row      = join(" | ", [for header in local.headers : format("%-${header.width}s", header.key)])
  page     = <<-EOT
    ${local.row}
    %{for name, lease in var.leases}
    ${lease.owner} | ${lease.hours} | ${formatdate("DD MMM", local.ends[name])}
    %{if lease.notes != null}(${join(", ", values(lease.notes))})%{else}-%{endif}
    %{endfor}
  EOT
}

resource "terraform_data" "lease" {
  for_each = var.leases

  input = {
    owner = each.value.owner
    end   = local.ends[each.key]
    paths = lookup(local.writers, each.key, [])
  }

  triggers_replace = local.forced ? [timestamp()] : null

  lifecycle {
    ignore_changes = [input]
    postcondition {
      condition     = self.output.owner != ""
      error_message = "The lease ${each.key} has no owner."
    }
  }
}

resource "terraform_data" "session" {
  count = local.weight > 1 ? length(local.headers) : 0
  input = "${local.headers[count.index].key}-${local.plain}"

  connection {
    type     = "ssh"
    host     = "lease.example.com"
    user     = "root"
    password = self.output
  }

  provisioner "remote-exec" {
    inline = ["echo ${self.id}", "date"]
  }

  provisioner "file" {
    content     = "${local.page} ${var.password}"
    destination = "/etc/motd"
    on_failure  = continue
  }

  provisioner "local-exec" {
    when    = destroy
    command = "echo ${self.output} ${count.index}"
  }
}

data "terraform_remote_state" "old" {
  backend = "local"
  config  = { path = "${path.root}/old.tfstate" }
  defaults = {
    region = "eu"
  }
}

moved {
  from = terraform_data.token
  to   = terraform_data.session
}

output "ends" {
  value = { for name, lease in terraform_data.lease : name => lease.output.end }
}

output "hours" {
  value = local.hours[var.leases[local.first].owner]
}

output "sessions" {
  value     = slice(concat(terraform_data.session[*].id, ["none"]), 0, 1)
  sensitive = true
}

output "readers" {
  value = flatten([for path, names in local.readers : [for name in names : "${path}:${name}"]])
}

output "region" {
  value = data.terraform_remote_state.old.outputs.region
}

output "page" {
  value = indent(2, local.page)
  precondition {
    condition     = length(local.page) < 4096
    error_message = "The page is too long: ${length(local.page)}."
  }
}

output "notes" {
  value = zipmap(keys(local.notes), [for note in values(local.notes) : title(note)])
}
