provider "aws" {
  region = "eu-central-1"

  default_tags {
    tags = { Team = "storage" }
  }
}

provider "aws" {
  alias  = "replica"
  region = "eu-west-1"
}
