-- Which rules make expressions any, and how often? (Of a dataset with --reasons.)
SELECT d.rule, count(*) AS expressions, count(DISTINCT h.program) AS programs
FROM has_type h JOIN type t ON t.program = h.program AND t.type = h.type
  JOIN derivation_of o ON o.program = h.program AND o.expression = h.expression
  JOIN derivation d ON d.program = o.program AND d.derivation = o.derivation
WHERE t.text = 'any' AND d.relation = 'has_type' GROUP BY d.rule ORDER BY 2 DESC, 1;
