variable "create_bucket" {
  type    = bool
  default = true
}

variable "bucket" {
  type    = string
  default = null
}

variable "force_destroy" {
  type    = bool
  default = false
}

variable "versioning" {
  type    = map(string)
  default = {}
}

variable "logging" {
  type    = any
  default = {}
}

variable "lifecycle_rules" {
  type    = any
  default = []
}

variable "cors_rules" {
  type = list(object({
    methods = list(string)
    origins = list(string)
    headers = optional(list(string))
    max_age = optional(number)
  }))
  default = []
}

variable "encryption" {
  type = object({
    algorithm = string
    key       = optional(string)
  })
  default = {
    algorithm = "AES256"
  }
}

variable "readers" {
  type    = list(string)
  default = []
}

variable "tags" {
  type    = map(string)
  default = {}
}

data "aws_caller_identity" "current" {}

data "aws_region" "current" {}

locals {
  bucket_name = coalesce(var.bucket, "logs-${data.aws_caller_identity.current.account_id}-${data.aws_region.current.name}")
  has_policy  = var.create_bucket && length(var.readers) > 0
  rules       = try(jsondecode(var.lifecycle_rules), var.lifecycle_rules)
}

resource "aws_s3_bucket" "this" {
  count = var.create_bucket ? 1 : 0

  bucket        = local.bucket_name
  force_destroy = var.force_destroy
  tags          = var.tags
}

resource "aws_s3_bucket_versioning" "this" {
  count = var.create_bucket && length(keys(var.versioning)) > 0 ? 1 : 0

  bucket = aws_s3_bucket.this[0].id
  mfa    = try(var.versioning["mfa"], null)

  versioning_configuration {
    status     = try(var.versioning["enabled"] ? "Enabled" : "Suspended", tobool(var.versioning["status"]) ? "Enabled" : "Suspended", title(lower(var.versioning["status"])))
    mfa_delete = try(tobool(var.versioning["mfa_delete"]) ? "Enabled" : "Disabled", null)
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "this" {
  bucket = aws_s3_bucket.this[0].id

  rule {
    bucket_key_enabled = var.encryption.key != null

    apply_server_side_encryption_by_default {
      sse_algorithm     = var.encryption.algorithm
      kms_master_key_id = var.encryption.key
    }
  }
}

resource "aws_s3_bucket_logging" "this" {
  count = var.create_bucket && length(keys(var.logging)) > 0 ? 1 : 0

  bucket        = aws_s3_bucket.this[0].id
  target_bucket = var.logging["target_bucket"]
  target_prefix = try(var.logging["target_prefix"], "")

  dynamic "target_object_key_format" {
    for_each = try([var.logging["key_format"]], [])

    content {
      dynamic "partitioned_prefix" {
        for_each = try(target_object_key_format.value["partitioned_prefix"], [])

        content {
          partition_date_source = try(partitioned_prefix.value, null)
        }
      }
    }
  }
}

resource "aws_s3_bucket_cors_configuration" "this" {
  count = var.create_bucket && length(var.cors_rules) > 0 ? 1 : 0

  bucket = aws_s3_bucket.this[0].id

  dynamic "cors_rule" {
    for_each = var.cors_rules

    content {
      id              = "rule-${cors_rule.key}"
      allowed_methods = cors_rule.value.methods
      allowed_origins = cors_rule.value.origins
      allowed_headers = cors_rule.value.headers
      max_age_seconds = cors_rule.value.max_age
    }
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "this" {
  count = var.create_bucket && length(local.rules) > 0 ? 1 : 0

  bucket = aws_s3_bucket.this[0].id

  dynamic "rule" {
    for_each = local.rules

    content {
      id     = try(rule.value.id, null)
      status = try(rule.value.enabled ? "Enabled" : "Disabled", "Enabled")

      dynamic "expiration" {
        for_each = try(flatten([rule.value.expiration]), [])

        content {
          days = try(expiration.value.days, null)
        }
      }

      dynamic "transition" {
        for_each = try(flatten([rule.value.transition]), [])

        content {
          days          = try(transition.value.days, null)
          storage_class = transition.value.storage_class
        }
      }

      filter {
        prefix = try(rule.value.prefix, "")
      }
    }
  }

  depends_on = [aws_s3_bucket_versioning.this]
}

data "aws_iam_policy_document" "read" {
  count = local.has_policy ? 1 : 0

  statement {
    sid       = "Read"
    effect    = "Allow"
    actions   = ["s3:GetObject", "s3:ListBucket"]
    resources = [aws_s3_bucket.this[0].arn, "${aws_s3_bucket.this[0].arn}/*"]

    principals {
      type        = "AWS"
      identifiers = var.readers
    }

    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["true"]
    }
  }
}

resource "aws_s3_bucket_policy" "this" {
  count = local.has_policy ? 1 : 0

  bucket = aws_s3_bucket.this[0].id
  policy = data.aws_iam_policy_document.read[0].json
}

resource "aws_s3_bucket_public_access_block" "this" {
  bucket                  = try(aws_s3_bucket.this[0].id, "")
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

output "bucket_id" {
  value = try(aws_s3_bucket_policy.this[0].id, aws_s3_bucket.this[0].id, "")
}

output "bucket_arn" {
  value = one(aws_s3_bucket.this[*].arn)
}

output "domain_name" {
  value = var.create_bucket ? aws_s3_bucket.this[0].bucket_regional_domain_name : null
}

output "algorithms" {
  value = [for rule in aws_s3_bucket_server_side_encryption_configuration.this.rule : rule.bucket_key_enabled]
}
