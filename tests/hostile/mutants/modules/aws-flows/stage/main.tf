terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.spare]
    }
  }
}

variable "name" { type = string }

variable "steps" {
  type = list(object({ name = string, lambda = string, retries = number, next = optional(string) }))
}

variable "kind" {
  type    = string
  default = "STANDARD"
  validation {
    condition     = contains(["STANDARD", "EXPRESS"], var.kind)
    error_message = "The kind ${var.kind} is unknown."
  }
}

variable "role" { type = string }

variable "schedule" { type = string }

variable "failure" {
  type = object({ topic = string, queue = optional(string) })
}

resource "aws_sfn_state_machine" "this" {
  name     = var.name
  role_arn = var.role
  type     = var.kind
  definition = jsonencode({
    StartAt = var.steps[0].name
    States  = { for name, step in module.step : name => step.state }
  })
}

resource "aws_scheduler_schedule" "this" {
  name                = "${var.name}-schedule"
  schedule_expression = var.schedule

  flexible_time_window {
    mode = "OFF"
  }

  target {
    arn      = aws_sfn_state_machine.this.arn
    role_arn = var.role
    input    = jsonencode({ failure = var.failure, at = "<aws.scheduler.scheduled-time>" })

    retry_policy {
      maximum_retry_attempts = 3
    }
  }
}

resource "aws_s3_bucket" "copy" {
  count    = var.kind == "EXPRESS" ? 1 : 2
  provider = aws.spare
  bucket   = format("%s-copy-%02d", var.name, count.index)
}

module "step" {
  source   = "./step"
  for_each = { for step in var.steps : step.name => step }
  lambda   = each.value.lambda
  retries  = each.value.retries
  next     = each.value.next
  topic    = var.failure.topic
}

output "arn" { value = aws_sfn_state_machine.this.arn }

output "states" { value = [for step in module.step : step.state.Type] }

output "copies" { value = aws_s3_bucket.copy }
