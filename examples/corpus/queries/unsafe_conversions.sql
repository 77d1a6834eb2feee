-- Which expressions stand where only an unsafe conversion leads, from which type to which?
SELECT f.text AS found, x.text AS expected, count(*) AS expressions
FROM expects e
  JOIN converts c ON c.program = e.program AND c.source = e.found AND c.target = e.expected
  JOIN type f ON f.program = e.program AND f.type = e.found
  JOIN type x ON x.program = e.program AND x.type = e.expected
WHERE c.kind = 'unsafe' AND c.mode = 'plain' AND f.text <> 'any'
GROUP BY f.text, x.text ORDER BY 3 DESC, 1, 2;
