terraform {
  required_version = ">= 1.9"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "5.100.0"
    }
  }
}

variable "prefix" {
  description = "Prefix of all names"
  type        = string
  default     = "app"
  nullable    = false
}

variable "statements" {
  type = map(object({
    sid           = optional(string)
    effect        = optional(string, "Allow")
    actions       = list(string)
    not_actions   = optional(list(string), [])
    resources     = optional(list(string), ["*"])
    principals    = optional(map(set(string)), {})
    conditions = optional(list(object({
      test     = string
      variable = string
      values   = list(string)
    })), [])
  }))
  default = {}

  validation {
    condition     = alltrue([for s in values(var.statements) : contains(["Allow", "Deny"], s.effect)])
    error_message = "The effect is Allow or Deny."
  }
}

variable "boundary" {
  type    = string
  default = null
}

variable "trusted" {
  type = object({
    services = optional(list(string), ["ec2.amazonaws.com"])
    accounts = optional(list(number), [])
    oidc = optional(object({
      provider = string
      subjects = set(string)
    }))
  })
  default = {}
}

variable "groups" {
  type    = map(list(string))
  default = { admins = ["ann"], users = ["bob", "eve"] }
}

data "aws_caller_identity" "current" {}

data "aws_partition" "current" {}

locals {
  account  = data.aws_caller_identity.current.account_id
  root     = "arn:${data.aws_partition.current.partition}:iam::${local.account}:root"
  members  = flatten([for group, names in var.groups : [for name in names : { group = group, name = name }]])
  by_key   = { for m in local.members : "${m.group}/${m.name}" => m }
  has_oidc = var.trusted.oidc != null
  allowed  = { for key, s in var.statements : key => s if s.effect == "Allow" }
  accounts = [for id in var.trusted.accounts : format("arn:aws:iam::%012d:root", id)]
  tags = merge(
    { Name = var.prefix },
    local.has_oidc ? { Provider = var.trusted.oidc.provider } : {},
  )
}

data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = var.trusted.services
    }

    dynamic "principals" {
      for_each = length(var.trusted.accounts) > 0 ? [local.accounts] : []
      content {
        type        = "AWS"
        identifiers = concat(principals.value, [local.root])
      }
    }
  }

  dynamic "statement" {
    for_each = var.trusted.oidc == null ? [] : [var.trusted.oidc]
    iterator = oidc
    content {
      actions = ["sts:AssumeRoleWithWebIdentity"]
      principals {
        type        = "Federated"
        identifiers = [oidc.value.provider]
      }
      condition {
        test     = "StringEquals"
        variable = "${oidc.value.provider}:sub"
        values   = oidc.value.subjects
      }
    }
  }
}

data "aws_iam_policy_document" "access" {
  dynamic "statement" {
    for_each = var.statements
    content {
      sid         = coalesce(statement.value.sid, replace(title(statement.key), "/[^a-zA-Z0-9]/", ""))
      effect      = statement.value.effect
      actions     = statement.value.actions
      not_actions = statement.value.not_actions
      resources   = statement.value.resources

      dynamic "principals" {
        for_each = statement.value.principals
        content {
          type        = principals.key
          identifiers = principals.value
        }
      }

      dynamic "condition" {
        for_each = statement.value.conditions
        content {
          test     = condition.value.test
          variable = condition.value.variable
          values   = [for v in condition.value.values : lower(v)]
        }
      }
    }
  }
}

resource "aws_iam_role" "main" {
  name                 = "${var.prefix}-role"
  assume_role_policy   = data.aws_iam_policy_document.trust.json
  permissions_boundary = var.boundary
  max_session_duration = 3600
  tags                 = local.tags
}

resource "aws_iam_policy" "access" {
  count       = length(var.statements) > 0 ? 1 : 0
  name_prefix = "${var.prefix}-"
  policy      = data.aws_iam_policy_document.access.json
}

resource "aws_iam_role_policy_attachment" "access" {
  for_each   = toset(aws_iam_policy.access[*].name_prefix)
  role       = aws_iam_role.main.name
  policy_arn = aws_iam_policy.access[0].arn
}

resource "aws_iam_user" "members" {
  for_each      = local.by_key
  name          = each.value.name
  path          = "/${each.value.group}/"
  force_destroy = each.value.group != "admins"
}

resource "aws_iam_group" "groups" {
  for_each = var.groups
  name     = each.key
}

resource "aws_iam_group_membership" "groups" {
  for_each = aws_iam_group.groups
  name     = "${each.key}-members"
  group    = each.value.name
  users    = [for key, m in local.by_key : aws_iam_user.members[key].name if m.group == each.key]
}

output "role" {
  value = { name = aws_iam_role.main.name, arn = aws_iam_role.main.arn }
}

output "policy" {
  value = try(aws_iam_policy.access[0].arn, null)
}

output "users" {
  value = { for key, user in aws_iam_user.members : key => user.unique_id }
}

output "document" {
  value = jsondecode(data.aws_iam_policy_document.access.json).Statement[*].Sid
}
