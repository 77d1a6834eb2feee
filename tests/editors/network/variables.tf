variable "region" {
  type        = string
  description = "The region of the network."
}

variable "cidr" {
  type    = string
  default = "10.0.0.0/16"
}

variable "ports" {
  type    = list(number)
  default = [80]
}
