variable "create" {
  description = "Controls if the network is created."
  type        = bool
  default     = true
}

variable "name" {
  type    = string
  default = ""
}

variable "cidr" {
  type    = string
  default = "10.0.0.0/16"
}

variable "secondary_cidrs" {
  type    = list(string)
  default = []
}

variable "tenancy" {
  type    = string
  default = "default"
}

variable "enable_dns_support" {
  type    = bool
  default = null
}

variable "azs" {
  type    = list(string)
  default = []
}

variable "public_subnets" {
  type    = list(string)
  default = []
}

variable "private_subnets" {
  type    = list(string)
  default = []
}

variable "map_public_ip_on_launch" {
  type    = bool
  default = false
}

variable "single_nat_gateway" {
  type    = bool
  default = false
}

variable "reuse_addresses" {
  type    = bool
  default = false
}

variable "external_addresses" {
  type    = list(string)
  default = []
}

variable "dedicated_acl" {
  type    = bool
  default = false
}

variable "acl_rules" {
  type = list(object({
    number     = number
    action     = string
    protocol   = string
    from_port  = number
    to_port    = number
    cidr_block = optional(string, "0.0.0.0/0")
  }))
  default = []
}

variable "flow_log" {
  type = object({
    destination = string
    interval    = optional(number, 600)
    parquet     = optional(bool, false)
  })
  default = null
}

variable "tags" {
  type    = map(string)
  default = {}
}

variable "vpc_tags" {
  type    = map(string)
  default = {}
}

variable "subnet_tags" {
  type    = map(map(string))
  default = {}
}
