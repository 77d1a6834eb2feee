"""Further mutations: blocks and arguments that a module does not have, and values that are wrong by themselves.

`R`, `M`, `V` and `L` stand for the address of a resource, and the names of a module, a variable and a local value. Parts that other
versions of Terraform, or OpenTofu, have are not among them. In JSON, keys, values and marks are replaced.
"""

import random
import re
import zlib

import hcl

TOP = """
moved {\\n  from = R\\n  to   = V\\n}
moved {\\n  from = R\\n}
moved {\\n  from = R\\n  to = module.M\\n}
moved {\\n  from = R\\n  to = R\\n}
moved {\\n  from = data.x.y\\n  to = data.x.z\\n}
moved {\\n  from = R[each.key]\\n  to = terraform_data.z\\n}
moved {\\n  from = "R"\\n  to = terraform_data.z\\n}
moved {\\n  from = R.id\\n  to = terraform_data.z\\n}
moved {\\n  from = terraform_data.a\\n  to = terraform_data.b\\n  why = 1\\n}
moved "x" {\\n  from = terraform_data.a\\n  to = terraform_data.b\\n}
moved {\\n  from = terraform_data.a\\n  to = aws_vpc.b\\n}
moved {\\n  from = module.a\\n  to = module.b\\n  from = module.c\\n}
removed {\\n  from = R\\n  lifecycle {\\n    destroy = false\\n  }\\n}
removed {\\n  from = terraform_data.gone_x[0]\\n  lifecycle {\\n    destroy = false\\n  }\\n}
removed {\\n  from = terraform_data.gone_x\\n  lifecycle {\\n    destroy = var.V\\n  }\\n}
removed {\\n  from = terraform_data.gone_x\\n  lifecycle {\\n  }\\n}
removed {\\n  from = terraform_data.gone_x\\n}
removed {\\n  from = data.gone.x\\n  lifecycle {\\n    destroy = false\\n  }\\n}
removed {\\n  lifecycle {\\n    destroy = false\\n  }\\n}
removed {\\n  from = terraform_data.gone_x\\n  lifecycle {\\n    destroy = false\\n    create_before_destroy = true\\n  }\\n}
removed {\\n  from = terraform_data.gone_x\\n  provisioner "local-exec" {\\n    command = "x"\\n  }\\n}
import {\\n  to = terraform_data.nope\\n  id = "x"\\n}
import {\\n  to = R\\n}
import {\\n  id = "x"\\n}
import {\\n  to = R\\n  id = 17\\n}
import {\\n  to = R\\n  id = []\\n}
import {\\n  to = R\\n  id = ""\\n}
import {\\n  to = R\\n  id = null\\n}
import {\\n  to = var.V\\n  id = "x"\\n}
import {\\n  to = module.M\\n  id = "x"\\n}
import {\\n  to = module.M.terraform_data.x\\n  id = "x"\\n}
import {\\n  to = R.id\\n  id = "x"\\n}
import {\\n  to = R\\n  id = nope.x\\n}
import {\\n  for_each = toset(["a"])\\n  to = R[each.key]\\n  id = each.valu\\n}
import {\\n  for_each = ["a"]\\n  to = R[each.key]\\n  id = each.value\\n}
import {\\n  to = R[each.key]\\n  id = "x"\\n}
import {\\n  to = data.x.y\\n  id = "x"\\n}
import {\\n  to = "R"\\n  id = "x"\\n}
import {\\n  to = R\\n  id = "x"\\n  provider = nope\\n}
import {\\n  to = R\\n  id = "x"\\n  provider = "x"\\n}
check "c" {\\n}
check {\\n  assert {\\n    condition = true\\n    error_message = "x."\\n  }\\n}
check "c" {\\n  assert {\\n    condition = true\\n  }\\n}
check "c" {\\n  assert {\\n    condition = "maybe"\\n    error_message = "x."\\n  }\\n}
check "c" {\\n  assert {\\n    condition = [true]\\n    error_message = "x."\\n  }\\n}
check "c" {\\n  assert {\\n    condition = local.L == 1\\n    error_message = "no stop"\\n  }\\n}
check "c" {\\n  assert {\\n    condition = local.nope\\n    error_message = "x."\\n  }\\n}
check "c" {\\n  assert {\\n    condition = true\\n    error_message = []\\n  }\\n}
check "c" {\\n  assert {\\n    condition = self.x\\n    error_message = "x."\\n  }\\n}
check "c" {\\n  assert {\\n    condition = true\\n    error_message = "x."\\n    severity = 1\\n  }\\n}
check "c" {\\n  asserts {\\n    condition = true\\n    error_message = "x."\\n  }\\n}
check "c" {\\n  condition = true\\n}
check "c" {\\n  data "terraform_remote_state" "a" {\\n    backend = "local"\\n  }\\n  data "terraform_remote_state" "b" {\\n    backend = "local"\\n  }\\n  assert {\\n    condition = true\\n    error_message = "x."\\n  }\\n}
check "c" {\\n  data "terraform_remote_state" "a" {\\n    backend = "local"\\n    count = 1\\n  }\\n  assert {\\n    condition = true\\n    error_message = "x."\\n  }\\n}
check "c" {\\n  resource "terraform_data" "a" {\\n  }\\n  assert {\\n    condition = true\\n    error_message = "x."\\n  }\\n}
check "c" "d" {\\n  assert {\\n    condition = true\\n    error_message = "x."\\n  }\\n}
check "1c" {\\n  assert {\\n    condition = true\\n    error_message = "x."\\n  }\\n}
variable "new" {\\n  default = var.V\\n}
variable "new" {\\n  default = upper("x")\\n}
variable "new" {\\n  type = string\\n  default = []\\n}
variable "new" {\\n  type = number\\n  default = "x"\\n}
variable "new" {\\n  type = list\\n}
variable "new" {\\n  type = "list"\\n}
variable "new" {\\n  type = list(string, number)\\n}
variable "new" {\\n  type = object({ a = string, a = number })\\n}
variable "new" {\\n  type = object({ a = optional(string, 1, 2) })\\n}
variable "new" {\\n  type = object({ a = optional(number, "x") })\\n}
variable "new" {\\n  type = optional(string)\\n}
variable "new" {\\n  type = object(a)\\n}
variable "new" {\\n  type = tuple(string)\\n}
variable "new" {\\n  type = map(any, any)\\n}
variable "new" {\\n  type = object({ "a b" = string })\\n}
variable "new" {\\n  type = str\\n}
variable "new" {\\n  type = list(object({ a = strin }))\\n}
variable "new" {\\n  type = null\\n}
variable "new" {\\n  type = string\\n  nullable = false\\n  default = null\\n}
variable "new" {\\n  type = string\\n  nullable = "maybe"\\n}
variable "new" {\\n  type = string\\n  sensitive = 1\\n}
variable "new" {\\n  type = string\\n  sensitive = var.V\\n}
variable "new" {\\n  type = string\\n  ephemeral = "x"\\n}
variable "new" {\\n  description = 17\\n}
variable "new" {\\n  description = []\\n}
variable "new" {\\n  description = "a ${var.V}"\\n}
variable "source" {\\n}
variable "providers" {\\n}
variable "for_each" {\\n}
variable "new" "two" {\\n}
variable {\\n}
variable "9new" {\\n}
variable "ne w" {\\n}
variable "V" {\\n}
variable "new" {\\n  defaults = 1\\n}
variable "new" {\\n  validation {\\n    condition = true\\n  }\\n}
variable "new" {\\n  validation {\\n    condition = true\\n    error_message = "x."\\n  }\\n}
variable "new" {\\n  validation {\\n    condition = var.V != null\\n    error_message = "x."\\n  }\\n}
variable "new" {\\n  validation {\\n    condition = var.new > "x"\\n    error_message = "x."\\n  }\\n}
variable "new" {\\n  type = list(string)\\n  validation {\\n    condition = var.new > 1\\n    error_message = "x."\\n  }\\n}
variable "new" {\\n  type = object({ a = string })\\n  validation {\\n    condition = var.new.b == ""\\n    error_message = "x."\\n  }\\n}
variable "new" {\\n  validation {\\n    condition = contains(var.new)\\n    error_message = "x."\\n  }\\n}
variable "new" {\\n  validation {\\n    condition = var.new != ""\\n    error_message = ""\\n  }\\n}
variable "new" {\\n  validation {\\n    condition = var.new != ""\\n    error_message = 17\\n  }\\n}
variable "new" {\\n  validation {\\n    condition = var.new != ""\\n    error_message = "no stop or capital"\\n  }\\n}
variable "new" {\\n  validation {\\n    condition = length(var.new)\\n    error_message = "x."\\n  }\\n}
variable "new" {\\n  validation = {\\n    condition = true\\n  }\\n}
variable "new" {\\n  sensitive = true\\n  validation {\\n    condition = var.new != ""\\n    error_message = "Wrong ${var.new}."\\n  }\\n}
locals {\\n  new = 1\\n  new = 2\\n}
locals {\\n  L = 1\\n}
locals {\\n  new = local.new\\n}
locals {\\n  new = local.other\\n  other = local.new\\n}
locals "x" {\\n  new = 1\\n}
locals {\\n  new {\\n    a = 1\\n  }\\n}
locals {\\n  "new" = 1\\n}
locals {\\n  new.a = 1\\n}
locals {\\n  new = self\\n}
output "new" {\\n}
output "new" {\\n  value = var.nope\\n}
output "new" {\\n  value = sensitive("x")\\n}
output "new" {\\n  value = 1\\n  sensitive = "maybe"\\n}
output "new" {\\n  value = 1\\n  ephemeral = true\\n}
output "new" {\\n  value = 1\\n  description = ["x"]\\n}
output "new" {\\n  value = 1\\n  depends_on = "R"\\n}
output "new" {\\n  value = 1\\n  depends_on = [nope.x]\\n}
output "new" {\\n  value = 1\\n  depends_on = [var.V, local.L]\\n}
output "new" {\\n  value = 1\\n  depends_on = [R.id]\\n}
output "new" {\\n  value = 1\\n  precondition {\\n    condition = self.x\\n    error_message = "x."\\n  }\\n}
output "new" {\\n  value = 1\\n  precondition {\\n    error_message = "x."\\n  }\\n}
output "new" {\\n  value = 1\\n  postcondition {\\n    condition = true\\n    error_message = "x."\\n  }\\n}
output "new" {\\n  value = module.M.nope\\n}
output "new" {\\n  value = module.nope.x\\n}
output "new" {\\n  value = module.M\\n}
output "new" {\\n  value = data.nope.x.y\\n}
output "new" {\\n  value = R.nope\\n}
output "new" {\\n  value = R[0].nope\\n}
output "new" {\\n  value = R["a"].id\\n}
output "new" {\\n  value = terraform.workspac\\n}
output "new" {\\n  value = path.rot\\n}
output "new" {\\n  value = each.key\\n}
output "new" {\\n  value = count.index\\n}
output "new" {\\n  value = self.id\\n}
output "new" {\\n  value = local\\n}
output "new" {\\n  value = var\\n}
output "new" {\\n  value = module\\n}
output "new" {\\n  value = terraform_data\\n}
output "new" {\\n  value = R.*.id\\n}
output "new" {\\n  value = 1\\n  value = 2\\n}
output "n" "m" {\\n  value = 1\\n}
resource "terraform_data" {\\n}
resource "terraform_data" "new" "x" {\\n}
resource "terraform_data" "1new" {\\n}
resource terraform_data new {\\n}
resource "terraform_dat" "new" {\\n}
resource "aws_nope" "new" {\\n}
resource "terraform_data" "new" {\\n  inputs = 1\\n}
resource "terraform_data" "new" {\\n  id = "x"\\n}
resource "terraform_data" "new" {\\n  output = "x"\\n}
resource "terraform_data" "new" {\\n  input {\\n    a = 1\\n  }\\n}
resource "terraform_data" "new" {\\n  input = self.id\\n}
resource "terraform_data" "new" {\\n  input = terraform_data.new.id\\n}
resource "terraform_data" "new" {\\n  input = each.key\\n}
resource "terraform_data" "new" {\\n  count = 1\\n  input = each.key\\n}
resource "terraform_data" "new" {\\n  for_each = {}\\n  input = count.index\\n}
resource "terraform_data" "new" {\\n  for_each = {}\\n  count = 1\\n}
resource "terraform_data" "new" {\\n  for_each = ["a"]\\n}
resource "terraform_data" "new" {\\n  for_each = "a"\\n}
resource "terraform_data" "new" {\\n  for_each = 3\\n}
resource "terraform_data" "new" {\\n  for_each = null\\n}
resource "terraform_data" "new" {\\n  for_each = toset([1, 2])\\n}
resource "terraform_data" "new" {\\n  for_each = toset([null])\\n}
resource "terraform_data" "new" {\\n  for_each = toset([{}])\\n}
resource "terraform_data" "new" {\\n  for_each = sensitive(toset(["a"]))\\n}
resource "terraform_data" "new" {\\n  for_each = { a = sensitive("x") }\\n}
resource "terraform_data" "new" {\\n  for_each = toset([sensitive("a")])\\n}
resource "terraform_data" "new" {\\n  for_each = toset([R.id])\\n}
resource "terraform_data" "new" {\\n  count = "x"\\n}
resource "terraform_data" "new" {\\n  count = "2"\\n}
resource "terraform_data" "new" {\\n  count = -1\\n}
resource "terraform_data" "new" {\\n  count = 1.5\\n}
resource "terraform_data" "new" {\\n  count = null\\n}
resource "terraform_data" "new" {\\n  count = true\\n}
resource "terraform_data" "new" {\\n  count = []\\n}
resource "terraform_data" "new" {\\n  count = sensitive(1)\\n}
resource "terraform_data" "new" {\\n  count = count.index\\n}
resource "terraform_data" "new" {\\n  count = terraform_data.new\\n}
resource "terraform_data" "new" {\\n  count = 1\\n}\\noutput "newer" {\\n  value = terraform_data.new.id\\n}
resource "terraform_data" "new" {\\n  for_each = {}\\n}\\noutput "newer" {\\n  value = terraform_data.new[*].id\\n}
resource "terraform_data" "new" {\\n  for_each = {}\\n}\\noutput "newer" {\\n  value = terraform_data.new[0].id\\n}
resource "terraform_data" "new" {\\n}\\noutput "newer" {\\n  value = terraform_data.new[0].id\\n}
resource "terraform_data" "new" {\\n}\\noutput "newer" {\\n  value = terraform_data.new["a"].id\\n}
resource "terraform_data" "new" {\\n  count = 1\\n}\\noutput "newer" {\\n  value = terraform_data.new["a"].id\\n}
resource "terraform_data" "new" {\\n  provider = nope\\n}
resource "terraform_data" "new" {\\n  provider = nope.x\\n}
resource "terraform_data" "new" {\\n  provider = "terraform"\\n}
resource "terraform_data" "new" {\\n  provider = terraform.a.b\\n}
resource "terraform_data" "new" {\\n  provider = upper("x")\\n}
resource "terraform_data" "new" {\\n  depends_on = R\\n}
resource "terraform_data" "new" {\\n  depends_on = ["R"]\\n}
resource "terraform_data" "new" {\\n  depends_on = [terraform_data.new]\\n}
resource "terraform_data" "new" {\\n  depends_on = [R[count.index]]\\n}
resource "terraform_data" "new" {\\n  depends_on = [module.nope]\\n}
resource "terraform_data" "new" {\\n  depends_on = [module.M.x]\\n}
resource "terraform_data" "new" {\\n  depends_on = [1, true]\\n}
resource "terraform_data" "new" {\\n  depends_on = concat([])\\n}
resource "terraform_data" "new" {\\n  depends_on = [R, R,]\\n}
resource "terraform_data" "new" {\\n  depends_on = [terraform_data]\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    prevent_destroy = "x"\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    prevent_destroy = var.V\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    ignore_changes = inputs\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    ignore_changes = [inputs]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    ignore_changes = ["input"]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    ignore_changes = [all]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    ignore_changes = [all, input]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    ignore_changes = ["*"]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    ignore_changes = [R.id]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    ignore_changes = [id]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    replace_triggered_by = [var.V]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    replace_triggered_by = [local.L]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    replace_triggered_by = R\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    replace_triggered_by = [terraform_data.nope]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    replace_triggered_by = [terraform_data.new]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    replace_triggered_by = [each.key]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    replace_triggered_by = [R[self.id]]\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    create_before_destroy = maybe\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n  }\\n  lifecycle {\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle "x" {\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle = {}\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    precondition {\\n      condition = self.id != ""\\n      error_message = "x."\\n    }\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    postcondition {\\n      condition = self.nope\\n      error_message = "x."\\n    }\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    postcondition {\\n      condition = terraform_data.new.id != ""\\n      error_message = "x."\\n    }\\n  }\\n}
resource "terraform_data" "new" {\\n  lifecycle {\\n    precondition {\\n    }\\n  }\\n}
resource "terraform_data" "new" {\\n  precondition {\\n    condition = true\\n    error_message = "x."\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    commnd = "x"\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    command = []\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exe" {\\n    command = "x"\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner {\\n    command = "x"\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    command = "x"\\n    when = create\\n    on_failure = "fail"\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    command = "x"\\n    when = later\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    command = "x"\\n    on_failure = ignore\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    command = var.V\\n    when = destroy\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    command = self.nope\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    command = terraform_data.new.id\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    command = "x"\\n    environment = ["a"]\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    command = "x"\\n    environment = { A = [] }\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "local-exec" {\\n    command = "x"\\n    interpreter = "sh"\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "remote-exec" {\\n    inline = "x"\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "remote-exec" {\\n    inline = ["x"]\\n    script = "y"\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "file" {\\n    source = "x"\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "file" {\\n    destination = "/x"\\n    source = "x"\\n    content = "x"\\n  }\\n}
resource "terraform_data" "new" {\\n  provisioner "chef" {\\n  }\\n}
resource "terraform_data" "new" {\\n  connection {\\n    type = "telnet"\\n    host = "x"\\n  }\\n}
resource "terraform_data" "new" {\\n  connection {\\n    prt = 22\\n    host = "x"\\n  }\\n}
resource "terraform_data" "new" {\\n  connection {\\n    port = "x"\\n    host = "x"\\n  }\\n  provisioner "remote-exec" {\\n    inline = ["x"]\\n  }\\n}
resource "terraform_data" "new" {\\n  connection {\\n    type = "ssh"\\n  }\\n  provisioner "remote-exec" {\\n    inline = ["x"]\\n  }\\n}
resource "terraform_data" "new" {\\n  connection {\\n    host = "x"\\n  }\\n  connection {\\n    host = "y"\\n  }\\n}
resource "terraform_data" "new" {\\n  dynamic "input" {\\n    for_each = []\\n    content {\\n    }\\n  }\\n}
resource "terraform_data" "new" {\\n  dynamic "lifecycle" {\\n    for_each = []\\n    content {\\n    }\\n  }\\n}
resource "terraform_data" "new" {\\n  dynamic "provisioner" {\\n    for_each = []\\n    content {\\n    }\\n  }\\n}
resource "terraform_data" "new" {\\n  timeouts {\\n    create = "1m"\\n  }\\n}
data "terraform_remote_state" "new" {\\n}
data "terraform_remote_state" "new" {\\n  backend = []\\n}
data "terraform_remote_state" "new" {\\n  backend = "locl"\\n}
data "terraform_remote_state" "new" {\\n  backend = "local"\\n  confg = {}\\n}
data "terraform_remote_state" "new" {\\n  backend = "local"\\n  config = "x"\\n}
data "terraform_remote_state" "new" {\\n  backend = "local"\\n  config = { pth = "x" }\\n}
data "terraform_remote_state" "new" {\\n  backend = "local"\\n  provisioner "local-exec" {\\n    command = "x"\\n  }\\n}
data "terraform_remote_state" "new" {\\n  backend = "local"\\n  lifecycle {\\n    prevent_destroy = true\\n  }\\n}
data "terraform_remote_state" "new" {\\n  backend = "local"\\n  lifecycle {\\n    ignore_changes = all\\n  }\\n}
data "terraform_remote_state" "new" {\\n  backend = "local"\\n  lifecycle {\\n    postcondition {\\n      condition = self.outputs.x == 1\\n      error_message = "x."\\n    }\\n  }\\n}
data "terraform_remote_state" "new" {\\n  backend = "local"\\n  connection {\\n    host = "x"\\n  }\\n}
data "terraform_remote_state" {\\n}
ephemeral "terraform_data" "new" {\\n}
ephemeral "nope" "new" {\\n}
ephemeral "terraform_data" {\\n}
module "new" {\\n}
module "new" {\\n  source = var.V\\n}
module "new" {\\n  source = "./nowhere"\\n}
module "new" "x" {\\n  source = "./nowhere"\\n}
module "M" {\\n  source = "./nowhere"\\n}
module {\\n  source = "./nowhere"\\n}
terraform {\\n  required_version = ">= 99"\\n}
terraform {\\n  required_version = "x"\\n}
terraform {\\n  required_version = 1\\n}
terraform {\\n  required_version = var.V\\n}
terraform {\\n  required_versions = ">= 1"\\n}
terraform {\\n  backend "local" {\\n    path = var.V\\n  }\\n}
terraform {\\n  backend "local" {\\n    pth = "x"\\n  }\\n}
terraform {\\n  backend "nope" {\\n  }\\n}
terraform {\\n  backend {\\n  }\\n}
terraform {\\n  backend "local" {\\n  }\\n  backend "s3" {\\n  }\\n}
terraform {\\n  backend "local" {\\n  }\\n  cloud {\\n  }\\n}
terraform {\\n  required_providers {\\n    x = ["a"]\\n  }\\n}
terraform {\\n  required_providers {\\n    terraform = { source = "x/y/z/w" }\\n  }\\n}
terraform {\\n  required_providers {\\n    terraform = { version = "x.y" }\\n  }\\n}
terraform {\\n  required_providers {\\n    terraform = { sorce = "terraform.io/builtin/terraform" }\\n  }\\n}
terraform {\\n  required_providers {\\n    X_y = "1"\\n  }\\n}
terraform {\\n  experiments = [nope]\\n}
terraform {\\n  experiments = "x"\\n}
terraform {\\n  provider_meta "x" {\\n  }\\n}
terraform "x" {\\n}
provider {\\n}
provider "terraform" {\\n  x = 1\\n}
provider "terraform" {\\n  alias = "1a"\\n}
provider "terraform" {\\n  alias = var.V\\n}
provider "terraform" {\\n  alias = "a"\\n}\\nprovider "terraform" {\\n  alias = "a"\\n}
provider "terraform" {\\n  version = "1.0"\\n}
provider "terraform" "x" {\\n}
provider "terraform" {\\n  lifecycle {\\n  }\\n}
run "x" {\\n}
mock_provider "x" {\\n}
resources "terraform_data" "new" {\\n}
vars {\\n}
new = 1
V = "x"
"x" {\\n}
{\\n}
""".strip()

VALUES = r'''
each.value
each.key
each.valeu
each
count.index
count.idx
self.id
self
path.nope
path
terraform.nope
terraform.workspace
var
local
module
data
R
R[*].id
R.nope
R[0]
R["a"]
R.id.x
var.V.nope.deep
var.V[0]
var.V["x"]
var.nope
var.V.V
var["V"]
local["L"]
local.nope
local.L.nope
module.M
module.M.nope
module.M[0]
module.M["a"].nope
module.M[*].nope
module.nope
data.nope
data.nope.x
data.nope.x.y
nope
nope.x
nope.x.y
sensitive("x")
upper(sensitive("x"))
ephemeral("x")
nope("x")
core::upper("x")
core::nope("x")
provider::nope::f("x")
provider::terraform::encode_tfvars({ a = 1 })
provider::terraform::encode_tfvars("x")
provider::terraform::encode_tfvars()
provider::terraform::decode_tfvars("a = 1")
provider::terraform::decode_tfvars(1, 2)
provider::terraform::nope("x")
provider::terraform::encode_expr([1])
upper()
upper("a", "b")
upper([])
upper({})
upper(null)
lower(1)
length(1)
length(null)
length(true)
element([], 0)
element("x", 0)
element([1], "x")
element([1], -1)
element({ a = 1 }, 0)
lookup({ a = 1 }, "b")
lookup({ a = 1 }, "a", "x")
lookup([1], 0)
lookup({ a = 1 }, 1)
lookup({ a = 1 }, "b", 1, 2)
join(["a"], ",")
join(",", "a")
join(",", [1, true])
join(",", [[]])
join(",", null)
join(",")
split(",")
split([], "x")
split(",", null)
concat("a")
concat([1], "b")
concat(null)
merge([1])
merge({ a = 1 }, "x")
merge({}, null)
keys([1])
values("x")
keys(null)
contains("x", "x")
contains(["a"])
contains(["a"], 1)
toset("x")
toset({})
tolist({ a = 1 })
tomap([1])
tomap({ a = 1, b = [] })
tonumber("x")
tonumber([])
tobool("yes")
tobool(1)
tostring([])
tostring(null)
tolist([1, "a", []])
toset([[], {}])
max()
max("x")
max([1, 2])
max([1, 2]...)
min(1, "x")
min([]...)
abs("x")
ceil("x")
floor([])
log(1)
log(0, 10)
pow("x", 1)
signum("x")
parseint("z", 10)
parseint("1", 99)
parseint(1, 10)
format()
format("%d", "x")
format("%s")
format("%z", 1)
format("%s", 1, 2)
format("%d", 1.5)
format("%*d", 1)
formatlist("%s", ["a"], ["b", "c"])
formatlist("%d", ["x"])
formatdate("YYYY")
formatdate("YYYY", "yesterday")
formatdate("QQQ", "2024-01-01T00:00:00Z")
timeadd("x", "1h")
timeadd("2024-01-01T00:00:00Z", "1d")
timecmp("x", "y")
regex("(", "x")
regex("a", "b")
regex("a")
regexall("[", "x")
replace("a", "/(/", "b")
replace("a", "b")
substr("abc", 0)
substr("abc", "x", 1)
substr("abc", 1.5, 2)
trim("a")
trimprefix("a")
chunklist([1], -1)
chunklist("x", 1)
slice([1, 2], 0, 5)
slice([1, 2], 2, 1)
slice("abc", 0, 1)
range("x")
range(1, 2, 0)
range(5, 1, 1)
range(1, 2, 3, 4)
range(2000)
range(0, 1, -1)
reverse("abc")
reverse({})
sort([1, []])
sort("x")
sum([])
sum(["x"])
sum([true])
sum("x")
distinct("x")
compact([1, null])
compact([[]])
flatten("x")
flatten({ a = [] })
coalesce()
coalesce(null)
coalesce("", null)
coalesce([], "x")
coalescelist([], [])
coalescelist("x")
index(["a"], "b")
index("a", "a")
matchkeys(["a"], ["b", "c"], ["b"])
setproduct(["a"])
setproduct("a", "b")
setunion(["a"], "x")
setintersection()
transpose({ a = 1 })
transpose({ a = ["x"] })
zipmap(["a", "b"], [1])
zipmap([1, 2], ["a", "b"])
zipmap("a", "b")
one([1, 2])
one("x")
one({ a = 1 })
alltrue(["x"])
alltrue([1])
anytrue("x")
all(true)
can()
can(var.nope)
try()
try(nope.x, 1)
try(var.nope, 1)
try(upper([]))
type(1)
issensitive()
nonsensitive(1)
base64decode("!")
base64decode([])
base64encode({})
jsondecode("{")
jsondecode({})
yamldecode("a: [")
csvdecode("a,b\n1")
urlencode([])
cidrhost("10.0.0.0/8")
cidrhost("10.0.0.0/33", 1)
cidrhost("10.0.0.0/31", 9)
cidrsubnet("x", 8, 1)
cidrsubnet("10.0.0.0/30", 8, 1)
cidrsubnet("10.0.0.0/16", 4, 99)
cidrsubnets("10.0.0.0/16")
cidrnetmask("x")
cidrnetmask("fe80::/64")
file("nowhere.txt")
file()
fileexists(1, 2)
templatefile("nowhere.tpl", {})
templatefile("x")
templatestring("${x}", {})
filebase64("nowhere")
md5()
uuid(1)
uuidv5("dns")
uuidv5("nope", "x")
bcrypt([])
timestamp(1)
plantimestamp()
startswith("a")
endswith("a", [])
strcontains("a")
indent("x", "a")
title([])
title()
strrev(1, 2)
textencodebase64("x", "nope")
textdecodebase64("x", "UTF-8")
rsadecrypt("x", "y")
upper("a"...)
upper(["a"]...)
upper(["a", "b"]...)
merge({}...)
merge([{}]..., {})
concat([[1]]...)
concat(1...)
"\q"
"\u12"
"\U0000"
"${"
"${}"
"${1 +}"
"${var.V"
"%{if true}x"
"%{if}x%{endif}"
"%{for x}y%{endfor}"
"%{for x in}y%{endfor}"
"%{else}"
"%{endif}"
"%{if true}x%{endfor}"
"%{if [] }x%{endif}"
"%{if "maybe"}x%{endif}"
"%{for x in 1}y%{endfor}"
"%{nope}"
"%{ if true }a%{ else }b%{ else }c%{ endif }"
"a${[]}b"
"a${{}}b"
"a${null}b"
"a${R}b"
"${[]}"
"open
'single'
`tick`
<<EOT
<<EOT
x
<<-EOT
  x
  EOT x
<<"EOT"
x
EOT
<< EOT
x
EOT
1.2.3
1.
.5
0x10
1_000
1e5
1e
--1
- -1
+1
01
1e400
[1,,2]
[1 2]
[1, 2
[,]
[1, 2,]
{ a = 1 b = 2 }
{ a = 1, , b = 2 }
{ a = 1, a = 2 }
{ a : 1 }
{ a }
{ = 1 }
{ a = }
{ 1 = 2 }
{ (a) = 2 }
{ (null) = 2 }
{ ([]) = 2 }
{ a.b = 1 }
{ "a" = 1; b = 2 }
{ a = 1
(1
1)
()
a ? b
true ? 1
true ? 1 : 
true ? 1 : []
true ? [] : {}
true ? "a" : { a = 1 }
"x" ? 1 : 2
null ? 1 : 2
[] ? 1 : 2
1 ? 2 : 3
x => y
x = 1
[for x in [1]: x => x]
{for x in [1]: x}
[for x in 1: x]
[for x in "abc": x]
[for x in null: x]
[for in [1]: 1]
[for x [1]: x]
[for x in [1] x]
[for x in [1]: x if]
[for x in [1]: x if "maybe"]
[for x in [1]: x if []]
[for x in [1]: y]
[for x, y, z in [1]: x]
[for x in [1]: x...]
{for x in [1, 1]: x => 1}
{for x in [1, 1]: x => 1...}
{for x in [1]: [] => 1}
{for x in [1]: null => 1}
{for k, v in { a = 1 }: k => v.x}
[for v in var.V: v]
[for k, v in { a = 1 }: k + 1]
[for s in ["a"]: s.x]
[for s in ["a"]: s + 1]
!"x"
!1
!null
!!true
-true
-"x"
-"1"
-[]
1 + "a"
1 + "1"
1 + null
1 + []
1 + true
1 / 0
1 % 0
"a" + "b"
"a" && true
1 && true
true || "false"
true && null
1 < "b"
"a" < "b"
[] < []
null > 1
true > false
1 == "1"
1 = 1
1 === 1
1 <> 2
1 & 2
1 && 
&& true
true and false
not true
1 ** 2
1 // 2
2 ^ 3
a -> b
null.foo
null[0]
"x".y
"x"[0]
"x".0
1.a
1[0]
true[0]
[1].a
[1]["a"]
[1, 2][5]
[1, 2][-1]
[1, 2][1.5]
[1, 2][null]
[1, 2]["1"]
[1, 2].1
[1, 2].5
[1, 2][*].x
[{ a = 1 }][*].b
[{ a = 1 }].*.a
[{ a = 1 }, { b = 1 }][*].a
{ a = 1 }.b
{ a = 1 }["b"]
{ a = 1 }[0]
{ a = 1 }[null]
{ a = 1 }[[]]
{ a = 1 }.a.b
{ a = 1 }[*].b
{ a = null }.a.b
tomap({ a = 1 }).b
tomap({ a = 1 })["b"]
tolist([1])[3]
toset([1])[0]
toset([1]).a
toset(["a"])["a"]
one([{ a = 1 }]).b
merge({ a = 1 }, { b = 2 }).c
jsondecode("{\"a\":1}").b
yamldecode("a: 1").b
split(",", "a,b")[5]
split(",", "a,b").x
(true ? { a = 1 } : { a = 2 }).b
upper("x").y
length([]).y
"${upper("x")}".y
keys({ a = 1 })[1]
values({ a = 1 })[0].x
regex("(?P<a>x)", "x").b
regex("x", "x").a
zipmap(["a"], [1]).b
cidrsubnets("10.0.0.0/16", 4)[1]
'''.strip("\n")

ARGUMENTS = {
    "resource": """for_each = var.nope
count = "many"
count = -2
provider = aws.nope
provider = nope
provider = "aws"
depends_on = [var.V]
depends_on = ["R"]
depends_on = R
depends_on = [local.nope]
lifecycle {\n    ignore_changes = [nope]\n  }
lifecycle {\n    ignore_changes = ["nope"]\n  }
lifecycle {\n    prevent_destroy = var.V\n  }
lifecycle {\n    replace_triggered_by = [nope.x]\n  }
lifecycle {\n    postcondition {\n      condition = self.nope != ""\n      error_message = "x."\n    }\n  }
lifecycle {\n    precondition {\n      condition = each.nope\n      error_message = "x."\n    }\n  }
provisioner "local-exec" {\n    command = self.nope\n  }
provisioner "local-exec" {\n    cmd = "x"\n  }
connection {\n    hst = "x"\n  }
dynamic "nope" {\n    for_each = []\n    content {}\n  }
dynamic "timeouts" {\n    for_each = "x"\n    content {}\n  }
id = "x"
arn = "x"
timeouts {\n    creat = "1m"\n  }
timeouts {\n    create = []\n  }
tags = "x"
tags = ["x"]
tags = { a = [] }
tags = { a = { b = 1 } }""",
    "data": """depends_on = [nope.x]
count = {}
provider = nope.x
lifecycle {\n    create_before_destroy = true\n  }
provisioner "local-exec" {\n    command = "x"\n  }
id = []""",
    "module": """providers = []
providers = { aws = "x" }
providers = { aws = nope }
providers = { nope = aws }
providers = { aws.x = aws.y }
version = "1.0"
version = 1
depends_on = [R.id]
depends_on = ["x"]
count = "x"
for_each = [1]
for_each = toset([1])
lifecycle {\n  }
provider = aws
nope = 1
nope {\n  }
source = "./elsewhere"
for_each = {}\n  count = 1""",
    "variable": """type = nope
default = []
default = nope
default = var.V
nullable = null
nullable = []
sensitive = "perhaps"
ephemeral = nope
ephemeral = true
description = null
description = {}
validation {\n  }
validation {\n    condition = 1\n    error_message = "x."\n  }
validation {\n    condition = var.V\n    error_message = local.nope\n  }
validation {\n    condition = V\n    error_message = "x."\n  }
lifecycle {\n  }
required = true""",
    "output": """sensitive = []
sensitive = var.V
ephemeral = true
depends_on = [x]
depends_on = R
description = local.L
description = null
precondition {\n    condition = "x"\n    error_message = "x."\n  }
precondition {\n    condition = true\n    error_message = R\n  }
lifecycle {\n  }
count = 1""",
    "check": """count = 1
assert {\n  }
lifecycle {\n  }""",
    "moved": """from = x.y
count = 1
for_each = {}""",
    "import": """from = x.y""",
    "terraform": """experiments = []
required_version = "~> 0.12"
required_version = ">= 1.0, nope"
cloud {\n    organization = 1\n  }
required_providers {\n    null = "~> x"\n  }
required_providers {\n    aws = { source = "hashicorp/aws", nope = 1 }\n  }
backend "s3" {\n    bucket = local.L\n  }
backend "s3" {\n    nope = 1\n  }
backend "s3" {\n    bucket = []\n  }
nope = 1""",
    "locals": """nope = local.nope
nope {\n  }
dynamic "x" {\n    for_each = []\n    content {}\n  }""",
}

JSON_VALUES = ['"${nope.x}"', '"${var.nope}"', '"${"', '"${upper()}"', '"${1 +}"', "17", "null", "[]", "{}", "true", '["a"]', '{"a": 1}',
               '"%{if}"', '"${each.value}"', '"${self.id}"', '"\\q"', '"${nope(1)}"', "1.2.3", "'x'", "", '"${[1][5]}"', '"${"a" + 1}"']


class Insertions:
    """The insertions in one file: each a kind, a start, an end and a new text."""

    def __init__(self, file, text, names):
        self.file, self.text, self.names, self.found = file, text, names, []

    def all(self, choice):
        if self.file.endswith(".json"):
            self.json()
        else:
            self.native(choice)
        return [{"kind": kind, "file": self.file, "at": start, "old": self.text[start:end], "new": new} for kind, start, end, new in self.found if self.text[start:end] != new]

    def named(self, text, choice):
        for letter, names in self.names.items():
            name = choice.choice(names) if names else "nope"
            text = re.sub(rf"\b{letter}\b", name, text)
        return text

    def native(self, choice):
        items = hcl.parse(self.text)
        for line in TOP.split("\n"):
            whole = line.replace("\\n", "\n")
            kind = "inserted " + re.sub(r"\W.*", "", whole, flags=re.DOTALL)
            self.found.append((kind, len(self.text), len(self.text), "\n" + self.named(whole, choice) + "\n"))
        values = [a.value for a, path in hcl.attributes(items)]
        for value in split_values():
            place = choice.choice(values)
            self.found.append(("inserted value", place.start, place.end, self.named(value, choice)))
        for block, path in hcl.blocks(items):
            if not path and block.kind.text in ARGUMENTS and self.text[block.open] == "\n":
                for argument in arguments(block.kind.text):
                    self.found.append(("inserted argument", block.open, block.open, "\n  " + self.named(argument, choice)))

    def json(self):
        for match in re.finditer(r'"(?:[^"\\]|\\.)*"|true|false|null|\[[^\[\]{}]*\]', self.text):
            is_key = re.match(r"\s*:", self.text[match.end() :])
            if is_key:
                name = match.group()[1:-1]
                for new in (f'"{name}s"', f'"{name.upper()}"', '"nope"'):
                    self.found.append(("json key", match.start(), match.end(), new))
            else:
                for new in JSON_VALUES:
                    self.found.append(("json value", match.start(), match.end(), new))
        for i, character in enumerate(self.text):
            if character in '{}[]:,':
                self.found.append(("json mark", i, i + 1, ""))


def split_values():
    """Returns the values: one a line, those with heredocs and open strings over several."""
    lines, found = VALUES.split("\n"), []
    i = 0
    while i < len(lines):
        line = lines[i]
        if line.startswith("<<") and i + 1 < len(lines) and not lines[i + 1].startswith("<<"):
            end = next((j for j in range(i + 1, min(i + 4, len(lines))) if lines[j].strip().startswith("EOT")), i + 1)
            line, i = "\n".join(lines[i : end + 1]), end
        found.append(line)
        i += 1
    return found


def arguments(kind):
    """Returns the arguments and blocks for a kind of block."""
    found, depth = [], 0
    for line in ARGUMENTS[kind].split("\n"):
        if depth or line.startswith((" ", "}")):
            found[-1] += "\n" + line
        else:
            found.append(line)
        depth += line.count("{") - line.count("}")
    return found


def names(files):
    """Returns what the letters stand for."""
    found = {"R": [], "M": [], "V": [], "L": []}
    for file, text in files.items():
        if file.endswith(".json") or "/" in file:
            continue
        for item in hcl.parse(text):
            if not isinstance(item, hcl.Block):
                continue
            labels = [label.text.strip('"') for label in item.labels]
            if item.kind.text == "resource":
                found["R"].append(".".join(labels))
            elif item.kind.text == "module":
                found["M"].append(labels[0])
            elif item.kind.text == "variable":
                found["V"].append(labels[0])
            elif item.kind.text == "locals":
                found["L"] += [a.name.text for a in item.body if isinstance(a, hcl.Attribute)]
    return found


def mutants(files, count, seed):
    """Returns `count` mutants of a module, spread over all kinds."""
    choice, known, found = random.Random(zlib.crc32(seed.encode())), names(files), {}
    for file, text in sorted(files.items()):
        for mutation in Insertions(file, text, known).all(choice):
            found.setdefault(mutation["kind"], []).append(mutation)
    pool = []
    for kind, mutations in sorted(found.items()):
        choice.shuffle(mutations)
        weight = {"inserted value": 8, "inserted argument": 4, "inserted resource": 4, "inserted variable": 2, "json value": 3}.get(kind, 1)
        pool += [(i / weight, kind, i, m) for i, m in enumerate(mutations)]
    pool.sort(key=lambda entry: entry[:3])
    return [m for *_, m in pool[:count]]
