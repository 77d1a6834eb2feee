terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.backup]
    }
  }
}

variable "name" {
  type = string
}

variable "vpc" {
  type = object({ id = string, cidr = string })
}

variable "cidr" {
  type = string
}

variable "image" {
  type = string
}

variable "hosts" {
  type    = map(object({ size = optional(string), disk = optional(number, 8) }))
  default = {}
}

resource "aws_subnet" "this" {
  vpc_id     = var.vpc.id
  cidr_block = var.cidr
  tags       = { Name = var.name }
}

module "host" {
  source   = "./host"
  for_each = var.hosts

  name   = "${var.name}-${each.key}"
  image  = var.image
  subnet = aws_subnet.this.id
  size   = each.value.size
  disk   = { size = each.value.disk }
}

resource "aws_ebs_snapshot" "backup" {
  provider  = aws.backup
  count     = length(keys(var.hosts))
  volume_id = values(module.host)[count.index].volume
}

output "subnet" {
  value = { id = aws_subnet.this.id, range = cidrsubnet(var.vpc.cidr, 8, 1) }
}

output "addresses" {
  value = { for key, host in module.host : host.name => host.address }
}

output "snapshots" {
  value = aws_ebs_snapshot.backup
}
