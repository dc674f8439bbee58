-- A Brazilian mobile is the same with and without the 9 after its area code; contact-keys.ts leaves it out. After it, 2 to 5
-- would be a landline's first digit.
UPDATE leads SET phone_key = substr(phone_key, 1, 4) || substr(phone_key, 6)
WHERE phone_key GLOB '55[1-9][1-9]9[016-9]*' AND length(phone_key) = 13;
UPDATE lead_joins SET phone_key = substr(phone_key, 1, 4) || substr(phone_key, 6)
WHERE phone_key GLOB '55[1-9][1-9]9[016-9]*' AND length(phone_key) = 13;
UPDATE messages SET phone_key = substr(phone_key, 1, 4) || substr(phone_key, 6)
WHERE phone_key GLOB '55[1-9][1-9]9[016-9]*' AND length(phone_key) = 13;
UPDATE OR REPLACE silenced_numbers SET phone_key = substr(phone_key, 1, 4) || substr(phone_key, 6)
WHERE phone_key GLOB '55[1-9][1-9]9[016-9]*' AND length(phone_key) = 13;
