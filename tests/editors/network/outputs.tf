output "titles" {
  description = "The titles of the zones."
  value       = [for zone in module.zone : zone.title]
}

output "first" {
  value = module.zone[0].title
}

output "subnet" {
  value = net_subnet.each["A"].range
}

output "motd" {
  value = templatefile("${path.module}/motd.tftpl", { name = local.name })
}
