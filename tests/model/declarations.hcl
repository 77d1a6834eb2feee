# What the rows of the tables refer to.

manager "azrm" {
  type "ResourceGroup" { is = object({name=string, location=string}) }
  type "Deployment" {}
  type "Parameter" { is = object({type=string, value=any}) }
  type "Microsoft.Network/virtualNetworks@2019-05-01" { is = object({name=string, location=string}) }
  type "Microsoft.Network/virtualNetworks@2019-06-01" { is = object({name=string, location=string}) }
  type "Microsoft.Network/virtualNetworks@2019-06-01-preview" { is = object({name=string, location=string}) }
  type "Microsoft.Network/subnets@2019-06-01" { is = object({name=string, location=string}) }
  type "Microsoft.Resources/deploymentScripts@2019-10-01" {
    discriminator = "kind"
    arm "AzureCLI" { is = object({name=string, azCliVersion=string}) }
    arm "AzurePowerShell" { is = object({name=string, azPowerShellVersion=string}) }
  }
  function "resourceId" {
    parameter "type" { type = string }
    variadic "names" { type = string }
    returns = string
  }
}

manager "other" {
  type "ResourceGroup" { is = object({name=string, location=string}) }
  type "Microsoft.Network/virtualNetworks@2019-06-01" { is = object({name=string, location=string}) }
}

type "Text" { is = string }
type "Network" { is = "azrm://Microsoft.Network/virtualNetworks@2019-06-01" }
type "TextOrInt" { is = union(int, string) }
type "Port" {
  is = int
  min = 1
  max = 65535
}
type "UserPort" {
  is = Port
  min = 1024
}
type "Slug" { is = refined(string, {min_length=1, max_length=24, pattern="^[a-z][a-z0-9-]*$"}) }
type "Tier" { is = union(const("basic"), const("premium")) }
type "Disk" {
  discriminator = "kind"
  arm "managed" { is = object({size=refined(int, {min=1, max=1024})}) }
  arm "shared" { is = object({shares=int}) }
  arm "none" { is = object({}) }
}
type "Disc" {
  discriminator = "myDiscriminator"
  arm "valA" { is = object({fieldA=string}) }
  arm "valB" { is = object({fieldB=string}) }
}
type "Json" { is = union(none, bool, number, string, list(Json), map(Json)) }
type "Tree" { is = object({value=int, children=list(Tree)}) }
type "Tall" { is = object({value=refined(int, {min=1}), children=list(Tall)}) }

function "concat" {
  overload {
    parameter "x" { type = union(string, int) }
    parameter "y" { type = union(string, int) }
    variadic "rest" { type = union(string, int) }
    returns = string
  }
  overload {
    parameter "x" { type = array }
    parameter "y" { type = array }
    variadic "rest" { type = array }
    returns = array
  }
}

function "length" {
  overload {
    parameter "of" { type = string }
    returns = refined(int, {min=0})
  }
  overload {
    parameter "of" { type = array }
    returns = refined(int, {min=0})
  }
  overload {
    parameter "of" { type = object }
    returns = refined(int, {min=0})
  }
}

function "first" {
  overload {
    parameter "of" { type = refined(list(string), {min_length=1}) }
    returns = string
  }
  overload {
    parameter "of" { type = list(string) }
    returns = union(string, none)
  }
}

function "reference" {
  overload {
    parameter "to" { type = "azrm://Microsoft.Network/virtualNetworks@2019-06-01" }
    returns = Network
  }
  overload {
    parameter "to" { type = resource }
    returns = resource
  }
  overload {
    parameter "to" { type = object }
    returns = object
  }
}

function "round" {
  overload {
    parameter "value" { type = int }
    returns = int
  }
  overload {
    parameter "value" { type = number }
    parameter "digits" { type = optional(Port) }
    returns = number
  }
}

function "now" { returns = string }
