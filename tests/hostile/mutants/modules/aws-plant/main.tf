terraform {
  required_version = ">= 1.10"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.80"
    }
  }
  backend "azurerm" {
    resource_group_name  = "state"
    storage_account_name = "acmestate"
    container_name       = "tf"
    key                  = "plant.tfstate"
    use_azuread_auth     = true
  }
}

provider "aws" {
  region  = "eu-central-1"
  profile = var.profile
}

provider "aws" {
  alias  = "backup"
  region = "eu-west-3"
}

variable "profile" {
  type    = string
  default = "plant"
}

variable "machines" {
  type = map(object({
    zone  = string
    size  = optional(string, "t3.small")
    disks = optional(list(object({ name = string, gb = optional(number, 20), type = optional(string, "gp3") })), [])
    ports = optional(set(number), [22])
    role  = optional(object({ name = string, policies = optional(list(string), []) }))
  }))
  default = {
    press = {
      zone  = "a"
      disks = [{ name = "/dev/sdf", gb = 100 }]
      ports = [22, 443]
    }
    lathe = { zone = "b" }
  }
  validation {
    condition     = alltrue([for machine in values(var.machines) : contains(["a", "b", "c"], machine.zone)])
    error_message = "Zones are a, b and c."
  }
}

variable "cidr" {
  type    = string
  default = "10.20.0.0/16"
  validation {
    condition     = can(cidrhost(var.cidr, 0))
    error_message = "This is no range of addresses."
  }
}

variable "alarm_levels" {
  type    = tuple([number, number, string])
  default = [70, 90, "percent"]
}

variable "db_password" {
  type      = string
  ephemeral = true
}

data "aws_ami" "linux" {
  most_recent = true
  owners      = ["amazon"]

  filter {
    name   = "name"
    values = ["al2023-ami-*-x86_64"]
  }
}

data "aws_availability_zones" "all" {
  state = "available"
}

data "terraform_remote_state" "network" {
  backend = "s3"
  config = {
    bucket = "acme-network"
    key    = "network.tfstate"
    region = "eu-central-1"
  }
}

locals {
  zones    = slice(sort(data.aws_availability_zones.all.names), 0, 3)
  subnets  = { for number, zone in local.zones : substr(zone, -1, 1) => cidrsubnet(var.cidr, 8, number) }
  disks    = merge([for name, machine in var.machines : { for disk in machine.disks : "${name}-${disk.name}" => merge(disk, { machine = name }) }]...)
  roles    = { for name, machine in var.machines : name => machine.role if machine.role != null }
  all_tags = { plant = "ulm", managed = "terraform" }
  ports    = distinct(flatten([for machine in var.machines : tolist(machine.ports)]))
}

resource "aws_vpc" "this" {
  cidr_block           = var.cidr
  enable_dns_hostnames = true
  tags                 = merge(local.all_tags, { Name = "plant" })
}

resource "aws_subnet" "this" {
  for_each          = local.subnets
  vpc_id            = aws_vpc.this.id
  cidr_block        = each.value
  availability_zone = "eu-central-1${each.key}"
}

resource "aws_security_group" "machines" {
  name_prefix = "machines-"
  vpc_id      = aws_vpc.this.id

  dynamic "ingress" {
    for_each = toset(local.ports)
    iterator = port
    content {
      from_port   = port.value
      to_port     = port.value
      protocol    = "tcp"
      cidr_blocks = [var.cidr]
    }
  }

  egress {
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    cidr_blocks = ["0.0.0.0/0"]
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_instance" "machine" {
  for_each = var.machines

  ami                    = data.aws_ami.linux.id
  instance_type          = each.value.size
  subnet_id              = aws_subnet.this[each.value.zone].id
  vpc_security_group_ids = [aws_security_group.machines.id]
  user_data              = templatefile("${path.module}/templates/init.sh.tftpl", { name = each.key, ports = each.value.ports })

  metadata_options {
    http_tokens = "required"
  }

  root_block_device {
    volume_size = 30
    encrypted   = true
  }

  dynamic "ebs_block_device" {
    for_each = each.value.disks
    content {
      device_name = ebs_block_device.value.name
      volume_size = ebs_block_device.value.gb
      volume_type = ebs_block_device.value.type
    }
  }

  connection {
    type = "ssh"
    host = self.private_ip
    user = "ec2-user"
  }

  provisioner "remote-exec" {
    inline = ["sudo systemctl start plant", "echo ${self.id}"]
  }

  provisioner "local-exec" {
    when    = destroy
    command = "echo ${self.id} >> gone.txt"
  }

  lifecycle {
    ignore_changes       = [ami, user_data]
    replace_triggered_by = [aws_security_group.machines.id, terraform_data.version]
    postcondition {
      condition     = self.instance_state == "running"
      error_message = "${self.id} is not running."
    }
  }

  tags = merge(local.all_tags, { Name = each.key })
}

resource "terraform_data" "version" {
  input = { image = data.aws_ami.linux.name, count = length(var.machines) }
}

resource "aws_db_instance" "plans" {
  allocated_storage   = 50
  engine              = "postgres"
  instance_class      = "db.t4g.small"
  username            = "plans"
  password_wo         = var.db_password
  password_wo_version = 1
  skip_final_snapshot = true
}

resource "aws_backup_vault" "far" {
  provider = aws.backup
  name     = "plant"
}

module "service" {
  source   = "./modules/service"
  for_each = { for name, machine in var.machines : name => machine if length(machine.disks) > 0 }

  providers = {
    aws.main   = aws
    aws.backup = aws.backup
  }

  name    = each.key
  limits  = { cpu = 2, memory = "4Gi" }
  volumes = each.value.disks
}

import {
  for_each = { a = "subnet-1", b = "subnet-2" }
  to       = aws_subnet.this[each.key]
  id       = each.value
}

moved {
  from = module.services
  to   = module.service
}

check "reachable" {
  data "aws_instance" "press" {
    instance_id = aws_instance.machine["press"].id
  }
  assert {
    condition     = data.aws_instance.press.instance_state == "running"
    error_message = "The press is not running."
  }
}

output "addresses" {
  value = { for name, machine in aws_instance.machine : name => machine.private_ip }
}

output "first_subnet" {
  value = values(aws_subnet.this)[0].id
}

output "service_names" {
  value = [for service in module.service : upper(service.name)]
}

output "levels" {
  value = "${var.alarm_levels[0]} to ${var.alarm_levels[1]} ${var.alarm_levels[2]}"
}

output "script" {
  value = join("\n", [for name, machine in var.machines : templatefile("${path.module}/templates/init.sh.tftpl", { name = name, ports = machine.ports })])
}

output "network_id" {
  value = data.terraform_remote_state.network.outputs.vpc_id
}

output "arn_account" {
  value = provider::aws::arn_parse(aws_backup_vault.far.arn).account_id
}

output "token" {
  value     = module.service["press"].token
  sensitive = true
}
