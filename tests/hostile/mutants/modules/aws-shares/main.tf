locals {
  name     = "site-${var.environment}"
  replicas = var.environment == "prod" ? 2 : 1

  tags = {
    Environment = var.environment
    ManagedBy   = "terraform"
  }

  subnets = distinct(flatten([for share in values(var.shares) : share.subnet_ids]))
  points = merge([
    for name, share in var.shares : {
      for key, point in share.points : "${name}/${key}" => merge(point, { share = name })
    }
  ]...)
  by_mode = { for name, share in var.shares : share.throughput.mode => name... }
}

data "aws_region" "current" {}

data "aws_region" "replica" {
  provider = aws.replica
}

data "aws_subnet" "this" {
  for_each = toset(local.subnets)

  id = each.value

  lifecycle {
    postcondition {
      condition     = self.vpc_id == var.vpc_id
      error_message = "The subnet ${each.key} is in another network."
    }
  }
}

resource "aws_kms_key" "this" {
  description             = "${local.name} at rest"
  deletion_window_in_days = 7
  enable_key_rotation     = true
  tags                    = local.tags
}

resource "aws_kms_replica_key" "this" {
  provider = aws.replica
  count    = local.replicas - 1

  description     = "${local.name} in ${data.aws_region.replica.name}"
  primary_key_arn = aws_kms_key.this.arn
}

resource "aws_efs_file_system" "this" {
  for_each = var.shares

  encrypted                       = each.value.encrypted
  kms_key_id                      = aws_kms_key.this.arn
  throughput_mode                 = each.value.throughput.mode
  provisioned_throughput_in_mibps = each.value.throughput.mibps

  protection {
    replication_overwrite = "DISABLED"
  }

  tags = merge(local.tags, { Name = "${local.name}-${each.key}" })
}

resource "aws_efs_access_point" "this" {
  for_each = local.points

  file_system_id = aws_efs_file_system.this[each.value.share].id

  root_directory {
    path = each.value.path
  }

  posix_user {
    gid = each.value.uid
    uid = each.value.uid
  }
}

resource "aws_memorydb_cluster" "this" {
  name                   = local.name
  acl_name               = "open-access"
  node_type              = var.cache.node_type
  num_shards             = var.cache.shards
  num_replicas_per_shard = local.replicas
  maintenance_window     = var.cache.windows[0]
  snapshot_window        = var.cache.windows[1]
  security_group_ids     = [aws_security_group.clients.id]

  depends_on = [aws_efs_access_point.this]
}

resource "aws_security_group" "clients" {
  name   = "${local.name}-clients"
  vpc_id = var.vpc_id

  dynamic "ingress" {
    for_each = var.ports

    content {
      from_port   = ingress.value
      to_port     = ingress.value
      protocol    = "tcp"
      cidr_blocks = [for subnet in data.aws_subnet.this : subnet.cidr_block]
    }
  }

  lifecycle {
    create_before_destroy = true
    ignore_changes        = [description]
  }
}

resource "aws_ssm_parameter" "password" {
  name  = "/${local.name}/password"
  type  = "SecureString"
  value = var.password
}

resource "terraform_data" "bootstrap" {
  count = local.replicas

  input            = { index = count.index, name = local.name }
  triggers_replace = [aws_kms_key.this.key_id]

  provisioner "local-exec" {
    command     = "echo ${self.input.name}"
    interpreter = ["/bin/bash", "-c"]
    environment = { REGION = data.aws_region.current.name }
    on_failure  = continue
  }
}

moved {
  from = aws_kms_key.main
  to   = aws_kms_key.this
}

removed {
  from = aws_security_group.old

  lifecycle {
    destroy = false
  }
}

check "health" {
  data "aws_kms_key" "this" {
    key_id = aws_kms_key.this.key_id
  }

  assert {
    condition     = data.aws_kms_key.this.enabled
    error_message = "The key ${aws_kms_key.this.key_id} is disabled."
  }
}
