variable "name" {
  description = "The name of the network."
  type        = string
}

variable "subnets" {
  description = "The subnets by their names."
  type = map(object({
    range  = string
    public = optional(bool, false)
  }))
  default = {}
}

locals {
  public = { for name, subnet in var.subnets : name => subnet.range if subnet.public }
}

output "public_ranges" {
  description = "The ranges of the public subnets, by their names."
  value       = local.public
}

output "title" {
  value = "${var.name}: ${length(var.subnets)} subnets"
}
