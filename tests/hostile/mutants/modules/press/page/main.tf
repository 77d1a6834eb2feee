variable "title" {
  type = string
}

variable "lines" {
  type = list(string)
}

variable "width" {
  type    = number
  default = 20
}

variable "style" {
  type = object({
    font = string
    size = optional(number, 10)
    bold = optional(bool, false)
  })
}

variable "links" {
  type    = map(string)
  default = {}
}

locals {
  cut   = [for line in var.lines : length(line) > var.width ? "${substr(line, 0, var.width)}..." : line]
  links = { for name, target in var.links : name => target if target != null }
}

output "html" {
  value = <<-EOT
    <h1 style="font: ${var.style.size}pt ${var.style.font}">${var.title}</h1>
    %{for i, line in local.cut~}
    <p id="${i + 1}">${line}</p>
    %{endfor~}
    %{for name, target in local.links~}<a href="${target}">${name}</a>%{endfor}
  EOT
}

output "count" {
  value = length(local.cut)
}
