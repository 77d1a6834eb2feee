# The function of HCL's type expressions that converts a value. In `convert(value, type)`, `type` is a type expression.

function "convert" {
  parameter "value" { type = type }
  parameter "type" { type = typeconstraint(defaults) }
  returns = type
}
