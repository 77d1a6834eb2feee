variables {
  owner   = "museum"
  shelves = 4
}

run "plan" {
  command = plan

  assert {
    condition     = length(terraform_data.shelf) == 4
    error_message = "There are ${length(terraform_data.shelf)} shelves."
  }
}

run "boxes" {
  variables {
    boxes = { west = { shelf = 3 } }
  }
  assert {
    condition     = output.first != run.plan.first
    error_message = "The first shelf is ${output.first}."
  }
}

run "refused" {
  command         = plan
  expect_failures = [var.shelves]
  variables {
    shelves = 0
  }
}
