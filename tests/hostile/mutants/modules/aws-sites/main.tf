terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0, < 6.0"
    }
  }
}

provider "aws" {
  alias  = "edge"
  region = "us-east-1"
}

variable "sites" {
  type = map(object({
    domain  = string
    aliases = optional(list(string), [])
    paths = optional(map(object({
      methods = optional(list(string), ["GET", "HEAD"])
      headers = optional(list(string), [])
      cookies = optional(string, "none")
      hooks   = optional(map(string), {})
      ttl     = optional(object({ low = number, high = number }), { low = 0, high = 86400 })
    })), {})
    errors = optional(map(number), { 403 = 404 })
    moved  = optional(list(object({ from = string, to = string })), [])
  }))
}

variable "retention" {
  type = list(object({
    prefix = optional(string)
    days   = number
    moves  = optional(map(string), { 30 = "STANDARD_IA" })
  }))
  default = [{ prefix = "logs/", days = 365 }]
}

variable "countries" {
  type    = list(string)
  default = ["DE", "AT"]
}

data "aws_acm_certificate" "site" {
  for_each    = var.sites
  provider    = aws.edge
  domain      = each.value.domain
  statuses    = ["ISSUED"]
  most_recent = true
}

resource "aws_s3_bucket" "site" {
  for_each      = var.sites
  bucket        = replace(each.value.domain, ".", "-")
  force_destroy = false
}

resource "aws_s3_bucket" "logs" {
  bucket_prefix = "logs-"
}

resource "aws_s3_bucket_lifecycle_configuration" "logs" {
  bucket = aws_s3_bucket.logs.id

  dynamic "rule" {
    for_each = var.retention
    content {
      id     = "rule-${rule.key}"
      status = "Enabled"

      filter {
        prefix = rule.value.prefix
      }

      expiration {
        days = rule.value.days
      }

      dynamic "transition" {
        for_each = rule.value.moves
        content {
          days          = transition.key
          storage_class = transition.value
        }
      }
    }
  }
}

data "aws_iam_policy_document" "site" {
  for_each = aws_s3_bucket.site

  statement {
    sid       = "Read"
    actions   = ["s3:GetObject"]
    resources = ["${each.value.arn}/*"]

    principals {
      type        = "Service"
      identifiers = ["cloudfront.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceArn"
      values   = [aws_cloudfront_distribution.site[each.key].arn]
    }
  }

  dynamic "statement" {
    for_each = length(var.countries) > 0 ? [var.countries] : []
    content {
      effect        = "Deny"
      not_actions   = ["s3:List*"]
      not_resources = ["${each.value.arn}/private/*"]
      principals {
        type        = "*"
        identifiers = ["*"]
      }
    }
  }
}

resource "aws_s3_bucket_policy" "site" {
  for_each = aws_s3_bucket.site
  bucket   = each.value.id
  policy   = data.aws_iam_policy_document.site[each.key].json
}

resource "aws_cloudfront_origin_access_control" "site" {
  name                              = "sites"
  origin_access_control_origin_type = "s3"
  signing_behavior                  = "always"
  signing_protocol                  = "sigv4"
}

resource "aws_cloudfront_distribution" "site" {
  for_each = var.sites

  enabled             = true
  aliases             = concat([each.value.domain], each.value.aliases)
  default_root_object = "index.html"
  price_class         = "PriceClass_100"

  origin {
    origin_id                = "bucket"
    domain_name              = aws_s3_bucket.site[each.key].bucket_regional_domain_name
    origin_access_control_id = aws_cloudfront_origin_access_control.site.id
  }

  default_cache_behavior {
    target_origin_id       = "bucket"
    allowed_methods        = ["GET", "HEAD", "OPTIONS"]
    cached_methods         = ["GET", "HEAD"]
    viewer_protocol_policy = "redirect-to-https"

    forwarded_values {
      query_string = false
      cookies {
        forward = "none"
      }
    }
  }

  dynamic "ordered_cache_behavior" {
    for_each = each.value.paths
    iterator = path
    content {
      path_pattern           = path.key
      target_origin_id       = "bucket"
      allowed_methods        = path.value.methods
      cached_methods         = ["GET", "HEAD"]
      viewer_protocol_policy = "https-only"
      min_ttl                = path.value.ttl.low
      max_ttl                = path.value.ttl.high

      forwarded_values {
        query_string = true
        headers      = path.value.headers
        cookies {
          forward = path.value.cookies
        }
      }

      dynamic "lambda_function_association" {
        for_each = path.value.hooks
        iterator = hook
        content {
          event_type   = hook.key
          lambda_arn   = hook.value
          include_body = contains(path.value.methods, "POST")
        }
      }
    }
  }

  dynamic "custom_error_response" {
    for_each = each.value.errors
    content {
      error_code         = custom_error_response.key
      response_code      = custom_error_response.value
      response_page_path = "/errors/${custom_error_response.value}.html"
    }
  }

  restrictions {
    geo_restriction {
      restriction_type = length(var.countries) == 0 ? "none" : "whitelist"
      locations        = var.countries
    }
  }

  viewer_certificate {
    acm_certificate_arn      = data.aws_acm_certificate.site[each.key].arn
    ssl_support_method       = "sni-only"
    minimum_protocol_version = "TLSv1.2_2021"
  }

  logging_config {
    bucket = aws_s3_bucket.logs.bucket_domain_name
    prefix = "${each.key}/"
  }
}

resource "aws_s3_object" "redirect" {
  for_each = merge([
    for name, site in var.sites : { for i, move in site.moved : "${name}-${i}" => { site = name, move = move } }
  ]...)
  bucket           = aws_s3_bucket.site[each.value.site].id
  key              = trimprefix(each.value.move.from, "/")
  website_redirect = each.value.move.to
  content          = ""
}

output "domains" {
  value = { for name, site in aws_cloudfront_distribution.site : name => site.domain_name }
}

output "zones" {
  value = distinct([for site in aws_cloudfront_distribution.site : site.hosted_zone_id])
}

output "buckets" {
  value = values(aws_s3_bucket.site)[*].arn
}
