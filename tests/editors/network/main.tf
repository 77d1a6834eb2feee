terraform {
  required_providers {
    net = { source = "example/net" }
  }
}

provider "net" {
  alias  = "west"
  region = var.region
}

locals {
  name  = "net-${var.region}"
  names = [for zone in data.net_zones.all.names : upper(zone)]
}

data "net_zones" "all" {
  provider = net.west
}

resource "net_vpc" "main" {
  cidr = var.cidr
  tags = { module = path.module, workspace = terraform.workspace }
}

resource "net_subnet" "each" {
  for_each = toset(local.names)
  vpc_id   = net_vpc.main.id
  range    = each.value

  dynamic "rule" {
    for_each = var.ports
    content {
      port = rule.value
      note = each.key
    }
  }

  provisioner "local-exec" {
    command = "echo ${self.id}"
  }

  lifecycle {
    ignore_changes = [tags]
  }

  depends_on = [module.zone]
}

module "zone" {
  source = "./zone"
  count  = length(local.names)
  title  = "${local.name}-${count.index}"
}

moved {
  from = net_vpc.old
  to   = net_vpc.main
}
