variable "create" {
  type    = bool
  default = true
}

variable "name" {
  type    = string
  default = null
}

variable "use_prefix" {
  type    = bool
  default = true
}

variable "vpc_id" {
  type    = string
  default = null
}

variable "rules" {
  description = "Known rules: first port, last port, protocol, description."
  type        = map(list(any))
  default = {
    http  = [80, 80, "tcp", "HTTP"]
    https = [443, 443, "tcp", "HTTPS"]
    dns   = [53, 53, "udp", "DNS"]
  }
}

variable "ingress_rules" {
  type    = list(string)
  default = []
}

variable "ingress_cidrs" {
  type    = list(string)
  default = []
}

variable "ingress_with_source" {
  type    = list(map(string))
  default = []
}

variable "egress" {
  type = map(object({
    from        = number
    to          = number
    protocol    = optional(string, "tcp")
    cidrs       = optional(list(string), ["0.0.0.0/0"])
    description = optional(string)
  }))
  default = {}
}

variable "tags" {
  type    = map(string)
  default = {}
}

locals {
  group_id = var.create ? concat(aws_security_group.this[*].id, aws_security_group.prefixed[*].id, [""])[0] : ""
}

resource "aws_security_group" "this" {
  count = var.create && !var.use_prefix ? 1 : 0

  name                   = var.name
  description            = "Managed by Terraform"
  vpc_id                 = var.vpc_id
  revoke_rules_on_delete = false

  ingress {
    description = "Own members"
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    self        = true
  }

  egress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"]
  }

  tags = merge({ "Name" = format("%s", var.name) }, var.tags)
}

resource "aws_security_group" "prefixed" {
  count = var.create && var.use_prefix ? 1 : 0

  name_prefix = "${var.name}-"
  vpc_id      = var.vpc_id
  tags        = var.tags

  dynamic "egress" {
    for_each = var.egress

    content {
      description = egress.value.description
      from_port   = egress.value.from
      to_port     = egress.value.to
      protocol    = egress.value.protocol
      cidr_blocks = egress.value.cidrs
    }
  }

  lifecycle {
    create_before_destroy = true
  }

  timeouts {
    create = "10m"
    delete = "15m"
  }
}

resource "aws_security_group_rule" "named" {
  count = var.create ? length(var.ingress_rules) : 0

  security_group_id = local.group_id
  type              = "ingress"
  cidr_blocks       = var.ingress_cidrs
  description       = var.rules[var.ingress_rules[count.index]][3]
  from_port         = var.rules[var.ingress_rules[count.index]][0]
  to_port           = var.rules[var.ingress_rules[count.index]][1]
  protocol          = var.rules[var.ingress_rules[count.index]][2]
}

resource "aws_security_group_rule" "with_source" {
  count = var.create ? length(var.ingress_with_source) : 0

  security_group_id        = local.group_id
  type                     = "ingress"
  source_security_group_id = var.ingress_with_source[count.index]["source_security_group_id"]
  description              = lookup(var.ingress_with_source[count.index], "description", "Ingress")
  from_port                = lookup(var.ingress_with_source[count.index], "from_port", 0)
  to_port                  = lookup(var.ingress_with_source[count.index], "to_port", 0)
  protocol                 = lookup(var.ingress_with_source[count.index], "protocol", "tcp")
}

resource "aws_vpc_security_group_egress_rule" "all" {
  for_each = var.create ? { for key, rule in var.egress : key => rule if length(rule.cidrs) > 0 } : {}

  security_group_id = local.group_id
  ip_protocol       = each.value.protocol
  from_port         = each.value.from
  to_port           = each.value.to
  cidr_ipv4         = each.value.cidrs[0]
  description       = try(each.value.description, each.key)
  tags              = merge(var.tags, { Rule = each.key })
}

output "security_group_id" {
  value = try(aws_security_group.this[0].id, aws_security_group.prefixed[0].id, "")
}

output "arn" {
  value = one(aws_security_group.prefixed[*].arn)
}

output "rules" {
  value = { for key, rule in aws_vpc_security_group_egress_rule.all : key => rule.security_group_rule_id }
}
