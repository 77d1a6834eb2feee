# Commands that run when resources change.

hook resource "notify" {
  command      = ["notify", args.name, "${args.newOutputs.url}"]
  onDryRun     = false
  ignoreErrors = true
}

hook error "retry" {
  command = ["retry", args.urn]
}

resource "queue" "data:Queue" {
  retention = 3

  options {
    protect = true
    hooks = {
      afterCreate = [notify]
      afterUpdate = [notify]
      onError     = [retry]
    }
    customTimeouts = { create = "10m" }
    aliases        = ["urn:old", { name = "events" }]
  }
}

pulumi {
  requiredVersionRange = ">=3.100.0"
}
