name   = query["name"]
listed = [for text in query : text]
done   = run(name)
