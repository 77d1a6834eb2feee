output "prices" {
  description = "The price of each parcel."
  value       = local.prices
}

output "total" {
  value = sum(values(local.prices))
}

output "depots" {
  value = { for city, depot in module.depot : city => depot.address }
}

output "first_van" {
  value     = terraform_data.van[0].output
  sensitive = true
}

output "routes" {
  value = [for name, route in terraform_data.route : "${name}: ${route.output.cities}"]
}

output "heavy" {
  value      = keys(local.heavy)
  depends_on = [module.depot]
}

output "widest" {
  value = coalesce(var.limits.wide, 90)
}
