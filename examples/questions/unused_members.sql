-- Which members of the unions that inputs take does no expression have?
SELECT DISTINCT i.name, m.text FROM input i JOIN member u USING (type) JOIN type m ON m.type = u.member
WHERE u.member NOT IN (SELECT type FROM has_type) AND m.text NOT LIKE 'output(%' AND m.text <> 'none'
ORDER BY i.name, m.text;
