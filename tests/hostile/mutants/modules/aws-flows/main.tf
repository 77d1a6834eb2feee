terraform {
  required_version = "~> 1.10"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "5.100.0"
    }
  }
}

provider "aws" {
  region = var.regions.main
  default_tags {
    tags = { System = "flows" }
  }
}

provider "aws" {
  alias  = "spare"
  region = var.regions.spare
}

variable "regions" {
  type    = object({ main = string, spare = string })
  default = { main = "eu-central-1", spare = "eu-west-1" }
}

variable "flows" {
  type = map(object({
    steps = list(object({
      name    = string
      lambda  = string
      retries = optional(number, 2)
      next    = optional(string)
    }))
    schedule = optional(string, "rate(1 hour)")
    express  = optional(bool, false)
  }))
  default = {
    orders = {
      steps = [
        { name = "Read", lambda = "read", next = "Write" },
        { name = "Write", lambda = "write", retries = 5 },
      ]
    }
  }
}

variable "topics" {
  type = map(object({
    fifo        = bool
    subscribers = map(string)
  }))
  default = {
    done   = { fifo = false, subscribers = { ops = "ops@example.com" } }
    failed = { fifo = true, subscribers = {} }
  }
}

variable "queues" {
  type    = set(string)
  default = ["input", "output"]
}

locals {
  subscriptions = flatten([
    for topic, settings in var.topics : [
      for who, address in settings.subscribers : { topic = topic, who = who, address = address }
    ]
  ])
  keyed   = { for s in local.subscriptions : "${s.topic}.${s.who}" => s }
  longest = max([for flow in values(var.flows) : length(flow.steps)]...)
  names   = join(", ", sort(keys(var.flows)))
}

data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["states.amazonaws.com", "scheduler.amazonaws.com"]
    }
  }
}

data "aws_iam_policy_document" "publish" {
  source_policy_documents = [data.aws_iam_policy_document.trust.json]

  dynamic "statement" {
    for_each = aws_sns_topic.this
    content {
      sid       = "Publish${title(statement.key)}"
      effect    = "Allow"
      actions   = ["sns:Publish"]
      resources = [statement.value.arn]
    }
  }
}

resource "aws_iam_role" "flows" {
  name               = "flows"
  assume_role_policy = data.aws_iam_policy_document.trust.json

  inline_policy {
    name   = "publish"
    policy = data.aws_iam_policy_document.publish.json
  }
}

resource "aws_sns_topic" "this" {
  for_each   = var.topics
  name       = each.value.fifo ? "${each.key}.fifo" : each.key
  fifo_topic = each.value.fifo
}

resource "aws_sns_topic_subscription" "this" {
  for_each  = local.keyed
  topic_arn = aws_sns_topic.this[each.value.topic].arn
  protocol  = "email"
  endpoint  = each.value.address
}

resource "aws_sqs_queue" "dead" {
  name                      = "dead"
  message_retention_seconds = 14 * 24 * 3600
}

resource "aws_sqs_queue" "this" {
  for_each                   = var.queues
  name                       = "flow-${each.value}"
  visibility_timeout_seconds = 30
  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead.arn
    maxReceiveCount     = 4
  })
}

module "stage" {
  source   = "./stage"
  for_each = var.flows

  name     = each.key
  steps    = each.value.steps
  kind     = each.value.express ? "EXPRESS" : "STANDARD"
  role     = aws_iam_role.flows.arn
  schedule = each.value.schedule
  failure = {
    topic = aws_sns_topic.this["failed"].arn
    queue = one([for name, queue in aws_sqs_queue.this : queue.url if name == "output"])
  }

  providers = {
    aws       = aws
    aws.spare = aws.spare
  }

  depends_on = [aws_sqs_queue.dead]
}

import {
  for_each = { input = "https://sqs.eu-central-1.amazonaws.com/123456789012/flow-input" }
  to       = aws_sqs_queue.this[each.key]
  id       = each.value
}

moved {
  from = aws_sqs_queue.dead_letters
  to   = aws_sqs_queue.dead
}

moved {
  from = module.stage_orders
  to   = module.stage["orders"]
}

removed {
  from = aws_sns_topic.old
  lifecycle {
    destroy = false
  }
}

check "flows" {
  data "aws_sfn_state_machine" "orders" {
    name       = "orders"
    depends_on = [module.stage]
  }
  assert {
    condition     = data.aws_sfn_state_machine.orders.status == "ACTIVE"
    error_message = "The flow orders is ${data.aws_sfn_state_machine.orders.status}."
  }
}

output "machines" {
  value = { for name, stage in module.stage : name => stage.arn }
}

output "copies" {
  value = module.stage["orders"].copies[*].bucket
}

output "summary" {
  value = <<-EOT
    Flows: ${local.names}, at most ${local.longest} steps
    %{for name, stage in module.stage~}
    ${upper(name)}: ${stage.arn} (${length(stage.states)})
    %{endfor~}
    %{if length(local.subscriptions) > 0}Subscribed: ${join(",", local.subscriptions[*].who)}%{else}Nobody%{endif}
  EOT
}
