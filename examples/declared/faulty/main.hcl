# One mistake after the other.
#
#   typelog check --dialect bicep examples/declared/faulty --declare examples/declared/faulty/azure.declare

# A default has to be one of the allowed values, and these have to be of the type.
parameter "sku" "string" {
  allowedValues = ["Standard_LRS", "Premium_LRS", 5]
  default       = "Standard_LSR"
}

# And within the bounds.
parameter "count" "int" {
  minValue = 1
  maxValue = 10
  default  = 0
}

# Bounds have to belong to the type, and leave some values.
parameter "label" "string" {
  maxValue = 10
}
parameter "size" "int" {
  minValue = 10
  maxValue = 1
}

# All that is wrong with a resource is told at its place.
resource "account" "azrm://Microsoft.Storage/storageAccounts@2019-06-01" {
  name = "My Account"
  sku  = { name = "Standard_GRS", teir = "Standard" }
  properties = {
    ports = [80, 0, "443"]
  }
}

# The versions of a type of resources are different types.
resource "old" "azrm://Microsoft.Storage/storageAccounts@2019-04-01" {
  name = "old"
}
output "keys" "array" {
  value = azrm::list(old)
}

# A named type that is no resource is an object, and no resource.
output "deployment" "resource" {
  value = deployment()
}

# A call that fits no signature is told once, and not what follows from it.
greatest = max("a", count)
output "double" "int" {
  value = greatest * 2
}
output "limited" "refined(int, {max=5})" {
  value = greatest
}

# There is no such version.
resource "new" "azrm://Microsoft.Storage/storageAccounts@2020-01-01" {
  name = size
}
