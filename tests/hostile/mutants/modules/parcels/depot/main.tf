variable "city" { type = string }
variable "shelves" { type = map(number) }
variable "contacts" {
  type = list(object({ name = string, mail = string }))
}
variable "open" {
  type    = set(string)
  default = []
}

resource "terraform_data" "depot" {
  input = {
    city = var.city
    size = sum(values(var.shelves))
    days = length(var.open)
  }
}

output "address" {
  value = "${terraform_data.depot.output.city}, ${var.contacts[0].name}"
}
