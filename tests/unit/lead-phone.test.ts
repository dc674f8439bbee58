import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { phoneKey } from '~/server/leads/same-person/contact-keys';
import { whatsappDigits } from '~/shared/leads/contact-links';
import type { LeadCountry } from '~/shared/leads/enums';
import { formatPhone, joinPhoneDigits } from '~/shared/phones/format';
import { countryOfPhone, findPhoneFault } from '~/shared/phones/numbering';
import { migrations } from '../../db/migrate';

type Case = [typed: string, country: LeadCountry | null, digits: string | null];

test.each([
  ['+54 9 11 5874 9895', 'Argentina'],
  ['0054 9 11', 'Argentina'],
  ['+5', null],
  ['+598', 'Uruguay'],
  ['+591 7123 4567', 'Bolivia'],
  ['+1 305 555 1234', 'Otro'],
  ['+1 305', null],
  ['11 5874 9895', null],
  ['', null],
] as const)('%s is from %s', (typed, country) => expect(countryOfPhone(typed)).toBe(country));

describe('a number links to the person who wrote it', () => {
  test.each<Case>([
    ['+54 9 11 5874 9895', null, '5491158749895'],
    ['011 15-5874-9895', 'Argentina', '5491158749895'],
    ['11 15 5874 9895', 'Argentina', '5491158749895'],
    ['11 5874-9895', 'Argentina', '5491158749895'],
    ['9 11 5874 9895', 'Argentina', '5491158749895'],
    ['54 9 11 5874 9895', 'Argentina', '5491158749895'],
    ['0054 9 11 5874 9895', null, '5491158749895'],
    ['+54 9 11 15 5874 9895', null, '5491158749895'],
    ['+54 (011) 15 5874 9895', null, '5491158749895'],
    ['0351 15 555 6677', 'Argentina', '5493515556677'],
    ['02266 15 401234', 'Argentina', '5492266401234'],
    ['55 1234 5678', 'México', '525512345678'],
    ['+52 1 55 1234 5678', null, '525512345678'],
    ['044 55 1234 5678', 'México', '525512345678'],
    ['01 55 1234 5678', 'México', '525512345678'],
    ['521 55 1234 5678', 'México', '525512345678'],
    ['(0981) 123-456', 'Paraguay', '595981123456'],
    ['981 123 456', 'Paraguay', '595981123456'],
    ['595 981 123456', 'Paraguay', '595981123456'],
    ['+595 0981 123456', null, '595981123456'],
    ['7123 4567', 'Bolivia', '59171234567'],
    ['591 71234567', 'Bolivia', '59171234567'],
    ['987 654 321', 'Perú', '51987654321'],
    ['51 987654321', 'Perú', '51987654321'],
    ['01 2345678', 'Perú', '5112345678'],
    ['099 123 456', 'Uruguay', '59899123456'],
    ['94 123 456', 'Uruguay', '59894123456'],
    ['9 8765 4321', 'Chile', '56987654321'],
    ['09 8765 4321', 'Chile', '56987654321'],
    ['+56 9 8765 4321', null, '56987654321'],
    ['612 34 56 78', 'España', '34612345678'],
    ['+34 (0) 612 345 678', null, '34612345678'],
    ['0034 612 345 678', 'Argentina', '34612345678'],
    ['300 123 4567', 'Colombia', '573001234567'],
    ['0 300 123 4567', 'Colombia', '573001234567'],
    ['+595 981 123456', 'Argentina', '595981123456'],
    ['+1 415 555 2671', 'Otro', '14155552671'],
    ['+55 11 91234-5678', null, '5511912345678'],
    ['+55 11 1234-5678', null, '5511912345678'],
    ['+55 85 8765-4321', null, '5585987654321'],
    ['+55 (85) 98765-4321', null, '5585987654321'],
    ['+55 11 3123-4567', null, '551131234567'],
    ['+55 11 93123-4567', null, '5511931234567'],
    ['5491155551234', null, '5491155551234'],
    ['549 11 5555-1234', null, '5491155551234'],
    ['54 11 15 5555 1234', null, '5491155551234'],
    ['34612345678', 'Argentina', '34612345678'],
    ['5215512345678', 'Otro', '525512345678'],
    ['59899123456', null, '59899123456'],
    // An extension is no part of it, …
    ['+55 11 3555-0109 ramal 4', null, '551135550109'],
    ['(011) 4321-0000 int. 23', 'Argentina', '5491143210000'],
    ['11 4321 0000, interno 4', 'Argentina', '5491143210000'],
    ['11 4321-0000 (ext 9)', 'Argentina', '5491143210000'],
    ['11 4321-0000 #12', 'Argentina', '5491143210000'],
    ['+1 415 555 2671 x 33', null, '14155552671'],
    ['11 4321-0000 Ext. 9 / 11 5874-9895', 'Argentina', '5491143210000'],
    ['11 4321-0000/01', 'Argentina', '5491143210000'],
    // … nor is a second number, nor what a keyboard or a spreadsheet added; and of two the mobile is written to.
    ['+54 9 11 5874-9895 / +54 9 351 555-6677', null, '5491158749895'],
    ['+54 9 11 5874 9895 +54 9 351 555 6677', null, '5491158749895'],
    ['1158749895 3515556677', 'Argentina', '5491158749895'],
    ['+54 11 4321-0000 / +54 9 11 5874-9895', null, '5491158749895'],
    ['2 2123 4567; 9 8765 4321', 'Chile', '56987654321'],
    ['Tel 11 4321-0000 / Cel 11 5874-9895', 'Argentina', '5491158749895'],
    ['４９１１', null, null],
    ['＋５４ ９ １１ ５８７４ ９８９５', null, '5491158749895'],
    ['\u202a+54 9 11\u200b 5874 9895\u202c', null, '5491158749895'],
    ['5491158749895,00', null, '5491158749895'],
    ['5491158749895.0', null, '5491158749895'],
  ])('%s (%s) to %s', (typed, country, digits) => {
    expect(whatsappDigits(phoneKey(typed, country))).toBe(digits);
  });
});

describe('a number that could be somebody else’s, or nobody’s, gives no link and says what it lacks', () => {
  test.each<[typed: string, country: LeadCountry | null, fault: string]>([
    ['15 5566 7788', 'Argentina', 'area'],
    ['0 15 5566-7788', 'Argentina', 'area'],
    ['+54 15 5566 7788', null, 'area'],
    ['+54 9 15 5566 7788', null, 'area'],
    ['5566 7788', 'Argentina', 'area'],
    ['15-5566', 'Argentina', 'area'],
    ['11 5566 778', 'Argentina', 'few'],
    ['11 5566 77889', 'Argentina', 'many'],
    ['911 2345 67', 'Argentina', 'few'],
    ['44 1234 5678', 'Argentina', 'country'],
    ['1234 5678', 'México', 'few'],
    ['55 1234 56789', 'México', 'many'],
    ['981 1234', 'Paraguay', 'few'],
    ['0981 123 45678', 'Paraguay', 'many'],
    ['712 3456', 'Bolivia', 'few'],
    ['7123 45678', 'Bolivia', 'many'],
    ['98765432', 'Perú', 'country'],
    ['+51 987 654', null, 'few'],
    ['9876 54321 0', 'Perú', 'many'],
    ['912 3456', 'Uruguay', 'few'],
    ['8765 4321', 'Chile', 'few'],
    ['6123 4567', 'España', 'few'],
    ['612 34 56 789', 'España', 'many'],
    ['300 1234', 'Colombia', 'few'],
    ['981 123 456', null, 'code'],
    ['981 123 456', 'Otro', 'code'],
    ['11 5566 7788', null, 'code'],
    ['51 1234 5678', null, 'code'],
    ['549115555123', null, 'code'],
    ['12345', null, 'unknown'],
    ['+999 123 4567', null, 'unknown'],
    ['no tengo', 'Argentina', 'text'],
    ['el de siempre', null, 'text'],
  ])('%s (%s): %s', (typed, country, fault) => {
    expect(phoneKey(typed, country)).toBeNull();
    expect(findPhoneFault(typed, country)?.fault).toBe(fault);
  });

  test.each([null, '', '  '])('nothing where nothing was typed: %j', (typed) => {
    expect(findPhoneFault(typed, 'Argentina')).toBeNull();
  });
});

test('a number is read in groups, as libphonenumber has them, and copied without them', () => {
  const read = [
    '+54 9 11 5874 9895',
    '+54 9 351 555 6677',
    '+52 55 7791 9191',
    '+52 222 123 4567',
    '+57 300 123 4567',
    '+1 305 555 0123',
    '+56 9 2375 7573',
    '+56 32 212 3456',
    '+51 1 234 5678',
    '+51 947 515 146',
    '+598 91 676 764',
    '+598 2901 1234',
    '+591 7123 4567',
    '+595 21 123 456',
    '+595 989 595 955',
    '+34 615 838 382',
    '+55 11 96123 4567',
  ];
  const dialled = read.map((number) => number.replaceAll(' ', ''));
  expect(dialled.map(formatPhone)).toEqual(read);
  expect(formatPhone('+54 9 11 5874-9895')).toBe('+54 9 11 5874 9895');
  expect(formatPhone('+55 11 3555-010 ramal 4')).toBe('+55 11 3555-010 ramal 4');
  // Numbers without a known grouping stay as typed.
  expect(['+39 06 1234', '11 5874-9895', 'llamar a Ana'].map(formatPhone)).toEqual([
    '+39 06 1234',
    '11 5874-9895',
    'llamar a Ana',
  ]);
  expect(joinPhoneDigits('Ana\t+54 9 11 5874 9895\t24/11 10:08\n+34 615 838 382')).toBe(
    'Ana\t+5491158749895\t24/11 10:08\n+34615838382',
  );
});

test('the keys of Brazilian mobiles from before are made the same way, and who shares one is marked', () => {
  const db = new Sqlite(':memory:');
  const run = (from: number, to: number) => {
    for (const { version, sql } of migrations) if (version >= from && version <= to) db.exec(sql);
  };
  run(1, 141);
  const numbers = ['5511987654321', '551187654321', '5511931234567', '551131234567', '541155551234', '5519876543210'];
  const add = db.prepare(
    `INSERT INTO leads (nombre, whatsapp, phone_key, source, created_at)
     VALUES ('Bia', '+' || :key, :key, 'landing', '2026-11-20T10:00:00.000Z')`,
  );
  const silence = db.prepare("INSERT INTO silenced_numbers VALUES (?, NULL, '2026-11-20T10:00:00.000Z')");
  for (const key of numbers) add.run({ key });
  for (const key of numbers.slice(0, 2)) silence.run(key);
  db.transaction(() => run(142, 142))();
  expect(db.prepare('SELECT phone_key FROM leads ORDER BY id').pluck().all()).toEqual(
    numbers.map((number) => phoneKey(`+${number}`, null)),
  );
  expect(db.prepare('SELECT id FROM leads WHERE repeated = 1 ORDER BY id').pluck().all()).toEqual([1, 2]);
  expect(db.prepare('SELECT phone_key FROM silenced_numbers').pluck().all()).toEqual(['551187654321']);
});
