-- What does each report of an unsafe conversion rest on?
SELECT d.row, p.position, p.relation, p.row FROM derivation d JOIN premise p USING (derivation)
WHERE d.relation = 'unsafe_conversion' ORDER BY d.derivation, p.position;
