variable "services" {
  type = map(object({
    image    = string
    port     = optional(number, 8080)
    replicas = optional(number, 1)
    public   = optional(bool, false)
    env      = optional(map(string), {})
    volumes = optional(list(object({
      name      = string
      path      = string
      read_only = optional(bool, true)
    })), [])
    health = optional(object({
      path     = string
      interval = number
    }))
  }))

  default = {
    web = {
      image  = "web:1.2"
      public = true
      health = { path = "/live", interval = 10 }
    }
    worker = {
      image    = "worker:3"
      replicas = 3
      env      = { QUEUE = "jobs", RETRIES = "5" }
      volumes  = [{ name = "scratch", path = "/tmp" }]
    }
  }

  validation {
    condition     = alltrue([for name, service in var.services : service.replicas >= 0])
    error_message = "The number of replicas must not be negative."
  }
}

variable "defaults" {
  type = object({
    registry = string
    limits   = tuple([number, number])
    labels   = map(string)
  })
  default = {
    registry = "registry.example.org"
    limits   = [0.5, 256]
    labels   = { team = "platform" }
  }
}

variable "overrides" {
  type    = any
  default = {}
}

variable "password" {
  type      = string
  sensitive = true
  default   = "changeit"
}

locals {
  public_services = { for name, service in var.services : name => service if service.public }
  cpu             = var.defaults.limits[0]
  memory          = var.defaults.limits[1]
  is_empty        = length(var.services) == 0 || var.overrides == null

  services = {
    for name, service in var.services : name => {
      image    = "${var.defaults.registry}/${service.image}"
      port     = try(var.overrides[name].port, service.port)
      replicas = max(service.replicas, 1)
      labels   = merge(var.defaults.labels, { service = name })
      env      = [for key, value in service.env : { name = key, value = value }]
      mounts   = { for volume in service.volumes : volume.name => volume.path }
      probe    = service.health != null ? service.health.path : null
      cpu      = local.cpu * service.replicas
      tier     = service.public ? "edge" : "inner"
    }
  }

  ports     = toset([for service in local.services : tostring(service.port)])
  probes    = { for name, service in local.services : name => service.probe if service.probe != null }
  total_cpu = sum([for service in local.services : service.cpu])
  volumes   = flatten([for name, service in var.services : [for volume in service.volumes : merge(volume, { service = name })]])
  writable  = [for volume in local.volumes : volume.path if !volume.read_only]
  names     = keys(local.services)
  first     = length(local.names) > 0 ? local.names[0] : "none"
  replicas  = zipmap(local.names, [for service in values(local.services) : service.replicas])
  settings = {
    strict  = tobool("true")
    level   = tonumber("3")
    secret  = sensitive(var.password)
    formats = tolist(["json", "text"])
    region  = coalesce(try(var.overrides.region, null), "eu-west-1")
  }
}

output "services" {
  value = local.services
}

output "endpoints" {
  value = [for name in keys(local.public_services) : "https://${name}.example.org:${local.services[name].port}"]
}

output "ports" {
  value = sort(local.ports)
}

output "totals" {
  value = {
    cpu      = local.total_cpu
    memory   = local.memory * length(local.services)
    writable = length(local.writable)
    first    = local.first
    replicas = local.replicas
    empty    = local.is_empty
  }
}

output "probes" {
  value = jsonencode(local.probes)
}

output "secret" {
  value     = local.settings.secret
  sensitive = true
}

output "formats" {
  value = join("|", local.settings.formats)
}
