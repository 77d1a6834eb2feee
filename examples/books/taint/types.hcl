type "Tainted" {}

variable "query" { type = map(Tainted) }
function "run" {
  parameter "text" { type = string }
  returns = string
}
