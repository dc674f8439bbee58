import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanLine, cleanLines } from '~/shared/clean-text';
import { ORIGIN_FIELDS } from '~/shared/enquiries/origin';
import { CLIENT_TYPES, LEAD_COUNTRIES, LEAD_STATUSES, LOST_REASONS } from '~/shared/leads/enums';
import { BILLINGS, PLANS } from '~/shared/leads/plans';
import { outsideLeadSchema } from '~/shared/leads/schema';
import { makePerson, type Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { upload } from '../support/imports';
import { SEED } from '../support/seed';
import { startServer, type TestServer } from '../support/server';

let from: TestServer;
let to: TestServer;
let admins: [Person, Person];
/** Two of them share a name. */
const TEAM = [
  { name: 'Ana Paz', email: 'ana@equipo.example.com' },
  { name: 'Beto Núñez', email: 'beto@equipo.example.com' },
  { name: 'Ana Paz', email: 'otra.ana@equipo.example.com' },
];
beforeAll(async () => {
  [from, to] = await Promise.all([startServer(), startServer()]);
  const [one, other] = [from, to].map((server) => {
    for (const person of TEAM) makePerson(server, person);
    return makePerson(server, { name: 'Quien exporta', email: 'admin@equipo.example.com', roles: ['admin'] });
  });
  admins = [one as Person, other as Person];
});
afterAll(() => Promise.all([from.stop(), to.stop()]));

/** Texts that spreadsheets, delimiters, XML and free-form input conventions could misread. */
const hostile = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.string({ unit: fc.constantFrom(...'=+-@﹦⁼−\'",;\t\n<&>_x0041 ñ1'), maxLength: 40 }),
  },
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    ...['=1+1', "'=1", "''+54", '+', '-', '@sum', '-\n=2', '="x"', '#N/A', 'null', '0', 'n/a', 'Sin datos', '🏡 Ñandú'],
    ...['_x000D_', 'Ana y Beto', 'a / b', 'mailto:x', '45985', '1e5', 'Verdadero', '=HYPERLINK("http://x";"y")'],
  ),
);
const phone = fc.constantFrom(
  ...[
    '+54 9 11 5874-9895',
    '5491158749895',
    '011 15 5874 9895',
    '(+34) 611 22 33 44',
    '+57 300 1234567',
    '15-1234',
    '0',
  ],
  ...['11 5874 9895 / 11 4444 5555', '+1 (555) 010-9999'],
);
const day = (min: string, max: string) => fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true });
const moment = fc.oneof(
  day('2024-01-01', '2026-11-01'),
  // Midnight in Buenos Aires, and a time with zero seconds.
  fc.constantFrom(new Date('2026-03-02T03:00:00.000Z'), new Date('2025-07-01T15:30:00.000Z')),
);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const line = (max: number) => hostile.map((text) => cleanLine(text).replace(/\s+/g, ' ').slice(0, max).trim() || null);

/** As the product keeps what people write. */
const said = hostile.map(cleanLines).filter((text) => text !== '');

const lead = fc
  .record({
    nombre: hostile,
    email: fc.oneof(
      fc.constant(''),
      fc.uuid().map((id) => `${id.slice(0, 8)}@x.example.com`),
    ),
    whatsapp: orNull(phone),
    pais: orNull(fc.constantFrom(...LEAD_COUNTRIES)),
    client_type: orNull(fc.constantFrom(...CLIENT_TYPES)),
    mensaje: orNull(fc.oneof(hostile, fc.constant('¿Cuánto? '.repeat(550)))),
    empresa: orNull(hostile),
    estado: fc.constantFrom(...LEAD_STATUSES),
    source: fc.constantFrom('landing', 'api', 'crm_manual', 'Feria', '=Feria', 'importación: x.csv'),
    lost_reason: orNull(fc.constantFrom(...LOST_REASONS)),
    plan: orNull(fc.constantFrom(...PLANS.map(({ id }) => id))),
    billing: orNull(fc.constantFrom(...BILLINGS)),
    owner: orNull(fc.constantFrom(...TEAM.map(({ email }) => email))),
    next: orNull(fc.tuple(day('2025-01-01', '2030-01-01'), fc.constantFrom('', '00:00', '09:30', '23:59'))),
    created: moment,
    contacted: orNull(fc.integer({ min: 1, max: 10_000_000 })),
    won: orNull(moment),
    origin: fc.tuple(...ORIGIN_FIELDS.map(() => orNull(line(120)))),
    joined: fc.array(said, { maxLength: 2 }),
    notes: fc.array(said, { maxLength: 3 }),
  })
  .map(({ next, created, contacted, won, origin, joined, notes, ...fields }) => {
    const contact = {
      nombre: fields.nombre,
      email: fields.email,
      whatsapp: fields.whatsapp,
      empresa: fields.empresa,
    };
    const tidy = outsideLeadSchema.safeParse({ ...contact, mensaje: fields.mensaje });
    return (
      tidy.success && {
        ...{ ...fields, ...tidy.data, email: tidy.data.email || null },
        lost_reason: fields.estado === 'perdido' ? fields.lost_reason : null,
        billing: fields.plan && fields.billing,
        next_contact_on: next ? next[0].toISOString().slice(0, 10) : null,
        next_contact_at: next?.[1] ?? '',
        created_at: created.toISOString(),
        // Every lead past 'nuevo' has been contacted.
        first_contacted_at:
          contacted === null && fields.estado === 'nuevo'
            ? null
            : new Date(created.getTime() + (contacted ?? 0)).toISOString(),
        won_at: fields.estado === 'ganado' ? (won?.toISOString() ?? null) : null,
        ...Object.fromEntries(ORIGIN_FIELDS.map((name, at) => [name, origin[at] ?? null])),
        ...{ joined, notes },
      }
    );
  })
  .filter((made) => made !== false);
type MadeLead = typeof lead extends fc.Arbitrary<infer T> ? T : never;

const COLUMNS = [
  ...['nombre', 'email', 'whatsapp', 'pais', 'client_type', 'mensaje', 'empresa', 'estado', 'source', 'lost_reason'],
  ...[
    'plan',
    'billing',
    'next_contact_on',
    'next_contact_at',
    'created_at',
    'first_contacted_at',
    'won_at',
    ...ORIGIN_FIELDS,
  ],
];

function write(leads: MadeLead[]): void {
  withDatabase(from, (db) => {
    const insert = db.prepare(
      `INSERT INTO leads (${COLUMNS.join(', ')}, owner_id, last_activity_at)
       VALUES (${COLUMNS.map((name) => `:${name}`).join(', ')}, (SELECT id FROM users WHERE email = :owner), :created_at)`,
    );
    const join = db.prepare(
      `INSERT INTO leads (nombre, email, source, mensaje, created_at, deleted_at, joined_into)
       VALUES ('Unida', 'u@x.example.com', 'landing', ?, '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', ?)`,
    );
    const note = db.prepare(
      `INSERT INTO lead_notes (lead_id, author_id, body, created_at)
       VALUES (?, (SELECT id FROM users WHERE email = 'beto@equipo.example.com'), ?, '2026-03-04T15:06:00.000Z')`,
    );
    db.transaction(() => {
      db.prepare('DELETE FROM lead_notes').run();
      db.prepare('DELETE FROM leads').run();
      for (const { joined, notes, ...fields } of leads) {
        const { lastInsertRowid: id } = insert.run(fields);
        for (const mensaje of joined) join.run(mensaje, id);
        for (const body of notes) note.run(id, body);
      }
    })();
  });
}

/** A lead's content, without id and history. */
const read = (server: TestServer) =>
  withDatabase(server, (db) =>
    db
      .prepare<[], Record<string, string | null>>(
        `SELECT ${COLUMNS.join(', ')}, (SELECT email FROM users WHERE users.id = owner_id) AS owner,
           (SELECT group_concat(body, '') FROM (
             SELECT body FROM lead_notes WHERE lead_id = leads.id ORDER BY lead_notes.id)) AS notes
         FROM leads WHERE deleted_at IS NULL ORDER BY leads.id`,
      )
      .all(),
  );

async function importAll(file: Buffer, name: string): Promise<void> {
  withDatabase(to, (db) => {
    db.prepare('DELETE FROM lead_notes').run();
    db.prepare('DELETE FROM leads').run();
  });
  const admin = admins[1];
  const ask = (path: string, body?: unknown) => call(to, path, { cookie: admin.cookie, body });
  const { json } = await upload(to, admin, file, name);
  expect(json.error?.message).toBeUndefined();
  const { id, mapping } = json.import;
  const checked = await ask(`/api/imports/${id}/check`, { mapping, duplicates: 'create' });
  expect(checked.json.problems).toEqual([]);
  await ask(`/api/imports/${id}/run`, { check: checked.json.check });
  await expect.poll(async () => (await ask(`/api/imports/${id}`)).json.state).toBe('done');
}

/** Workbook readers round to the second. */
const differ = (one: string | null | undefined, other: string | null | undefined) =>
  one && other ? Math.abs(Date.parse(one) - Date.parse(other)) : one === other ? 0 : Number.NaN;

test('an export is imported into an empty database with the same team as the same leads', async () => {
  for (const leads of fc.sample(fc.array(lead, { minLength: 20, maxLength: 60 }), { numRuns: 6, seed: SEED })) {
    write(leads);
    const stored = read(from);
    const byAge = [...stored].sort((a, b) => (String(a.created_at) < String(b.created_at) ? -1 : 1));
    for (const format of ['csv', 'xlsx']) {
      const path = `/api/leads/export?orden=antiguos&format=${format}`;
      const response = await fetch(from.url + path, { headers: { cookie: admins[0].cookie } });
      await importAll(Buffer.from(await response.arrayBuffer()), `leads.${format}`);
      const found = read(to);
      expect(found.length).toBe(stored.length);
      const how = `${format}, seed ${SEED}`;
      for (const [at, was] of byAge.entries()) {
        const { notes, created_at, first_contacted_at, won_at, ...is } = found[at] ?? {};
        const { notes: _, created_at: came, first_contacted_at: contacted, won_at: won, ...expected } = was;
        expect(is, how).toEqual(expected);
        const most = format === 'csv' ? 0 : 500;
        expect(differ(created_at, came), how).toBeLessThanOrEqual(most);
        expect(differ(first_contacted_at, contacted), how).toBeLessThanOrEqual(most);
        expect(differ(won_at, won), how).toBeLessThanOrEqual(most);
        const made = leads[stored.indexOf(was)];
        // What the lead itself holds is not repeated.
        const joined = (made?.joined ?? []).filter((text) => text !== was.mensaje);
        for (const text of [...joined, ...(made?.notes ?? [])]) expect(notes, how).toContain(text.trim());
        if (made?.notes.length) expect(notes, how).toContain('04/03/2026 12:06, Beto Núñez:');
      }
    }
  }
});
