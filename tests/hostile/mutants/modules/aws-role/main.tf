variable "name" {
  type = string
}

variable "path" {
  type    = string
  default = "/"
}

variable "trusted_services" {
  type    = list(string)
  default = ["ec2.amazonaws.com"]
}

variable "trusted_accounts" {
  type    = set(string)
  default = []
}

variable "mfa" {
  type = object({
    required = bool
    age      = optional(number, 86400)
  })
  default = {
    required = false
  }
}

variable "managed_policies" {
  type    = map(string)
  default = {}
}

variable "statements" {
  type = map(object({
    effect    = optional(string, "Allow")
    actions   = list(string)
    resources = list(string)
    conditions = optional(list(object({
      test     = string
      variable = string
      values   = list(string)
    })), [])
  }))
  default = {}
}

variable "boundary" {
  type    = string
  default = ""
}

variable "users" {
  type    = set(string)
  default = []
}

data "aws_partition" "current" {}

data "aws_iam_policy_document" "trust" {
  statement {
    effect  = "Allow"
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = var.trusted_services
    }
  }

  dynamic "statement" {
    for_each = length(var.trusted_accounts) > 0 ? [1] : []

    content {
      actions = ["sts:AssumeRole", "sts:TagSession"]

      principals {
        type        = "AWS"
        identifiers = [for account in var.trusted_accounts : "arn:${data.aws_partition.current.partition}:iam::${account}:root"]
      }

      dynamic "condition" {
        for_each = var.mfa.required ? { age = var.mfa.age } : {}

        content {
          test     = "NumericLessThan"
          variable = "aws:MultiFactorAuth${title(condition.key)}"
          values   = [condition.value]
        }
      }
    }
  }
}

data "aws_iam_policy_document" "inline" {
  dynamic "statement" {
    for_each = var.statements

    content {
      sid       = replace(statement.key, "/[^0-9A-Za-z]/", "")
      effect    = statement.value.effect
      actions   = statement.value.actions
      resources = statement.value.resources

      dynamic "condition" {
        for_each = statement.value.conditions

        content {
          test     = condition.value.test
          variable = condition.value.variable
          values   = condition.value.values
        }
      }
    }
  }
}

resource "aws_iam_role" "this" {
  name                 = var.name
  path                 = var.path
  assume_role_policy   = data.aws_iam_policy_document.trust.json
  max_session_duration = 3600
  permissions_boundary = var.boundary != "" ? var.boundary : null

  tags = {
    Services = join(" ", var.trusted_services)
  }
}

resource "aws_iam_role_policy" "inline" {
  count = length(var.statements) > 0 ? 1 : 0

  name   = "${aws_iam_role.this.name}-inline"
  role   = aws_iam_role.this.id
  policy = data.aws_iam_policy_document.inline.json
}

resource "aws_iam_role_policy_attachment" "managed" {
  for_each = var.managed_policies

  role       = aws_iam_role.this.name
  policy_arn = each.value
}

resource "aws_iam_instance_profile" "this" {
  count = contains(var.trusted_services, "ec2.amazonaws.com") ? 1 : 0

  name = var.name
  role = aws_iam_role.this.name
}

resource "aws_iam_policy" "custom" {
  name_prefix = "${var.name}-"
  description = "Policy of ${var.name}"

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["sts:GetCallerIdentity"]
      Resource = "*"
    }]
  })
}

resource "aws_iam_user" "this" {
  for_each = var.users

  name          = each.key
  path          = "/people/"
  force_destroy = true
}

resource "aws_iam_group" "readers" {
  name = "${var.name}-readers"
}

resource "aws_iam_group_membership" "readers" {
  name  = "readers"
  group = aws_iam_group.readers.name
  users = [for user in aws_iam_user.this : user.name]
}

output "arn" {
  value = aws_iam_role.this.arn
}

output "profile" {
  value = try(aws_iam_instance_profile.this[0].name, null)
}

output "policies" {
  value = concat([aws_iam_policy.custom.arn], [for attachment in aws_iam_role_policy_attachment.managed : attachment.policy_arn])
}

output "user_ids" {
  value = { for name, user in aws_iam_user.this : name => user.unique_id }
}
