type "Tainted" {}

variable "query" { type = map(Tainted) }
function "run" {
  parameter "text" { type = string }
  returns = string
}
function "log" {
  parameter "values" { type = list(any) }
  returns = any
}
