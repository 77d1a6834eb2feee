-- Which functions are called, how often, and in how many programs?
SELECT "function", count(*) AS calls, count(DISTINCT program) AS programs FROM call GROUP BY "function" ORDER BY 2 DESC, 1;
