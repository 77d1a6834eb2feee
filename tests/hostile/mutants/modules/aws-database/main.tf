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
  validation {
    condition     = length(var.name) <= 40 && lower(var.name) == var.name
    error_message = "The name ${var.name} is too long, or has large letters."
  }
}

variable "engine" {
  type = object({
    name    = string
    version = string
    parameters = optional(list(object({
      name  = string
      value = string
      apply = optional(string, "immediate")
    })), [])
  })
  default = { name = "postgres", version = "16.3" }
}

variable "instances" {
  type = map(object({
    class    = optional(string, "db.t4g.medium")
    promote  = optional(number, 1)
    insights = optional(bool, false)
  }))
  default = { one = {} }
}

variable "network" {
  type = object({
    vpc     = string
    subnets = list(string)
    access = optional(list(object({
      description = string
      cidrs       = optional(list(string), [])
      group       = optional(string)
    })), [])
  })
}

variable "backup" {
  type = object({
    days   = number
    window = optional(string, "02:00-03:00")
  })
  default = null
}

variable "storage" {
  type    = number
  default = 20
}

ephemeral "aws_secretsmanager_random_password" "master" {
  password_length     = 24
  exclude_punctuation = true
}

data "aws_vpc" "this" {
  id = var.network.vpc
}

data "aws_kms_key" "rds" {
  key_id = "alias/aws/rds"
}

locals {
  port   = { postgres = 5432, mysql = 3306 }[var.engine.name]
  family = "${var.engine.name}${split(".", var.engine.version)[0]}"
  days   = try(var.backup.days, 1)
  static = [for parameter in var.engine.parameters : parameter if parameter.apply == "pending-reboot"]
  alarms = {
    cpu     = { metric = "CPUUtilization", threshold = 80, above = true }
    storage = { metric = "FreeStorageSpace", threshold = var.storage * pow(1024, 3) * 0.1, above = false }
  }
  watched = { for pair in setproduct(keys(var.instances), keys(local.alarms)) : "${pair[0]}-${pair[1]}" => { instance = pair[0], alarm = local.alarms[pair[1]] } }
}

resource "aws_db_subnet_group" "this" {
  name       = var.name
  subnet_ids = var.network.subnets
}

resource "aws_security_group" "this" {
  name        = "${var.name}-db"
  description = "Database ${var.name}"
  vpc_id      = data.aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "cidr" {
  for_each = { for rule in flatten([
    for access in var.network.access : [for cidr in access.cidrs : { cidr = cidr, description = access.description }]
  ]) : rule.cidr => rule }
  security_group_id = aws_security_group.this.id
  ip_protocol       = "tcp"
  from_port         = local.port
  to_port           = local.port
  cidr_ipv4         = each.value.cidr
  description       = each.value.description
}

resource "aws_db_parameter_group" "this" {
  name_prefix = "${var.name}-"
  family      = local.family

  dynamic "parameter" {
    for_each = { for parameter in var.engine.parameters : parameter.name => parameter }
    content {
      name         = parameter.key
      value        = parameter.value.value
      apply_method = parameter.value.apply
    }
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_db_instance" "this" {
  for_each                     = var.instances
  identifier                   = "${var.name}-${each.key}"
  engine                       = var.engine.name
  engine_version               = var.engine.version
  instance_class               = each.value.class
  allocated_storage            = var.storage
  storage_encrypted            = true
  kms_key_id                   = data.aws_kms_key.rds.arn
  username                     = "master"
  password_wo                  = ephemeral.aws_secretsmanager_random_password.master.random_password
  password_wo_version          = 1
  port                         = local.port
  db_subnet_group_name         = aws_db_subnet_group.this.name
  parameter_group_name         = aws_db_parameter_group.this.name
  vpc_security_group_ids       = [aws_security_group.this.id]
  backup_retention_period      = local.days
  backup_window                = var.backup != null ? var.backup.window : null
  performance_insights_enabled = each.value.insights
  skip_final_snapshot          = true
  apply_immediately            = length(local.static) == 0
  tags                         = { Name = var.name, Tier = each.value.promote }

  timeouts {
    create = "60m"
  }

  lifecycle {
    ignore_changes = [engine_version, password_wo_version]
    precondition {
      condition     = var.storage >= 20
      error_message = "At least 20 GB are needed, not ${var.storage}."
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each            = local.watched
  alarm_name          = "${var.name}-${each.key}"
  namespace           = "AWS/RDS"
  metric_name         = each.value.alarm.metric
  comparison_operator = each.value.alarm.above ? "GreaterThanThreshold" : "LessThanThreshold"
  threshold           = each.value.alarm.threshold
  evaluation_periods  = 3
  period              = 300
  statistic           = "Average"
  dimensions          = { DBInstanceIdentifier = aws_db_instance.this[each.value.instance].identifier }
  alarm_actions       = [aws_sns_topic.alarms.arn]
}

resource "aws_sns_topic" "alarms" {
  name = "${var.name}-alarms"
}

resource "aws_sns_topic_subscription" "mail" {
  for_each  = toset(["ops@example.com"])
  topic_arn = aws_sns_topic.alarms.arn
  protocol  = "email"
  endpoint  = each.key
}

resource "aws_secretsmanager_secret" "master" {
  name                    = "${var.name}-master"
  recovery_window_in_days = 7
}

resource "aws_secretsmanager_secret_version" "master" {
  secret_id                = aws_secretsmanager_secret.master.id
  secret_string_wo         = jsonencode({ user = "master", password = ephemeral.aws_secretsmanager_random_password.master.random_password })
  secret_string_wo_version = 1
}

resource "aws_db_proxy" "this" {
  count          = length(var.instances) > 1 ? 1 : 0
  name           = var.name
  engine_family  = upper(var.engine.name) == "MYSQL" ? "MYSQL" : "POSTGRESQL"
  role_arn       = aws_iam_role.proxy[0].arn
  vpc_subnet_ids = aws_db_subnet_group.this.subnet_ids

  auth {
    auth_scheme = "SECRETS"
    secret_arn  = aws_secretsmanager_secret.master.arn
  }
}

resource "aws_iam_role" "proxy" {
  count = length(var.instances) > 1 ? 1 : 0
  name  = "${var.name}-proxy"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "rds.amazonaws.com" } }]
  })
}

output "endpoints" {
  value = { for name, instance in aws_db_instance.this : name => "${instance.address}:${instance.port}" }
}

output "proxy" {
  value = one(aws_db_proxy.this[*].endpoint)
}

output "parameters" {
  value = [for parameter in aws_db_parameter_group.this.parameter : parameter.name]
}

output "secret" {
  value     = aws_secretsmanager_secret.master.arn
  sensitive = true
}

output "alarms" {
  value = sort([for key, alarm in aws_cloudwatch_metric_alarm.this : "${key}=${alarm.threshold}"])
}
