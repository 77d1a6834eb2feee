-- Which rules about traversal never fire? (Without the last condition: which rules at all.)
SELECT rule, file FROM rule WHERE rule NOT IN (SELECT rule FROM rule_fired) AND rule LIKE 'V-%' ORDER BY rule;
