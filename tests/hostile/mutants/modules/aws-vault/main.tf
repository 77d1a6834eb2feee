variable "databases" {
  type = map(object({
    engine  = optional(string, "postgres")
    class   = optional(string, "db.t4g.micro")
    storage = optional(number, 20)
    version = optional(number, 1)
    backup = optional(object({
      days   = optional(number, 7)
      window = string
    }))
    tags = optional(map(string), {})
  }))
}

variable "token" {
  type      = string
  ephemeral = true
  sensitive = true
}

variable "key_arn" {
  type    = string
  default = null
}

data "aws_caller_identity" "current" {}

data "aws_region" "current" {}

ephemeral "aws_secretsmanager_secret_version" "admin" {
  secret_id = aws_secretsmanager_secret.admin.id
}

ephemeral "aws_ssm_parameter" "pepper" {
  arn             = aws_ssm_parameter.pepper.arn
  with_decryption = true
}

locals {
  key     = var.key_arn == null ? null : provider::aws::arn_parse(var.key_arn)
  account = data.aws_caller_identity.current.account_id
  prefix  = provider::aws::arn_build("aws", "ssm", data.aws_region.current.name, local.account, "parameter/vault")
  kms     = try(local.key.resource, "alias/aws/secretsmanager")
  backups = { for name, db in var.databases : name => db.backup if db.backup != null }
}

resource "aws_secretsmanager_secret" "admin" {
  name                    = "admin"
  kms_key_id              = var.key_arn
  recovery_window_in_days = 7
  dynamic "replica" {
    for_each = toset(["eu-west-1", "eu-west-2"])
    content {
      region     = replica.value
      kms_key_id = local.kms
    }
  }
}

resource "aws_secretsmanager_secret_version" "admin" {
  secret_id                = aws_secretsmanager_secret.admin.id
  secret_string_wo         = jsonencode({ token = var.token, stage = "prod" })
  secret_string_wo_version = 2
}

resource "aws_ssm_parameter" "pepper" {
  name             = "/vault/pepper"
  type             = "SecureString"
  value_wo         = ephemeral.aws_secretsmanager_secret_version.admin.secret_string
  value_wo_version = 1
  tags             = { Prefix = local.prefix }
}

resource "aws_db_instance" "this" {
  for_each = var.databases

  identifier              = "vault-${each.key}"
  engine                  = each.value.engine
  instance_class          = each.value.class
  allocated_storage       = each.value.storage
  username                = "admin"
  password_wo             = jsondecode(ephemeral.aws_secretsmanager_secret_version.admin.secret_string)["token"]
  password_wo_version     = each.value.version
  backup_retention_period = try(local.backups[each.key].days, 0)
  backup_window           = lookup(local.backups, each.key, null) != null ? local.backups[each.key].window : null
  skip_final_snapshot     = true
  tags                    = merge(each.value.tags, { Name = each.key })

  timeouts {
    create = "40m"
  }

  lifecycle {
    prevent_destroy = true
    ignore_changes  = [tags["Name"], engine]
    postcondition {
      condition     = self.status == "available"
      error_message = "${self.identifier} is not available."
    }
  }
}

import {
  for_each = toset(["one", "two"])
  to       = aws_db_instance.this[each.key]
  id       = "vault-${each.value}"
}

check "reachable" {
  data "aws_secretsmanager_secret" "admin" {
    name = aws_secretsmanager_secret.admin.name
  }
  assert {
    condition     = data.aws_secretsmanager_secret.admin.arn == aws_secretsmanager_secret.admin.arn
    error_message = "Another secret answers."
  }
}

output "endpoints" {
  value = { for name, db in aws_db_instance.this : name => "${db.address}:${db.port}" }
}

output "pepper" {
  value     = aws_ssm_parameter.pepper.arn
  sensitive = true
}
