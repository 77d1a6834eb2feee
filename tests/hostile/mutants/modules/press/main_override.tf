variable "draft" {
  default = false
}

output "menu" {
  description = "The menu of the site."
}
