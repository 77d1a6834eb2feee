region = "north"
ports  = [80, 443]
