-- Which programs have the same files, byte by byte?
SELECT content, count(*) AS programs, min(program) AS first FROM program
GROUP BY content HAVING count(*) > 1 ORDER BY 2 DESC, 3;
