variable "services" {
  type = map(object({
    image   = string
    cpu     = optional(number, 256)
    memory  = optional(number, 512)
    ports   = list(number)
    env     = optional(map(string), {})
    secrets = optional(map(string), {})
    scale   = optional(object({ min = number, max = number }), { min = 1, max = 2 })
  }))
}

variable "network" {
  type = object({ vpc = string, subnets = tuple([string, string]) })
}

variable "tags" {
  type    = map(string)
  default = { team = "core" }
}

locals {
  containers = {
    for name, s in var.services : name => {
      name         = name
      image        = s.image
      essential    = true
      portMappings = [for p in s.ports : { containerPort = p, hostPort = p, protocol = "tcp" }]
      environment  = [for k, v in merge({ SERVICE = name }, s.env) : { name = k, value = v }]
      secrets      = [for k in sort(keys(s.secrets)) : { name = k, valueFrom = s.secrets[k] }]
    }
  }
  ports  = distinct(flatten(values(var.services)[*].ports))
  total  = sum([for s in var.services : s.cpu * s.scale.max])
  public = { for name, s in var.services : name => s.ports[0] if contains(s.ports, 443) }
}

resource "aws_ecs_cluster" "main" {
  name = "main"

  setting {
    name  = "containerInsights"
    value = local.total > 4096 ? "enabled" : "disabled"
  }

  configuration {
    execute_command_configuration {
      logging = "OVERRIDE"
      log_configuration {
        cloud_watch_log_group_name = aws_cloudwatch_log_group.main.name
      }
    }
  }
}

resource "aws_cloudwatch_log_group" "main" {
  name_prefix       = "ecs-"
  retention_in_days = 7
  tags              = var.tags
}

resource "aws_security_group" "tasks" {
  name   = "tasks"
  vpc_id = var.network.vpc

  dynamic "ingress" {
    for_each = local.ports
    content {
      from_port   = ingress.value
      to_port     = ingress.value
      protocol    = "tcp"
      cidr_blocks = ["10.0.0.0/8"]
    }
  }

  egress {
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    cidr_blocks = ["0.0.0.0/0"]
  }

  timeouts {
    create = "5m"
  }
}

resource "aws_ecs_task_definition" "main" {
  for_each                 = var.services
  family                   = each.key
  cpu                      = each.value.cpu
  memory                   = each.value.memory
  network_mode             = "awsvpc"
  requires_compatibilities = ["FARGATE"]
  container_definitions    = jsonencode([local.containers[each.key]])

  runtime_platform {
    cpu_architecture = "ARM64"
  }

  volume {
    name = "scratch"
  }
}

resource "aws_lb" "main" {
  count              = length(local.public) > 0 ? 1 : 0
  load_balancer_type = "network"
  subnets            = var.network.subnets
  security_groups    = [aws_security_group.tasks.id]
}

resource "aws_lb_target_group" "main" {
  for_each    = local.public
  port        = each.value
  protocol    = "TCP"
  target_type = "ip"
  vpc_id      = var.network.vpc

  health_check {
    interval = 10
    port     = "traffic-port"
  }
}

resource "aws_lb_listener" "main" {
  for_each          = aws_lb_target_group.main
  load_balancer_arn = aws_lb.main[0].arn
  port              = each.value.port
  protocol          = "TCP"

  default_action {
    type             = "forward"
    target_group_arn = each.value.arn
  }
}

resource "aws_ecs_service" "main" {
  for_each        = aws_ecs_task_definition.main
  name            = each.key
  cluster         = aws_ecs_cluster.main.id
  task_definition = each.value.arn
  launch_type     = "FARGATE"
  desired_count   = var.services[each.key].scale.min

  network_configuration {
    subnets          = [var.network.subnets[0], var.network.subnets[1]]
    security_groups  = aws_security_group.tasks[*].id
    assign_public_ip = false
  }

  dynamic "load_balancer" {
    for_each = contains(keys(local.public), each.key) ? [local.public[each.key]] : []
    content {
      target_group_arn = aws_lb_target_group.main[each.key].arn
      container_name   = each.key
      container_port   = load_balancer.value
    }
  }

  lifecycle {
    ignore_changes       = [desired_count]
    replace_triggered_by = [aws_ecs_task_definition.main[each.key].revision]

    postcondition {
      condition     = self.desired_count >= 1
      error_message = "${self.name} has no task."
    }
  }
}

resource "aws_appautoscaling_target" "main" {
  for_each           = { for name, s in var.services : name => s.scale if s.scale.max > s.scale.min }
  min_capacity       = each.value.min
  max_capacity       = each.value.max
  resource_id        = "service/${aws_ecs_cluster.main.name}/${aws_ecs_service.main[each.key].name}"
  scalable_dimension = "ecs:service:DesiredCount"
  service_namespace  = "ecs"
}

output "endpoint" {
  value = try("${aws_lb.main[0].dns_name}:${values(local.public)[0]}", null)
}

output "targets" {
  value = { for k, t in aws_appautoscaling_target.main : k => "${t.min_capacity}-${t.max_capacity}" }
}
