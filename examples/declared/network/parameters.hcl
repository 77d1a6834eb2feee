# What differs from one deployment to the next.

parameter "environment" "string" {
  allowedValues = ["test", "staging", "production"]
  default       = "test"
}

parameter "instance" "int" {
  minValue = 1
  maxValue = 99
  default  = 1
}

parameter "port" "Port" {
  description = "Where the service listens"
  default     = 443
}

parameter "location" "string" {
  default = resourceGroup().location
}
