locals {
  public_count   = length(var.public_subnets)
  private_count  = length(var.private_subnets)
  gateway_count  = var.single_nat_gateway ? 1 : max(local.public_count, local.private_count)
  create_public  = var.create && local.public_count > 0
  vpc_id         = try(aws_vpc_ipv4_cidr_block_association.this[0].vpc_id, aws_vpc.this[0].id, "")
  nat_public_ips = var.reuse_addresses ? var.external_addresses : aws_eip.nat[*].public_ip
}

resource "aws_vpc" "this" {
  count = var.create ? 1 : 0

  cidr_block           = var.cidr
  instance_tenancy     = var.tenancy
  enable_dns_hostnames = true
  enable_dns_support   = var.enable_dns_support

  tags = merge(
    { "Name" = var.name },
    var.tags,
    var.vpc_tags,
  )
}

resource "aws_vpc_ipv4_cidr_block_association" "this" {
  count = var.create && length(var.secondary_cidrs) > 0 ? length(var.secondary_cidrs) : 0

  vpc_id     = aws_vpc.this[0].id
  cidr_block = element(var.secondary_cidrs, count.index)
}

resource "aws_internet_gateway" "this" {
  count = local.create_public ? 1 : 0

  vpc_id = local.vpc_id
  tags   = merge({ "Name" = var.name }, var.tags)
}

resource "aws_subnet" "public" {
  count = local.create_public ? local.public_count : 0

  vpc_id                  = local.vpc_id
  cidr_block              = var.public_subnets[count.index]
  availability_zone       = length(regexall("^[a-z]{2}-", element(var.azs, count.index))) > 0 ? element(var.azs, count.index) : null
  map_public_ip_on_launch = var.map_public_ip_on_launch

  tags = merge(
    { Name = format("${var.name}-public-%s", element(var.azs, count.index)) },
    var.tags,
    lookup(var.subnet_tags, "public", {}),
  )

  timeouts {
    create = "10m"
  }
}

resource "aws_subnet" "private" {
  count = var.create ? local.private_count : 0

  vpc_id            = local.vpc_id
  cidr_block        = var.private_subnets[count.index]
  availability_zone = element(var.azs, count.index)

  tags = merge({ Name = "${var.name}-private-${count.index}" }, var.tags, lookup(var.subnet_tags, "private", {}))
}

resource "aws_eip" "nat" {
  count = var.create && !var.reuse_addresses ? local.gateway_count : 0

  domain     = "vpc"
  tags       = var.tags
  depends_on = [aws_internet_gateway.this]
}

resource "aws_nat_gateway" "this" {
  count = var.create ? local.gateway_count : 0

  allocation_id = element(aws_eip.nat[*].id, var.single_nat_gateway ? 0 : count.index)
  subnet_id     = element(aws_subnet.public[*].id, count.index)
}

resource "aws_route_table" "private" {
  count = var.create ? local.gateway_count : 0

  vpc_id = local.vpc_id

  route {
    cidr_block     = "0.0.0.0/0"
    nat_gateway_id = aws_nat_gateway.this[count.index].id
  }

  lifecycle {
    ignore_changes = [propagating_vgws, tags["Updated"]]
  }
}

resource "aws_route_table_association" "private" {
  count = local.private_count

  subnet_id      = aws_subnet.private[count.index].id
  route_table_id = element(aws_route_table.private[*].id, count.index)
}

resource "aws_network_acl" "public" {
  count = local.create_public && var.dedicated_acl ? 1 : 0

  vpc_id     = local.vpc_id
  subnet_ids = aws_subnet.public[*].id

  dynamic "ingress" {
    for_each = var.acl_rules

    content {
      rule_no    = ingress.value.number
      action     = ingress.value.action
      protocol   = ingress.value.protocol
      from_port  = ingress.value.from_port
      to_port    = ingress.value.to_port
      cidr_block = lookup(ingress.value, "cidr_block", "0.0.0.0/0")
    }
  }

  egress {
    rule_no    = 100
    action     = "allow"
    protocol   = "-1"
    from_port  = 0
    to_port    = 0
    cidr_block = "0.0.0.0/0"
  }
}

resource "aws_flow_log" "this" {
  count = var.flow_log == null ? 0 : 1

  vpc_id                   = local.vpc_id
  traffic_type             = "ALL"
  log_destination          = var.flow_log.destination
  log_destination_type     = "s3"
  max_aggregation_interval = var.flow_log.interval

  dynamic "destination_options" {
    for_each = var.flow_log.parquet ? [true] : []

    content {
      file_format                = "parquet"
      hive_compatible_partitions = false
      per_hour_partition         = true
    }
  }
}
