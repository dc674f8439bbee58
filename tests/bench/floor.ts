// The smallest program that could give the same answers: bare node:http and better-sqlite3 with prepared statements, on
// the product's own database file, with the same durability and session look-up. No validation, no logging, no limits.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import Sqlite from 'better-sqlite3';

const [path = '', port = ''] = process.argv.slice(2);
const db = new Sqlite(path);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');

const COLUMNS = `id, nombre, email, whatsapp, pais, estado, client_type, source, mensaje, empresa, created_at,
  first_contacted_at, phone_key, notes_count`;
const PAGE = 50;
const landing = readFileSync(join('dist', 'client', 'index.html'));

const session = db.prepare(
  `SELECT users.id FROM sessions JOIN users ON users.id = sessions.user_id
   WHERE token_hash = ? AND idle_expires_at > ?`,
);
const lists = new Map<string, Sqlite.Statement>();
const words = db.prepare(
  `SELECT ${COLUMNS} FROM
     (SELECT rowid AS match FROM lead_words WHERE lead_words MATCH ? ORDER BY rowid DESC LIMIT ${PAGE})
     CROSS JOIN leads ON leads.id = match`,
);
const phones = db.prepare(
  `SELECT ${COLUMNS} FROM
     (SELECT id AS match FROM leads INDEXED BY leads_by_phone_backwards WHERE phone_backwards >= ? AND phone_backwards < ?
      ORDER BY id DESC LIMIT ${PAGE})
     CROSS JOIN leads ON leads.id = match`,
);
const wordsTotal = db.prepare<[string], number>(
  `SELECT count(*) FROM (SELECT rowid AS match FROM lead_words WHERE lead_words MATCH ?)
     CROSS JOIN leads ON leads.id = match WHERE deleted_at IS NULL`,
);
const phonesTotal = db.prepare<[string, string], number>(
  `SELECT count(*) FROM leads INDEXED BY leads_by_phone_backwards
   WHERE phone_backwards >= ? AND phone_backwards < ? AND deleted_at IS NULL`,
);
const counters = db.prepare(
  `SELECT sum(total) AS total, (SELECT count(*) FROM leads INDEXED BY leads_scan WHERE deleted_at IS NULL AND created_at >= ?) AS nuevos_7_dias,
     sum(total) FILTER (WHERE estado = 'contactado') AS contactado,
     sum(total) FILTER (WHERE estado = 'en_seguimiento') AS en_seguimiento,
     sum(total) FILTER (WHERE estado = 'ganado') AS ganado, sum(total) FILTER (WHERE estado = 'perdido') AS perdido
   FROM lead_counters`,
);
const insertLead = db.prepare(
  `INSERT INTO leads (nombre, email, email_key, source, created_at) VALUES (?, ?, ?, ?, ?) RETURNING ${COLUMNS}`,
);
const updateLead = db.prepare(`UPDATE leads SET estado = ? WHERE id = ? RETURNING ${COLUMNS}`);
const insertNote = db.prepare(
  'INSERT INTO lead_notes (lead_id, author_id, body, created_at) VALUES (?, ?, ?, ?) RETURNING *',
);
const insertEnquiry = db.prepare(
  `INSERT INTO enquiries (form_id, body, content_type, remote_address, state, lead_id, received_at)
   VALUES ('contacto', ?, 'application/x-www-form-urlencoded', '127.0.0.1', 'accepted', ?, ?)`,
);
const account = db.prepare<[string], { id: string; password_hash: string }>(
  'SELECT id, password_hash FROM users WHERE email = ?',
);
const insertSession = db.prepare(
  `INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, idle_expires_at, expires_at)
   VALUES (:hash, :user, :now, :now, :later, :later)`,
);

function selectLeads(query: URLSearchParams): Record<string, unknown>[] {
  const q = query.get('q');
  if (q) return readSearch(q);
  const cursor = query.get('cursor');
  const filters = [...query].filter(([name]) => name !== 'cursor');
  const key = `${filters.map(([name]) => name)}${cursor !== null}`;
  let list = lists.get(key);
  if (!list) {
    const conditions = ['deleted_at IS NULL', ...filters.map(([name]) => `${name} = ?`)];
    if (cursor) conditions.push('(created_at, id) < (?, ?)');
    list = db.prepare(
      `SELECT ${COLUMNS} FROM leads INDEXED BY ${key.startsWith('estado') && filters.length === 1 ? 'leads_by_estado' : 'leads_scan'}
       WHERE ${conditions.join(' AND ')}
       ORDER BY created_at DESC, id DESC LIMIT ${PAGE}`,
    );
    lists.set(key, list);
  }
  const after = cursor ? JSON.parse(Buffer.from(cursor, 'base64url').toString()) : [];
  return list.all(...filters.map(([, value]) => value), ...after) as Record<string, unknown>[];
}

function readSearch(q: string): Record<string, unknown>[] {
  if (/^\d+$/.test(q)) return phones.all(...endOf(q)) as Record<string, unknown>[];
  return words.all(matchAll(q)) as Record<string, unknown>[];
}

/** The list's total over all pages, as the product's lists include it. */
function countListed(query: URLSearchParams): number {
  const q = query.get('q');
  if (q && /^\d+$/.test(q)) return phonesTotal.pluck().get(...endOf(q)) ?? 0;
  if (q) return wordsTotal.pluck().get(matchAll(q)) ?? 0;
  const filters = [...query].filter(([name]) => name !== 'cursor');
  const key = `total ${filters.map(([name]) => name)}`;
  let total = lists.get(key);
  if (!total) {
    const conditions = ['TRUE', ...filters.map(([name]) => `${name} = ?`)];
    total = db.prepare(`SELECT sum(total) FROM lead_counters WHERE ${conditions.join(' AND ')}`).pluck();
    lists.set(key, total);
  }
  return total.get(...filters.map(([, value]) => value)) as number;
}

/** The range of phone numbers with this ending; the index stores them reversed. */
function endOf(q: string): [string, string] {
  const tail = [...q].reverse().join('');
  return [tail, `${tail}~`];
}

const matchAll = (q: string) =>
  q
    .split(' ')
    .map((term) => `"${term}" *`)
    .join(' AND ');

const countLeads = () => counters.get(new Date(Date.now() - 604_800_000).toISOString());

/** The leads as a table, with their data for a script, as a hand-written page would have it. */
function renderPanel(): string {
  const leads = selectLeads(new URLSearchParams());
  const escapeHtml = (value: unknown) =>
    String(value ?? '').replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const rows = leads.map(
    (lead) =>
      `<tr>${Object.values(lead)
        .map((value) => `<td>${escapeHtml(value)}</td>`)
        .join('')}</tr>`,
  );
  const data = escapeHtml(JSON.stringify({ leads, counters: countLeads() }));
  return `<!doctype html><html lang="es"><title>Panel</title><table>${rows.join('')}</table><div data-props="${data}"></div>`;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

async function signIn(text: string): Promise<{ user: unknown }> {
  const { email, password } = JSON.parse(text);
  const user = account.get(email);
  if (!user || !(await verify(user.password_hash, password))) throw new Error('wrong password');
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 86_400_000).toISOString();
  insertSession.run({ hash: randomBytes(32), user: user.id, now, later });
  return { user: { id: user.id, email } };
}

const takeEnquiry = db.transaction((text: string) => {
  const fields = new URLSearchParams(text);
  const now = new Date().toISOString();
  const email = fields.get('email');
  const lead = insertLead.get(fields.get('nombre'), email, email, 'landing', now) as { id: number };
  insertEnquiry.run(text, lead.id, now);
});

createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://floor');
  const sendJson = (body: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const sendHtml = (body: string | Buffer) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);

  if (url.pathname === '/') return sendHtml(landing);
  if (url.pathname === '/webhook/contacto') {
    takeEnquiry.immediate(await readText(request));
    return response.writeHead(303, { location: '/gracias' }).end();
  }
  if (url.pathname === '/api/auth/sign-in') return sendJson(await signIn(await readText(request)));

  const token = /sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const now = new Date().toISOString();
  const user = session.get(createHash('sha256').update(token).digest(), now) as { id: string } | undefined;
  if (!user) return response.writeHead(401).end();
  if (url.pathname === '/panel') return sendHtml(renderPanel());
  if (url.pathname === '/api/leads/counters') return sendJson(countLeads());
  if (request.method === 'GET')
    return sendJson({ leads: selectLeads(url.searchParams), total: countListed(url.searchParams) });

  const body = JSON.parse(await readText(request));
  const id = Number(url.pathname.split('/')[3]);
  if (request.method === 'PATCH') return sendJson({ lead: updateLead.get(body.estado, id) });
  if (id) return sendJson({ note: insertNote.get(id, user.id, body.body, now) });
  return sendJson({ lead: insertLead.get(body.nombre, body.email, body.email, 'crm_manual', now) });
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
