terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

variable "name" {
  type = string
}

variable "ami" {
  type = string
}

variable "instance_type" {
  type = string
}

variable "subnet_id" {
  type = string
}

variable "vpc_id" {
  type = string
}

variable "volume" {
  type = object({
    size = number
    type = string
  })
  default = null
}

variable "ports" {
  type    = list(number)
  default = [22, 443]
}

resource "aws_security_group" "this" {
  name_prefix = var.name
  vpc_id      = var.vpc_id

  ingress = [for port in var.ports : {
    description      = "Port ${port}"
    from_port        = port
    to_port          = port
    protocol         = "tcp"
    cidr_blocks      = ["10.0.0.0/8"]
    ipv6_cidr_blocks = []
    prefix_list_ids  = []
    security_groups  = []
    self             = false
  }]
}

resource "aws_instance" "this" {
  ami                    = var.ami
  instance_type          = var.instance_type
  subnet_id              = var.subnet_id
  vpc_security_group_ids = [aws_security_group.this.id]
  monitoring             = true

  root_block_device {
    volume_size = try(var.volume.size, 20)
    volume_type = try(var.volume.type, "gp3")
    encrypted   = true
  }

  dynamic "ebs_block_device" {
    for_each = var.volume[*]

    content {
      device_name = "/dev/sdf"
      volume_size = ebs_block_device.value.size
      volume_type = ebs_block_device.value.type
    }
  }

  user_data = <<-EOT
    #!/bin/sh
    hostname ${var.name}
    %{for port in var.ports}
    ufw allow ${port}
    %{endfor}
  EOT

  tags = { Name = var.name }
}

resource "aws_eip" "this" {
  instance = aws_instance.this.id
  domain   = "vpc"
}

output "id" {
  value = aws_instance.this.id
}

output "private_ip" {
  value = aws_instance.this.private_ip
}

output "volume_ids" {
  value = [for device in aws_instance.this.root_block_device : device.volume_id]
}
