# What a range makes of a name.

config "enabled" "bool" {}

resource "maybe" "data:Queue" {
  options {
    range = enabled
  }
}

resource "several" "data:Queue" {
  retention = range.value
  options {
    range = 3
  }
}

resource "byName" "data:Queue" {
  labels = { name = range.key, days = "${range.value}" }
  options {
    range = { hot = 1, cold = 30 }
  }
}

resource "ofEach" "data:Queue" {
  retention = several[range.key].retention
  options {
    range = several[*].url
  }
}

urls = several[*].url
hot  = byName["hot"].url
some = maybe.url
last = element(ofEach, 0).url

output "all" {
  value = [urls, hot, some, last]
}
