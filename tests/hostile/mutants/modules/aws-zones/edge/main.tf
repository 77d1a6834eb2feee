terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.cert]
    }
  }
}

variable "domain" { type = string }
variable "aliases" { type = map(string) }
variable "zone_id" { type = string }
variable "origins" {
  type = map(object({ host = string, port = number, secure = bool }))
}

locals {
  names = concat([var.domain], values(var.aliases))
}

resource "aws_acm_certificate" "this" {
  provider                  = aws.cert
  domain_name               = var.domain
  subject_alternative_names = slice(local.names, 1, length(local.names))
  validation_method         = "DNS"

  options {
    certificate_transparency_logging_preference = "ENABLED"
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_route53_record" "validation" {
  for_each = {
    for option in aws_acm_certificate.this.domain_validation_options : option.domain_name => {
      name   = option.resource_record_name
      record = option.resource_record_value
      type   = option.resource_record_type
    }
  }
  zone_id         = var.zone_id
  name            = each.value.name
  type            = each.value.type
  records         = [each.value.record]
  ttl             = 60
  allow_overwrite = true
}

resource "aws_cloudfront_distribution" "this" {
  enabled = true
  aliases = values(var.aliases)

  dynamic "origin" {
    for_each = var.origins
    content {
      domain_name = origin.value.host
      origin_id   = origin.key
      custom_origin_config {
        http_port              = 80
        https_port             = origin.value.port
        origin_protocol_policy = origin.value.secure ? "https-only" : "http-only"
        origin_ssl_protocols   = ["TLSv1.2"]
      }
    }
  }

  default_cache_behavior {
    target_origin_id       = keys(var.origins)[0]
    viewer_protocol_policy = "redirect-to-https"
    allowed_methods        = ["GET", "HEAD"]
    cached_methods         = ["GET", "HEAD"]
    forwarded_values {
      query_string = false
      cookies { forward = "none" }
    }
  }

  restrictions {
    geo_restriction {
      restriction_type = "none"
    }
  }

  viewer_certificate {
    acm_certificate_arn = aws_acm_certificate.this.arn
    ssl_support_method  = "sni-only"
  }
}

output "certificate_arn" {
  value = aws_acm_certificate.this.arn
}

output "distribution" {
  value = {
    id     = aws_cloudfront_distribution.this.id
    domain = aws_cloudfront_distribution.this.domain_name
  }
}
