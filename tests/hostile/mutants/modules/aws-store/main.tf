variable "buckets" {
  description = "Buckets by name."
  type = map(object({
    versioned = optional(bool, false)
    expire    = optional(map(number), {})
    cors      = optional(list(object({ methods = set(string), origins = list(string), age = optional(number) })), [])
    logging   = optional(object({ prefix = string }))
    kms       = optional(string)
  }))
  default = {
    logs  = { expire = { "tmp/" = 7 } }
    media = { versioned = true, cors = [{ methods = ["GET"], origins = ["*"] }] }
  }
}

variable "prefix" {
  type    = string
  default = "acme"
}

locals {
  versioned = [for name, b in var.buckets : name if b.versioned]
  logging   = { for name, b in var.buckets : name => b.logging.prefix if b.logging != null }
  encrypted = {
    for name, b in var.buckets : name => b.kms if b.kms != null && b.kms != ""
  }
  lifecycle_days = max(0, flatten([for b in var.buckets : values(b.expire)])...)
}

resource "aws_s3_bucket" "this" {
  for_each      = var.buckets
  bucket        = "${var.prefix}-${each.key}"
  force_destroy = !each.value.versioned

  tags = { Name = each.key, Days = tostring(local.lifecycle_days) }
}

resource "aws_s3_bucket_versioning" "this" {
  for_each = toset(local.versioned)
  bucket   = aws_s3_bucket.this[each.value].id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "this" {
  for_each = { for name, b in var.buckets : name => b.expire if length(b.expire) > 0 }
  bucket   = aws_s3_bucket.this[each.key].id

  dynamic "rule" {
    for_each = each.value
    content {
      id     = rule.key
      status = "Enabled"

      filter {
        prefix = rule.key
      }

      expiration {
        days = rule.value
      }

      dynamic "noncurrent_version_expiration" {
        for_each = contains(local.versioned, each.key) ? [1] : []
        content {
          noncurrent_days = rule.value + 1
        }
      }
    }
  }
}

resource "aws_s3_bucket_cors_configuration" "this" {
  for_each = { for name, b in var.buckets : name => b.cors if b.cors != tolist([]) }
  bucket   = aws_s3_bucket.this[each.key].bucket

  dynamic "cors_rule" {
    for_each = each.value
    iterator = rule
    content {
      allowed_methods = rule.value.methods
      allowed_origins = rule.value.origins
      max_age_seconds = rule.value.age
    }
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "this" {
  for_each = local.encrypted
  bucket   = aws_s3_bucket.this[each.key].id

  rule {
    bucket_key_enabled = true
    apply_server_side_encryption_by_default {
      kms_master_key_id = each.value
      sse_algorithm     = "aws:kms"
    }
  }
}

resource "aws_s3_bucket_logging" "this" {
  for_each      = local.logging
  bucket        = aws_s3_bucket.this[each.key].id
  target_bucket = aws_s3_bucket.this["logs"].id
  target_prefix = trimsuffix(each.value, "/")
}

resource "aws_s3_object" "readme" {
  bucket  = one([for name, b in aws_s3_bucket.this : b.id if name == "media"])
  key     = "README.txt"
  content = <<-EOT
    Buckets of ${var.prefix}:
    %{for name, b in var.buckets~}
    - ${name}${b.versioned ? " (versioned)" : ""}
    %{endfor~}
  EOT
}

import {
  for_each = { logs = "acme-logs" }
  to       = aws_s3_bucket.this[each.key]
  id       = each.value
}

moved {
  from = aws_s3_bucket.media
  to   = aws_s3_bucket.this["media"]
}

removed {
  from = aws_s3_bucket_policy.old

  lifecycle {
    destroy = false
  }
}

check "media" {
  data "aws_s3_bucket" "media" {
    bucket = "${var.prefix}-media"
  }

  assert {
    condition     = data.aws_s3_bucket.media.region == "eu-west-1"
    error_message = "${data.aws_s3_bucket.media.bucket} is elsewhere."
  }
}

output "buckets" {
  value = [for b in aws_s3_bucket.this : { name = b.bucket, arn = b.arn }]
}

output "domain" {
  value = aws_s3_bucket.this["media"].bucket_regional_domain_name
}
