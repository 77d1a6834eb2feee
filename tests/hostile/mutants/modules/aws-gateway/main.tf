terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "5.100.0"
    }
  }
}

variable "name" {
  type = string
}

variable "functions" {
  type = map(object({
    handler = string
    runtime = optional(string, "python3.12")
    memory  = optional(number, 128)
    timeout = optional(number, 3)
    routes  = optional(list(string), [])
    events = optional(map(object({
      schedule = optional(string)
      pattern  = optional(object({ source = list(string), types = optional(list(string), []) }))
    })), {})
    environment = optional(map(string), {})
  }))
}

variable "cors" {
  type = object({
    origins = list(string)
    methods = optional(set(string), ["GET"])
    max_age = optional(number)
  })
  default = null
}

variable "domain" {
  type = object({
    name        = string
    certificate = string
  })
  default = null
}

variable "tags" {
  type    = map(string)
  default = {}
}

data "aws_caller_identity" "current" {}

data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}

data "aws_iam_policy_document" "write" {
  for_each = var.functions

  statement {
    sid       = "Logs"
    actions   = ["logs:CreateLogStream", "logs:PutLogEvents"]
    resources = ["${aws_cloudwatch_log_group.function[each.key].arn}:*"]
  }

  dynamic "statement" {
    for_each = each.value.environment
    content {
      sid       = title(statement.key)
      effect    = "Allow"
      actions   = ["ssm:GetParameter"]
      resources = [statement.value]
      condition {
        test     = "StringEquals"
        variable = "aws:PrincipalAccount"
        values   = [data.aws_caller_identity.current.account_id]
      }
    }
  }
}

locals {
  tags = merge(var.tags, { Name = var.name })
  routes = merge([
    for name, function in var.functions : { for route in function.routes : route => name }
  ]...)
  events = {
    for item in flatten([
      for name, function in var.functions : [
        for key, event in function.events : { id = "${name}-${key}", function = name, event = event }
      ]
    ]) : item.id => item
  }
  origins = var.cors == null ? [] : var.cors.origins
}

resource "aws_cloudwatch_log_group" "function" {
  for_each          = var.functions
  name              = "/aws/lambda/${var.name}-${each.key}"
  retention_in_days = 14
  tags              = local.tags
}

resource "aws_iam_role" "function" {
  for_each           = var.functions
  name               = "${var.name}-${each.key}"
  assume_role_policy = data.aws_iam_policy_document.assume.json
}

resource "aws_iam_role_policy" "function" {
  for_each = aws_iam_role.function
  role     = each.value.id
  policy   = data.aws_iam_policy_document.write[each.key].json
}

resource "aws_lambda_function" "this" {
  for_each      = var.functions
  function_name = "${var.name}-${each.key}"
  role          = aws_iam_role.function[each.key].arn
  handler       = each.value.handler
  runtime       = each.value.runtime
  memory_size   = each.value.memory
  timeout       = each.value.timeout
  filename      = "${path.module}/build/${each.key}.zip"
  architectures = ["arm64"]

  dynamic "environment" {
    for_each = length(each.value.environment) > 0 ? [each.value.environment] : []
    content {
      variables = environment.value
    }
  }

  tracing_config {
    mode = "Active"
  }

  depends_on = [aws_cloudwatch_log_group.function]
}

resource "aws_apigatewayv2_api" "this" {
  name          = var.name
  protocol_type = "HTTP"

  dynamic "cors_configuration" {
    for_each = var.cors[*]
    content {
      allow_origins = cors_configuration.value.origins
      allow_methods = cors_configuration.value.methods
      max_age       = coalesce(cors_configuration.value.max_age, 300)
    }
  }
}

resource "aws_apigatewayv2_integration" "this" {
  for_each               = aws_lambda_function.this
  api_id                 = aws_apigatewayv2_api.this.id
  integration_type       = "AWS_PROXY"
  integration_uri        = each.value.invoke_arn
  payload_format_version = "2.0"
}

resource "aws_apigatewayv2_route" "this" {
  for_each  = local.routes
  api_id    = aws_apigatewayv2_api.this.id
  route_key = each.key
  target    = "integrations/${aws_apigatewayv2_integration.this[each.value].id}"
}

resource "aws_apigatewayv2_stage" "default" {
  api_id      = aws_apigatewayv2_api.this.id
  name        = "$default"
  auto_deploy = true

  access_log_settings {
    destination_arn = aws_cloudwatch_log_group.api.arn
    format = jsonencode({
      id     = "$context.requestId"
      status = "$context.status"
    })
  }

  default_route_settings {
    throttling_burst_limit = 50
    throttling_rate_limit  = 100.5
  }
}

resource "aws_cloudwatch_log_group" "api" {
  name_prefix = "/aws/api/${var.name}"
}

resource "aws_apigatewayv2_domain_name" "this" {
  count       = var.domain == null ? 0 : 1
  domain_name = var.domain.name

  domain_name_configuration {
    certificate_arn = var.domain.certificate
    endpoint_type   = "REGIONAL"
    security_policy = "TLS_1_2"
  }
}

resource "aws_apigatewayv2_api_mapping" "this" {
  count       = length(aws_apigatewayv2_domain_name.this)
  api_id      = aws_apigatewayv2_api.this.id
  domain_name = aws_apigatewayv2_domain_name.this[count.index].id
  stage       = aws_apigatewayv2_stage.default.id
}

resource "aws_lambda_permission" "api" {
  for_each      = toset(values(local.routes))
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.this[each.value].function_name
  principal     = "apigateway.amazonaws.com"
  source_arn    = "${aws_apigatewayv2_api.this.execution_arn}/*/*"
}

resource "aws_cloudwatch_event_rule" "this" {
  for_each            = local.events
  name                = "${var.name}-${each.key}"
  schedule_expression = each.value.event.schedule
  event_pattern = each.value.event.pattern == null ? null : jsonencode({
    source        = each.value.event.pattern.source
    "detail-type" = each.value.event.pattern.types
  })
}

resource "aws_cloudwatch_event_target" "this" {
  for_each = local.events
  rule     = aws_cloudwatch_event_rule.this[each.key].name
  arn      = aws_lambda_function.this[each.value.function].arn

  input_transformer {
    input_paths    = { id = "$.id", time = "$.time" }
    input_template = jsonencode({ event = each.key })
  }

  retry_policy {
    maximum_retry_attempts = 2
  }
}

output "url" {
  value = trimsuffix(aws_apigatewayv2_stage.default.invoke_url, "/")
}

output "functions" {
  value = { for name, function in aws_lambda_function.this : name => function.qualified_arn }
}

output "domain" {
  value = try(aws_apigatewayv2_domain_name.this[0].domain_name_configuration[0].target_domain_name, null)
}

output "schedules" {
  value = compact([for rule in values(aws_cloudwatch_event_rule.this) : rule.schedule_expression])
}
