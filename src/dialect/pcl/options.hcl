# What may stand in the `options` of a resource or component, and the type of each. In the options that are lists of
# `Property`, names mean the inputs of the resource. A `Resource` is a resource or a component; the edition `pulumi` takes anything
# for one.

variable "additionalSecretOutputs" { type = list(Property) }
variable "aliases" {
  type = list(union(string, object({
    name     = optional(string)
    type     = optional(string)
    noParent = optional(bool)
    parent   = optional(any)
  })))
}
variable "customTimeouts" {
  type = object({
    create = optional(string)
    update = optional(string)
    delete = optional(string)
    read   = optional(string)
  })
}
variable "deleteBeforeReplace" { type = bool }
variable "deletedWith" { type = optional(Resource) }
variable "dependsOn" { type = list(optional(union(Resource, list(Resource)))) }
variable "envVarMappings" { type = map(string) }
variable "hideDiffs" { type = list(Property) }
variable "hooks" { type = any }
variable "ignoreChanges" { type = list(Property) }
variable "import" { type = string }
variable "parent" { type = optional(Resource) }
variable "pluginDownloadURL" { type = string }
variable "protect" { type = bool }
variable "provider" { type = optional(Resource) }
variable "providers" { type = union(map(Resource), list(Resource)) }
variable "range" { type = union(bool, number, list(any), map(any)) }
variable "replaceOnChanges" { type = list(Property) }
variable "replaceWith" { type = list(Resource) }
variable "replacementTrigger" { type = any }
variable "retainOnDelete" { type = bool }
variable "version" { type = string }
