terraform {
  required_version = ">= 1.9"
}

variable "size" {
  type    = number
  default = 2
}

variable "machines" {
  type = map(object({
    kind = string
    disk = number
    tags = optional(map(string), {})
  }))
  default = {
    alpha = { kind = "small", disk = 20 }
    beta  = { kind = "large", disk = 80, tags = { role = "db" } }
  }
}

variable "create" {
  type    = bool
  default = true
}

locals {
  kinds = distinct([for machine in var.machines : machine.kind])
  disks = { for name, machine in var.machines : name => machine.disk * 1024 }
}

resource "terraform_data" "controller" {
  count = var.create ? 1 : 0

  input = {
    name  = "controller"
    disks = local.disks
  }

  lifecycle {
    create_before_destroy = true
    ignore_changes        = [input]
  }
}

resource "terraform_data" "node" {
  count = var.size

  input            = "node-${count.index}"
  triggers_replace = [terraform_data.controller[0].id, count.index]

  provisioner "local-exec" {
    command     = "echo ${self.input}"
    interpreter = ["/bin/sh", "-c"]
    on_failure  = continue

    environment = {
      NODE = self.id
    }
  }

  provisioner "local-exec" {
    when    = destroy
    command = "echo gone"
  }
}

resource "terraform_data" "machine" {
  for_each = var.machines

  input = {
    name  = each.key
    kind  = each.value.kind
    label = "${each.key}:${each.value.disk}"
  }

  triggers_replace = each.value.tags
  depends_on       = [terraform_data.controller]

  lifecycle {
    prevent_destroy      = false
    replace_triggered_by = [terraform_data.node[0].output]

    precondition {
      condition     = each.value.disk >= 10
      error_message = "The disk of ${each.key} is too small."
    }

    postcondition {
      condition     = self.id != ""
      error_message = "There is no identifier."
    }
  }
}

resource "terraform_data" "kind" {
  for_each = toset(local.kinds)
  input    = upper(each.value)
}

check "sizes" {
  assert {
    condition     = length(terraform_data.node) <= 10
    error_message = "There are ${length(terraform_data.node)} nodes."
  }
}

moved {
  from = terraform_data.worker
  to   = terraform_data.node
}

removed {
  from = terraform_data.legacy

  lifecycle {
    destroy = false
  }
}

output "controller" {
  value = one(terraform_data.controller[*].id)
}

output "nodes" {
  value = terraform_data.node[*].output
}

output "machines" {
  value = { for name, machine in terraform_data.machine : name => machine.output }
}

output "alpha" {
  value       = terraform_data.machine["alpha"].id
  description = "The first machine."
  depends_on  = [terraform_data.node]
}

output "kinds" {
  value = [for kind in terraform_data.kind : kind.output]
}

output "last_node" {
  value     = try(element(terraform_data.node, var.size - 1).id, null)
  sensitive = false
}
