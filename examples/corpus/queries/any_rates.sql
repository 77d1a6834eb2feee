-- In which dialects are how many expressions of type any, in percent?
SELECT dialect, count(*) AS programs, sum(expressions) AS expressions, 100 * sum("any") / sum(expressions) AS percent
FROM program GROUP BY dialect HAVING sum(expressions) > 0 ORDER BY dialect;
