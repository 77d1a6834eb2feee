-- Which problems are there, in how many programs, and with what message for instance?
SELECT code, severity, count(*) AS problems, count(DISTINCT program) AS programs, min(text) AS message
FROM diagnostic GROUP BY code, severity ORDER BY 3 DESC, 1;
