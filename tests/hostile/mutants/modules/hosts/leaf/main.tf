variable "ip" { type = string }
variable "ports" { type = list(number) }
variable "title" {
  type    = string
  default = "leaf"
}
output "url" { value = "http://${var.ip}:${try(var.ports[0], 80)}/${lower(var.title)}" }
