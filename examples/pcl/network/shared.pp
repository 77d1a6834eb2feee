read "office" "cloud:network:Network" {
  id = "net-office"
}

output "officeCidr" {
  value = office.cidr
}
