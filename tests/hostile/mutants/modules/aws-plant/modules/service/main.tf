terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.main, aws.backup]
    }
  }
}

variable "name" {
  type     = string
  nullable = false
}

variable "limits" {
  type = object({
    cpu    = optional(number, 1)
    memory = string
  })
}

variable "volumes" {
  type = list(object({
    name = string
    gb   = number
  }))
  default = []
}

resource "aws_ebs_volume" "this" {
  provider          = aws.main
  count             = length(var.volumes)
  availability_zone = "eu-central-1a"
  size              = var.volumes[count.index].gb
  tags              = { Name = "${var.name}-${count.index}" }
}

resource "aws_secretsmanager_secret" "token" {
  provider = aws.backup
  name     = "${var.name}-token"
}

data "aws_secretsmanager_secret_version" "token" {
  provider  = aws.backup
  secret_id = aws_secretsmanager_secret.token.id
}

output "name" {
  value = var.name
}

output "token" {
  value     = data.aws_secretsmanager_secret_version.token.secret_string
  sensitive = true
}

output "volume_ids" {
  value = aws_ebs_volume.this[*].id
}
