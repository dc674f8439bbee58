import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError, toAppError } from '~/server/app-error';
import { decodeCursor, toPage } from '~/server/database/paging';
import { readSettings, SettingsError } from '~/server/env';
import { safeNextPath } from '~/server/http/pages/page-guard';
import { phoneKey } from '~/server/leads/same-person/contact-keys';
import { addressKey } from '~/server/net/client-address';
import { encodeCursor } from '~/shared/paging';

describe('settings', () => {
  test('all have defaults', () => {
    expect(readSettings({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4321,
      SITE_URL: 'http://localhost:4321',
      LANDING_ORIGINS: [],
      DATABASE_PATH: 'db/data/crm.sqlite',
      TRUSTED_PROXY_HOPS: 0,
      RATE_LIMIT_SCALE: 1,
    });
  });

  test('count an empty value as not set, and follow the port in the address', () => {
    expect(readSettings({ PORT: '', SITE_URL: '' }).SITE_URL).toBe('http://localhost:4321');
    expect(readSettings({ PORT: '8080' }).SITE_URL).toBe('http://localhost:8080');
  });

  test('reduce addresses to origins', () => {
    const settings = readSettings({
      SITE_URL: 'https://CRM.example.com/',
      LANDING_ORIGINS: 'https://a.co, https://b.co',
    });
    expect(settings.SITE_URL).toBe('https://crm.example.com');
    expect(settings.LANDING_ORIGINS).toEqual(['https://a.co', 'https://b.co']);
  });

  test('list the events that the workflow hears of', () => {
    expect(readSettings({}).LEAD_WEBHOOK_EVENTS).toEqual(['lead.created']);
    const events = 'lead.created, note.created\tnote.created';
    expect(readSettings({ LEAD_WEBHOOK_EVENTS: events }).LEAD_WEBHOOK_EVENTS).toEqual(['lead.created', 'note.created']);
    expect(() => readSettings({ LEAD_WEBHOOK_EVENTS: 'lead.crated' })).toThrow(/LEAD_WEBHOOK_EVENTS: .*lead.created/);
    expect(() => readSettings({ LEAD_WEBHOOK_EVENTS: ',' })).toThrow(/LEAD_WEBHOOK_EVENTS/);
  });

  test('take one secret for signing or two, and say which one is none', () => {
    const [one, two] = ['a', 'b'].map((letter) => `whsec_${letter.repeat(32)}`);
    expect(readSettings({}).LEAD_WEBHOOK_SECRET).toEqual([]);
    expect(readSettings({ LEAD_WEBHOOK_SECRET: `${one}` }).LEAD_WEBHOOK_SECRET).toEqual([one]);
    for (const both of [`${one} ${two}`, `${one},${two}`, `${one}, ${two}`])
      expect(readSettings({ LEAD_WEBHOOK_SECRET: both }).LEAD_WEBHOOK_SECRET).toEqual([one, two]);
    for (const wrong of [`${one} corto`, `${one} ${two} ${one}`])
      expect(() => readSettings({ LEAD_WEBHOOK_SECRET: wrong })).toThrow(/LEAD_WEBHOOK_SECRET: /);
    expect(() => readSettings({ LEAD_WEBHOOK_CONFIRMS: 'sí' })).toThrow(/LEAD_WEBHOOK_CONFIRMS: .*true o false/);
  });

  test('name every one that cannot be used', () => {
    const read = () => readSettings({ PORT: '0', SITE_URL: 'ftp://x.co', TRUSTED_PROXY_HOPS: '-1' });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(/PORT: [\s\S]*SITE_URL: [\s\S]*TRUSTED_PROXY_HOPS: /);
  });
});

describe('ASVS 3.7.2: where to go after signing in', () => {
  test.each(['/panel?estado=nuevo', '/users/company/3', '/'])('%s is followed', (path) => {
    expect(safeNextPath(path)).toBe(path);
  });

  test.each([
    null,
    '',
    '//evil.co',
    '/\\evil.co',
    'https://evil.co',
    'javascript:alert(1)',
    '/a\nb',
    'panel',
    '/\t/evil.co',
  ])('%j is not', (path) => {
    expect(safeNextPath(path)).toBe('/panel');
  });

  test('nothing ever leaves the site', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'/\\:@?#.\t\n co') }),
        (text) => new URL(safeNextPath(`/${text}`), 'http://own.co').host === 'own.co',
      ),
    );
  });
});

describe('one address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('a phone is recognised', () => {
  test.each([
    ['+5491158749895', 'Argentina'],
    ['+541158749895', null],
    ['011 15-5874-9895', 'Argentina'],
    ['+54 9 11 5874 9895', 'Argentina'],
  ] as const)('%s (%s) as the same Argentine line', (phone, country) => {
    expect(phoneKey(phone, country)).toBe('541158749895');
  });

  test.each([
    ['+5215512345678', 'México'],
    ['+525512345678', null],
    ['55 1234 5678', 'México'],
  ] as const)('%s (%s) as the same Mexican line', (phone, country) => {
    expect(phoneKey(phone, country)).toBe('525512345678');
  });

  test.each(['', 'no tengo', '123', null])('not in %j', (phone) => {
    expect(phoneKey(phone, 'Argentina')).toBeNull();
  });
});

test('a cursor leads back to its place', () => {
  const place = { created_at: '2026-11-21T03:04:05.678Z', id: 12_345 };
  expect(decodeCursor(encodeCursor(place))).toEqual(place);
  expect(() => decodeCursor('inventado')).toThrow(AppError);
});

describe('what was thrown becomes', () => {
  test.each([
    ['SQLITE_BUSY', 'busy', 503],
    ['SQLITE_FULL', 'busy', 503],
    ['SQLITE_IOERR_WRITE', 'busy', 503],
    ['SQLITE_CONSTRAINT_UNIQUE', 'unexpected', 500],
  ])('for %s, %s', (code, expected, status) => {
    const error = toAppError(Object.assign(new Error('x'), { code }));
    expect([error.code, error.status]).toEqual([expected, status]);
  });

  test('unexpected, without a word of what happened', () => {
    const error = toAppError(new Error('SELECT secreto FROM tabla'));
    expect(JSON.stringify(error.toBody())).not.toContain('secreto');
  });
});

test('a page of exactly fifty is the last one', () => {
  const page = (count: number) =>
    toPage(
      Array.from({ length: count }, (_, index) => index),
      (row) => row,
    );
  expect(page(50)).toMatchObject({ rows: { length: 50 }, next_cursor: null });
  expect(page(51)).toMatchObject({ rows: { length: 50 }, next_cursor: 49 });
});
