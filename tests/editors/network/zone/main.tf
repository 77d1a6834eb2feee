variable "title" {
  type        = string
  description = "The title of the zone."
}

output "title" {
  description = "The title, in capitals."
  value       = upper(var.title)
}
