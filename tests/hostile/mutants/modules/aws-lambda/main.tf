variable "function_name" {
  type = string
}

variable "handler" {
  type    = string
  default = "index.handler"
}

variable "runtime" {
  type    = string
  default = "python3.12"
}

variable "memory_size" {
  type    = number
  default = 128
}

variable "timeout" {
  type    = number
  default = 3
}

variable "environment_variables" {
  type    = map(string)
  default = {}
}

variable "vpc" {
  type = object({
    subnet_ids         = list(string)
    security_group_ids = list(string)
  })
  default = null
}

variable "dead_letter_arn" {
  type    = string
  default = null
}

variable "allowed_triggers" {
  type    = map(any)
  default = {}
}

variable "event_sources" {
  type = map(object({
    arn        = string
    batch_size = optional(number, 10)
    filters    = optional(list(string), [])
  }))
  default = {}
}

variable "schedule" {
  type    = string
  default = "rate(5 minutes)"
}

variable "architectures" {
  type    = list(string)
  default = ["arm64"]

  validation {
    condition     = length(var.architectures) == 1
    error_message = "One architecture is supported."
  }
}

locals {
  log_group   = "/aws/lambda/${var.function_name}"
  environment = length(keys(var.environment_variables)) == 0 ? [] : [var.environment_variables]
  queue_name  = format("%s-%s", var.function_name, "queue")
}

resource "aws_cloudwatch_log_group" "lambda" {
  name              = local.log_group
  retention_in_days = 14
}

resource "aws_iam_role" "lambda" {
  name_prefix = "lambda-"

  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" } }]
  })
}

resource "aws_lambda_function" "this" {
  function_name                  = var.function_name
  description                    = "Handles ${var.handler}"
  role                           = aws_iam_role.lambda.arn
  handler                        = var.handler
  runtime                        = var.runtime
  memory_size                    = var.memory_size
  timeout                        = var.timeout
  reserved_concurrent_executions = -1
  architectures                  = var.architectures
  filename                       = "${path.module}/build/function.zip"
  source_code_hash               = filebase64sha256("${path.module}/main.tf")
  publish                        = true

  ephemeral_storage {
    size = 512
  }

  tracing_config {
    mode = "Active"
  }

  dynamic "environment" {
    for_each = local.environment

    content {
      variables = environment.value
    }
  }

  dynamic "vpc_config" {
    for_each = var.vpc != null ? [var.vpc] : []

    content {
      subnet_ids         = vpc_config.value.subnet_ids
      security_group_ids = vpc_config.value.security_group_ids
    }
  }

  dynamic "dead_letter_config" {
    for_each = var.dead_letter_arn == null ? [] : [true]

    content {
      target_arn = var.dead_letter_arn
    }
  }

  depends_on = [aws_cloudwatch_log_group.lambda, aws_iam_role.lambda]
}

resource "aws_lambda_permission" "triggers" {
  for_each = { for key, trigger in var.allowed_triggers : key => trigger }

  statement_id  = try(each.value.statement_id, each.key)
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.this.function_name
  qualifier     = aws_lambda_function.this.version
  principal     = try(each.value.principal, format("%s.amazonaws.com", try(each.value.service, "")))
  source_arn    = try(each.value.source_arn, null)
}

resource "aws_lambda_event_source_mapping" "this" {
  for_each = var.event_sources

  function_name    = aws_lambda_function.this.arn
  event_source_arn = each.value.arn
  batch_size       = each.value.batch_size

  dynamic "filter_criteria" {
    for_each = length(each.value.filters) > 0 ? [each.value.filters] : []

    content {
      dynamic "filter" {
        for_each = filter_criteria.value

        content {
          pattern = filter.value
        }
      }
    }
  }
}

resource "aws_sqs_queue" "queue" {
  name                       = local.queue_name
  visibility_timeout_seconds = var.timeout * 6
  message_retention_seconds  = 345600
  delay_seconds              = 0

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead.arn
    maxReceiveCount     = 4
  })
}

resource "aws_sqs_queue" "dead" {
  name = "${local.queue_name}-dead"
}

resource "aws_cloudwatch_event_rule" "schedule" {
  name                = "${var.function_name}-schedule"
  schedule_expression = var.schedule
  state               = "ENABLED"
}

resource "aws_cloudwatch_event_target" "schedule" {
  rule = aws_cloudwatch_event_rule.schedule.name
  arn  = aws_lambda_function.this.arn

  input = jsonencode({ source = "schedule" })

  retry_policy {
    maximum_retry_attempts = 2
  }
}

resource "aws_cloudwatch_metric_alarm" "errors" {
  alarm_name          = "${var.function_name}-errors"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  metric_name         = "Errors"
  namespace           = "AWS/Lambda"
  period              = 300
  statistic           = "Sum"
  threshold           = 5
  alarm_actions       = []

  dimensions = {
    FunctionName = aws_lambda_function.this.function_name
  }
}

output "arn" {
  value = aws_lambda_function.this.arn
}

output "invoke_arn" {
  value = aws_lambda_function.this.invoke_arn
}

output "log_group" {
  value = aws_cloudwatch_log_group.lambda.name
}

output "queue_urls" {
  value = [aws_sqs_queue.queue.url, aws_sqs_queue.dead.url]
}

output "mappings" {
  value = { for key, mapping in aws_lambda_event_source_mapping.this : key => mapping.uuid }
}
