-- Which types do definitions have, by their kind?
SELECT d.kind, t.text AS type, count(*) AS definitions
FROM node_type n JOIN definition d ON d.program = n.program AND d.definition = n.definition
  JOIN type t ON t.program = n.program AND t.type = n.type
GROUP BY d.kind, t.text ORDER BY 3 DESC, 1, 2;
