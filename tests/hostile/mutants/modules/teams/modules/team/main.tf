variable "name" {
  type = string
}

variable "lead" {
  type      = string
  sensitive = false
}

variable "limits" {
  type = object({
    cpu    = number
    memory = string
    bursts = map(number)
  })
}

variable "queues" {
  type = map(object({
    name     = string
    priority = optional(number)
    fifo     = bool
  }))
  default = {}
}

variable "labels" {
  type    = map(string)
  default = {}
}

variable "enabled" {
  type    = bool
  default = true
}

module "queue" {
  source   = "./modules/queue"
  for_each = { for k, q in var.queues : k => q if var.enabled }

  name   = "${var.name}-${each.key}"
  fifo   = each.value.fifo
  weight = each.value.priority == null ? 1 : each.value.priority
  labels = var.labels
}

resource "terraform_data" "account" {
  count = var.enabled ? 1 : 0
  input = {
    name   = var.name
    lead   = var.lead
    memory = var.limits.memory
    peak   = max(var.limits.cpu, values(var.limits.bursts)...)
  }
}

output "endpoints" {
  value = [for q in module.queue : q.url]
}

output "queue_ids" {
  value = { for k, q in module.queue : k => q.id }
}

output "account" {
  value = one(terraform_data.account[*].output)
}
