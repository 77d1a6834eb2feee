-- How many unsafe conversions does each rule conclude?
SELECT rule, count(*) FROM derivation WHERE relation = 'converts' AND row LIKE '% ~?> %'
GROUP BY rule ORDER BY count(*) DESC, rule;
