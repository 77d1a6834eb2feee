-- Which rules conclude the most rows, and in how many programs?
SELECT rule, count(*) AS programs, sum(rows) AS rows FROM rule_fired GROUP BY rule ORDER BY 3 DESC, 1;
