variable "database" { type = object({name=string, port=output(int)}) }
