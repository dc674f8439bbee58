-- Names of files that came before direction marks were removed: 'factura<U+202E>fdp.exe' reads as a PDF.
UPDATE messages SET file_name = (
  WITH RECURSIVE letters (at, letter) AS (
    SELECT 1, substr(file_name, 1, 1)
    UNION ALL SELECT at + 1, substr(file_name, at + 1, 1) FROM letters WHERE at < length(file_name)
  )
  SELECT group_concat(letter, '' ORDER BY at) FROM letters
  WHERE unicode(letter) NOT IN (0x061C, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF)
    AND unicode(letter) NOT BETWEEN 0x202A AND 0x202E AND unicode(letter) NOT BETWEEN 0x2066 AND 0x2069
) WHERE file_name IS NOT NULL;
