variable "b" { type = bool }
variable "i" { type = int }
variable "n" { type = number }
variable "s" { type = string }
variable "d" { type = any }
variable "ob" { type = output(bool) }
variable "os" { type = output(string) }
variable "pi" { type = promise(int) }
variable "ls" { type = list(string) }
variable "ss" { type = set(string) }
variable "mi" { type = map(int) }
variable "tu" { type = tuple([string, int, bool]) }
variable "obj" { type = object({a=object({x=number}), name=string, b=optional(map(string))}) }
variable "opt" { type = optional(string) }
variable "un" { type = union(list(int), map(string), none) }
variable "lo" { type = list(object({name=string, a=int})) }
variable "olo" { type = output(list(object({name=string, a=int}))) }
variable "tree" { type = Tree }
variable "json" { type = Json }
variable "odd" { type = odd_name }

function "f" {
  parameter "p" { type = string }
  parameter "q" { type = optional(int) }
  returns = string
}

function "g" {
  parameter "p" { type = list(output(string)) }
  variadic "rest" { type = number }
  returns = output(int)
}

function "h" {
  parameter "p" { type = object({name=string, a=optional(object({x=number}))}) }
  returns = list(string)
}

type "Port" { is = int }
type "Tree" { is = object({name=string, a=list(Tree)}) }
type "Chain" { is = object({a=output(int), b=optional(Chain)}) }
type "Json" { is = union(none, bool, number, string, list(Json), map(Json)) }
type "odd_name" { is = object({"odd key"=enum("e", string, ["a", "$${b}"])}) }
