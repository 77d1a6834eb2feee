variable "carrier" {
  type        = string
  description = "The name of the carrier."
  default     = "swift"

  validation {
    condition     = can(regex("^[a-z]+$", var.carrier))
    error_message = "The carrier is a word of small letters."
  }
}

variable "parcels" {
  type = map(object({
    grams   = number
    sender  = string
    zone    = optional(string, "north")
    express = optional(bool, false)
  }))
  default = {
    a1 = { grams = 1200, sender = "Ada" }
    b2 = { grams = 300, sender = "Bob", express = true, zone = "south" }
  }
}

variable "limits" {
  type    = object({ heavy = number, wide = optional(number) })
  default = { heavy = 1000 }
}

variable "vans" {
  type     = number
  default  = 2
  nullable = false
}

variable "open" {
  type    = set(string)
  default = ["mon", "tue"]
}
