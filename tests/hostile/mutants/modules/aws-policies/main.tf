variable "accounts" {
  type = map(object({
    id    = string
    roles = list(string)
  }))
}

variable "buckets" {
  type = set(string)
}

variable "boundary" {
  type    = string
  default = null
}

variable "sessions" {
  type    = number
  default = 3600
}

locals {
  grants = merge([
    for name, account in var.accounts : {
      for role in account.roles : "${name}/${role}" => { account = account.id, role = role }
    }
  ]...)

  actions = {
    reader = ["s3:GetObject", "s3:ListBucket"]
    writer = ["s3:PutObject"]
  }

  unknown = setsubtract(distinct(flatten([for a in var.accounts : a.roles])), keys(local.actions))
}

data "aws_iam_policy_document" "trust" {
  for_each = local.grants

  statement {
    sid     = "Trust"
    actions = ["sts:AssumeRole"]

    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::${each.value.account}:root"]
    }

    condition {
      test     = "StringEquals"
      variable = "sts:ExternalId"
      values   = [each.key]
    }
  }
}

data "aws_iam_policy_document" "access" {
  for_each = local.actions

  dynamic "statement" {
    for_each = var.buckets
    content {
      sid       = "Bucket${index(sort(var.buckets), statement.value)}"
      effect    = each.key == "reader" ? "Allow" : "Deny"
      actions   = each.value
      resources = ["arn:aws:s3:::${statement.value}", "arn:aws:s3:::${statement.value}/*"]
    }
  }

  statement {
    sid       = "Keys"
    actions   = ["kms:Decrypt"]
    resources = ["*"]

    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = [true]
    }
  }
}

resource "aws_iam_role" "this" {
  for_each = local.grants

  name                 = replace(each.key, "/", "-")
  assume_role_policy   = data.aws_iam_policy_document.trust[each.key].json
  permissions_boundary = var.boundary
  max_session_duration = var.sessions

  tags = {
    Account = each.value.account
    Role    = title(each.value.role)
  }
}

resource "aws_iam_policy" "access" {
  for_each = data.aws_iam_policy_document.access

  name   = "access-${each.key}"
  policy = each.value.json
}

resource "aws_iam_role_policy_attachment" "access" {
  for_each = { for key, grant in local.grants : key => grant if contains(keys(local.actions), grant.role) }

  role       = aws_iam_role.this[each.key].name
  policy_arn = aws_iam_policy.access[each.value.role].arn
}

resource "aws_iam_group" "admins" {
  name = "admins"
  path = "/teams/"
}

resource "aws_iam_user" "admin" {
  count         = 2
  name          = format("admin-%02d", count.index + 1)
  force_destroy = true
}

resource "aws_iam_group_membership" "admins" {
  name  = "admins"
  group = aws_iam_group.admins.name
  users = aws_iam_user.admin[*].name
}

resource "aws_iam_access_key" "first" {
  user   = aws_iam_user.admin[0].name
  status = "Inactive"
}

check "roles" {
  assert {
    condition     = length(local.unknown) == 0
    error_message = "No actions for ${join(", ", local.unknown)}."
  }
}

output "roles" {
  value = {
    for account, grants in { for k, r in aws_iam_role.this : r.tags["Account"] => r.arn... } : account => sort(grants)
  }
}

output "key" {
  value     = { id = aws_iam_access_key.first.id, secret = aws_iam_access_key.first.secret }
  sensitive = true
}

output "admins" {
  value = [for i, u in aws_iam_user.admin : "${i}: ${u.arn}"]
}
