-- Which resources do others depend on, and how many, although nothing protects them? (Aggregation and negation.)
SELECT n.name, count(*) FROM depends_on d JOIN definition n ON n.definition = d."on"
WHERE n.kind = 'resource' AND NOT EXISTS (
  SELECT 1 FROM definition_block b JOIN block o ON o.kind = 'options' JOIN block_in i ON i.block = o.block
    JOIN attribute_in t ON t.block = o.block JOIN attribute a USING (attribute)
  WHERE b.definition = n.definition AND i.outer = b.block AND a.name = 'protect')
GROUP BY n.definition ORDER BY n.definition;
