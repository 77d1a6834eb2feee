variable "name" {
  type    = string
  default = "orders"
}

variable "attributes" {
  type    = list(map(string))
  default = [{ name = "id", type = "S" }]
}

variable "hash_key" {
  type    = string
  default = "id"
}

variable "ttl" {
  type    = object({ enabled = bool, attribute = string })
  default = { enabled = true, attribute = "expires" }
}

variable "indexes" {
  type    = any
  default = []
}

variable "autoscaling" {
  type = object({
    enabled = bool
    read    = object({ min = number, max = number })
  })
  default = { enabled = false, read = { min = 1, max = 5 } }
}

variable "database" {
  type = object({
    engine         = string
    version        = string
    class          = string
    storage        = number
    parameters     = optional(list(map(string)), [])
    backup_window  = optional(string)
    multi_az       = optional(bool, false)
    instance_names = optional(set(string), [])
  })
}

variable "password" {
  type      = string
  sensitive = true
}

variable "subnet_ids" {
  type = list(string)
}

resource "aws_dynamodb_table" "this" {
  name             = var.name
  billing_mode     = var.autoscaling.enabled ? "PROVISIONED" : "PAY_PER_REQUEST"
  hash_key         = var.hash_key
  read_capacity    = var.autoscaling.enabled ? var.autoscaling.read.min : null
  stream_enabled   = true
  stream_view_type = "NEW_IMAGE"

  ttl {
    enabled        = var.ttl.enabled
    attribute_name = var.ttl.attribute
  }

  point_in_time_recovery {
    enabled = true
  }

  dynamic "attribute" {
    for_each = var.attributes

    content {
      name = attribute.value.name
      type = attribute.value.type
    }
  }

  dynamic "global_secondary_index" {
    for_each = var.indexes

    content {
      name               = global_secondary_index.value.name
      hash_key           = global_secondary_index.value.hash_key
      range_key          = lookup(global_secondary_index.value, "range_key", null)
      projection_type    = global_secondary_index.value.projection_type
      non_key_attributes = lookup(global_secondary_index.value, "non_key_attributes", null)
    }
  }

  server_side_encryption {
    enabled = true
  }

  lifecycle {
    ignore_changes = [read_capacity, write_capacity]
  }
}

resource "aws_appautoscaling_target" "read" {
  count = var.autoscaling.enabled ? 1 : 0

  max_capacity       = var.autoscaling.read.max
  min_capacity       = var.autoscaling.read.min
  resource_id        = "table/${aws_dynamodb_table.this.name}"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  service_namespace  = "dynamodb"
}

resource "aws_appautoscaling_policy" "read" {
  count = var.autoscaling.enabled ? 1 : 0

  name               = "read-${aws_appautoscaling_target.read[0].resource_id}"
  policy_type        = "TargetTrackingScaling"
  resource_id        = aws_appautoscaling_target.read[0].resource_id
  scalable_dimension = aws_appautoscaling_target.read[0].scalable_dimension
  service_namespace  = aws_appautoscaling_target.read[0].service_namespace

  target_tracking_scaling_policy_configuration {
    target_value = 70

    predefined_metric_specification {
      predefined_metric_type = "DynamoDBReadCapacityUtilization"
    }
  }
}

resource "aws_db_subnet_group" "this" {
  name       = "${var.name}-database"
  subnet_ids = var.subnet_ids
}

resource "aws_db_parameter_group" "this" {
  name_prefix = "${var.name}-"
  family      = "${var.database.engine}${split(".", var.database.version)[0]}"

  dynamic "parameter" {
    for_each = var.database.parameters

    content {
      name         = parameter.value.name
      value        = parameter.value.value
      apply_method = lookup(parameter.value, "apply_method", null)
    }
  }
}

resource "aws_db_instance" "this" {
  identifier              = var.name
  engine                  = var.database.engine
  engine_version          = var.database.version
  instance_class          = var.database.class
  allocated_storage       = var.database.storage
  username                = "root"
  password                = var.password
  multi_az                = var.database.multi_az
  backup_window           = var.database.backup_window
  backup_retention_period = 7
  db_subnet_group_name    = aws_db_subnet_group.this.name
  parameter_group_name    = aws_db_parameter_group.this.id
  skip_final_snapshot     = true
  storage_encrypted       = true

  enabled_cloudwatch_logs_exports = ["postgresql"]
}

output "table" {
  value = {
    arn    = aws_dynamodb_table.this.arn
    stream = aws_dynamodb_table.this.stream_arn
    ttl    = aws_dynamodb_table.this.ttl[0].attribute_name
  }
}

output "endpoint" {
  value = "${aws_db_instance.this.address}:${aws_db_instance.this.port}"
}
