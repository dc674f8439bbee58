import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { provideServer } from '../support/provide';
import { SEED } from '../support/seed';
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from '../support/timeouts';

/** How many requests a run sends. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 1000);
/** Busy is the only server error the product may return. */
const DECLARED_5XX = [503];

type Door = { method: string; path: string };

/** Every method exported by a file of src/pages, with its path. */
const doors: Door[] = ['api', 'webhook'].flatMap((folder) =>
  readdirSync(join('src', 'pages', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const source = readFileSync(join('src', 'pages', folder, file), 'utf8');
      const path = `/${folder}/${file}`.replace(/(\/index)?\.ts$/, '');
      return [...source.matchAll(/export const (GET|POST|PUT|PATCH|DELETE)\b/g)].map(([, method = '']) => ({
        method,
        path,
      }));
    }),
);

const server = provideServer({ env: { RATE_LIMIT_SCALE: '1000000', SIGNUP_POLICY: 'open' } });
beforeAll(async () => {
  const staff = makePerson(server);
  for (let i = 0; i < 5; i++) {
    await submitEnquiry(server, { ...validEnquiry, email: `n${i}@a.example.com` });
    await call(server, `/api/leads/${i + 1}/notes`, { cookie: staff.cookie, body: { body: 'nota' } });
  }
  withDatabase(server, (db) =>
    db.exec("INSERT INTO companies (name, created_at) VALUES ('Casa Norte', '2026-01-01T00:00:00.000Z')"),
  );
});

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    "' OR 1=1 --",
    '<script>alert(1)</script>',
    '=1+1',
    'a\r\nBcc: x@y.co',
    '%2561',
    '../../etc/passwd',
    'x'.repeat(6000),
    '9'.repeat(30),
    '2026-02-30',
    '0001-01-01T00:00:00.000Z',
  ),
);
/** Schema-valid values, so that some requests get past validation. */
const soundText = fc.constantFrom(
  'Iris',
  'iris@a.example.com',
  '+5491155554444',
  'Argentina',
  'AR',
  'nuevo',
  'ganado',
  'otros',
  'FREE',
  'PRO',
  'active',
  'suspended',
  'admin',
  'staff',
  '2026-12-01',
  'cuatro caballos verdes',
  'createCoordinator',
  'getUserEmails',
  'resetPassword',
  'deleteUser',
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: soundText },
  { weight: 3, arbitrary: oddText },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const FIELDS =
  'nombre email pais telefono mensaje submission_id whatsapp estado client_type empresa next_contact_on body ids filter change undo name country plan status role action password current companyId provisionInCRM userIds userId token q cursor expected __proto__ constructor sitio_web'.split(
    ' ',
  );
const fields = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 8 });
const email = 'iris@a.example.com';
const password = 'cuatro caballos verdes';
/** A valid body per kind of write; most requests corrupt one field, some none. */
const BODIES: Record<string, unknown>[] = [
  { nombre: 'Iris', email },
  { estado: 'ganado' },
  { client_type: 'otros', empresa: 'Casa Norte' },
  { body: 'nota' },
  { ids: [1, 2], change: { estado: 'contactado' } },
  { ids: [1, 2], change: { deleted: true } },
  { undo: '00000000-0000-4000-8000-000000000000' },
  { name: 'Casa Norte', country: 'Chile' },
  { name: 'Iris Ñu' },
  { plan: 'PRO' },
  { status: 'suspended' },
  { status: 'active' },
  { role: 'admin' },
  { name: 'Iris', email },
  { email },
  { email, password },
  { email, password, name: 'Iris' },
  { token: 'x'.repeat(43), password },
  { current: password, password: 'cinco vacas moradas' },
  { action: 'createCoordinator', name: 'Iris', email, password, companyId: 1, provisionInCRM: true },
  { action: 'getUserEmails', userIds: ['nadie'] },
];
const almostSound = fc
  .tuple(fc.constantFrom(...BODIES), fc.option(fc.tuple(fc.nat(), value), { freq: 2 }))
  .map(([body, change]) => {
    if (!change) return body;
    const names = Object.keys(body);
    return { ...body, [names[change[0] % names.length] ?? '']: change[1] };
  });
const jsonText = fc.oneof(
  { weight: 12, arbitrary: almostSound.map((content) => JSON.stringify(content)) },
  { weight: 4, arbitrary: fields.map((content) => JSON.stringify(content)) },
  { weight: 1, arbitrary: fc.jsonValue().map((content) => JSON.stringify(content)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('{', '[]', 'null', '""', '['.repeat(20_000), '{"a":1}x', '\ufeff{}'),
  },
);
const segment = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1, max: 6 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('contacto', 'null', 'NaN', '1e3', '9'.repeat(25), '%00', '..%2f', '%'),
  },
  { weight: 1, arbitrary: oddText.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 1, arbitrary: fc.uuid() },
);
const query = fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(soundText, oddText), { maxKeys: 4 });
const type = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  { weight: 2, arbitrary: fc.constant('application/x-www-form-urlencoded') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('application/json; charset=utf-7', 'text/plain', 'multipart/form-data'),
  },
);
const role = fc.constantFrom('nobody', 'staff', 'admin', 'admin', 'coordinator');

test(`ASVS 2.2.1, 16.5: ${RUNS} strange requests at every endpoint end with no undeclared 5xx, no hang and a sound database (FUZZ_SEED=${SEED})`, {
  timeout: Math.max(TEST_TIMEOUT_MS, RUNS * 300),
}, async () => {
  expect(doors.length).toBeGreaterThan(30);
  const request = fc.record({
    door: fc.constantFrom(...doors),
    segment,
    query,
    body: jsonText,
    form: fields,
    type,
    role,
  });
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ door, segment, query, body, form, type, role }) => {
      const path = door.path.replace(/\[\w+\]/, () => segment);
      const search = new URLSearchParams(
        Object.entries(query).map(([name, text]) => [name, text.toWellFormed()]),
      ).toString();
      const content = type.includes('form-urlencoded') ? toForm(form) : body;
      const response = await fetch(`${server.url}${path}${search && `?${search}`}`, {
        method: door.method,
        redirect: 'manual',
        signal: AbortSignal.timeout(WAIT_TIMEOUT_MS),
        headers: { origin: server.url, 'content-type': type, ...cookieOf(role) },
        ...(door.method !== 'GET' && { body: content }),
      });
      statuses.add(response.status);
      if (response.status >= 500) expect(DECLARED_5XX).toContain(response.status);
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await response.body?.cancel();
        return;
      }
      const text = await response.text();
      const isJsonError = response.status >= 400 && path.startsWith('/api/');
      if (isJsonError && !text.startsWith('<')) expect(typeof JSON.parse(text)).toBe('object');
    }),
    { numRuns: RUNS },
  );
  // Coverage: requests were admitted, forbidden, and parsed far enough to be rejected by field.
  for (const status of [200, 401, 403, 404, 422]) expect([...statuses]).toContain(status);
  expect((await call(server, '/healthz')).status).toBe(200);
  const check = await runCrm(['check', '--offline'], { DATABASE_PATH: server.databasePath });
  expect(check).toMatchObject({ code: 0, err: '' });
});

function toForm(content: Record<string, unknown>): string {
  return new URLSearchParams(
    Object.entries(content).map(([name, field]) => [name, String(field).toWellFormed()]),
  ).toString();
}

/** A new person per call: earlier requests may have suspended or deleted the last one. */
function cookieOf(role: 'nobody' | 'staff' | 'admin' | 'coordinator'): { cookie?: string } {
  if (role === 'nobody') return {};
  if (role === 'coordinator') {
    const companyId = withDatabase(server, (db) =>
      Number(
        db.prepare("INSERT INTO companies (name, created_at) VALUES ('C', '2026-01-01T00:00:00.000Z')").run()
          .lastInsertRowid,
      ),
    );
    return { cookie: makePerson(server, { roles: ['coordinator'], companyId }).cookie };
  }
  return { cookie: makePerson(server, { roles: role === 'admin' ? ['admin'] : [] }).cookie };
}
