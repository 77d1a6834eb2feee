variable "roles" {
  type = map(object({
    services = optional(set(string), [])
    accounts = optional(list(string), [])
    policies = optional(map(object({
      actions   = list(string)
      resources = optional(list(string), ["*"])
      effect    = optional(string, "Allow")
      conditions = optional(list(object({
        test     = string
        variable = string
        values   = list(string)
      })), [])
    })), {})
    managed  = optional(list(string), [])
    duration = optional(number, 3600)
  }))
}

variable "boundary" {
  type    = string
  default = null
}

variable "groups" {
  type    = map(list(string))
  default = { admins = ["ada"], readers = ["bob", "eve"] }
}

data "aws_partition" "current" {}

data "aws_caller_identity" "current" {}

locals {
  users   = toset(flatten(values(var.groups)))
  members = transpose(var.groups)
  managed = merge([
    for name, role in var.roles : {
      for arn in role.managed : "${name}:${arn}" => { role = name, arn = arn }
    }
  ]...)
  grid = [for p in setproduct(keys(var.roles), ["read", "write"]) : join("-", p)]
  root = "arn:${data.aws_partition.current.partition}:iam::${data.aws_caller_identity.current.account_id}:root"
}

data "aws_iam_policy_document" "trust" {
  for_each = var.roles

  dynamic "statement" {
    for_each = length(each.value.services) == 0 ? [] : [each.value.services]
    content {
      actions = ["sts:AssumeRole"]
      principals {
        type        = "Service"
        identifiers = statement.value
      }
    }
  }

  statement {
    actions = ["sts:AssumeRole", "sts:TagSession"]
    principals {
      type        = "AWS"
      identifiers = concat([local.root], each.value.accounts)
    }
    condition {
      test     = "Bool"
      variable = "aws:MultiFactorAuthPresent"
      values   = ["true"]
    }
  }
}

data "aws_iam_policy_document" "grants" {
  for_each = { for name, role in var.roles : name => role.policies if length(role.policies) > 0 }

  dynamic "statement" {
    for_each = each.value
    content {
      sid       = title(statement.key)
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
  for_each = var.roles

  name                 = each.key
  assume_role_policy   = data.aws_iam_policy_document.trust[each.key].json
  max_session_duration = each.value.duration
  permissions_boundary = var.boundary
  tags                 = { Index = index(keys(var.roles), each.key) }
}

resource "aws_iam_role_policy" "grants" {
  for_each = data.aws_iam_policy_document.grants

  name   = "grants"
  role   = aws_iam_role.this[each.key].name
  policy = each.value.json
}

resource "aws_iam_role_policy_attachment" "managed" {
  for_each = local.managed

  role       = aws_iam_role.this[each.value.role].name
  policy_arn = each.value.arn
}

resource "aws_iam_user" "this" {
  for_each = local.users
  name     = each.value
}

resource "aws_iam_user_group_membership" "this" {
  for_each = local.members
  user     = aws_iam_user.this[each.key].name
  groups   = [for g in each.value : aws_iam_group.this[g].name]
}

resource "aws_iam_group" "this" {
  for_each = var.groups
  name     = each.key
  path     = "/teams/"
}

resource "aws_iam_policy" "static" {
  count       = var.boundary == null ? 1 : 0
  name_prefix = "static-"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Deny"
      Action   = ["iam:*"]
      Resource = "*"
      Condition = {
        StringNotEquals = { "aws:RequestedRegion" = ["eu-central-1"] }
      }
    }]
  })
}

moved {
  from = aws_iam_policy.static
  to   = aws_iam_policy.static[0]
}

output "roles" {
  value = { for name, role in aws_iam_role.this : name => { arn = role.arn, id = role.unique_id } }
}

output "static" {
  value = one(aws_iam_policy.static[*].arn)
}

output "grid" {
  value = zipmap(local.grid, range(length(local.grid)))
}
