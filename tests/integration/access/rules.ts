import { expect } from 'vitest';
import { makePerson, PASSWORD } from '../../support/accounts';
import { makeAgents } from '../../support/companies';
import { withDatabase } from '../../support/database';
import { call, validEnquiry } from '../../support/http';
import { upload } from '../../support/imports';
import { addDevice, makeSubscription } from '../../support/notices';
import type { TestServer } from '../../support/server';
import { callAs, makeToken } from '../../support/tokens';
import { type Allow, type CallingPerson, makeCompany } from './callers';

/** An object a route may be asked for: its place in the path, or both places, and the status for permitted callers. */
export type Target = { id: string | number | [number, number | string]; status: number };
export type Make = (server: TestServer, caller: CallingPerson | null) => Promise<Target> | Target;

export type Rule = {
  allow: Allow;
  body?: (server: TestServer, caller: CallingPerson | null) => unknown;
  /** Status for permitted callers; on routes with an id each kind of object states its own. */
  status?: number;
  objects?: Record<string, Make>;
};

const NOBODY = '00000000-0000-4000-8000-000000000000';
const NOWHERE = 987_654_321;
const TOKEN = 'x'.repeat(43);

const missing: Record<string, Make> = {
  'non-existent': () => ({ id: NOWHERE, status: 404 }),
  malformed: () => ({ id: '1e3', status: 404 }),
};
const nobody: Record<string, Make> = {
  'non-existent': () => ({ id: NOBODY, status: 404 }),
  malformed: () => ({ id: '1', status: 404 }),
};

async function addLead(server: TestServer): Promise<number> {
  const { json } = await call(server, '/api/leads', {
    body: { nombre: 'Marta', ...email() },
    cookie: makePerson(server).cookie,
  });
  return json.lead.id;
}

const leadWithNumber: Record<string, Make> = {
  live: async (server) => {
    const id = await addLead(server);
    withDatabase(server, (db) => db.prepare("UPDATE leads SET whatsapp = '+34 612 345 678' WHERE id = ?").run(id));
    return { id, status: 204 };
  },
  ...missing,
};

async function addDeletedLead(server: TestServer): Promise<number> {
  const id = await addLead(server);
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: makePerson(server).cookie });
  return id;
}

async function addNote(server: TestServer, author: CallingPerson, deleted = false): Promise<number> {
  const { secret, cookie } = author;
  const send = (path: string, body: { method: string; body?: unknown }) =>
    secret ? callAs(server, { secret }, path, body) : call(server, path, { cookie, ...body });
  const text = { body: 'Llamar el lunes' };
  const { json } = await send(`/api/leads/${await addLead(server)}/notes`, { method: 'POST', body: text });
  if (deleted) await send(`/api/notes/${json.note.id}`, { method: 'DELETE' });
  return json.note.id;
}

/** A submission set aside for review, or one already reviewed. */
function addSubmission(server: TestServer, state: 'set_aside' | 'discarded'): number {
  const fields = {
    nombre: 'Ana',
    email: 'ana@x.example.com',
    pais: 'AR',
    telefono: '+5491155554444',
    mensaje: 'Hola',
  };
  return withDatabase(server, (db) =>
    Number(
      db
        .prepare(
          `INSERT INTO enquiries (form_id, submission_id, body, content_type, remote_address, state, reason, received_at)
           VALUES ('contacto', ?, ?, 'application/x-www-form-urlencoded', '192.0.2.1', ?, 'rate', ?)`,
        )
        .run(crypto.randomUUID(), new URLSearchParams(fields).toString(), state, new Date().toISOString())
        .lastInsertRowid,
    ),
  );
}

/** An uploaded and checked file, imported if `done`. */
async function addImport(server: TestServer, state: 'ready' | 'done'): Promise<number> {
  const admin = makePerson(server, { roles: ['admin'] });
  const { json } = await upload(server, admin, 'Nombre,Email\nMarta,sin email\n');
  const path = `/api/imports/${json.import.id}`;
  await call(server, `${path}/check`, { body: IMPORT_CHOICES, cookie: admin.cookie });
  if (state === 'done') {
    await call(server, `${path}/run`, { body: {}, cookie: admin.cookie });
    await expect.poll(async () => (await call(server, path, { cookie: admin.cookie })).json.state).toBe('done');
  }
  return json.import.id;
}

const IMPORT_CHOICES = { mapping: ['nombre', 'email'], duplicates: 'skip' };

const imported = (ready: number, done: number): Record<string, Make> => ({
  ready: async (server) => ({ id: await addImport(server, 'ready'), status: ready }),
  done: async (server) => ({ id: await addImport(server, 'done'), status: done }),
  ...missing,
});

const lead = (status: number, deleted = 404): Record<string, Make> => ({
  standing: async (server) => ({ id: await addLead(server), status }),
  deleted: async (server) => ({ id: await addDeletedLead(server), status: deleted }),
  ...missing,
});

/** Notes belong to their author; everyone else gets a 404. */
const note = (status: number, deleted = 404): Record<string, Make> => ({
  own: async (server, caller) => {
    const isStaff = caller !== null && (await mayWriteNotes(server, caller));
    return isStaff ? { id: await addNote(server, caller), status } : { id: NOWHERE, status: 404 };
  },
  'other’s': async (server) => ({ id: await addNote(server, makePerson(server)), status: 404 }),
  'own, deleted': async (server, caller) => {
    const isStaff = caller !== null && (await mayWriteNotes(server, caller));
    return isStaff ? { id: await addNote(server, caller, true), status: deleted } : { id: NOWHERE, status: 404 };
  },
  ...missing,
});

async function mayWriteNotes(server: TestServer, caller: CallingPerson): Promise<boolean> {
  if (caller.secret) {
    const name = { body: { body: 'Hola' } };
    return (await callAs(server, { secret: caller.secret }, `/api/leads/${NOWHERE}/notes`, name)).status === 404;
  }
  return (await call(server, '/api/leads/counters', { cookie: caller.cookie })).status === 200;
}

function addView(server: TestServer, author: CallingPerson, shared: 0 | 1): number {
  return withDatabase(server, (db) =>
    Number(
      db
        .prepare(
          `INSERT INTO saved_views (author_id, name, query, shared, position, created_at)
           VALUES (?, ?, 'estado=ganado', ?, 0, ?)`,
        )
        .run(author.id, crypto.randomUUID(), shared, new Date().toISOString()).lastInsertRowid,
    ),
  );
}

/** Private views do not exist for others; shared ones may be changed by their author and administrators. */
const view = (status: number): Record<string, Make> => ({
  own: (server, caller) => ({ id: caller ? addView(server, caller, 0) : NOWHERE, status }),
  'other’s': (server) => ({ id: addView(server, makePerson(server), 0), status: 404 }),
  'other’s, shared': (server, caller) => ({
    id: addView(server, makePerson(server), 1),
    status: mayReach(server, caller) ? status : 403,
  }),
  ...missing,
});

const submission = (status: number, discarded = 404): Record<string, Make> => ({
  'set aside': (server) => ({ id: addSubmission(server, 'set_aside'), status }),
  discarded: (server) => ({ id: addSubmission(server, 'discarded'), status: discarded }),
  ...missing,
});

/** The coordinator's company; a new one for administrators, who manage all. */
function agencyOf(server: TestServer, person: CallingPerson | null): number {
  const own = withDatabase(server, (db) =>
    db.prepare('SELECT company_id FROM profiles WHERE id = ?').pluck().get(person?.id),
  );
  return Number(own ?? makeCompany(server));
}

/** Administrators and programs may do with every company what coordinators may with their own. */
function mayReach(server: TestServer, person: CallingPerson | null): boolean {
  if (person?.secret) return true;
  return withDatabase(server, (db) =>
    Boolean(
      db
        .prepare("SELECT 1 FROM user_roles WHERE user_id = ? AND role = 'admin'")
        .pluck()
        .get(person?.id ?? ''),
    ),
  );
}

function addAgent(server: TestServer, companyId: number): number {
  const [id = 0] = makeAgents(server, companyId, 1);
  return id;
}

const agency = (status: number): Record<string, Make> => ({
  own: (server, caller) => ({ id: agencyOf(server, caller), status }),
  'other’s': (server, caller) => ({
    id: makeCompany(server),
    status: mayReach(server, caller) ? status : 404,
  }),
  ...missing,
});

const agent = (status: number): Record<string, Make> => ({
  own: (server, caller) => ({ id: addAgent(server, agencyOf(server, caller)), status }),
  'other’s': (server, caller) => ({
    id: addAgent(server, makeCompany(server)),
    status: mayReach(server, caller) ? status : 404,
  }),
  ...missing,
});

function makeDeletedCompany(server: TestServer): number {
  const id = makeCompany(server);
  withDatabase(server, (db) =>
    db.prepare('UPDATE companies SET deleted_at = ? WHERE id = ?').run(new Date().toISOString(), id),
  );
  return id;
}

/** A mail in the outbox's log. */
function addMail(server: TestServer): number {
  const payload = JSON.stringify({ template: 'recover', email: makePerson(server).email });
  return withDatabase(server, (db) => {
    const at = new Date().toISOString();
    return Number(
      db
        .prepare(
          `INSERT INTO deliveries (message_id, kind, event, payload, state, planned_at, next_attempt_at, created_at,
                                   finished_at)
           VALUES (?, 'mail', 'mail.recover', ?, 'sent', ?, ?, ?, ?)`,
        )
        .run(crypto.randomUUID(), payload, at, at, at, at).lastInsertRowid,
    );
  });
}

const delivery = (status: number): Record<string, Make> => ({
  kept: (server) => ({ id: addMail(server), status }),
  ...missing,
});

function addPasskey(server: TestServer, userId: string): string {
  const id = crypto.randomUUID();
  withDatabase(server, (db) =>
    db
      .prepare(
        `INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, transports, is_synced, name,
                               created_at)
         VALUES (?, ?, ?, 'h', x'00', 0, '[]', 0, 'Una', ?)`,
      )
      .run(id, userId, id, new Date().toISOString()),
  );
  return id;
}

const passkey = (status: number): Record<string, Make> => ({
  'other’s': (server) => ({ id: addPasskey(server, makePerson(server).id), status: 404 }),
  ...nobody,
  own: (server, caller) => ({ id: caller?.id ? addPasskey(server, caller.id) : NOBODY, status }),
});

const NO_CREDENTIAL = { id: 'x', rawId: 'x', type: 'public-key' };
const SIGNED_BY_NOBODY = {
  ...NO_CREDENTIAL,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
};
const MADE_BY_NOBODY = {
  ...NO_CREDENTIAL,
  name: 'Una',
  response: { clientDataJSON: 'x', attestationObject: 'x' },
};

/** A webhook to which nothing is sent; creating it through the API would need a name server. */
function addWebhook(server: TestServer, maker: string | null = null): number {
  return withDatabase(server, (db) => {
    const now = new Date().toISOString();
    const host = `${crypto.randomUUID()}.example.com`;
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO webhooks (url, host, events, made_by, active_since, created_at)
         VALUES (?, ?, '["lead.deleted"]', ?, ?, ?)`,
      )
      .run(`https://${host}/`, host, maker, now, now);
    return Number(lastInsertRowid);
  });
}

function addSilenced(server: TestServer): string {
  const key = String(5_491_100_000_000 + Math.floor(Number.parseInt(crypto.randomUUID().slice(0, 6), 16)));
  withDatabase(server, (db) =>
    db
      .prepare('INSERT INTO silenced_numbers (phone_key, silenced_at) VALUES (?, ?)')
      .run(key, new Date().toISOString()),
  );
  return key;
}

const webhook = (status: number): Record<string, Make> => ({
  kept: (server) => ({ id: addWebhook(server), status }),
  ...missing,
});

/** A program sees only its own webhooks; others do not exist for it. */
const ownWebhook = (status: number): Record<string, Make> => ({
  own: (server, caller) => ({ id: addWebhook(server, caller?.id), status }),
  'other’s': (server, caller) => ({ id: addWebhook(server), status: caller?.secret ? 404 : status }),
  ...missing,
});

async function addInvitation(server: TestServer): Promise<string> {
  const { cookie } = makePerson(server, { roles: ['admin'] });
  const { json } = await call(server, '/api/team/invitations', {
    body: { ...email(), role: 'staff' },
    cookie,
  });
  return json.invitation.id;
}

const invitation = (status: number): Record<string, Make> => ({
  standing: async (server) => ({ id: await addInvitation(server), status }),
  ...nobody,
});

function sessionIdOf(server: TestServer, person: CallingPerson): string {
  const id = withDatabase(server, (db) =>
    db.prepare('SELECT id FROM sessions WHERE user_id = ?').pluck().get(person.id),
  );
  return String(id ?? '0'.repeat(32));
}

const email = () => ({ email: `${crypto.randomUUID()}@x.example.com` });

const MESSAGE = { name: 'Oferta', voseo: '¿Querés verlo?', tuteo: '¿Quieres verlo?' };

const TEAM_NOTICES = {
  email: 'digest',
  days: [1, 2, 3, 4, 5],
  opens: '09:00',
  closes: '18:00',
  insist_after: 5,
  alarm_after: 15,
};

const template = (status: number): Record<string, Make> => ({
  shipped: () => ({ id: 'primer-contacto', status }),
  'non-existent': () => ({ id: 'no-hay', status: 404 }),
  malformed: () => ({ id: '1e3', status: 404 }),
});

const calendar: Record<string, Make> = {
  'somebody’s': async (server) => {
    const person = makePerson(server);
    await call(server, '/api/account/calendar', { method: 'POST', cookie: person.cookie });
    return { id: person.id, status: 204 };
  },
  'a person without one': (server) => ({ id: makePerson(server).id, status: 404 }),
  ...nobody,
};

const device: Record<string, Make> = {
  'somebody’s': async (server) => {
    const { id } = await addDevice(server, makePerson(server), makeSubscription());
    return { id, status: 204 };
  },
  ...missing,
};

const token = (status: number): Record<string, Make> => ({
  standing: (server) => ({ id: makeToken(server).id, status }),
  'a person': (server) => ({ id: makePerson(server).id, status: 404 }),
  ...nobody,
});

/** The routes open to tokens: read-only ones by GET, the others by any of these. */
export const OPEN_TO_TOKENS: ReadonlySet<string> = new Set([
  'GET /api/leads',
  'POST /api/leads',
  'POST /api/leads/bulk',
  'POST /api/leads/bulk/undo',
  'GET /api/leads/agenda',
  'GET /api/leads/counters',
  'GET /api/leads/matches',
  'GET /api/leads/trash',
  'GET /api/staff',
  'GET /api/leads/[id]',
  'PATCH /api/leads/[id]',
  'DELETE /api/leads/[id]',
  'POST /api/leads/[id]/restore',
  'GET /api/leads/[id]/deletion',
  'GET /api/leads/[id]/others',
  'POST /api/leads/[id]/join',
  'POST /api/leads/[id]/separate',
  'GET /api/leads/[id]/timeline',
  'POST /api/leads/[id]/undo',
  'POST /api/leads/[id]/contacts',
  'PATCH /api/leads/[id]/contacts',
  'GET /api/leads/[id]/notes',
  'POST /api/leads/[id]/notes',
  'GET /api/leads/[id]/messages',
  'POST /api/leads/[id]/messages',
  'PATCH /api/notes/[id]',
  'DELETE /api/notes/[id]',
  'POST /api/notes/[id]/restore',
  'GET /api/companies',
  'POST /api/companies',
  'GET /api/companies/[id]',
  'PATCH /api/companies/[id]',
  'DELETE /api/companies/[id]',
  'POST /api/companies/[id]/restore',
  'GET /api/companies/[id]/agents',
  'POST /api/companies/[id]/agents',
  'PATCH /api/agents/[id]',
  'DELETE /api/agents/[id]',
  'GET /api/reports',
  'GET /api/webhooks',
  'POST /api/webhooks',
  'DELETE /api/webhooks/[id]',
]);

/** Every API route and method. The test fails on any missing or stale entry. */
export const RULES: Record<string, Rule> = {
  'GET /healthz': { allow: 'anyone', status: 200 },
  'GET /webhook/[formId]': { allow: 'anyone', objects: { any: () => ({ id: 'contacto', status: 303 }) } },
  'OPTIONS /webhook/[formId]': {
    allow: 'anyone',
    objects: {
      known: () => ({ id: 'contacto', status: 204 }),
      unknown: () => ({ id: 'otro', status: 404 }),
    },
  },
  'POST /webhook/[formId]': {
    allow: 'anyone',
    body: () => validEnquiry,
    objects: {
      known: () => ({ id: 'contacto', status: 201 }),
      unknown: () => ({ id: 'otro', status: 404 }),
    },
  },

  // Meta's, and nobody's without a connection.
  'GET /api/whatsapp/webhook': { allow: 'anyone', status: 404 },
  'POST /api/whatsapp/webhook': { allow: 'anyone', status: 404, body: () => ({}) },
  'GET /api/whatsapp': { allow: 'admin', status: 200 },
  // Without its secrets.
  'PUT /api/whatsapp': { allow: 'admin', status: 422, body: () => ({ phone_number_id: '106540352242922' }) },
  'PATCH /api/whatsapp': { allow: 'admin', status: 404, body: () => ({ moves_new: true }) },
  'DELETE /api/whatsapp': { allow: 'admin', status: 404 },
  'POST /api/whatsapp/confirm': { allow: 'admin', status: 404 },
  'DELETE /api/whatsapp/silenced/[phone_key]': {
    allow: 'admin',
    objects: {
      silenced: (server) => ({ id: addSilenced(server), status: 204 }),
      'non-existent': () => ({ id: '5491155550001', status: 404 }),
      malformed: () => ({ id: '1e3', status: 404 }),
    },
  },

  'GET /api/auth/session': { allow: 'anyone', status: 200 },
  'POST /api/auth/sign-in': {
    allow: 'anyone',
    status: 401,
    body: () => ({ ...email(), password: PASSWORD }),
  },
  'POST /api/auth/sign-up': {
    allow: 'anyone',
    status: 202,
    body: () => ({ ...email(), password: PASSWORD }),
  },
  'POST /api/auth/resend': { allow: 'anyone', status: 202, body: email },
  'POST /api/auth/recover': { allow: 'anyone', status: 202, body: email },
  'POST /api/auth/verify': {
    allow: 'anyone',
    status: 422,
    body: () => ({ token: TOKEN, password: PASSWORD }),
  },
  'POST /api/auth/access': { allow: 'anyone', status: 422, body: () => ({ token: TOKEN }) },
  'POST /api/auth/access/another': { allow: 'anyone', status: 202, body: email },
  'POST /api/auth/reset/rule': { allow: 'anyone', status: 422, body: () => ({ token: TOKEN }) },
  'POST /api/auth/reset': {
    allow: 'anyone',
    status: 422,
    body: () => ({ token: TOKEN, password: 'siete barcos rojos' }),
  },
  'POST /api/auth/invitation/options': { allow: 'anyone', status: 422, body: () => ({ token: TOKEN }) },
  'POST /api/auth/invitation/read': { allow: 'anyone', status: 422, body: () => ({ token: TOKEN }) },
  'POST /api/auth/invitation': {
    allow: 'anyone',
    status: 422,
    body: () => ({ token: TOKEN, name: 'Ana', password: 'siete barcos rojos' }),
  },
  'POST /api/auth/setup': {
    allow: 'anyone',
    status: 422,
    body: () => ({ ...email(), token: TOKEN, name: 'Ana', password: 'siete barcos rojos' }),
  },
  'POST /api/auth/sign-out': { allow: 'newcomer', status: 204 },
  'POST /api/auth/password': {
    allow: 'newcomer',
    status: 204,
    body: () => ({ current: PASSWORD, password: 'siete barcos rojos' }),
  },

  'POST /api/auth/passkey/options': { allow: 'anyone', status: 200 },
  'POST /api/auth/passkey': { allow: 'anyone', status: 401, body: () => SIGNED_BY_NOBODY },
  'POST /api/auth/confirm/options': { allow: 'unsecured', status: 200 },
  'GET /api/account/passkeys': { allow: 'session', status: 200 },
  'POST /api/account/passkeys/options': { allow: 'unsecured', status: 200 },
  'POST /api/account/passkeys': { allow: 'unsecured', status: 401, body: () => MADE_BY_NOBODY },
  'PATCH /api/account/passkeys/[id]': {
    allow: 'session',
    body: () => ({ name: 'La mía' }),
    objects: passkey(200),
  },
  'DELETE /api/account/passkeys/[id]': { allow: 'session', objects: passkey(204) },
  'PATCH /api/account': { allow: 'session', status: 200, body: () => ({ name: 'Ana' }) },
  'GET /api/account/notices': { allow: 'staff', status: 200 },
  'PATCH /api/account/notices': { allow: 'staff', status: 200, body: () => ({ email: 'each' }) },
  'GET /api/unsubscribe': { allow: 'anyone', status: 422 },
  'POST /api/unsubscribe': { allow: 'anyone', status: 422, body: () => ({}) },
  'GET /api/account/calendar': { allow: 'staff', status: 200 },
  'POST /api/account/calendar': { allow: 'staff', status: 201 },
  'DELETE /api/account/calendar': { allow: 'staff', status: 204 },
  'GET /api/resting': { allow: 'admin', status: 200 },
  'POST /api/calendars/[id]/confirm': { allow: 'admin', objects: calendar },
  'DELETE /api/calendars/[id]': { allow: 'admin', objects: calendar },
  'POST /api/devices/[id]/confirm': { allow: 'admin', objects: device },
  'DELETE /api/devices/[id]': { allow: 'admin', objects: device },
  'GET /calendario/[feed]': {
    allow: 'anyone',
    objects: {
      'non-existent': () => ({ id: `${TOKEN}.ics`, status: 404 }),
      malformed: () => ({ id: 'todos.ics', status: 404 }),
    },
  },
  'GET /api/push/key': { allow: 'staff', status: 200 },
  'GET /api/push/subscriptions': { allow: 'staff', status: 200 },
  'POST /api/push/subscriptions': { allow: 'staff', status: 201, body: makeSubscription },
  'PATCH /api/push/subscriptions': {
    allow: 'staff',
    status: 404,
    body: () => ({ endpoint: makeSubscription().endpoint }),
  },
  'DELETE /api/push/subscriptions': {
    allow: 'staff',
    status: 204,
    body: () => ({ endpoint: makeSubscription().endpoint }),
  },
  'DELETE /api/push/subscriptions/[id]': {
    allow: 'staff',
    objects: {
      'other’s': async (server) => ({
        id: (await addDevice(server, makePerson(server), makeSubscription())).id,
        status: 404,
      }),
      ...missing,
    },
  },
  'GET /api/sessions': { allow: 'session', status: 200 },
  'DELETE /api/sessions': { allow: 'session', status: 204 },
  'DELETE /api/sessions/[id]': {
    allow: 'session',
    objects: {
      'other’s': (server) => ({ id: sessionIdOf(server, makePerson(server)), status: 404 }),
      ...nobody,
      own: (server, caller) => ({ id: caller ? sessionIdOf(server, caller) : NOBODY, status: 204 }),
    },
  },

  'GET /api/leads': { allow: 'staff', status: 200 },
  'POST /api/leads': { allow: 'staff', status: 201, body: () => ({ nombre: 'Ana', ...email() }) },
  'POST /api/leads/bulk': {
    allow: 'staff',
    status: 200,
    body: () => ({ ids: [NOWHERE], change: { estado: 'contactado' } }),
  },
  'POST /api/leads/bulk/undo': { allow: 'staff', status: 404, body: () => ({ undo: NOBODY }) },
  'GET /api/staff': { allow: 'staff', status: 200 },
  'GET /api/leads/agenda': { allow: 'staff', status: 200 },
  'GET /api/leads/matches': { allow: 'staff', status: 200 },
  'POST /api/leads/matches': { allow: 'staff', status: 200, body: email },
  'GET /api/reports': { allow: 'staff', status: 200 },
  'GET /api/reports/goal': { allow: 'admin', status: 200 },
  'PATCH /api/reports/goal': { allow: 'admin', status: 200, body: () => ({ monthly_value: 3000 }) },
  'GET /api/reports/[file]': {
    allow: 'staff',
    objects: {
      'a workbook': () => ({ id: 'workbook', status: 200 }),
      'non-existent': () => ({ id: 'nothing', status: 404 }),
    },
  },
  'GET /api/leads/counters': { allow: 'staff', status: 200 },
  'GET /api/leads/panel': { allow: 'staff', status: 200 },
  'GET /api/leads/export': { allow: 'admin', status: 200 },
  'GET /api/leads/stream': { allow: 'staff', status: 200 },
  'GET /api/leads/trash': { allow: 'staff', status: 200 },
  'GET /api/views': { allow: 'staff', status: 200 },
  'POST /api/views': {
    allow: 'staff',
    status: 201,
    body: () => ({ name: crypto.randomUUID(), query: 'estado=nuevo' }),
  },
  'PATCH /api/views/[id]': {
    allow: 'staff',
    objects: view(200),
    body: () => ({ name: crypto.randomUUID() }),
  },
  'DELETE /api/views/[id]': { allow: 'staff', objects: view(204) },
  'GET /api/leads/[id]': { allow: 'staff', objects: lead(200) },
  'PATCH /api/leads/[id]': { allow: 'staff', objects: lead(200), body: () => ({ estado: 'contactado' }) },
  'DELETE /api/leads/[id]': { allow: 'staff', objects: lead(204) },
  'POST /api/leads/[id]/silence': { allow: 'staff', objects: leadWithNumber },
  'DELETE /api/leads/[id]/silence': { allow: 'staff', objects: leadWithNumber },
  'POST /api/leads/[id]/restore': { allow: 'staff', objects: lead(404, 200) },
  'GET /api/leads/[id]/deletion': { allow: 'staff', objects: lead(404, 200) },
  'GET /api/leads/[id]/others': { allow: 'staff', objects: lead(200) },
  'POST /api/leads/[id]/join': {
    allow: 'staff',
    objects: lead(404),
    body: () => ({ into: NOWHERE + 1 }),
  },
  'POST /api/leads/[id]/separate': { allow: 'staff', objects: lead(200) },
  'GET /api/leads/[id]/timeline': { allow: 'staff', objects: lead(200) },
  'POST /api/leads/[id]/undo': { allow: 'staff', objects: lead(409), body: () => ({ event: NOWHERE }) },
  'POST /api/leads/[id]/whatsapp': { allow: 'staff', objects: lead(200) },
  'POST /api/leads/[id]/contacts': { allow: 'staff', objects: lead(200), body: () => ({ channel: 'call' }) },
  'POST /api/leads/[id]/presence': {
    allow: 'staff',
    objects: lead(204),
    body: () => ({ stream: crypto.randomUUID(), state: 'open' }),
  },
  'PATCH /api/leads/[id]/contacts': { allow: 'staff', objects: lead(200), body: () => ({ contacted: true }) },
  'GET /api/leads/[id]/person': { allow: 'admin', objects: lead(200) },
  'GET /api/leads/[id]/erase': { allow: 'admin', objects: lead(200) },
  // The confirmation carries another person's email.
  'POST /api/leads/[id]/erase': {
    allow: 'admin',
    objects: lead(422),
    body: () => ({ confirm: 'a@b.example.com' }),
  },
  'GET /api/leads/[id]/notes': { allow: 'staff', objects: lead(200) },
  'POST /api/leads/[id]/notes': { allow: 'staff', objects: lead(201), body: () => ({ body: 'Hola' }) },
  'GET /api/leads/[id]/messages': { allow: 'staff', objects: lead(200) },
  // No number is connected.
  'POST /api/leads/[id]/messages': { allow: 'staff', objects: lead(409), body: () => ({ body: 'Hola' }) },
  'GET /api/leads/[id]/messages/[message]': {
    allow: 'staff',
    objects: {
      'of nobody': async (server) => ({ id: [await addLead(server), NOWHERE], status: 404 }),
      ...missing,
    },
  },
  'GET /api/whatsapp/templates': { allow: 'staff', status: 409 },
  'PATCH /api/notes/[id]': { allow: 'staff', objects: note(200), body: () => ({ body: 'Otra cosa' }) },
  'DELETE /api/notes/[id]': { allow: 'staff', objects: note(204) },
  'POST /api/notes/[id]/restore': { allow: 'staff', objects: note(404, 200) },

  // The matrix sends JSON, not a file.
  'POST /api/imports': { allow: 'admin', status: 415, body: () => ({}) },
  'GET /api/imports/[id]': { allow: 'admin', objects: imported(200, 200) },
  'POST /api/imports/[id]/check': { allow: 'admin', body: () => IMPORT_CHOICES, objects: imported(200, 409) },
  'POST /api/imports/[id]/run': { allow: 'admin', body: () => ({}), objects: imported(202, 202) },
  'GET /api/imports/[id]/[file]': {
    allow: 'admin',
    objects: {
      rejected: async (server) => ({ id: [await addImport(server, 'done'), 'rejected.csv'], status: 200 }),
      skipped: async (server) => ({ id: [await addImport(server, 'done'), 'skipped.csv'], status: 200 }),
      ready: async (server) => ({ id: [await addImport(server, 'ready'), 'rejected.csv'], status: 404 }),
      'neither of them': async (server) => ({ id: [await addImport(server, 'done'), 'created.csv'], status: 404 }),
      'of no import': () => ({ id: [NOWHERE, 'rejected.csv'], status: 404 }),
    },
  },
  'POST /api/imports/[id]/undo': { allow: 'admin', body: () => ({}), objects: imported(409, 200) },

  'GET /api/enquiries/set-aside': { allow: 'staff', status: 200 },
  'POST /api/enquiries/[id]/accept': { allow: 'staff', objects: submission(201) },
  'POST /api/enquiries/[id]/discard': { allow: 'staff', objects: submission(204) },
  'POST /api/enquiries/[id]/restore': { allow: 'staff', objects: submission(404, 204) },
  'POST /api/enquiries/discard-all': { allow: 'staff', status: 200, body: () => ({ until: 0 }) },
  'POST /api/enquiries/discard-all/undo': { allow: 'staff', status: 200, body: () => ({ undo: NOBODY }) },

  'POST /api/auth/second-factor': { allow: 'anyone', status: 401, body: () => ({ code: '123456' }) },
  'POST /api/account/totp': { allow: 'unsecured', status: 200, body: () => ({ password: PASSWORD }) },
  'DELETE /api/account/totp': { allow: 'unsecured', status: 204, body: () => ({ password: PASSWORD }) },
  'POST /api/account/totp/confirm': { allow: 'unsecured', status: 422, body: () => ({ code: '123456' }) },
  'POST /api/account/totp/recovery-codes': {
    allow: 'unsecured',
    status: 409,
    body: () => ({ password: PASSWORD }),
  },
  'POST /api/team/[id]/reset-second-factor': {
    allow: 'admin',
    objects: {
      ...nobody,
      'a colleague': (server) => ({ id: makePerson(server).id, status: 204 }),
      oneself: (server, caller) => ({ id: caller?.id ?? makePerson(server).id, status: 409 }),
    },
  },
  'POST /api/team/[id]/link': {
    allow: 'admin',
    objects: {
      ...nobody,
      'a colleague with a password': (server) => ({ id: makePerson(server).id, status: 409 }),
      oneself: (server, caller) => ({ id: caller?.id ?? makePerson(server).id, status: 409 }),
    },
  },
  'GET /api/auth/confirm': { allow: 'unsecured', status: 204 },
  'POST /api/auth/confirm': { allow: 'unsecured', status: 204, body: () => ({ password: PASSWORD }) },
  'GET /api/team': { allow: 'admin', status: 200 },
  'GET /api/team/invitations': { allow: 'admin', status: 200 },
  'POST /api/team/invitations': {
    allow: 'admin',
    status: 201,
    body: () => ({ ...email(), role: 'staff' }),
  },
  'DELETE /api/team/invitations/[id]': { allow: 'admin', objects: invitation(204) },
  'POST /api/team/invitations/[id]/resend': { allow: 'admin', body: () => ({}), objects: invitation(200) },
  'POST /api/team/invitations/[id]/link': { allow: 'admin', body: () => ({}), objects: invitation(201) },
  'GET /api/team/notices': { allow: 'admin', status: 200 },
  'PATCH /api/team/notices': { allow: 'admin', status: 200, body: () => TEAM_NOTICES },
  'PATCH /api/team/[id]': {
    allow: 'admin',
    body: () => ({ role: 'admin' }),
    objects: {
      'a colleague': (server) => ({ id: makePerson(server).id, status: 200 }),
      'a coordinator': (server) => ({
        id: makePerson(server, { roles: ['coordinator'], companyId: makeCompany(server) }).id,
        status: 404,
      }),
      ...nobody,
    },
  },
  'PATCH /api/profiles/[id]': {
    allow: 'admin',
    body: () => ({ status: 'suspended' }),
    objects: {
      'a colleague': (server) => ({ id: makePerson(server).id, status: 200 }),
      'a coordinator': (server) => ({
        id: makePerson(server, { roles: ['coordinator'], companyId: makeCompany(server) }).id,
        status: 200,
      }),
      ...nobody,
    },
  },
  'GET /api/companies': { allow: 'admin', status: 200 },
  'POST /api/companies': { allow: 'admin', status: 201, body: () => ({ name: 'Costanera' }) },
  'GET /api/companies/export': { allow: 'admin', status: 200 },
  // Administrators manage every company and coordinate none.
  'GET /api/companies/own': {
    allow: 'agency',
    objects: { itself: (server, caller) => ({ id: '', status: mayReach(server, caller) ? 404 : 200 }) },
  },
  'GET /api/companies/[id]': { allow: 'admin', objects: agency(200) },
  'PATCH /api/companies/[id]': { allow: 'admin', objects: agency(200), body: () => ({ plan: 'PRO' }) },
  'DELETE /api/companies/[id]': {
    allow: 'admin',
    objects: {
      bare: (server) => ({ id: makeCompany(server), status: 204 }),
      'with an agent': (server) => {
        const id = makeCompany(server);
        addAgent(server, id);
        return { id, status: 409 };
      },
      deleted: (server) => ({ id: makeDeletedCompany(server), status: 404 }),
      ...missing,
    },
  },
  'POST /api/companies/[id]/restore': {
    allow: 'admin',
    objects: {
      deleted: (server) => ({ id: makeDeletedCompany(server), status: 200 }),
      standing: (server) => ({ id: makeCompany(server), status: 404 }),
      ...missing,
    },
  },
  'GET /api/companies/[id]/agents': { allow: 'agency', objects: agency(200) },
  'POST /api/companies/[id]/agents': {
    allow: 'agency',
    objects: agency(201),
    body: () => ({ name: 'Ana', ...email() }),
  },
  'GET /api/agents/export': { allow: 'admin', status: 200 },
  'PATCH /api/agents/[id]': { allow: 'agency', objects: agent(200), body: () => ({ name: 'Ana' }) },
  'DELETE /api/agents/[id]': { allow: 'agency', objects: agent(204) },

  'GET /api/templates': { allow: 'staff', status: 200 },
  'POST /api/templates': { allow: 'admin', status: 201, body: () => ({ ...MESSAGE, channel: 'whatsapp' }) },
  'PATCH /api/templates/[id]': { allow: 'admin', objects: template(200), body: () => MESSAGE },
  'DELETE /api/templates/[id]': { allow: 'admin', objects: template(204) },

  'GET /api/deliveries': { allow: 'admin', status: 200 },
  'GET /api/deliveries/[id]': { allow: 'admin', objects: delivery(200) },
  'POST /api/deliveries/[id]/resend': { allow: 'admin', objects: delivery(200) },
  'POST /api/deliveries/retry': { allow: 'admin', status: 200, body: () => ({ kind: 'push' }) },
  'POST /api/deliveries/discard': { allow: 'admin', status: 200, body: () => ({ kind: 'push' }) },

  'GET /api/webhooks': { allow: 'admin', status: 200 },
  // A forbidden address.
  'POST /api/webhooks': {
    allow: 'admin',
    status: 422,
    body: () => ({ url: 'https://127.0.0.1/', events: ['lead.created'] }),
  },
  'PATCH /api/webhooks/[id]': {
    allow: 'admin',
    objects: webhook(200),
    body: () => ({ events: ['lead.deleted'] }),
  },
  'DELETE /api/webhooks/[id]': { allow: 'admin', objects: ownWebhook(204) },
  'POST /api/webhooks/[id]/confirm': { allow: 'admin', objects: webhook(200) },
  'POST /api/webhooks/[id]/rotate': { allow: 'admin', objects: webhook(200) },
  'POST /api/webhooks/[id]/test': { allow: 'admin', objects: webhook(202) },
  'GET /api/tokens': { allow: 'admin', status: 200 },
  'POST /api/tokens': { allow: 'admin', status: 201, body: () => ({ name: 'n8n', scope: 'read' }) },
  'POST /api/tokens/[id]/confirm': { allow: 'admin', objects: token(200) },
  'DELETE /api/tokens/[id]': { allow: 'admin', objects: token(204) },

  'GET /api/audit': { allow: 'admin', status: 200 },
  'POST /api/manage-users': {
    allow: 'admin',
    status: 200,
    body: () => ({ action: 'getUserEmails', userIds: [NOBODY] }),
  },
};
