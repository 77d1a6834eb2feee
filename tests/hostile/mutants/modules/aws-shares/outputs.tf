output "share_ids" {
  description = "The ids of the file systems, by name"
  value       = { for name, share in aws_efs_file_system.this : name => share.id }
}

output "cache_endpoint" {
  value = aws_memorydb_cluster.this.cluster_endpoint[0].address
}

output "password_arn" {
  value      = aws_ssm_parameter.password.arn
  depends_on = [aws_memorydb_cluster.this]
}

output "login" {
  value     = "admin:${var.password}"
  sensitive = true

  precondition {
    condition     = length(var.password) > 15
    error_message = "The password is too short."
  }
}

output "ports" {
  value = aws_security_group.clients.ingress[*].from_port
}
