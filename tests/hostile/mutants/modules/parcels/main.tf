terraform {
  required_version = ">= 1.5"
}

locals {
  zones = {
    north = { rank = 1, cities = ["oslo", "turku"] }
    south = { rank = 2, cities = ["rome"] }
  }
  heavy   = { for id, parcel in var.parcels : id => parcel if parcel.grams > var.limits.heavy }
  senders = distinct([for parcel in values(var.parcels) : lower(parcel.sender)])
  prices = {
    for id, parcel in var.parcels :
    id => parcel.express ? parcel.grams * 0.02 + 5 : parcel.grams * 0.02
  }
  by_zone = { for id, parcel in var.parcels : parcel.zone => id... }
  cities  = flatten([for zone in local.zones : zone.cities])
  label   = format("%s-%03d", var.carrier, length(var.parcels))
  window  = cidrsubnet("10.1.0.0/16", 4, 2)
  stamps  = zipmap(local.senders, range(length(local.senders)))
  notice  = <<-EOT
    Carrier: ${upper(var.carrier)}
    %{for city in local.cities~}
    - ${title(city)}
    %{endfor~}
  EOT
}

resource "terraform_data" "route" {
  for_each = local.zones

  input = {
    name   = each.key
    cities = join(", ", each.value.cities)
    rank   = each.value.rank
  }

  lifecycle {
    precondition {
      condition     = each.value.rank > 0
      error_message = "Zone ${each.key} has no rank."
    }
  }
}

resource "terraform_data" "van" {
  count            = var.vans
  input            = "${var.carrier}-${count.index + 1}"
  triggers_replace = [local.label, var.limits.heavy]
  depends_on       = [terraform_data.route]
}

module "depot" {
  source   = "./depot"
  for_each = toset(local.cities)

  city     = each.value
  shelves  = { a = 12, b = 8 }
  contacts = [{ name = "Ada", mail = "ada@${var.carrier}.example" }]
  open     = var.open
}

check "vans" {
  assert {
    condition     = length(terraform_data.van) > 0
    error_message = "There are no vans."
  }
}

moved {
  from = terraform_data.lorry
  to   = terraform_data.van
}
