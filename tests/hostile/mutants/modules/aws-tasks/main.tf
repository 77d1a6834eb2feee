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
    condition     = can(regex("^[a-z-]+$", var.name))
    error_message = "Letters and dashes only."
  }
}

variable "containers" {
  type = map(object({
    image       = string
    cpu         = optional(number, 256)
    memory      = optional(number, 512)
    ports       = optional(list(number), [])
    environment = optional(map(string), {})
    secrets     = optional(map(string), {})
    command     = optional(list(string))
    essential   = optional(bool, true)
  }))
}

variable "subnets" {
  type = list(string)
}

variable "desired" {
  type    = number
  default = 1
}

variable "scaling" {
  type = object({
    low    = number
    high   = number
    target = optional(number, 60)
  })
  default = null
}

data "aws_region" "current" {}

locals {
  region = data.aws_region.current.name
  definitions = [
    for name, container in var.containers : {
      name      = name
      image     = container.image
      cpu       = container.cpu
      memory    = container.memory
      essential = container.essential
      command   = container.command
      portMappings = [
        for port in container.ports : { containerPort = port, hostPort = port, protocol = "tcp" }
      ]
      environment = [for key in sort(keys(container.environment)) : { name = key, value = container.environment[key] }]
      secrets     = [for key, arn in container.secrets : { name = key, valueFrom = arn }]
      logConfiguration = {
        logDriver = "awslogs"
        options = {
          "awslogs-group"         = aws_cloudwatch_log_group.this.name
          "awslogs-region"        = local.region
          "awslogs-stream-prefix" = name
        }
      }
    }
  ]
  cpu    = sum([for c in var.containers : c.cpu])
  memory = sum(values(var.containers)[*].memory)
  ports  = toset(flatten([for c in var.containers : c.ports]))
  first  = try(tolist(local.ports)[0], 80)
}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/ecs/${var.name}"
  retention_in_days = 7
}

resource "aws_ecs_cluster" "this" {
  name = var.name
  setting {
    name  = "containerInsights"
    value = "enabled"
  }
}

resource "aws_ecs_task_definition" "this" {
  family                   = var.name
  network_mode             = "awsvpc"
  requires_compatibilities = ["FARGATE"]
  cpu                      = local.cpu
  memory                   = local.memory
  execution_role_arn       = aws_iam_role.execution.arn
  container_definitions    = jsonencode(local.definitions)

  runtime_platform {
    operating_system_family = "LINUX"
    cpu_architecture        = "ARM64"
  }

  dynamic "volume" {
    for_each = toset(["data", "cache"])
    content {
      name = volume.key
    }
  }
}

resource "aws_iam_role" "execution" {
  name = "${var.name}-execution"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "ecs-tasks.amazonaws.com" }
    }]
  })
}

resource "aws_security_group" "this" {
  name_prefix = "${var.name}-"
  vpc_id      = data.aws_subnet.first.vpc_id

  dynamic "ingress" {
    for_each = local.ports
    iterator = port
    content {
      from_port   = port.value
      to_port     = port.value
      protocol    = "tcp"
      cidr_blocks = [data.aws_subnet.first.cidr_block]
    }
  }

  egress {
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    cidr_blocks = ["0.0.0.0/0"]
  }
}

data "aws_subnet" "first" {
  id = var.subnets[0]
}

resource "aws_ecs_service" "this" {
  name            = var.name
  cluster         = aws_ecs_cluster.this.id
  task_definition = aws_ecs_task_definition.this.arn
  desired_count   = var.desired
  launch_type     = "FARGATE"

  network_configuration {
    subnets         = var.subnets
    security_groups = [aws_security_group.this.id]
  }

  dynamic "load_balancer" {
    for_each = length(local.ports) > 0 ? aws_lb_target_group.this : []
    content {
      target_group_arn = load_balancer.value.arn
      container_name   = keys(var.containers)[0]
      container_port   = local.first
    }
  }

  lifecycle {
    ignore_changes = [desired_count]
  }

  depends_on = [aws_iam_role.execution]
}

resource "aws_lb_target_group" "this" {
  count       = length(local.ports) > 0 ? 1 : 0
  port        = local.first
  protocol    = "HTTP"
  target_type = "ip"
  vpc_id      = data.aws_subnet.first.vpc_id

  health_check {
    path    = "/"
    matcher = "200-399"
  }
}

resource "aws_appautoscaling_target" "this" {
  count              = var.scaling == null ? 0 : 1
  min_capacity       = var.scaling.low
  max_capacity       = var.scaling.high
  resource_id        = "service/${aws_ecs_cluster.this.name}/${aws_ecs_service.this.name}"
  scalable_dimension = "ecs:service:DesiredCount"
  service_namespace  = "ecs"
}

resource "aws_appautoscaling_policy" "this" {
  for_each           = var.scaling != null ? { cpu = "ECSServiceAverageCPUUtilization", memory = "ECSServiceAverageMemoryUtilization" } : {}
  name               = "${var.name}-${each.key}"
  policy_type        = "TargetTrackingScaling"
  resource_id        = aws_appautoscaling_target.this[0].resource_id
  scalable_dimension = aws_appautoscaling_target.this[0].scalable_dimension
  service_namespace  = aws_appautoscaling_target.this[0].service_namespace

  target_tracking_scaling_policy_configuration {
    target_value = var.scaling.target
    predefined_metric_specification {
      predefined_metric_type = each.value
    }
  }
}

output "service" {
  value = {
    id    = aws_ecs_service.this.id
    ports = local.ports
    group = aws_lb_target_group.this[*].arn
  }
}

output "definitions" {
  value = jsondecode(aws_ecs_task_definition.this.container_definitions)[*].name
}
