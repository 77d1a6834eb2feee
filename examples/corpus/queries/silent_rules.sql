-- Which rules of the book conclude nothing in the whole corpus?
SELECT rule, file, line FROM rule WHERE rule NOT IN (SELECT rule FROM rule_fired) ORDER BY file, line;
