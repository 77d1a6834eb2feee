variable "pages" {
  type = list(object({
    title   = string
    body    = string
    tags    = optional(set(string), [])
    date    = string
    columns = optional(number)
  }))
  default = [
    { title = "First of all", body = "one two\nthree", tags = ["a", "b"], date = "2024-02-29T10:00:00Z" },
    { title = "Second", body = "four; five", date = "2024-03-01T10:00:00Z", columns = 3 },
  ]
}

variable "widths" {
  type    = map(number)
  default = { small = 20, large = 40 }
}

variable "style" {
  type    = any
  default = { font = "serif", sizes = [10, 12] }
}

variable "draft" {
  type    = bool
  default = true
}

locals {
  slugs  = { for page in var.pages : lower(replace(page.title, "/[^A-Za-z]+/", "-")) => page }
  tags   = sort(setunion([for page in var.pages : page.tags]...))
  by_tag = { for tag in local.tags : tag => [for slug, page in local.slugs : slug if contains(page.tags, tag)] }
  words  = [for page in var.pages : length(split(" ", page.body))]
  total  = sum(local.words)
  mean   = local.total / length(local.words)
  lines  = flatten([for page in var.pages : split("\n", trimspace(page.body))])
  years  = distinct([for page in var.pages : tonumber(formatdate("YYYY", page.date))])
  widest = max(values(var.widths)...)
  named  = zipmap(keys(var.widths), [for w in values(var.widths) : "${w}em"])
  parsed = regex("(?P<first>\\w+) (?P<rest>.*)", var.pages[0].title)
  grid   = setproduct(keys(var.widths), [for page in var.pages : page.title])
  index  = index(keys(var.widths), "large")
  odd    = [for i, line in local.lines : line if i % 2 == 1]
  chunks = chunklist(local.lines, 2)
  print  = !var.draft && local.total > 3 ? "yes" : "no"
  later  = timeadd(var.pages[0].date, "24h")
  header = <<EOT
# ${var.pages[0].title}
by ${join(", ", [for page in var.pages : title(page.title)])}
EOT
  menu   = <<-EOT
    <ul>
    %{for slug, page in local.slugs}
      <li class="${page.columns == null ? "plain" : "grid"}">${slug}: ${page.title}</li>
    %{endfor}
    </ul>
    %{if var.draft}draft of ${local.later}%{else}final%{endif}
  EOT
}

resource "terraform_data" "page" {
  for_each = local.slugs
  input = jsonencode({
    title = each.value.title
    hash  = substr(sha256(each.value.body), 0, 8)
    cols  = coalesce(each.value.columns, 1)
  })
}

resource "terraform_data" "draft" {
  count            = var.draft ? 1 : 0
  input            = local.menu
  triggers_replace = { total = local.total, header = local.header }

  provisioner "local-exec" {
    command     = "echo \"$TEXT\" > ${path.module}/draft.html"
    working_dir = path.root
    environment = {
      TEXT = self.output
    }
    on_failure = continue
  }

  connection {
    type = "ssh"
    host = "localhost"
    user = "press"
  }

  depends_on = [terraform_data.page]
}

module "page" {
  source = "./page"
  count  = length(var.pages)

  title = var.pages[count.index].title
  lines = split("\n", var.pages[count.index].body)
  width = var.widths["small"] + count.index
  style = {
    font = var.style.font
    size = var.style.sizes[0]
  }
  links = {
    self = "#${count.index}"
    up   = count.index > 0 ? "#${count.index - 1}" : null
  }
}

output "html" {
  value = join("\n", module.page[*].html)
}

output "titles" {
  value = [for page in var.pages : format("%-20s|%5d", page.title, length(page.body))]
}

output "first" {
  value = local.parsed.first
}

output "draft" {
  value = one(terraform_data.draft[*].id)
}

output "menu" {
  value = trimspace(local.menu)
}

output "pairs" {
  value = { for pair in local.grid : "${pair[0]}-${pair[1]}" => upper(pair[1]) }
}
