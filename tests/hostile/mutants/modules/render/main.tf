variable "hosts" {
  type = list(object({
    name    = string
    address = string
    ports   = list(number)
  }))
  default = [
    { name = "one", address = "192.0.2.1", ports = [80, 443] },
    { name = "two", address = "192.0.2.2", ports = [8080] },
  ]
}

variable "greeting" {
  type    = string
  default = "Hello"
}

variable "retention" {
  type    = string
  default = "36h"
}

variable "features" {
  type    = map(bool)
  default = { search = true, export = false }
}

locals {
  inventory = <<-EOT
    # ${var.greeting}
    %{~for host in var.hosts}
    ${host.name} ${host.address} ${join(",", host.ports)}
    %{~endfor}
    %{if length(var.hosts) > 1}
    cluster = true
    %{else}
    cluster = false
    %{endif}
  EOT

  config = {
    version  = 2
    hosts    = [for host in var.hosts : { name = host.name, url = "http://${host.address}:${host.ports[0]}" }]
    features = [for name, on in var.features : name if on]
    nested   = { level = "info", targets = ["stdout", "file"] }
  }

  as_json    = jsonencode(local.config)
  as_yaml    = yamlencode(local.config)
  encoded    = base64encode(local.as_json)
  decoded    = jsondecode("{\"a\": {\"b\": [1, 2]}}")
  parsed     = yamldecode("kind: demo\nitems: [a, b]\n")
  table      = csvdecode("name,size\nx,1\ny,2\n")
  total      = sum([for row in local.table : tonumber(row.size)])
  lines      = compact(split("\n", local.inventory))
  longest    = max([for line in local.lines : length(line)]...)
  indented   = indent(2, local.as_yaml)
  expiry     = formatdate("YYYY-MM-DD", timeadd("2024-01-01T00:00:00Z", var.retention))
  hours      = tonumber(regex("^([0-9]+)h$", var.retention)[0])
  slug       = lower(replace(trimspace(" ${var.greeting} World "), " ", "-"))
  ports      = sort([for port in distinct(flatten(var.hosts[*].ports)) : tostring(port)])
  matrix     = chunklist(range(6), 2)
  reversed   = reverse(local.matrix)
  digest     = sha256(local.as_json)
  starts     = startswith(local.slug, "hello")
  addresses  = { for host in var.hosts : host.name => host.address }
  secondary  = lookup(local.addresses, "two", "none")
  percentage = floor(100 * length(local.config.features) / max(length(var.features), 1))
  position   = index(["low", "mid", "high"], "mid")
  sliced     = slice(local.lines, 0, min(2, length(local.lines)))
}

output "inventory" {
  value = local.inventory
}

output "documents" {
  value = {
    json   = local.as_json
    yaml   = local.indented
    base64 = local.encoded
    inner  = local.decoded.a.b[1]
    kind   = local.parsed.kind
    digest = local.digest
  }
}

output "numbers" {
  value = {
    total      = local.total
    longest    = local.longest
    hours      = local.hours * 60
    position   = local.position + 1
    percentage = "${local.percentage}%"
    row        = local.reversed[0][1]
  }
}

output "texts" {
  value = [local.expiry, local.slug, local.secondary, local.ports[0], local.sliced[0]]
}

output "message" {
  value = local.starts ? "${var.greeting}, ${var.hosts[0].name}!" : format("%s (%d)", var.greeting, length(var.hosts))
}
