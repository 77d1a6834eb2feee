-- What is the longest chain of references in each program?
WITH RECURSIVE chain(definition, length, names) AS (
  SELECT definition, 1, name FROM definition
  UNION
  SELECT d."on", c.length + 1, c.names || ' -> ' || n.name
  FROM chain c JOIN depends_on d ON d.definition = c.definition JOIN definition n ON n.definition = d."on"
  WHERE c.length < 40 AND d."on" NOT IN (SELECT definition FROM circular)
)
SELECT p.name, max(c.length), min(c.names) FROM chain c JOIN definition n USING (definition) JOIN file f USING (file)
  JOIN program p USING (program)
WHERE c.length = (SELECT max(x.length) FROM chain x JOIN definition m USING (definition) JOIN file g USING (file)
  WHERE g.program = f.program)
GROUP BY p.program ORDER BY p.program;
