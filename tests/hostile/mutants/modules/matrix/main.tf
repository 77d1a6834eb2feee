variable "rows" {
  type    = number
  default = 2
}

variable "columns" {
  type    = list(string)
  default = ["a", "b"]
}

variable "weights" {
  type    = tuple([number, string, bool])
  default = [1, "x", true]
}

variable "options" {
  type = object({
    title = optional(string, "Matrix")
    style = optional(object({
      bold  = optional(bool, false)
      color = optional(string)
    }), {})
    legend = optional(list(string), [])
  })
  default = {}
}

locals {
  cells = {
    for pair in setproduct(range(var.rows), var.columns) : "${pair[1]}${pair[0]}" => {
      row    = pair[0]
      column = pair[1]
    }
  }
  weight  = var.weights[0]
  title   = title(var.options.title)
  bold    = var.options.style.bold ? "**" : ""
  ids     = { for k, c in module.cell : k => c.address }
  sorted  = sort(values(local.ids))
  by_row  = { for k, c in local.cells : c.row => k... }
  matrix  = [for r in range(var.rows) : [for c in var.columns : "${c}${r}"]]
  width   = length(local.matrix[0])
  inverse = transpose({ for k, v in local.by_row : k => v })
  stamp   = formatdate("YYYY-MM-DD", "2024-01-01T00:00:00Z")
  color   = coalesce(var.options.style.color, "black")
}

module "cell" {
  source   = "./cell"
  for_each = local.cells
  row      = each.value.row
  column   = each.value.column
  style = {
    bold = var.options.style.bold
    rgb  = [1, 2, 3]
  }
}

resource "terraform_data" "grid" {
  count = var.rows
  input = {
    row   = count.index
    cells = local.matrix[count.index]
  }
}

resource "terraform_data" "frame" {
  input      = "${local.bold}${local.title}${local.bold}"
  depends_on = [module.cell, terraform_data.grid]

  lifecycle {
    replace_triggered_by = [terraform_data.grid[0].input]
  }
}

moved {
  from = module.old
  to   = module.cell
}

output "addresses" {
  value = local.sorted
}

output "grid" {
  value = terraform_data.grid[*].output.row
}

output "frame" {
  value     = terraform_data.frame.output
  sensitive = false
}

output "cell" {
  value = module.cell["a0"].address
}
