import { makePerson, PASSWORD, type Person } from '../../support/accounts';
import { makeAgents } from '../../support/companies';
import { withDatabase } from '../../support/database';
import { call, validEnquiry } from '../../support/http';
import type { TestServer } from '../../support/server';
import { type Allow, makeCompany } from './callers';

/** An object that a route may be asked for: what stands in its path, and how a permitted caller is answered. */
type Target = { id: string | number; status: number };
type Make = (server: TestServer, caller: Person | null) => Promise<Target> | Target;

export type Rule = {
  allow: Allow;
  body?: (server: TestServer, caller: Person | null) => unknown;
  /** How a permitted caller is answered; for routes with an id, each kind of object says so itself. */
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
    body: { nombre: 'Marta', email: 'marta@costanera.example.com', whatsapp: '+5491155554444' },
    cookie: makePerson(server).cookie,
  });
  return json.lead.id;
}

async function addDeletedLead(server: TestServer): Promise<number> {
  const id = await addLead(server);
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: makePerson(server).cookie });
  return id;
}

async function addNote(server: TestServer, author: Person, deleted = false): Promise<number> {
  const { json } = await call(server, `/api/leads/${await addLead(server)}/notes`, {
    body: { body: 'Llamar el lunes' },
    cookie: author.cookie,
  });
  if (deleted) {
    await call(server, `/api/notes/${json.note.id}`, { method: 'DELETE', cookie: author.cookie });
  }
  return json.note.id;
}

/** A submission that waits for a person to look at it, or one that somebody has looked at already. */
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

const lead = (status: number, deleted = 404): Record<string, Make> => ({
  standing: async (server) => ({ id: await addLead(server), status }),
  deleted: async (server) => ({ id: await addDeletedLead(server), status: deleted }),
  ...missing,
});

/** Notes belong to their author: for everyone else they are not there. */
const note = (status: number, deleted = 404): Record<string, Make> => ({
  own: async (server, caller) => {
    const isStaff = caller !== null && (await mayWriteNotes(server, caller));
    return isStaff ? { id: await addNote(server, caller), status } : { id: NOWHERE, status: 404 };
  },
  'other’s': async (server) => ({ id: await addNote(server, makePerson(server)), status: 404 }),
  'own, deleted': async (server, caller) => {
    const isStaff = caller !== null && (await mayWriteNotes(server, caller));
    return isStaff
      ? { id: await addNote(server, caller, true), status: deleted }
      : { id: NOWHERE, status: 404 };
  },
  ...missing,
});

async function mayWriteNotes(server: TestServer, caller: Person): Promise<boolean> {
  return (await call(server, '/api/leads/counters', { cookie: caller.cookie })).status === 200;
}

function addView(server: TestServer, author: Person, shared: 0 | 1): number {
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

/** Somebody's own views are not there for others; shared ones are their author's and the administrators' to change. */
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

/** The agency that a person coordinates, or a new one for an administrator, who looks after all. */
function agencyOf(server: TestServer, person: Person | null): number {
  const own = withDatabase(server, (db) =>
    db.prepare('SELECT company_id FROM profiles WHERE id = ?').pluck().get(person?.id),
  );
  return Number(own ?? makeCompany(server));
}

/** An administrator may do with every agency what a coordinator may with their own. */
function mayReach(server: TestServer, person: Person | null): boolean {
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

/** Somebody's mail, which the outbox keeps in its log. */
async function addMail(server: TestServer): Promise<number> {
  const { email } = makePerson(server);
  await call(server, '/api/auth/recover', { body: { email } });
  return withDatabase(server, (db) => Number(db.prepare('SELECT max(id) FROM deliveries').pluck().get()));
}

function addFailedMail(server: TestServer): number {
  return withDatabase(server, (db) => {
    const at = new Date().toISOString();
    return Number(
      db
        .prepare(
          `INSERT INTO deliveries (message_id, kind, event, payload, state, planned_at, next_attempt_at, created_at,
                                   finished_at)
           VALUES (?, 'mail', 'mail.recover', '{}', 'failed', ?, ?, ?, ?)`,
        )
        .run(crypto.randomUUID(), at, at, at, at).lastInsertRowid,
    );
  });
}

const delivery = (status: number): Record<string, Make> => ({
  kept: async (server) => ({ id: await addMail(server), status }),
  ...missing,
});

function sessionIdOf(server: TestServer, person: Person): string {
  const id = withDatabase(server, (db) =>
    db.prepare('SELECT id FROM sessions WHERE user_id = ?').pluck().get(person.id),
  );
  return String(id ?? '0'.repeat(32));
}

const email = () => ({ email: `${crypto.randomUUID()}@x.example.com` });

const MESSAGE = { name: 'Oferta', voseo: '¿Querés verlo?', tuteo: '¿Quieres verlo?' };

const template = (status: number): Record<string, Make> => ({
  shipped: () => ({ id: 'primer-contacto', status }),
  'non-existent': () => ({ id: 'no-hay', status: 404 }),
  malformed: () => ({ id: '1e3', status: 404 }),
});

/** Every API route and method. One that is missing here fails the test, as does one that is gone. */
export const RULES: Record<string, Rule> = {
  'GET /healthz': { allow: 'anyone', status: 200 },
  'GET /webhook/[formId]': { allow: 'anyone', objects: { any: () => ({ id: 'contacto', status: 303 }) } },
  'POST /webhook/[formId]': {
    allow: 'anyone',
    body: () => validEnquiry,
    objects: {
      known: () => ({ id: 'contacto', status: 201 }),
      unknown: () => ({ id: 'otro', status: 404 }),
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

  'PATCH /api/account': { allow: 'session', status: 200, body: () => ({ name: 'Ana' }) },
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
  'GET /api/leads/counters': { allow: 'staff', status: 200 },
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
  'POST /api/leads/[id]/restore': { allow: 'staff', objects: lead(404, 200) },
  'GET /api/leads/[id]/deletion': { allow: 'staff', objects: lead(404, 200) },
  'GET /api/leads/[id]/timeline': { allow: 'staff', objects: lead(200) },
  'POST /api/leads/[id]/whatsapp': { allow: 'staff', objects: lead(200) },
  'POST /api/leads/[id]/contacts': { allow: 'staff', objects: lead(200), body: () => ({ channel: 'call' }) },
  'PATCH /api/leads/[id]/contacts': { allow: 'staff', objects: lead(200), body: () => ({ contacted: true }) },
  'GET /api/leads/[id]/notes': { allow: 'staff', objects: lead(200) },
  'POST /api/leads/[id]/notes': { allow: 'staff', objects: lead(201), body: () => ({ body: 'Hola' }) },
  'PATCH /api/notes/[id]': { allow: 'staff', objects: note(200), body: () => ({ body: 'Otra cosa' }) },
  'DELETE /api/notes/[id]': { allow: 'staff', objects: note(204) },
  'POST /api/notes/[id]/restore': { allow: 'staff', objects: note(404, 200) },

  'GET /api/enquiries/set-aside': { allow: 'staff', status: 200 },
  'POST /api/enquiries/[id]/accept': { allow: 'staff', objects: submission(201) },
  'POST /api/enquiries/[id]/discard': { allow: 'staff', objects: submission(204) },
  'POST /api/enquiries/[id]/restore': { allow: 'staff', objects: submission(404, 204) },
  'POST /api/enquiries/discard-all': { allow: 'staff', status: 200, body: () => ({ until: 0 }) },
  'POST /api/enquiries/discard-all/undo': { allow: 'staff', status: 200, body: () => ({ undo: NOBODY }) },

  'GET /api/team': { allow: 'admin', status: 200 },
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
  // An administrator manages every agency and coordinates none.
  'GET /api/companies/own': {
    allow: 'agency',
    objects: { itself: (server, caller) => ({ id: '', status: mayReach(server, caller) ? 404 : 200 }) },
  },
  'GET /api/companies/[id]': { allow: 'admin', objects: agency(200) },
  'PATCH /api/companies/[id]': { allow: 'admin', objects: agency(200), body: () => ({ plan: 'PRO' }) },
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
  'DELETE /api/deliveries/[id]': {
    allow: 'admin',
    objects: { failed: (server) => ({ id: addFailedMail(server), status: 204 }), ...missing },
  },
  'POST /api/deliveries/[id]/resend': { allow: 'admin', objects: delivery(200) },
  'POST /api/deliveries/resend-failed': { allow: 'admin', status: 200, body: () => ({}) },
  'POST /api/deliveries/discard-failed': { allow: 'admin', status: 200, body: () => ({}) },
  'POST /api/deliveries/retry-pending': { allow: 'admin', status: 200, body: () => ({}) },
  // The server of this test has no workflow to send it to.
  'POST /api/deliveries/test': { allow: 'admin', status: 409 },

  'GET /api/audit': { allow: 'admin', status: 200 },
  'POST /api/manage-users': {
    allow: 'admin',
    status: 200,
    body: () => ({ action: 'getUserEmails', userIds: [NOBODY] }),
  },
};
