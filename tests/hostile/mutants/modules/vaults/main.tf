terraform {
  required_version = ">= 1.11.0"
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
  backend "local" {
    path = "vaults.tfstate"
  }
}

variable "owner" {
  type        = string
  description = "Who owns the boxes."
  default     = "library"
}

variable "boxes" {
  type = map(object({
    shelf  = number
    labels = optional(list(string), [])
    lock   = optional(object({ digits = number, until = optional(string) }))
    weight = optional(number, 1.5)
  }))
  default = {
    north = { shelf = 1, labels = ["old", "maps"], lock = { digits = 4 } }
    south = { shelf = 2, weight = 3 }
  }

  validation {
    condition     = alltrue([for box in values(var.boxes) : box.shelf <= var.shelves])
    error_message = "There are only ${var.shelves} shelves."
  }
}

variable "shelves" {
  type    = number
  default = 6
  validation {
    condition     = var.shelves > 0 && floor(var.shelves) == var.shelves
    error_message = "A whole number of shelves, above 0."
  }
  validation {
    condition     = var.owner != "nobody" || var.shelves == 1
    error_message = "${var.owner} has one shelf."
  }
}

variable "code" {
  type      = string
  ephemeral = true
  sensitive = true
  default   = "0000"
}

variable "moves" {
  type    = list(tuple([string, number]))
  default = [["north", 3]]
}

data "terraform_remote_state" "house" {
  backend = "local"
  config = {
    path = "${path.root}/house.tfstate"
  }
  defaults = {
    floor = 2
    rooms = ["hall", "attic"]
  }
}


locals {
  locked   = { for name, box in var.boxes : name => box.lock if box.lock != null }
  shelf_of = { for name, box in var.boxes : box.shelf => name... }
  moved    = { for move in var.moves : move[0] => move[1] }
  heavy    = [for name, box in var.boxes : name if box.weight * 2 > 3]
  rooms    = try(data.terraform_remote_state.house.outputs.rooms, [])
  settings = provider::terraform::decode_tfvars("shelves = 6\nowner = \"library\"\n")
  encoded  = provider::terraform::encode_tfvars({ shelves = var.shelves })
}

resource "terraform_data" "shelf" {
  count = var.shelves
  input = lookup(local.shelf_of, tostring(count.index), ["empty"])

  lifecycle {
    precondition {
      condition     = length(var.boxes) > 0
      error_message = "There are no boxes."
    }
  }
}

resource "terraform_data" "box" {
  for_each = var.boxes
  input = {
    shelf = terraform_data.shelf[each.value.shelf].id
    name  = upper(each.key)
    label = length(each.value.labels) > 0 ? each.value.labels[0] : "none"
    moved = contains(keys(local.moved), each.key)
  }
  triggers_replace = [each.value.weight, local.moved]

  lifecycle {
    replace_triggered_by  = [terraform_data.shelf]
    create_before_destroy = true
    ignore_changes        = [input]

    postcondition {
      condition     = self.id != ""
      error_message = "The box ${each.key} was not made."
    }
  }

  provisioner "local-exec" {
    when    = destroy
    command = "echo ${self.output.name} is gone"
  }
}

module "box" {
  source   = "./box"
  for_each = local.locked
  name     = each.key
  digits   = each.value.digits
  until    = coalesce(each.value.until, "2030-01-01T00:00:00Z")
  code     = var.code
}

moved {
  from = terraform_data.crate
  to   = terraform_data.box
}

moved {
  from = terraform_data.case
  to   = terraform_data.crate
}

removed {
  from = module.attic
  lifecycle {
    destroy = true
  }
}

import {
  for_each = toset(["north", "south"])
  to       = terraform_data.box[each.key]
  id       = "box-${each.value}"
}

check "rooms" {
  assert {
    condition     = length(local.rooms) >= 1
    error_message = "No rooms, on floor ${data.terraform_remote_state.house.outputs.floor}."
  }
  assert {
    condition     = alltrue([for name in local.heavy : contains(keys(var.boxes), name)])
    error_message = "A heavy box is missing."
  }
}

output "codes" {
  value       = { for name, box in module.box : name => box.pattern }
  description = "Patterns of codes, by box."
  precondition {
    condition     = var.shelves < 100
    error_message = "Too many shelves."
  }
}

output "shelves" {
  value = terraform_data.shelf[*].output
}

output "first" {
  value = terraform_data.shelf[0].output[0]
}

output "owner" {
  value     = format("%s owns %d boxes", title(var.owner), length(terraform_data.box))
  sensitive = true
}
