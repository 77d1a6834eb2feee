-- Which expressions have the type any, and which rule made each?
SELECT f.name, e.line, e."column", e.text, d.rule
FROM has_type h JOIN type t USING (type) JOIN expression e USING (expression) JOIN file f USING (file)
  JOIN derivation_of o USING (expression) JOIN derivation d USING (derivation)
WHERE t.text = 'any' AND d.relation = 'has_type'
ORDER BY f.file, e.start, e.text;
