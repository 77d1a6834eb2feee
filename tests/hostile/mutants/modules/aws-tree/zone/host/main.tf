variable "name" {
  type = string
}

variable "image" {
  type = string
}

variable "subnet" {
  type = string
}

variable "size" {
  type     = string
  default  = "t3.small"
  nullable = false
}

variable "disk" {
  type    = object({ size = number, type = optional(string, "gp3") })
  default = { size = 8 }
}

variable "ports" {
  type    = set(number)
  default = []
}

locals {
  user_data = templatestring(local.template, { name = var.name, ports = var.ports })
  template  = "name=$${name} ports=$${join(\",\", ports)}"
}

resource "aws_instance" "this" {
  ami           = var.image
  instance_type = var.size
  subnet_id     = var.subnet
  user_data     = local.user_data
  tags          = { Name = var.name }

  root_block_device {
    volume_size = var.disk.size
    volume_type = var.disk.type
  }
}

resource "aws_vpc_security_group_ingress_rule" "this" {
  for_each          = { for p in var.ports : tostring(p) => p }
  security_group_id = tolist(aws_instance.this.vpc_security_group_ids)[0]
  from_port         = each.value
  to_port           = each.value
  ip_protocol       = "tcp"
  cidr_ipv4         = "0.0.0.0/0"
}

output "id" {
  value = aws_instance.this.id
}

output "name" {
  value = aws_instance.this.tags["Name"]
}

output "address" {
  value = aws_instance.this.private_ip
}

output "volume" {
  value = aws_instance.this.root_block_device[0].volume_id
}
