import { readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { waitForMail } from '../support/mail';
import { readDeliveries } from '../support/outbox';
import { type Receiver, startReceiver } from '../support/receiver';
import { startServer, type TestServer } from '../support/server';
import { storeMessage } from '../support/stored-messages';
import { WAIT_TIMEOUT_MS } from '../support/timeouts';

const EMAIL = 'Kwimarcada@xolburgo.example.com';
const NEIGHBOUR = 'vecina@otra.example.com';
const DAY_MS = 86_400_000;
/**
 * The part of each marked word a block of the search index stores, as the index shares prefixes: 'vexnombre' may follow
 * 'vecina'.
 */
const TAILS = {
  email: 'imarcada',
  domain: 'olburgo',
  name: 'xnombre',
  company: 'uptaempresa',
  message: 'odormensaje',
  note: 'afnotaprimera',
  formerNote: 'ignotaanterior',
  deletedNote: 'ednotaborrada',
  formerName: 'ombreanterior',
  address: 'uzacalle',
  conversation: 'ervmensajes',
  number: '1155550042',
  heard: 'orwrecibido',
};
const NUMBER = '5491155550042';
const KEY = '541155550042';

let receiver: Receiver;
let server: TestServer;
let staff: Person;
async function start(): Promise<void> {
  receiver = await startReceiver();
  server = await startServer({
    env: {
      LEAD_WEBHOOK_URL: receiver.url,
      LEAD_WEBHOOK_EVENTS: 'lead.created,lead.updated,lead.deleted,note.created',
      BACKUP_EVERY_HOURS: '0',
    },
  });
  staff = makePerson(server, { roles: ['admin'] });
}
async function stop(): Promise<void> {
  await server.stop();
  await receiver.stop();
}

const crm = (...args: string[]) => runCrm(args, { DATABASE_PATH: server.databasePath, MAIL_DIR: server.mailDir });
const api = (path: string, body?: unknown, method?: string) =>
  call(server, path, { cookie: staff.cookie, body, ...(method && { method }) });
/** With secure_delete, as the product writes. */
const query = (sql: string, ...values: unknown[]) =>
  withDatabase(server, (db) => {
    db.pragma('secure_delete = ON');
    return db
      .prepare(sql)
      .pluck()
      .all(...values);
  });

/** Which marks occur in which files below a folder, case-insensitively. */
function grep(folder: string, skip?: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !(skip && entry.parentPath.endsWith(skip)))
    .flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name), 'latin1').toLowerCase();
      return Object.entries(TAILS).flatMap(([mark, tail]) => (bytes.includes(tail) ? [`${mark} in ${name}`] : []));
    });
}

async function leadOf(email: string): Promise<number> {
  const [id] = query('SELECT id FROM leads WHERE email = ? ORDER BY id DESC LIMIT 1', email);
  return Number(id);
}

async function makeLead(fields: object): Promise<number> {
  const { json, status } = await api('/api/leads', { owner_id: null, ...fields });
  expect(status).toBe(201);
  return json.lead.id;
}

/** Puts the person's data wherever it can end up. Returns the ids of other people's leads that name them. */
async function leaveTraces() {
  const own = { ...validEnquiry, nombre: 'Vexnombre Paz', email: EMAIL, mensaje: 'Bodormensaje y más' };
  await submitEnquiry(server, own);
  const first = await leadOf(EMAIL);
  await api(`/api/leads/${first}`, { empresa: 'Guptaempresa' }, 'PATCH');
  const { json } = await call(server, `/api/leads/${first}/notes`, {
    cookie: staff.cookie,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { body: 'Dignotaanterior' },
  });
  await api(`/api/notes/${json.note.id}`, { body: 'Zafnotaprimera' }, 'PATCH');
  const gone = (await api(`/api/leads/${first}/notes`, { body: 'Fednotaborrada' })).json.note.id;
  await api(`/api/notes/${gone}`, undefined, 'DELETE');

  // Its email and name were changed by staff since, and it is in the trash.
  await submitEnquiry(server, { ...own, nombre: 'Hombreanterior Paz' });
  const changed = await leadOf(EMAIL);
  expect(changed).not.toBe(first);
  await api(`/api/leads/${changed}`, { nombre: 'Otra', email: 'nuevo@otra.example.com' }, 'PATCH');
  await api(`/api/leads/${changed}`, undefined, 'DELETE');

  // Their messages from before and after there was a lead, and webhooks of Meta not yet processed.
  const wamid = `wamid.${Buffer.from(`\x1c\x18\r${NUMBER}\x15`, 'latin1').toString('base64')}`;
  await api(`/api/leads/${first}`, { whatsapp: `+${NUMBER}` }, 'PATCH');
  storeMessage(server, { lead: first, number: KEY, text: 'Nervmensajes de la charla', wamid });
  storeMessage(server, { lead: null, number: KEY, text: 'Nervmensajes de antes', direction: 'out' });
  const at = new Date().toISOString();
  // Longer than the tests take, and within what a webhook waits.
  const later = new Date(Date.now() + 9 * 60_000).toISOString();
  const body = JSON.stringify({ messages: [{ from: NUMBER, text: { body: 'Torwrecibido' } }] });
  for (const sql of [
    `INSERT INTO whatsapp_received (body, due_at, received_at) VALUES (:body, '${later}', '${at}')`,
    `INSERT INTO whatsapp_unknown (kind, body, received_at) VALUES ('x', :body, '${at}')`,
    `INSERT INTO message_statuses (wamid, status, at) VALUES ('${wamid}B', 'read', '${at}') RETURNING :body`,
    `INSERT INTO silenced_numbers (phone_key, silenced_at) VALUES ('${KEY}', '${at}') RETURNING :body`,
  ])
    withDatabase(server, (db) => db.prepare(sql).run({ body }));

  // A rejected and a set-aside enquiry.
  await submitEnquiry(server, { ...own, telefono: 'x' });
  await submitEnquiry(server, { ...own, sitio_web: 'https://x.example.com' });

  // Another person's lead, once stored under this email by mistake.
  const neighbour = await makeLead({ nombre: 'Vecina', email: EMAIL });
  receiver.answerWith((response) => response.writeHead(500, { 'retry-after': '3600' }).end(`no ${EMAIL}`));
  await api(`/api/leads/${neighbour}`, { email: NEIGHBOUR }, 'PATCH');
  await vi.waitUntil(() => readDeliveries(server).some((row) => row.last_status === 500), WAIT_TIMEOUT_MS);
  await api(`/api/leads/${neighbour}/notes`, { body: 'Después de la corrección' });
  receiver.answerWith((response) => response.end());
  const naming = await makeLead({ nombre: 'Amiga', email: 'amiga@otra.example.com' });
  await api(`/api/leads/${naming}/notes`, { body: `La recomendó ${EMAIL.toLowerCase()}.` });
  // Its email ends in the erased one.
  await makeLead({ nombre: 'Parecida', email: 'otra.persona@xolburgo.example.com' });

  // A deleted account: its mails, audit entries and rate limits.
  const account = makePerson(server, { email: EMAIL });
  await call(server, '/api/auth/recover', { body: { email: EMAIL } });
  await waitForMail(server, EMAIL);
  query('DELETE FROM users WHERE id = ? RETURNING id', account.id);
  await call(server, '/api/auth/sign-in', { body: { email: EMAIL, password: 'no es esta' } });
  writeFileSync(
    join(server.mailDir, 'a-medias.eml.parcial'),
    `To: a@b.co\r\n\r\nSe anot=C3=B3 Kwima=\r\nrcada@xolburgo.example.com, de Luzacalle`,
  );
  // Like a file that vanishes between listing and reading.
  symlinkSync('no-existe', join(server.mailDir, 'ya-no-esta.eml.parcial'));
  for (const [kind, payload] of [
    ['mail', { template: 'recover', email: EMAIL }],
    ['provisioning', { email: EMAIL }],
    ['webhook', { nombre: 'Vexnombre', email: EMAIL, mensaje: 'De un lead que ya no está' }],
  ] as const) {
    const at = new Date().toISOString();
    query(
      `INSERT INTO deliveries (message_id, kind, event, lead_id, payload, state, planned_at, next_attempt_at, created_at,
                               finished_at, last_answer)
       VALUES (?, ?, 'x', ?, ?, 'failed', ?, ?, ?, ?, ?) RETURNING id`,
      crypto.randomUUID(),
      kind,
      kind === 'webhook' ? 987_654 : null,
      JSON.stringify(payload),
      at,
      at,
      at,
      at,
      `550 <${EMAIL}>: unknown, Luzacalle`,
    );
  }
  return { first, changed, neighbour, naming };
}

type Traces = Awaited<ReturnType<typeof leaveTraces>>;

/** Two entries to the same work. Each checks what it `tells`; `entries` is how many audit rows it adds. */
const DOORS = {
  'by the operator': {
    entries: 0,
    export: async (_: Traces) => (await crm('export', 'person', '--email', EMAIL.toLowerCase())).out,
    async foresee(traces: Traces) {
      const { code, out } = await crm('erase', '--email', EMAIL);
      expect([code, out]).toEqual([0, expect.stringMatching(/ 2 {2}leads.*\n +4 {2}consultas/)]);
      expect(out).toContain('No se eliminó nada todavía');
      expect(out).toContain(
        `Otros leads que la nombran (notas, mensaje, historia) y quedan: ${traces.neighbour}, ${traces.naming}.`,
      );
      expect(out).toContain('2 copias');
    },
    async erase(_: Traces) {
      const { code, out, err } = await crm('erase', '--email', EMAIL, '--yes');
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/ 2 {2}leads.*\n +4 {2}consultas/);
    },
  },
  'by an administrator, in the lead': {
    entries: 1,
    async export({ first }: Traces) {
      const { status, text, headers } = await api(`/api/leads/${first}/person`);
      expect([status, headers.get('content-disposition')]).toEqual([
        200,
        `attachment; filename="persona-lead-${first}.json"`,
      ]);
      return text;
    },
    async foresee({ first, neighbour, naming }: Traces) {
      const { status, json } = await api(`/api/leads/${first}/erase`);
      expect([status, json]).toMatchObject([
        200,
        {
          erased: { leads: 2, messages: 2, enquiries: 4, mails: 2 },
          named_in: [neighbour, naming],
          has_account: false,
          copies: 2,
        },
      ]);
      const wrong = await api(`/api/leads/${first}/erase`, { confirm: NEIGHBOUR });
      expect([wrong.status, Object.keys(wrong.json.error.fields)]).toEqual([422, ['confirm']]);
    },
    async erase({ first }: Traces) {
      // A double press, concurrently.
      const confirm = ` ${EMAIL.toUpperCase()} `;
      const answers = await Promise.all([1, 2].map(() => api(`/api/leads/${first}/erase`, { confirm })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      const done = answers.find(({ status }) => status === 200);
      expect(done?.json).toMatchObject({ erased: { leads: 2, enquiries: 4 }, is_overwritten: true });
      expect(query("SELECT to_value FROM audit_events WHERE type LIKE 'person_%' ORDER BY id")).toEqual([
        `lead ${first}`,
        `lead ${first}`,
      ]);
    },
  },
};

describe.each(Object.entries(DOORS))('a person who asks to be forgotten, %s', (_, door) => {
  let traces: Traces;
  afterAll(stop);
  beforeAll(async () => {
    await start();
    traces = await leaveTraces();
    expect((await crm('backup')).code).toBe(0);
    const [backup = ''] = readdirSync(join(server.folder, 'backups'));
    const old = join(server.folder, 'backups', 'crm-antes-de-0009-2020-01-01T00-00-00-000Z.sqlite');
    writeFileSync(old, readFileSync(join(server.folder, 'backups', backup)));
    utimesSync(old, new Date(), new Date(Date.now() - 31 * DAY_MS));
  });

  test('was everywhere, and an export tells of all of it', async () => {
    const found = grep(server.folder, 'backups').join();
    for (const mark of Object.keys(TAILS)) expect(found).toContain(`${mark} in`);
    const blocks = 'SELECT count(*) FROM lead_words_data WHERE instr(block, CAST(? AS BLOB)) > 0';
    for (const tail of [TAILS.email, TAILS.name, TAILS.company, TAILS.message])
      await expect.poll(() => query(blocks, tail), { message: tail }).not.toEqual([0]);
    const data = JSON.parse(await door.export(traces));
    expect(data.leads.map(({ id }: { id: number }) => id)).toEqual([traces.first, traces.changed]);
    expect(data.enquiries).toHaveLength(4);
    expect(data.deliveries.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['mail', 'provisioning', 'webhook']),
    );
    expect(data.mails).toHaveLength(2);
    expect(data.leads[0].conversation).toMatchObject([{ body: 'Nervmensajes de la charla' }]);
    expect([data.messages_without_lead.length, data.silenced.length, data.webhooks.length]).toEqual([1, 1, 2]);
    expect(data.audit.length).toBeGreaterThan(0);
    expect(data.named_in_leads).toEqual([traces.neighbour, traces.naming]);
  });

  test('is told of, and stays, until the order is confirmed', async () => {
    // In whichever file: the log is written into the database from time to time.
    const marks = () => new Set(grep(server.folder, 'backups').map((found) => found.split(' in ')[0]));
    const before = marks();
    await door.foresee(traces);
    expect(marks()).toEqual(before);
  });

  test('is in no file any more while the server runs, but for what somebody else’s note says', async () => {
    const [entries] = query('SELECT count(*) FROM audit_events');
    expect(query('SELECT kind FROM creations')).toEqual(['note']);
    await door.erase(traces);
    const noteStays = query("SELECT body FROM lead_notes WHERE body LIKE 'La recomend%'");
    expect(noteStays).toEqual([`La recomendó ${EMAIL.toLowerCase()}.`]);
    expect(query('SELECT count(*) FROM audit_events')).toEqual([Number(entries) + door.entries]);
    expect(query('SELECT kind FROM creations')).toEqual([]);
    expect(query('SELECT count(*) FROM message_statuses')).toEqual([0]);
    // Two numbers, and two messages that Meta has.
    expect(query('SELECT count(*) FROM erased_marks')).toEqual([4]);
    query("UPDATE lead_notes SET body = 'Una amiga' WHERE body LIKE 'La recomend%' RETURNING id");
    query("DELETE FROM deliveries WHERE payload LIKE '%La recomend%' RETURNING id");
    expect(await crm('erase', '--email', EMAIL, '--yes')).toMatchObject({ code: 1 });
    expect(grep(server.folder, 'backups').filter((found) => !found.startsWith('domain'))).toEqual([]);
  });

  test('leaves other people’s leads, what waits to be told about them, and a sound database', async () => {
    const { json } = await api(`/api/leads/${traces.neighbour}`);
    expect(json.lead).toMatchObject({ nombre: 'Vecina', email: NEIGHBOUR });
    const messages = () => readDeliveries(server).filter(({ lead_id }) => lead_id === traces.neighbour);
    await expect.poll(messages).toMatchObject([
      { event: 'note.created', state: 'sent' },
      { event: 'lead.updated', state: 'sent' },
    ]);
    expect((await api('/api/leads?q=parecida')).json.leads).toHaveLength(1);
    expect((await api('/api/leads?q=vexnombre')).json.leads).toEqual([]);
    expect((await crm('check', '--offline')).out).not.toContain('✗');
  });

  test('is in no backup once those of before have been replaced, nor in one from before an upgrade after 30 days', async () => {
    expect(grep(join(server.folder, 'backups'))).not.toEqual([]);
    expect((await crm('backup', '--keep', '1')).code).toBe(0);
    expect((await crm('purge')).code).toBe(0);
    expect(grep(server.folder).filter((found) => !found.startsWith('domain'))).toEqual([]);
  });
});

test('what versions that did not overwrite have left goes when the database is rewritten', async () => {
  await start();
  await makeLead({ nombre: 'Residuo', email: 'a@b.example.com', mensaje: 'Yalvmensajeviejo' });
  withDatabase(server, (db) => {
    db.pragma('secure_delete = OFF');
    db.exec('DELETE FROM deliveries');
    db.exec("UPDATE leads SET mensaje = NULL WHERE nombre = 'Residuo'");
    db.pragma('wal_checkpoint(TRUNCATE)');
  });
  const remains = () => readFileSync(server.databasePath, 'latin1').toLowerCase().includes('alvmensajeviejo');
  expect(remains()).toBe(true);
  expect((await crm('purge', '--rewrite')).code).toBe(0);
  expect(remains()).toBe(false);
  expect((await api('/api/leads?q=residuo')).json.leads).toHaveLength(1);
  expect((await crm('check', '--offline')).out).not.toContain('✗');
  await stop();
});

test('what is ticked goes with her, and neither she nor it comes back with a backup from before; who came back since stays', async () => {
  await start();
  const own = await makeLead({ nombre: 'Vexnombre Paz', email: EMAIL, whatsapp: '+5491155550001' });
  const twin = await makeLead({
    nombre: 'V. P.',
    email: 'otra@xolburgo.example.com',
    whatsapp: '+5491155550001',
  });
  const neighbour = await makeLead({ nombre: 'Vecina', email: NEIGHBOUR });
  await api(`/api/leads/${own}`, { estado: 'ganado' }, 'PATCH');
  const company = (await api('/api/companies', { name: 'Vexnombre Propiedades', lead_id: own })).json.company.id;
  const view = (await api('/api/views', { name: 'Llamarla', query: 'q=vexnombre' })).json.view.id;
  const made = await crm('backup');
  const before = /verificado: (\S+)/.exec(made.out)?.[1] ?? '';

  const { related } = (await api(`/api/leads/${own}/erase`)).json;
  expect(related).toEqual({
    leads: [{ id: twin, nombre: 'V. P.', email: 'otra@xolburgo.example.com' }],
    emails: [],
    companies: [{ id: company, name: 'Vexnombre Propiedades' }],
    views: [{ id: view, name: 'Llamarla' }],
  });
  expect((await crm('erase', '--email', EMAIL)).out).toContain('También hay un lead con el mismo número.');
  const ticked = { leads: [twin, neighbour], companies: [company], views: [view] };
  const done = await api(`/api/leads/${own}/erase`, { confirm: EMAIL, ...ticked });
  expect(done.json).toMatchObject({ erased: { leads: 2, companies: 1, views: 1 } });
  const state = () => ({
    leads: query('SELECT email FROM leads ORDER BY id'),
    companies: query('SELECT name FROM companies'),
    views: query('SELECT name FROM saved_views'),
  });
  const erased = { leads: [NEIGHBOUR], companies: [`Inmobiliaria ${company}`], views: [] };
  expect(state()).toEqual(erased);
  expect(grep(server.folder, 'backups')).toEqual([]);

  await makeLead({ nombre: 'Vexnombre, de nuevo', email: EMAIL });
  const later = /verificado: (\S+)/.exec((await crm('backup')).out)?.[1] ?? '';
  await server.stop({ keep: true });
  expect(await crm('restore', later)).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('olvidaron'),
  });
  expect(query('SELECT email FROM leads ORDER BY id')).toEqual([NEIGHBOUR, EMAIL]);
  const restored = await crm('restore', before);
  expect(restored.out).toContain('Personas que se olvidaron después del respaldo: 1.');
  expect(state()).toEqual(erased);
  for (const kept of readdirSync(server.folder).filter((name) => name.includes('.reemplazada-')))
    rmSync(join(server.folder, kept));
  expect(grep(server.folder, 'backups')).toEqual([]);

  // With another key the restore warns.
  rmSync(`${server.databasePath}.clave`);
  const blind = await crm('restore', before);
  expect(blind.out).toContain('Atención: de 1 persona que se olvidó después del respaldo no se puede saber');
  server = await startServer({ folder: server.folder });
  await stop();
});
