variable "name" {
  type = string
}

variable "kubernetes_version" {
  type    = string
  default = null
}

variable "subnet_ids" {
  type    = list(string)
  default = []
}

variable "endpoint" {
  type = object({
    public  = optional(bool, false)
    private = optional(bool, true)
    cidrs   = optional(list(string), ["0.0.0.0/0"])
  })
  default = {}
}

variable "log_types" {
  type    = set(string)
  default = ["api", "audit"]
}

variable "encryption" {
  type = object({
    key_arn   = string
    resources = list(string)
  })
  default = null
}

variable "addons" {
  type    = any
  default = {}
}

variable "access_entries" {
  type = map(object({
    principal = string
    groups    = optional(list(string), [])
    policies = optional(map(object({
      arn        = string
      type       = string
      namespaces = optional(list(string))
    })), {})
  }))
  default = {}
}

variable "node_groups" {
  type = map(object({
    instance_types = optional(list(string), ["m6i.large"])
    min_size       = optional(number, 1)
    max_size       = optional(number, 3)
    desired_size   = optional(number, 1)
    labels         = optional(map(string), {})
    taints = optional(map(object({
      key    = string
      value  = optional(string)
      effect = string
    })), {})
  }))
  default = {}
}

variable "tags" {
  type    = map(string)
  default = {}
}

data "aws_partition" "current" {}

data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["eks.${data.aws_partition.current.dns_suffix}"]
    }
  }
}

locals {
  create_nodes = length(var.node_groups) > 0
  policy_base  = "arn:${data.aws_partition.current.partition}:iam::aws:policy"

  policies = {
    cluster  = "${local.policy_base}/AmazonEKSClusterPolicy"
    resource = "${local.policy_base}/AmazonEKSVPCResourceController"
  }

  flattened = flatten([
    for entry_key, entry in var.access_entries : [
      for policy_key, policy in entry.policies : {
        key        = "${entry_key}_${policy_key}"
        principal  = entry.principal
        policy     = policy.arn
        type       = policy.type
        namespaces = policy.namespaces
      }
    ]
  ])
}

resource "aws_iam_role" "cluster" {
  name               = "${var.name}-cluster"
  assume_role_policy = data.aws_iam_policy_document.assume.json
  tags               = var.tags
}

resource "aws_iam_role_policy_attachment" "cluster" {
  for_each = local.policies

  role       = aws_iam_role.cluster.name
  policy_arn = each.value
}

resource "aws_eks_cluster" "this" {
  name                      = var.name
  role_arn                  = aws_iam_role.cluster.arn
  version                   = var.kubernetes_version
  enabled_cluster_log_types = var.log_types

  vpc_config {
    subnet_ids              = coalescelist(var.subnet_ids, ["subnet-0"])
    endpoint_public_access  = var.endpoint.public
    endpoint_private_access = var.endpoint.private
    public_access_cidrs     = var.endpoint.cidrs
  }

  access_config {
    authentication_mode                         = "API"
    bootstrap_cluster_creator_admin_permissions = false
  }

  dynamic "encryption_config" {
    for_each = var.encryption == null ? [] : [var.encryption]

    content {
      resources = encryption_config.value.resources

      provider {
        key_arn = encryption_config.value.key_arn
      }
    }
  }

  tags = merge(
    { terraform = "true" },
    var.tags,
  )

  timeouts {
    create = "30m"
  }

  depends_on = [aws_iam_role_policy_attachment.cluster]
}

resource "aws_eks_addon" "this" {
  for_each = { for key, addon in var.addons : key => addon if !try(addon.before_compute, false) }

  cluster_name                = aws_eks_cluster.this.name
  addon_name                  = try(each.value.name, each.key)
  addon_version               = try(each.value.addon_version, null)
  configuration_values        = try(each.value.configuration_values, null)
  preserve                    = try(each.value.preserve, true)
  resolve_conflicts_on_update = "OVERWRITE"

  dynamic "pod_identity_association" {
    for_each = try(each.value.pod_identity_association, [])

    content {
      role_arn        = pod_identity_association.value.role_arn
      service_account = pod_identity_association.value.service_account
    }
  }

  depends_on = [aws_eks_node_group.this]
}

resource "aws_eks_access_entry" "this" {
  for_each = var.access_entries

  cluster_name      = aws_eks_cluster.this.id
  principal_arn     = each.value.principal
  kubernetes_groups = each.value.groups
  type              = "STANDARD"
}

resource "aws_eks_access_policy_association" "this" {
  for_each = { for association in local.flattened : association.key => association }

  cluster_name  = aws_eks_cluster.this.name
  policy_arn    = each.value.policy
  principal_arn = aws_eks_access_entry.this[split("_", each.key)[0]].principal_arn

  access_scope {
    type       = each.value.type
    namespaces = each.value.namespaces
  }
}

resource "aws_launch_template" "nodes" {
  count = local.create_nodes ? 1 : 0

  name_prefix            = "${var.name}-"
  update_default_version = true
  vpc_security_group_ids = [aws_eks_cluster.this.vpc_config[0].cluster_security_group_id]

  block_device_mappings {
    device_name = "/dev/xvda"

    ebs {
      volume_size           = 40
      volume_type           = "gp3"
      delete_on_termination = true
    }
  }

  metadata_options {
    http_endpoint               = "enabled"
    http_tokens                 = "required"
    http_put_response_hop_limit = 2
  }

  dynamic "tag_specifications" {
    for_each = toset(["instance", "volume"])

    content {
      resource_type = tag_specifications.key
      tags          = merge(var.tags, { Name = var.name })
    }
  }
}

resource "aws_eks_node_group" "this" {
  for_each = var.node_groups

  cluster_name    = aws_eks_cluster.this.name
  node_group_name = each.key
  node_role_arn   = aws_iam_role.cluster.arn
  subnet_ids      = var.subnet_ids
  instance_types  = each.value.instance_types
  labels          = each.value.labels

  scaling_config {
    min_size     = each.value.min_size
    max_size     = each.value.max_size
    desired_size = each.value.desired_size
  }

  launch_template {
    id      = aws_launch_template.nodes[0].id
    version = aws_launch_template.nodes[0].latest_version
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
    create_before_destroy = true
    ignore_changes        = [scaling_config[0].desired_size]
  }
}

output "cluster_endpoint" {
  value = aws_eks_cluster.this.endpoint
}

output "certificate" {
  value     = base64decode(aws_eks_cluster.this.certificate_authority[0].data)
  sensitive = true
}

output "issuer" {
  value = replace(aws_eks_cluster.this.identity[0].oidc[0].issuer, "https://", "")
}

output "node_groups" {
  value = { for key, group in aws_eks_node_group.this : key => { arn = group.arn, status = group.status } }
}

output "addons" {
  value = [for addon in aws_eks_addon.this : addon.arn]
}
