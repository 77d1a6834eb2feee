# With the book, a text may be a duration, and a duration is a text.
chosen  = is_fast ? "5s" : timeout
pauses  = [for time in [timeout, "30s"] : time]
message = "stops after ${timeout}"
given   = wait(message)
