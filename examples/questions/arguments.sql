-- Which functions are called, and with arguments of which types?
SELECT c.function, p.position, t.text, count(*)
FROM call c JOIN part p USING (expression) JOIN has_type h ON h.expression = p.part JOIN type t USING (type)
WHERE p.role = 'argument' GROUP BY c.function, p.position, t.text ORDER BY 1, 2, 3;
