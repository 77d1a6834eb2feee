variable "zones" {
  type = map(object({
    cidr  = string
    hosts = optional(map(object({ size = optional(string, "t3.micro"), disk = optional(number) })), {})
  }))
}

variable "owner" {
  type = string
}

provider "aws" {
  region = "eu-central-1"

  default_tags {
    tags = { owner = var.owner }
  }
}

provider "aws" {
  alias  = "backup"
  region = "eu-west-3"

  assume_role {
    role_arn = "arn:aws:iam::123456789012:role/backup"
  }
}

data "aws_ami" "linux" {
  most_recent = true
  owners      = ["amazon"]

  filter {
    name   = "name"
    values = ["al2023-*"]
  }
}

resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"
}

module "zone" {
  source   = "./zone"
  for_each = var.zones

  name  = each.key
  vpc   = { id = aws_vpc.main.id, cidr = aws_vpc.main.cidr_block }
  cidr  = each.value.cidr
  hosts = each.value.hosts
  image = data.aws_ami.linux.id

  providers = {
    aws        = aws
    aws.backup = aws.backup
  }
}

module "bastion" {
  source = "./zone/host"
  count  = length(var.zones) > 1 ? 1 : 0

  name   = "bastion"
  image  = data.aws_ami.linux.image_id
  subnet = values(module.zone)[0].subnet.id
  ports  = [22]
}

resource "aws_eip" "bastion" {
  count    = length(module.bastion)
  instance = module.bastion[count.index].id
  domain   = "vpc"
}

moved {
  from = module.jump
  to   = module.bastion[0]
}

output "addresses" {
  value = merge([for zone in module.zone : zone.addresses]...)
}

output "snapshots" {
  value = { for name, zone in module.zone : name => zone.snapshots[*].id }
}

output "bastion" {
  value = one(module.bastion[*].address)
}
