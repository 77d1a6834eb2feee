output "vpc_id" {
  description = "The identifier of the network."
  value       = try(aws_vpc.this[0].id, null)
}

output "public_subnets" {
  value = aws_subnet.public[*].id
}

output "private_subnet_arns" {
  value = [for subnet in aws_subnet.private : subnet.arn]
}

output "private_cidrs" {
  value = compact(aws_subnet.private[*].cidr_block)
}

output "nat_public_ips" {
  value = local.nat_public_ips
}

output "main_route_table" {
  value = try(aws_vpc.this[0].main_route_table_id, null)
}

output "azs" {
  value = { for subnet in aws_subnet.private : subnet.id => subnet.availability_zone }
}
