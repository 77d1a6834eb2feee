terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

variable "domain" { type = string }

variable "comment" {
  type    = string
  default = null
}

variable "ttl" { type = number }

variable "records" {
  type = map(object({
    type   = optional(string, "A")
    values = list(string)
    ttl    = optional(number)
  }))
}

variable "vpc" {
  type    = object({ id = string, region = optional(string) })
  default = null
}

resource "aws_route53_zone" "this" {
  name    = var.domain
  comment = var.comment

  dynamic "vpc" {
    for_each = var.vpc[*]
    content {
      vpc_id     = vpc.value.id
      vpc_region = vpc.value.region
    }
  }
}

resource "aws_route53_record" "this" {
  for_each = var.records
  zone_id  = aws_route53_zone.this.zone_id
  name     = "${each.key}.${aws_route53_zone.this.name}"
  type     = each.value.type
  records  = each.value.values
  ttl      = coalesce(each.value.ttl, var.ttl)
}

output "id" {
  value = aws_route53_zone.this.zone_id
}

output "names" {
  value = [for record in aws_route53_record.this : record.fqdn]
}
