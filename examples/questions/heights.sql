-- Which expressions have the deepest proofs?
SELECT f.name, e.line, e."column", e.text, d.height
FROM derivation d JOIN derivation_of o USING (derivation) JOIN expression e USING (expression) JOIN file f USING (file)
WHERE d.relation = 'has_type' ORDER BY d.height DESC, e.expression LIMIT 10;
