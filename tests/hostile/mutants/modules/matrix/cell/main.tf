variable "row" {
  type = number
}

variable "column" {
  type = string
}

variable "style" {
  type = object({ bold = bool, rgb = list(number) })
}

resource "terraform_data" "this" {
  input = { address = "${var.column}:${var.row}", red = var.style.rgb[0] }
}

output "address" {
  value = terraform_data.this.output.address
}
