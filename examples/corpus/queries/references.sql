-- Which programs have definitions that the most others depend on?
SELECT d.program, n.name, count(*) AS dependents
FROM depends_on d JOIN definition n ON n.program = d.program AND n.definition = d."on"
GROUP BY d.program, n.definition, n.name ORDER BY 3 DESC, 1, 2;
