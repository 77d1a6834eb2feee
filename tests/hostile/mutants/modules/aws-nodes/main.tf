terraform {
  required_version = ">= 1.9"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

variable "cluster" {
  type = object({
    name     = string
    version  = optional(string, "1.31")
    subnets  = list(string)
    public   = optional(bool, false)
    ranges   = optional(list(string), ["10.0.0.0/8"])
    logs     = optional(set(string), ["api", "audit"])
    policies = optional(map(string), {})
  })
  validation {
    condition     = length(var.cluster.subnets) >= 2
    error_message = "At least 2 subnets, not ${length(var.cluster.subnets)}."
  }
}

variable "groups" {
  description = "Groups of nodes by name."
  type = map(object({
    types  = optional(list(string), ["m6i.large"])
    spot   = optional(bool, false)
    size   = object({ low = number, high = number, start = optional(number) })
    disks  = optional(map(object({ size = number, kind = optional(string, "gp3"), iops = optional(number) })), {})
    taints = optional(list(object({ key = string, value = optional(string), effect = string })), [])
    labels = optional(map(string), {})
  }))
  default = {}

  validation {
    condition     = alltrue([for g in values(var.groups) : g.size.low <= g.size.high])
    error_message = "A group has low <= high."
  }
}

variable "proxy" {
  type = object({
    host = string
    port = number
  })
  nullable = true
  default  = null
}

data "aws_caller_identity" "current" {}

data "aws_partition" "current" {}

data "aws_ssm_parameter" "image" {
  name = "/aws/service/eks/optimized-ami/${var.cluster.version}/amazon-linux-2023/x86_64/standard/recommended/image_id"
}

locals {
  account = data.aws_caller_identity.current.account_id
  prefix  = "arn:${data.aws_partition.current.partition}:iam::aws:policy"
  managed = toset(["AmazonEKSWorkerNodePolicy", "AmazonEC2ContainerRegistryReadOnly", "AmazonEKS_CNI_Policy"])
  busy    = { for name, group in var.groups : name => group if group.size.high > 0 }
  disks = merge([
    for name, group in local.busy : {
      for device, disk in group.disks : "${name}/${device}" => merge(disk, { group = name })
    }
  ]...)
  total = sum(concat([0], [for g in local.busy : g.size.high]))
  tags  = { Name = var.cluster.name, Account = local.account }
}

resource "aws_iam_role" "nodes" {
  name_prefix = substr("${var.cluster.name}-nodes-", 0, 32)
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Action    = "sts:AssumeRole"
      Effect    = "Allow"
      Principal = { Service = "ec2.amazonaws.com" }
    }]
  })
  tags = local.tags
}

resource "aws_iam_role_policy_attachment" "nodes" {
  for_each   = local.managed
  role       = aws_iam_role.nodes.name
  policy_arn = "${local.prefix}/${each.value}"
}

resource "aws_security_group" "nodes" {
  name        = "${var.cluster.name}-nodes"
  description = "Nodes of ${var.cluster.name}"

  dynamic "ingress" {
    for_each = { for i, range in var.cluster.ranges : tostring(i) => range }
    iterator = rule
    content {
      description = "Range ${rule.key}"
      from_port   = 443
      to_port     = 443
      protocol    = "tcp"
      cidr_blocks = [rule.value]
    }
  }
}

resource "aws_eks_cluster" "this" {
  name                      = var.cluster.name
  role_arn                  = aws_iam_role.nodes.arn
  version                   = var.cluster.version
  enabled_cluster_log_types = var.cluster.logs

  vpc_config {
    subnet_ids             = var.cluster.subnets
    endpoint_public_access = var.cluster.public
    public_access_cidrs    = var.cluster.public ? var.cluster.ranges : null
  }

  timeouts {
    create = "45m"
  }
}

resource "aws_launch_template" "nodes" {
  for_each = local.busy

  name_prefix            = "${var.cluster.name}-${each.key}-"
  image_id               = data.aws_ssm_parameter.image.value
  vpc_security_group_ids = [aws_security_group.nodes.id]
  user_data = base64encode(templatefile("${path.module}/templates/user.sh.tftpl", {
    cluster = var.cluster.name
    labels  = each.value.labels
    proxy   = var.proxy == null ? "" : format("http://%s:%d", var.proxy.host, var.proxy.port)
  }))

  dynamic "block_device_mappings" {
    for_each = each.value.disks
    content {
      device_name = block_device_mappings.key
      ebs {
        volume_size = block_device_mappings.value.size
        volume_type = block_device_mappings.value.kind
        iops        = block_device_mappings.value.iops
        encrypted   = true
      }
    }
  }

  metadata_options {
    http_tokens                 = "required"
    http_put_response_hop_limit = 2
  }

  tag_specifications {
    resource_type = "instance"
    tags          = merge(local.tags, { Group = each.key })
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_eks_node_group" "this" {
  for_each = local.busy

  cluster_name    = aws_eks_cluster.this.name
  node_group_name = each.key
  node_role_arn   = aws_iam_role.nodes.arn
  subnet_ids      = slice(var.cluster.subnets, 0, 2)
  instance_types  = each.value.types
  capacity_type   = each.value.spot ? "SPOT" : "ON_DEMAND"
  labels          = each.value.labels

  scaling_config {
    min_size     = each.value.size.low
    max_size     = each.value.size.high
    desired_size = coalesce(each.value.size.start, each.value.size.low)
  }

  launch_template {
    id      = aws_launch_template.nodes[each.key].id
    version = aws_launch_template.nodes[each.key].latest_version
  }

  dynamic "taint" {
    for_each = each.value.taints
    content {
      key    = taint.value.key
      value  = taint.value.value
      effect = taint.value.effect
    }
  }

  lifecycle {
    ignore_changes       = [scaling_config[0].desired_size]
    replace_triggered_by = [aws_security_group.nodes.id]

    precondition {
      condition     = length(each.value.types) > 0
      error_message = "The group ${each.key} has no types."
    }
    postcondition {
      condition     = self.status != "CREATE_FAILED"
      error_message = "The group was not created."
    }
  }

  depends_on = [aws_iam_role_policy_attachment.nodes]
}

output "endpoint" {
  value     = aws_eks_cluster.this.endpoint
  sensitive = true
}

output "groups" {
  description = "States of the groups."
  value       = { for name, group in aws_eks_node_group.this : name => group.status }
}

output "certificate" {
  value = base64decode(aws_eks_cluster.this.certificate_authority[0].data)
}

output "disks" {
  value = [for id, disk in local.disks : "${id}: ${disk.size} GiB in ${disk.group}"]
}
