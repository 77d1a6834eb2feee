provider "aws" {
  region = var.region

  default_tags {
    tags = local.tags
  }
}

provider "aws" {
  alias  = "global"
  region = "us-east-1"
}

variable "region" {
  type    = string
  default = "eu-west-1"
}

variable "environment" {
  type    = string
  default = "test"
}

variable "instances" {
  type = map(object({
    type   = string
    subnet = optional(number, 0)
    volume = optional(object({
      size = number
      type = optional(string, "gp3")
    }))
  }))
  default = {
    front = { type = "t3.small" }
    back  = { type = "t3.large", subnet = 1, volume = { size = 50 } }
  }
}

locals {
  name  = "demo-${var.environment}"
  zones = slice(data.aws_availability_zones.available.names, 0, 2)
  tags = {
    Environment = var.environment
    Project     = "demo"
  }
}

data "aws_availability_zones" "available" {
  state = "available"
}

data "aws_ami" "linux" {
  most_recent = true
  owners      = ["amazon"]

  filter {
    name   = "name"
    values = ["al2023-ami-*-x86_64"]
  }
}

data "aws_route53_zone" "main" {
  count = var.environment == "prod" ? 1 : 0

  provider = aws.global
  name     = "example.org."
}

module "network" {
  source = "./modules/network"

  name    = local.name
  cidr    = "10.1.0.0/16"
  zones   = local.zones
  subnets = [for index, zone in local.zones : cidrsubnet("10.1.0.0/16", 8, index)]
}

module "instance" {
  source   = "./modules/instance"
  for_each = var.instances

  name          = "${local.name}-${each.key}"
  ami           = data.aws_ami.linux.id
  instance_type = each.value.type
  subnet_id     = module.network.subnet_ids[each.value.subnet]
  volume        = each.value.volume
  vpc_id        = module.network.vpc.id

  providers = {
    aws = aws
  }
}

resource "aws_route53_record" "front" {
  count    = length(data.aws_route53_zone.main)
  provider = aws.global

  zone_id = data.aws_route53_zone.main[0].zone_id
  name    = "www"
  type    = "A"
  ttl     = 300
  records = [module.instance["front"].private_ip]
}

resource "aws_kms_key" "main" {
  description             = "The key of ${local.name}"
  deletion_window_in_days = 10
  enable_key_rotation     = true
}

resource "aws_kms_alias" "main" {
  name          = "alias/${local.name}"
  target_key_id = aws_kms_key.main.key_id
}

resource "aws_ssm_parameter" "ips" {
  for_each = module.instance

  name   = "/${local.name}/${each.key}/ip"
  type   = "SecureString"
  value  = each.value.private_ip
  key_id = aws_kms_key.main.arn
}

output "vpc_id" {
  value = module.network.vpc.id
}

output "instances" {
  value = { for key, instance in module.instance : key => instance.id }
}

output "parameters" {
  value = [for parameter in aws_ssm_parameter.ips : parameter.name]
}
