variable "s" { 
  type = string 
  default = "abc" 
}
variable "n" { 
  type = number 
  default = 3 
}
variable "b" { 
  type = bool 
  default = true 
}
variable "ls" { 
  type = list(string) 
  default = ["a", "b", "c"] 
}
variable "ln" { 
  type = list(number) 
  default = [1, 2, 3] 
}
variable "ss" { 
  type = set(string) 
  default = ["x", "y"] 
}
variable "ms" { 
  type = map(string) 
  default = { k = "v", l = "w" } 
}
variable "mn" { 
  type = map(number) 
  default = { k = 1, l = 2 } 
}
variable "o" {
  type = object({ a = string, b = optional(number), c = optional(list(string), ["d"]) })
  default = { a = "x" }
}
variable "lo" {
  type = list(object({ a = string, n = number }))
  default = [{ a = "x", n = 1 }, { a = "y", n = 2 }]
}
variable "mo" {
  type = map(object({ a = string, n = optional(number) }))
  default = { p = { a = "x", n = 1 }, q = { a = "y" } }
}
variable "any" {
  default = { z = [1, "two"] }
}
locals {
  t = ["a", 1, true]
  e = []
  ob = { a = 1, b = { c = ["x"] } }
  nul = null
  nested = [[1, 2], [3]]
}
