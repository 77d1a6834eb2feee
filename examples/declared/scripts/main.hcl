# Resources of several forms.
#
#   typelog check --dialect bicep examples/declared/scripts --declare examples/declared/scripts/azure.declare

parameter "timeout" "Timeout" {
  default = "PT30M"
}

resource "cli" "azrm://Microsoft.Resources/deploymentScripts@2019-10-01-preview" {
  kind = "AzureCLI"
  name = "cli"
  properties = {
    azCliVersion = "2.0.80"
    timeout      = timeout
    source       = { from = "inline", content = "az account show" }
  }
}

# The property belongs to the other form.
resource "shell" "azrm://Microsoft.Resources/deploymentScripts@2019-10-01-preview" {
  kind = "AzurePowerShell"
  name = "shell"
  properties = {
    azCliVersion = "2.0.80"
    timeout      = "1 hour"
    source       = { from = "link", url = "https://example.com/script.ps1" }
  }
}

# There is no such form.
resource "bash" "azrm://Microsoft.Resources/deploymentScripts@2019-10-01-preview" {
  kind       = "Bash"
  name       = "bash"
  properties = {}
}

# Every form has a name, and one has this version.
output "name" "string" {
  value = cli.name
}

output "version" "optional(string)" {
  value = shell.properties.azCliVersion
}
