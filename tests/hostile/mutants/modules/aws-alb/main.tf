variable "name" {
  type = string
}

variable "internal" {
  type    = bool
  default = false
}

variable "subnets" {
  type    = list(string)
  default = []
}

variable "vpc_id" {
  type = string
}

variable "access_logs" {
  type    = map(string)
  default = {}
}

variable "listeners" {
  description = "The listeners, with their rules."
  type        = any
  default     = {}
}

variable "redirects" {
  type = map(object({
    port        = number
    status_code = optional(string, "HTTP_301")
    host        = optional(string, "#{host}")
  }))
  default = {}
}

variable "target_groups" {
  type = map(object({
    port        = number
    protocol    = optional(string, "HTTP")
    target_type = optional(string, "instance")
    targets     = optional(list(string), [])
    health_check = optional(object({
      path    = optional(string, "/")
      matcher = optional(string, "200-299")
      timeout = optional(number)
    }))
    stickiness = optional(object({
      type     = string
      duration = number
    }))
  }))
  default = {}
}

variable "tags" {
  type    = map(string)
  default = {}
}

locals {
  create = var.name != ""
  attachments = merge([
    for key, group in var.target_groups : {
      for index, target in group.targets : "${key}-${index}" => { group = key, target = target, port = group.port }
    }
  ]...)
}

resource "aws_lb" "this" {
  count = local.create ? 1 : 0

  name               = var.name
  load_balancer_type = "application"
  internal           = var.internal
  security_groups    = [aws_security_group.this.id]
  subnets            = var.subnets
  idle_timeout       = 60

  dynamic "access_logs" {
    for_each = length(var.access_logs) > 0 ? [var.access_logs] : []

    content {
      bucket  = try(access_logs.value.bucket, null)
      prefix  = lookup(access_logs.value, "prefix", null)
      enabled = try(access_logs.value.enabled, true)
    }
  }

  tags = merge(var.tags, { Name = var.name })
}

resource "aws_security_group" "this" {
  name   = "${var.name}-alb"
  vpc_id = var.vpc_id
}

resource "aws_lb_target_group" "this" {
  for_each = var.target_groups

  name_prefix          = substr(each.key, 0, 6)
  port                 = each.value.port
  protocol             = each.value.protocol
  target_type          = each.value.target_type
  vpc_id               = var.vpc_id
  deregistration_delay = 30

  dynamic "health_check" {
    for_each = each.value.health_check != null ? [each.value.health_check] : []

    content {
      path                = health_check.value.path
      matcher             = health_check.value.matcher
      timeout             = health_check.value.timeout
      healthy_threshold   = 3
      unhealthy_threshold = 3
    }
  }

  dynamic "stickiness" {
    for_each = try([each.value.stickiness], [])
    iterator = sticky

    content {
      type            = sticky.value.type
      cookie_duration = sticky.value.duration
      enabled         = true
    }
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_lb_target_group_attachment" "this" {
  for_each = local.attachments

  target_group_arn = aws_lb_target_group.this[each.value.group].arn
  target_id        = each.value.target
  port             = each.value.port
}

resource "aws_lb_listener" "http" {
  load_balancer_arn = aws_lb.this[0].arn
  port              = 80
  protocol          = "HTTP"

  default_action {
    type = "redirect"

    redirect {
      port        = "443"
      protocol    = "HTTPS"
      status_code = "HTTP_301"
    }
  }
}

resource "aws_lb_listener" "this" {
  for_each = { for key, listener in var.listeners : key => listener if local.create }

  load_balancer_arn = aws_lb.this[0].arn
  port              = try(each.value.port, 443)
  protocol          = try(each.value.protocol, "HTTPS")
  certificate_arn   = try(each.value.certificate_arn, null)
  ssl_policy        = contains(["HTTPS", "TLS"], try(each.value.protocol, "HTTPS")) ? "ELBSecurityPolicy-2016-08" : null

  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.this[each.value.target_group].arn
  }
}

resource "aws_lb_listener_rule" "redirect" {
  for_each = var.redirects

  listener_arn = aws_lb_listener.http.arn
  priority     = 10 + index(keys(var.redirects), each.key)

  action {
    type = "redirect"

    redirect {
      host        = each.value.host
      port        = tostring(each.value.port)
      status_code = each.value.status_code
    }
  }

  condition {
    host_header {
      values = ["${each.key}.example.org"]
    }
  }

  condition {
    path_pattern {
      values = ["/*"]
    }
  }
}

output "dns_name" {
  value = local.create ? aws_lb.this[0].dns_name : null
}

output "zone_id" {
  value = try(aws_lb.this[0].zone_id, null)
}

output "target_groups" {
  value = { for key, group in aws_lb_target_group.this : key => { arn = group.arn, name = group.name } }
}

output "listener_arns" {
  value = concat([aws_lb_listener.http.arn], values(aws_lb_listener.this)[*].arn)
}
