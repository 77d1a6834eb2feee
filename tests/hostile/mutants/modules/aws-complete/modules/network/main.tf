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

variable "cidr" {
  type = string
}

variable "zones" {
  type = list(string)
}

variable "subnets" {
  type = list(string)

  validation {
    condition     = length(var.subnets) > 0
    error_message = "There must be a subnet."
  }
}

resource "aws_vpc" "this" {
  cidr_block = var.cidr
  tags       = { Name = var.name }
}

resource "aws_subnet" "this" {
  count = length(var.subnets)

  vpc_id            = aws_vpc.this.id
  cidr_block        = var.subnets[count.index]
  availability_zone = element(var.zones, count.index)
}

resource "aws_default_security_group" "this" {
  vpc_id  = aws_vpc.this.id
  ingress = []
  egress  = []
}

output "vpc" {
  value = {
    id   = aws_vpc.this.id
    arn  = aws_vpc.this.arn
    cidr = aws_vpc.this.cidr_block
  }
}

output "subnet_ids" {
  value = aws_subnet.this[*].id
}
