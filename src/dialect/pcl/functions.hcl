# The built-in functions of PCL. Where a signature depends on the types of the arguments, rules give it; what is written
# here then names the parameters.

function "assetArchive" {
  parameter "assets" { type = map(union(Archive, Asset)) }
  returns = Archive
}

function "call" {
  parameter "self" { type = any }
  parameter "method" { type = string }
  parameter "args" { type = any }
  returns = any
}

function "can" {
  parameter "arg" { type = any }
  returns = bool
}

function "cwd" { returns = string }

function "element" {
  parameter "list" { type = any }
  parameter "index" { type = int }
  returns = any
}

function "entries" {
  parameter "collection" { type = any }
  returns = list(object({ key = any, value = any }))
}

function "fileArchive" {
  parameter "path" { type = string }
  returns = Archive
}

function "fileAsset" {
  parameter "path" { type = string }
  returns = Asset
}

function "filebase64" {
  parameter "path" { type = string }
  returns = string
}

function "filebase64sha256" {
  parameter "path" { type = string }
  returns = string
}

function "fromBase64" {
  parameter "value" { type = string }
  returns = string
}

function "getOutput" {
  parameter "stackReference" { type = any }
  parameter "outputName" { type = string }
  returns = output(any)
}

type "InvokeOptions" {
  is = object({
    dependsOn         = optional(list(any))
    parent            = optional(any)
    pluginDownloadUrl = optional(string)
    provider          = optional(any)
    version           = optional(string)
  })
}

function "invoke" {
  parameter "token" { type = string }
  parameter "args" { type = optional(any) }
  parameter "invokeOptions" { type = optional(InvokeOptions) }
  returns = any
}

function "join" {
  parameter "separator" { type = string }
  parameter "strings" { type = list(string) }
  returns = string
}

function "length" {
  parameter "value" { type = any }
  returns = int
}

function "lookup" {
  parameter "map" { type = any }
  parameter "key" { type = string }
  parameter "default" { type = optional(any) }
  returns = any
}

function "max" {
  parameter "first" { type = number }
  variadic "rest" { type = number }
  returns = number
}

function "min" {
  parameter "first" { type = number }
  variadic "rest" { type = number }
  returns = number
}

function "notImplemented" {
  parameter "errorMessage" { type = string }
  returns = any
}

function "organization" { returns = string }

function "project" { returns = string }

function "pulumiResourceName" {
  parameter "resource" { type = any }
  returns = string
}

function "pulumiResourceType" {
  parameter "resource" { type = any }
  returns = string
}

function "range" {
  parameter "fromOrTo" { type = int }
  parameter "to" { type = optional(int) }
  returns = list(int)
}

function "readFile" {
  parameter "path" { type = string }
  returns = string
}

function "recover" {
  parameter "value" { type = any }
  parameter "recovery" { type = any }
  returns = output(any)
}

function "remoteArchive" {
  parameter "uri" { type = string }
  returns = Archive
}

function "remoteAsset" {
  parameter "uri" { type = string }
  returns = Asset
}

function "rootDirectory" { returns = string }

function "secret" {
  parameter "value" { type = any }
  returns = output(any)
}

function "sha1" {
  parameter "input" { type = string }
  returns = string
}

function "singleOrNone" {
  parameter "value" { type = any }
  returns = any
}

function "split" {
  parameter "separator" { type = string }
  parameter "string" { type = string }
  returns = list(string)
}

function "stack" { returns = string }

function "stringAsset" {
  parameter "value" { type = string }
  returns = Asset
}

function "toBase64" {
  parameter "value" { type = string }
  returns = string
}

function "toJSON" {
  parameter "value" { type = any }
  returns = string
}

function "try" {
  parameter "value" { type = any }
  variadic "values" { type = any }
  returns = any
}

function "unsecret" {
  parameter "value" { type = any }
  returns = output(any)
}
