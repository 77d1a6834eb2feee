# Events go through a queue into a table.

config "retention" "number" {
  default  = null
  nullable = true
}

columns = [
  { name = "id", type = "integer" },
  { name = "at", type = "time" },
  { name = "note", type = "text", optional = true },
]

resource "queue" "data:Queue" {
  retention = retention == null ? 7 : retention
  labels    = { stage = "events" }
}

resource "worker" "data:Worker" {
  code        = fileArchive("./worker")
  handler     = "main"
  environment = { QUEUE = queue.url, TABLE = table.id }
  size        = "medium"
}

resource "table" "data:Table" {
  columns = columns
  seed    = invoke("data:parse", { text = toJSON({ rows = [] }) }).result
}

output "names" {
  value = [for c in columns : c.name]
}

output "firstName" {
  value = element(columns, 0).name
}
