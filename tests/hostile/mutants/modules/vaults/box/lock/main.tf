variable "id" { type = string }
variable "parts" { type = list(number) }
output "text" { value = "lock ${var.id} of ${sum(var.parts)}" }
