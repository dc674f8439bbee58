import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithClock } from '../support/clock';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import type { TestServer } from '../support/server';

const MIB = 2 ** 20;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const env = { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' };
const large = { ...validEnquiry, sitio_web: 'x'.repeat(49_000) };
const wrong = { ...validEnquiry, nombre: 'Paciente Zárate', telefono: '123' };

let server: TestServer;
let jump: (ms: number) => Promise<void>;
/** How far back the clock is set, so that no day ends during the tests. */
let calm: number;

beforeAll(async () => {
  ({ server, jump } = await startWithClock({ env }));
  const left = DAY_MS - (Date.now() % DAY_MS);
  calm = left < HOUR_MS / 4 ? -HOUR_MS : 0;
  await jump(calm);
});
afterAll(() => server.stop());

const send = (address: string, fields: Record<string, string>, to = server) =>
  submitEnquiry(to, fields, { 'x-forwarded-for': address });

/** Rows and bytes of text stored for an address. */
const keptOf = (address: string) =>
  withDatabase(server, (db) =>
    db
      .prepare(
        'SELECT count(*) AS rows, coalesce(sum(length(body)), 0) AS bytes FROM enquiries WHERE remote_address = ?',
      )
      .get(address),
  ) as { rows: number; bytes: number };

const leadsOf = (email: string) =>
  withDatabase(server, (db) => db.prepare('SELECT count(*) FROM leads WHERE email = ?').pluck().get(email));

const aMinuteAgo = () => new Date(Date.now() + calm - 61_000).toISOString();

/** As if the address had already sent this much today. */
function spend(address: string, bytes: number) {
  const day = new Date(Date.now() + calm).toISOString().slice(0, 10);
  withDatabase(server, (db) =>
    db
      .prepare(
        `INSERT INTO enquiry_bytes (day, address, bytes) VALUES (?, ?, ?)
         ON CONFLICT (day, address) DO UPDATE SET bytes = excluded.bytes`,
      )
      .run(day, address, bytes),
  );
}

describe('what one address may leave in a day', () => {
  test('is a mebibyte, from whichever process, and after a restart', async () => {
    const [first, second] = ['203.0.113.1', '203.0.113.2'];
    const beside = await startWithClock({ env, folder: server.folder });
    try {
      await beside.jump(calm);
      const statuses: number[] = [];
      for (let i = 0; i < 30; i++) {
        statuses.push((await send(first, large, i % 2 ? server : beside.server)).status);
      }
      expect(new Set(statuses)).toEqual(new Set([303, 429]));
      expect(statuses.lastIndexOf(303)).toBeLessThan(statuses.indexOf(429));
      expect(keptOf(first).bytes).toBeGreaterThan(0.9 * MIB);
      expect(keptOf(first).bytes).toBeLessThanOrEqual(MIB);
    } finally {
      await beside.server.stop({ keep: true });
    }

    const again = await startWithClock({ env, folder: server.folder });
    try {
      await again.jump(calm);
      expect((await send(first, large, again.server)).status).toBe(429);
    } finally {
      await again.server.stop({ keep: true });
    }
    expect((await send(second, large)).status).toBe(303);
  });

  describe('and once it is spent', () => {
    const address = '203.0.113.9';
    beforeAll(() => spend(address, MIB));

    test('what is wrong is named, what was typed stays, and nothing is kept', async () => {
      const answer = await send(address, wrong);
      expect(answer.status).toBe(429);
      const wait = Number(answer.headers.get('retry-after')) * 1000;
      expect((Date.now() + calm + wait) % DAY_MS).toBeLessThan(HOUR_MS / 4);
      for (const text of ['Teléfono de WhatsApp: usá el signo +', 'Paciente Zárate', 'probá más tarde']) {
        expect(answer.text).toContain(text);
      }
      const json = await call(server, '/webhook/contacto', {
        body: wrong,
        headers: { 'x-forwarded-for': address },
      });
      expect([json.status, json.json.error.code]).toEqual([429, 'too_many']);
      expect(Object.keys(json.json.error.fields)).toEqual(['telefono']);
      expect(keptOf(address).rows).toBe(0);
    });

    test('whoever filled the hidden field by mistake gets the form back, and through with it', async () => {
      const email = 'autocompletada@a.example.com';
      const answer = await send(address, { ...validEnquiry, email, sitio_web: 'x' });
      expect(answer.status).toBe(429);
      expect(answer.text).toContain(email);
      expect(answer.text).not.toContain('value="x"');
      expect((await send(address, { ...validEnquiry, email })).status).toBe(303);
      expect(leadsOf(email)).toBe(1);
    });

    test('a complete, valid enquiry is taken, once, and is a lead', async () => {
      const fields = { ...validEnquiry, email: 'valida@a.example.com', submission_id: crypto.randomUUID() };
      const before = keptOf(address).rows;
      for (let i = 0; i < 3; i++) expect((await send(address, fields)).status).toBe(303);
      expect(leadsOf(fields.email)).toBe(1);
      expect(keptOf(address).rows).toBe(before + 1);
    });

    test('of valid ones by the dozen the first twenty are leads, and the rest are told to try in a minute', async () => {
      const crowded = '203.0.113.10';
      const email = (n: number) => `n${n}@a.example.com`;
      spend(crowded, MIB);
      for (let n = 0; n < 20; n++) expect((await send(crowded, { ...validEnquiry, email: email(n) })).status).toBe(303);
      const rest = await send(crowded, { ...validEnquiry, email: email(20), nombre: 'Paciente Zárate' });
      expect([rest.status, rest.headers.get('retry-after')]).toEqual([429, '60']);
      for (const text of ['Esperá un minuto', 'Paciente Zárate', email(20)]) expect(rest.text).toContain(text);
      expect([leadsOf(email(19)), leadsOf(email(20)), keptOf(crowded).rows]).toEqual([1, 0, 20]);
      withDatabase(server, (db) =>
        db.prepare('UPDATE enquiries SET received_at = ? WHERE remote_address = ?').run(aMinuteAgo(), crowded),
      );
      expect((await send(crowded, { ...validEnquiry, email: email(20) })).status).toBe(303);
      expect(leadsOf(email(20))).toBe(1);
    });
  });
});

describe('a /48 of IPv6, of which somebody may have every address', () => {
  test('may leave five mebibytes a day', async () => {
    spend('2001:db8:a::/48', 5 * MIB);
    expect((await send('2001:db8:a:1::1', wrong)).status).toBe(429);
    expect((await send('2001:db8:b:1::1', wrong)).status).toBe(422);
  });

  test('gets a hundred leads made in a minute; what follows is set aside, from another /48 it is not', async () => {
    const statesOf = (network: string) =>
      withDatabase(server, (db) =>
        db
          .prepare('SELECT state, count(*) AS rows FROM enquiries WHERE remote_address LIKE ? GROUP BY state')
          .raw()
          .all(`${network}:%`),
      );
    await Promise.all(
      Array.from({ length: 103 }, (_, n) =>
        send(`2001:db8:c:${n.toString(16)}::1`, { ...validEnquiry, email: `c${n}@a.example.com` }),
      ),
    );
    await send('2001:db8:d:1::1', { ...validEnquiry, email: 'd@a.example.com' });
    expect([statesOf('2001:db8:c'), statesOf('2001:db8:d')]).toEqual([
      [
        ['accepted', 100],
        ['set_aside', 3],
      ],
      [['accepted', 1]],
    ]);
  });
});

test('what one address leaves counts among what all of them do', async () => {
  const spentBy = (address: string) =>
    withDatabase(server, (db) =>
      Number(db.prepare('SELECT sum(bytes) FROM enquiry_bytes WHERE address = ?').pluck().get(address)),
    );
  const before = spentBy('');
  expect((await send('203.0.113.19', wrong)).status).toBe(422);
  expect(spentBy('203.0.113.19')).toBeGreaterThan(0);
  expect(spentBy('') - before).toBe(spentBy('203.0.113.19'));
});

test('all addresses together may leave ten mebibytes a day, and a valid enquiry comes through', async () => {
  spend('', 10 * MIB);
  expect((await send('203.0.113.20', { ...large, email: 'x' })).status).toBe(429);
  expect((await send('203.0.113.21', wrong)).status).toBe(429);
  const email = 'de-todos@a.example.com';
  expect((await send('203.0.113.21', { ...validEnquiry, email })).status).toBe(303);
  expect(leadsOf(email)).toBe(1);
  spend('', 0);
});

test('what no lead was made of goes 90 days after it came, and what a lead was made of stays', async () => {
  const address = '203.0.113.30';
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const { nombre: _, ...nameless } = validEnquiry;
  const submission_id = crypto.randomUUID();
  for (const days of [91, 89]) {
    await send(address, nameless);
    await send(address, { ...validEnquiry, sitio_web: 'x' });
    await send(address, { ...validEnquiry, sitio_web: 'y' });
    await send(address, { ...validEnquiry, submission_id });
    await send(address, { ...validEnquiry, submission_id });
    withDatabase(server, (db) =>
      db
        .prepare('UPDATE enquiries SET received_at = ? WHERE id IN (SELECT id FROM enquiries ORDER BY id DESC LIMIT 5)')
        .run(ago(days)),
    );
  }
  withDatabase(server, (db) => {
    db.prepare(
      `UPDATE enquiries SET state = 'discarded'
       WHERE state = 'set_aside' AND remote_address = ? AND body LIKE '%sitio_web=y%'`,
    ).run(address);
    db.prepare(`INSERT INTO enquiry_bytes VALUES ('2020-01-01', '', 5)`).run();
  });
  const purge = await runCrm(['purge'], { DATABASE_PATH: server.databasePath });
  expect(purge).toMatchObject({ code: 0, out: expect.stringContaining('consultas sin lead') });
  withDatabase(server, (db) => {
    const states = db.prepare('SELECT state FROM enquiries WHERE remote_address = ? ORDER BY id');
    expect(states.pluck().all(address)).toEqual([
      'accepted',
      'invalid',
      'set_aside',
      'discarded',
      'repeated',
      'repeated',
    ]);
    const days = db.prepare('SELECT DISTINCT day FROM enquiry_bytes').pluck().all();
    expect(days).not.toContain('2020-01-01');
  });
});

// Last, because once the clock has moved the server may at any time clean up the budgets of earlier days.
test('a new day has a new budget', async () => {
  const address = '203.0.113.40';
  spend(address, MIB);
  expect((await send(address, large)).status).toBe(429);
  await jump(calm + DAY_MS);
  expect((await send(address, large)).status).toBe(303);
});
