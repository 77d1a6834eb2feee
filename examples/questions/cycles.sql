-- Which pairs of definitions lie in one cycle?
WITH RECURSIVE reaches(a, b) AS (
  SELECT definition, "on" FROM depends_on
  UNION
  SELECT r.a, d."on" FROM reaches r JOIN depends_on d ON d.definition = r.b
)
SELECT p.name, x.name, y.name FROM reaches r JOIN reaches s ON s.a = r.b AND s.b = r.a
  JOIN definition x ON x.definition = r.a JOIN definition y ON y.definition = r.b JOIN file f ON f.file = x.file
  JOIN program p USING (program)
WHERE r.a < r.b ORDER BY r.a, r.b;
