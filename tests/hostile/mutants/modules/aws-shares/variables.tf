variable "environment" {
  description = "The stage"
  type        = string
  nullable    = false

  validation {
    condition     = contains(["dev", "stage", "prod"], var.environment)
    error_message = "The environment must be dev, stage or prod."
  }
}

variable "vpc_id" {
  type = string
}

variable "shares" {
  type = map(object({
    subnet_ids = list(string)
    encrypted  = optional(bool, true)
    throughput = optional(object({
      mode  = optional(string, "elastic")
      mibps = optional(number)
    }), {})
    points = optional(map(object({
      path = string
      uid  = optional(number, 1000)
    })), {})
  }))
  default = {}
}

variable "cache" {
  type = object({
    node_type = optional(string, "db.t4g.small")
    shards    = optional(number, 2)
    windows   = optional(tuple([string, string]), ["sun:03:00-sun:05:00", "05:00-07:00"])
  })
  default = {}
}

variable "password" {
  type      = string
  sensitive = true
}

variable "token" {
  type      = string
  ephemeral = true
  default   = null
}

variable "ports" {
  type    = list(number)
  default = [2049, 6379]
}
