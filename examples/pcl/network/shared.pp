read "office" "cloud:network:Network" {
  id = "net-office"
}

output "office" {
  value = office.cidr
}
