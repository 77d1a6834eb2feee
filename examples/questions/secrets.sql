-- Which resources depend on a secret configuration value?
WITH RECURSIVE secret(definition) AS (
  SELECT definition FROM secret_config
  UNION
  SELECT d.definition FROM depends_on d JOIN secret s ON d."on" = s.definition
)
SELECT f.name, n.name FROM secret JOIN definition n USING (definition) JOIN file f USING (file)
WHERE n.kind = 'resource' ORDER BY n.definition;
