variable "lambda" { type = string }
variable "retries" { type = number }
variable "next" {
  type    = string
  default = null
}
variable "topic" { type = string }

data "aws_lambda_function" "this" {
  function_name = var.lambda
}

output "state" {
  value = merge(
    {
      Type     = "Task"
      Resource = data.aws_lambda_function.this.arn
      Retry    = [{ ErrorEquals = ["States.ALL"], MaxAttempts = var.retries }]
      Catch    = [{ ErrorEquals = ["States.ALL"], Next = var.topic }]
    },
    var.next == null ? { End = true, Next = "" } : { End = false, Next = var.next },
  )
}
