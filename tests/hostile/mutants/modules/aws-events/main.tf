terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

provider "aws" {
  region = var.region

  default_tags {
    tags = { Team = var.team }
  }
}

variable "region" {
  type    = string
  default = "eu-north-1"
}

variable "team" { type = string }

variable "queues" {
  type = map(object({
    delay   = optional(number, 0)
    fifo    = optional(bool, false)
    retries = optional(number, 3)
  }))
}

variable "emails" {
  type    = list(string)
  default = []
}

data "aws_caller_identity" "current" {}

data "aws_iam_policy_document" "send" {
  for_each = var.queues

  statement {
    sid       = "Send"
    effect    = "Allow"
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.main[each.key].arn]

    principals {
      type        = "Service"
      identifiers = ["events.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [aws_cloudwatch_event_rule.daily.arn]
    }
  }
}

resource "aws_sqs_queue" "dead" {
  name                      = "${var.team}-dead"
  message_retention_seconds = 1209600
}

resource "aws_sqs_queue" "main" {
  for_each = var.queues

  name                        = each.value.fifo ? "${each.key}.fifo" : each.key
  delay_seconds               = each.value.delay
  fifo_queue                  = each.value.fifo
  content_based_deduplication = each.value.fifo

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead.arn
    maxReceiveCount     = each.value.retries
  })

  tags = { Name = each.key }
}

resource "aws_sqs_queue_policy" "main" {
  for_each  = aws_sqs_queue.main
  queue_url = each.value.id
  policy    = data.aws_iam_policy_document.send[each.key].json
}

resource "aws_cloudwatch_event_rule" "daily" {
  name                = "daily"
  description         = "Every morning."
  schedule_expression = "cron(0 6 * * ? *)"
}

resource "aws_cloudwatch_event_target" "queue" {
  for_each  = aws_sqs_queue.main
  rule      = aws_cloudwatch_event_rule.daily.name
  target_id = each.key
  arn       = each.value.arn

  retry_policy {
    maximum_event_age_in_seconds = 3600
    maximum_retry_attempts       = 2
  }
}

resource "aws_sns_topic" "alarms" {
  name              = "${var.team}-alarms"
  kms_master_key_id = "alias/aws/sns"
}

resource "aws_sns_topic_subscription" "mail" {
  count     = length(var.emails)
  topic_arn = aws_sns_topic.alarms.arn
  protocol  = "email"
  endpoint  = var.emails[count.index]
}

resource "aws_cloudwatch_metric_alarm" "dead" {
  alarm_name          = "dead letters"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  metric_name         = "ApproximateNumberOfMessagesVisible"
  namespace           = "AWS/SQS"
  period              = 300
  statistic           = "Sum"
  threshold           = 0
  alarm_actions       = [aws_sns_topic.alarms.arn]
  dimensions = {
    QueueName = aws_sqs_queue.dead.name
  }
}

resource "aws_dynamodb_table" "seen" {
  name         = "seen"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }

  ttl {
    attribute_name = "until"
    enabled        = true
  }

  lifecycle {
    prevent_destroy = true
    ignore_changes  = [read_capacity]
  }
}

output "urls" {
  value = { for name, queue in aws_sqs_queue.main : name => queue.url }
}

output "account" {
  value = data.aws_caller_identity.current.account_id
}

output "topic" {
  value = aws_sns_topic.alarms.arn
}
