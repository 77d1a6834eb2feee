variable "stages" {
  type = list(object({
    name    = string
    image   = string
    env     = optional(map(string), {})
    timeout = optional(number)
  }))
  default = [
    { name = "build", image = "go", timeout = 60 },
    { name = "test", image = "go", env = { CI = "1" } },
  ]
}

variable "password" {
  type      = string
  ephemeral = true
  default   = null
}

variable "secrets" {
  type      = map(string)
  sensitive = true
  default   = {}
}

locals {
  by_name = { for s in var.stages : s.name => s }
  ordered = [for i, s in var.stages : format("%02d-%s", i + 1, s.name)]
  grouped = { for s in var.stages : s.image => s.name... }
  longest = max([for s in var.stages : coalesce(s.timeout, 30)]...)
  encoded = jsonencode({ stages = local.ordered, image = one(distinct(var.stages[*].image)) })
  decoded = jsondecode(local.encoded)
  parsed  = try(tonumber(local.decoded.stages[0]), -1)
  cidrs   = cidrsubnets("10.0.0.0/16", 4, 4, 8)
  match   = regex("^(?P<host>[a-z]+):(?P<port>\\d+)$", "db:5432")
  when    = timeadd("2024-01-01T00:00:00Z", "24h")
  zipped  = zipmap(local.ordered, var.stages[*].name)
  chunks  = chunklist(local.ordered, 2)
  escaped = "tab\t quote \" unicode \u00e9 dollar $${literal} percent %%{literal}"
  last    = element(local.ordered, length(local.ordered) - 1)
  keys    = nonsensitive(toset(keys(var.secrets)))
  both    = setproduct(["a", "b"], toset([1, 2]))
  slug    = replace(lower(trimspace(" A B ")), "/[^a-z]+/", "-")
}

resource "terraform_data" "stage" {
  for_each = local.by_name
  input    = { image = each.value.image, env = each.value.env }

  lifecycle {
    replace_triggered_by = [terraform_data.root]
    postcondition {
      condition     = self.output.image != ""
      error_message = "There is no image."
    }
  }
}

resource "terraform_data" "root" {
  input = local.longest
}

resource "terraform_data" "numbered" {
  count = 2
  input = count.index + 1
}

module "stage" {
  source  = "./stage"
  count   = length(var.stages)
  name    = var.stages[count.index].name
  timeout = var.stages[count.index].timeout
}

moved {
  from = terraform_data.before[0]
  to   = terraform_data.numbered[1]
}

removed {
  from = terraform_data.gone
  lifecycle {
    destroy = false
  }
}

check "root" {
  assert {
    condition     = terraform_data.root.output == local.longest
    error_message = "It differs: ${terraform_data.root.output}."
  }
}

output "commands" {
  value = module.stage[*].command
}

output "first" {
  value = module.stage[0].command
}

output "secrets" {
  value     = { for k, v in var.secrets : k => upper(v) }
  sensitive = true
}

output "numbered" {
  value = [for n in terraform_data.numbered : n.output]
}

output "port" {
  value = local.match.port
}
