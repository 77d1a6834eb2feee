variable "name" {
  type = string
}

variable "environment" {
  type    = map(string)
  default = {}
}

variable "vpc" {
  type = object({
    subnets = list(string)
    groups  = set(string)
  })
  default = null
}

variable "schedules" {
  type = map(object({ rate = string, input = optional(any, {}) }))
  default = {
    nightly = { rate = "cron(0 3 * * ? *)", input = { full = true } }
  }
}

variable "token" {
  type      = string
  ephemeral = true
  sensitive = true
}

variable "retention" {
  type    = number
  default = 14

  validation {
    condition     = contains([1, 7, 14, 30], var.retention)
    error_message = "Not a retention of ${var.name}: ${var.retention}."
  }
}

locals {
  sources  = fileset(path.module, "src/**/*.py")
  digest   = sha256(join("", [for f in local.sources : filesha256("${path.module}/${f}")]))
  tags     = merge({ Name = var.name, Digest = substr(local.digest, 0, 8) }, length(var.environment) > 0 ? { Env = "yes" } : {})
  is_local = terraform.workspace == "default"
}

data "aws_caller_identity" "current" {}

data "aws_region" "current" {}

data "aws_partition" "current" {}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/aws/lambda/${var.name}"
  retention_in_days = local.is_local ? 1 : var.retention
  tags              = local.tags
}

resource "aws_iam_role" "this" {
  name_prefix = substr("${var.name}-lambda", 0, 37)

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Action    = "sts:AssumeRole"
      Effect    = "Allow"
      Principal = { Service = "lambda.${data.aws_partition.current.dns_suffix}" }
    }]
  })
}

resource "aws_lambda_function" "this" {
  function_name    = var.name
  role             = aws_iam_role.this.arn
  handler          = "main.handle"
  runtime          = "python3.12"
  filename         = "${path.module}/build/package.zip"
  source_code_hash = base64encode(local.digest)
  timeout          = 30
  memory_size      = 256
  layers           = [for l in ["base", "net"] : "arn:aws:lambda:${data.aws_region.current.name}:1:layer:${l}:1"]

  environment {
    variables = { for k, v in var.environment : upper(k) => v if v != "" }
  }

  dynamic "vpc_config" {
    for_each = var.vpc[*]
    content {
      subnet_ids         = vpc_config.value.subnets
      security_group_ids = vpc_config.value.groups
    }
  }

  tracing_config {
    mode = "Active"
  }

  depends_on = [aws_cloudwatch_log_group.this]

  lifecycle {
    ignore_changes = [layers, tags["Digest"]]

    precondition {
      condition     = length(local.sources) > 0
      error_message = "There are no sources in ${path.module}."
    }
  }
}

resource "aws_cloudwatch_event_rule" "this" {
  for_each            = var.schedules
  name                = "${var.name}-${each.key}"
  schedule_expression = each.value.rate
}

resource "aws_cloudwatch_event_target" "this" {
  for_each = aws_cloudwatch_event_rule.this
  rule     = each.value.name
  arn      = aws_lambda_function.this.arn
  input    = jsonencode(var.schedules[each.key].input)

  retry_policy {
    maximum_retry_attempts = 2
  }
}

resource "aws_lambda_permission" "this" {
  for_each      = aws_cloudwatch_event_rule.this
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.this.function_name
  principal     = "events.amazonaws.com"
  source_arn    = each.value.arn
}

ephemeral "aws_secretsmanager_random_password" "this" {
  password_length = 24
}

resource "aws_secretsmanager_secret" "this" {
  name = "${var.name}-token"
}

resource "aws_secretsmanager_secret_version" "this" {
  secret_id                = aws_secretsmanager_secret.this.id
  secret_string_wo         = "${var.token}:${ephemeral.aws_secretsmanager_random_password.this.random_password}"
  secret_string_wo_version = 2
}

resource "aws_ssm_parameter" "this" {
  name             = "/${var.name}/token"
  type             = "SecureString"
  value_wo         = var.token
  value_wo_version = 1
}

output "arns" {
  value = {
    function = aws_lambda_function.this.arn
    rules    = values(aws_cloudwatch_event_rule.this)[*].arn
    account  = data.aws_caller_identity.current.account_id
  }
}

output "parameter" {
  value     = aws_ssm_parameter.this.value
  sensitive = true
}

output "wired" {
  value = anytrue([for p in aws_lambda_permission.this : startswith(p.principal, "events")])

  precondition {
    condition     = length(aws_lambda_permission.this) == length(var.schedules)
    error_message = "Each schedule has a permission."
  }
}
