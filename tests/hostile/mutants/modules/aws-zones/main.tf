terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

provider "aws" {
  region = "eu-west-1"
  default_tags {
    tags = { app = var.app }
  }
}

provider "aws" {
  alias  = "us"
  region = "us-east-1"
}

variable "app" {
  type = string
}

variable "zones" {
  type = map(object({
    domain  = string
    private = optional(bool, false)
    ttl     = optional(number, 300)
    records = optional(map(object({
      type   = optional(string, "A")
      values = list(string)
      ttl    = optional(number)
    })), {})
    vpc = optional(object({
      id     = string
      region = optional(string)
    }))
  }))
  default = {
    main = { domain = "example.com", records = { www = { values = ["10.0.0.1"] } } }
  }
}

variable "origins" {
  type    = list(object({ host = string, port = number, secure = bool }))
  default = [{ host = "a.example.com", port = 443, secure = true }]
}

locals {
  public  = { for name, zone in var.zones : name => zone if !zone.private }
  domains = sort(distinct([for zone in values(var.zones) : lower(zone.domain)]))
  largest = max([for zone in var.zones : zone.ttl]...)
}

module "zone" {
  source   = "./zone"
  for_each = var.zones

  domain  = each.value.domain
  comment = "${title(each.key)} of ${var.app}"
  ttl     = each.value.ttl
  records = each.value.records
  vpc     = each.value.vpc
}

module "edge" {
  source = "./edge"
  count  = length(local.public) > 0 ? 1 : 0

  providers = {
    aws      = aws
    aws.cert = aws.us
  }

  domain  = local.domains[0]
  aliases = { for name, zone in local.public : name => zone.domain }
  zone_id = module.zone["main"].id
  origins = { for i, origin in var.origins : "${origin.host}-${i}" => origin }
}

resource "aws_cloudwatch_log_group" "edge" {
  provider          = aws.us
  name              = "/edge/${var.app}"
  retention_in_days = local.largest > 300 ? 30 : 14
  lifecycle {
    prevent_destroy = false
    precondition {
      condition     = length(local.domains) == length(var.zones)
      error_message = "Domains are given twice: ${join(", ", local.domains)}."
    }
  }
}

output "zone_ids" {
  value = { for name, zone in module.zone : name => zone.id }
}

output "names" {
  value = flatten(values(module.zone)[*].names)
}

output "certificate" {
  value     = one(module.edge[*].certificate_arn)
  sensitive = false
}

output "distribution" {
  value = length(module.edge) > 0 ? module.edge[0].distribution : null
}
